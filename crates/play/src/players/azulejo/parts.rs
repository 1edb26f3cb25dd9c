//! The parts of a value: a leaf's judgement is a sum of parts.

use super::board_weights::{BoardWeights, WeightSet};
use super::features::{BoardView, Moment, SCORE, Supply, part};
use super::ingredients::Azulejo;
use super::part::Part;
use azulejo_rules::{Board, Position};
use std::cmp::Reverse;

/// The evaluation of a board by part, in ten-thousandths of a point.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Parts([i32; Part::ALL.len()]);

impl Parts {
    /// A part, in ten-thousandths of a point.
    pub fn get(&self, part: Part) -> i32 {
        self.0[part as usize]
    }

    /// The evaluation of the board: the sum of all parts, in ten-thousandths of a point.
    pub fn sum(&self) -> i32 {
        self.0.iter().sum()
    }

    /// The parts of a board's evaluation by the given weights.
    pub(super) fn of(view: &BoardView<'_>, set: &WeightSet) -> Self {
        let mut parts = Self::default();
        view.each(|place, number| parts.0[part(place) as usize] += set.weights[place] * number);
        let (board, score) = (view.board, view.prospect.score());
        let tile_points = board.full_points();
        let neighbour_points = tile_points - board.full_lines().count_ones();
        let charge = board.score() + tile_points - score;
        // The score has the points of neighbours and the charge of the floor; the part `Points` has neither.
        let [neighbour_points, charge] =
            [neighbour_points, charge].map(|points| set.weights[SCORE] * points as i32);
        parts.0[Part::Points as usize] += charge - neighbour_points;
        parts.0[Part::Neighbours as usize] += neighbour_points;
        parts.0[Part::Floor as usize] -= charge;
        parts
    }
}

/// The leaf of a line of play, evaluated for the player who searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Leaf {
    /// The value in thousandths of a logit of the probability to win.
    pub value: i32,
    /// Whether the game is over at the leaf; the lead is then counted, not estimated.
    pub ended: bool,
    /// The player over whom the lead is: the other player of two, or the best of the others.
    pub other: usize,
    /// The expected final difference, in ten-thousandths of a point.
    pub lead: i32,
}

impl Azulejo {
    /// The evaluation of each board, by player, at two ends of lines of play from a position. Both ends have the same
    /// weights, so that a part of two boards differs only where the boards do.
    ///
    /// The weights are those of the moment that is nearer to the end of the game. Where the game is over at an end, or
    /// ends with the round at one end alone, a board counts by the rules: its score and its bonuses.
    pub fn compared(&self, position: &Position, ends: &[Position; 2]) -> [Vec<Parts>; 2] {
        let moments = ends.each_ref().map(Moment::of);
        let [first, second] = moments;
        let is_last_round = |moment: Moment| moment.longest == Board::ROWS;
        let is_counted = moments
            .iter()
            .any(|moment| is_last_round(*moment) && moment.stage == 0);
        let set = match is_counted || is_last_round(first) != is_last_round(second) {
            true => *BoardWeights::plain().at(first),
            false => {
                let lateness = |moment: &Moment| (moment.longest, Reverse(moment.stage));
                *self
                    .weights(position.players())
                    .at(std::cmp::max_by_key(first, second, lateness))
            }
        };
        let supply = Supply::of(position);
        ends.each_ref().map(|end| {
            let players = 0..end.players().count();
            let parts = players.map(|player| Parts::of(&BoardView::of(end, player, &supply), &set));
            parts.collect()
        })
    }
}
