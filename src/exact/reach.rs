//! What the rest of a round can still do to a board: bounds that no play exceeds.

use super::burden;
use super::fillings;
use super::key::Lines;
use crate::game::{Board, Colour, Floor};

/// What is left of a round for one player.
#[derive(Debug, Clone, Copy)]
pub(super) struct Left {
    /// The tiles on the sources, by colour.
    pub(super) tiles: [u8; Colour::COUNT],
    /// The most moves that the player has left.
    pub(super) moves: u32,
    /// Whether the token lies in the centre.
    pub(super) token: bool,
}

impl Left {
    /// The tiles that fall at most on the floor of a player who always takes the smallest group.
    ///
    /// Whatever he leaves is no smaller, and what others take of it neither. So he gets no more than the others together
    /// but for one last group: half of all tiles and of the largest group that there can be. He puts a group where its
    /// colour lies, as far as there is room, or otherwise on empty lines.
    #[inline]
    pub(super) fn falls(&self, board: &Board) -> u8 {
        if self.moves == 0 {
            return 0;
        }
        let mut room = [0; Colour::COUNT];
        for row in 0..Board::ROWS {
            if let Some(line) = board.line(row) {
                room[line.colour.index()] += row as u8 + 1 - line.count;
            }
        }
        let (mut all, mut largest, mut over, mut loose) = (0, 0, 0, 0);
        let mut empty = 0b11111;
        for colour in Colour::ALL {
            let (count, room) = (self.tiles[colour.index()], room[colour.index()]);
            all += count;
            largest = largest.max(count);
            if count > room {
                over += count - room;
                loose += count;
                empty &= board.lines_for(colour);
            }
        }
        let most = (all + largest) / 2;
        for row in 0..Board::ROWS {
            if board.line(row).is_some() {
                empty &= !(1 << row);
            }
        }
        let fallen = over
            .min(most)
            .min(burden::most_fallen(empty, self.moves, loose.min(most)));
        fallen + u8::from(self.token)
    }
}

/// What lines can come to, whatever the floor costs.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Reach {
    /// The points of the tiles of lines that are full.
    pub(super) sure: u8,
    /// The most points of tiles.
    pub(super) most: u8,
    /// The most points of tiles and end bonuses together.
    pub(super) most_with_bonus: u8,
    /// The end bonus of the lines that are full.
    pub(super) sure_bonus: u8,
    /// The most end bonus.
    pub(super) most_bonus: u8,
    /// Whether a row of the wall is complete after the round.
    pub(super) row: Row,
}

/// Whether a wall has a complete row after the round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) enum Row {
    /// In no case.
    #[default]
    Never,
    /// It depends on the moves.
    Perhaps,
    /// In any case.
    Surely,
}

/// Final points of a player: at least, at most.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Span {
    /// What the player can make sure of.
    pub(super) least: i32,
    /// What nobody lets him exceed.
    pub(super) most: i32,
}

impl Reach {
    /// The points of a board after the round, where so many tiles fall at most. `ends` says whether the game ends with it and
    /// bonuses count.
    #[inline]
    pub(super) fn span(&self, board: &Board, falls: u8, ends: Row) -> Span {
        let score = board.score() as i32;
        let floor = board.floor().len() as u8;
        let charge = |more: u8| i32::from(Floor::charge_of(floor + more));
        let (sure, now) = (score + i32::from(self.sure), charge(0));
        let least = (sure - charge(falls)).max(0);
        let most = (score + i32::from(self.most) - now).max(0);
        match ends {
            Row::Never => Span { least, most },
            Row::Perhaps => Span {
                least,
                most: self.most_with_bonus(score - now),
            },
            Row::Surely => Span {
                least: least + i32::from(self.sure_bonus),
                most: self.most_with_bonus(score - now),
            },
        }
    }

    /// A score is never below 0, but the bonus comes after that.
    fn most_with_bonus(&self, before: i32) -> i32 {
        (before + i32::from(self.most_with_bonus)).max(i32::from(self.most_bonus))
    }
}

/// Reaches that were computed before, for the boards of one round.
#[derive(Debug)]
pub(super) struct Reaches {
    slots: Vec<(u64, Reach)>,
}

impl Reaches {
    const SLOTS: usize = 1 << 15;

    /// No lines have this code.
    const NONE: u64 = u64::MAX;

    pub(super) fn new() -> Self {
        Self {
            slots: vec![(Self::NONE, Reach::default()); Self::SLOTS],
        }
    }

    /// Forgets everything: for another round.
    pub(super) fn clear(&mut self) {
        self.slots.fill((Self::NONE, Reach::default()));
    }

    /// The reach of the board of a player.
    #[inline]
    pub(super) fn of(&mut self, player: usize, board: &Board, lines: Lines, left: &Left) -> Reach {
        let (tiles, lines_open) = usable(board, &left.tiles);
        let moves = left.moves.min(lines_open);
        let mut key = player as u64;
        for count in tiles {
            // All five lines together hold 15.
            key = key << 4 | u64::from(count);
        }
        key = (key << 3 | u64::from(moves)) * u64::from(Lines::CODES) + u64::from(lines.code);
        let place = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as usize % Self::SLOTS;
        let slot = &mut self.slots[place];
        if slot.0 != key {
            *slot = (key, fillings::reach(board, tiles, moves));
        }
        slot.1
    }
}

/// The tiles of each colour with which lines can be filled, no more than fill all lines that the colour alone could fill; and
/// the number of lines that any colour could fill.
#[inline]
fn usable(board: &Board, left: &[u8; Colour::COUNT]) -> ([u8; Colour::COUNT], u32) {
    // Five numbers of four bits, one a row, are compared and added at once.
    let rooms = (0..Board::ROWS).fold(0, |rooms, row| {
        let room = row as u32 + 1 - board.line(row).map_or(0, |line| u32::from(line.count));
        rooms | room << (4 * row)
    });
    let mut lines = 0;
    let tiles = Colour::ALL.map(|colour| {
        let left = left[colour.index()];
        let enough = (0x88888 + 0x11111 * u32::from(left).min(5) - rooms) >> 3 & 0x11111;
        let filled = enough & NIBBLES[board.lines_for(colour) as usize];
        lines |= filled;
        let rooms = rooms & (0xf * filled);
        let sum = (rooms * 0x11111) >> 16 & 0xf;
        left.min(sum as u8)
    });
    (tiles, lines.count_ones())
}

/// Bit `4·row` for each set of rows, which has bit `row`.
const NIBBLES: [u32; 1 << Board::ROWS] = {
    let mut nibbles = [0; 1 << Board::ROWS];
    let mut set = 0;
    while set < nibbles.len() {
        let mut row = 0;
        while row < Board::ROWS {
            nibbles[set] |= (set as u32 >> row & 1) << (4 * row);
            row += 1;
        }
        set += 1;
    }
    nibbles
};
