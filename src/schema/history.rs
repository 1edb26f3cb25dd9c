use super::Digits;
use crate::formulation::Equation;
use crate::outcome::{self, Moment, Round, Separation};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// How a method came to its verdict.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum History {
    /// A mixed-integer program was solved.
    Milp(Milp),
    /// The coverings of no tiles, of one tile, of two, … were gone through.
    Layers(Layers),
    /// Nothing was searched: a bound and an order are all there is.
    Bound {
        /// The bound: no score is better.
        bound: u32,
        /// The score of the order that was constructed, if one was.
        start: Option<u32>,
    },
}

/// How the bound and the best order of a mixed-integer solve came together.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Milp {
    /// How many rows the program has of each equation.
    pub rows: BTreeMap<EquationNumber, usize>,
    /// The rounds in which rows were added to the relaxation.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub separation: Vec<Separation>,
    /// The runs of the solver.
    pub rounds: Vec<Round>,
    /// The scores and bounds over time.
    pub moments: Vec<Moment>,
}

/// The number of an equation, such as CS-3a; CS-3a is before CS-10.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
#[schemars(extend("pattern" = "^(CS|O)-[0-9]+[a-z]*$"))]
pub struct EquationNumber(String);

impl Ord for EquationNumber {
    fn cmp(&self, other: &Self) -> Ordering {
        let [own, other] = [self, other].map(|number| (Equation::key_of(&number.0), &number.0));
        own.cmp(&other)
    }
}

impl PartialOrd for EquationNumber {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The layers of a search over coverings.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Layers {
    /// The bound before the first layer: no score is better.
    pub bound: u32,
    /// The score of the order that the search started from.
    pub start: Option<u32>,
    /// How many symmetries make one class of coverings.
    pub symmetries: usize,
    /// The layers from the covering before turn 1 on; without the last ones if it was stopped.
    pub layers: Vec<Layer>,
}

/// The coverings of a number of tiles.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Layer {
    /// The coverings, or classes of coverings, that were gone through.
    pub kept: u64,
    /// How many sets of so many cells there are, whatever the constraints.
    pub all: Digits,
}

impl From<&outcome::History> for History {
    fn from(history: &outcome::History) -> Self {
        match history {
            outcome::History::Milp(history) => Self::Milp(history.into()),
            outcome::History::Layers(history) => Self::Layers(history.into()),
            outcome::History::Bound(history) => Self::Bound {
                bound: history.bound,
                start: history.start,
            },
        }
    }
}

impl From<&outcome::MilpHistory> for Milp {
    fn from(history: &outcome::MilpHistory) -> Self {
        let rows = history.rows.iter();
        Self {
            rows: rows
                .map(|(equation, count)| (EquationNumber(equation.number.to_owned()), *count))
                .collect(),
            separation: history.separation.clone(),
            rounds: history.rounds.clone(),
            moments: history.moments.clone(),
        }
    }
}

impl From<&outcome::LayerHistory> for Layers {
    fn from(history: &outcome::LayerHistory) -> Self {
        let layer = |layer: &outcome::Layer| Layer {
            kept: layer.states,
            all: Digits::of(layer.all),
        };
        Self {
            bound: history.bound,
            start: history.start,
            symmetries: history.symmetries,
            layers: history.layers.iter().map(layer).collect(),
        }
    }
}
