//! Players: the published ones, tree searches, rollouts, and our own.
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
//! let move_ = contestant.choose(&position, &mut rng);
//! assert!(position.is_legal(move_));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Every player is deterministic: the same position, generator and limits give the same move. The only exception is a
//! limit of time; a limit of nodes replaces it where moves have to be reproducible.

pub mod azulejo;
mod contestant;
pub mod evaluator;
mod fault;
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
pub use fault::PlayerFault;
pub use invalid::InvalidContestant;
pub use kind::{OptionValues, PlayerKind, PlayerOption};
pub use limits::Limits;
pub use player::{Player, SearchReport};
pub use registry::KINDS;
