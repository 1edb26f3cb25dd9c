use super::reading::{DiagonalSubstitute, Reading, STRATEGIC};
use super::scan::{Groups, View, taking};
use crate::players::kind::PlayerKind;
use crate::players::limits::Limits;
use crate::players::player::Player;
use azulejo_rules::random::ChaCha8Rng;
use azulejo_rules::{Destination, Group, Move, Position};

pub(in crate::players) const KIND: PlayerKind = PlayerKind {
    name: "strategic",
    about: "the move that leaves the least white space, then the diagonal in round 1, then the most adjacent tiles (thesis, section 4.3)",
    options: &STRATEGIC,
    searches: false,
    build: |options| Box::new(Strategic(Reading::of(options))),
};

#[derive(Debug)]
struct Strategic(Reading);

impl Player for Strategic {
    fn choose(&self, position: &Position, _: &mut ChaCha8Rng, _: &Limits) -> Move {
        let groups = Groups::of(position, &self.0);
        let view = View::new(position, position.mover(), &self.0);
        taking(choice(&view, groups.as_slice()))
    }
}

/// The strategic player's choice among the given groups.
pub(super) fn choice(view: &View<'_>, groups: &[Group]) -> (Group, Destination) {
    // Of the best move so far, once it is known.
    let mut best_adjacent = None;
    view.best(groups, |new, best| {
        if new.white_space > best.white_space {
            return false;
        }
        if new.white_space < best.white_space {
            best_adjacent = None;
            return true;
        }
        if view.first_round {
            match (view.diagonal(best), view.diagonal(new)) {
                (false, true) => {
                    best_adjacent = None;
                    return true;
                }
                (true, false)
                    if view.reading.diagonal_substitute == DiagonalSubstitute::Diagonal =>
                {
                    return false;
                }
                _ => {}
            }
        }
        let before = *best_adjacent.get_or_insert_with(|| view.adjacent(best));
        let adjacent = view.adjacent(new);
        let larger = new.group.count > best.group.count;
        let better = adjacent > before || (adjacent == before && larger);
        if better {
            best_adjacent = Some(adjacent);
        }
        better
    })
}
