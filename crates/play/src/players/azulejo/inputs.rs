//! What the network sees of a position: bits.

use super::features::{BoardView, Moment, Supply};
use azulejo_rules::{Board, Colour, Floor, PatternLine, Players, Position, Prospect, Tiles};

/// The bits of a board: 25 places of the wall with the tiles of full lines; a begun line by row, count and colour; lines that
/// the sources have enough tiles for, by row and count; full lines by row; places of the floor; the token; the move.
const BOARD: usize = MOVES + 1;
const BEGUN: usize = 25;
const FILLABLE: usize = BEGUN + 10 * Colour::COUNT;
const FULL: usize = FILLABLE + 10;
const FLOOR: usize = FULL + Board::ROWS;
const STARTS: usize = FLOOR + Floor::PLACES;
const MOVES: usize = STARTS + 1;

/// The bits that both players see alike: the [`Moment`]; for each colour the tiles on the sources, as so many bits from 1 to
/// 8; for each colour what the next deal brings.
const SHARED: usize = DEALT + Colour::COUNT * DEALS.len();
const LONGEST: usize = Moment::STAGES;
const SOURCES: usize = LONGEST + Moment::LENGTHS;
const DEALT: usize = SOURCES + Colour::COUNT * ON_SOURCES;
const ON_SOURCES: usize = 8;

/// A bit for each of these that a colour's [`Supply`] reaches, in tenths of a tile.
const DEALS: [i32; 4] = [-12, -4, 4, 12];

/// A bit for each of these leads, in points, that a player has at least, if the round ended now.
const AHEAD: [i32; 8] = [-28, -16, -8, -2, 3, 9, 17, 29];

/// All inputs of a player: his board, the other's, the shared bits, the steps of points.
pub const INPUTS: usize = 2 * BOARD + SHARED + AHEAD.len();

/// The bits of two players of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Inputs {
    boards: [u128; 2],
    shared: u128,
    ahead: [u8; 2],
}

/// What of the bits belongs to one board, and what all players see alike: of it the inputs of each pair are made.
#[derive(Debug, Clone, Copy)]
pub(super) struct Seen {
    boards: [u128; Players::MAX],
    scores: [i32; Players::MAX],
    shared: u128,
}

impl Seen {
    /// Of a position of which prospects, moment and the bits of the supply are known.
    #[inline]
    pub(super) fn new(
        position: &Position,
        prospect: impl Fn(usize) -> Prospect,
        moment: Moment,
        supply: &Supply,
        dealt: u128,
    ) -> Self {
        let sources = position.on_sources();
        let mut seen = Self {
            boards: [0; Players::MAX],
            scores: [0; Players::MAX],
            shared: dealt | shared(moment, sources),
        };
        for player in 0..position.players().count() {
            let prospect = prospect(player);
            let view = BoardView::new(position, player, prospect, sources, supply);
            seen.boards[player] = board(&position.boards()[player], prospect.wall(), &view);
            seen.scores[player] = prospect.score() as i32;
        }
        seen
    }

    /// The inputs of two players.
    #[inline]
    pub(super) fn pair(&self, pair: [usize; 2]) -> Inputs {
        let [one, other] = pair.map(|player| self.scores[player]);
        Inputs {
            boards: pair.map(|player| self.boards[player]),
            shared: self.shared,
            ahead: [ahead(one - other), ahead(other - one)],
        }
    }
}

impl Inputs {
    /// The bits of a pair of players of a position with this supply.
    pub fn of(position: &Position, pair: [usize; 2], supply: &Supply) -> Self {
        let prospect = |player: usize| position.boards()[player].prospect();
        let (moment, dealt) = (Moment::of(position), dealt(supply));
        Seen::new(position, prospect, moment, supply, dealt).pair(pair)
    }

    /// Shows each input of a player that is on, below [`INPUTS`].
    pub fn each(&self, player: usize, mut seen: impl FnMut(usize)) {
        bits(self.boards[player]).for_each(&mut seen);
        bits(self.boards[1 - player]).for_each(|at| seen(BOARD + at));
        bits(self.shared).for_each(|at| seen(2 * BOARD + at));
        bits(self.ahead[player].into()).for_each(|at| seen(2 * BOARD + SHARED + at));
    }

    /// Shows what must change to come to other inputs: the player, the input, and whether it goes on.
    #[inline]
    pub(super) fn changes(&self, to: &Self, mut seen: impl FnMut(usize, usize, bool)) {
        for player in 0..2 {
            let (new, differ) = (to.boards[player], self.boards[player] ^ to.boards[player]);
            for at in bits(differ) {
                let on = new >> at & 1 == 1;
                seen(player, at, on);
                seen(1 - player, BOARD + at, on);
            }
            let (new, differ) = (to.ahead[player], self.ahead[player] ^ to.ahead[player]);
            for at in bits(differ.into()) {
                seen(player, 2 * BOARD + SHARED + at, new >> at & 1 == 1);
            }
        }
        for at in bits(self.shared ^ to.shared) {
            let on = to.shared >> at & 1 == 1;
            seen(0, 2 * BOARD + at, on);
            seen(1, 2 * BOARD + at, on);
        }
    }
}

/// The bits of what the next deal brings. They do not change within a round.
pub(super) fn dealt(supply: &Supply) -> u128 {
    let mut bits = 0;
    for (colour, more) in supply.0.into_iter().enumerate() {
        for (step, least) in DEALS.into_iter().enumerate() {
            bits |= u128::from(more >= least) << (DEALT + DEALS.len() * colour + step);
        }
    }
    bits
}

#[inline]
fn shared(moment: Moment, sources: Tiles) -> u128 {
    let mut bits = 1 << moment.stage | 1 << (LONGEST + moment.longest);
    for colour in Colour::ALL {
        let count = usize::from(sources.count(colour)).min(ON_SOURCES);
        bits |= first(count) << (SOURCES + ON_SOURCES * colour.index());
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
    bits |= first(board.floor().len().min(Floor::PLACES)) << FLOOR;
    bits | u128::from(view.starts) << STARTS | u128::from(view.moves) << MOVES
}

#[inline]
fn ahead(points: i32) -> u8 {
    let steps = AHEAD.into_iter().enumerate();
    steps.fold(0, |bits, (step, least)| {
        bits | u8::from(points >= least) << step
    })
}

/// The first bits, so many.
#[inline]
fn first(count: usize) -> u128 {
    (1 << count) - 1
}

/// The places of the bits, from the lowest.
#[inline]
fn bits(mut word: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let at = word.trailing_zeros();
        word &= word.wrapping_sub(1);
        (at < u128::BITS).then_some(at as usize)
    })
}
