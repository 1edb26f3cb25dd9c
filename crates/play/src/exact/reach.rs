//! The reach of a board within the rest of a round: bounds that no play exceeds.

use super::burden;
use azulejo_rules::{Board, Colour, Floor};

/// The resources of the rest of a round for one player.
#[derive(Debug, Clone, Copy)]
pub(super) struct RestOfRound {
    /// The tiles on the sources, by colour.
    pub(super) tiles: [u8; Colour::COUNT],
    /// The most moves that the player has left.
    pub(super) moves: u32,
    /// Whether the token lies in the centre.
    pub(super) token: bool,
}

impl RestOfRound {
    /// An upper bound of the tiles on the floor of a player who always takes the smallest group.
    ///
    /// The groups that such a player leaves are no smaller. So the player gets no more tiles than the others together
    /// and one last group: half of the sum of all tiles and of the largest possible group. A group goes to the lines of
    /// its colour as far as they have room, or otherwise to empty lines.
    #[inline]
    pub(super) fn floor_tiles(&self, board: &Board) -> u8 {
        if self.moves == 0 {
            return 0;
        }
        let mut room = [0; Colour::COUNT];
        for row in 0..Board::ROWS {
            if let Some(line) = board.line(row) {
                room[line.colour.index()] += row as u8 + 1 - line.count;
            }
        }
        let (mut total, mut largest, mut overflow, mut loose) = (0, 0, 0, 0);
        let mut empty = 0b11111;
        for colour in Colour::ALL {
            let (count, room) = (self.tiles[colour.index()], room[colour.index()]);
            total += count;
            largest = largest.max(count);
            if count > room {
                overflow += count - room;
                loose += count;
                empty &= board.lines_for(colour);
            }
        }
        let most = (total + largest) / 2;
        for row in 0..Board::ROWS {
            if board.line(row).is_some() {
                empty &= !(1 << row);
            }
        }
        let floor_tiles =
            overflow
                .min(most)
                .min(burden::most_floor_tiles(empty, self.moves, loose.min(most)));
        floor_tiles + u8::from(self.token)
    }
}

/// The points that the lines of a board can earn, without the charge of the floor.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct BoardReach {
    /// The points of the tiles of full lines.
    pub(super) sure: u8,
    /// The most points of tiles, with the lines that may still be filled.
    pub(super) most: u8,
    /// The most points of tiles and end bonuses together.
    pub(super) most_with_bonus: u8,
    /// The end bonus of the lines that are full.
    pub(super) sure_bonus: u8,
    /// The most end bonus.
    pub(super) most_bonus: u8,
    /// Whether a row of the wall is complete after the round.
    pub(super) row: CompleteRow,
}

/// Whether a wall has a complete row after the round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) enum CompleteRow {
    /// In no case.
    #[default]
    Never,
    /// A row is complete after some sequences of moves.
    Perhaps,
    /// In any case.
    Surely,
}

/// The interval of a player's final points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PointsSpan {
    /// The points that the player can force.
    pub(super) least: i32,
    /// The points that the player cannot exceed.
    pub(super) most: i32,
}

impl BoardReach {
    /// The points of a board after the round, where at most `floor_tiles` tiles fall. `ends` decides whether the game
    /// ends with the round and bonuses count.
    #[inline]
    pub(super) fn span(&self, board: &Board, floor_tiles: u8, ends: CompleteRow) -> PointsSpan {
        let score = board.score() as i32;
        let floor = board.floor().len() as u8;
        let charge_with = |more: u8| i32::from(Floor::charge_of(floor + more));
        let (sure, charge) = (score + i32::from(self.sure), charge_with(0));
        let least = (sure - charge_with(floor_tiles)).max(0);
        let most = (score + i32::from(self.most) - charge).max(0);
        match ends {
            CompleteRow::Never => PointsSpan { least, most },
            CompleteRow::Perhaps => PointsSpan {
                least,
                most: self.most_with_bonus(score - charge),
            },
            CompleteRow::Surely => PointsSpan {
                least: least + i32::from(self.sure_bonus),
                most: self.most_with_bonus(score - charge),
            },
        }
    }

    /// The most points with a bonus on top of `points` points: the score is cut at 0 before the bonus is added.
    fn most_with_bonus(&self, points: i32) -> i32 {
        (points + i32::from(self.most_with_bonus)).max(i32::from(self.most_bonus))
    }
}
