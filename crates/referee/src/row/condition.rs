//! Conditions of rows on single moves.

use super::{Amount, At, Played, Row};
use crate::wall::Wall;

/// A row that is written out once, as a condition on a move: on what is filled before a turn, and on its tile.
#[derive(Debug, Clone)]
pub(crate) struct Condition {
    pub(crate) turn: usize,
    row: Row,
    at: (i64, [usize; 3]),
}

impl Row {
    /// The parts of it, written out, that speak of what is filled before a turn and of its tile alone. What it says
    /// beyond them is left out.
    pub(crate) fn conditions(&self, wall: Wall, turns: usize) -> Vec<Condition> {
        let last = turns as i64;
        let mut conditions = Vec::new();
        self.written_out(wall, last, &mut |at| {
            if let Some(turn) = self.turn_of(at.t, last) {
                let lines = [at.row, at.column, at.line];
                let row = self.clone();
                conditions.push(Condition {
                    turn,
                    row,
                    at: (at.t, lines),
                });
            }
            true
        });
        conditions
    }

    /// The turn of a condition; none if more turns than one matter, or none at all.
    fn turn_of(&self, t: i64, last: i64) -> Option<usize> {
        let (mut least, mut most) = (i64::MAX, i64::MIN);
        for (_, amount) in self.any.iter().flat_map(|one| &one.sum) {
            let (moment, first) = match amount {
                Amount::One => continue,
                _ => amount.moment()?,
            };
            let number = moment.number(t, last);
            // What is filled in a turn is told by the time before it, too.
            least = least.min(number - first);
            most = most.max(number);
        }
        let turn = usize::try_from(most.max(1)).ok()?;
        let is_of_one = 0 <= least && most <= last && most - least <= 1;
        (is_of_one && turn as i64 <= last).then_some(turn)
    }
}

impl Condition {
    /// Whether the condition holds where the turn fills a cell beside others; `filled` tells the others.
    pub(crate) fn holds(
        &self,
        wall: Wall,
        turns: usize,
        cell: usize,
        filled: impl Fn(usize) -> bool,
    ) -> bool {
        let turn = self.turn;
        // All that is filled before may have been filled in the turn before, or at first.
        let early = turn.saturating_sub(1);
        let when = |one: usize| match one {
            0 => turns + 1,
            _ if one == cell => turn,
            _ if filled(one) => early,
            _ => turns + 1,
        };
        let (row, column) = wall.place(cell);
        let along = |line: usize, place: usize| {
            let cells = wall.line(line);
            let has = |at: &&usize| filled(**at);
            let after = cells[place + 1..].iter().take_while(has).count();
            let before = cells[..place].iter().rev().take_while(has).count();
            match before + after {
                0 => 0,
                others => others as u32 + 1,
            }
        };
        let lengths = along(row, column) + along(wall.rows + column, row);
        let mut points = vec![0; turn];
        points.push(lengths.max(1));
        let played = Played {
            turn: (0..=wall.size()).map(when).collect(),
            points,
            turns,
        };
        let (t, [row, column, line]) = self.at;
        let at = At {
            t,
            row,
            column,
            line,
        };
        self.row.any.iter().any(|one| one.holds(wall, &played, &at))
    }
}
