//! The turns of a log: tiles taken, tiles placed, and both taken back.

use super::notification::{Notification, Tile, colour};
use super::{Log, expect_same};
use crate::import::Mismatch;
use crate::{Colour, Destination, Effect, FloorItem, Move, Source};
use serde_json::Value;

/// A turn: a player's group of tiles, and its destination.
#[derive(Debug)]
pub(super) struct Turn {
    pub(super) player: String,
    pub(super) seat: usize,
    pub(super) source: Source,
    pub(super) colour: Colour,
    pub(super) destination: Option<Destination>,
}

impl Turn {
    /// The tiles that the turn takes from its source, and the other tiles of the source.
    fn tiles(&self, log: &mut Log<'_>) -> Result<[Vec<FloorItem>; 2], Mismatch> {
        let source_tiles = log.game()?.position().source(self.source);
        let tiles = source_tiles.iter().map(FloorItem::Tile);
        let (group, rest) = tiles.partition(|&tile| tile == FloorItem::Tile(self.colour));
        Ok([group, rest])
    }
}

impl Log<'_> {
    pub(super) fn select_tiles(&mut self, notification: Notification<'_>) -> Result<(), Mismatch> {
        self.play_turn()?;
        self.game()?.enter_move();
        let player = notification.player()?;
        let source = match notification.required_number("fromFactory")? {
            0 => Some(Source::CENTRE),
            factory => usize::try_from(factory).ok().and_then(Source::factory),
        };
        let source = source.ok_or_else(|| notification.missing("fromFactory"))?;
        let selection = notification.tiles("selectedTiles")?.unwrap_or_default();
        let &first = selection
            .first()
            .ok_or_else(|| notification.missing("selectedTiles"))?;
        let colour = colour(first)?;
        let seat = self.seat(&player, notification.player_name()?)?;
        let game = self.game()?;
        game.check_turn(seat)?;
        let takes_token = source.is_centre() && game.position().token_in_centre();
        match &self.token {
            Some(taker) if !takes_token || *taker != player => return Err(Mismatch::Token),
            _ => {}
        }
        let turn = Turn {
            player,
            seat,
            source,
            colour,
            destination: None,
        };
        let [group, rest] = turn.tiles(self)?;
        let all_equal = selection.iter().all(|tile| tile.kind == first.kind);
        if all_equal && selection.len() != group.len() {
            return Err(Mismatch::Taken {
                reported: selection.len(),
                expected: group.len(),
            });
        }
        notification.expect_number("number", group.len())?;
        notification.expect_kind(first.kind)?;
        notification.expect_tiles("selectedTiles", &group)?;
        // The other tiles of the centre stay in the centre.
        let discards: &[FloorItem] = if source.is_centre() { &[] } else { &rest };
        notification.expect_tiles("discardedTiles", discards)?;
        self.turn = Some(turn);
        Ok(())
    }

    pub(super) fn place_tiles(&mut self, notification: Notification<'_>) -> Result<(), Mismatch> {
        if !notification
            .tiles("discardedTilesToSpecialFactoryZero")?
            .unwrap_or_default()
            .is_empty()
        {
            return Err(Mismatch::Variant("special factories"));
        }
        let line_tiles = notification.tiles("placedTiles")?.unwrap_or_default();
        let floor_tiles = notification.tiles("discardedTiles")?.unwrap_or_default();
        let mut tiles = line_tiles.iter().chain(&floor_tiles).peekable();
        if tiles.peek().is_some() && tiles.all(|tile| tile.kind == FloorItem::Token) {
            return self.place_token(notification, &floor_tiles);
        }
        self.game()?.enter_move();
        // Tiles whose columns are full fall to the floor at the end of a round with the grey wall.
        let by_hand = notification.flag("fromHand")?.unwrap_or(true);
        let is_pending = |turn: &Turn| turn.destination.is_none();
        if !by_hand && !self.turn.as_ref().is_some_and(is_pending) {
            return Err(Mismatch::Variant("the grey wall"));
        }
        let missing = notification.missing("line from 0 to 5");
        let line_number = notification
            .number("line")?
            .ok_or_else(|| missing.clone())?;
        let destination = match line_number {
            0 => Destination::Floor,
            1..=5 => Destination::ALL[line_number as usize - 1],
            _ => return Err(missing),
        };
        notification.expect_number("lineNumber", line_number as usize)?;
        let player = notification.player()?;
        let seat = self.seat(&player, notification.player_name()?)?;
        let turn = self.turn.as_mut().filter(|turn| is_pending(turn));
        let turn = turn.ok_or(Mismatch::NotTaken)?;
        if turn.seat != seat {
            return Err(Mismatch::Mover {
                reported: seat + 1,
                expected: turn.seat + 1,
            });
        }
        turn.destination = Some(destination);
        let taken = Move::new(turn.source, turn.colour, destination);
        let kind = FloorItem::Tile(turn.colour);
        expect_same(notification.name, "fromHand", by_hand, true)?;
        let game = self.game()?;
        let effect = game.effect(taken)?;
        let line = destination.row().and_then(|row| {
            let board = game.position().boards()[seat];
            board.line(row)
        });
        let line_count = line.map_or(0, |line| usize::from(line.count));
        notification.expect_number("number", effect.taken.into())?;
        notification.expect_kind(kind)?;
        let floor = self.seats[seat].floor.len() + usize::from(effect.token);
        let [placed, fallen] =
            [effect.placed, effect.taken - effect.placed].map(|count| vec![kind; count.into()]);
        notification.expect_tiles("placedTiles", &placed)?;
        notification.expect_tiles("discardedTiles", &fallen)?;
        expect_places(&line_tiles, line_number, line_count)?;
        expect_places(&floor_tiles, 0, floor)
    }

    /// Takes the token to the floor, ahead of the tiles that come with it.
    fn place_token(
        &mut self,
        notification: Notification<'_>,
        floor_tiles: &[Tile],
    ) -> Result<(), Mismatch> {
        self.take_token(notification)?;
        notification.expect_number("number", 1)?;
        notification.expect_kind(FloorItem::Token)?;
        notification.expect_number("line", 0)?;
        notification.expect_number("lineNumber", 0)?;
        notification.expect_tiles("placedTiles", &[])?;
        notification.expect_tiles("discardedTiles", &[FloorItem::Token])?;
        if let Some(by_hand) = notification.flag("fromHand")? {
            expect_same(notification.name, "fromHand", by_hand, false)?;
        }
        let mover = self.game()?.position().mover();
        let floor = self.seats.get(mover).map_or(0, |seat| seat.floor.len());
        expect_places(floor_tiles, 0, floor)
    }

    /// Records that a player takes the token, in the pending turn or the next turn.
    pub(super) fn take_token(&mut self, notification: Notification<'_>) -> Result<(), Mismatch> {
        let player = notification.player()?;
        let is_pending = |turn: &Turn| turn.player == player && turn.destination.is_none();
        if !self.turn.as_ref().is_some_and(is_pending) {
            self.play_turn()?;
        }
        self.game()?.enter_move();
        let seat = self.seat(&player, notification.player_name()?)?;
        let game = self.game()?;
        game.check_turn(seat)?;
        let is_from_factory = self
            .turn
            .as_ref()
            .is_some_and(|turn| !turn.source.is_centre());
        if is_from_factory || !self.game()?.position().token_in_centre() {
            return Err(Mismatch::Token);
        }
        self.token = Some(player);
        Ok(())
    }

    /// The turn that can be taken back, if it is a turn of the notification's player: newer logs leave out turns that
    /// were taken back.
    fn turn_of(&mut self, notification: Notification<'_>) -> Result<Option<Turn>, Mismatch> {
        let player = notification.player()?;
        let seat = self.seat(&player, notification.player_name()?)?;
        Ok(self.turn.take_if(|turn| turn.seat == seat))
    }

    pub(super) fn undo_line(&mut self, notification: Notification<'_>) -> Result<(), Mismatch> {
        let Some(mut turn) = self.turn_of(notification)? else {
            return Ok(());
        };
        let [group, _] = turn.tiles(self)?;
        turn.destination = None;
        self.turn = Some(turn);
        undo(notification, |undo| undo.expect_tiles("tiles", &group))
    }

    pub(super) fn undo_selection(
        &mut self,
        notification: Notification<'_>,
    ) -> Result<(), Mismatch> {
        self.token = None;
        let Some(turn) = self.turn_of(notification)? else {
            return Ok(());
        };
        let [mut tiles, rest] = turn.tiles(self)?;
        if !turn.source.is_centre() {
            tiles.extend(rest);
        } else if self.game()?.position().token_in_centre() {
            tiles.push(FloorItem::Token);
        }
        undo(notification, |undo| {
            undo.expect_number("from", turn.source.number().unwrap_or(0))?;
            undo.expect_tiles("tiles", &tiles)
        })
    }

    /// Checks the notification of the last round: the turn must complete a row.
    pub(super) fn check_last_round(
        &mut self,
        notification: Notification<'_>,
    ) -> Result<(), Mismatch> {
        let player = notification.player()?;
        let seat = self.seat(&player, notification.player_name()?)?;
        let turn = self.turn.as_ref().filter(|turn| turn.seat == seat);
        let row_and_move = turn.and_then(|turn| {
            let destination = turn.destination?;
            Some((
                destination.row()?,
                Move::new(turn.source, turn.colour, destination),
            ))
        });
        let game = self.game()?;
        game.enter_move();
        let completes_row = match row_and_move {
            None => false,
            Some((row, taken)) => {
                let Effect { fills_line, .. } = game.effect(taken)?;
                let board = game.position().boards()[seat];
                fills_line && board.colours_on(row).count_ones() == Colour::COUNT as u32 - 1
            }
        };
        match completes_row {
            true => Ok(()),
            false => Err(Mismatch::NoRow(seat + 1)),
        }
    }

    /// Plays the pending turn, which cannot be taken back any more.
    pub(super) fn play_turn(&mut self) -> Result<(), Mismatch> {
        let Some(turn) = self.turn.take() else {
            return Ok(());
        };
        self.token = None;
        let game = self.game.as_mut().ok_or(Mismatch::NoDeal)?;
        game.enter_move();
        let destination = turn.destination.ok_or(Mismatch::NotPlaced)?;
        let taken = Move::new(turn.source, turn.colour, destination);
        let effect = game.effect(taken)?;
        game.play(turn.seat, taken)?;
        let floor = &mut self.seats[turn.seat].floor;
        floor.extend(effect.token.then_some(FloorItem::Token));
        let floor_count = effect.taken - effect.placed;
        floor.extend(vec![FloorItem::Tile(turn.colour); floor_count.into()]);
        Ok(())
    }
}

/// Checks the list of an undone action, if the notification has the list.
fn undo(
    notification: Notification<'_>,
    check: impl FnOnce(Notification<'_>) -> Result<(), Mismatch>,
) -> Result<(), Mismatch> {
    match notification.get("undo").and_then(Value::as_object) {
        Some(args) => check(Notification {
            args,
            ..notification
        }),
        None => Ok(()),
    }
}

/// Checks that tiles lie on a line, behind its `count` earlier tiles.
fn expect_places(tiles: &[Tile], line: i64, count: usize) -> Result<(), Mismatch> {
    for (number, tile) in (count as i64 + 1..).zip(tiles) {
        for (key, value, expected) in [("line", tile.line, line), ("column", tile.column, number)] {
            if let Some(value) = value {
                expect_same("a tile of tilesPlacedOnLine", key, value, expected)?;
            }
        }
    }
    Ok(())
}
