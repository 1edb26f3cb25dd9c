//! The log of a table of Board Game Arena: what the service told the pages of the players, one notification after the other.
//!
//! A turn is told in two steps, `tilesSelected` and `tilesPlacedOnLine`, and either can be taken back. So a turn is played
//! when the next thing is told that cannot take it back. Who sits where follows from the first round, in which each player
//! moves in turn.

use super::replayed::{Replayed, refused_at_once};
use super::{Game, Mismatch, Origin};
use crate::{Colour, Destination, EndBonus, Move, Phase, Players, RoundScore, Source};
use serde_json::{Map, Value};

type Args = Map<String, Value>;

/// What a saved page calls its log.
const IN_PAGE: &str = "g_gamelogs";

/// The log that a saved page holds.
pub(super) fn of_page(text: &str) -> Option<Vec<Value>> {
    text.match_indices(IN_PAGE).find_map(|(at, name)| {
        let rest = text[at + name.len()..].trim_start().strip_prefix('=')?;
        let mut values = serde_json::Deserializer::from_str(rest).into_iter();
        packets(&values.next()?.ok()?).map(<[_]>::to_vec)
    })
}

/// The packets of a log, in whichever envelope they are.
pub(super) fn packets(value: &Value) -> Option<&[Value]> {
    let mut inner = value;
    // `data.logs` of an answer, `data.data` in a page.
    while let Value::Object(object) = inner {
        inner = object.get("logs").or_else(|| object.get("data"))?;
    }
    let packets = inner.as_array()?;
    let is_packet = |packet: &Value| packet.get("data").is_some_and(Value::is_array);
    packets.iter().any(is_packet).then_some(packets)
}

/// The notifications to all, with their arguments.
fn notifications(packets: &[Value]) -> impl Iterator<Item = (&str, &Args)> {
    let public = packets.iter().filter(|packet| {
        // What is told to one player alone is told to his page twice.
        let channel = packet.get("channel").and_then(Value::as_str);
        channel.is_none_or(|channel| !channel.starts_with("/player/"))
    });
    let told = public.filter_map(|packet| packet.get("data")?.as_array());
    told.flatten().filter_map(|told| {
        let args = told.get("args").and_then(Value::as_object)?;
        Some((told.get("type")?.as_str()?, args))
    })
}

pub(super) fn game(packets: &[Value]) -> Game {
    let mut log = Log::default();
    let read = notifications(packets)
        .try_for_each(|(name, args)| match log.over {
            true => Ok(()),
            false => log.take(name, args),
        })
        .and_then(|()| log.end());
    match (log.game, read) {
        (Some(game), Ok(())) => game.finished(log.names),
        (Some(game), Err(mismatch)) => Err(game.refused(mismatch)),
        (None, read) => {
            let mismatch = read.err().unwrap_or(Mismatch::NoRound);
            Err(refused_at_once(Origin::BoardGameArena, mismatch))
        }
    }
}

/// A log as far as it has been read.
#[derive(Debug, Default)]
struct Log {
    /// From the first deal on.
    game: Option<Replayed>,
    /// The numbers of the players at the service, in the order in which they sit.
    seats: Vec<String>,
    /// What they are called.
    names: Vec<String>,
    /// The turn that can still be taken back.
    turn: Option<Turn>,
    /// How the last round was scored, and how many of its tiles have been told.
    scored: Option<(RoundScore, usize)>,
    /// The end bonuses that were told, by player.
    bonuses: [i64; Players::MAX],
    /// Whether any were told.
    ended: bool,
    /// Whether somebody gave the game up.
    over: bool,
}

/// What a player took, and where he put it.
#[derive(Debug)]
struct Turn {
    player: String,
    name: String,
    source: Source,
    colour: Colour,
    count: usize,
    destination: Option<Destination>,
}

impl Log {
    fn take(&mut self, name: &str, args: &Args) -> Result<(), Mismatch> {
        match name {
            "factoriesFilled" => self.deal(args),
            "tilesSelected" => self.selected(args),
            "tilesPlacedOnLine" => self.placed(args),
            "undoSelectLine" => {
                if let Some(turn) = self.turn_of(args) {
                    turn.destination = None;
                }
                Ok(())
            }
            "undoTakeTiles" => {
                if self.turn_of(args).is_some() {
                    self.turn = None;
                }
                Ok(())
            }
            "placeTileOnWall" => self.on_walls(args),
            "emptyFloorLine" => self.floors(args),
            "endScore" => self.end_score(args),
            "specialFactories"
            | "moveSpecialFactoryZero"
            | "factoriesChanged"
            | "factoriesCompleted" => Err(Mismatch::Variant("special factories")),
            "playerConcedeGame" => {
                self.over = true;
                // A turn that has not been finished was not played.
                if self
                    .turn
                    .as_ref()
                    .is_some_and(|turn| turn.destination.is_none())
                {
                    self.turn = None;
                }
                Ok(())
            }
            // The state of the page, clocks, and sentences that say the same again.
            _ => Ok(()),
        }
    }

    fn game(&mut self) -> Result<&mut Replayed, Mismatch> {
        self.game.as_mut().ok_or(Mismatch::NoDeal)
    }

    /// The turn, if it is that of the player of whom is told: newer logs leave out what was taken back.
    fn turn_of(&mut self, args: &Args) -> Option<&mut Turn> {
        let player = args.get("playerId").and_then(id)?;
        self.turn.as_mut().filter(|turn| turn.player == player)
    }

    fn deal(&mut self, args: &Args) -> Result<(), Mismatch> {
        self.played()?;
        self.all_tiled()?;
        self.scored = None;
        if let Some(game) = &mut self.game {
            game.at_a_deal();
        }
        let missing = Mismatch::Missing {
            what: "factoriesFilled",
            key: "factories",
        };
        // The first is the centre, with the token.
        let factories: Vec<&Value> = match args.get("factories") {
            Some(Value::Array(list)) => list.iter().skip(1).collect(),
            Some(Value::Object(named)) => (1..named.len())
                .filter_map(|number| named.get(&number.to_string()))
                .collect(),
            _ => return Err(missing),
        };
        let tiles = factories.into_iter().map(|tiles| match tiles.as_array() {
            Some(tiles) => tiles.iter().map(colour).collect(),
            None => Err(missing.clone()),
        });
        let tiles: Vec<Vec<Colour>> = tiles.collect::<Result<_, _>>()?;
        if self.game.is_none() {
            let players = (tiles.len().saturating_sub(1) / 2) as u64;
            let players = Players::try_from(players)?;
            self.game = Some(Replayed::new(Origin::BoardGameArena, players, 0));
        }
        let game = self.game()?;
        game.deal(&tiles)?;
        let found = game.position().bag().len();
        match args.get("remainingTiles").and_then(number) {
            Some(said) if said != found as i64 => Err(Mismatch::Bag { said, found }),
            _ => Ok(()),
        }
    }

    fn selected(&mut self, args: &Args) -> Result<(), Mismatch> {
        self.played()?;
        self.game()?.at_a_move();
        let missing = |key| Mismatch::Missing {
            what: "tilesSelected",
            key,
        };
        let player = args.get("playerId").and_then(id);
        let from = args.get("fromFactory").and_then(number);
        let source = match from.ok_or_else(|| missing("fromFactory"))? {
            0 => Some(Source::CENTRE),
            factory => usize::try_from(factory).ok().and_then(Source::factory),
        };
        let selected = args.get("selectedTiles").and_then(Value::as_array);
        let selected = selected.ok_or_else(|| missing("selectedTiles"))?;
        let colours = selected.iter().map(colour);
        let colours: Vec<Colour> = colours.collect::<Result<_, _>>()?;
        let &colour = colours.first().ok_or_else(|| missing("selectedTiles"))?;
        let name = args.get("player_name").and_then(Value::as_str);
        self.turn = Some(Turn {
            player: player.ok_or_else(|| missing("playerId"))?,
            name: name.unwrap_or_default().to_owned(),
            source: source.ok_or_else(|| missing("fromFactory"))?,
            colour,
            count: colours.iter().filter(|&&it| it == colour).count(),
            destination: None,
        });
        Ok(())
    }

    fn placed(&mut self, args: &Args) -> Result<(), Mismatch> {
        // The token is put on the floor before the tiles that come with it.
        let tiles = ["placedTiles", "discardedTiles"].into_iter();
        let mut tiles = tiles.filter_map(|key| args.get(key)?.as_array()).flatten();
        if tiles.all(is_token) {
            return Ok(());
        }
        self.game()?.at_a_move();
        let missing = Mismatch::Missing {
            what: "tilesPlacedOnLine",
            key: "line from 0 to 5",
        };
        let line = args.get("line").and_then(number);
        let destination = match line.and_then(|line| usize::try_from(line).ok()) {
            Some(0) => Some(Destination::Floor),
            Some(line @ 1..=5) => Some(Destination::ALL[line - 1]),
            _ => None,
        };
        let destination = destination.ok_or(missing)?;
        // Tiles whose columns are full fall to the floor at the end of a round with the grey wall.
        match &mut self.turn {
            Some(turn) if turn.destination.is_none() => {
                turn.destination = Some(destination);
                Ok(())
            }
            _ => Err(Mismatch::NotTaken),
        }
    }

    /// Plays the turn, which cannot be taken back any more.
    fn played(&mut self) -> Result<(), Mismatch> {
        let Some(turn) = self.turn.take() else {
            return Ok(());
        };
        let game = self.game.as_mut().ok_or(Mismatch::NoDeal)?;
        game.at_a_move();
        let seat = match self.seats.iter().position(|seat| *seat == turn.player) {
            Some(seat) => seat,
            None if self.seats.len() < game.players().count() => {
                self.seats.push(turn.player);
                self.names.push(turn.name);
                self.seats.len() - 1
            }
            None => return Err(Mismatch::Stranger(turn.player)),
        };
        let destination = turn.destination.ok_or(Mismatch::NotPlaced)?;
        let found = game.position().source(turn.source).count(turn.colour);
        game.play(seat, Move::new(turn.source, turn.colour, destination))?;
        if turn.count != usize::from(found) {
            game.at_the_last_move();
            return Err(Mismatch::Taken {
                said: turn.count,
                found: found.into(),
            });
        }
        Ok(())
    }

    /// How the round is scored that has ended.
    fn score(&mut self) -> Result<&mut (RoundScore, usize), Mismatch> {
        self.played()?;
        if let Some(score) = self.game()?.end_round() {
            self.scored = Some((score, 0));
        }
        self.scored.as_mut().ok_or(Mismatch::RoundNotOver)
    }

    fn on_walls(&mut self, args: &Args) -> Result<(), Mismatch> {
        self.score()?;
        for (player, line) in self.by_player(args, "completeLines")? {
            let missing = |key| Mismatch::Missing {
                what: "placeTileOnWall",
                key,
            };
            let tile = line
                .get("placedTile")
                .ok_or_else(|| missing("placedTile"))?;
            let colour = colour(tile)?;
            let row = tile.get("line").and_then(number);
            let row = row.filter(|row| (1..=5).contains(row));
            let row = row.ok_or_else(|| missing("line"))? as usize;
            let column = tile.get("column").and_then(number);
            let column = column.ok_or_else(|| missing("column"))?;
            let found = colour.column(row - 1) + 1;
            if column != found as i64 {
                return Err(Mismatch::Column {
                    player: player + 1,
                    colour,
                    line: row,
                    said: column,
                    found,
                });
            }
            let (score, told) = self.score()?;
            let tiled = score.boards()[player].tiles()[row - 1];
            let Some(tiled) = tiled.filter(|tiled| tiled.colour == colour) else {
                return Err(Mismatch::Wall {
                    player: player + 1,
                    colour,
                    line: row,
                });
            };
            *told += 1;
            let points = line
                .get("pointsDetail")
                .and_then(|it| number(it.get("points")?));
            same_points(player, "a tile", points, tiled.points.into())?;
        }
        Ok(())
    }

    fn floors(&mut self, args: &Args) -> Result<(), Mismatch> {
        self.score()?;
        for (player, floor) in self.by_player(args, "floorLines")? {
            let (score, _) = self.score()?;
            let charge = score.boards()[player].floor().charge();
            let points = floor.get("points").and_then(number);
            same_points(player, "the floor", points, -i64::from(charge))?;
        }
        Ok(())
    }

    fn end_score(&mut self, args: &Args) -> Result<(), Mismatch> {
        self.score()?;
        self.all_tiled()?;
        let game = self.game()?;
        game.at_the_end();
        if game.position().phase() != Phase::Over {
            return Err(Mismatch::GameNotOver);
        }
        self.ended = true;
        for (player, bonus) in self.by_player(args, "scores")? {
            self.bonuses[player] += bonus.get("points").and_then(number).unwrap_or(0);
        }
        Ok(())
    }

    /// What is told of players, each with his seat.
    fn by_player<'a>(
        &self,
        args: &'a Args,
        key: &'static str,
    ) -> Result<Vec<(usize, &'a Value)>, Mismatch> {
        // PHP writes an empty list where there is nobody.
        let named = args
            .get(key)
            .and_then(Value::as_object)
            .into_iter()
            .flatten();
        let seated = named.map(|(player, told)| {
            let seat = self.seats.iter().position(|seat| seat == player);
            let seat = seat.ok_or_else(|| Mismatch::Stranger(player.clone()))?;
            Ok((seat, told))
        });
        seated.collect()
    }

    /// Whether all tiles of the round that was scored have been told.
    fn all_tiled(&self) -> Result<(), Mismatch> {
        let Some((score, said)) = self.scored else {
            return Ok(());
        };
        let boards = score.boards().iter();
        let found = boards
            .map(|board| board.tiles().iter().flatten().count())
            .sum();
        if said == found {
            Ok(())
        } else {
            Err(Mismatch::Walls { said, found })
        }
    }

    /// Whether what is told is the whole game, if it has come to its end.
    fn end(&mut self) -> Result<(), Mismatch> {
        if self
            .turn
            .as_ref()
            .is_some_and(|turn| turn.destination.is_none())
        {
            self.turn = None;
        }
        self.played()?;
        let Some(game) = &mut self.game else {
            return Ok(());
        };
        if game.end_round().is_some() {
            // The log stops before it tells how the round was scored.
            return Ok(());
        }
        self.all_tiled()?;
        let game = self.game()?;
        let Some(outcome) = game.position().outcome() else {
            return Ok(());
        };
        game.at_the_end();
        if !self.ended {
            return Ok(());
        }
        let found = outcome.bonuses().iter().copied().map(EndBonus::points);
        for (player, (said, found)) in self.bonuses.into_iter().zip(found).enumerate() {
            same_points(player, "the end of the game", Some(said), found.into())?;
        }
        Ok(())
    }
}

fn same_points(
    player: usize,
    what: &'static str,
    said: Option<i64>,
    found: i64,
) -> Result<(), Mismatch> {
    match said {
        Some(said) if said != found => Err(Mismatch::Points {
            player: player + 1,
            what,
            said,
            found,
        }),
        _ => Ok(()),
    }
}

/// A whole number, which PHP writes with or without quotes.
fn number(value: &Value) -> Option<i64> {
    value.as_i64().or_else(|| value.as_str()?.parse().ok())
}

/// The number of a player at the service.
fn id(value: &Value) -> Option<String> {
    number(value).map(|id| id.to_string())
}

fn is_token(tile: &Value) -> bool {
    tile.get("type").and_then(number) == Some(0)
}

/// The colour of a tile.
fn colour(tile: &Value) -> Result<Colour, Mismatch> {
    let missing = Mismatch::Missing {
        what: "a tile",
        key: "type",
    };
    match tile.get("type").and_then(number).ok_or(missing)? {
        1 => Ok(Colour::Black),
        // It is cyan there.
        2 => Ok(Colour::White),
        3 => Ok(Colour::Blue),
        4 => Ok(Colour::Yellow),
        5 => Ok(Colour::Red),
        other => Err(Mismatch::Tile(other)),
    }
}
