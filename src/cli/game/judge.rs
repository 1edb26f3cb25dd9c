//! The judge of moves, from flags.

use crate::analysis::rollouts::GradeSettings;
use crate::analysis::{Effort, JudgeSettings};
use crate::cli::exit::Usage;
use crate::cli::flags::{by_name, with_help};
use crate::players::Limits;
use crate::players::evaluator::{EvaluationBudget, EvaluatorSettings, Utility};
use clap::{Args, ValueEnum};
use std::num::NonZeroU64;

/// A judge of moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Default)]
pub(super) enum JudgeKind {
    /// The search of the player azulejo, with proofs where the game ends with the round
    #[default]
    Search,
    /// Means of rollouts to the end of the round
    Rollouts,
}

/// How moves are judged.
#[derive(Debug, Args)]
#[command(next_help_heading = "Judge")]
pub(super) struct JudgeArgs {
    /// The judge
    #[arg(long, value_enum, default_value_t)]
    judge: JudgeKind,
    /// How much work the search does for one move
    #[arg(long, value_parser = with_help(Effort::ALL.map(|effort| (effort, effort.name(), effort.about()))), conflicts_with = "nodes")]
    effort: Option<Effort>,
    /// How many positions the search judges, or how many moves rollouts play, in place of --effort or --budget
    #[arg(long, value_name = "N", conflicts_with = "budget")]
    nodes: Option<NonZeroU64>,
    /// How many moves the rollouts of one move play: as many as take about 250, 750 or 1500 ms
    #[arg(long, value_parser = by_name(&EvaluationBudget::ALL, EvaluationBudget::name))]
    budget: Option<EvaluationBudget>,
    /// Let rollouts take that time and not that many moves; the result then depends on the machine
    #[arg(long, conflicts_with = "nodes")]
    timed: bool,
    /// The measure by which the end of a rollout is judged
    #[arg(long, value_parser = with_help(Utility::ALL.map(|utility| (utility, utility.name(), utility.about()))))]
    utility: Option<Utility>,
    /// The rounds of a rollout: the one that is played, and rounds after it with random deals
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=20))]
    rounds: Option<u32>,
    /// Random seed of the rollouts
    #[arg(long, value_name = "N")]
    rng_seed: Option<u64>,
}

/// Judge with its settings.
#[derive(Debug, Clone, Copy)]
pub(super) enum Judge {
    Search(JudgeSettings),
    Rollouts(GradeSettings),
}

impl JudgeArgs {
    /// Judge of the flags; `default` is its effort without `--effort`.
    pub(super) fn judge(&self, default: Effort) -> Result<Judge, Usage> {
        match self.judge {
            JudgeKind::Search => {
                let flags = [
                    ("--budget", self.budget.is_some()),
                    ("--timed", self.timed),
                    ("--utility", self.utility.is_some()),
                    ("--rounds", self.rounds.is_some()),
                    ("--rng-seed", self.rng_seed.is_some()),
                ];
                if let Some((flag, _)) = flags.iter().find(|(_, is_present)| *is_present) {
                    return Err(Usage(format!(
                        "{flag} is for rollouts: add --judge rollouts"
                    )));
                }
                let settings = self.effort.unwrap_or(default).settings();
                Ok(Judge::Search(match self.nodes {
                    Some(nodes) => JudgeSettings {
                        nodes: nodes.get(),
                        proof: nodes.get(),
                        ..settings
                    },
                    None => settings,
                }))
            }
            JudgeKind::Rollouts if self.effort.is_some() => Err(Usage(
                "--effort is for the search: give --budget instead".into(),
            )),
            JudgeKind::Rollouts => Ok(Judge::Rollouts(self.rollouts())),
        }
    }

    fn rollouts(&self) -> GradeSettings {
        let budget = self.budget.unwrap_or_default();
        GradeSettings {
            settings: EvaluatorSettings {
                utility: self.utility.unwrap_or_default(),
                rounds: self.rounds.unwrap_or(1),
                seed: self.rng_seed.unwrap_or(0),
                ..EvaluatorSettings::default()
            },
            limits: match self.nodes {
                Some(nodes) => Limits::of_nodes(nodes.get()),
                None if self.timed => budget.time(),
                None => budget.nodes(),
            },
        }
    }
}
