//! Walls with constraints are as hard as feedback vertex sets (docs/proofs.md, section 12).

#[path = "../../examples/hardness.rs"]
mod example;

use crate::common::parse;
use crate::kit::proven;
use azulejo::instance::Sense;
use azulejo::solve::Method;
use example::wall_of;
use itertools::Itertools;

/// The most vertices that induce a subgraph without a cycle, by all sets of vertices.
fn largest_acyclic(vertices: u64, arcs: &[(u64, u64)]) -> u32 {
    let is_acyclic = |set: u32| {
        let mut rest = set;
        // Take away vertices that no arc of the rest leads to.
        let is_first = |rest: u32, vertex: u64| {
            let mut incoming_arcs = arcs.iter().filter(|(_, to)| *to == vertex);
            rest >> vertex & 1 == 1 && incoming_arcs.all(|(from, _)| rest >> from & 1 == 0)
        };
        while let Some(first) = (0..vertices).find(|&vertex| is_first(rest, vertex)) {
            rest &= !(1 << first);
        }
        rest == 0
    };
    let sets = (0..1u32 << vertices).filter(|&set| is_acyclic(set));
    sets.map(u32::count_ones).max().expect("the empty set")
}

fn score(vertices: u64, arcs: &[(u64, u64)], sense: Sense) -> u32 {
    let wall = wall_of(vertices, arcs, sense).expect("valid");
    proven(&wall, Method::Auto).expect("an order")
}

/// Every digraph of two vertices, loops included, and digraphs of three and of four by their number.
fn digraphs() -> Vec<(u64, Vec<(u64, u64)>)> {
    let digraph = |vertices: u64, number: u32| {
        let pairs = (0..vertices).cartesian_product(0..vertices);
        let arcs = pairs.enumerate().filter(|(at, _)| number >> at & 1 == 1);
        (vertices, arcs.map(|(_, arc)| arc).collect_vec())
    };
    let two = (0..16).map(|number| digraph(2, number));
    let three =
        (0..20).map(|number| digraph(3, ((number * 2_654_435_761u64) >> 7) as u32 & 0b011_101_110));
    let four =
        (0..8).map(|number| digraph(4, (number * 40_503 + 0x5a5a) as u32 & 0b0111_1011_1101_1110));
    two.chain(three).chain(four).collect()
}

#[test]
fn the_score_is_a_constant_and_the_largest_acyclic_subgraph() {
    for (vertices, arcs) in digraphs() {
        let acyclic = largest_acyclic(vertices, &arcs);
        let all = vertices as u32;
        let loss = score(vertices, &[], Sense::Maximize) - score(vertices, &arcs, Sense::Maximize);
        assert_eq!(loss, all - acyclic, "{arcs:?}");
        let gain = score(vertices, &arcs, Sense::Minimize) - score(vertices, &[], Sense::Minimize);
        assert_eq!(gain, all - acyclic, "{arcs:?}");
    }
}

/// The files in `instances/hardness/` are those walls, for two cycles that share a vertex.
#[test]
fn the_files_are_walls_of_digraphs() {
    let arcs = [(0, 1), (1, 0), (1, 2), (2, 1)];
    let [maximum, minimum] = [
        include_str!("../../instances/hardness/two-cycles-max.json"),
        include_str!("../../instances/hardness/two-cycles-min.json"),
    ];
    for (file, sense) in [(maximum, Sense::Maximize), (minimum, Sense::Minimize)] {
        assert_eq!(parse(file), wall_of(3, &arcs, sense).expect("valid"));
    }
}
