//! The features of a rollout: events of the evaluated player's board within the round of the move.

use azulejo_rules::{Board, Move, Position};
use serde::{Deserialize, Serialize};

/// The features of a move in one rollout, or their sums over several rollouts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct RolloutFeatures {
    /// The charge of the floor at the end of the round, in points.
    pub(super) floor: u64,
    /// The lines that were full at the end of the round.
    pub(super) completions: u64,
    /// The tiles that found no place on a line from the move on, those that went to the lid included.
    pub(super) wasted: u64,
    /// The points of the tiles that full lines put on the wall, with those for neighbours.
    pub(super) tile_points: u64,
}

/// The mean features of a move.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "Features")
)]
pub struct FeatureMeans {
    /// The charge of the floor at the end of the round, in points.
    pub floor: f64,
    /// The lines that are full at the end of the round.
    pub completions: f64,
    /// The tiles that find no place on a line from the move on.
    pub wasted: f64,
    /// The points of the tiles that full lines put on the wall, with those for neighbours.
    pub tile_points: f64,
}

impl RolloutFeatures {
    /// The features of a player at the end of the round, before it is scored; `wasted` is 0.
    pub(super) fn at_end(position: &Position, player: usize) -> Self {
        let board = &position.boards()[player];
        let full = |row: &usize| {
            board
                .line(*row)
                .is_some_and(|line| usize::from(line.count) > *row)
        };
        Self {
            floor: board.floor().charge().into(),
            completions: (0..Board::ROWS).filter(full).count() as u64,
            wasted: 0,
            tile_points: board.full_points().into(),
        }
    }

    pub(super) fn add(&mut self, other: &Self) {
        self.floor += other.floor;
        self.completions += other.completions;
        self.wasted += other.wasted;
        self.tile_points += other.tile_points;
    }

    /// The means over `rollouts` rollouts.
    pub(super) fn means(&self, rollouts: u64) -> FeatureMeans {
        let mean = |sum: u64| sum as f64 / rollouts.max(1) as f64;
        FeatureMeans {
            floor: mean(self.floor),
            completions: mean(self.completions),
            wasted: mean(self.wasted),
            tile_points: mean(self.tile_points),
        }
    }
}

/// The tiles of a move of the mover that find no place on a line.
pub(super) fn wasted(position: &Position, taken: Move) -> u64 {
    let tiles = position.source(taken.source()).count(taken.colour());
    let room = taken.destination().row().map_or(0, |row| {
        let board = &position.boards()[position.mover()];
        row as u8 + 1 - board.line(row).map_or(0, |line| line.count)
    });
    u64::from(tiles.saturating_sub(room))
}
