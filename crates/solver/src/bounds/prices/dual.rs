//! The multipliers, and prices in whole numbers.

use super::PARTS;
use super::precedences::Dues;

/// The part of the last direction that the next one keeps. A subgradient alone leads to and fro across the valley (P. M.
/// Camerini, L. Fratta and F. Maffioli, Mathematical Programming Study 3, 1975).
const KEPT: f64 = 0.9;

/// The multipliers.
#[derive(Debug, Clone)]
pub(super) struct Dual {
    /// By turn, half its price.
    pub(super) turns: Vec<f64>,
    /// By turn and cell, what its row pays more than half, and its column less.
    pub(super) cells: Vec<Vec<f64>>,
    /// By cell, the weight of what looks like a single there.
    pub(super) weights: Vec<f64>,
    /// By pair of cells of which one waits, and by turn.
    pub(super) waits: Vec<Vec<f64>>,
}

impl Dual {
    /// With so much more for all turns, once for rows and once for columns.
    pub(super) fn dearer(&self, more: f64) -> Self {
        let mut dual = self.clone();
        dual.turns.iter_mut().for_each(|price| *price += more);
        dual
    }

    /// All multipliers.
    fn all(&self) -> impl Iterator<Item = &f64> {
        let prices = self.turns.iter().chain(self.cells.iter().flatten());
        prices
            .chain(&self.weights)
            .chain(self.waits.iter().flatten())
    }

    fn all_mut(&mut self) -> impl Iterator<Item = &mut f64> {
        let prices = self.turns.iter_mut().chain(self.cells.iter_mut().flatten());
        let more = self.waits.iter_mut().flatten();
        prices.chain(&mut self.weights).chain(more)
    }

    /// The square of the length of a direction.
    pub(super) fn square(&self) -> f64 {
        self.all().map(|slope| slope * slope).sum()
    }

    /// Keeps a part of the last direction.
    pub(super) fn keep(&mut self, last: &Self) {
        for (new, last) in self.all_mut().zip(last.all()) {
            *new += KEPT * (last - *new);
        }
    }

    pub(super) fn step(&mut self, slope: &Self, length: f64) {
        for (price, slope) in self.all_mut().zip(slope.all()) {
            *price -= length * slope;
        }
        for weight in &mut self.weights {
            *weight = weight.clamp(0.0, 1.0);
        }
        for wait in self.waits.iter_mut().flatten() {
            *wait = wait.max(0.0);
        }
    }
}

/// Prices in parts of a point.
pub(super) struct Whole {
    /// By turn and cell.
    pub(super) strips: Vec<Vec<i32>>,
    pub(super) columns: Vec<Vec<i32>>,
    pub(super) turns: Vec<i32>,
    pub(super) paid: i32,
    pub(super) dues: Dues,
}

pub(super) fn whole(price: f64) -> i32 {
    // A tile earns less than this. With higher prices, what all lines pay could be taken for something that never is.
    (price.clamp(-100.0, 100.0) * f64::from(PARTS)).round() as i32
}
