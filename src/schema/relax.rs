use super::Version;
use super::instance::InstanceSchema;
use crate::formulation::{self, Family};
use crate::instance::Instance;
use crate::milp::Relaxation;
use crate::rows::{self, Validity};
use crate::solve;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

/// The output of `relax`.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Relax {
    /// The version of the outputs.
    pub schema: Version,
    /// The instance.
    #[schemars(with = "InstanceSchema")]
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

/// A formulation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// The ordering formulation.
    Ordering,
    /// The case study's formulation.
    CaseStudy,
    /// The case study's formulation with its linking rows taken apart.
    Disaggregated,
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

/// A dual solution: constant, rows and columns add up to the bound.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Duals {
    /// The constant of the objective, in points.
    pub constant: i64,
    /// The rows whose multiplier is not 0.
    pub rows: Vec<DualRow>,
    /// The columns whose reduced cost and value are not 0.
    pub columns: Vec<DualColumn>,
}

/// A row with its multiplier.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct DualRow {
    /// The name of the row.
    pub name: String,
    /// Points of the bound for each unit of the right side.
    pub multiplier: f64,
    /// The right side.
    pub right: i64,
}

/// A column with its reduced cost.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct DualColumn {
    /// The name of the column.
    pub name: String,
    /// The coefficient in the objective, less those in the rows times their multipliers.
    pub reduced_cost: f64,
    /// The value in the solution.
    pub value: f64,
}

impl From<&solve::Duals> for Duals {
    fn from(duals: &solve::Duals) -> Self {
        let rows = duals.rows.iter().map(|row| DualRow {
            name: row.name.clone(),
            multiplier: row.multiplier,
            right: row.right,
        });
        let columns = duals.columns.iter().map(|column| DualColumn {
            name: column.name.clone(),
            reduced_cost: column.reduced_cost,
            value: column.value,
        });
        Self {
            constant: duals.constant,
            rows: rows.collect(),
            columns: columns.collect(),
        }
    }
}

/// The shadow price of a row that the instance states.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct ShadowPrice {
    /// The position of the row among the constraints, from 0.
    pub constraint: usize,
    /// The row as it is written.
    pub row: String,
    /// Points by which the bound changes, for each unit by which the row is relaxed; none where the program has no row
    /// for it.
    pub price: Option<f64>,
}

impl From<&rows::ShadowPrice> for ShadowPrice {
    fn from(price: &rows::ShadowPrice) -> Self {
        Self {
            constraint: price.constraint,
            row: price.row.clone(),
            price: price.price,
        }
    }
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

impl From<formulation::Kind> for Kind {
    fn from(kind: formulation::Kind) -> Self {
        match kind {
            formulation::Kind::Ordering => Self::Ordering,
            formulation::Kind::CaseStudy => Self::CaseStudy,
            formulation::Kind::Disaggregated => Self::Disaggregated,
        }
    }
}

impl From<&rows::RelaxationReport> for Relax {
    fn from(relaxed: &rows::RelaxationReport) -> Self {
        let program = relaxed.program();
        let (status, bound, iterations) = match relaxed.relaxation {
            Relaxation::Solved {
                bound, iterations, ..
            } => (RelaxStatus::Optimal, Some(bound), Some(iterations)),
            Relaxation::Infeasible => (RelaxStatus::Infeasible, None, None),
            Relaxation::Stopped => (RelaxStatus::Unknown, None, None),
        };
        let without = relaxed.without.iter();
        let column = |claim: rows::Claim<'_>| Column {
            name: claim.name.to_owned(),
            value: claim.value,
            points: claim.points,
            fact: claim.fact.to_string(),
        };
        let claims = relaxed.claims().into_iter();
        Self {
            schema: Version,
            instance: relaxed.instance.clone(),
            method: relaxed.kind.into(),
            without: without.map(|family| family.name().to_owned()).collect(),
            status,
            bound,
            optimum: relaxed.optimum,
            tried: relaxed.tried.as_ref().map(RowChanges::from),
            duals: relaxed.duals.as_ref().map(Duals::from),
            shadow_prices: relaxed
                .shadow_prices
                .iter()
                .map(ShadowPrice::from)
                .collect(),
            columns: claims.flat_map(|(_, claims)| claims).map(column).collect(),
            stats: RelaxStats {
                columns: program.map(|program| program.columns().len()),
                rows: program.map(|program| program.rows().len()),
                nonzeros: program.map(formulation::Program::nonzeros),
                iterations,
                seconds: relaxed.seconds,
            },
        }
    }
}

impl From<&rows::RowTrial> for RowChanges {
    fn from(tried: &rows::RowTrial) -> Self {
        Self {
            bound_before: match tried.before {
                Relaxation::Solved { bound, .. } => Some(bound),
                Relaxation::Infeasible | Relaxation::Stopped => None,
            },
            left_out: tried.left_out.clone(),
            rows: tried.rows.iter().map(TriedRow::from).collect(),
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
