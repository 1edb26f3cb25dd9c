//! The limits of docs/guide.md are those of the code, and a message about a limit names the one that is broken.

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
    let rows = [
        (
            "an instance",
            format!(
                "{} cells, in a file of {} MiB",
                Instance::MAX_CELLS,
                Instance::MAX_BYTES >> 20
            ),
        ),
        (
            "ordering formulation: `solve`",
            format!(
                "{} cells, lines of {}",
                OrderingFormulation::MAX_GENERATED,
                OrderingFormulation::MAX_LINE
            ),
        ),
        (
            "ordering formulation: `formulate`, `relax`",
            format!(
                "{} cells, lines of {}",
                OrderingFormulation::MAX_CELLS,
                OrderingFormulation::MAX_LINE
            ),
        ),
        (
            "case-study formulation, and its disaggregated variant",
            format!("{} cells", CaseStudy::MAX_CELLS),
        ),
        (
            "frontier: `count --method frontier`, `orders`, `solve --method frontier`; with `backward`, too",
            format!(
                "{} cells, lines of {}; memory and disk",
                Covering::MAX_CELLS,
                LineBounds::LONGEST
            ),
        ),
        (
            "`count --method last-merge`",
            format!(
                "square walls to {0}×{0}, the maximum, without constraints and bonuses; memory",
                merge::LARGEST
            ),
        ),
        (
            "`count --all-scores`",
            format!("{MAX_FREE} empty cells, walls of {}", Covering::MAX_CELLS),
        ),
        (
            "dense layers: `solve`, `count`",
            format!(
                "{MAX_FREE} empty cells, walls of {}; {} MiB",
                Covering::MAX_CELLS,
                size_of::<u16>() << MAX_FREE >> 20
            ),
        ),
        (
            "state graph: `graph`, `solve --method graph`, the cross-check",
            format!(
                "{} empty cells, walls of {}",
                StateGraph::MAX_FREE,
                Covering::MAX_CELLS
            ),
        ),
        (
            "a picture of the state graph",
            format!("{MAX_SVG} coverings in SVG, {MAX_DOT} in DOT"),
        ),
        (
            "`tiling`",
            format!(
                "{} rows; {} where rows have no tile",
                Permutation::MAX_ROWS,
                Permutation::MAX_INCOMPLETE_ROWS
            ),
        ),
        (
            "`render --format png`",
            format!("{} million pixels", MAX_PIXELS / 1_000_000),
        ),
    ];
    let rows = rows.map(|(what, limit)| format!("| {what} | {limit} |\n"));
    format!("| what | at most |\n|---|---|\n{}", rows.concat())
}

#[test]
fn the_limits_of_the_guide_are_those_of_the_code() {
    let guide = std::fs::read_to_string("docs/guide.md").expect("a file");
    let (_, rest) = guide
        .split_once("<!-- limits: begin -->\n\n")
        .expect("a mark");
    let (written, _) = rest.split_once("<!-- limits: end -->").expect("a mark");
    assert_eq!(written, table());
}

#[test]
fn beyond_a_limit_the_message_names_the_limit_that_is_broken() {
    // The first 112 of 10×13 cells, which leave 18 empty.
    let initial = (1..=114).map(|cell| format!("{cell} ")).collect::<String>();
    let large = format!("--size 10x13 --initial \"{initial}\"");
    for (words, says) in [
        (
            "solve --size 33x32",
            "a wall of 33×32 is too large: at most 1024 cells",
        ),
        (
            "formulate --size 20x21",
            "at most 400 cells; this wall has 420",
        ),
        (
            "formulate --size 65x2",
            "at most 64 cells in a line; this wall has 65",
        ),
        (
            "formulate --size 37x1 --method case-study",
            "at most 36 cells; this wall has 37",
        ),
        (
            "formulate --size 1x37 --method disaggregated",
            "at most 36 cells; this wall has 37",
        ),
        (
            "count --size 1x17 --method frontier",
            "at most 16 cells in a line; this wall has 17",
        ),
        (
            "orders --size 17x8 --list 1",
            "at most 16 cells in a line; this wall has 17",
        ),
        ("count --size 16x9", "at most 128 cells; this wall has 144"),
        (
            "solve --method frontier --size 12x11",
            "at most 128 cells; this wall has 132",
        ),
        (
            "count --size 13 --method last-merge",
            "a square wall from 2×2 to 11×11",
        ),
        (
            "count --all-scores --size 2x13",
            "at most 25 empty cells; this wall has 26",
        ),
        (
            "count --all-scores --size 4x5 --memory 1MiB",
            "of which 1.0 MiB are allowed: give more with --memory",
        ),
        (
            "graph --size 1x17",
            "at most 16 empty cells; this wall has 17",
        ),
        (
            &format!("graph {large}"),
            "at most 128 cells; this wall has 130",
        ),
        (
            &format!("solve --method graph {large}"),
            "at most 128 cells; this wall has 130",
        ),
        ("graph --size 2x5", "SVG takes at most 512"),
        ("graph --size 1x13 --format dot", "DOT takes at most 4096"),
        (
            "orders --size 2 --list 1000001",
            "at most 1000000 are printed",
        ),
        (
            "render --size 100x1 --method graph",
            "at most 16 empty cells; this wall has 100",
        ),
    ] {
        let run = azulejo(words);
        assert!([1, 2].contains(&run.code), "{words}: {run:?}");
        run.says(says);
    }
    if cfg!(feature = "highs") {
        azulejo("solve --size 31x30 --method ordering")
            .ended(1)
            .says("at most 900 cells; this wall has 930");
        azulejo("relax --size 20x21")
            .ended(1)
            .says("at most 400 cells; this wall has 420");
    }
}

#[test]
fn at_a_limit_there_is_an_answer() {
    for words in [
        "formulate --size 36x1 --method case-study --turns 2",
        "formulate --size 64x2",
        "count --size 1x16 --turns 3",
        "count --all-scores --size 1x25 --turns 4",
        "solve --size 1x16 --method graph",
        "graph --size 3",
        "orders --size 1 --sample 1000",
    ] {
        assert_eq!(azulejo(words).code, 0, "{words}");
    }
}
