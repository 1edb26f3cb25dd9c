//! Answers as JSON (DESIGN, section 7). Cells are numbers from 1, in turn order.

use super::explain;
use crate::breakdown::Breakdown;
use crate::conflict::Conflict;
use crate::frontier::{Count, Distribution, OptimalOrders};
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
    let clash = |conflict: &Result<Conflict, SolveError>| match conflict {
        Ok(conflict) => Clash::Found {
            constraints: conflict.constraints.clone(),
            irreducible: conflict.irreducible,
        },
        Err(error) => Clash::Error {
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
        conflict: beside.conflict.as_ref().map(clash),
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

#[derive(Serialize)]
struct Orders<'a> {
    schema: u32,
    instance: &'a Instance,
    score: u32,
    orders: String,
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
        schema: SCHEMA,
        instance,
        score: all.score(),
        orders: all.count().to_string(),
        listed: Some(listed.iter().map(|order| numbers(order)).collect()),
        first_tiles: None,
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
        schema: SCHEMA,
        instance,
        score: all.score(),
        orders: all.count().to_string(),
        listed: None,
        first_tiles: Some(beginnings.iter().map(beginning).collect()),
    })
}

pub(super) fn numbers(order: &[Cell]) -> Vec<usize> {
    order.iter().map(|cell| cell.number()).collect()
}

pub(super) fn pretty(value: &impl Serialize) -> String {
    serde_json::to_string_pretty(value)
        .expect("these types hold only text, integers and finite floats")
}
