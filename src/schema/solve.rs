use super::conflict::Clash;
use super::proof::proof;
use super::{SCHEMA, explain, numbers, pretty};
use crate::instance::Instance;
use crate::outcome::Stats;
use crate::solve::{Answer, Beside, CrossCheck, Price, SolveError};
use serde::Serialize;
use serde_json::Value;

#[derive(Serialize)]
struct Solve<'a> {
    schema: u32,
    instance: &'a Instance,
    /// Where it is not the method that answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    asked: Option<&'static str>,
    method: &'static str,
    status: &'static str,
    score: Option<u32>,
    bound: Option<u32>,
    order: Option<Vec<usize>>,
    points: Option<&'a [u32]>,
    bonus: Option<u32>,
    proof: Value,
    cross_check: Option<Second>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cost: Option<PriceJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    conflict: Option<Clash>,
    stats: &'a Stats,
    #[serde(skip_serializing_if = "Option::is_none")]
    explain: Option<Value>,
}

#[derive(Serialize)]
struct PriceJson {
    without: u32,
    points: u32,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Second {
    Opinion {
        method: &'static str,
        score: Option<u32>,
        agrees: bool,
    },
    Error {
        error: String,
    },
}

/// The output of `solve`; `explained` tells what happened, too.
pub fn solve(instance: &Instance, answer: &Answer, beside: &Beside, explained: bool) -> String {
    let verdict = &answer.outcome.verdict;
    let second = |check: &Result<CrossCheck, SolveError>| match check {
        Ok(check) => Second::Opinion {
            method: check.answer.method.name(),
            score: check.answer.outcome.verdict.score(),
            agrees: check.agrees,
        },
        Err(error) => Second::Error {
            error: error.to_string(),
        },
    };
    pretty(&Solve {
        schema: SCHEMA,
        instance,
        asked: (answer.asked != answer.method).then(|| answer.asked.name()),
        method: answer.method.name(),
        status: verdict.status(),
        score: verdict.score(),
        bound: verdict.bound(),
        order: verdict.solution().map(|solution| numbers(&solution.order)),
        points: answer.report.as_ref().map(|report| &report.points[..]),
        bonus: answer.report.as_ref().map(|report| report.bonus),
        proof: proof(&answer.outcome.verdict),
        cross_check: beside.cross_check.as_ref().map(second),
        cost: beside
            .price
            .map(|Price { without, points }| PriceJson { without, points }),
        conflict: beside.conflict.as_ref().map(Clash::from),
        stats: &answer.outcome.stats,
        explain: explained.then(|| explain::value(instance, answer)),
    })
}
