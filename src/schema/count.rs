use super::{SCHEMA, pretty};
use crate::frontier::{Count, Distribution};
use crate::instance::Instance;
use serde::Serialize;
use std::collections::BTreeMap;

#[derive(Serialize)]
struct Counted<'a> {
    schema: u32,
    instance: &'a Instance,
    score: Option<u32>,
    /// In decimal digits: it may have more than any number of JSON.
    orders: String,
    stats: CountStats,
}

#[derive(Serialize)]
struct CountStats {
    coverings: usize,
    peak_layer: usize,
    seconds: f64,
}

/// The output of `count`.
pub fn count(instance: &Instance, counted: &Count, seconds: f64) -> String {
    let Count {
        optimum,
        coverings,
        peak_layer,
    } = *counted;
    pretty(&Counted {
        schema: SCHEMA,
        instance,
        score: optimum.map(|(score, _)| score),
        orders: optimum.map_or("0".into(), |(_, orders)| orders.to_string()),
        stats: CountStats {
            coverings,
            peak_layer,
            seconds,
        },
    })
}

#[derive(Serialize)]
struct AllScores<'a> {
    schema: u32,
    instance: &'a Instance,
    /// From score to number of orders, in decimal digits.
    scores: BTreeMap<u32, String>,
    seconds: f64,
}

/// The output of `count --all-scores`.
pub fn all_scores(instance: &Instance, scores: &Distribution, seconds: f64) -> String {
    let digits = scores
        .iter()
        .map(|(&score, orders)| (score, orders.to_string()));
    pretty(&AllScores {
        schema: SCHEMA,
        instance,
        scores: digits.collect(),
        seconds,
    })
}
