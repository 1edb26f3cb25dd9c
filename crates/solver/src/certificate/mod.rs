//! Certificates: proofs of answers for the checker of the [referee](azulejo_check), which trusts nothing here.
//!
//! A certificate is made after the answer, and the referee checks it first. A certificate that the referee refuses is not
//! written.

#[cfg(feature = "highs")]
mod constants;
#[cfg(feature = "highs")]
mod given;
mod hand;
#[cfg(feature = "highs")]
mod prices;
#[cfg(feature = "highs")]
mod tree;
mod write;

pub use azulejo_check::{Conclusion, check};

use crate::control::{Control, Stopped};
use crate::instance::Instance;
use crate::order::{Order, statement};
use crate::outcome::Verdict;
use crate::problem::{Feature, Features, Problem};
use crate::solve::conflict::Conflict;
use azulejo_check::{Claim, Column, Node, Program, Proof, ProofLine, Refusal, Row};
use serde::Serialize;
use std::time::Duration;

/// A certificate that the referee has accepted.
#[derive(Debug, Clone, Serialize)]
pub struct Certificate {
    certificate: u32,
    instance: Instance,
    claim: Claim,
    #[serde(skip_serializing_if = "Option::is_none")]
    order: Option<Vec<usize>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    conflict: Option<azulejo_check::Conflict>,
    #[serde(serialize_with = "write::proof")]
    proof: Proof,
}

/// A leaf of a proof tree: a case, and the sum that closes it.
#[derive(Debug, Clone)]
pub struct Leaf {
    /// The columns that the case fixes.
    pub fixed: Vec<(Column, bool)>,
    /// The denominator; 0 for rows that contradict each other.
    pub denominator: u32,
    /// The summands; none if some line has no order.
    pub lines: Option<Vec<ProofLine>>,
}

/// Reasons for a missing certificate.
#[derive(Debug, thiserror::Error)]
pub enum NoCertificate {
    /// The answer is not proven.
    #[error("the answer is not proven")]
    Unproven,
    /// The instance has a feature that the checker does not know.
    #[error("the checker does not know {0}")]
    UnsupportedFeature(Feature),
    /// The instance is larger than the checker's limit.
    #[error("{0}")]
    TooLarge(Refusal),
    /// No proof within the checker's limits was found.
    #[error("no proof was found that the checker can go through")]
    NotFound,
    /// The run was stopped.
    #[error("stopped before a proof for the checker was found")]
    Stopped,
    /// The checker refuses a proof of this module: an error of this program.
    #[error("the checker refuses the proof that was made: {0}; please report this")]
    Refused(Refusal),
    /// The solver of linear programs failed.
    #[error(transparent)]
    Milp(#[from] crate::milp::MilpError),
}

/// Time limit of a tree, if the run has no limit. The checker's own sweep has limits of its own.
const TREE_TIME: Duration = Duration::from_secs(60);

/// Maximum number of leaves of a tree that is tried before the checker's own sweep.
const SMALL_TREE_LEAVES: usize = 100;

impl From<Stopped> for NoCertificate {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

impl Certificate {
    /// The certificate of an answer. The proof for an infeasible instance with an irreducible conflict is about the conflict alone.
    /// The first accepted proof counts: a sum of rows by hand, the formula for an empty wall, the checker's own sweep if it knows
    /// all rows of the instance and ends soon or the wall is not filled, a small tree, the sweep, a large tree.
    ///
    /// ```
    /// use azulejo_solver::{certificate::Certificate, instance::Instance, solve::{Method, Settings, solve}};
    /// let instance = Instance::from_json(r#"{"wall": {"rows": 5, "columns": 5}, "sense": "minimize"}"#)?;
    /// let answer = solve(&instance, Method::Auto, &Settings::default())?;
    /// let certificate = Certificate::of(&instance, &answer.outcome.verdict, None, &Default::default())?;
    /// assert!(azulejo_check::check(&certificate.to_json()).is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When there is no certificate.
    pub fn of(
        instance: &Instance,
        verdict: &Verdict,
        conflict: Option<&Conflict>,
        control: &Control,
    ) -> Result<Self, NoCertificate> {
        match verdict {
            Verdict::Optimal { solution, .. } => Self::optimal(instance, &solution.order, control),
            Verdict::Infeasible { .. } => Self::infeasible(instance, conflict, control),
            Verdict::Feasible { .. } | Verdict::Unknown { .. } => Err(NoCertificate::Unproven),
        }
    }

    /// The certificate that no order is better than this one.
    ///
    /// # Errors
    /// When there is no certificate.
    pub fn optimal(
        instance: &Instance,
        order: &Order,
        control: &Control,
    ) -> Result<Self, NoCertificate> {
        let order = order.numbers();
        let score = u64::from(azulejo_check::verify(&statement(instance), &order).score);
        let bound = score;
        Self::with_proof(
            instance,
            Claim::Optimal { score, bound },
            Some(order),
            None,
            control,
        )
    }

    /// The certificate that there is no order.
    ///
    /// # Errors
    /// When there is no certificate.
    pub fn infeasible(
        instance: &Instance,
        conflict: Option<&Conflict>,
        control: &Control,
    ) -> Result<Self, NoCertificate> {
        let conflict = conflict.filter(|conflict| conflict.irreducible());
        let conflict = conflict.map(|conflict| azulejo_check::Conflict {
            constraints: conflict.constraints.clone(),
            orders: conflict
                .without
                .iter()
                .flatten()
                .map(Order::numbers)
                .collect(),
        });
        Self::with_proof(instance, Claim::Infeasible {}, None, conflict, control)
    }

    fn with_proof(
        instance: &Instance,
        claim: Claim,
        order: Option<Vec<usize>>,
        conflict: Option<azulejo_check::Conflict>,
        control: &Control,
    ) -> Result<Self, NoCertificate> {
        if let Some(feature) = Features::ROWS.lacks(Problem::from(instance).features()) {
            return Err(NoCertificate::UnsupportedFeature(feature));
        }
        let mut certificate = Self {
            certificate: azulejo_check::Certificate::VERSION,
            instance: instance.clone(),
            claim,
            order,
            conflict,
            proof: Proof::Sweep,
        };
        certificate.proof = certificate.find_proof(control)?;
        Ok(certificate)
    }

    /// The instance of the proof: the whole instance, or the conflict alone.
    fn part(&self) -> Instance {
        match &self.conflict {
            Some(conflict) => self
                .instance
                .with_constraints(|index| conflict.constraints.contains(&index)),
            None => self.instance.clone(),
        }
    }

    fn find_proof(&self, control: &Control) -> Result<Proof, NoCertificate> {
        let part = self.part();
        let problem = Problem::from(&part);
        let sums = hand::sums(&problem, self.order.is_some());
        let sweep = has_fast_sweep(&part, &problem).then_some(Proof::Sweep);
        let mut candidates = sums.into_iter().chain([Proof::Shapes]).chain(sweep);
        if let Some(proof) = candidates.find(|proof| self.accepts(proof, control).is_ok()) {
            return Ok(proof);
        }
        control.go_on()?;
        let time = control.time_left().unwrap_or(TREE_TIME);
        let (short, long) = [time / 4, time]
            .map(|time| control.clone().within(Some(time)))
            .into();
        let mut may_sweep = true;
        if !problem.fills_the_wall() {
            // The ends of orders leave few coverings.
            if self.accepts(&Proof::Sweep, &short).is_ok() {
                return Ok(Proof::Sweep);
            }
            // A sweep that was refused, and not stopped, would be refused again.
            may_sweep = short.stopped();
        }
        let reason = match self.grow_tree(&part, SMALL_TREE_LEAVES, &short) {
            Ok(proof) => return Ok(proof),
            Err(reason) => reason,
        };
        if may_sweep && self.accepts(&Proof::Sweep, control).is_ok() {
            return Ok(Proof::Sweep);
        }
        control.go_on()?;
        match reason {
            NoCertificate::NotFound | NoCertificate::Stopped => {
                let most = azulejo_check::Certificate::MOST_NODES / 2;
                self.grow_tree(&part, most, &long)
            }
            reason => Err(reason),
        }
    }

    /// A proof by a tree with at most this number of leaves.
    #[cfg(feature = "highs")]
    fn grow_tree(
        &self,
        part: &Instance,
        leaves: usize,
        control: &Control,
    ) -> Result<Proof, NoCertificate> {
        let score = match self.claim {
            Claim::Optimal { score, .. } => Some(score),
            Claim::Infeasible {} => None,
        };
        let proof = Proof::Tree(tree::grow(part, &statement(part), score, leaves, control)?);
        match self.accepts(&proof, control) {
            Ok(()) => Ok(proof),
            Err(_) if control.stopped() => Err(NoCertificate::Stopped),
            Err(refusal) => Err(NoCertificate::Refused(refusal)),
        }
    }

    /// No tree: trees need a solver of linear programs.
    #[cfg(not(feature = "highs"))]
    fn grow_tree(&self, _: &Instance, _: usize, _: &Control) -> Result<Proof, NoCertificate> {
        Err(NoCertificate::NotFound)
    }

    /// The checker's verdict on a proof. The check stops with the run.
    fn accepts(&self, proof: &Proof, control: &Control) -> Result<(), Refusal> {
        let certificate = azulejo_check::Certificate {
            statement: statement(&self.instance),
            claim: self.claim,
            order: self.order.clone(),
            conflict: self.conflict.clone(),
            proof: proof.clone(),
        };
        let is_stopped = || control.stopped();
        certificate.check_unless(&is_stopped).map(|_| ())
    }

    /// The kind of the proof, in the certificate's words.
    pub fn kind(&self) -> &'static str {
        match &self.proof {
            Proof::Tree(nodes) if nodes.len() == 1 => "sum",
            Proof::Tree(_) => "tree",
            Proof::Sweep => "sweep",
            Proof::Shapes => "shapes",
        }
    }

    /// The number of leaves of its tree; a sum has one.
    pub fn leaves(&self) -> usize {
        match &self.proof {
            Proof::Tree(nodes) => nodes
                .iter()
                .filter(|node| matches!(node, Node::Leaf { .. }))
                .count(),
            Proof::Sweep | Proof::Shapes => 0,
        }
    }

    /// The sums of the leaves, line by line, each with its denominator and the fixed columns of its case; empty for a proof without
    /// sums.
    pub fn written_out(&self) -> Vec<Leaf> {
        let Proof::Tree(nodes) = &self.proof else {
            return Vec::new();
        };
        let Ok(program) = Program::of(&statement(&self.part())) else {
            return Vec::new();
        };
        let mut fixed: Vec<(Column, bool)> = Vec::new();
        let mut leaves = Vec::new();
        for node in nodes {
            match node {
                Node::Split { column } => {
                    fixed.extend(program.column(column).map(|column| (column, false)));
                }
                Node::Leaf { denominator, rows } => {
                    let rows: Vec<(Row, i32)> = rows
                        .iter()
                        .filter_map(|(name, number)| Some((name.parse().ok()?, *number)))
                        .collect();
                    let lines = program.written_out(*denominator, &rows, &fixed);
                    leaves.push(Leaf {
                        fixed: fixed.clone(),
                        denominator: *denominator,
                        lines: lines.ok().flatten(),
                    });
                    while let Some((column, value)) = fixed.pop() {
                        if !value {
                            fixed.push((column, true));
                            break;
                        }
                    }
                }
            }
        }
        leaves
    }

    /// The certificate as a file, in JSON.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("a certificate can be written")
    }
}

/// Whether the checker's own sweep is fast: it knows the instance's rows, and its table has room for all sets.
fn has_fast_sweep(instance: &Instance, problem: &Problem) -> bool {
    let mut constraints = instance.constraints().iter();
    constraints.any(|constraint| constraint.row().is_some())
        && Features::ROWS_OF_MOVES.lacks(problem.features()).is_none()
        && problem.free_len() <= azulejo_check::MOST_DENSE
}

#[cfg(all(test, feature = "highs"))]
mod tests;
