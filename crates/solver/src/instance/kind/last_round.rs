//! Rows from top to bottom in the last round.

use super::{Constraint, Flag, Kind};
use crate::counted::counted;
use crate::instance::Builder;

pub(super) static KIND: Kind = Kind {
    name: "last-round",
    fields: &[],
    flag: Flag::Rule {
        help: "The last turns fill one cell of each row, from row 1 down",
    },
    words: "last round: the last tiles of the rows from top to bottom",
    sentence: "The last tiles fill one cell of each row, from the top row down.",
    marks: &[],
    fault: |draft| {
        let (rows, turns) = (draft.frame.wall.rows(), draft.frame.turns);
        (turns < rows).then(|| {
            let [rows, turns] = [rows, turns].map(|count| counted(count, "turn"));
            format!("the last {rows} are to fill a row each, but the order has only {turns}")
        })
    },
    constraint: |_| Some(Constraint::LastRound),
};

impl Builder {
    /// The last turns fill row 1, row 2, … in that order: the thesis's first constraint.
    pub fn last_round(self) -> Self {
        self.constraint(&KIND, Vec::new())
    }
}
