use super::{Deal, Effect, Move, RoundScore};

/// Something that happened in a game, so that it can be told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// A round was dealt.
    Dealt {
        /// Its number, from 1.
        round: u32,
        /// Its tiles.
        deal: Deal,
    },
    /// A move was played.
    Played {
        /// By this player, from 0.
        player: usize,
        /// The move.
        taken: Move,
        /// What it did.
        effect: Effect,
    },
    /// A round was scored.
    Scored {
        /// Its number, from 1.
        round: u32,
        /// What it did to each board.
        score: RoundScore,
        /// The player, from 0, who begins the next round, if there is one.
        starter: usize,
    },
}
