//! The turns of a log: tiles taken, tiles placed, and either taken back.

use super::notification::{Notification, Tile, colour};
use super::{Log, same};
use crate::import::Mismatch;
use crate::{Colour, Destination, Effect, FloorItem, Move, Source};
use serde_json::Value;

/// A turn: the group that a player has taken, and its destination.
#[derive(Debug)]
pub(super) struct Turn {
    pub(super) player: String,
    pub(super) seat: usize,
    pub(super) source: Source,
    pub(super) colour: Colour,
    pub(super) destination: Option<Destination>,
}

impl Turn {
    /// The tiles that the turn takes from its source, and those that stay there or go to the centre.
    fn tiles(&self, log: &mut Log<'_>) -> Result<[Vec<FloorItem>; 2], Mismatch> {
        let there = log.game()?.position().source(self.source);
        let tiles = there.iter().map(FloorItem::Tile);
        let (taken, left) = tiles.partition(|&tile| tile == FloorItem::Tile(self.colour));
        Ok([taken, left])
    }
}

impl Log<'_> {
    pub(super) fn selected(&mut self, notification: Notification<'_>) -> Result<(), Mismatch> {
        self.played()?;
        self.game()?.at_a_move();
        let player = notification.player()?;
        let source = match notification.required_number("fromFactory")? {
            0 => Some(Source::CENTRE),
            factory => usize::try_from(factory).ok().and_then(Source::factory),
        };
        let source = source.ok_or_else(|| notification.missing("fromFactory"))?;
        let selected = notification.tiles("selectedTiles")?.unwrap_or_default();
        let &first = selected
            .first()
            .ok_or_else(|| notification.missing("selectedTiles"))?;
        let colour = colour(first)?;
        let seat = self.seat(&player, notification.player_name()?)?;
        let game = self.game()?;
        game.moves(seat)?;
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
        let [taken, left] = turn.tiles(self)?;
        let all_equal = selected.iter().all(|tile| tile.kind == first.kind);
        if all_equal && selected.len() != taken.len() {
            return Err(Mismatch::Taken {
                said: selected.len(),
                found: taken.len(),
            });
        }
        notification.expect_number("number", taken.len())?;
        notification.expect_kind(first.kind)?;
        notification.expect_tiles("selectedTiles", &taken)?;
        // What a player does not take from the centre stays there.
        let moved: &[FloorItem] = if source.is_centre() { &[] } else { &left };
        notification.expect_tiles("discardedTiles", moved)?;
        self.turn = Some(turn);
        Ok(())
    }

    pub(super) fn placed(&mut self, notification: Notification<'_>) -> Result<(), Mismatch> {
        if !notification
            .tiles("discardedTilesToSpecialFactoryZero")?
            .unwrap_or_default()
            .is_empty()
        {
            return Err(Mismatch::Variant("special factories"));
        }
        let placed = notification.tiles("placedTiles")?.unwrap_or_default();
        let fallen = notification.tiles("discardedTiles")?.unwrap_or_default();
        let mut tiles = placed.iter().chain(&fallen).peekable();
        if tiles.peek().is_some() && tiles.all(|tile| tile.kind == FloorItem::Token) {
            return self.token_placed(notification, &fallen);
        }
        self.game()?.at_a_move();
        // Tiles whose columns are full fall to the floor at the end of a round with the grey wall.
        let by_hand = notification.flag("fromHand")?.unwrap_or(true);
        let begun = |turn: &Turn| turn.destination.is_none();
        if !by_hand && !self.turn.as_ref().is_some_and(begun) {
            return Err(Mismatch::Variant("the grey wall"));
        }
        let missing = notification.missing("line from 0 to 5");
        let line = notification
            .number("line")?
            .ok_or_else(|| missing.clone())?;
        let destination = match line {
            0 => Destination::Floor,
            1..=5 => Destination::ALL[line as usize - 1],
            _ => return Err(missing),
        };
        notification.expect_number("lineNumber", line as usize)?;
        let player = notification.player()?;
        let seat = self.seat(&player, notification.player_name()?)?;
        let turn = self.turn.as_mut().filter(|turn| begun(turn));
        let turn = turn.ok_or(Mismatch::NotTaken)?;
        if turn.seat != seat {
            return Err(Mismatch::Mover {
                said: seat + 1,
                found: turn.seat + 1,
            });
        }
        turn.destination = Some(destination);
        let taken = Move::new(turn.source, turn.colour, destination);
        let kind = FloorItem::Tile(turn.colour);
        same(notification.name, "fromHand", by_hand, true)?;
        let game = self.game()?;
        let effect = game.effect(taken)?;
        let held = destination.row().and_then(|row| {
            let board = game.position().boards()[seat];
            board.line(row)
        });
        let held = held.map_or(0, |line| usize::from(line.count));
        notification.expect_number("number", effect.taken.into())?;
        notification.expect_kind(kind)?;
        let floor = self.seats[seat].floor.len() + usize::from(effect.token);
        let [fits, falls] =
            [effect.placed, effect.taken - effect.placed].map(|count| vec![kind; count.into()]);
        notification.expect_tiles("placedTiles", &fits)?;
        notification.expect_tiles("discardedTiles", &falls)?;
        same_places(&placed, line, held)?;
        same_places(&fallen, 0, floor)
    }

    /// Takes the token to the floor, ahead of the tiles that come with it.
    fn token_placed(
        &mut self,
        notification: Notification<'_>,
        fallen: &[Tile],
    ) -> Result<(), Mismatch> {
        self.token_taken(notification)?;
        notification.expect_number("number", 1)?;
        notification.expect_kind(FloorItem::Token)?;
        notification.expect_number("line", 0)?;
        notification.expect_number("lineNumber", 0)?;
        notification.expect_tiles("placedTiles", &[])?;
        notification.expect_tiles("discardedTiles", &[FloorItem::Token])?;
        if let Some(by_hand) = notification.flag("fromHand")? {
            same(notification.name, "fromHand", by_hand, false)?;
        }
        let mover = self.game()?.position().mover();
        let floor = self.seats.get(mover).map_or(0, |seat| seat.floor.len());
        same_places(fallen, 0, floor)
    }

    /// Records that a player takes the token, in a turn that has begun or follows.
    pub(super) fn token_taken(&mut self, notification: Notification<'_>) -> Result<(), Mismatch> {
        let player = notification.player()?;
        let begun = |turn: &Turn| turn.player == player && turn.destination.is_none();
        if !self.turn.as_ref().is_some_and(begun) {
            self.played()?;
        }
        self.game()?.at_a_move();
        let seat = self.seat(&player, notification.player_name()?)?;
        let game = self.game()?;
        game.moves(seat)?;
        let elsewhere = self
            .turn
            .as_ref()
            .is_some_and(|turn| !turn.source.is_centre());
        if elsewhere || !self.game()?.position().token_in_centre() {
            return Err(Mismatch::Token);
        }
        self.token = Some(player);
        Ok(())
    }

    /// The turn that can be taken back, if it is that of the notification's player: newer logs leave out turns that
    /// were taken back.
    fn turn_of(&mut self, notification: Notification<'_>) -> Result<Option<Turn>, Mismatch> {
        let player = notification.player()?;
        let seat = self.seat(&player, notification.player_name()?)?;
        Ok(self.turn.take_if(|turn| turn.seat == seat))
    }

    pub(super) fn line_undone(&mut self, notification: Notification<'_>) -> Result<(), Mismatch> {
        let Some(mut turn) = self.turn_of(notification)? else {
            return Ok(());
        };
        let [taken, _] = turn.tiles(self)?;
        turn.destination = None;
        self.turn = Some(turn);
        undo(notification, |undo| undo.expect_tiles("tiles", &taken))
    }

    pub(super) fn taking_undone(&mut self, notification: Notification<'_>) -> Result<(), Mismatch> {
        self.token = None;
        let Some(turn) = self.turn_of(notification)? else {
            return Ok(());
        };
        let [mut tiles, left] = turn.tiles(self)?;
        if !turn.source.is_centre() {
            tiles.extend(left);
        } else if self.game()?.position().token_in_centre() {
            tiles.push(FloorItem::Token);
        }
        undo(notification, |undo| {
            undo.expect_number("from", turn.source.number().unwrap_or(0))?;
            undo.expect_tiles("tiles", &tiles)
        })
    }

    /// Checks the notification of the last round: the turn must complete a row.
    pub(super) fn last_round(&mut self, notification: Notification<'_>) -> Result<(), Mismatch> {
        let player = notification.player()?;
        let seat = self.seat(&player, notification.player_name()?)?;
        let turn = self.turn.as_ref().filter(|turn| turn.seat == seat);
        let placed = turn.and_then(|turn| {
            let destination = turn.destination?;
            Some((
                destination.row()?,
                Move::new(turn.source, turn.colour, destination),
            ))
        });
        let game = self.game()?;
        game.at_a_move();
        let completes = match placed {
            None => false,
            Some((row, taken)) => {
                let Effect { fills_line, .. } = game.effect(taken)?;
                let board = game.position().boards()[seat];
                fills_line && board.colours_on(row).count_ones() == Colour::COUNT as u32 - 1
            }
        };
        match completes {
            true => Ok(()),
            false => Err(Mismatch::NoRow(seat + 1)),
        }
    }

    /// Plays the turn, which cannot be taken back any more.
    pub(super) fn played(&mut self) -> Result<(), Mismatch> {
        let Some(turn) = self.turn.take() else {
            return Ok(());
        };
        self.token = None;
        let game = self.game.as_mut().ok_or(Mismatch::NoDeal)?;
        game.at_a_move();
        let destination = turn.destination.ok_or(Mismatch::NotPlaced)?;
        let taken = Move::new(turn.source, turn.colour, destination);
        let effect = game.effect(taken)?;
        game.play(turn.seat, taken)?;
        let floor = &mut self.seats[turn.seat].floor;
        floor.extend(effect.token.then_some(FloorItem::Token));
        let falls = effect.taken - effect.placed;
        floor.extend(vec![FloorItem::Tile(turn.colour); falls.into()]);
        Ok(())
    }
}

/// Checks the list of what is taken back, if the notification has it.
fn undo(
    notification: Notification<'_>,
    holds: impl FnOnce(Notification<'_>) -> Result<(), Mismatch>,
) -> Result<(), Mismatch> {
    match notification.get("undo").and_then(Value::as_object) {
        Some(args) => holds(Notification {
            args,
            ..notification
        }),
        None => Ok(()),
    }
}

/// Checks that tiles lie on a line, behind the `held` tiles that were there before.
fn same_places(tiles: &[Tile], line: i64, held: usize) -> Result<(), Mismatch> {
    for (number, tile) in (held as i64 + 1..).zip(tiles) {
        for (key, said, found) in [("line", tile.line, line), ("column", tile.column, number)] {
            if let Some(said) = said {
                same("a tile of tilesPlacedOnLine", key, said, found)?;
            }
        }
    }
    Ok(())
}
