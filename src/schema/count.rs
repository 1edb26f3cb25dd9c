use super::conflict::Clash;
use super::{INFEASIBLE, OPTIMAL, SCHEMA, UNKNOWN, pretty};
use crate::instance::Instance;
use crate::outcome::Distribution;
use crate::solve::conflict::Conflict;
use crate::solve::{Counted, SolveError};
use serde::Serialize;
use std::collections::BTreeMap;

#[derive(Serialize)]
struct Report<'a> {
    schema: u32,
    instance: &'a Instance,
    method: &'static str,
    status: &'static str,
    score: Option<u32>,
    /// In decimal digits: it may have more than any number of JSON.
    orders: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    conflict: Option<Clash>,
    stats: CountStats,
}

#[derive(Serialize)]
struct CountStats {
    coverings: Option<usize>,
    peak_layer: Option<usize>,
    seconds: f64,
}

/// The output of `count`.
pub fn count(
    instance: &Instance,
    counted: &Counted,
    conflict: Option<&Result<Conflict, SolveError>>,
    seconds: f64,
) -> String {
    let count = counted.count.as_ref();
    let optimum = count.and_then(|count| count.optimum);
    let (status, orders) = match (count, optimum) {
        (None, _) => (UNKNOWN, None),
        (Some(_), None) => (INFEASIBLE, Some("0".into())),
        (Some(_), Some((_, orders))) => (OPTIMAL, Some(orders.to_string())),
    };
    pretty(&Report {
        schema: SCHEMA,
        instance,
        method: counted.by.name(),
        status,
        score: optimum.map(|(score, _)| score),
        orders,
        conflict: conflict.map(Clash::from),
        stats: CountStats {
            coverings: count.map(|count| count.coverings),
            peak_layer: count.map(|count| count.peak_layer),
            seconds,
        },
    })
}

#[derive(Serialize)]
struct AllScores<'a> {
    schema: u32,
    instance: &'a Instance,
    status: &'static str,
    /// Of all scores, in decimal digits.
    orders: Option<String>,
    mean: Option<f64>,
    standard_deviation: Option<f64>,
    /// From score to number of orders, in decimal digits.
    scores: Option<BTreeMap<u32, String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    conflict: Option<Clash>,
    seconds: f64,
}

/// The output of `count --all-scores`; there are no `scores` where it was stopped.
pub fn all_scores(
    instance: &Instance,
    scores: Option<&Distribution>,
    conflict: Option<&Result<Conflict, SolveError>>,
    seconds: f64,
) -> String {
    let digits = |scores: &Distribution| {
        let scores = scores.iter();
        let digits = scores.map(|(score, orders)| (score, orders.to_string()));
        digits.collect()
    };
    pretty(&AllScores {
        schema: SCHEMA,
        instance,
        status: match scores {
            None => UNKNOWN,
            Some(scores) if scores.is_empty() => INFEASIBLE,
            Some(_) => OPTIMAL,
        },
        orders: scores.map(|scores| scores.total().to_string()),
        mean: scores.and_then(Distribution::mean),
        standard_deviation: scores.and_then(Distribution::deviation),
        scores: scores.map(digits),
        conflict: conflict.map(Clash::from),
        seconds,
    })
}
