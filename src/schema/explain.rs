use super::History;
use crate::bounds;
use crate::instance::Instance;
use crate::order::{self, LineAccounts};
use crate::solve::{self, Answer, Beside};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The course of a solve.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Explained")]
pub struct Explanation {
    /// How the method came to its verdict.
    pub history: History,
    /// How the points of the order came about, if there is one.
    pub order: Option<Accounts>,
    /// The cost of each constraint while all others stay; constraints for which there was no time are missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub costs: Option<Vec<ConstraintCost>>,
}

/// The cost of one constraint.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct ConstraintCost {
    /// Its position among the instance's constraints, from 0.
    pub constraint: usize,
    /// The best score without it; none where that is not proven.
    pub without: Option<u32>,
    /// The least cost, in points.
    pub at_least: u32,
    /// The greatest cost, in points; none where it is not known.
    pub at_most: Option<u32>,
}

impl From<&solve::ConstraintCost> for ConstraintCost {
    fn from(known: &solve::ConstraintCost) -> Self {
        Self {
            constraint: known.constraint,
            without: known.without,
            at_least: known.cost.at_least,
            at_most: known.cost.at_most,
        }
    }
}

/// The points of an order, line by line.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Accounts {
    /// The rows from the top, then the columns from the left.
    pub lines: Vec<LineAccount>,
    /// The tiles without a neighbour; they earn 1 each.
    pub singles: u32,
    /// The points for what is complete at the end.
    pub bonus: u32,
}

/// The points of an order in a line.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct LineAccount {
    /// The line, such as `row 1`.
    pub line: String,
    /// How many of its cells the order fills.
    pub filled: u32,
    /// How many of those are starts.
    pub starts: u32,
    /// The points along the line.
    pub points: u32,
    /// The best that any order of the line's cells alone earns; none where that is not known.
    pub best: Option<u32>,
    /// The number of line cuts.
    pub cuts: usize,
    /// The line cuts that hold with equality.
    pub tight: Vec<LineCut>,
}

/// A line cut: the coefficients of the line's points, its starts and its filled cells, and the right-hand side.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct LineCut {
    /// Coefficient of the points.
    pub points: i64,
    /// Coefficient of the starts.
    pub starts: i64,
    /// Coefficient of the filled cells.
    pub filled: i64,
    /// Right-hand side.
    pub right: i64,
}

impl Explanation {
    pub(super) fn new(instance: &Instance, answer: &Answer, beside: &Beside) -> Self {
        let solution = answer.outcome.verdict.solution();
        Self {
            history: History::from(&answer.outcome.history),
            order: solution
                .map(|solution| Accounts::from(LineAccounts::new(instance, &solution.order))),
            costs: (!beside.costs.is_empty())
                .then(|| beside.costs.iter().map(ConstraintCost::from).collect()),
        }
    }
}

impl From<LineAccounts> for Accounts {
    fn from(earned: LineAccounts) -> Self {
        Self {
            lines: earned.lines.iter().map(LineAccount::from).collect(),
            singles: earned.singles,
            bonus: earned.bonus,
        }
    }
}

impl From<&order::LineAccount> for LineAccount {
    fn from(account: &order::LineAccount) -> Self {
        let cut = |cut: &bounds::LineCut| LineCut {
            points: cut.points,
            starts: cut.starts,
            filled: cut.filled,
            right: cut.right,
        };
        Self {
            line: account.line.to_string(),
            filled: account.filled,
            starts: account.starts,
            points: account.points,
            best: account.best,
            cuts: account.cuts.len(),
            tight: account.tight().map(cut).collect(),
        }
    }
}
