//! Rows from top to bottom in every round.

use super::{Constraint, Flag, Kind};
use crate::instance::Builder;

pub(super) static KIND: Kind = Kind {
    name: "rounds",
    fields: &[],
    flag: Flag::Rule {
        help: "Turn 1 fills a cell of row 1, turn 2 of row 2, and so on; after the last row comes row 1 again",
    },
    words: "rounds: every round fills the rows from top to bottom",
    sentence: "The tiles come in rounds: each round fills one cell of every row, from the top row down.",
    marks: &[],
    fault: |_| None,
    constraint: |_| Some(Constraint::Rounds),
};

impl Builder {
    /// Turn t fills a cell of row ((t − 1) mod rows) + 1: the thesis's second constraint.
    pub fn rounds(self) -> Self {
        self.constraint(&KIND, Vec::new())
    }
}
