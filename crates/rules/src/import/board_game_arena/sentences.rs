//! The sentences of a log, which repeat the points for people: each sentence must hold for its player.

use super::Log;
use super::notification::Notification;
use super::scoring::{BONUSES, expect_points};
use crate::import::Mismatch;
use crate::{Board, Colour, EndBonus, FloorItem};

impl Log<'_> {
    /// The player of a sentence, by name.
    fn player_of(&self, notification: Notification<'_>) -> Result<usize, Mismatch> {
        let name = notification.player_name()?;
        let seat = self.seats.iter().position(|seat| seat.name == name);
        seat.ok_or_else(|| Mismatch::UnknownPlayer(name.to_owned()))
    }

    /// `NAME places 1 COLOUR and gains POINTS`.
    pub(super) fn check_tile_sentence(
        &mut self,
        notification: Notification<'_>,
    ) -> Result<(), Mismatch> {
        let player = self.player_of(notification)?;
        notification.expect_number("number", 1)?;
        let points = notification.number("points")?;
        let tiles = self.score()?.score.boards()[player].tiles();
        let is_equal = |tile: &crate::TilePlacement| {
            let kind = FloorItem::Tile(tile.colour);
            notification.expect_kind(kind).is_ok()
                && points.is_none_or(|points| points == i64::from(tile.points))
        };
        match tiles.iter().flatten().any(is_equal) {
            true => Ok(()),
            false => Err(Mismatch::FalseSentence(notification.name)),
        }
    }

    /// `NAME loses POINTS with Floor line`.
    pub(super) fn check_floor_sentence(
        &mut self,
        notification: Notification<'_>,
    ) -> Result<(), Mismatch> {
        let player = self.player_of(notification)?;
        let charge = i64::from(self.charge(player)?);
        match notification.number("points")? {
            Some(points) => expect_points(player, "the floor", -points, -charge),
            None => Ok(()),
        }
    }

    /// `NAME gains POINTS with complete line LINE`.
    pub(super) fn check_row_sentence(
        &mut self,
        notification: Notification<'_>,
    ) -> Result<(), Mismatch> {
        let line = notification.number("line")?;
        self.check_bonus_sentence(notification, 0, |wall, bonus| match line {
            Some(line @ 1..=5) => EndBonus::of(wall & (ROW << (5 * (line - 1)))).rows == 1,
            Some(_) => false,
            None => bonus.rows > 0,
        })
    }

    /// `NAME gains POINTS with complete column COLUMN`.
    pub(super) fn check_column_sentence(
        &mut self,
        notification: Notification<'_>,
    ) -> Result<(), Mismatch> {
        let column = notification.number("column")?;
        self.check_bonus_sentence(notification, 1, |wall, bonus| match column {
            Some(column @ 1..=5) => EndBonus::of(wall & (COLUMN << (column - 1))).columns == 1,
            Some(_) => false,
            None => bonus.columns > 0,
        })
    }

    /// `NAME gains POINTS with complete color COLOUR`.
    pub(super) fn check_colour_sentence(
        &mut self,
        notification: Notification<'_>,
    ) -> Result<(), Mismatch> {
        self.check_bonus_sentence(notification, 2, |wall, _| {
            let complete_colours = Colour::ALL.into_iter().filter(|&colour| {
                let places = (0..Board::ROWS).map(|row| 5 * row + colour.column(row));
                places.into_iter().all(|place| wall >> place & 1 == 1)
            });
            complete_colours
                .into_iter()
                .any(|colour| notification.expect_kind(FloorItem::Tile(colour)).is_ok())
        })
    }

    fn check_bonus_sentence(
        &mut self,
        notification: Notification<'_>,
        kind: usize,
        is_complete: impl FnOnce(u32, EndBonus) -> bool,
    ) -> Result<(), Mismatch> {
        let player = self.player_of(notification)?;
        notification.expect_number("points", BONUSES[kind] as usize)?;
        let wall = self.game()?.position().boards()[player].wall();
        match is_complete(wall, EndBonus::of(wall)) {
            true => Ok(()),
            false => Err(Mismatch::FalseSentence(notification.name)),
        }
    }
}

/// The places of the first row.
const ROW: u32 = 0b11111;

/// The places of the first column.
const COLUMN: u32 = 0b1_00001_00001_00001_00001;
