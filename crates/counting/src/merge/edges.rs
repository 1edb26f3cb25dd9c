//! Polynomials of the ways in which the staircases of a part fill when a single tile joins the part at a corner.
//!
//! Give each tile a time between 0 and 1. A part is born at a time, from which its staircases fill; a single joins it later. Let
//! z be the share of the time after the birth that is left when the single comes. A staircase next to the single's corner is then
//! made longer by a column of all rows of the part, and goes on to fill. The chance that its cells come in an order that is
//! allowed is a polynomial in z, for a staircase λ of a part of m rows z^m (e_0 + e_1 z + … + e_|λ| z^|λ|).
//!
//! The next cell may come before the single does. Let λ⁻ be the staircases without one of the inner corners of λ. Then
//! (|λ| − j) e_j(λ) is the sum of e_j(λ⁻), for j < |λ|; and with z = 1 all cells come after the single, so that the e_j add up to 1
//! through the hooks of the longer staircase (`docs/proofs.md`, section 15).

use super::boundary::{Path, apart, cells, empty, paths, without_corner};
use super::grow::Numbers;
use super::residues::Residues;

/// The polynomials of all staircases of parts of some rows.
#[derive(Debug)]
pub(super) struct Edges {
    /// The index of the first coefficient of each path.
    starts: Vec<u32>,
    coefficients: Vec<Residues>,
}

impl Edges {
    pub(super) fn new(numbers: &Numbers, rows: usize) -> Self {
        let field = &numbers.field;
        // Each row and each column of a part has a tile.
        let is_of_part = |path: &Path| path & 1 == 1 && path >> (2 * rows - 1) == 0;
        let mut all: Vec<_> = paths(rows).filter(is_of_part).collect();
        all.sort_by_key(|&path| cells(path));
        let fractions: Vec<_> = (0..=rows * rows)
            .map(|number| numbers.fraction(number))
            .collect();
        let mut edges = Self {
            starts: vec![0; 1 << (2 * rows)],
            coefficients: Vec::new(),
        };
        for path in all {
            let (start, size) = (edges.coefficients.len(), cells(path));
            edges.starts[path as usize] = start as u32;
            let mut last = numbers.hook_fraction(apart(path, rows, empty(1)), rows + 1);
            for power in 0..size {
                let mut sum = Residues::ZERO;
                for smaller_path in without_corner(path, rows) {
                    // The smaller staircase has a cell less, and the same powers but the last.
                    let other =
                        edges.coefficients[edges.starts[smaller_path as usize] as usize + power];
                    field.add(&mut sum, &other);
                }
                let coefficient = field.product(&sum, &fractions[size - power]);
                field.subtract(&mut last, &coefficient);
                edges.coefficients.push(coefficient);
            }
            edges.coefficients.push(last);
        }
        edges
    }

    /// The coefficients of a staircase, that of z^m first.
    pub(super) fn of(&self, path: Path) -> &[Residues] {
        let start = self.starts[path as usize] as usize;
        &self.coefficients[start..=start + cells(path)]
    }

    /// The memory of all edges, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        (size_of_val(&*self.starts) + size_of_val(&*self.coefficients)) as u64
    }
}
