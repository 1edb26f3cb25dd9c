//! The sides of a position: what the rest of the round can do to each board, and the bounds of the value from that.

use super::frame::RoundFrame;
use super::key::{EnoughTiles, LineStates, PositionKey};
use super::reach::{BoardReach, CompleteRow, PointsSpan, RestOfRound};
use super::reaches::Reaches;
use azulejo_rules::{Colour, Players, Position};

/// What is left on the sources of a position, and what each player can do with it.
///
/// After moves that take the same group, only the board of the player who took it differs.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sides {
    /// The tiles on the sources, by colour.
    tiles: [u8; Colour::COUNT],
    enough: EnoughTiles,
    /// The groups on the sources.
    groups: u32,
    /// What the sources bring into the key.
    sources: u64,
    of: [BoardSide; Players::MAX],
}

/// What the rest of the round can do to a board.
#[derive(Debug, Clone, Copy, Default)]
struct BoardSide {
    lines: LineStates,
    reach: BoardReach,
    /// The tiles that fall at most.
    falls: u8,
}

impl Sides {
    pub(super) fn of(position: &Position, reaches: &mut Reaches) -> Self {
        let tiles = position.on_sources().counts();
        let mut sides = Self {
            tiles,
            enough: EnoughTiles::of(&tiles),
            groups: position.group_count(),
            sources: PositionKey::sources(position),
            of: [BoardSide::default(); Players::MAX],
        };
        for player in 0..position.players().count() {
            sides.look_at(position, player, reaches);
        }
        sides
    }

    /// Goes on to a position that follows on another move with the same group.
    #[inline]
    pub(super) fn go_to(&mut self, position: &Position, reaches: &mut Reaches) {
        let count = position.players().count();
        self.look_at(position, (position.mover() + count - 1) % count, reaches);
    }

    #[inline]
    fn look_at(&mut self, position: &Position, player: usize, reaches: &mut Reaches) {
        let board = &position.boards()[player];
        let lines = LineStates::of(board, &self.tiles, self.enough);
        let left = RestOfRound {
            tiles: self.tiles,
            moves: moves_left(position, self.groups, player),
            token: position.token_in_centre(),
        };
        let reach = reaches.of(player, board, lines, &left);
        self.of[player] = BoardSide {
            lines,
            reach,
            falls: left.falls(board),
        };
    }

    /// The least and the most that the value can be.
    #[inline]
    pub(super) fn bounds(&self, position: &Position, frame: &RoundFrame) -> (i32, i32) {
        let rows = self.of.iter().map(|side| side.reach.row);
        let ends = frame.ends(rows.max().unwrap_or(CompleteRow::Never));
        let (mut least_others, mut most_others) = (i32::MIN, i32::MIN);
        let (mut low, mut high) = (0, 0);
        for (player, board) in position.boards().iter().enumerate() {
            let BoardSide { reach, falls, .. } = &self.of[player];
            let PointsSpan { least, most } = reach.span(board, *falls, ends);
            if player == frame.searcher {
                (low, high) = (least, most);
            } else {
                least_others = least_others.max(least);
                most_others = most_others.max(most);
            }
        }
        frame.with_unfinished(low - most_others, high - least_others, ends)
    }

    /// What positions share that are worth the same.
    #[inline]
    pub(super) fn key(&self, position: &Position) -> PositionKey {
        let lines = self.of.iter().map(|side| side.lines);
        PositionKey::new(position, self.sources, lines)
    }
}

/// The most moves that a player has left. The mover comes first, and nobody else more often.
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
