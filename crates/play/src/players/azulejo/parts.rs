//! What a value is made of: a leaf's judgement is a sum, which can be told in parts.

use super::board_weights::{POINT, WeightSet};
use super::features::{BoardView, part};
use super::part::Part;
use azulejo_rules::EndBonus;

/// What a board is worth, in ten-thousandths of a point, by part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Parts([i32; Part::ALL.len()]);

impl Parts {
    /// A part, in ten-thousandths of a point.
    pub fn get(&self, part: Part) -> i32 {
        self.0[part as usize]
    }

    /// All parts together: what the board is worth.
    pub fn sum(&self) -> i32 {
        self.0.iter().sum()
    }

    /// Of a board whose floor takes so many points of the score.
    pub(super) fn of(view: &BoardView<'_>, set: &WeightSet, charged: i32) -> Self {
        let mut parts = Self::default();
        view.each(|place, number| parts.0[part(place) as usize] += set.weights[place] * number);
        // The score has lost what the floor costs; as a part, it has not.
        let charge = set.weights[0] * charged;
        parts.0[Part::Points as usize] += charge;
        parts.0[Part::Floor as usize] -= charge;
        parts
    }

    /// Of a board at the end of the game.
    pub(super) fn ended(points: i32, charged: i32, bonus: EndBonus) -> Self {
        let mut parts = Self::default();
        let of = |count: u32, each: u32| (count * each) as i32;
        for (part, points) in [
            (Part::Points, points),
            (Part::Floor, -charged),
            (Part::Rows, of(bonus.rows, EndBonus::ROW)),
            (Part::Columns, of(bonus.columns, EndBonus::COLUMN)),
            (Part::Colours, of(bonus.colours, EndBonus::COLOUR)),
        ] {
            parts.0[part as usize] = POINT * points;
        }
        parts
    }
}

/// Where a line of play ends, and what it is worth there for the player who searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Leaf {
    /// In thousandths of a logit of the probability to win.
    pub value: i32,
    /// Whether the game is over there; the lead is then counted, not judged.
    pub ended: bool,
    /// The other player, or the best of the others.
    pub other: usize,
    /// The expected final difference, in ten-thousandths of a point.
    pub lead: i32,
    /// What the player's own board is worth.
    pub own: Parts,
    /// What the other player's board is worth.
    pub theirs: Parts,
}
