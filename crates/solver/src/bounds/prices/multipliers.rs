//! Lagrangian multipliers, and the prices that they make in whole numbers.

use super::PARTS;
use super::precedences::WaitPrices;

/// Part of the last direction in the next one. A subgradient alone leads to and fro across the valley (P. M. Camerini, L. Fratta and
/// F. Maffioli, Mathematical Programming Study 3, 1975).
const DEFLECTION: f64 = 0.9;

/// Lagrangian multipliers, or a direction of them.
#[derive(Debug, Clone)]
pub(super) struct Multipliers {
    /// Half the price of each turn.
    pub(super) turns: Vec<f64>,
    /// Surcharge of the row, and discount of the column, by turn and cell.
    pub(super) cells: Vec<Vec<f64>>,
    /// Weights of tiles that look like a single, by cell.
    pub(super) weights: Vec<f64>,
    /// Multipliers of precedences, by pair of cells and turn.
    pub(super) waits: Vec<Vec<f64>>,
}

impl Multipliers {
    /// Multipliers of zero, but for `turn` for all turns and `weight` for all weights.
    pub(super) fn uniform(
        (turns, cells, precedences): (usize, usize, usize),
        turn: f64,
        weight: f64,
    ) -> Self {
        Self {
            turns: vec![turn; turns],
            cells: vec![vec![0.0; cells]; turns],
            weights: vec![weight; cells],
            waits: vec![vec![0.0; turns]; precedences],
        }
    }

    /// Multipliers with a surcharge on all turns, once for rows and once for columns.
    pub(super) fn dearer(&self, surcharge: f64) -> Self {
        let mut multipliers = self.clone();
        multipliers
            .turns
            .iter_mut()
            .for_each(|price| *price += surcharge);
        multipliers
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
        let waits = self.waits.iter_mut().flatten();
        prices.chain(&mut self.weights).chain(waits)
    }

    /// The square of the length of a direction.
    pub(super) fn square(&self) -> f64 {
        self.all().map(|slope| slope * slope).sum()
    }

    /// Turns the direction towards the last one.
    pub(super) fn deflect(&mut self, last: &Self) {
        for (new, last) in self.all_mut().zip(last.all()) {
            *new += DEFLECTION * (last - *new);
        }
    }

    /// Moves along a direction, within the ranges of the multipliers.
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

/// Prices, in parts of a point.
pub(super) struct IntegerPrices {
    /// Prices for strips and for columns, by turn and cell.
    pub(super) strips: Vec<Vec<i32>>,
    pub(super) columns: Vec<Vec<i32>>,
    pub(super) turns: Vec<i32>,
    pub(super) total: i32,
    pub(super) wait_prices: WaitPrices,
}

/// A price in parts of a point.
pub(super) fn in_parts(price: f64) -> i32 {
    // A tile earns less than this. With higher prices, the prices of all lines could look like an impossible gain.
    (price.clamp(-100.0, 100.0) * f64::from(PARTS)).round() as i32
}
