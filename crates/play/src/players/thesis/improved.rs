use super::opponent::next;
use super::reading::{IMPROVED, Reading};
use super::scan::{Fitting, Groups, View, group_move};
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
        let own_view = View::new(position, position.mover(), &self.reading);
        let next_view = View::new(position, next(position), &self.reading);
        group_move(own_view.best(groups.as_slice(), |new, best| {
            self.is_better(&own_view, &next_view, new, best)
        }))
    }
}

impl ImprovedPlayer {
    fn is_better(
        &self,
        own_view: &View<'_>,
        next_view: &View<'_>,
        new: &Fitting,
        best: &Fitting,
    ) -> bool {
        if new.white_space != best.white_space {
            return new.white_space < best.white_space;
        }
        if self.looks_at_adjacent {
            let [best_adjacent, adjacent] =
                [best, new].map(|fitting| own_view.adjacent_count(fitting));
            if adjacent != best_adjacent {
                return adjacent > best_adjacent;
            }
        }
        // Two lines for one group: the first line of the scan stays.
        let pair = [best.group, new.group];
        new.group != best.group && strategic::choice(next_view, &pair).0 == new.group
    }
}
