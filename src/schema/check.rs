use super::Version;
use crate::instance::Instance;
use crate::order::{Breakdown, Order, Report, row_values};
use crate::wall::PointsByKind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The output of `check`.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Check {
    /// The version of the outputs.
    pub schema: Version,
    /// The instance.
    pub instance: Instance,
    /// Whether nothing is wrong with the order.
    pub valid: bool,
    /// The score, which counts only where nothing is wrong.
    pub score: u32,
    /// The cells by number, in turn order; 0 for a turn that passes.
    pub order: Vec<usize>,
    /// The points of each turn.
    pub points: Vec<u32>,
    /// The points for what is complete at the end.
    pub bonus: u32,
    /// The violations, in words.
    pub violations: Vec<String>,
    /// The rows of the instance, each where the order comes closest to breaking it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rows: Vec<RowSides>,
    /// The points by kind, where they are asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub breakdown: Option<PointsTable>,
}

/// A row with both of its sides.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct RowSides {
    /// The position of the row among the constraints, from 0.
    pub constraint: usize,
    /// The class of the row: `level`, `step` or `order`.
    pub class: String,
    /// The value of `t`; null for a row without it.
    pub t: Option<i64>,
    /// The left side.
    pub left: i64,
    /// The sign between the sides: `<=`, `>=` or `=`.
    pub relation: String,
    /// The right side.
    pub right: i64,
    /// The units by which the row could be tightened until it breaks; less than 0 if it does not hold.
    pub slack: i64,
}

/// The points of an order by kind.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ByKind")]
pub struct PointsTable {
    /// One entry a cell, row by row.
    pub cells: Vec<PointsByKind>,
    /// One entry a row, from the top.
    pub rows: Vec<PointsByKind>,
    /// One entry a column, from the left.
    pub columns: Vec<PointsByKind>,
    /// Of the whole wall.
    pub total: PointsByKind,
}

impl From<&Breakdown> for PointsTable {
    fn from(breakdown: &Breakdown) -> Self {
        Self {
            cells: breakdown.cells().to_vec(),
            rows: breakdown.rows(),
            columns: breakdown.columns(),
            total: breakdown.total(),
        }
    }
}

impl Check {
    /// The output for an order by its report, with the points by kind where they are asked for.
    pub fn new(
        instance: &Instance,
        order: &Order,
        report: &Report,
        breakdown: Option<&Breakdown>,
    ) -> Self {
        // Place of a constraint in the instance of the output.
        let place = |index: usize| format!("constraints[{index}]");
        let violations = report.violations.iter();
        let violations = violations.map(|violation| violation.with_place(place));
        let rows = row_values(instance, order).into_iter();
        let rows = rows.map(|(row, value)| RowSides {
            constraint: value.index,
            class: row.class().name().into(),
            t: value.t,
            left: value.left,
            relation: value.relation.into(),
            right: value.right,
            slack: value.slack,
        });
        Self {
            schema: Version,
            instance: instance.clone(),
            valid: report.violations.is_empty(),
            score: report.score,
            order: order.numbers(),
            points: report.points.clone(),
            bonus: report.bonus,
            rows: rows.collect(),
            violations: violations.collect(),
            breakdown: breakdown.map(PointsTable::from),
        }
    }
}
