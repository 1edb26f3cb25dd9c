//! The game of Azul for two, three and four players: rules, notation, records.
//!
//! [`Position::new`] begins a game. [`Position::deal`] puts tiles on the factories, the only place where chance comes
//! in; [`Position::legal`] lists the moves, [`Position::play`] plays one; when all sources are empty,
//! [`Position::end_round`] scores; and so on until there is an [`Position::outcome`]:
//!
//! ```
//! use azulejo_rules::random::{ChaCha8Rng, SeedableRng, below};
//! use azulejo_rules::{Phase, Players, Position};
//!
//! let mut rng = ChaCha8Rng::seed_from_u64(7);
//! let mut position = Position::new(Players::Two, 0);
//! let outcome = loop {
//!     match position.phase() {
//!         Phase::Deal => {
//!             position.deal(&mut rng)?;
//!         }
//!         Phase::Moves => {
//!             let mut legal = position.legal();
//!             let number = below(&mut rng, legal.len() as u32);
//!             let random = legal.nth(number as usize).expect("a number below the length");
//!             position.play(random)?;
//!         }
//!         Phase::RoundEnd => {
//!             let score = position.end_round()?;
//!             let board = &score.boards()[0];
//!             let total = board.before() + board.points();
//!             assert_eq!(board.after(), total.saturating_sub(board.floor().charge().into()));
//!         }
//!         Phase::Over => break position.outcome().expect("the game is over"),
//!     }
//! };
//! assert!(outcome.winners().count() >= 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The rules are those of the boxed game, where public programs differ from each other: the token falls on the floor
//! before the tiles that were taken with it; a full floor costs no more; leaving room on a line on purpose is not
//! allowed; a score is cut at 0 once, after tiles and floor together; the lid is poured into the bag only when a tile
//! is to be drawn from an empty bag.
//!
//! A game ends after a round in which a wall row is complete, or when nothing can be dealt. Neither need ever happen,
//! with any number of players. Players can put all their tiles on the floor, round after round. Or no row can be
//! completed any more, because each lacks a colour of which all tiles lie on walls and on lines that nobody can fill. A
//! few in 100,000 games of four random players end up there; a program that plays many games needs a limit of rounds.
//!
//! The notation of moves and positions is in [`notation`], that of games in [`record`]. [`coding`] and [`features`]
//! encode positions for neural networks. [`pattern`] has the colours of the wall. [`import`] reads games of other
//! programs.
//!
//! No function of this crate reads a file, asks a clock or starts a thread.

mod bits;
mod board;
pub mod coding;
mod colour;
mod deal;
mod effect;
pub mod features;
mod floor;
mod groups;
pub mod import;
mod legal;
mod moves;
pub mod notation;
mod outcome;
pub mod pattern;
mod perft;
mod play;
mod play_out;
mod players;
mod points;
mod position;
mod prospect;
mod quantity;
pub mod random;
pub mod record;
mod round;
mod tiles;
mod wall_bits;

pub use board::{Board, PatternLine};
pub use colour::Colour;
pub use deal::{Deal, ImpossibleDeal};
pub use effect::Effect;
pub use floor::{Floor, FloorItem};
pub use groups::Group;
pub use legal::{IllegalMove, Legal, MoveIndex};
pub use moves::{Destination, Move, NoSuchCode, Source};
pub use outcome::{EndBonus, Outcome};
pub use perft::perft;
pub use play::Undo;
pub use players::{NotPlayers, Players};
pub use points::tile_points;
pub use position::{Phase, Position, WrongPhase};
pub use prospect::{Prospect, Prospects};
pub use round::{BoardScore, RoundScore, TilePlacement};
pub use tiles::Tiles;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
