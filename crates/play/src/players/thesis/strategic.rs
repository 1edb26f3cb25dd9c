use super::reading::{DiagonalSubstitute, Reading, STRATEGIC};
use super::scan::{Groups, View, group_move};
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
        group_move(choice(&view, groups.as_slice()))
    }
}

/// The strategic player's choice among groups.
pub(super) fn choice(view: &View<'_>, groups: &[Group]) -> (Group, Destination) {
    // The adjacent tiles of the best move so far, once counted.
    let mut best_adjacent = None;
    view.best(groups, |new, best| {
        if new.white_space > best.white_space {
            return false;
        }
        if new.white_space < best.white_space {
            best_adjacent = None;
            return true;
        }
        if view.is_first_round {
            match (view.is_on_diagonal(best), view.is_on_diagonal(new)) {
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
        let previous = *best_adjacent.get_or_insert_with(|| view.adjacent_count(best));
        let adjacent = view.adjacent_count(new);
        let larger = new.group.count > best.group.count;
        let is_better = adjacent > previous || (adjacent == previous && larger);
        if is_better {
            best_adjacent = Some(adjacent);
        }
        is_better
    })
}
