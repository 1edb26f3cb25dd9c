use super::kind::PlayerKind;
use super::limits::Limits;
use super::player::Player;
use azulejo_rules::random::ChaCha8Rng;
use azulejo_rules::{Move, Position};

pub(super) const KIND: PlayerKind = PlayerKind {
    name: "random",
    about: "a legal move, each with the same probability",
    options: &[],
    searches: false,
    build: |_| Box::new(Random),
};

/// The player `random`, which plays each legal move with the same probability.
#[derive(Debug)]
pub(super) struct Random;

impl Player for Random {
    fn choose(&self, position: &Position, rng: &mut ChaCha8Rng, _: &Limits) -> Move {
        position.random_move(rng).expect("it waits for a move")
    }
}
