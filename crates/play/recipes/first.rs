//! The first legal move, for who wants no surprises.

use super::kind::PlayerKind;
use super::limits::Limits;
use super::player::Player;
use azulejo_rules::random::ChaCha8Rng;
use azulejo_rules::{Move, Position};

pub(super) const KIND: PlayerKind = PlayerKind {
    name: "first",
    about: "the legal move with the smallest code",
    options: &[],
    searches: false,
    build: |_| Box::new(First),
};

/// Plays the legal move with the smallest code.
#[derive(Debug)]
struct First;

impl Player for First {
    fn choose(&self, position: &Position, _: &mut ChaCha8Rng, _: &Limits) -> Move {
        let mut legal = position.legal();
        legal.next().expect("a position that waits for a move")
    }
}
