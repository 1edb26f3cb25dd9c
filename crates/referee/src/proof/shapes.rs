//! The maximum of an empty wall after some turns: `docs/proofs.md`, section 5.
//!
//! No order of a set of cells scores more than Φ, the sum of 1 + 2 + … + n over its lines of n cells, with the bonus of
//! complete lines, less the fewest starts: the lines that have cells, less the most cells of which no two share a line.
//! No set has a greater Φ than the shape of some partition. Here all partitions are gone through.

use super::Refusal;
use crate::statement::{Sense, Statement};

/// The most partitions that are gone through.
const MOST: usize = 10_000_000;

/// The greatest Φ of all shapes of as many cells as there are turns.
pub(super) fn bound(statement: &Statement) -> Result<i128, Refusal> {
    let refuse = |reason| Err(Refusal::at("shapes", reason));
    if statement.sense != Sense::Maximize || !statement.initial.is_empty() {
        return refuse("it is a bound of the maximum of a wall that is empty at first");
    }
    if statement.bonus.colour > 0 && statement.rows == statement.columns {
        return refuse("it knows no bonus for colours");
    }
    let mut search = Search {
        statement,
        best: 0,
        left: MOST,
    };
    match search.go_on(&mut Vec::new(), statement.turns, statement.columns) {
        true => Ok(search.best),
        false => refuse("there are too many partitions"),
    }
}

struct Search<'a> {
    statement: &'a Statement,
    best: i128,
    left: usize,
}

impl Search<'_> {
    /// Goes through the partitions that begin with these parts; false where they are too many.
    fn go_on(&mut self, parts: &mut Vec<usize>, tiles: usize, most: usize) -> bool {
        if tiles == 0 {
            self.best = self.best.max(self.phi(parts));
            self.left -= 1;
            return self.left > 0;
        }
        let rows = self.statement.rows - parts.len();
        // What is left must fit in the rows that are left.
        for part in (1..=most.min(tiles))
            .rev()
            .take_while(|part| part * rows >= tiles)
        {
            parts.push(part);
            let goes_on = self.go_on(parts, tiles - part, part);
            parts.pop();
            if !goes_on {
                return false;
            }
        }
        true
    }

    fn phi(&self, parts: &[usize]) -> i128 {
        let Statement {
            rows,
            columns,
            bonus,
            ..
        } = self.statement;
        let across: Vec<usize> = (1..=*columns)
            .map(|at| parts.iter().filter(|&&part| part >= at).count())
            .collect();
        let line = |length: usize, full: usize, bonus: u32| {
            (length * (length + 1) / 2) as i128 + if length == full { i128::from(bonus) } else { 0 }
        };
        let lines = parts
            .iter()
            .map(|&part| line(part, *columns, bonus.row))
            .sum::<i128>()
            + across
                .iter()
                .map(|&part| line(part, *rows, bonus.column))
                .sum::<i128>();
        let used = parts.len() + across.iter().filter(|&&part| part > 0).count();
        // As many cells with no two in one line as the fewest lines that have all cells: the first rows and columns.
        let apart = (0..=parts.len())
            .map(|row| row + parts.get(row).copied().unwrap_or(0))
            .min();
        lines - (used - apart.unwrap_or(0)) as i128
    }
}
