//! Move generation without dominated moves.

use super::key::{EnoughTiles, LineStates};
use crate::search::twin_factories;
use azulejo_rules::{Board, Colour, Move, Position, Tiles};

/// The legal moves without dominated ones: without moves from a twin of a factory with a lower number, and, if `prune`,
/// without destinations that another destination makes superfluous.
pub(super) fn needed(position: &Position, prune: bool) -> impl Iterator<Item = Move> + use<> {
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
            if board.line(row).is_none() && enough.fills_none(board, row) {
                useless.rows |= 1 << row;
                useless.absorb[row] = enough.open(board, row) & !absorbed;
            }
        }
        useless
    }

    /// The destinations where a colour is superfluous, bit `k` for row `k` and bit 5 for the floor: a useless line
    /// takes the colour as well, and the spared line stays open for every other colour that the useless line might
    /// absorb. Only rows that the colour cannot fill are spared.
    fn spared(&self, board: &Board, enough: EnoughTiles, colour: usize) -> u32 {
        let takes = |row: &usize| self.rows >> row & 1 == 1 && self.absorb[*row] >> colour & 1 == 1;
        let mut spared = 0;
        for row in (0..Board::ROWS).filter(takes) {
            let others = self.absorb[row] & !(1 << colour);
            if others == 0 {
                spared |= 1 << Board::ROWS;
            }
            for spare in 0..Board::ROWS {
                let open = enough.open(board, spare);
                let dead = board.line(spare).is_none() && enough.colours(spare) >> colour & 1 == 0;
                let like = self.rows >> spare & 1 == 1 && self.absorb[spare] == self.absorb[row];
                if dead
                    && others & !(open & !enough.colours(spare)) == 0
                    && (row < spare || spare < row && !like)
                {
                    spared |= 1 << spare;
                }
            }
        }
        spared
    }
}

/// The undominated destinations of each colour, bit `k` for destination `k`; the destinations that do not take the
/// colour are not excluded.
///
/// - A line that takes all that is left of a colour without becoming full has no other use. To put the colour anywhere else
///   costs points or a line, unless it can become full there.
/// - The tiles for which a line of the same colour has room need not fall, unless a full line may end the game.
/// - Among the lines that the colour cannot fill, a line that is useless for all colours is preferred.
fn destinations(board: &Board, left: Tiles) -> [u32; Colour::COUNT] {
    let left = left.counts();
    let enough = EnoughTiles::of(&left);
    let absorbed = LineStates::of(board, &left, enough).absorbed;
    let useless = UselessLines::of(board, enough, absorbed);
    Colour::ALL.map(|colour| {
        let stays_open = |row: &usize| {
            let held = board.line(*row).map_or(0, |line| line.count);
            row + 1 - usize::from(held) > usize::from(left[colour.index()])
        };
        let holds = |row: &usize| board.line(*row).is_some_and(|line| line.colour == colour);
        let mut lines = (0..Board::ROWS).filter(holds);
        if let Some(absorbing) = lines.clone().find(stays_open) {
            let others = (0..Board::ROWS).filter(|row| !stays_open(row));
            return others.fold(1 << absorbing, |set, row| set | 1 << row);
        }
        let harmless = |row: usize| {
            let room = board
                .line(row)
                .is_some_and(|line| usize::from(line.count) <= row);
            room && board.colours_on(row).count_ones() + 1 < Board::ROWS as u32
        };
        let falls = !lines.any(harmless);
        let spared = useless.spared(board, enough, colour.index());
        (0b11111 | u32::from(falls) << Board::ROWS) & !spared
    })
}
