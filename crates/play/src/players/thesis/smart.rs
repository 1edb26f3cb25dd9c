use super::reading::{COMMON, Reading, SMART, Ties};
use super::scan::{Fitting, Groups, View, group_move};
use crate::players::kind::PlayerKind;
use crate::players::limits::Limits;
use crate::players::player::Player;
use azulejo_rules::random::ChaCha8Rng;
use azulejo_rules::{Move, Position};
use std::cmp::Ordering;

pub(in crate::players) const KIND: PlayerKind = PlayerKind {
    name: "smart",
    about: "the move that leaves the least white space, then one with an adjacent tile (thesis, section 4.2)",
    options: &SMART,
    searches: false,
    build: |options| {
        Box::new(Smart {
            reading: Reading::of(options),
            looks_at_adjacent: true,
        })
    },
};

pub(in crate::players) const ALTERED: PlayerKind = PlayerKind {
    name: "smart-altered",
    about: "the move that leaves the least white space, then the largest (thesis, section 4.6.2)",
    options: &COMMON,
    searches: false,
    build: |options| {
        Box::new(Smart {
            reading: Reading::of(options),
            looks_at_adjacent: false,
        })
    },
};

#[derive(Debug)]
struct Smart {
    reading: Reading,
    looks_at_adjacent: bool,
}

impl Player for Smart {
    fn choose(&self, position: &Position, _: &mut ChaCha8Rng, _: &Limits) -> Move {
        let groups = Groups::of(position, &self.reading);
        let view = View::new(position, position.mover(), &self.reading);
        group_move(view.best(groups.as_slice(), |new, best| {
            self.is_better(&view, new, best)
        }))
    }
}

impl Smart {
    fn is_better(&self, view: &View<'_>, new: &Fitting, best: &Fitting) -> bool {
        let larger = new.group.count > best.group.count;
        match new.white_space.cmp(&best.white_space) {
            Ordering::Less => return true,
            Ordering::Greater => {
                return self.looks_at_adjacent && self.reading.ties == Ties::Outer && larger;
            }
            Ordering::Equal if !self.looks_at_adjacent => return larger,
            Ordering::Equal => {}
        }
        let [best_adjacent, adjacent] = [best, new].map(|fitting| view.adjacent_count(fitting) > 0);
        match self.reading.ties {
            Ties::Text if best_adjacent => adjacent && larger,
            Ties::Text => adjacent,
            Ties::Larger if best_adjacent == adjacent => larger,
            Ties::Larger => adjacent,
            Ties::Printed => !best_adjacent && (adjacent || larger),
            Ties::Inner | Ties::Outer if best_adjacent => larger,
            Ties::Inner | Ties::Outer => adjacent,
        }
    }
}
