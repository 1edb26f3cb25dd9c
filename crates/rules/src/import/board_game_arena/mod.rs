//! The log of a table of Board Game Arena: the notifications of the service to the players' pages, in order.
//!
//! A turn has two notifications, `tilesSelected` and `tilesPlacedOnLine`, and either can be taken back. So a turn is
//! played at the next notification that cannot take it back. The seats of the players follow from the first round, in
//! which the players move in turn.

mod envelope;
mod notification;
mod scoring;
mod sentences;
mod turn;

pub(super) use envelope::{IN_PAGE, Table, of_page, table};

use super::mismatch::expect_same;
use super::replay::{Replay, global_contradiction};
use super::{Game, Mismatch, Origin};
use crate::{Colour, FloorItem, Phase, Players};
use notification::{Notification, colour, list, tile};
use scoring::{Bonus, RoundScoring};
use serde_json::{Map, Value};
use turn::Turn;

type Args = Map<String, Value>;

/// The game of a log.
pub(super) fn game(table: &Table<'_>) -> Game {
    let mut log = Log {
        people: &table.people,
        ..Log::default()
    };
    let global = |mismatch| Err(global_contradiction(Origin::BoardGameArena, mismatch));
    if let Some(rules) = table.variant {
        return global(Mismatch::Variant(rules));
    }
    let result = table
        .notifications()
        .try_for_each(|notification| match notification? {
            _ if log.is_conceded => Ok(()),
            (name, args) => log.take(name, args),
        })
        .and_then(|()| log.end());
    match (log.game, result) {
        (Some(game), Ok(())) => {
            let names = log.seats.into_iter().map(|seat| seat.name);
            game.into_game(names.collect())
        }
        (Some(game), Err(mismatch)) => Err(game.contradiction(mismatch)),
        (None, result) => global(result.err().unwrap_or(Mismatch::NoRound)),
    }
}

/// The state of a log while it is read.
#[derive(Debug, Default)]
struct Log<'a> {
    /// The identifiers and names of the people at the table, from the envelope.
    people: &'a [(String, &'a str)],
    /// The game, from the first deal on.
    game: Option<Replay>,
    /// The players in the order of their seats.
    seats: Vec<Seat>,
    /// The taker of the token in the pending turn.
    token: Option<String>,
    /// The turn that can still be taken back.
    turn: Option<Turn>,
    /// The score of the last round, with its notifications.
    scoring: Option<RoundScoring>,
    /// The notified end bonuses, by player.
    bonuses: [Vec<Bonus>; Players::MAX],
    /// Whether the log has an end bonus.
    has_end_score: bool,
    /// Whether a player has conceded the game.
    is_conceded: bool,
}

/// A player of the log with a seat.
#[derive(Debug)]
struct Seat {
    /// The identifier of the player at the service.
    id: String,
    /// The name of the player; empty where the log has none.
    name: String,
    /// The tiles on the player's floor, with the tiles without a place: the service lists all.
    floor: Vec<FloorItem>,
}

impl Log<'_> {
    fn take(&mut self, name: &str, args: &Args) -> Result<(), Mismatch> {
        let notification = |name| Notification { name, args };
        match name {
            "factoriesFilled" => self.deal(notification("factoriesFilled")),
            "tilesSelected" => self.select_tiles(notification("tilesSelected")),
            "tilesPlacedOnLine" => self.place_tiles(notification("tilesPlacedOnLine")),
            "firstPlayerToken" => self.take_token(notification("firstPlayerToken")),
            "undoSelectLine" => self.undo_line(notification("undoSelectLine")),
            "undoTakeTiles" => self.undo_selection(notification("undoTakeTiles")),
            "lastRound" => self.check_last_round(notification("lastRound")),
            "placeTileOnWall" => self.tile_walls(notification("placeTileOnWall")),
            "emptyFloorLine" => self.empty_floors(notification("emptyFloorLine")),
            "endScore" => self.score_end(notification("endScore")),
            "placeTileOnWallTextLogDetails" => {
                self.check_tile_sentence(notification("placeTileOnWallTextLogDetails"))
            }
            "emptyFloorLineTextLogDetails" => {
                self.check_floor_sentence(notification("emptyFloorLineTextLogDetails"))
            }
            "completeLineLogDetails" => {
                self.check_row_sentence(notification("completeLineLogDetails"))
            }
            "completeColumnLogDetails" => {
                self.check_column_sentence(notification("completeColumnLogDetails"))
            }
            "completeColorLogDetails" => {
                self.check_colour_sentence(notification("completeColorLogDetails"))
            }
            "specialFactories"
            | "moveSpecialFactoryZero"
            | "factoriesChanged"
            | "factoriesCompleted" => Err(Mismatch::Variant("special factories")),
            "updateSelectColumn" | "removeLastRound" => Err(Mismatch::Variant("the grey wall")),
            "playerConcedeGame" => {
                self.is_conceded = true;
                self.forget_unfinished_turn();
                Ok(())
            }
            // The state of the page, and clocks.
            _ => Ok(()),
        }
    }

    fn game(&mut self) -> Result<&mut Replay, Mismatch> {
        self.game.as_mut().ok_or(Mismatch::NoDeal)
    }

    /// The seat of a player; a free seat for a new player, as long as there is one.
    fn seat(&mut self, id: &str, name: &str) -> Result<usize, Mismatch> {
        let seats = self.game()?.players().count();
        let seat = match self.seat_of(id) {
            Ok(seat) => seat,
            Err(stranger) => {
                let mut people = self.people.iter();
                let person = people.find(|(person, _)| person == id);
                if self.seats.len() == seats || (person.is_none() && !self.people.is_empty()) {
                    return Err(stranger);
                }
                self.seats.push(Seat {
                    id: id.to_owned(),
                    name: person.map_or("", |&(_, name)| name).to_owned(),
                    floor: Vec::new(),
                });
                self.seats.len() - 1
            }
        };
        let seat_name = &mut self.seats[seat].name;
        if seat_name.is_empty() {
            name.clone_into(seat_name);
        } else if !name.is_empty() {
            let of = format!("player {}", seat + 1);
            expect_same(
                of,
                "player_name",
                format!("{name:?}"),
                format!("{seat_name:?}"),
            )?;
        }
        Ok(seat)
    }

    /// The seat of a seated player.
    fn seat_of(&self, id: &str) -> Result<usize, Mismatch> {
        let seat = self.seats.iter().position(|seat| seat.id == id);
        seat.ok_or_else(|| Mismatch::UnknownPlayer(id.to_owned()))
    }

    fn deal(&mut self, notification: Notification<'_>) -> Result<(), Mismatch> {
        self.play_turn()?;
        if let Some(game) = &self.game
            && game.position().phase() == Phase::RoundEnd
        {
            return Err(Mismatch::NotScored);
        }
        self.expect_all_tiles_and_floors()?;
        self.scoring = None;
        self.token = None;
        for seat in &mut self.seats {
            seat.floor.clear();
        }
        if let Some(game) = &mut self.game {
            game.enter_deal();
        }
        let factories = notification.get("factories").and_then(list);
        let factories = factories.ok_or_else(|| notification.missing("factories"))?;
        let factories = factories.into_iter().map(|tiles| {
            let tiles = list(tiles).ok_or_else(|| notification.missing("factories"))?;
            tiles.into_iter().map(tile).collect::<Result<Vec<_>, _>>()
        });
        let factories: Vec<Vec<notification::Tile>> = factories.collect::<Result<_, _>>()?;
        // The first list is the centre, with the token.
        let (centre, factories) = factories
            .split_first()
            .ok_or_else(|| notification.missing("factories"))?;
        let kinds: Vec<FloorItem> = centre.iter().map(|tile| tile.kind).collect();
        notification::expect_same_tiles("the centre", "factories", &kinds, &[FloorItem::Token])?;
        for (number, tiles) in factories.iter().enumerate() {
            for reported in tiles.iter().filter_map(|tile| tile.column) {
                expect_same(
                    "a tile of factoriesFilled",
                    "column",
                    reported,
                    number as i64 + 1,
                )?;
            }
        }
        let tiles = factories
            .iter()
            .map(|tiles| tiles.iter().copied().map(colour).collect());
        let tiles: Vec<Vec<Colour>> = tiles.collect::<Result<_, _>>()?;
        if self.game.is_none() {
            let players = (tiles.len().saturating_sub(1) / 2) as u64;
            let players = Players::try_from(players)?;
            self.game = Some(Replay::new(Origin::BoardGameArena, players, 0));
            let people = self.people.len();
            if people > 0 {
                expect_same(
                    "the list of players",
                    "the number of players",
                    people,
                    players.count(),
                )?;
            }
        }
        let game = self.game()?;
        game.deal(&tiles)?;
        let expected = game.position().bag().len();
        match notification.number("remainingTiles")? {
            Some(reported) if reported != expected as i64 => {
                Err(Mismatch::Bag { reported, expected })
            }
            _ => Ok(()),
        }
    }

    /// Checks that the log has the whole game, if the game has ended.
    fn end(&mut self) -> Result<(), Mismatch> {
        self.forget_unfinished_turn();
        self.play_turn()?;
        let Some(game) = &mut self.game else {
            return Ok(());
        };
        if game.end_round().is_some() {
            // The log stops before the score of the round.
            return Ok(());
        }
        self.expect_all_tiles_and_floors()?;
        self.expect_all_bonuses()
    }

    /// Drops a turn that has no destination: it was not played.
    fn forget_unfinished_turn(&mut self) {
        let turn = self.turn.as_ref();
        if turn.is_some_and(|turn| turn.destination.is_none()) {
            self.turn = None;
        }
    }
}
