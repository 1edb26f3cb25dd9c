//! The maximum of an empty wall after some turns: `docs/proofs.md`, section 5.
//!
//! No order of a set of cells scores more than Φ: the sum of 1 + 2 + … + n over its lines of n cells, with the bonus of
//! complete lines, less the fewest starts, which are the lines that have cells less the most cells of which no two
//! share a line. No set has a greater Φ than the shape of some partition. The check enumerates all partitions.

use crate::refusal::{Refusal, need};
use crate::statement::{Sense, Statement};

/// The limit of partitions.
const MOST: usize = 10_000_000;

/// Checks that Φ is less than the goal for all shapes of as many cells as there are turns.
pub(super) fn check(
    statement: &Statement,
    goal: Option<i128>,
    is_stopped: &dyn Fn() -> bool,
) -> Result<(), Refusal> {
    let maximizes = statement.sense == Sense::Maximize && statement.initial.is_empty();
    let reason = "it bounds the maximum of a wall that is empty at first";
    need(maximizes, "shapes", reason)?;
    let is_plain = statement.colours().is_empty();
    need(is_plain, "shapes", "it knows no bonus for colours")?;
    let mut search = Search {
        statement,
        is_stopped,
        best: 0,
        count: 0,
    };
    search.extend(&mut Vec::new(), statement.turns, statement.wall.columns)?;
    let reason = format_args!("it proves a score of {} at most", search.best);
    let is_proof = goal.is_some_and(|goal| search.best < goal);
    need(is_proof, "shapes", reason)
}

struct Search<'a> {
    statement: &'a Statement,
    is_stopped: &'a dyn Fn() -> bool,
    best: i128,
    count: usize,
}

impl Search<'_> {
    /// Enumerates the partitions that begin with the given parts.
    fn extend(&mut self, parts: &mut Vec<usize>, tiles: usize, max: usize) -> Result<(), Refusal> {
        if tiles == 0 {
            self.best = self.best.max(self.phi(parts));
            self.count += 1;
            let is_due = self.count.is_multiple_of(4096);
            need(!is_due || !(self.is_stopped)(), "shapes", "stopped")?;
            return need(self.count < MOST, "shapes", "there are too many partitions");
        }
        let rows = self.statement.wall.rows - parts.len();
        // The remaining tiles must fit in the remaining rows.
        let sizes = (1..=max.min(tiles)).rev();
        for part in sizes.take_while(|part| part * rows >= tiles) {
            parts.push(part);
            self.extend(parts, tiles - part, part)?;
            parts.pop();
        }
        Ok(())
    }

    fn phi(&self, parts: &[usize]) -> i128 {
        let (wall, bonus) = (self.statement.wall, self.statement.bonus);
        let line = |length: usize, full: usize, bonus: u32| {
            let bonus = if length == full { bonus } else { 0 };
            (length * (length + 1) / 2) as i128 + i128::from(bonus)
        };
        let tall = |at| parts.iter().filter(|&&part| part > at).count();
        let across = (0..wall.columns).map(tall).take_while(|&part| part > 0);
        let across: Vec<usize> = across.collect();
        let rows = parts.iter();
        let rows = rows.map(|&part| line(part, wall.columns, bonus.row));
        let columns = across.iter();
        let columns = columns.map(|&part| line(part, wall.rows, bonus.column));
        // As many cells with no two in one line as the fewest lines that have all cells: the first rows and columns.
        let fewest = (0..=parts.len()).map(|row| row + parts.get(row).unwrap_or(&0));
        let starts = parts.len() + across.len() - fewest.min().unwrap_or(0);
        rows.chain(columns).sum::<i128>() - starts as i128
    }
}
