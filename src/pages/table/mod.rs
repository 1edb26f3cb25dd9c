//! Game on a page: in the fields of an address, as a table with tiles, and in words.
//!
//! No game is stored. A page sends its game with every request, in the fields of an address.

mod choices;
mod game;
mod names;
mod story;
mod view;

pub(super) use choices::{Choices, choices};
pub(super) use game::Game;
pub(super) use names::{Name, Names};
pub(super) use story::{ScoringStep, last_scoring, log, move_sentence, state_sentence};
pub(super) use view::{LastMove, TableState, TableView, Way, definitions, stocks};
