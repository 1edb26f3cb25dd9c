//! A digraph as a wall: the maximum of the wall determines the most vertices of an acyclic induced subgraph, which is
//! NP-hard to find. Section 12 of docs/proofs.md has the proof.

use azulejo::instance::{Instance, InvalidInstance, Sense};
use azulejo::solve::{Method, Settings, solve};
use std::error::Error;

/// The wall of a digraph with the vertices 0, 1, …: each vertex has three adjacent cells r, m, l in a row and in
/// columns of its own; the minimum has l in the middle instead of m. An arc i → j requires l of i before m of j. All
/// other cells follow one after the other.
pub(crate) fn wall_of(
    vertices: u64,
    arcs: &[(u64, u64)],
    sense: Sense,
) -> Result<Instance, InvalidInstance> {
    let columns = 3 * vertices;
    let cell = |vertex: u64, place: u64| vertex * columns + 3 * vertex + place + 1;
    let (m, l) = match sense {
        Sense::Maximize => (1, 2),
        Sense::Minimize => (2, 1),
    };
    let (m, l) = (|vertex| cell(vertex, m), |vertex| cell(vertex, l));

    let mut wall = Instance::builder(vertices, columns, sense);
    for vertex in 0..vertices {
        // Cell r comes before the middle cell.
        wall = wall.before(cell(vertex, 0), cell(vertex, 1));
    }
    for &(from, to) in arcs {
        wall = wall.before(l(from), m(to));
    }
    let vertex_cells: Vec<u64> = (0..vertices)
        .flat_map(|vertex| (0..3).map(move |place| cell(vertex, place)))
        .collect();
    let other_cells: Vec<u64> = (1..=vertices * columns)
        .filter(|cell| !vertex_cells.contains(cell))
        .collect();
    for pair in other_cells.windows(2) {
        wall = wall.before(pair[0], pair[1]);
    }
    if let Some(&first) = other_cells.first() {
        for &cell in &vertex_cells {
            wall = wall.before(cell, first);
        }
    }
    wall.build()
}

#[allow(dead_code, reason = "a test takes the rest of this file")]
fn main() -> Result<(), Box<dyn Error>> {
    // Two cycles that share the vertex 1: without it no cycle is left.
    let arcs = [(0, 1), (1, 0), (1, 2), (2, 1)];
    let score = |arcs: &[(u64, u64)]| -> Result<u32, Box<dyn Error>> {
        let wall = wall_of(3, arcs, Sense::Maximize)?;
        let answer = solve(&wall, Method::Auto, &Settings::default())?;
        Ok(answer.outcome.verdict.score().ok_or("there is an order")?)
    };
    let (with_arcs, without_arcs) = (score(&arcs)?, score(&[])?);
    println!("without arcs the maximum is {without_arcs}, with the four arcs {with_arcs}");
    println!(
        "vertices to remove until no cycle is left: {}",
        without_arcs - with_arcs
    );
    Ok(())
}
