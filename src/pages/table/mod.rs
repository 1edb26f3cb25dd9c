//! A game on a page: in the fields of an address, as a table with tiles, and in words.
//!
//! Nothing keeps a game. A page sends its game with every request, as fields that an address can hold, too.

mod choices;
mod game;
mod names;
mod story;
mod view;

pub(super) use choices::{Choices, choices};
pub(super) use game::Game;
pub(super) use names::{Name, Names};
pub(super) use story::{ScoringStep, last_round, last_words, log, words_of};
pub(super) use view::{Last, TableState, TableView, Way, definitions, stocks};
