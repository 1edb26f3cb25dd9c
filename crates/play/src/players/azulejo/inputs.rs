//! The inputs of the network: the bits of a position.

use super::features::{BoardView, Moment, Supply};
use azulejo_rules::{Board, Colour, Floor, PatternLine, Players, Position, Prospect, Tiles};

/// The number of bits of a board: 25 places of the wall with the tiles of full lines; a begun line by row, count and
/// colour; lines that the sources can fill, by row and count; full lines by row; places of the floor; the start of the
/// next round; the turn.
const BOARD: usize = MOVES + 1;
const BEGUN: usize = 25;
const FILLABLE: usize = BEGUN + 10 * Colour::COUNT;
const FULL: usize = FILLABLE + 10;
const FLOOR: usize = FULL + Board::ROWS;
const STARTS: usize = FLOOR + Floor::PLACES;
const MOVES: usize = STARTS + 1;

/// The number of bits that all players share: the [`Moment`]; for each colour the tiles on the sources, in unary from 1
/// to 8; for each colour the expected tiles of the next deal.
const SHARED: usize = SUPPLY + Colour::COUNT * SUPPLY_THRESHOLDS.len();
const LONGEST: usize = Moment::STAGES;
const SOURCES: usize = LONGEST + Moment::LENGTHS;
const SUPPLY: usize = SOURCES + Colour::COUNT * ON_SOURCES;
const ON_SOURCES: usize = 8;

/// The thresholds of a colour's [`Supply`], in tenths of a tile: a bit is on where the supply reaches its threshold.
const SUPPLY_THRESHOLDS: [i32; 4] = [-12, -4, 4, 12];

/// The thresholds of a player's lead, in points, if the round ended at once: a bit is on where the lead reaches its
/// threshold.
const LEAD_THRESHOLDS: [i32; 8] = [-28, -16, -8, -2, 3, 9, 17, 29];

/// The number of inputs of a player: the own board, the other player's board, the shared bits, the bits of the lead.
pub const INPUTS: usize = 2 * BOARD + SHARED + LEAD_THRESHOLDS.len();

/// The bits of a pair of players.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Inputs {
    boards: [u128; 2],
    shared: u128,
    leads: [u8; 2],
}

/// The bits of each board, and the shared bits: the source of the inputs of each pair of players.
#[derive(Debug, Clone, Copy)]
pub(super) struct PositionInputs {
    boards: [u128; Players::MAX],
    scores: [i32; Players::MAX],
    shared: u128,
}

impl PositionInputs {
    /// The bits of a position, from its prospects by player, its moment, its supply, and the bits of the supply.
    #[inline]
    pub(super) fn new(
        position: &Position,
        prospect: impl Fn(usize) -> Prospect,
        moment: Moment,
        supply: &Supply,
        supply_bits: u128,
    ) -> Self {
        let sources = position.on_sources();
        let mut inputs = Self {
            boards: [0; Players::MAX],
            scores: [0; Players::MAX],
            shared: supply_bits | shared(moment, sources),
        };
        for player in 0..position.players().count() {
            let prospect = prospect(player);
            let view = BoardView::new(position, player, prospect, sources, supply);
            inputs.boards[player] = board(&position.boards()[player], prospect.wall(), &view);
            inputs.scores[player] = prospect.score() as i32;
        }
        inputs
    }

    /// The inputs of two players.
    #[inline]
    pub(super) fn pair(&self, pair: [usize; 2]) -> Inputs {
        let [own, other] = pair.map(|player| self.scores[player]);
        Inputs {
            boards: pair.map(|player| self.boards[player]),
            shared: self.shared,
            leads: [lead_bits(own - other), lead_bits(other - own)],
        }
    }
}

impl Inputs {
    /// The inputs of a pair of players of a position with a supply.
    pub fn of(position: &Position, pair: [usize; 2], supply: &Supply) -> Self {
        let prospect = |player: usize| position.boards()[player].prospect();
        let (moment, supply_bits) = (Moment::of(position), supply_bits(supply));
        PositionInputs::new(position, prospect, moment, supply, supply_bits).pair(pair)
    }

    /// Calls `visit` with each input of a player that is on; the index is below [`INPUTS`].
    pub fn each(&self, player: usize, mut visit: impl FnMut(usize)) {
        bits(self.boards[player]).for_each(&mut visit);
        bits(self.boards[1 - player]).for_each(|at| visit(BOARD + at));
        bits(self.shared).for_each(|at| visit(2 * BOARD + at));
        bits(self.leads[player].into()).for_each(|at| visit(2 * BOARD + SHARED + at));
    }

    /// Calls `visit` with the player, the index and the new state of each input that differs from `to`.
    #[inline]
    pub(super) fn changes(&self, to: &Self, mut visit: impl FnMut(usize, usize, bool)) {
        for player in 0..2 {
            let (new, differ) = (to.boards[player], self.boards[player] ^ to.boards[player]);
            for at in bits(differ) {
                let on = new >> at & 1 == 1;
                visit(player, at, on);
                visit(1 - player, BOARD + at, on);
            }
            let (new, differ) = (to.leads[player], self.leads[player] ^ to.leads[player]);
            for at in bits(differ.into()) {
                visit(player, 2 * BOARD + SHARED + at, new >> at & 1 == 1);
            }
        }
        for at in bits(self.shared ^ to.shared) {
            let on = to.shared >> at & 1 == 1;
            visit(0, 2 * BOARD + at, on);
            visit(1, 2 * BOARD + at, on);
        }
    }
}

/// The shared bits of the supply. They do not change within a round.
pub(super) fn supply_bits(supply: &Supply) -> u128 {
    let mut bits = 0;
    for (colour, value) in supply.0.into_iter().enumerate() {
        for (step, threshold) in SUPPLY_THRESHOLDS.into_iter().enumerate() {
            bits |= u128::from(value >= threshold)
                << (SUPPLY + SUPPLY_THRESHOLDS.len() * colour + step);
        }
    }
    bits
}

#[inline]
fn shared(moment: Moment, sources: Tiles) -> u128 {
    let mut bits = 1 << moment.stage | 1 << (LONGEST + moment.longest);
    for colour in Colour::ALL {
        let count = usize::from(sources.count(colour)).min(ON_SOURCES);
        bits |= low_bits(count) << (SOURCES + ON_SOURCES * colour.index());
    }
    bits
}

#[inline]
fn board(board: &Board, wall: u32, view: &BoardView<'_>) -> u128 {
    let mut bits = u128::from(wall);
    for row in 0..Board::ROWS {
        match board.line(row) {
            Some(PatternLine { colour, count }) if usize::from(count) <= row => {
                let line = row * (row - 1) / 2 + usize::from(count) - 1;
                bits |= 1 << (BEGUN + Colour::COUNT * line + colour.index());
                bits |= u128::from(view.fillable >> row & 1) << (FILLABLE + line);
            }
            Some(_) => bits |= 1 << (FULL + row),
            None => (),
        }
    }
    bits |= low_bits(board.floor().len().min(Floor::PLACES)) << FLOOR;
    bits | u128::from(view.is_next_starter) << STARTS | u128::from(view.is_mover) << MOVES
}

#[inline]
fn lead_bits(points: i32) -> u8 {
    let steps = LEAD_THRESHOLDS.into_iter().enumerate();
    steps.fold(0, |bits, (step, threshold)| {
        bits | u8::from(points >= threshold) << step
    })
}

/// A word whose lowest `count` bits are on.
#[inline]
fn low_bits(count: usize) -> u128 {
    (1 << count) - 1
}

/// The indices of the bits that are on, in ascending order.
#[inline]
fn bits(mut word: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let at = word.trailing_zeros();
        word &= word.wrapping_sub(1);
        (at < u128::BITS).then_some(at as usize)
    })
}
