//! Certificates: why an answer is true, for the checker of the [referee](azulejo_check), which trusts nothing here.
//!
//! A certificate is made after the answer. It is found by whatever means, and the referee checks it before anybody else
//! sees it; what it refuses is not written.

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

/// A case of a proof, and the sum that closes it.
#[derive(Debug, Clone)]
pub struct Leaf {
    /// The columns that the tree has fixed.
    pub fixed: Vec<(Column, bool)>,
    /// The denominator; 0 where the rows contradict each other.
    pub denominator: u32,
    /// The summands; none where some line has no order.
    pub lines: Option<Vec<ProofLine>>,
}

/// Errors of a certificate that cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum NoCertificate {
    /// The answer is not proven.
    #[error("the answer is not proven")]
    Unproven,
    /// The instance has what no proof for the checker knows.
    #[error("the checker does not know {0}")]
    Untaken(Feature),
    /// The instance is larger than what the checker takes.
    #[error("{0}")]
    TooLarge(Refusal),
    /// No proof was found that the checker goes through within its limits.
    #[error("no proof was found that the checker can go through")]
    NotFound,
    /// The run was stopped.
    #[error("stopped before a proof for the checker was found")]
    Stopped,
    /// The checker refuses a proof that should hold: an error of this program.
    #[error("the checker refuses the proof that was made: {0}; please report this")]
    Refused(Refusal),
    /// The solver of linear programs failed.
    #[error(transparent)]
    Milp(#[from] crate::milp::MilpError),
}

/// A tree may take so long where there is no other limit. The checker's own sweep has limits of its own.
const PATIENCE: Duration = Duration::from_secs(60);

/// Trees of so many leaves are tried before the checker's own sweep.
const FEW_LEAVES: usize = 100;

impl From<Stopped> for NoCertificate {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

impl Certificate {
    /// The certificate of an answer; of an infeasible instance with a conflict that each of its constraints is needed for,
    /// the proof is of that alone. It is by the first kind of proof that the checker accepts: a sum of rows by hand, the
    /// formula for an empty wall, the checker's own sweep where it knows all rows that are stated and ends soon, a small
    /// tree, the sweep, a large tree.
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
    /// When there is none.
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
    /// When there is none.
    pub fn optimal(
        instance: &Instance,
        order: &Order,
        control: &Control,
    ) -> Result<Self, NoCertificate> {
        let order = order.numbers();
        let score = u64::from(azulejo_check::verify(&statement(instance), &order).score);
        let bound = score;
        Self::found(
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
    /// When there is none.
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
        Self::found(instance, Claim::Infeasible {}, None, conflict, control)
    }

    fn found(
        instance: &Instance,
        claim: Claim,
        order: Option<Vec<usize>>,
        conflict: Option<azulejo_check::Conflict>,
        control: &Control,
    ) -> Result<Self, NoCertificate> {
        if let Some(feature) = Features::ROWS.lacks(Problem::from(instance).features()) {
            return Err(NoCertificate::Untaken(feature));
        }
        let mut this = Self {
            certificate: azulejo_check::Certificate::VERSION,
            instance: instance.clone(),
            claim,
            order,
            conflict,
            proof: Proof::Sweep,
        };
        this.proof = this.proven(control)?;
        Ok(this)
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

    fn proven(&self, control: &Control) -> Result<Proof, NoCertificate> {
        let part = self.part();
        let problem = Problem::from(&part);
        let by_hand = hand::sums(&problem, self.order.is_some());
        let swept = is_swept(&part, &problem).then_some(Proof::Sweep);
        let mut tried = by_hand.into_iter().chain([Proof::Shapes]).chain(swept);
        if let Some(proof) = tried.find(|proof| self.accepts(proof, control).is_ok()) {
            return Ok(proof);
        }
        control.go_on()?;
        let time = control.time_left().unwrap_or(PATIENCE);
        let (soon, patient) = [time / 4, time]
            .map(|time| control.clone().within(Some(time)))
            .into();
        let reason = match self.grown(&part, FEW_LEAVES, &soon) {
            Ok(proof) => return Ok(proof),
            Err(reason) => reason,
        };
        if self.accepts(&Proof::Sweep, control).is_ok() {
            return Ok(Proof::Sweep);
        }
        control.go_on()?;
        match reason {
            NoCertificate::NotFound | NoCertificate::Stopped => {
                let most = azulejo_check::Certificate::MOST_NODES / 2;
                self.grown(&part, most, &patient)
            }
            reason => Err(reason),
        }
    }

    /// A tree of at most so many leaves.
    #[cfg(feature = "highs")]
    fn grown(
        &self,
        part: &Instance,
        leaves: usize,
        control: &Control,
    ) -> Result<Proof, NoCertificate> {
        let score = match self.claim {
            Claim::Optimal { score, .. } => Some(score),
            Claim::Infeasible {} => None,
        };
        let proof = Proof::Tree(tree::grown(part, &statement(part), score, leaves, control)?);
        match self.accepts(&proof, control) {
            Ok(()) => Ok(proof),
            Err(_) if control.stopped() => Err(NoCertificate::Stopped),
            Err(refusal) => Err(NoCertificate::Refused(refusal)),
        }
    }

    /// There are no trees without a solver of linear programs.
    #[cfg(not(feature = "highs"))]
    fn grown(&self, _: &Instance, _: usize, _: &Control) -> Result<Proof, NoCertificate> {
        Err(NoCertificate::NotFound)
    }

    /// The checker's verdict on a proof. The check stops when the run does.
    fn accepts(&self, proof: &Proof, control: &Control) -> Result<(), Refusal> {
        let certificate = azulejo_check::Certificate {
            statement: statement(&self.instance),
            claim: self.claim,
            order: self.order.clone(),
            conflict: self.conflict.clone(),
            proof: proof.clone(),
        };
        let stopped = || control.stopped();
        certificate.check_unless(&stopped).map(|_| ())
    }

    /// The proof.
    pub fn proof(&self) -> &Proof {
        &self.proof
    }

    /// The kind of the proof, as the certificate names it.
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

    /// The sums of its leaves, line by line, each with its denominator and with what its tree has fixed; nothing of a proof
    /// without sums.
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

/// Whether rows are stated that the checker's own sweep knows, and its table of all sets has room: then it ends soon.
fn is_swept(instance: &Instance, problem: &Problem) -> bool {
    let mut constraints = instance.constraints().iter();
    constraints.any(|constraint| constraint.row().is_some())
        && Features::ROWS_OF_MOVES.lacks(problem.features()).is_none()
        && problem.free_len() <= azulejo_check::MOST_DENSE
}
