//! Move generation without dominated moves.

use super::key::{EnoughTiles, LineStates};
use crate::search::twin_factories;
use azulejo_rules::{Board, Colour, Move, Position, Tiles};

/// The legal moves without dominated ones: without moves from a twin of a factory with a lower number, and, if `prune`,
/// without destinations that another destination makes superfluous.
pub(super) fn candidates(position: &Position, prune: bool) -> impl Iterator<Item = Move> + use<> {
    let twins = twin_factories(position);
    let destinations = match prune {
        true => destinations(&position.boards()[position.mover()], position.on_sources()),
        false => [0b111111; Colour::COUNT],
    };
    position.legal().filter(move |taken| {
        let number = taken.source().number();
        number.is_none_or(|number| twins >> number & 1 == 0)
            && destinations[taken.colour().index()] >> taken.destination().index() & 1 == 1
    })
}

/// The empty lines of a board that no colour on the sources can fill. Such a line can only absorb.
struct UselessLines {
    /// Bit `k` for row `k`.
    rows: u32,
    /// The colours that each useless line may absorb and no other line absorbs: bit `c` for colour `c`.
    absorb: [u32; Board::ROWS],
}

impl UselessLines {
    fn of(board: &Board, enough: EnoughTiles, absorbed: u32) -> Self {
        let mut useless = Self {
            rows: 0,
            absorb: [0; Board::ROWS],
        };
        for row in 0..Board::ROWS {
            if board.line(row).is_none() && enough.is_unfillable(board, row) {
                useless.rows |= 1 << row;
                useless.absorb[row] = enough.open(board, row) & !absorbed;
            }
        }
        useless
    }

    /// The destinations where a colour is superfluous, bit `k` for row `k` and bit 5 for the floor. A useless line
    /// takes the colour as well, and the superfluous line stays open for every other colour that the useless line could
    /// absorb. A superfluous row cannot be filled by the colour.
    fn superfluous(&self, board: &Board, enough: EnoughTiles, colour: usize) -> u32 {
        let absorbs =
            |row: &usize| self.rows >> row & 1 == 1 && self.absorb[*row] >> colour & 1 == 1;
        let mut superfluous = 0;
        for row in (0..Board::ROWS).filter(absorbs) {
            let others = self.absorb[row] & !(1 << colour);
            if others == 0 {
                superfluous |= 1 << Board::ROWS;
            }
            for other in 0..Board::ROWS {
                let open = enough.open(board, other);
                let is_dead =
                    board.line(other).is_none() && enough.colours(other) >> colour & 1 == 0;
                let is_equivalent =
                    self.rows >> other & 1 == 1 && self.absorb[other] == self.absorb[row];
                if is_dead
                    && others & !(open & !enough.colours(other)) == 0
                    && (row < other || other < row && !is_equivalent)
                {
                    superfluous |= 1 << other;
                }
            }
        }
        superfluous
    }
}

/// The undominated destinations of each colour, bit `k` for destination `k`; the destinations that do not take the
/// colour are not excluded.
///
/// - A line that takes all remaining tiles of a colour without becoming full has no other use. Any other place for the
///   colour costs points or a line, unless the colour can fill a line there.
/// - The tiles for which a line of the same colour has room need not fall, unless a full line may end the game.
/// - Among the lines that the colour cannot fill, a line that is useless for all colours is preferred.
fn destinations(board: &Board, tiles: Tiles) -> [u32; Colour::COUNT] {
    let tiles = tiles.counts();
    let enough = EnoughTiles::of(&tiles);
    let absorbed = LineStates::of(board, &tiles, enough).absorbed;
    let useless = UselessLines::of(board, enough, absorbed);
    Colour::ALL.map(|colour| {
        let stays_open = |row: &usize| {
            let count = board.line(*row).map_or(0, |line| line.count);
            row + 1 - usize::from(count) > usize::from(tiles[colour.index()])
        };
        let has_colour = |row: &usize| board.line(*row).is_some_and(|line| line.colour == colour);
        let mut lines = (0..Board::ROWS).filter(has_colour);
        if let Some(absorbing) = lines.clone().find(stays_open) {
            let others = (0..Board::ROWS).filter(|row| !stays_open(row));
            return others.fold(1 << absorbing, |set, row| set | 1 << row);
        }
        let is_harmless = |row: usize| {
            let has_room = board
                .line(row)
                .is_some_and(|line| usize::from(line.count) <= row);
            has_room && board.colours_on(row).count_ones() + 1 < Board::ROWS as u32
        };
        let falls = !lines.any(is_harmless);
        let superfluous = useless.superfluous(board, enough, colour.index());
        (0b11111 | u32::from(falls) << Board::ROWS) & !superfluous
    })
}
