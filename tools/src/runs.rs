//! Measured runs of formulations, for the pages that compare them step by step and part by part.

use crate::Result;
use azulejo::control::Control;
use azulejo::formulation::Program;
use azulejo::instance::{Instance, Sense};
use azulejo::milp::{Relaxation, relax};
use azulejo::outcome::Outcome;
use serde::{Deserialize, Serialize};

/// The measurements of a run.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Run {
    pub(crate) flags: String,
    pub(crate) step: String,
    /// The number of cores of the machine, where the page has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) cores: Option<usize>,
    /// The seed; none for the median of several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) seed: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) columns: Option<usize>,
    pub(crate) rows: Option<usize>,
    /// The bound of the linear program; none where another seed has it.
    pub(crate) lp_bound: Option<f64>,
    pub(crate) root_bound: Option<f64>,
    pub(crate) nodes: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) rounds: Option<usize>,
    pub(crate) seconds: f64,
    pub(crate) score: Option<u32>,
    pub(crate) bound: Option<u32>,
}

impl Run {
    /// The measurements in the outcome of a step; neither its seed nor the bound of its linear program.
    pub(crate) fn of(flags: &str, step: &str, outcome: &Outcome) -> Self {
        let stats = &outcome.stats;
        Self {
            flags: flags.into(),
            step: step.into(),
            cores: None,
            seed: None,
            columns: stats.columns,
            rows: stats.rows,
            lp_bound: None,
            root_bound: stats.root_bound,
            nodes: stats.nodes,
            rounds: stats.rounds,
            seconds: stats.seconds,
            score: outcome.verdict.score(),
            bound: outcome.verdict.bound(),
        }
    }

    /// The result in words.
    pub(crate) fn result(&self) -> String {
        match (self.score, self.bound) {
            (Some(score), Some(bound)) if score == bound => format!("{score}, proven"),
            (Some(score), Some(bound)) => format!("stopped: {score}, bound {bound}"),
            (_, Some(bound)) => format!("stopped: no order, bound {bound}"),
            (_, None) => "infeasible".into(),
        }
    }
}

/// The bound of the linear relaxation of a program.
pub(crate) fn lp_bound(program: &Program) -> Result<f64> {
    match relax(program, &Control::default())? {
        Relaxation::Solved { bound, .. } => Ok(bound),
        other => Err(format!("the relaxation is {other:?}").into()),
    }
}

/// The instance of some flags: of `--size` with `--sense`, `--rule` and `--fix`.
pub(crate) fn instance(flags: &str) -> Result<Instance> {
    let value = |flag: &str| flags.split(' ').skip_while(|word| *word != flag).nth(1);
    let side = value("--size").ok_or("an instance has a size")?.parse()?;
    let sense = match value("--sense") {
        Some("min") => Sense::Minimize,
        _ => Sense::Maximize,
    };
    let plain = Instance::builder(side, side, sense);
    let ruled = match value("--rule") {
        Some("last-round") => plain.last_round(),
        Some("rounds") => plain.rounds(),
        _ => plain,
    };
    let fixed = match value("--fix").and_then(|words| words.split_once('@')) {
        Some((cell, turn)) => ruled.place_at(cell.parse::<u64>()?, turn.parse()?),
        None => ruled,
    };
    Ok(fixed.build()?)
}
