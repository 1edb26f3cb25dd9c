//! What an evaluation is asked.

use super::mix::Mix;
use super::shortlist::ShortlistWeights;
use crate::players::limits::Limits;
use azulejo_rules::{EndBonus, Position};
use std::time::Duration;

/// What a player wants of the position in which a rollout ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Utility {
    /// His points less those of the best other, without end bonuses: the source's.
    Points,
    /// His points less those of the best other, with end bonuses where the game is over.
    #[default]
    Final,
    /// His points less those of the best other, with the bonuses of what is complete, also while the game goes on.
    Bonus,
    /// The probability to win, 0 to 100: that of a logistic curve while the game goes on, the result where it is over.
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

    /// What it is, in one line.
    pub fn about(self) -> &'static str {
        match self {
            Self::Points => "the points less those of the best other, as published",
            Self::Final => "with end bonuses where the game is over",
            Self::Bonus => "with the bonuses of what is complete, always",
            Self::Win => "the probability to win, 0 to 100",
        }
    }

    /// The points of a lead that wins three games of four, as the curve has it.
    const LEAD: f64 = 9.0;

    /// What the position is worth to a player.
    pub(in crate::players) fn of(self, position: &Position, player: usize) -> f64 {
        let outcome = position.outcome();
        if self == Self::Win
            && let Some(outcome) = outcome
        {
            let mut winners = outcome.winners();
            let share = 100.0 / winners.clone().count() as f64;
            return if winners.any(|it| it == player) {
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

/// How long an evaluation may take.
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

    /// Its time, with which a result depends on the machine.
    pub fn time(self) -> Limits {
        let milliseconds = match self {
            Self::Fast => 250,
            Self::Medium => 750,
            Self::Deep => 1500,
        };
        Limits {
            time: Some(Duration::from_millis(milliseconds)),
            ..Limits::NONE
        }
    }

    /// A number of moves played in rollouts that takes about as long, with which a result is the same on every machine.
    pub fn nodes(self) -> Limits {
        let nodes = match self {
            Self::Fast => 500_000,
            Self::Medium => 1_500_000,
            Self::Deep => 3_000_000,
        };
        Limits {
            nodes: Some(nodes),
            ..Limits::NONE
        }
    }
}

/// What an evaluation is asked.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct EvaluatorSettings {
    /// What the rollouts are judged by.
    pub utility: Utility,
    /// The rounds of a rollout, at least 1: the one that is played, and those after it with random deals.
    pub rounds: u32,
    /// How the player who is judged goes on.
    pub own: Mix,
    /// How the others go on.
    pub others: Mix,
    /// The moves that are judged at most; all of them where it is none.
    pub shortlist: Option<usize>,
    /// What the shortlist goes by.
    pub weights: ShortlistWeights,
    /// Rollout `i` of each move has the random numbers of `seed + i`.
    pub seed: u64,
    /// The positions that may be judged to find exact values first; 0 to leave it.
    pub exact: u64,
}

impl Default for EvaluatorSettings {
    /// The source's, with bonuses where the game is over, and with exact values.
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
