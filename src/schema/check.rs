use super::{SCHEMA, numbers, pretty};
use crate::instance::Instance;
use crate::order::{Breakdown, Report};
use crate::wall::{Cell, PointsByKind};
use serde::Serialize;

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

impl From<&PointsByKind> for KindPoints {
    fn from(kinds: &PointsByKind) -> Self {
        let PointsByKind {
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
        let points = |kinds: &[PointsByKind]| kinds.iter().map(KindPoints::from).collect();
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
