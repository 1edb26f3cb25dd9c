//! The limits of docs/guide.md against those of the code, and messages about limits.

use crate::run::azulejo;
use azulejo::bounds::completion::LineBounds;
use azulejo::dense::MAX_FREE;
use azulejo::formulation::{CaseStudy, OrderingFormulation};
use azulejo::graph::StateGraph;
use azulejo::instance::Instance;
use azulejo::merge;
use azulejo::render::png::MAX_PIXELS;
use azulejo::render::state_space::{MAX_DOT, MAX_SVG};
use azulejo::tiling::Permutation;
use azulejo::wall::Covering;

/// The table between the marks of docs/guide.md.
fn table() -> String {
    let (cells, bytes) = (Instance::MAX_CELLS, Instance::MAX_BYTES >> 20);
    let (generated, full) = (
        OrderingFormulation::MAX_GENERATED,
        OrderingFormulation::MAX_CELLS,
    );
    let (line, case_study) = (OrderingFormulation::MAX_LINE, CaseStudy::MAX_CELLS);
    let (covering, longest) = (Covering::MAX_CELLS, LineBounds::LONGEST);
    let (merged, dense) = (merge::LARGEST, size_of::<u16>() << MAX_FREE >> 20);
    let (graph, pixels) = (StateGraph::MAX_FREE, MAX_PIXELS / 1_000_000);
    let (tiles, some) = (Permutation::MAX_ROWS, Permutation::MAX_INCOMPLETE_ROWS);
    format!(
        "\
| what | at most |
|---|---|
| an instance | {cells} cells, in a file of {bytes} MiB |
| ordering formulation: `solve` | {generated} cells, lines of {line} |
| ordering formulation: `formulate`, `relax` | {full} cells, lines of {line} |
| case-study formulation, and its disaggregated variant | {case_study} cells |
| frontier: `count --method frontier`, `orders`, `solve --method frontier`; with `backward`, too | {covering} cells, \
lines of {longest}; memory and disk |
| `count --method last-merge` | square walls to {merged}×{merged}, the maximum, without constraints and bonuses; memory |
| `count --all-scores` | {MAX_FREE} empty cells, walls of {covering} |
| dense layers: `solve`, `count` | {MAX_FREE} empty cells, walls of {covering}; {dense} MiB |
| state graph: `graph`, `solve --method graph`, the cross-check | {graph} empty cells, walls of {covering} |
| a picture of the state graph | {MAX_SVG} coverings in SVG, {MAX_DOT} in DOT |
| `tiling` | {tiles} rows; {some} where rows have no tile |
| `render --format png` | {pixels} million pixels |
"
    )
}

#[test]
fn the_limits_of_the_guide_are_those_of_the_code() {
    let guide = crate::helpers::read("docs/guide.md");
    let (_, rest) = guide
        .split_once("<!-- limits: begin -->\n\n")
        .expect("a mark");
    let (text, _) = rest.split_once("<!-- limits: end -->").expect("a mark");
    assert_eq!(text, table());
}

#[test]
fn a_message_about_a_wall_with_few_empty_cells_has_the_limit_of_all_cells() {
    // Of 10×13 cells, 16 are empty.
    let initial = (1..=114).map(|cell| format!("{cell} ")).collect::<String>();
    for words in ["graph", "solve --method graph"] {
        let run = azulejo(&format!("{words} --size 10x13 --initial \"{initial}\""));
        assert!([1, 2].contains(&run.code), "{words}: {run:?}");
        run.says("at most 128 cells; this wall has 130");
    }
}
