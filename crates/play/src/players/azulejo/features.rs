//! The features of a board: small integers, each of which has a weight.

use super::part::Part;
use azulejo_rules::pattern::{FIRST_COLUMN, PLACES, place};
use azulejo_rules::{
    Board, Colour, EndBonus, Floor, PatternLine, Players, Position, Prospect, Tiles, tile_points,
};

/// The number of features of a board.
pub const FEATURES: usize = SUPPLY + 1;

/// The score if the round ended at once, in points.
pub(super) const SCORE: usize = 0;
/// 1 if the board is the mover's.
const MOVES: usize = 1;
/// 1 if the board's player begins the next round, as far as it is known.
const STARTS: usize = 2;
/// The charge of the floor, in points. The score has the charge already; the weight stands for the dearer places
/// that come next.
const FLOOR: usize = 3;
/// The length of a row, 1–5: five features a row, of which one is 1. All walls here have the tiles of full lines.
const ROW: usize = 4;
/// The length of a column, 1–5: five features for the outer columns, for those beside them, and for the middle column.
const COLUMN: usize = ROW + 25;
/// The tiles that a column with 2, 3 or 4 tiles lacks, on the lines of its empty places.
const COLUMN_NEEDS: usize = COLUMN + 15;
/// The tiles of a colour on the wall, 1–5: five features, each the number of colours with so many tiles.
const COLOUR: usize = COLUMN_NEEDS + 3;
/// The tiles that a colour with 2, 3 or 4 tiles lacks.
const COLOUR_NEEDS: usize = COLOUR + 5;
/// 1 if a line is begun: a feature for each line and each count of tiles.
const BEGUN: usize = COLOUR_NEEDS + 3;
/// 1 if a line is begun and the sources have the tiles that it lacks: a feature for each line and each count of tiles.
const FILLABLE: usize = BEGUN + 10;
/// 1 if a line is full: a feature for each row.
const FULL: usize = FILLABLE + 10;
/// The points of the tiles that begun lines will place, each weighted by the filled share of the line, in sixtieths.
const PROMISED: usize = FULL + 5;
/// The points of the tiles that begun lines will place, summed over the lines that the sources can fill.
const IN_REACH: usize = PROMISED + 1;
/// The points above 1 of the best empty place in a row whose line is empty or full: a feature for each row.
const BEST: usize = IN_REACH + 1;
/// The points above 1 of all empty places in such a row: a feature for each row.
const ALL: usize = BEST + 5;
/// The tiles on begun lines, each weighted by its colour's [`Supply`], in tenths of a tile.
const SUPPLY: usize = ALL + 5;

/// The part of a judgement to which a feature belongs.
pub(super) const fn part(place: usize) -> Part {
    match place {
        SCORE => Part::Points,
        MOVES => Part::Rest,
        STARTS => Part::Token,
        FLOOR => Part::Floor,
        ROW..COLUMN => Part::Rows,
        COLUMN..COLOUR => Part::Columns,
        COLOUR..BEGUN => Part::Colours,
        BEGUN..BEST => Part::Lines,
        BEST..SUPPLY => Part::Rows,
        _ => Part::Lines,
    }
}

/// The weight of each feature in points, if the game were over: those of the score and of the bonuses.
pub(super) const PLAIN: [i32; FEATURES] = {
    let mut points = [0; FEATURES];
    points[SCORE] = 1;
    points[COLOUR + 4] = EndBonus::COLOUR as i32;
    let mut line = 0;
    while line < Board::ROWS {
        points[ROW + 5 * line + 4] = EndBonus::ROW as i32;
        points[COLUMN + 5 * kind(line) + 4] = EndBonus::COLUMN as i32;
        line += 1;
    }
    points
};

/// The distance of a column from the nearer side: 0, 1 or 2.
const fn kind(column: usize) -> usize {
    if column < Board::ROWS - 1 - column {
        column
    } else {
        Board::ROWS - 1 - column
    }
}

/// The most tiles in a row of a wall.
#[inline]
pub(super) fn longest_row(wall: u32) -> usize {
    let rows = (0..Board::ROWS).map(|row| (wall >> (Board::ROWS * row) & 0b11111).count_ones());
    rows.max().unwrap_or(0) as usize
}

/// The expected tiles of each colour in the next deal, less the mean of all colours, in tenths of a tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Supply(pub(super) [i32; Colour::COUNT]);

impl Supply {
    /// The supply by the bag and the lid of a position.
    pub fn of(position: &Position) -> Self {
        let places = 4 * position.players().factories();
        let (bag, lid) = (position.bag(), position.lid());
        let from_lid = places.saturating_sub(bag.len());
        let share = |tiles: Tiles, colour, draws: usize| {
            let draws = draws.min(tiles.len());
            10 * usize::from(tiles.count(colour)) * draws / tiles.len().max(1)
        };
        let expected =
            Colour::ALL.map(|colour| share(bag, colour, places) + share(lid, colour, from_lid));
        let total: usize = expected.iter().sum();
        Self(expected.map(|tiles| tiles as i32 - (total / Colour::COUNT) as i32))
    }
}

/// The moment of the game, which selects the weights.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moment {
    /// The stage of the round: 0 with no groups left, then by the moves that a player has left: 1 up to 2, 2 up to 4, 3
    /// for more.
    pub stage: usize,
    /// The most tiles in a row of any wall once full lines are on it; with 5 the game ends with the round.
    pub longest: usize,
}

impl Moment {
    /// The number of stages.
    pub const STAGES: usize = 4;

    /// The number of lengths of the longest row.
    pub const LENGTHS: usize = Board::ROWS + 1;

    /// The number of moments.
    pub const COUNT: usize = Self::STAGES * Self::LENGTHS;

    /// Every moment, in the order of the files.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT).map(|index| Self {
            stage: index / Self::LENGTHS,
            longest: index % Self::LENGTHS,
        })
    }

    /// The index of the moment, below [`Moment::COUNT`].
    #[inline]
    pub fn index(self) -> usize {
        self.stage * Self::LENGTHS + self.longest
    }

    /// The moment with `groups` groups left and a longest row of `longest` tiles.
    #[inline]
    pub fn new(groups: u32, players: Players, longest: usize) -> Self {
        let stage = match groups.div_ceil(players.count() as u32) {
            0 => 0,
            1..=2 => 1,
            3..=4 => 2,
            _ => 3,
        };
        Self { stage, longest }
    }

    /// The moment of a position.
    pub fn of(position: &Position) -> Self {
        let boards = position.boards().iter();
        let longest = boards.map(|board| longest_row(board.prospect().wall()));
        let longest = longest.max().unwrap_or(0);
        Self::new(position.group_count(), position.players(), longest)
    }
}

/// A board with the facts of the rest of the position on which its features depend.
#[derive(Debug, Clone, Copy)]
pub struct BoardView<'a> {
    pub(super) board: &'a Board,
    pub(super) prospect: Prospect,
    /// The begun lines whose missing tiles the sources have, bit `k` for row `k`.
    pub(super) fillable: u32,
    pub(super) is_mover: bool,
    pub(super) is_next_starter: bool,
    supply: &'a Supply,
}

impl<'a> BoardView<'a> {
    /// The board of a player, with its prospect and the tiles of all sources.
    #[inline]
    pub(super) fn new(
        position: &'a Position,
        player: usize,
        prospect: Prospect,
        sources: Tiles,
        supply: &'a Supply,
    ) -> Self {
        let board = &position.boards()[player];
        let mut fillable = 0;
        for row in 0..Board::ROWS {
            if let Some(PatternLine { colour, count }) = board.line(row) {
                let missing = row as u8 + 1 - count;
                fillable |= u32::from(missing > 0 && sources.count(colour) >= missing) << row;
            }
        }
        let is_over = sources.is_empty();
        let stays_starter = is_over && position.token_in_centre() && player == position.starter();
        Self {
            board,
            prospect,
            fillable,
            is_mover: !is_over && player == position.mover(),
            is_next_starter: board.floor().has_token() || stays_starter,
            supply,
        }
    }

    /// The board of a player.
    pub fn of(position: &'a Position, player: usize, supply: &'a Supply) -> Self {
        let prospect = position.boards()[player].prospect();
        Self::new(position, player, prospect, position.on_sources(), supply)
    }

    /// Calls `visit` with the index and the value of each feature that is not 0; the index is below [`FEATURES`].
    #[inline]
    pub fn each(&self, mut visit: impl FnMut(usize, i32)) {
        let (board, wall) = (self.board, self.prospect.wall());
        visit(SCORE, self.prospect.score() as i32);
        if self.is_mover {
            visit(MOVES, 1);
        }
        if self.is_next_starter {
            visit(STARTS, 1);
        }
        let charge = Floor::charge_of(board.floor().len() as u8);
        visit(FLOOR, charge.into());
        for row in 0..Board::ROWS {
            let filled = (wall >> (Board::ROWS * row) & 0b11111).count_ones() as usize;
            if filled > 0 {
                visit(ROW + 5 * row + filled - 1, 1);
            }
            self.line(row, &mut visit);
        }
        for column in 0..Board::ROWS {
            let places = FIRST_COLUMN << column;
            self.set(places, COLUMN + 5 * kind(column), COLUMN_NEEDS, &mut visit);
        }
        for places in PLACES {
            self.set(places, COLOUR, COLOUR_NEEDS, &mut visit);
        }
    }

    /// The features of the line of a row.
    #[inline]
    fn line(&self, row: usize, visit: &mut impl FnMut(usize, i32)) {
        let wall = self.prospect.wall();
        let points = |place| i32::from(tile_points(wall, place));
        match self.board.line(row) {
            Some(PatternLine { colour, count }) if usize::from(count) <= row => {
                let (tiles, index) = (
                    i32::from(count),
                    row * (row - 1) / 2 + usize::from(count) - 1,
                );
                let tile_value = points(place(row, colour));
                visit(BEGUN + index, 1);
                visit(PROMISED, tile_value * tiles * (60 / (row as i32 + 1)));
                visit(SUPPLY, tiles * self.supply.0[colour.index()]);
                if self.fillable >> row & 1 == 1 {
                    visit(FILLABLE + index, 1);
                    visit(IN_REACH, tile_value);
                }
            }
            line => {
                if line.is_some() {
                    visit(FULL + row, 1);
                }
                let mut empty = !wall >> (Board::ROWS * row) & 0b11111;
                let (mut best, mut sum) = (0, 0);
                while empty != 0 {
                    let column = empty.trailing_zeros() as usize;
                    empty &= empty - 1;
                    let extra = points(Board::ROWS * row + column) - 1;
                    best = best.max(extra);
                    sum += extra;
                }
                visit(BEST + row, best);
                visit(ALL + row, sum);
            }
        }
    }

    /// The features of a column or a colour: the number of its tiles, and the tiles that it lacks.
    #[inline]
    fn set(&self, places: u32, counts: usize, needs: usize, visit: &mut impl FnMut(usize, i32)) {
        let wall = self.prospect.wall();
        let filled = (wall & places).count_ones() as usize;
        if filled > 0 {
            visit(counts + filled - 1, 1);
        }
        if (2..=4).contains(&filled) {
            let mut empty = places & !wall;
            let mut missing = 0;
            while empty != 0 {
                let index = empty.trailing_zeros() as usize;
                empty &= empty - 1;
                let (row, column) = (index / Board::ROWS, index % Board::ROWS);
                let line = self
                    .board
                    .line(row)
                    .filter(|line| line.colour.column(row) == column);
                missing += row as i32 + 1 - line.map_or(0, |line| i32::from(line.count));
            }
            visit(needs + filled - 2, missing);
        }
    }
}
