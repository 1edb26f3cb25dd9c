//! Certificates: why an answer is true, for the checker of the [referee](azulejo_check), which trusts nothing here.
//!
//! A certificate is made after the answer. It is found by whatever means, and the referee checks it before anybody else
//! sees it; what it refuses is not written.

mod hand;
#[cfg(feature = "highs")]
mod prices;
#[cfg(feature = "highs")]
mod tree;

use crate::control::Control;
use crate::instance::Instance;
use crate::outcome::Verdict;
use crate::problem::Problem;
use azulejo_check::{Claim, Node, Proof, Refusal, Statement};
use serde::Serialize;
use std::time::Duration;

/// A certificate that the referee has accepted.
#[derive(Debug, Clone)]
pub struct Certificate {
    instance: Instance,
    claim: Claim,
    order: Option<Vec<usize>>,
    proof: Proof,
}

/// Why there is no certificate.
#[derive(Debug, thiserror::Error)]
pub enum NoCertificate {
    /// The answer is not proven.
    #[error("the answer is not proven")]
    Unproven,
    /// The instance is larger than what the checker takes.
    #[error("{0}")]
    TooLarge(Refusal),
    /// No proof was found that the checker goes through within its limits.
    #[error("no proof was found that the checker can go through")]
    NotFound,
    /// It was stopped.
    #[error("the run was stopped before a proof for the checker was found")]
    Stopped,
    /// The checker refuses a proof that should hold: an error of this program.
    #[error("the checker refuses the proof that was made: {0}; please report this")]
    Refused(Refusal),
    /// The solver of linear programs failed.
    #[error(transparent)]
    Milp(#[from] crate::milp::MilpError),
}

/// A tree may take so long where there is no other limit.
const PATIENCE: Duration = Duration::from_secs(60);

/// Trees of so many leaves are tried before the checker's own sweep.
#[cfg(feature = "highs")]
const FEW_LEAVES: usize = 100;

impl Certificate {
    /// The certificate of an answer, by the first kind of proof that the checker accepts: a sum of rows by hand, the formula
    /// for an empty wall, a small tree, the checker's own sweep, a large tree.
    ///
    /// ```
    /// use azulejo_solver::{certificate::Certificate, instance::Instance, solve::{Method, Settings, solve}};
    /// let instance = Instance::from_json(r#"{"wall": {"rows": 5, "columns": 5}, "sense": "minimize"}"#)?;
    /// let answer = solve(&instance, Method::Auto, &Settings::default())?;
    /// let certificate = Certificate::of(&instance, &answer.outcome.verdict, &Default::default())?;
    /// assert!(azulejo_check::check(&certificate.to_json()).is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When there is none.
    pub fn of(
        instance: &Instance,
        verdict: &Verdict,
        control: &Control,
    ) -> Result<Self, NoCertificate> {
        let (claim, order) = match verdict {
            Verdict::Optimal { solution, .. } => {
                let score = u64::from(solution.score);
                let order = solution.order.iter().map(|cell| cell.number()).collect();
                (
                    Claim::Optimal {
                        score,
                        bound: score,
                    },
                    Some(order),
                )
            }
            Verdict::Infeasible { .. } => (Claim::Infeasible, None),
            Verdict::Feasible { .. } | Verdict::Unknown { .. } => {
                return Err(NoCertificate::Unproven);
            }
        };
        let time = control.time_left().unwrap_or(PATIENCE);
        let control = control.clone().within(Some(time));
        let (instance, proof) = (instance.clone(), Proof::Sweep);
        let mut this = Self {
            instance,
            claim,
            order,
            proof,
        };
        this.proof = this.found(&control)?;
        Ok(this)
    }

    fn found(&self, control: &Control) -> Result<Proof, NoCertificate> {
        let problem = Problem::from(&self.instance);
        let by_hand = hand::sums(&problem, self.order.is_some());
        let mut tried = by_hand.into_iter().chain([Proof::Shapes]);
        if let Some(proof) = tried.find(|proof| self.with(proof).is_ok()) {
            return Ok(proof);
        }
        #[cfg(feature = "highs")]
        let mut last = {
            match self.grown(&problem, FEW_LEAVES, control) {
                Ok(proof) => return Ok(proof),
                Err(reason) => reason,
            }
        };
        #[cfg(not(feature = "highs"))]
        let last = NoCertificate::NotFound;
        if self.with(&Proof::Sweep).is_ok() {
            return Ok(Proof::Sweep);
        }
        #[cfg(feature = "highs")]
        if matches!(last, NoCertificate::NotFound) {
            match self.grown(
                &problem,
                azulejo_check::Certificate::MOST_NODES / 2,
                control,
            ) {
                Ok(proof) => return Ok(proof),
                Err(reason) => last = reason,
            }
        }
        Err(last)
    }

    #[cfg(feature = "highs")]
    fn grown(
        &self,
        problem: &Problem,
        leaves: usize,
        control: &Control,
    ) -> Result<Proof, NoCertificate> {
        let score = match self.claim {
            Claim::Optimal { score, .. } => Some(score),
            Claim::Infeasible => None,
        };
        let nodes = tree::grown(problem, &self.statement(), score, leaves, control)?;
        let proof = Proof::Tree(nodes);
        match self.with(&proof) {
            Ok(()) => Ok(proof),
            Err(refusal) => Err(NoCertificate::Refused(refusal)),
        }
    }

    fn statement(&self) -> Statement {
        let json = serde_json::to_string(&self.instance).expect("an instance can be written");
        Statement::from_json(&json).expect("the referee reads every valid instance")
    }

    /// What the checker says of a proof.
    fn with(&self, proof: &Proof) -> Result<(), Refusal> {
        let certificate = azulejo_check::Certificate {
            statement: self.statement(),
            claim: self.claim,
            order: self.order.clone(),
            proof: proof.clone(),
        };
        certificate.check().map(|_| ())
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

    /// How many leaves its tree has; a sum has one.
    pub fn leaves(&self) -> usize {
        match &self.proof {
            Proof::Tree(nodes) => nodes
                .iter()
                .filter(|node| matches!(node, Node::Leaf { .. }))
                .count(),
            Proof::Sweep | Proof::Shapes => 0,
        }
    }

    /// It as a file.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("a certificate can be written")
    }
}

impl Serialize for Certificate {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Written<'a> {
            certificate: u32,
            instance: &'a Instance,
            claim: Claim,
            #[serde(skip_serializing_if = "Option::is_none")]
            order: &'a Option<Vec<usize>>,
            proof: &'a Proof,
        }
        let written = Written {
            certificate: azulejo_check::Certificate::VERSION,
            instance: &self.instance,
            claim: self.claim,
            order: &self.order,
            proof: &self.proof,
        };
        written.serialize(serializer)
    }
}
