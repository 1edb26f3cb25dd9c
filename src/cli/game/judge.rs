//! From flags to what moves are judged by.

use crate::analysis::rollouts::GradeSettings;
use crate::cli::flags::{described, named};
use crate::players::Limits;
use crate::players::evaluator::{EvaluationBudget, EvaluatorSettings, Utility};
use clap::Args;
use std::num::NonZeroU64;

/// How moves are judged.
#[derive(Debug, Args)]
#[command(next_help_heading = "Judge")]
pub(super) struct JudgeArgs {
    /// How much work goes into one move: so many moves in rollouts as take about 250, 750 or 1500 ms
    #[arg(long, value_parser = named(&EvaluationBudget::ALL, EvaluationBudget::name), default_value = EvaluationBudget::default().name())]
    budget: EvaluationBudget,
    /// So many moves in rollouts instead of those of the budget
    #[arg(long, value_name = "N", conflicts_with = "budget")]
    nodes: Option<NonZeroU64>,
    /// Take the time of the budget instead; the result then depends on the machine
    #[arg(long, conflicts_with = "nodes")]
    timed: bool,
    /// What the end of a rollout is judged by
    #[arg(long, value_parser = described(Utility::ALL.map(|it| (it, it.name(), it.about()))), default_value = Utility::default().name())]
    utility: Utility,
    /// The rounds of a rollout: the one that is played, and rounds after it with random deals
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=20))]
    rounds: u32,
    /// Random seed of the rollouts
    #[arg(long, value_name = "N", default_value_t = 0)]
    rng_seed: u64,
}

impl JudgeArgs {
    pub(super) fn judge(&self) -> GradeSettings {
        GradeSettings {
            settings: EvaluatorSettings {
                utility: self.utility,
                rounds: self.rounds,
                seed: self.rng_seed,
                ..EvaluatorSettings::default()
            },
            limits: match self.nodes {
                Some(nodes) => Limits {
                    nodes: Some(nodes.get()),
                    ..Limits::NONE
                },
                None if self.timed => self.budget.time(),
                None => self.budget.nodes(),
            },
        }
    }
}
