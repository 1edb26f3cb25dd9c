//! What the rest of a round can still do to a board: bounds that no play exceeds.

use super::burden;
use azulejo_rules::{Board, Colour, Floor};

/// What is left of a round for one player.
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
pub(super) struct BoardReach {
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
    pub(super) row: CompleteRow,
}

/// Whether a wall has a complete row after the round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) enum CompleteRow {
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
pub(super) struct PointsSpan {
    /// What the player can make sure of.
    pub(super) least: i32,
    /// What nobody lets him exceed.
    pub(super) most: i32,
}

impl BoardReach {
    /// The points of a board after the round, where so many tiles fall at most. `ends` says whether the game ends with it and
    /// bonuses count.
    #[inline]
    pub(super) fn span(&self, board: &Board, falls: u8, ends: CompleteRow) -> PointsSpan {
        let score = board.score() as i32;
        let floor = board.floor().len() as u8;
        let charge = |more: u8| i32::from(Floor::charge_of(floor + more));
        let (sure, now) = (score + i32::from(self.sure), charge(0));
        let least = (sure - charge(falls)).max(0);
        let most = (score + i32::from(self.most) - now).max(0);
        match ends {
            CompleteRow::Never => PointsSpan { least, most },
            CompleteRow::Perhaps => PointsSpan {
                least,
                most: self.most_with_bonus(score - now),
            },
            CompleteRow::Surely => PointsSpan {
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
