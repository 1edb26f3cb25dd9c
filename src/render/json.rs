//! Answers as JSON (DESIGN, section 7). Cells are numbers from 1, in turn order.

use super::explain;
use crate::breakdown::Breakdown;
use crate::conflict::Conflict;
use crate::frontier::{Count, Distribution, OptimalOrders};
use crate::harmless::escaped;
use crate::instance::Instance;
use crate::outcome::Stats;
use crate::published::Reproduced;
use crate::solve::{Answer, CrossCheck, SolveError};
use crate::verify::{Kinds, Report};
use crate::wall::{Cell, Covering};
use ruint::aliases::U256;
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The version of every JSON output.
pub(super) const SCHEMA: u32 = 1;

#[derive(Serialize)]
struct Solve<'a> {
    schema: u32,
    instance: &'a Instance,
    method: &'static str,
    status: &'static str,
    score: Option<u32>,
    bound: Option<u32>,
    order: Option<Vec<usize>>,
    points: Option<&'a [u32]>,
    bonus: Option<u32>,
    cross_check: Option<Second>,
    #[serde(skip_serializing_if = "Option::is_none")]
    conflict: Option<Clash>,
    stats: &'a Stats,
    #[serde(skip_serializing_if = "Option::is_none")]
    explain: Option<Value>,
}

/// What is said beside an answer; nothing by default.
#[derive(Debug, Default)]
pub struct Beside {
    /// What a second method says, or why it says nothing.
    pub cross_check: Option<Result<CrossCheck, SolveError>>,
    /// Constraints that cannot hold together, or why they are not known.
    pub conflict: Option<Result<Conflict, SolveError>>,
    /// Whether to tell what happened.
    pub explain: bool,
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

#[derive(Serialize)]
#[serde(untagged)]
enum Clash {
    Found {
        /// Positions among the instance's constraints, from 0.
        constraints: Vec<usize>,
        irreducible: bool,
    },
    Error {
        error: String,
    },
}

impl From<&Result<Conflict, SolveError>> for Clash {
    fn from(conflict: &Result<Conflict, SolveError>) -> Self {
        match conflict {
            Ok(conflict) => Self::Found {
                constraints: conflict.constraints.clone(),
                irreducible: conflict.irreducible,
            },
            Err(error) => Self::Error {
                error: error.to_string(),
            },
        }
    }
}

/// The words of [`Verdict::status`] for a search that was done to the end, and for one that was stopped.
const OPTIMAL: &str = "optimal";
const INFEASIBLE: &str = "infeasible";
const UNKNOWN: &str = "unknown";

/// The output of `solve`.
pub fn solve(instance: &Instance, answer: &Answer, beside: &Beside) -> String {
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
        method: answer.method.name(),
        status: verdict.status(),
        score: verdict.score(),
        bound: verdict.bound(),
        order: verdict.solution().map(|solution| numbers(&solution.order)),
        points: answer.report.as_ref().map(|report| &report.points[..]),
        bonus: answer.report.as_ref().map(|report| report.bonus),
        cross_check: beside.cross_check.as_ref().map(second),
        conflict: beside.conflict.as_ref().map(Clash::from),
        stats: &answer.outcome.stats,
        explain: beside.explain.then(|| explain::value(instance, answer)),
    })
}

#[derive(Serialize)]
struct Compare<'a> {
    schema: u32,
    instance: &'a Instance,
    results: Vec<Entry<'a>>,
    agree: bool,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Entry<'a> {
    Answer {
        method: &'a str,
        status: &'static str,
        score: Option<u32>,
        bound: Option<u32>,
        stats: &'a Stats,
    },
    Error {
        method: &'a str,
        error: String,
    },
}

/// The output of `compare`.
pub fn compare(
    instance: &Instance,
    rows: &[(&str, Result<Answer, SolveError>)],
    agree: bool,
) -> String {
    let results = rows.iter().map(|(method, result)| match result {
        Ok(answer) => Entry::Answer {
            method,
            status: answer.outcome.verdict.status(),
            score: answer.outcome.verdict.score(),
            bound: answer.outcome.verdict.bound(),
            stats: &answer.outcome.stats,
        },
        Err(error) => Entry::Error {
            method,
            error: error.to_string(),
        },
    });
    pretty(&Compare {
        schema: SCHEMA,
        instance,
        results: results.collect(),
        agree,
    })
}

#[derive(Serialize)]
struct Check<'a> {
    schema: u32,
    instance: &'a Instance,
    valid: bool,
    score: u32,
    order: Vec<usize>,
    points: &'a [u32],
    bonus: u32,
    violations: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    breakdown: Option<ByKind>,
}

/// The points of an order by kind.
#[derive(Serialize)]
struct ByKind {
    /// One entry a cell, row by row.
    cells: Vec<KindPoints>,
    rows: Vec<KindPoints>,
    columns: Vec<KindPoints>,
    total: KindPoints,
}

#[derive(Serialize)]
struct KindPoints {
    horizontal: u32,
    vertical: u32,
    single: u32,
}

impl From<&Kinds> for KindPoints {
    fn from(kinds: &Kinds) -> Self {
        let Kinds {
            horizontal,
            vertical,
            single,
        } = *kinds;
        Self {
            horizontal,
            vertical,
            single,
        }
    }
}

impl From<&Breakdown> for ByKind {
    fn from(breakdown: &Breakdown) -> Self {
        let points = |kinds: &[Kinds]| kinds.iter().map(KindPoints::from).collect();
        Self {
            cells: points(breakdown.cells()),
            rows: points(&breakdown.rows()),
            columns: points(&breakdown.columns()),
            total: KindPoints::from(&breakdown.total()),
        }
    }
}

/// The output of `check`, with the points by kind where they are asked for.
pub fn check(
    instance: &Instance,
    order: &[Cell],
    report: &Report,
    breakdown: Option<&Breakdown>,
) -> String {
    pretty(&Check {
        schema: SCHEMA,
        instance,
        valid: report.violations.is_empty(),
        score: report.score,
        order: numbers(order),
        points: &report.points,
        bonus: report.bonus,
        violations: report.violations.iter().map(ToString::to_string).collect(),
        breakdown: breakdown.map(ByKind::from),
    })
}

#[derive(Serialize)]
struct Counted<'a> {
    schema: u32,
    instance: &'a Instance,
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

/// The output of `count`; nothing is `counted` where it was stopped.
pub fn count(
    instance: &Instance,
    counted: Option<&Count>,
    conflict: Option<&Result<Conflict, SolveError>>,
    seconds: f64,
) -> String {
    let optimum = counted.and_then(|counted| counted.optimum);
    let (status, orders) = match (counted, optimum) {
        (None, _) => (UNKNOWN, None),
        (Some(_), None) => (INFEASIBLE, Some("0".into())),
        (Some(_), Some((_, orders))) => (OPTIMAL, Some(orders.to_string())),
    };
    pretty(&Counted {
        schema: SCHEMA,
        instance,
        status,
        score: optimum.map(|(score, _)| score),
        orders,
        conflict: conflict.map(Clash::from),
        stats: CountStats {
            coverings: counted.map(|counted| counted.coverings),
            peak_layer: counted.map(|counted| counted.peak_layer),
            seconds,
        },
    })
}

/// The output of `reproduce`.
pub fn reproduced(rows: &[Reproduced]) -> String {
    let row = |row: &Reproduced| {
        let computed = row.computed.as_ref().map(|(computed, _)| computed);
        json!({
            "source": row.figure.source,
            "figure": row.figure.figure,
            "published": row.figure.published,
            "computed": computed,
            "verdict": row.verdict(),
            "seconds": row.seconds,
        })
    };
    pretty(&json!({
        "schema": SCHEMA,
        "figures": rows.iter().map(row).collect::<Vec<_>>(),
    }))
}

#[derive(Serialize)]
struct AllScores<'a> {
    schema: u32,
    instance: &'a Instance,
    status: &'static str,
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
        let digits = scores.map(|(&score, orders)| (score, orders.to_string()));
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
        scores: scores.map(digits),
        conflict: conflict.map(Clash::from),
        seconds,
    })
}

#[derive(Serialize)]
struct Orders<'a> {
    schema: u32,
    instance: &'a Instance,
    status: &'static str,
    score: Option<u32>,
    orders: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    conflict: Option<Clash>,
    #[serde(skip_serializing_if = "Option::is_none")]
    listed: Option<Vec<Vec<usize>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    first_tiles: Option<Vec<Beginning>>,
}

#[derive(Serialize)]
struct Beginning {
    cells: Vec<usize>,
    orders: String,
}

/// The output of `orders --list` and `orders --sample`.
pub fn orders(instance: &Instance, all: &OptimalOrders<'_>, listed: &[Vec<Cell>]) -> String {
    pretty(&Orders {
        listed: Some(listed.iter().map(|order| numbers(order)).collect()),
        ..found(instance, all)
    })
}

/// The output of `orders --first-tiles`.
pub fn first_tiles(
    instance: &Instance,
    all: &OptimalOrders<'_>,
    beginnings: &[(Covering, U256)],
) -> String {
    let beginning = |(covering, orders): &(Covering, U256)| Beginning {
        cells: covering.cells().map(Cell::number).collect(),
        orders: orders.to_string(),
    };
    pretty(&Orders {
        first_tiles: Some(beginnings.iter().map(beginning).collect()),
        ..found(instance, all)
    })
}

fn found<'a>(instance: &'a Instance, all: &OptimalOrders<'_>) -> Orders<'a> {
    Orders {
        schema: SCHEMA,
        instance,
        status: OPTIMAL,
        score: Some(all.score()),
        orders: Some(all.count().to_string()),
        conflict: None,
        listed: None,
        first_tiles: None,
    }
}

/// Why there are no optimal orders to tell of.
#[derive(Debug, Clone, Copy)]
pub enum Nothing<'a> {
    /// No order satisfies the constraints.
    Infeasible {
        /// Constraints that cannot hold together, or why they are not known.
        conflict: Option<&'a Result<Conflict, SolveError>>,
    },
    /// The search was stopped.
    Stopped,
}

/// The output of `orders` where there are none.
pub fn no_orders(instance: &Instance, why: Nothing<'_>) -> String {
    let (status, orders, conflict) = match why {
        Nothing::Infeasible { conflict } => (INFEASIBLE, Some("0".into()), conflict),
        Nothing::Stopped => (UNKNOWN, None, None),
    };
    pretty(&Orders {
        schema: SCHEMA,
        instance,
        status,
        score: None,
        orders,
        conflict: conflict.map(Clash::from),
        listed: None,
        first_tiles: None,
    })
}

pub(super) fn numbers(order: &[Cell]) -> Vec<usize> {
    order.iter().map(|cell| cell.number()).collect()
}

pub(super) fn pretty(value: &impl Serialize) -> String {
    let text = serde_json::to_string_pretty(value);
    escaped(&text.expect("these types hold only text, integers and finite floats"))
}
