use super::opponent::next;
use super::reading::{IMPROVED, Reading};
use super::scan::{Fitting, Groups, View, taking};
use super::strategic;
use crate::players::kind::PlayerKind;
use crate::players::limits::Limits;
use crate::players::player::Player;
use azulejo_rules::random::ChaCha8Rng;
use azulejo_rules::{Move, Position};

pub(in crate::players) const KIND: PlayerKind = PlayerKind {
    name: "improved",
    about: "the move that leaves the least white space, then the most adjacent tiles, then what strategic would take as the next player (thesis, section 4.5)",
    options: &IMPROVED,
    searches: false,
    build: |options| {
        Box::new(ImprovedPlayer {
            reading: Reading::of(options),
            looks_at_adjacent: true,
        })
    },
};

pub(in crate::players) const ALTERED: PlayerKind = PlayerKind {
    name: "improved-altered",
    about: "the move that leaves the least white space, then what strategic would take as the next player (thesis, section 4.6.2)",
    build: |options| {
        Box::new(ImprovedPlayer {
            reading: Reading::of(options),
            looks_at_adjacent: false,
        })
    },
    ..KIND
};

#[derive(Debug)]
struct ImprovedPlayer {
    reading: Reading,
    looks_at_adjacent: bool,
}

impl Player for ImprovedPlayer {
    fn choose(&self, position: &Position, _: &mut ChaCha8Rng, _: &Limits) -> Move {
        let groups = Groups::of(position, &self.reading);
        let ours = View::new(position, position.mover(), &self.reading);
        let theirs = View::new(position, next(position), &self.reading);
        taking(ours.best(groups.as_slice(), |new, best| {
            self.better(&ours, &theirs, new, best)
        }))
    }
}

impl ImprovedPlayer {
    fn better(&self, ours: &View<'_>, theirs: &View<'_>, new: &Fitting, best: &Fitting) -> bool {
        if new.white_space != best.white_space {
            return new.white_space < best.white_space;
        }
        if self.looks_at_adjacent {
            let [best_adjacent, adjacent] = [best, new].map(|fitting| ours.adjacent(fitting));
            if adjacent != best_adjacent {
                return adjacent > best_adjacent;
            }
        }
        // Of the same tiles on two lines, the first line is kept.
        let good = [best.group, new.group];
        new.group != best.group && strategic::choice(theirs, &good).0 == new.group
    }
}
