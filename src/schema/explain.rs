use super::History;
use crate::bounds::LineCut;
use crate::instance::Instance;
use crate::order::{self, LineAccounts};
use crate::solve::{Answer, ConstraintCost, Findings};
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

impl Explanation {
    pub(super) fn new(instance: &Instance, answer: &Answer, findings: &Findings) -> Self {
        let solution = answer.outcome.verdict.solution();
        let accounts = solution.map(|solution| LineAccounts::new(instance, &solution.order));
        let line = |account: &order::LineAccount| LineAccount {
            line: account.line.to_string(),
            filled: account.filled,
            starts: account.starts,
            points: account.points,
            best: account.best,
            cuts: account.cuts.len(),
            tight: account.tight().copied().collect(),
        };
        Self {
            history: History::from(&answer.outcome.history),
            order: accounts.map(|accounts| Accounts {
                lines: accounts.lines.iter().map(line).collect(),
                singles: accounts.singles,
                bonus: accounts.bonus,
            }),
            costs: (!findings.costs.is_empty()).then(|| findings.costs.clone()),
        }
    }
}
