//! The consistency of a position's fields: rules that hold between several of them.

use super::Fault;
use crate::position::Token;
use crate::quantity::quantity;
use crate::{Board, Colour, Position, Tiles};

/// The faults of a position whose fields are valid one by one.
pub(super) fn faults(position: &Position) -> Vec<Fault> {
    let mut faults = tiles(position);
    let token = token(position);
    // Without the token it is open whether the round is over or not dealt yet.
    if token.is_empty() {
        faults.extend(between_rounds(position));
        faults.extend(complete_rows(position));
    }
    faults.extend(token);
    faults.extend(first_deal(position));
    faults
}

/// Checks that there are 20 tiles of each colour.
fn tiles(position: &Position) -> Vec<Fault> {
    // Faulty positions can have more tiles than the sum of `Tiles` holds.
    let sum = |parts: &mut dyn Iterator<Item = Tiles>, colour| -> u32 {
        parts.map(|tiles| u32::from(tiles.count(colour))).sum()
    };
    let faults = Colour::ALL.into_iter().filter_map(|colour| {
        let bag = u32::from(position.bag.count(colour));
        let lid = u32::from(position.lid.count(colour));
        let sources = sum(&mut position.sources.iter().copied(), colour);
        let boards = sum(&mut position.boards().iter().map(Board::tiles), colour);
        let total = bag + lid + sources + boards;
        (total != u32::from(Tiles::PER_COLOUR)).then(|| {
            let message = format!(
                "{}: there are {} (bag {bag}, lid {lid}, sources {sources}, boards {boards})",
                quantity(total, &format!("{colour} tile")),
                Tiles::PER_COLOUR
            );
            Fault::new("tiles", message)
        })
    });
    faults.collect()
}

/// Checks that there is one token: in the centre, on a floor, or with the next starter between two rounds.
fn token(position: &Position) -> Vec<Fault> {
    let centre = position
        .token_in_centre()
        .then(|| "in the centre".to_owned());
    let boards = position.boards().iter().enumerate();
    let floors = boards.filter(|(_, board)| board.floor().has_token());
    let floors = floors.map(|(index, _)| format!("on the floor of board {}", index + 1));
    let places: Vec<String> = centre.into_iter().chain(floors).collect();
    let message = match places.len() {
        1 => return Vec::new(),
        0 if position.nonempty_sources != 0 => {
            "neither in the centre nor on a floor, but the sources have tiles".to_owned()
        }
        0 if position.boards().iter().any(|board| !is_scored(board)) => {
            "neither in the centre nor on a floor, but the round has not been scored".to_owned()
        }
        0 => return Vec::new(),
        _ => places.join(" and "),
    };
    vec![Fault::new("token", message)]
}

/// Whether the board can be a board between two rounds: its floor is empty, and no line is full.
fn is_scored(board: &Board) -> bool {
    let is_full = |row| {
        board
            .line(row)
            .is_some_and(|line| usize::from(line.count) == row + 1)
    };
    board.floor().is_empty() && !(0..Board::ROWS).any(is_full)
}

/// Whether the position is between two rounds, so that no board has the token.
fn is_between_rounds(position: &Position) -> bool {
    position.nonempty_sources == 0 && position.token == Token::Starter
}

/// Checks that the mover is the starter between two rounds.
fn between_rounds(position: &Position) -> Option<Fault> {
    (is_between_rounds(position) && position.mover != position.starter).then(|| {
        let starter = position.starter() + 1;
        Fault::new("mover", format!("player {starter} starts the next round"))
    })
}

/// Checks that no round is played after a complete row.
fn complete_rows(position: &Position) -> Vec<Fault> {
    if is_between_rounds(position) {
        return Vec::new();
    }
    let boards = position.boards().iter().enumerate();
    let complete_boards = boards.filter(|(_, board)| board.has_complete_row());
    let fault = |(index, _)| {
        let message = "a row is complete, so that the game is over, but a round is being played";
        Fault::new(format!("board {}, wall", index + 1), message)
    };
    complete_boards.map(fault).collect()
}

/// Checks that all tiles are in the bag and the token is with the starter before the first deal.
fn first_deal(position: &Position) -> Option<Fault> {
    let has_deal = position.bag != Tiles::ALL || !is_between_rounds(position);
    (position.round == 0 && has_deal).then(|| Fault::new("round", "0, but a round has been dealt"))
}
