//! Who plays: the published players, and searches.
//!
//! A [`Player`] chooses a move. A [`Contestant`] is a player with its name and its limits; its text is a name, and
//! `name:option=value,…` where options are wanted:
//!
//! ```
//! use azulejo_rules::random::{ChaCha8Rng, SeedableRng};
//! use azulejo_rules::{Players, Position};
//! use azulejo_play::players::Contestant;
//!
//! let contestant: Contestant = "random".parse()?;
//! let mut rng = ChaCha8Rng::seed_from_u64(7);
//! let mut position = Position::new(Players::Two, 0);
//! position.deal(&mut rng)?;
//! let chosen = contestant.choose(&position, &mut rng);
//! assert!(position.is_legal(chosen));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Every player is deterministic: the same position, generator and limits give the same move. A limit of time is the one
//! exception; a limit of nodes takes its place where moves have to be the same again.

pub mod azulejo;
mod contestant;
pub mod evaluator;
mod kind;
mod limits;
mod mcts;
mod random;
mod rollout_greedy;
mod thesis;
pub mod tree_search;

pub use contestant::Contestant;
pub use kind::{InvalidContestant, KINDS, OptionValues, PlayerKind, PlayerOption};
pub use limits::Limits;

use azulejo_control::Control;
use azulejo_rules::random::ChaCha8Rng;
use azulejo_rules::{Move, Position};

/// Somebody who plays.
pub trait Player: std::fmt::Debug + Send + Sync {
    /// A legal move of a position that [waits for a move](azulejo_rules::Phase::Moves).
    ///
    /// # Panics
    /// When the position waits for something else.
    fn choose(&self, position: &Position, rng: &mut ChaCha8Rng, limits: &Limits) -> Move;

    /// A legal move, as [`choose`](Self::choose) gives it, of a player who takes time: it tells what it finds on the way,
    /// and chooses at once when the control says so. Who takes no time tells nothing.
    ///
    /// # Panics
    /// When the position waits for something else.
    fn think(
        &self,
        position: &Position,
        rng: &mut ChaCha8Rng,
        limits: &Limits,
        _control: &Control,
        _found: &dyn Fn(Thought),
    ) -> Move {
        self.choose(position, rng, limits)
    }
}

/// What a player who takes time has found so far.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Thought {
    /// How many moves it looked ahead.
    pub depth: u32,
    /// What the mover has more than the best of the others, as the player judges positions.
    pub value: i32,
    /// The probability to win in thousandths, of a player who judges that.
    pub win: Option<u16>,
    /// The positions that it visited.
    pub nodes: u64,
    /// The best move, and how the game may go on.
    pub variation: Vec<Move>,
}

/// The player of CONTRIBUTING.md ("Adding a player").
#[cfg(test)]
#[path = "../../recipes/first.rs"]
mod first;

#[cfg(test)]
mod tests {
    use super::{Limits, Player};
    use super::{first, kind};
    use azulejo_rules::random::{ChaCha8Rng, SeedableRng};
    use azulejo_rules::{Phase, Players, Position};

    #[test]
    fn the_player_of_the_recipe_plays_a_round_of_its_first_moves() {
        let options = kind::Options::read(&first::KIND, []).expect("no options");
        let player: Box<dyn Player> = (first::KIND.build)(&options);
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut position = Position::new(Players::Two, 0);
        position
            .deal(&mut rng)
            .expect("a new game waits for a deal");
        while position.phase() == Phase::Moves {
            let chosen = player.choose(&position, &mut rng, &Limits::default());
            assert_eq!(Some(chosen), position.legal().next());
            position.play(chosen).expect("it is legal");
        }
        assert_eq!(position.phase(), Phase::RoundEnd);
    }
}
