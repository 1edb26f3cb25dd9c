use super::{Conflict, Digits, Or, Status, Version, pretty};
use crate::count::{self, CountAnswer, Counts, OptimalCount};
use crate::instance::Instance;
use crate::outcome::Distribution;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The output of `count`, with `--all-scores` or without.
pub fn counts(instance: &Instance, answer: &CountAnswer) -> String {
    match &answer.counts {
        Counts::Best(count) => pretty(&Count::new(instance, count, answer)),
        Counts::AllScores(scores) => pretty(&AllScores::new(instance, scores.as_ref(), answer)),
    }
}

/// The output of `count`.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Count {
    /// The version of the outputs.
    pub schema: Version,
    /// The instance.
    pub instance: Instance,
    /// How it was counted.
    pub method: Counter,
    /// The status of the proof.
    pub status: Status,
    /// The best score.
    pub score: Option<u32>,
    /// How many orders have it.
    pub orders: Option<Digits>,
    /// Where there are none, constraints that cannot hold together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conflict: Option<Or<Conflict>>,
    /// The work of the count.
    pub stats: CountStats,
}

/// A way to count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Counter {
    /// The way that suits the instance.
    Auto,
    /// Dense layers.
    Dense,
    /// The frontier.
    Frontier,
    /// The frontier from the last turn back.
    Backward,
    /// The last merges.
    LastMerge,
    /// The whole state graph.
    Graph,
}

impl From<count::Counter> for Counter {
    fn from(counter: count::Counter) -> Self {
        match counter {
            count::Counter::Auto => Self::Auto,
            count::Counter::Dense => Self::Dense,
            count::Counter::Frontier => Self::Frontier,
            count::Counter::Backward => Self::Backward,
            count::Counter::LastMerge => Self::LastMerge,
            count::Counter::Graph => Self::Graph,
        }
    }
}

/// The work of a count.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct CountStats {
    /// Coverings, classes of coverings, or classes of parts.
    pub coverings: Option<usize>,
    /// The largest number of these in a layer.
    pub peak_layer: Option<usize>,
    /// Wall-clock time.
    pub seconds: f64,
}

impl Count {
    fn new(instance: &Instance, optimal: &OptimalCount, answer: &CountAnswer) -> Self {
        let count = optimal.count.as_ref();
        let optimum = count.and_then(|count| count.optimum);
        let (status, orders) = match (count, optimum) {
            (None, _) => (Status::Unknown, None),
            (Some(_), None) => (Status::Infeasible, Some(Digits::of(0))),
            (Some(_), Some((_, orders))) => (Status::Optimal, Some(Digits::of(orders))),
        };
        Self {
            schema: Version,
            instance: instance.clone(),
            method: optimal.counter.into(),
            status,
            score: optimum.map(|(score, _)| score),
            orders,
            conflict: answer.conflict.as_ref().map(Or::from),
            stats: CountStats {
                coverings: count.map(|count| count.coverings),
                peak_layer: count.map(|count| count.peak_layer),
                seconds: answer.seconds,
            },
        }
    }
}

/// The output of `count --all-scores`.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct AllScores {
    /// The version of the outputs.
    pub schema: Version,
    /// The instance.
    pub instance: Instance,
    /// Whether it was done to the end.
    pub status: Status,
    /// The orders of all scores.
    pub orders: Option<Digits>,
    /// Their mean.
    pub mean: Option<f64>,
    /// Their mean as an exact fraction.
    pub exact_mean: Option<String>,
    /// Their variance as an exact fraction.
    pub exact_variance: Option<String>,
    /// Their standard deviation.
    pub standard_deviation: Option<f64>,
    /// From score to number of orders; none where it was stopped.
    pub scores: Option<BTreeMap<u32, Digits>>,
    /// Where there are none, constraints that cannot hold together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conflict: Option<Or<Conflict>>,
    /// Wall-clock time.
    pub seconds: f64,
}

impl AllScores {
    fn new(instance: &Instance, scores: Option<&Distribution>, answer: &CountAnswer) -> Self {
        let digits = |scores: &Distribution| {
            let scores = scores.iter();
            let digits = scores.map(|(score, orders)| (score, Digits::of(orders)));
            digits.collect()
        };
        let exact = scores.and_then(Distribution::moments);
        Self {
            schema: Version,
            instance: instance.clone(),
            status: match scores {
                None => Status::Unknown,
                Some(scores) if scores.is_empty() => Status::Infeasible,
                Some(_) => Status::Optimal,
            },
            orders: scores.map(|scores| Digits::of(scores.total())),
            mean: scores.and_then(Distribution::mean),
            exact_mean: exact.as_ref().map(|exact| exact.mean.to_string()),
            exact_variance: exact.map(|exact| exact.variance.to_string()),
            standard_deviation: scores.and_then(Distribution::deviation),
            scores: scores.map(digits),
            conflict: answer.conflict.as_ref().map(Or::from),
            seconds: answer.seconds,
        }
    }
}
