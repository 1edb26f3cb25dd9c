//! The check of a certificate: an instance, a claim about its orders, and a proof of it.
//!
//! Every kind of proof bounds the score of all orders by code of this crate alone. A certificate only guides the check:
//! it names the rows to add up with their multipliers, or states that a sweep through all sets of filled cells is short
//! enough. So a wrong certificate proves less, or nothing, but nothing false.

mod facts;
mod final_coverings;
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
pub use rows::{Linear, Program};
pub use show::ProofLine;
pub use sweep::{LARGEST_SWEEP, MOST_COVERINGS, MOST_DENSE};

use crate::fields::Fields;
use crate::refusal::{Refusal, need};
use crate::statement::Statement;
use crate::verify::{Fault, verify};
use facts::Facts;

/// The limit of a certificate's wall, in cells.
pub const MOST_CELLS: usize = 900;

/// The limit of a certificate's bonus of a line.
pub const MOST_BONUS: u32 = 1_000_000;

/// The statement that an accepted certificate proves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Conclusion {
    /// No order has a better score, and an order has this one.
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
/// use azulejo_check::{Conclusion, check};
/// let text = r#"{"certificate": 1,
///     "instance": {"wall": {"rows": 2, "columns": 2}, "sense": "minimize"},
///     "claim": {"status": "optimal", "score": 9, "bound": 9}, "order": [1, 2, 3, 4],
///     "proof": {"kind": "sum", "denominator": 1,
///               "rows": [["block(1)", 1]]}}"#;
/// assert_eq!(check(text), Ok(Conclusion::Optimal { score: 9 }));
/// assert!(check(&text.replace("block(1)", "block(2)")).is_err());
/// ```
///
/// # Errors
/// The first step that fails.
pub fn check(text: &str) -> Result<Conclusion, Refusal> {
    Certificate::from_json(text)?.check_unless(&|| false)
}

impl Certificate {
    /// Checks the certificate, unless `is_stopped` returns true, which is called now and then.
    ///
    /// # Errors
    /// The first step that fails, or the step at which the check was stopped.
    pub fn check_unless(&self, is_stopped: &dyn Fn() -> bool) -> Result<Conclusion, Refusal> {
        let statement = &self.statement;
        limits(statement)?;
        match (self.claim, &self.order, &self.conflict) {
            (Claim::Infeasible {}, None, conflict) => {
                let reduced = conflict.as_ref().map(|conflict| conflict.reduce(statement));
                let reduced = reduced.transpose()?;
                let proof = &self.proof;
                proof.check(reduced.as_ref().unwrap_or(statement), None, is_stopped)?;
                Ok(Conclusion::Infeasible)
            }
            (Claim::Optimal { score, bound }, Some(order), None) => {
                need(score == bound, "claim", "the bound is not the score")?;
                let report = verify(statement, order);
                let fault = report.faults.first();
                fault.map_or(Ok(()), |fault| Err(Refusal::at("order", fault)))?;
                let reason = format_args!("it scores {}", report.score);
                need(u64::from(report.score) == score, "order", reason)?;
                // No order may reach the goal: in points for the maximum, and in points below zero for the minimum.
                let goal = i128::from(statement.sense.sign()) * i128::from(score) + 1;
                self.proof.check(statement, Some(goal), is_stopped)?;
                Ok(Conclusion::Optimal { score })
            }
            _ => Err(Refusal::at(
                "claim",
                "an order or a conflict does not go with it",
            )),
        }
    }
}

impl Conflict {
    /// The instance with the constraints of the conflict alone, if each of them is needed for infeasibility.
    fn reduce(&self, statement: &Statement) -> Result<Statement, Refusal> {
        let (conflict, all) = (&self.constraints, &statement.constraints);
        let is_valid = conflict.is_sorted_by(|index, next| index < next)
            && conflict.iter().all(|&index| index < all.len())
            && conflict.len() == self.orders.len();
        let reason = "not constraints in their order, with an order for each";
        need(is_valid, "conflict", reason)?;
        let mut reduced = statement.clone();
        reduced.constraints = conflict.iter().map(|&index| all[index].clone()).collect();
        for (index, order) in self.orders.iter().enumerate() {
            let mut faults = verify(&reduced, order).faults.into_iter();
            if let Some(fault) = faults.find(|fault| *fault != Fault::Broken { index }) {
                return Err(Refusal::at(format_args!("conflict: order {index}"), fault));
            }
        }
        Ok(reduced)
    }
}

impl Proof {
    /// Checks that the proof shows that no order reaches the goal; without a goal, that there is no order.
    fn check(
        &self,
        statement: &Statement,
        goal: Option<i128>,
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<(), Refusal> {
        match self {
            Self::Tree(nodes) => {
                let program = Program::new(Facts::new(statement))?;
                tree::check(&program, nodes, goal, is_stopped)
            }
            Self::Sweep => sweep::check(Facts::new(statement), goal, is_stopped),
            Self::Shapes => shapes::check(statement, goal, is_stopped),
        }
    }
}

/// Checks that an instance is small enough for the arithmetic, and that it has no fields that proofs do not know.
fn limits(statement: &Statement) -> Result<(), Refusal> {
    let is_plain = statement.fields == Fields::default();
    need(is_plain, "instance", "no certificate knows its fields")?;
    let bonus = statement.bonus;
    let largest = bonus.row.max(bonus.column).max(bonus.colour);
    let reason = format_args!("more than {MOST_CELLS} cells, or a bonus of more than {MOST_BONUS}");
    let fits = statement.wall.size() <= MOST_CELLS && largest <= MOST_BONUS;
    need(fits, "instance", reason)
}
