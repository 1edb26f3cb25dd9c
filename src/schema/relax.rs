use super::Version;
use crate::formulation::{self, Family, Kind};
use crate::instance::Instance;
use crate::milp::Relaxation;
use crate::rows::{self, ShadowPrice, Validity};
use crate::solve::Duals;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

/// The output of `relax`.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Relax {
    /// The version of the outputs.
    pub schema: Version,
    /// The instance.
    pub instance: Instance,
    /// The formulation.
    pub method: Kind,
    /// The families of cuts that it is without.
    #[schemars(extend("items" = json!({"enum": families()})))]
    pub without: Vec<String>,
    /// The outcome of the relaxation.
    pub status: RelaxStatus,
    /// Its bound.
    pub bound: Option<f64>,
    /// The best score of an order, if it is known.
    pub optimum: Option<u32>,
    /// The changed rows with the bound before the change, if rows were changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tried: Option<RowChanges>,
    /// The dual solution, if it was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub duals: Option<Duals>,
    /// The shadow prices of the rows that the instance states, with the dual solution.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shadow_prices: Vec<ShadowPrice>,
    /// The columns that are not 0.
    pub columns: Vec<Column>,
    /// The size of the program, and the work.
    pub stats: RelaxStats,
}

/// The outcome of a relaxation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum RelaxStatus {
    /// The relaxation was solved.
    Optimal,
    /// The relaxation has no solution.
    Infeasible,
    /// The run was stopped.
    Unknown,
}

/// Changed rows, with the bound before the change.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Tried")]
pub struct RowChanges {
    /// The bound before that.
    pub bound_before: Option<f64>,
    /// The names of the rows that were left out.
    pub left_out: Vec<String>,
    /// The rows that were added.
    pub rows: Vec<TriedRow>,
}

/// A row that was added.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct TriedRow {
    /// The row as it was written.
    pub row: String,
    /// Whether every order satisfies it; none where that is not known.
    pub valid: Option<bool>,
    /// By how much a valid row could be tighter.
    pub slack: Option<u64>,
    /// An order that the row cuts off.
    pub order: Option<Vec<usize>>,
    /// Its score.
    pub score: Option<u32>,
    /// By how much it breaks the row.
    pub broken_by: Option<u64>,
}

/// A column that is not 0.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Column {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: f64,
    /// Its coefficient in the objective.
    pub points: f64,
    /// The fact that it states.
    pub fact: String,
}

/// The size of a relaxation, and the work.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct RelaxStats {
    /// Columns of the program.
    pub columns: Option<usize>,
    /// Rows of the program.
    pub rows: Option<usize>,
    /// Nonzero coefficients of the rows.
    pub nonzeros: Option<usize>,
    /// Simplex iterations.
    pub iterations: Option<u64>,
    /// Wall-clock time.
    pub seconds: f64,
}

fn families() -> Vec<&'static str> {
    Family::ALL.iter().map(|family| family.name()).collect()
}

impl From<&rows::RelaxationReport> for Relax {
    fn from(report: &rows::RelaxationReport) -> Self {
        let program = report.program();
        let (status, bound, iterations) = match report.relaxation {
            Relaxation::Solved {
                bound, iterations, ..
            } => (RelaxStatus::Optimal, Some(bound), Some(iterations)),
            Relaxation::Infeasible => (RelaxStatus::Infeasible, None, None),
            Relaxation::Stopped => (RelaxStatus::Unknown, None, None),
        };
        let without = report.without.iter();
        let column = |claim: rows::Claim<'_>| Column {
            name: claim.name.to_owned(),
            value: claim.value,
            points: claim.points,
            fact: claim.fact.to_string(),
        };
        let claims = report.claims().into_iter();
        Self {
            schema: Version,
            instance: report.instance.clone(),
            method: report.kind,
            without: without.map(|family| family.name().to_owned()).collect(),
            status,
            bound,
            optimum: report.optimum,
            tried: report.tried.as_ref().map(RowChanges::from),
            duals: report.duals.clone(),
            shadow_prices: report.shadow_prices.clone(),
            columns: claims.flat_map(|(_, claims)| claims).map(column).collect(),
            stats: RelaxStats {
                columns: program.map(|program| program.columns().len()),
                rows: program.map(|program| program.rows().len()),
                nonzeros: program.map(formulation::Program::nonzeros),
                iterations,
                seconds: report.seconds,
            },
        }
    }
}

impl From<&rows::RowTrial> for RowChanges {
    fn from(trial: &rows::RowTrial) -> Self {
        Self {
            bound_before: match trial.before {
                Relaxation::Solved { bound, .. } => Some(bound),
                Relaxation::Infeasible | Relaxation::Stopped => None,
            },
            left_out: trial.left_out.clone(),
            rows: trial.rows.iter().map(TriedRow::from).collect(),
        }
    }
}

impl From<&rows::TrialRow> for TriedRow {
    fn from(row: &rows::TrialRow) -> Self {
        let (valid, slack, order, broken_by) = match &row.validity {
            Validity::Valid { slack } => (Some(true), *slack, None, None),
            Validity::CutsOff { order, by } => {
                (Some(false), None, Some(order.numbers()), Some(*by))
            }
            Validity::NoOrder => (Some(true), None, None, None),
            Validity::Unknown => (None, None, None, None),
        };
        Self {
            row: row.text.clone(),
            valid,
            slack,
            order,
            score: row.score,
            broken_by,
        }
    }
}
