use super::reading::{Reading, STRATEGIC};
use super::scan::{Groups, View, group_move};
use super::strategic;
use crate::players::kind::PlayerKind;
use crate::players::limits::Limits;
use crate::players::player::Player;
use azulejo_rules::random::ChaCha8Rng;
use azulejo_rules::{Move, Position};

pub(in crate::players) const KIND: PlayerKind = PlayerKind {
    name: "opponent",
    about: "the tiles that strategic would take as the next player (thesis, section 4.4)",
    options: &STRATEGIC,
    searches: false,
    build: |options| Box::new(Opponent(Reading::of(options))),
};

#[derive(Debug)]
struct Opponent(Reading);

impl Player for Opponent {
    fn choose(&self, position: &Position, _: &mut ChaCha8Rng, _: &Limits) -> Move {
        let groups = Groups::of(position, &self.0);
        let next_view = View::new(position, next(position), &self.0);
        let (group, _) = strategic::choice(&next_view, groups.as_slice());
        let own_view = View::new(position, position.mover(), &self.0);
        group_move(strategic::choice(&own_view, &[group]))
    }
}

/// The next player in the order of turns: with two players, the opponent.
pub(super) fn next(position: &Position) -> usize {
    (position.mover() + 1) % position.players().count()
}
