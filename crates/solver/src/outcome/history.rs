//! The course of a verdict: the bound and the best order at each moment, and the effort.

use crate::formulation::Equation;
use serde::{Deserialize, Serialize};

/// Course of a method to its verdict.
#[derive(Debug, Clone, PartialEq)]
pub enum History {
    /// Rounds of a mixed-integer program.
    Milp(MilpHistory),
    /// Layers of coverings by number of tiles.
    Layers(LayerHistory),
    /// Only a bound and an order, without a search.
    Bound(BoundHistory),
}

impl From<LayerHistory> for History {
    /// A history without layers is a [`BoundHistory`].
    fn from(history: LayerHistory) -> Self {
        match history.layers.is_empty() {
            true => Self::Bound(BoundHistory {
                bound: history.bound,
                start: history.start,
            }),
            false => Self::Layers(history),
        }
    }
}

/// The bound and the order before a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BoundHistory {
    /// The bound: no score is better.
    pub bound: u32,
    /// The score of the constructed order, if there is one.
    pub start: Option<u32>,
}

/// Course of the bound and of the best order of a mixed-integer solve.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct MilpHistory {
    /// The number of rows of each equation in the first program, by the number of the equation.
    pub rows: Vec<(&'static Equation, usize)>,
    /// The rounds of separation, which add lazy rows to the linear relaxation; none without lazy
    /// rows.
    pub separation: Vec<Separation>,
    /// The runs of the solver, in their order.
    pub rounds: Vec<Round>,
    /// The bound and the incumbent over time: the first moment is before the first round, the last one the end. Neither the
    /// bound nor the incumbent ever gets worse. There is a moment for each change of the bound or the incumbent, and for each
    /// doubling of the nodes.
    pub moments: Vec<Moment>,
}

/// The relaxation, solved with some more rows.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Separation {
    /// Rows that came to it.
    // All rows that its previous solution violated, or the most violated ones.
    pub rows: usize,
    /// Its bound.
    pub bound: f64,
}

/// A run of the solver.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Round {
    /// Its bound by its first linear program; none where it did not tell.
    // After its presolve.
    pub relaxation: Option<f64>,
    /// Its bound when the root was done; none where it was stopped before.
    pub root_bound: Option<f64>,
    /// Cuts of its own in the linear program of the root; none where it did not tell.
    pub solver_cuts: Option<usize>,
    /// Branch-and-bound nodes.
    pub nodes: u64,
    /// The cells of each cycle in its solution.
    // The next round has rows that exclude them.
    pub cycles: Vec<usize>,
}

/// The score and the bound at a moment.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Moment {
    /// Since the method began.
    pub seconds: f64,
    /// The run of the solver, from 1; 0 before the first.
    pub round: usize,
    /// Branch-and-bound nodes, over all rounds so far.
    pub nodes: u64,
    /// The bound: no score is better.
    // By the formulation itself, or by any round.
    pub bound: u32,
    /// The bound that the solver has proven in this round alone.
    pub solver_bound: Option<u32>,
    /// The score of the best order so far.
    // A solution with a cycle is no order.
    pub incumbent: Option<u32>,
}

/// The layers of a search over coverings.
#[derive(Debug, Clone, PartialEq)]
pub struct LayerHistory {
    /// The bound before the first layer: no score is better.
    pub bound: u32,
    /// The score of the first incumbent. The search drops coverings that cannot reach it.
    pub start: Option<u32>,
    /// The number of symmetries of the problem that define the classes of coverings; 1 without classes.
    pub symmetries: usize,
    /// The layers from the covering before turn 1 on; without the last ones if the search was stopped.
    pub layers: Vec<Layer>,
}

/// The coverings of a number of tiles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Layer {
    /// The number of visited coverings, or classes of coverings.
    pub states: u64,
    /// The number of sets with this number of cells, without constraints.
    pub all: u128,
}

impl Layer {
    /// The layers of a problem with `free` empty cells, by their numbers of visited states.
    pub(crate) fn all_of(free: usize, states: impl IntoIterator<Item = u64>) -> Vec<Self> {
        let mut all: u128 = 1;
        let layers = states.into_iter().enumerate().map(|(tiles, states)| {
            let layer = Self { states, all };
            // The product may overflow; the quotient fits for the cells of a covering.
            let (left, next) = (free.saturating_sub(tiles) as u128, tiles as u128 + 1);
            all = all / next * left + all % next * left / next;
            layer
        });
        layers.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layer_sizes_are_binomial_coefficients() {
        let layers = Layer::all_of(5, [1; 6]);
        let all = layers.iter().map(|layer| layer.all);
        assert_eq!(all.collect::<Vec<_>>(), [1, 5, 10, 10, 5, 1]);
        let layers = Layer::all_of(128, [1; 129]);
        // 128! / 64!²
        let middle = 23_951_146_041_928_082_866_135_587_776_380_551_750;
        assert_eq!(layers[64].all, middle);
        assert_eq!((layers[128].all, layers[1].all), (1, 128));
    }
}
