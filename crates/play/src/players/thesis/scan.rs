//! The scan over groups and lines, which the players of the thesis share.

use super::reading::{Colours, Lines, Overflow, Reading, Remaining, Sources, Tiles};
use azulejo_rules::{Board, Colour, Destination, Group, Move, Position, Source};

/// The groups of a position, in the order of the scan.
#[derive(Debug)]
pub(super) struct Groups {
    groups: [Group; Self::MAX],
    len: usize,
}

/// A group on a line that has room for all of it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fitting {
    pub(super) group: Group,
    /// The row of the line, from 0.
    pub(super) row: usize,
    /// The places that stay empty on the line.
    pub(super) white_space: u8,
}

impl Fitting {
    /// The column, from 0, of the place to which the line leads.
    pub(super) fn column(&self) -> usize {
        self.group.colour.column(self.row)
    }
}

/// A board as the players of the thesis see it.
#[derive(Debug)]
pub(super) struct View<'a> {
    pub(super) reading: &'a Reading,
    pub(super) board: &'a Board,
    pub(super) is_first_round: bool,
    /// The tiles that count as neighbours, bit `5·row + column`.
    pub(super) wall: u32,
    /// The empty places of each line.
    room: [u8; Board::ROWS],
    /// The lines that take each colour, bit `row`.
    lines: [u32; Colour::COUNT],
}

impl Groups {
    /// The limit of groups: four on each of nine factories, and five in the centre.
    const MAX: usize = 4 * Source::MAX_FACTORIES + Colour::COUNT;

    pub(super) fn of(position: &Position, reading: &Reading) -> Self {
        let empty = Group {
            source: Source::CENTRE,
            colour: Colour::Blue,
            count: 0,
        };
        let mut groups = Self {
            groups: [empty; Self::MAX],
            len: 0,
        };
        if reading.sources == Sources::CentreFirst {
            groups.add(position, Source::CENTRE, reading);
        }
        for number in 1..=position.players().factories() {
            let factory = Source::factory(number).expect("a factory of the game");
            groups.add(position, factory, reading);
        }
        if reading.sources == Sources::CentreLast {
            groups.add(position, Source::CENTRE, reading);
        }
        groups
    }

    fn add(&mut self, position: &Position, source: Source, reading: &Reading) {
        let tiles = position.source(source);
        if tiles.is_empty() {
            return;
        }
        for number in 0..Colour::COUNT {
            let colour = Colour::ALL[match reading.colours {
                Colours::Up => number,
                Colours::Down => Colour::COUNT - 1 - number,
            }];
            let count = tiles.count(colour);
            if count > 0 {
                self.groups[self.len] = Group {
                    source,
                    colour,
                    count,
                };
                self.len += 1;
            }
        }
    }

    pub(super) fn as_slice(&self) -> &[Group] {
        &self.groups[..self.len]
    }
}

impl<'a> View<'a> {
    /// The view of a player's board by a reading.
    pub(super) fn new(position: &'a Position, player: usize, reading: &'a Reading) -> Self {
        let board = &position.boards()[player];
        let room = std::array::from_fn(|row| {
            let count = board.line(row).map_or(0, |line| line.count);
            row as u8 + 1 - count
        });
        let lines = Colour::ALL.map(|colour| board.lines_for(colour));
        Self {
            reading,
            board,
            is_first_round: position.round() == 1,
            wall: match reading.tiles {
                Tiles::Wall => board.wall(),
                Tiles::Planned => board.prospect().wall(),
            },
            room,
            lines,
        }
    }

    /// The best group, and its destination. `is_better` decides whether a fitting move replaces the best one so far.
    ///
    /// Where no move fits, `remaining` and `overflow` of the reading determine the best move.
    ///
    /// # Panics
    /// When there are no groups.
    pub(super) fn best(
        &self,
        groups: &[Group],
        mut is_better: impl FnMut(&Fitting, &Fitting) -> bool,
    ) -> (Group, Destination) {
        let mut best: Option<Fitting> = None;
        let mut unfit = Unfit::new(groups[0], self.reading);
        for &group in groups {
            let mut lines = self.lines[group.colour.index()];
            while lines != 0 {
                let row = match self.reading.lines {
                    Lines::Down => lines.trailing_zeros(),
                    Lines::Up => lines.ilog2(),
                } as usize;
                lines &= !(1 << row);
                let room = self.room[row];
                if group.count > room {
                    if best.is_none() {
                        unfit.look_at_line(group, row, group.count - room);
                    }
                    continue;
                }
                let fitting = Fitting {
                    group,
                    row,
                    white_space: room - group.count,
                };
                if best.as_ref().is_none_or(|best| is_better(&fitting, best)) {
                    best = Some(fitting);
                }
            }
            if best.is_none() {
                unfit.look_at_floor(group);
            }
        }
        match best {
            Some(best) => (best.group, Destination::ALL[best.row]),
            None => unfit.best,
        }
    }
}

/// The best move so far as long as no move fits.
#[derive(Debug)]
struct Unfit {
    best: (Group, Destination),
    /// The pseudocode's `moveFound`: whether the best move goes to a line.
    on_line: bool,
    /// The pseudocode's `negativeCount`, for lines and for the floor.
    line_negative: u8,
    floor_negative: u8,
    remaining: Remaining,
    overflow: Overflow,
}

impl Unfit {
    fn new(first: Group, reading: &Reading) -> Self {
        Self {
            best: (first, Destination::Floor),
            on_line: false,
            line_negative: u8::MAX,
            floor_negative: u8::MAX,
            remaining: reading.remaining,
            overflow: reading.overflow,
        }
    }

    fn look_at_line(&mut self, group: Group, row: usize, remaining: u8) {
        let negative = match self.overflow {
            Overflow::Fits => remaining,
            Overflow::Smallest => group.count,
            Overflow::Floor => return,
        };
        if negative < self.line_negative {
            self.line_negative = negative;
            self.on_line = true;
            self.best = (group, Destination::ALL[row]);
        }
    }

    fn look_at_floor(&mut self, group: Group) {
        if self.on_line || group.count >= self.floor_negative {
            return;
        }
        self.floor_negative = group.count;
        if self.remaining == Remaining::Shared {
            self.line_negative = group.count;
        }
        self.best = (group, Destination::Floor);
    }
}

/// The move of a group to a destination.
pub(super) fn group_move((group, destination): (Group, Destination)) -> Move {
    Move::new(group.source, group.colour, destination)
}
