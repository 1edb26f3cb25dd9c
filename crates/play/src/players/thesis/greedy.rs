use super::reading::{COMMON, Reading};
use super::scan::{Groups, View, group_move};
use crate::players::kind::PlayerKind;
use crate::players::limits::Limits;
use crate::players::player::Player;
use azulejo_rules::random::ChaCha8Rng;
use azulejo_rules::{Move, Position};

pub(in crate::players) const KIND: PlayerKind = PlayerKind {
    name: "greedy",
    about: "the move with the most tiles that fit on a line (thesis, section 4.1)",
    options: &COMMON,
    searches: false,
    build: |options| Box::new(Greedy(Reading::of(options))),
};

#[derive(Debug)]
struct Greedy(Reading);

impl Player for Greedy {
    fn choose(&self, position: &Position, _: &mut ChaCha8Rng, _: &Limits) -> Move {
        let groups = Groups::of(position, &self.0);
        let view = View::new(position, position.mover(), &self.0);
        group_move(view.best(groups.as_slice(), |new, best| {
            new.group.count > best.group.count
        }))
    }
}
