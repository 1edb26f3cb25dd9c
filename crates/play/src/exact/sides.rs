//! The sides of a position: the reach of each board in the rest of the round, and the resulting bounds of the value.

use super::frame::RoundFrame;
use super::key::{EnoughTiles, LineStates, PositionKey};
use super::reach::{BoardReach, CompleteRow, PointsSpan, RestOfRound};
use super::reaches::Reaches;
use azulejo_rules::{Colour, Players, Position};

/// The reach of each board in a position, with the tiles and the groups on the sources.
///
/// After moves that take the same group, only the board of the last mover differs.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sides {
    /// The tiles on the sources, by colour.
    tiles: [u8; Colour::COUNT],
    enough: EnoughTiles,
    /// The groups on the sources.
    groups: u32,
    /// The part of the key that the sources determine.
    sources: u64,
    boards: [BoardSide; Players::MAX],
}

/// The lines of a board, and bounds of its points and of its floor tiles.
#[derive(Debug, Clone, Copy, Default)]
struct BoardSide {
    lines: LineStates,
    reach: BoardReach,
    /// The most tiles that fall.
    floor_tiles: u8,
}

impl Sides {
    pub(super) fn of(position: &Position, reaches: &mut Reaches) -> Self {
        let tiles = position.on_sources().counts();
        let mut sides = Self {
            tiles,
            enough: EnoughTiles::of(&tiles),
            groups: position.group_count(),
            sources: PositionKey::sources(position),
            boards: [BoardSide::default(); Players::MAX],
        };
        for player in 0..position.players().count() {
            sides.update_board(position, player, reaches);
        }
        sides
    }

    /// Updates the sides to the position after another move with the same group.
    #[inline]
    pub(super) fn update(&mut self, position: &Position, reaches: &mut Reaches) {
        let count = position.players().count();
        self.update_board(position, (position.mover() + count - 1) % count, reaches);
    }

    #[inline]
    fn update_board(&mut self, position: &Position, player: usize, reaches: &mut Reaches) {
        let board = &position.boards()[player];
        let lines = LineStates::of(board, &self.tiles, self.enough);
        let rest = RestOfRound {
            tiles: self.tiles,
            moves: moves_left(position, self.groups, player),
            token: position.token_in_centre(),
        };
        let reach = reaches.of(player, board, lines, &rest);
        self.boards[player] = BoardSide {
            lines,
            reach,
            floor_tiles: rest.floor_tiles(board),
        };
    }

    /// A lower and an upper bound of the value.
    #[inline]
    pub(super) fn bounds(&self, position: &Position, frame: &RoundFrame) -> (i32, i32) {
        let rows = self.boards.iter().map(|side| side.reach.row);
        let ends = frame.ends(rows.max().unwrap_or(CompleteRow::Never));
        let (mut least_others, mut most_others) = (i32::MIN, i32::MIN);
        let (mut low, mut high) = (0, 0);
        for (player, board) in position.boards().iter().enumerate() {
            let BoardSide {
                reach, floor_tiles, ..
            } = &self.boards[player];
            let PointsSpan { least, most } = reach.span(board, *floor_tiles, ends);
            if player == frame.searcher {
                (low, high) = (least, most);
            } else {
                least_others = least_others.max(least);
                most_others = most_others.max(most);
            }
        }
        frame.with_unfinished(low - most_others, high - least_others, ends)
    }

    /// The key of the position.
    #[inline]
    pub(super) fn key(&self, position: &Position) -> PositionKey {
        let lines = self.boards.iter().map(|side| side.lines);
        PositionKey::new(position, self.sources, lines)
    }
}

/// The most moves that a player has left: the mover moves first, and the players move in turn.
#[inline]
fn moves_left(position: &Position, groups: u32, player: usize) -> u32 {
    let (count, mover) = (position.players().count(), position.mover());
    let turn = player + if player < mover { count } else { 0 } - mover;
    let groups = groups + (count - 1 - turn) as u32;
    match position.players() {
        Players::Two => groups / 2,
        Players::Three => groups / 3,
        Players::Four => groups / 4,
    }
}
