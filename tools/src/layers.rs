//! Counts the first layers of a square wall twice: with all its symmetries, and with half of them.
//!
//! `cargo maintain layers 8 30` counts the layers of the maximum of 8×8 up to 30 tiles. The orders that lead to a layer
//! must be the same both times; the classes of coverings, their tables and merges are not. The program prints a table,
//! and fails where the numbers differ. For 10×10 and 40 tiles it takes some hours.

use crate::Result;
use azulejo::instance::{Instance, Sense};
use azulejo::outcome::Orders;
use azulejo::problem::Problem;
use azulejo::solve::{Settings, layers};
use azulejo::wall::{Cell, CellSet};
use clap::Args;

/// A layer: its classes, and the orders that lead to them.
type Layer = (u64, Orders);

#[derive(Args)]
pub(crate) struct LayersArgs {
    /// The side of the wall
    size: usize,
    /// How many layers
    tiles: usize,
}

pub(crate) fn run(&LayersArgs { size, tiles }: &LayersArgs) -> Result {
    let instance = Instance::builder(size as u64, size as u64, Sense::Maximize).build()?;
    let problem = Problem::from(&instance);
    let limit = problem.horizon().min(tiles);
    println!("| tiles | classes | classes, half of the symmetries | orders |\n|---|---|---|---|");
    let all = first_layers(&problem, limit, &[])?;
    // The half turn and the mirrors along the two diagonals keep these corners.
    let corners = [Cell::from_number(1), Cell::from_number(size * size)];
    let half = first_layers(&problem, limit, &corners)?;
    for (number, ((classes, orders), (half_classes, half_orders))) in
        all.into_iter().zip(half).enumerate()
    {
        let tiles = number + 1;
        println!("| {tiles} | {classes} | {half_classes} | {orders} |");
        if orders != half_orders {
            return Err(format!("{half_orders} orders of {tiles} tiles with half of them").into());
        }
    }
    Ok(())
}

/// The first layers, with the symmetries that fix the given cells.
fn first_layers(problem: &Problem, limit: usize, cells: &[Cell]) -> Result<Vec<Layer>> {
    let cells = CellSet::of(problem.wall(), cells.iter().copied());
    let mut layers = layers(problem, &Settings::default())?.fixing(&cells);
    let mut first_layers = Vec::new();
    while first_layers.len() < limit && layers.advance()? {
        first_layers.push((layers.classes(), layers.orders()?));
        eprintln!("{} tiles: {} classes", first_layers.len(), layers.classes());
    }
    Ok(first_layers)
}
