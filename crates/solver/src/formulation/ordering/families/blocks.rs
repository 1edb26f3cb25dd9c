//! Block cuts: of four cells in a square, one is no start.

use super::table::{Cuts, Rows};
use crate::bounds::blocks;
use crate::formulation::ordering::points::PointRows;
use crate::formulation::program::Relation::AtMost;
use crate::formulation::{Equation, Linear};
use crate::instance::Sense;
use crate::wall::Axis;

pub(super) static CUTS: Cuts = Cuts {
    name: "block-cuts",
    help: "(O-13) Of the cells of a 2x2 block, one is no start",
    equations: &[&BLOCKS],
    columns: &[],
    helps: Some(Sense::Minimize),
    rows: Rows::OfWall(|points, _| {
        points.cut_blocks();
        Ok(())
    }),
};

static BLOCKS: Equation = Equation {
    number: "O-13",
    statement: "Block cuts: of the cells of a 2×2 block the last one has filled neighbours in its row and in its \
           column, or one stays empty: the others alone can be starts, in one direction or in both",
    each: "every 2×2 block $B$, over its cells that are empty at first",
    formula: "Σ_{c ∈ B} (sh(c) + sv(c) − u(c)) ≤ |B| − 1",
};

impl PointRows<'_> {
    /// (O-13) The block cuts.
    fn cut_blocks(&mut self) {
        for block in blocks(self.problem.wall()) {
            let free = block
                .into_iter()
                .filter(|cell| !self.problem.initial().contains(*cell));
            let starts = free.map(|cell| {
                let [along, across] = Axis::ALL.map(|axis| self.starts[&(cell, axis)].clone());
                along + across - self.singles[&cell].clone()
            });
            let starts: Vec<Linear> = starts.collect();
            let Some(most) = starts.len().checked_sub(1) else {
                continue;
            };
            let label = format!("_block({})", block[0]);
            self.program.row(
                &BLOCKS,
                label,
                starts.into_iter().sum::<Linear>(),
                AtMost,
                Linear::constant(most as i64),
            );
        }
    }
}
