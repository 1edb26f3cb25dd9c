use super::{Conflict, Explanation, Method, Or, Proof, Stats, Status, Version};
use crate::certificate::{Certificate, NoCertificate};
use crate::instance::Instance;
use crate::solve::{self, Answer, Findings, Price};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The output of `solve`.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Solve {
    /// The version of the outputs.
    pub schema: Version,
    /// The instance.
    pub instance: Instance,
    /// The method that was asked for, where it is not the one that answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub asked: Option<Method>,
    /// The method that answered.
    pub method: Method,
    /// The status of the proof.
    pub status: Status,
    /// The score of the order.
    pub score: Option<u32>,
    /// The bound: no score is better.
    pub bound: Option<u32>,
    /// The cells by number, in turn order; 0 for a turn that passes.
    pub order: Option<Vec<usize>>,
    /// The points of each turn.
    pub points: Option<Vec<u32>>,
    /// The points for what is complete at the end.
    pub bonus: Option<u32>,
    /// By what it is proven; none where the run was stopped.
    pub proof: Option<Proof>,
    /// The answer of a second method.
    pub cross_check: Option<Or<CrossCheck>>,
    /// The certificate that was written, where one is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certificate: Option<Or<CertificateFile>>,
    /// The cost of the constraints, where it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<Price>,
    /// Where there is no order, constraints that cannot hold together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conflict: Option<Or<Conflict>>,
    /// The work for the answer.
    pub stats: Stats,
    /// The course of the solve, where it is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explain: Option<Explanation>,
}

/// A certificate that was written to a file.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Certified")]
pub struct CertificateFile {
    /// The kind of its proof: sum, tree, shapes or sweep.
    pub kind: String,
    /// The leaves of its tree; a sum has one.
    pub leaves: usize,
    /// The size of the file.
    pub bytes: usize,
}

impl From<&Result<Certificate, NoCertificate>> for Or<CertificateFile> {
    fn from(result: &Result<Certificate, NoCertificate>) -> Self {
        Self::new(result, |certificate| CertificateFile {
            kind: certificate.kind().to_owned(),
            leaves: certificate.leaves(),
            bytes: certificate.to_json().len(),
        })
    }
}

/// The answer of a second method.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct CrossCheck {
    /// The method.
    pub method: Method,
    /// Its score.
    pub score: Option<u32>,
    /// Whether both can be right.
    pub agrees: bool,
}

impl Solve {
    /// The output for an answer and the findings beside it; `explain` adds the course of the solve.
    pub fn new(instance: &Instance, answer: &Answer, findings: &Findings, explain: bool) -> Self {
        let verdict = &answer.outcome.verdict;
        let cross_check = |check: &solve::CrossCheck| CrossCheck {
            method: check.answer.method.into(),
            score: check.answer.outcome.verdict.score(),
            agrees: check.agrees,
        };
        Self {
            schema: Version,
            instance: instance.clone(),
            asked: (answer.request != answer.method).then(|| answer.request.into()),
            method: answer.method.into(),
            status: verdict.into(),
            score: verdict.score(),
            bound: verdict.bound(),
            order: verdict.solution().map(|solution| solution.order.numbers()),
            points: answer.report.as_ref().map(|report| report.points.clone()),
            bonus: answer.report.as_ref().map(|report| report.bonus),
            proof: Proof::of(verdict),
            cross_check: findings
                .cross_check
                .as_ref()
                .map(|check| Or::new(check, cross_check)),
            certificate: None,
            cost: findings.price,
            conflict: findings.conflict.as_ref().map(Or::from),
            stats: (&answer.outcome.stats).into(),
            explain: explain.then(|| Explanation::new(instance, answer, findings)),
        }
    }
}
