//! The log of a table of Board Game Arena: what the service told the pages of the players, one notification after the other.
//!
//! A turn is told in two steps, `tilesSelected` and `tilesPlacedOnLine`, and either can be taken back. So a turn is played
//! when the next thing is told that cannot take it back. Who sits where follows from the first round, in which each player
//! moves in turn.

mod envelope;
mod scoring;
mod sentences;
mod told;
mod turn;

pub(super) use envelope::{IN_PAGE, Table, of_page, table};

use super::mismatch::told as same;
use super::replayed::{Replayed, refused_at_once};
use super::{Game, Mismatch, Origin};
use crate::{Colour, Fallen, Phase, Players};
use scoring::{Bonus, Scored};
use serde_json::{Map, Value};
use told::{Told, colour, listed, tile};
use turn::Turn;

type Args = Map<String, Value>;

/// The game of a log.
pub(super) fn game(table: &Table<'_>) -> Game {
    let mut log = Log {
        people: &table.people,
        ..Log::default()
    };
    let at_once = |mismatch| Err(refused_at_once(Origin::BoardGameArena, mismatch));
    if let Some(rules) = table.variant {
        return at_once(Mismatch::Variant(rules));
    }
    let read = table
        .notifications()
        .try_for_each(|told| match told? {
            _ if log.over => Ok(()),
            (name, args) => log.take(name, args),
        })
        .and_then(|()| log.end());
    match (log.game, read) {
        (Some(game), Ok(())) => {
            let names = log.seats.into_iter().map(|seat| seat.name);
            game.finished(names.collect())
        }
        (Some(game), Err(mismatch)) => Err(game.refused(mismatch)),
        (None, read) => at_once(read.err().unwrap_or(Mismatch::NoRound)),
    }
}

/// A log as far as it has been read.
#[derive(Debug, Default)]
struct Log<'a> {
    /// Players at the table, as the envelope names them.
    people: &'a [(String, &'a str)],
    /// From the first deal on.
    game: Option<Replayed>,
    /// The players in the order in which they sit.
    seats: Vec<Seat>,
    /// Player who takes the token by a turn that is not played yet.
    token: Option<String>,
    /// The turn that can still be taken back.
    turn: Option<Turn>,
    /// How the last round was scored, and what has been told of it.
    scored: Option<Scored>,
    /// The end bonuses that were told, by player.
    bonuses: [Vec<Bonus>; Players::MAX],
    /// Whether any were told.
    ended: bool,
    /// Whether somebody gave the game up.
    over: bool,
}

/// A player.
#[derive(Debug)]
struct Seat {
    /// The number at the service.
    id: String,
    /// Name of the player; none where the log has no name.
    name: String,
    /// What lies on his floor, with the tiles for which it has no place: the service keeps them there.
    floor: Vec<Fallen>,
}

impl Log<'_> {
    fn take(&mut self, name: &str, args: &Args) -> Result<(), Mismatch> {
        let told = |name| Told { name, args };
        match name {
            "factoriesFilled" => self.deal(told("factoriesFilled")),
            "tilesSelected" => self.selected(told("tilesSelected")),
            "tilesPlacedOnLine" => self.placed(told("tilesPlacedOnLine")),
            "firstPlayerToken" => self.token_taken(told("firstPlayerToken")),
            "undoSelectLine" => self.line_undone(told("undoSelectLine")),
            "undoTakeTiles" => self.taking_undone(told("undoTakeTiles")),
            "lastRound" => self.last_round(told("lastRound")),
            "placeTileOnWall" => self.on_walls(told("placeTileOnWall")),
            "emptyFloorLine" => self.floors(told("emptyFloorLine")),
            "endScore" => self.end_score(told("endScore")),
            "placeTileOnWallTextLogDetails" => {
                self.tile_in_words(told("placeTileOnWallTextLogDetails"))
            }
            "emptyFloorLineTextLogDetails" => {
                self.floor_in_words(told("emptyFloorLineTextLogDetails"))
            }
            "completeLineLogDetails" => self.line_in_words(told("completeLineLogDetails")),
            "completeColumnLogDetails" => self.column_in_words(told("completeColumnLogDetails")),
            "completeColorLogDetails" => self.colour_in_words(told("completeColorLogDetails")),
            "specialFactories"
            | "moveSpecialFactoryZero"
            | "factoriesChanged"
            | "factoriesCompleted" => Err(Mismatch::Variant("special factories")),
            "updateSelectColumn" | "removeLastRound" => Err(Mismatch::Variant("the grey wall")),
            "playerConcedeGame" => {
                self.over = true;
                self.forget_unfinished_turn();
                Ok(())
            }
            // The state of the page, and clocks.
            _ => Ok(()),
        }
    }

    fn game(&mut self) -> Result<&mut Replayed, Mismatch> {
        self.game.as_mut().ok_or(Mismatch::NoDeal)
    }

    /// The seat of a player; a new one as long as not all are taken.
    fn seat(&mut self, id: &str, name: &str) -> Result<usize, Mismatch> {
        let seats = self.game()?.players().count();
        let seat = match self.seated(id) {
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
        let known = &mut self.seats[seat].name;
        if known.is_empty() {
            name.clone_into(known);
        } else if !name.is_empty() {
            let of = format!("player {}", seat + 1);
            same(of, "player_name", format!("{name:?}"), format!("{known:?}"))?;
        }
        Ok(seat)
    }

    /// The seat of a player who has one.
    fn seated(&self, id: &str) -> Result<usize, Mismatch> {
        let seat = self.seats.iter().position(|seat| seat.id == id);
        seat.ok_or_else(|| Mismatch::Stranger(id.to_owned()))
    }

    fn deal(&mut self, told: Told<'_>) -> Result<(), Mismatch> {
        self.played()?;
        if let Some(game) = &self.game
            && game.position().phase() == Phase::RoundEnd
        {
            return Err(Mismatch::NotScored);
        }
        self.all_told()?;
        self.scored = None;
        self.token = None;
        for seat in &mut self.seats {
            seat.floor.clear();
        }
        if let Some(game) = &mut self.game {
            game.at_a_deal();
        }
        let factories = told.get("factories").and_then(listed);
        let factories = factories.ok_or_else(|| told.missing("factories"))?;
        let factories = factories.into_iter().map(|tiles| {
            let tiles = listed(tiles).ok_or_else(|| told.missing("factories"))?;
            tiles.into_iter().map(tile).collect::<Result<Vec<_>, _>>()
        });
        let factories: Vec<Vec<told::Tile>> = factories.collect::<Result<_, _>>()?;
        // The first is the centre, with the token.
        let (centre, factories) = factories
            .split_first()
            .ok_or_else(|| told.missing("factories"))?;
        let kinds: Vec<Fallen> = centre.iter().map(|tile| tile.kind).collect();
        told::same_tiles("the centre", "factories", &kinds, &[Fallen::Token])?;
        for (number, tiles) in factories.iter().enumerate() {
            for said in tiles.iter().filter_map(|tile| tile.column) {
                same(
                    "a tile of factoriesFilled",
                    "column",
                    said,
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
            self.game = Some(Replayed::new(Origin::BoardGameArena, players, 0));
            let people = self.people.len();
            if people > 0 {
                same(
                    "the list of players",
                    "the number of players",
                    people,
                    players.count(),
                )?;
            }
        }
        let game = self.game()?;
        game.deal(&tiles)?;
        let found = game.position().bag().len();
        match told.number("remainingTiles")? {
            Some(said) if said != found as i64 => Err(Mismatch::Bag { said, found }),
            _ => Ok(()),
        }
    }

    /// Whether what is told is the whole game, if it has come to its end.
    fn end(&mut self) -> Result<(), Mismatch> {
        self.forget_unfinished_turn();
        self.played()?;
        let Some(game) = &mut self.game else {
            return Ok(());
        };
        if game.end_round().is_some() {
            // The log stops before it tells how the round was scored.
            return Ok(());
        }
        self.all_told()?;
        self.all_bonuses_told()
    }

    /// A turn that has not been finished was not played.
    fn forget_unfinished_turn(&mut self) {
        let turn = self.turn.as_ref();
        if turn.is_some_and(|turn| turn.destination.is_none()) {
            self.turn = None;
        }
    }
}
