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
mod invalid;
mod kind;
mod limits;
mod mcts;
mod player;
mod random;
mod registry;
mod rollout_greedy;
mod thesis;
pub mod tree_search;

pub use contestant::Contestant;
pub use invalid::InvalidContestant;
pub use kind::{OptionValues, PlayerKind, PlayerOption};
pub use limits::Limits;
pub use player::{Player, Thought};
pub use registry::KINDS;

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
