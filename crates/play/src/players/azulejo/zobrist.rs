//! Zobrist keys: a position as the exclusive or of random words, one for each feature of the position.
//!
//! A move updates only the words that it changes. Walls, scores and the bag do not change within a round, and are not
//! in the key. Of the floor, only the number of tiles and the token count, as the rest of the round does not depend on
//! colours there.

use azulejo_rules::{Board, Colour, Move, Players, Position, Source};

const CENTRE: usize = Source::MAX_FACTORIES;
const LINES: usize = CENTRE + Colour::COUNT * 21;
const FLOORS: usize = LINES + Players::MAX * Board::ROWS * Colour::COUNT * 6;
const MOVERS: usize = FLOORS + Players::MAX * 9 * 2;
const TOKEN: usize = MOVERS + Players::MAX;

/// The random words (splitmix64: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
static WORDS: [u64; TOKEN + 1] = {
    let mut words = [0; TOKEN + 1];
    let (mut state, mut at) = (1_u64, 0);
    while at < words.len() {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = state;
        word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        words[at] = word ^ word >> 31;
        at += 1;
    }
    words
};

/// The key of a position within its round.
pub(super) fn of(position: &Position) -> u64 {
    let mut key = centre(position) ^ WORDS[MOVERS + position.mover()];
    for source in Source::all(position.players()) {
        key ^= factory(position, source);
    }
    for (player, board) in position.boards().iter().enumerate() {
        key ^= floor(board, player);
        for row in 0..Board::ROWS {
            key ^= line(board, player, row);
        }
    }
    key
}

/// The part of the key that a move of a player can change.
#[inline]
pub(super) fn move_key(position: &Position, player: usize, taken: Move) -> u64 {
    let board = &position.boards()[player];
    let mut key = centre(position) ^ factory(position, taken.source()) ^ floor(board, player);
    if let Some(row) = taken.destination().row() {
        key ^= line(board, player, row);
    }
    key ^ WORDS[MOVERS + position.mover()]
}

#[inline]
fn factory(position: &Position, source: Source) -> u64 {
    match source.number() {
        Some(number) if !position.source(source).is_empty() => WORDS[number - 1],
        _ => 0,
    }
}

#[inline]
fn centre(position: &Position) -> u64 {
    let tiles = position.source(Source::CENTRE);
    let mut key = if position.token_in_centre() {
        WORDS[TOKEN]
    } else {
        0
    };
    for colour in Colour::ALL {
        key ^= WORDS[CENTRE + 21 * colour.index() + usize::from(tiles.count(colour))];
    }
    key
}

#[inline]
fn line(board: &Board, player: usize, row: usize) -> u64 {
    board.line(row).map_or(0, |line| {
        let at = (player * Board::ROWS + row) * Colour::COUNT + line.colour.index();
        WORDS[LINES + 6 * at + usize::from(line.count)]
    })
}

#[inline]
fn floor(board: &Board, player: usize) -> u64 {
    let floor = board.floor();
    WORDS[FLOORS + (player * 9 + floor.len()) * 2 + usize::from(floor.has_token())]
}
