//! The check of a certificate: an instance, a claim about its orders, and a proof of it.
//!
//! Every kind of proof bounds the score of all orders by code of this crate alone. A certificate says where to look:
//! which rows to add up and how often, or that a walk through all sets of filled cells is short enough. So a wrong
//! certificate proves less, or nothing, and never what is not true.

mod ends;
mod facts;
mod line;
mod names;
mod read;
mod rows;
mod shapes;
mod show;
mod sweep;
mod tree;

pub use names::{Axis, Column, Row};
pub use read::{Certificate, Claim, Conflict, Node, Proof};
pub use rows::Program;
pub use show::Shown;
pub use sweep::{LARGEST_SWEEP, MOST_COVERINGS, MOST_DENSE};

use super::statement::{Bonus, Sense, Statement};
use super::verify::{Fault, verify};
use facts::Facts;

/// The largest wall of a certificate.
pub const MOST_CELLS: usize = 900;

/// The greatest bonus of a line of a certificate.
pub const MOST_BONUS: u32 = 1_000_000;

/// Why a certificate is refused: the step that fails, and how.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{step}: {reason}")]
pub struct Refusal {
    /// The step.
    pub step: String,
    /// What is wrong with it.
    pub reason: String,
}

impl Refusal {
    pub(crate) fn at(step: impl Into<String>, reason: impl ToString) -> Self {
        Self {
            step: step.into(),
            reason: reason.to_string(),
        }
    }
}

/// What an accepted certificate proves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Proven {
    /// No order has a better score than this, and one has it.
    Optimal {
        /// The score.
        score: u64,
    },
    /// No order satisfies the constraints.
    Infeasible,
}

/// Checks the text of a certificate.
///
/// ```
/// use azulejo_check::{Proven, check};
/// let text = r#"{"certificate": 1,
///     "instance": {"wall": {"rows": 2, "columns": 2}, "sense": "minimize"},
///     "claim": {"status": "optimal", "score": 9, "bound": 9}, "order": [1, 2, 3, 4],
///     "proof": {"kind": "sum", "denominator": 1,
///               "rows": [["block(1)", 1]]}}"#;
/// assert_eq!(check(text), Ok(Proven::Optimal { score: 9 }));
/// assert!(check(&text.replace("block(1)", "block(2)")).is_err());
/// ```
///
/// # Errors
/// The first step that fails.
pub fn check(text: &str) -> Result<Proven, Refusal> {
    Certificate::from_json(text)?.check()
}

impl Certificate {
    /// Checks it.
    ///
    /// # Errors
    /// The first step that fails.
    pub fn check(&self) -> Result<Proven, Refusal> {
        let statement = &self.statement;
        limits(statement)?;
        match (self.claim, &self.order, &self.conflict) {
            (Claim::Infeasible, None, None) => {
                self.proof.check(statement, None)?;
                Ok(Proven::Infeasible)
            }
            (Claim::Infeasible, None, Some(conflict)) => {
                self.proof.check(&conflict.alone(statement)?, None)?;
                Ok(Proven::Infeasible)
            }
            (Claim::Optimal { score, bound }, Some(order), None) => {
                if score != bound {
                    return Err(Refusal::at("claim", "the bound is not the score"));
                }
                self.confirm(order, score)?;
                // No order may reach the goal: in points for the maximum, and in points below zero for the minimum.
                let goal = match statement.sense {
                    Sense::Maximize => i128::from(score) + 1,
                    Sense::Minimize => 1 - i128::from(score),
                };
                self.proof.check(statement, Some(goal))?;
                Ok(Proven::Optimal { score })
            }
            _ => Err(Refusal::at(
                "claim",
                "an order, or a conflict, that does not go with it",
            )),
        }
    }

    fn confirm(&self, order: &[usize], score: u64) -> Result<(), Refusal> {
        let report = verify(&self.statement, order);
        if let Some(fault) = report.faults.first() {
            return Err(Refusal::at("order", fault));
        }
        match u64::from(report.score) == score {
            true => Ok(()),
            false => Err(Refusal::at("order", format!("it scores {}", report.score))),
        }
    }
}

impl Conflict {
    /// The instance with these constraints alone, if each of them is needed for that there is no order.
    fn alone(&self, statement: &Statement) -> Result<Statement, Refusal> {
        let refuse = |reason: String| Err(Refusal::at("conflict", reason));
        let Self {
            constraints,
            orders,
        } = self;
        let known = |&index: &usize| index < statement.constraints.len();
        if !constraints.is_sorted_by(|one, next| one < next)
            || !constraints.iter().all(known)
            || constraints.len() != orders.len()
        {
            return refuse("not constraints in their order, with an order for each".into());
        }
        let mut alone = statement.clone();
        let some = constraints
            .iter()
            .map(|&index| &statement.constraints[index]);
        alone.constraints = some.cloned().collect();
        for (index, order) in orders.iter().enumerate() {
            let faults = verify(&alone, order).faults;
            let own = |fault: &Fault| matches!(fault, Fault::Broken { index: it } if *it == index);
            if let Some(fault) = faults.iter().find(|fault| !own(fault)) {
                return refuse(format!("order {index}: {fault}"));
            }
        }
        Ok(alone)
    }
}

impl Proof {
    /// Whether it shows that no order reaches the goal; without a goal, that there is no order.
    pub(crate) fn check(&self, statement: &Statement, goal: Option<i128>) -> Result<(), Refusal> {
        let facts = Facts::new(statement);
        match self {
            Self::Tree(nodes) => tree::check(facts, nodes, goal),
            Self::Sweep => sweep::check(facts, goal),
            Self::Shapes => {
                let most = shapes::bound(statement)?;
                match goal {
                    Some(goal) if most < goal => Ok(()),
                    _ => Err(Refusal::at(
                        "shapes",
                        format!("it proves a score of {most} at most"),
                    )),
                }
            }
        }
    }
}

/// Whether an instance is small enough for its numbers to fit.
pub(crate) fn limits(statement: &Statement) -> Result<(), Refusal> {
    let cells = statement.rows * statement.columns;
    let Bonus {
        row,
        column,
        colour,
    } = statement.bonus;
    match cells > MOST_CELLS || row.max(column).max(colour) > MOST_BONUS {
        true => Err(Refusal::at(
            "instance",
            format!("more than {MOST_CELLS} cells, or a bonus of more than {MOST_BONUS}"),
        )),
        false => Ok(()),
    }
}
