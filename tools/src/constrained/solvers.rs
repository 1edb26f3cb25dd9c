//! Azulejo and its peers, each run in a process of its own.

use crate::Result;
use crate::process::peers_python;
use crate::statistics::timed;
use azulejo::instance::Instance;
use azulejo::order::verify;
use azulejo::wall::Cell;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::process::Command;

/// The time beyond its limit that a process has for its model and its end, in seconds.
const GRACE: u64 = 60;

/// The answer of a solver on an instance. The score is counted again from the order.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Answer {
    /// Whether the score is proven to be the best.
    pub(crate) proven: bool,
    pub(crate) score: Option<u32>,
    pub(crate) bound: Option<u32>,
    pub(crate) seconds: f64,
    /// Method that found the order, and the seconds to it, where several ran side by side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) order: Option<OrderOrigin>,
    /// Bound or method that proved the score.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) proof: Option<String>,
}

/// Origin of an order.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct OrderOrigin {
    pub(crate) by: String,
    pub(crate) seconds: f64,
}

/// The parts that are read from the JSON of `azulejo solve` and of `tools/peers/one_run.py`.
#[derive(Deserialize)]
struct SolverOutput {
    status: String,
    order: Option<Vec<usize>>,
    /// The bound; a peer may have none, or a negative one.
    bound: Option<i64>,
    /// The time of a peer without the start of Python, in seconds.
    seconds: Option<f64>,
    proof: Option<ProofOutput>,
    stats: Option<StatsOutput>,
}

#[derive(Deserialize)]
struct ProofOutput {
    by: Option<String>,
    bound: Option<String>,
}

#[derive(Deserialize)]
struct StatsOutput {
    origin: Option<OrderOrigin>,
}

/// A method with the programs that it needs.
pub(crate) struct Solver {
    method: String,
    peer: bool,
    program: PathBuf,
    /// The file through which the process reads the instance.
    file: PathBuf,
}

impl Solver {
    pub(crate) fn new(method: &str, program: PathBuf) -> Self {
        Self {
            method: method.into(),
            peer: ["cp-sat", "didp"].contains(&method),
            program,
            file: std::env::temp_dir().join(format!("constrained-{}.json", std::process::id())),
        }
    }

    /// The command that builds the needed programs.
    pub(crate) fn targets(&self) -> &'static str {
        match self.peer {
            true => "make build deps-peers",
            false => "make build",
        }
    }

    /// Solves an instance within `limit` seconds.
    pub(crate) fn solve(&self, instance: &Instance, limit: u64) -> Result<Answer> {
        std::fs::write(&self.file, serde_json::to_string(instance)?)?;
        // `timeout` ends a process that does not end by itself.
        let mut command = Command::new("timeout");
        command.arg((limit + GRACE).to_string());
        if self.peer {
            let one_run = crate::root().join("tools/peers/one_run.py");
            command.arg(peers_python()).arg(one_run).arg(&self.method);
            command.args(["--threads", "2", "--limit", &limit.to_string()]);
            command.arg("--azulejo").arg(&self.program);
        } else {
            command.arg(&self.program).arg("solve");
            command.args(["--method", &self.method, "--format", "json"]);
            command.args(["--quiet", "--no-cross-check"]);
            command.args(["--time-limit", &format!("{limit}s")]);
        }
        let (output, seconds) = timed(|| command.arg(&self.file).output());
        let output = output?;
        std::fs::remove_file(&self.file)?;
        if output.stdout.is_empty() {
            eprintln!("no answer: {}", String::from_utf8_lossy(&output.stderr));
            return Ok(Answer {
                seconds,
                ..Answer::default()
            });
        }
        let output: SolverOutput = serde_json::from_slice(&output.stdout)?;
        self.verified_answer(instance, output, seconds)
    }

    /// The answer with the score counted again.
    fn verified_answer(
        &self,
        instance: &Instance,
        output: SolverOutput,
        seconds: f64,
    ) -> Result<Answer> {
        let fault = |message: String| format!("{}: {message}", self.method);
        if output.status == "infeasible" {
            return Err(fault("calls an instance infeasible that has an order".into()).into());
        }
        let score = |numbers: &Vec<usize>| {
            let order = numbers.iter().map(|&number| Cell::from_number(number));
            let report = verify(instance, &order.collect::<Vec<_>>());
            match report.violations.first() {
                Some(violation) => Err(fault(violation.to_string())),
                None => Ok(report.score),
            }
        };
        let score = output.order.as_ref().map(score).transpose()?;
        let bound = output.bound.and_then(|bound| u32::try_from(bound).ok());
        let proven = output.status == "optimal";
        if proven && (score.is_none() || score != bound) {
            return Err(fault(format!("proves {score:?} with the bound {bound:?}")).into());
        }
        Ok(Answer {
            proven,
            score,
            bound,
            seconds: output.seconds.unwrap_or(seconds),
            order: output.stats.and_then(|stats| stats.origin),
            proof: output.proof.and_then(|proof| proof.bound.or(proof.by)),
        })
    }
}
