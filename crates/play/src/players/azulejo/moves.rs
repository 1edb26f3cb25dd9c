//! Move generation and move ordering of the search.

use crate::search::twin_factories;
use azulejo_rules::{Colour, Destination, Floor, Move, Position};

/// The legal moves; if `prune`, without dominated moves: from a twin of a factory with a lower number, and to the floor
/// where a line holds the colour and has room for all the tiles without becoming full.
pub(super) fn candidates(position: &Position, prune: bool) -> impl Iterator<Item = Move> + use<> {
    let twins = if prune { twin_factories(position) } else { 0 };
    let room = if prune {
        room(position)
    } else {
        [0; Colour::COUNT]
    };
    let position = *position;
    position.legal().filter(move |taken| {
        let count = || position.source(taken.source()).count(taken.colour());
        let number = taken.source().number();
        number.is_none_or(|number| twins >> number & 1 == 0)
            && (taken.destination() != Destination::Floor
                || room[taken.colour().index()] <= count())
    })
}

/// The most empty places on a line of the mover that holds each colour, by colour.
fn room(position: &Position) -> [u8; Colour::COUNT] {
    let board = &position.boards()[position.mover()];
    let mut room = [0; Colour::COUNT];
    for row in 0..Colour::COUNT {
        if let Some(line) = board.line(row) {
            let room = &mut room[line.colour.index()];
            *room = (row as u8 + 1 - line.count).max(*room);
        }
    }
    room
}

/// A quick estimate of a move's value for the mover, in hundredths of a point.
#[inline]
pub(super) fn estimate(position: &Position, taken: Move) -> i32 {
    let board = &position.boards()[position.mover()];
    let count = position.source(taken.source()).count(taken.colour());
    let token = taken.source().is_centre() && position.token_in_centre();
    let placed_count = taken.destination().row().map_or(0, |row| {
        let line_count = board.line(row).map_or(0, |line| line.count);
        count.min(row as u8 + 1 - line_count)
    });
    let floor_count = count - placed_count + u8::from(token);
    let before = board.floor().len() as u8;
    let charge = Floor::charge_of(before + floor_count) - Floor::charge_of(before);
    let is_filled = taken.destination().row().is_some_and(|row| {
        let line_count = board.line(row).map_or(0, |line| line.count);
        line_count + placed_count == row as u8 + 1
    });
    60 * i32::from(placed_count) + if is_filled { 150 } else { 0 } - 100 * i32::from(charge)
}
