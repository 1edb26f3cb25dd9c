//! The settings of an evaluation.

use super::mix::Mix;
use super::shortlist::ShortlistWeights;
use crate::players::limits::Limits;
use azulejo_rules::{EndBonus, Position};
use std::time::Duration;

/// The utility of the position in which a rollout ends, for the evaluated player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Utility {
    /// The player's points less those of the best other player, without end bonuses, as in the source.
    Points,
    /// The player's points less those of the best other player, with end bonuses where the game is over.
    #[default]
    Final,
    /// The player's points less those of the best other player, with the bonuses of complete lines even while the game
    /// goes on.
    Bonus,
    /// The probability to win, 0 to 100: by a logistic curve while the game goes on, and by the result where it is
    /// over.
    Win,
}

impl Utility {
    /// Every utility.
    pub const ALL: [Self; 4] = [Self::Points, Self::Final, Self::Bonus, Self::Win];

    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Points => "points",
            Self::Final => "final",
            Self::Bonus => "bonus",
            Self::Win => "win",
        }
    }

    /// The description of the utility in one line.
    pub fn about(self) -> &'static str {
        match self {
            Self::Points => "the points less those of the best other, as published",
            Self::Final => "with end bonuses where the game is over",
            Self::Bonus => "with the bonuses of what is complete, always",
            Self::Win => "the probability to win, 0 to 100",
        }
    }

    /// The lead in points at which the logistic curve has three wins in four games.
    const LEAD: f64 = 9.0;

    /// The utility of a position for a player.
    pub(in crate::players) fn of(self, position: &Position, player: usize) -> f64 {
        let outcome = position.outcome();
        if self == Self::Win
            && let Some(outcome) = outcome
        {
            let mut winners = outcome.winners();
            let share = 100.0 / winners.clone().count() as f64;
            return if winners.any(|winner| winner == player) {
                share
            } else {
                0.0
            };
        }
        let counts = match self {
            Self::Points => false,
            Self::Final => outcome.is_some(),
            Self::Bonus | Self::Win => true,
        };
        let points = |player: usize| {
            let board = &position.boards()[player];
            let bonus = if counts {
                board.end_bonus()
            } else {
                EndBonus::default()
            };
            (board.score() + bonus.points()) as i32
        };
        let others = (0..position.players().count()).filter(|&other| other != player);
        let best = others.map(points).max().unwrap_or(0);
        let lead = f64::from(points(player) - best);
        match self {
            Self::Win => 100.0 / (1.0 + 3f64.powf(-lead / Self::LEAD)),
            _ => lead,
        }
    }
}

/// The time budget of an evaluation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum EvaluationBudget {
    /// 250 ms.
    Fast,
    /// 750 ms.
    #[default]
    Medium,
    /// 1500 ms.
    Deep,
}

impl EvaluationBudget {
    /// Every budget.
    pub const ALL: [Self; 3] = [Self::Fast, Self::Medium, Self::Deep];

    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Fast => "fast",
            Self::Medium => "medium",
            Self::Deep => "deep",
        }
    }

    /// The budget as a time limit, whose results depend on the machine.
    pub fn time(self) -> Limits {
        let milliseconds = match self {
            Self::Fast => 250,
            Self::Medium => 750,
            Self::Deep => 1500,
        };
        Limits::of_time(Duration::from_millis(milliseconds))
    }

    /// The budget as a number of moves played in rollouts that takes about as long, whose results are the same on every
    /// machine.
    pub fn nodes(self) -> Limits {
        let nodes = match self {
            Self::Fast => 500_000,
            Self::Medium => 1_500_000,
            Self::Deep => 3_000_000,
        };
        Limits::of_nodes(nodes)
    }
}

/// The settings of an evaluation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct EvaluatorSettings {
    /// The utility of a rollout's last position.
    pub utility: Utility,
    /// The number of rounds of a rollout, at least 1: the current round, and later rounds with random deals.
    pub rounds: u32,
    /// The policy of the evaluated player.
    pub own: Mix,
    /// The policy of the other players.
    pub others: Mix,
    /// The most moves that are evaluated; without a number, all moves are.
    pub shortlist: Option<usize>,
    /// The weights by which the shortlist ranks moves.
    pub weights: ShortlistWeights,
    /// The seed of the random numbers: rollout `i` of each move uses `seed + i`.
    pub seed: u64,
    /// The limit of judged positions in the search for exact values; 0 to skip the search.
    pub exact: u64,
}

impl Default for EvaluatorSettings {
    /// The source's settings, with bonuses where the game is over, and with exact values.
    fn default() -> Self {
        Self {
            utility: Utility::default(),
            rounds: 1,
            own: Mix::GREEDY,
            others: Mix::GREEDY,
            shortlist: Some(20),
            weights: ShortlistWeights::PUBLISHED,
            seed: 0,
            exact: 100_000,
        }
    }
}
