//! Writers of our games in the formats of other programs, by `docs/imports.md` alone: they share no code with the readers.
#![allow(dead_code)] // each test file uses a part

use azulejo::game::record::{Event, Record};
use azulejo::game::{Colour, Move, Position, RoundScore, Tiles};
use serde_json::{Value, json};

/// The style of a log of Board Game Arena.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Style {
    /// All players are scored at once, as with fast scoring.
    pub(crate) fast: bool,
    /// Some turns are taken back before they are played.
    pub(crate) undone: bool,
    /// Numbers of players have quotes.
    pub(crate) quoted: bool,
}

/// The numbers of the players in a log.
const IDS: [u64; 4] = [84_000_001, 91_718_783, 17, 99_999_999];

pub(crate) const NAMES: [&str; 4] = ["Ana", "Bruno", "Clara", "Duarte"];

/// A writer of a log.
struct Log {
    style: Style,
    packets: Vec<Value>,
    /// The player who begins, at seat 0 of the log.
    first: usize,
    players: usize,
    tiles: u64,
    /// The kinds of the tiles on each player's floor.
    floors: [Vec<u64>; 4],
    /// The kind of the tile on each place of each player's wall.
    walls: [[[Option<u64>; 5]; 5]; 4],
    /// Whether a player will complete a row.
    is_last_round: bool,
}

fn type_of(colour: Colour) -> u64 {
    match colour {
        Colour::Black => 1,
        Colour::White => 2,
        Colour::Blue => 3,
        Colour::Yellow => 4,
        Colour::Red => 5,
    }
}

fn colour_name(colour: Colour) -> &'static str {
    ["", "Black", "Cyan", "Blue", "Yellow", "Red"][type_of(colour) as usize]
}

/// The log of a game, in an answer of the service.
pub(crate) fn board_game_arena(record: &Record, style: Style) -> Value {
    let mut log = Log {
        style,
        packets: Vec::new(),
        first: record.first as usize,
        players: record.players.count(),
        tiles: 0,
        floors: Default::default(),
        walls: Default::default(),
        is_last_round: false,
    };
    log.tell("gameStateChange", json!({"id": 10, "type": "game"}));
    let mut moves = 0;
    let end = record
        .replay(|step| match step.event {
            Event::Deal(deal) => log.deal(deal.factories(), step.after.bag().len()),
            Event::Move(move_) => {
                moves += 1;
                if style.undone && moves % 5 == 0 {
                    log.undo(step.before);
                }
                log.turn(step.before, move_);
            }
            Event::RoundEnd(score) => log.round_end(&score),
        })
        .expect("a true record");
    if end.outcome().is_some() {
        log.end();
    }
    json!({"status": 1, "data": {"valid": 1, "data": log.packets}})
}

impl Log {
    fn id(&self, player: usize) -> u64 {
        IDS[(player + self.players - self.first) % self.players]
    }

    fn id_value(&self, player: usize) -> Value {
        match self.style.quoted {
            true => json!(self.id(player).to_string()),
            false => json!(self.id(player)),
        }
    }

    fn name(&self, player: usize) -> &'static str {
        NAMES[(player + self.players - self.first) % self.players]
    }

    fn event(&mut self, channel: &str, name: &str, args: Value) {
        let number = self.packets.len() + 1;
        self.packets.push(json!({
            "channel": channel, "table_id": "181130958", "packet_id": number.to_string(), "packet_type": "resend",
            "move_id": number.to_string(), "time": "1624036533",
            "data": [{"uid": format!("u{number}"), "type": name, "log": "", "args": args}],
        }));
    }

    fn tell(&mut self, name: &str, args: Value) {
        self.event("/table/t181130958", name, args);
    }

    fn tile(&mut self, kind: u64, location: &str, line: u64, column: u64) -> Value {
        self.tiles += 1;
        let id = self.tiles;
        json!({"id": id, "type": kind, "location": location, "line": line, "column": column})
    }

    /// Equal tiles in columns from `first` on.
    fn equal_tiles(
        &mut self,
        colour: Colour,
        count: usize,
        location: &str,
        line: u64,
        first: usize,
    ) -> Vec<Value> {
        (first..first + count)
            .map(|column| self.tile(type_of(colour), location, line, column as u64))
            .collect()
    }

    /// The tiles of a floor, in its order.
    fn floor_tiles(&mut self, kinds: &[u64]) -> Vec<Value> {
        let kinds = kinds.iter().zip(1..);
        kinds
            .map(|(&kind, column)| self.tile(kind, "line", 0, column))
            .collect()
    }

    fn deal(&mut self, factories: &[Tiles], remaining: usize) {
        let mut lines = vec![vec![self.tile(0, "factory", 0, 0)]];
        for (index, tiles) in factories.iter().enumerate() {
            let kinds: Vec<u64> = tiles.iter().map(type_of).collect();
            let tiles = kinds.into_iter();
            lines.push(
                tiles
                    .map(|kind| self.tile(kind, "factory", 0, index as u64 + 1))
                    .collect(),
            );
        }
        self.tell(
            "factoriesFilled",
            json!({"factories": lines, "remainingTiles": remaining}),
        );
    }

    fn take(&mut self, before: &Position, move_: Move) {
        let player = before.mover();
        let (id, name) = (self.id_value(player), self.name(player));
        let colour = move_.colour();
        if move_.source().is_centre() && before.token_in_centre() {
            let token = self.tile(0, "factory", 0, self.floors[player].len() as u64 + 1);
            self.tell(
                "tilesPlacedOnLine",
                json!({"playerId": id, "player_name": name, "number": 1, "color": null, "type": 0, "line": 0,
                       "lineNumber": 0, "placedTiles": [], "discardedTiles": [token],
                       "discardedTilesToSpecialFactoryZero": [], "fromHand": false}),
            );
            self.tell(
                "firstPlayerToken",
                json!({"playerId": id, "player_name": name}),
            );
        }
        let tiles = before.source(move_.source());
        let count = usize::from(tiles.count(colour));
        let factory = move_.source().number().unwrap_or(0);
        let selected: Vec<Value> = (0..count)
            .map(|_| self.tile(type_of(colour), "factory", 0, factory as u64))
            .collect();
        let rest: Vec<Colour> = tiles.iter().filter(|&tile| tile != colour).collect();
        let rest: Vec<Value> = match move_.source().is_centre() {
            true => Vec::new(),
            false => rest
                .into_iter()
                .map(|tile| self.tile(type_of(tile), "factory", 0, factory as u64))
                .collect(),
        };
        self.tell(
            "tilesSelected",
            json!({"playerId": id, "player_name": name, "number": count, "color": colour_name(colour),
                   "type": type_of(colour), "selectedTiles": selected, "discardedTiles": rest, "fromFactory": factory}),
        );
    }

    fn place(&mut self, before: &Position, move_: Move) {
        let player = before.mover();
        let (id, name) = (self.id_value(player), self.name(player));
        let colour = move_.colour();
        let line = move_.destination().row().map_or(0, |row| row as u64 + 1);
        let effect = before.effect(move_).expect("it is legal");
        let row = move_.destination().row();
        let line_count = row.and_then(|row| before.boards()[player].line(row));
        let line_count = line_count.map_or(0, |line| usize::from(line.count));
        let placed = self.equal_tiles(
            colour,
            usize::from(effect.placed),
            "hand",
            line,
            line_count + 1,
        );
        let fallen = usize::from(effect.taken - effect.placed);
        let floor = self.floors[player].len() + usize::from(effect.token);
        let fallen = self.equal_tiles(colour, fallen, "hand", 0, floor + 1);
        self.tell(
            "tilesPlacedOnLine",
            json!({"playerId": id, "player_name": name, "number": effect.taken, "color": colour_name(colour),
                   "type": type_of(colour), "line": line, "lineNumber": line, "placedTiles": placed,
                   "discardedTiles": fallen, "discardedTilesToSpecialFactoryZero": [], "fromHand": true}),
        );
        let completes = |row: usize| self.walls[player][row].iter().flatten().count() == 4;
        if effect.fills_line && row.is_some_and(completes) && !self.is_last_round {
            let id = self.id_value(player);
            self.tell("lastRound", json!({"playerId": id, "player_name": name}));
        }
    }

    fn turn(&mut self, before: &Position, move_: Move) {
        self.take(before, move_);
        self.place(before, move_);
        let (mover, kind) = (before.mover(), type_of(move_.colour()));
        let effect = before.effect(move_).expect("it is legal");
        self.floors[mover].extend(effect.token.then_some(0));
        let falls = usize::from(effect.taken - effect.placed);
        self.floors[mover].extend(vec![kind; falls]);
        if let Some(row) = move_.destination().row() {
            let tiles = self.walls[mover][row].iter().flatten().count();
            self.is_last_round |= effect.fills_line && tiles == 4;
        }
        let id = self.id(mover);
        // A private event must not count.
        self.event(
            &format!("/player/p{id}"),
            "tilesSelected",
            json!({"playerId": id, "fromFactory": 1, "selectedTiles": []}),
        );
    }

    /// Another turn and a choice of a line, which are both taken back.
    fn undo(&mut self, before: &Position) {
        let id = self.id_value(before.mover());
        let other = before.legal().last().expect("a move");
        let (source, colour) = (other.source(), other.colour());
        let tiles = before.source(source).iter();
        let tiles = tiles.filter(|&tile| !source.is_centre() || tile == colour);
        let mut kinds: Vec<u64> = tiles.map(type_of).collect();
        let taken: Vec<u64> = kinds
            .iter()
            .copied()
            .filter(|&kind| kind == type_of(colour))
            .collect();
        if source.is_centre() && before.token_in_centre() {
            kinds.push(0);
        }
        let [all, taken] = [kinds, taken].map(|kinds| {
            let tiles = kinds.into_iter().map(|kind| self.tile(kind, "hand", 0, 0));
            tiles.collect::<Vec<_>>()
        });
        let name = self.name(before.mover());
        let from = source.number().unwrap_or(0);
        let undo =
            json!({"playerId": id, "player_name": name, "undo": {"tiles": all, "from": from}});
        self.take(before, other);
        self.tell("undoTakeTiles", undo.clone());
        self.take(before, other);
        self.place(before, other);
        let line =
            json!({"playerId": id, "player_name": name, "undo": {"tiles": taken, "from": null}});
        self.tell("undoSelectLine", line);
        self.tell("undoTakeTiles", undo);
    }

    fn round_end(&mut self, score: &RoundScore) {
        let all: Vec<usize> = (0..self.players).collect();
        if self.style.fast {
            self.scores(score, &all);
        } else {
            all.iter().for_each(|&player| self.scores(score, &[player]));
        }
    }

    fn scores(&mut self, score: &RoundScore, players: &[usize]) {
        for row in 0..5 {
            let mut lines = serde_json::Map::new();
            let mut sentences = Vec::new();
            for &player in players {
                if let Some(tiled) = score.boards()[player].tiles()[row] {
                    let kind = type_of(tiled.colour);
                    let column = tiled.colour.column(row);
                    self.walls[player][row][column] = Some(kind);
                    let [in_row, in_column] = self.runs(player, row, column);
                    let tile = self.tile(kind, "wall", row as u64 + 1, column as u64 + 1);
                    let rest = self.equal_tiles(tiled.colour, row, "discard", 0, 1);
                    let line = json!({"placedTile": tile, "discardedTiles": rest,
                        "pointsDetail": {"points": tiled.points, "rowTiles": in_row, "columnTiles": in_column}});
                    lines.insert(self.id(player).to_string(), line);
                    sentences.push(
                        json!({"player_name": self.name(player), "number": 1, "type": kind,
                        "color": colour_name(tiled.colour), "points": tiled.points}),
                    );
                }
            }
            if !lines.is_empty() {
                self.tell("placeTileOnWall", json!({"completeLines": lines}));
            }
            for sentence in sentences {
                self.tell("placeTileOnWallTextLogDetails", sentence);
            }
        }
        let mut floors = serde_json::Map::new();
        let mut sentences = Vec::new();
        for &player in players {
            let charge = i64::from(score.boards()[player].floor().charge());
            let kinds = std::mem::take(&mut self.floors[player]);
            if !kinds.is_empty() {
                let tiles = self.floor_tiles(&kinds);
                floors.insert(
                    self.id(player).to_string(),
                    json!({"tiles": tiles, "points": -charge}),
                );
                sentences.push(json!({"player_name": self.name(player), "points": charge}));
            }
        }
        let floors = match floors.is_empty() {
            // An empty object of PHP.
            true => json!([]),
            false => Value::Object(floors),
        };
        self.tell(
            "emptyFloorLine",
            json!({"floorLines": floors, "specialFactoryZeroTiles": {}}),
        );
        for sentence in sentences {
            self.tell("emptyFloorLineTextLogDetails", sentence);
        }
    }

    /// The horizontal and the vertical run of a place of a wall, with the tile there.
    fn runs(&mut self, player: usize, row: usize, column: usize) -> [Vec<Value>; 2] {
        let wall = self.walls[player];
        let in_row = wall[row].map(|tile| tile.is_some());
        let in_column = wall.map(|row| row[column].is_some());
        let run = |is_filled: [bool; 5], place: usize| {
            let before = (0..place).rev().take_while(|&other| is_filled[other]);
            (before.last().unwrap_or(place)..5).take_while(move |&other| is_filled[other])
        };
        let places = [
            run(in_row, column)
                .map(|place| (row, place))
                .collect::<Vec<_>>(),
            run(in_column, row).map(|place| (place, column)).collect(),
        ];
        places.map(|places| self.on_wall(player, &places))
    }

    fn on_wall(&mut self, player: usize, places: &[(usize, usize)]) -> Vec<Value> {
        let wall = self.walls[player];
        let tiles = places.iter().map(|&(row, column)| {
            let kind = wall[row][column].expect("a tile");
            self.tile(kind, "wall", row as u64 + 1, column as u64 + 1)
        });
        tiles.collect()
    }

    fn end(&mut self) {
        for player in 0..self.players {
            let wall = self.walls[player];
            let all = || (0..5).flat_map(|row| (0..5).map(move |column| (row, column)));
            let is_filled = |place: &(usize, usize)| wall[place.0][place.1].is_some();
            let mut complete = Vec::new();
            for row in 0..5 {
                let places = all().filter(|place| place.0 == row).filter(is_filled);
                let args = json!({"line": row + 1});
                complete.push((2, "completeLineLogDetails", args, places.collect()));
            }
            for column in 0..5 {
                let places = all().filter(|place| place.1 == column).filter(is_filled);
                let args = json!({"column": column + 1});
                complete.push((7, "completeColumnLogDetails", args, places.collect()));
            }
            for kind in 1..=5 {
                let names = ["", "Black", "Cyan", "Blue", "Yellow", "Red"];
                let args = json!({"type": kind, "color": names[kind as usize]});
                let places = all().filter(|place| wall[place.0][place.1] == Some(kind));
                complete.push((10, "completeColorLogDetails", args, places.collect()));
            }
            let complete = complete.into_iter();
            let complete = complete.filter(|(_, _, _, tiles): &(_, _, _, Vec<_>)| tiles.len() == 5);
            for (points, name, mut sentence, places) in complete {
                let id = self.id(player).to_string();
                let tiles = self.on_wall(player, &places);
                self.tell(
                    "endScore",
                    json!({"scores": {id: {"tiles": tiles, "points": points}}}),
                );
                sentence["player_name"] = json!(self.name(player));
                sentence["points"] = json!(points);
                self.tell(name, sentence);
            }
        }
    }
}

/// A game of two in the format of ludometer.
pub(crate) fn ludometer(record: &Record) -> Value {
    let (mut deals, mut moves) = (Vec::new(), Vec::new());
    let end = record
        .replay(|step| match step.event {
            Event::Deal(deal) => {
                let factories = deal.factories().iter().map(|tiles| json!(tiles.counts()));
                deals.push(
                    json!({"round": deals.len(), "factories": factories.collect::<Vec<_>>(),
                    "bag": step.after.bag().counts(), "lid": step.after.lid().counts()}),
                );
            }
            Event::Move(move_) => {
                let code = move_.code(record.players);
                moves.push(
                    json!({"ply": moves.len() + 1, "player": step.before.mover(), "action": code}),
                );
            }
            Event::RoundEnd(_) => {}
        })
        .expect("a true record");
    let outcome = end.outcome();
    let rounds = deals.len();
    let standing = end.standing();
    let scores: Vec<u32> = match outcome {
        Some(outcome) => outcome.scores().to_vec(),
        None => end.boards().iter().map(|board| board.score()).collect(),
    };
    let winner = outcome.map(|_| match scores[0].cmp(&scores[1]) {
        std::cmp::Ordering::Greater => "human",
        std::cmp::Ordering::Less => "ai",
        std::cmp::Ordering::Equal => "draw",
    });
    let rows = standing
        .bonuses()
        .iter()
        .map(|bonus| bonus.rows)
        .sum::<u32>();
    let is_exhausted = outcome.is_some() && rows == 0;
    json!({"format": "faience-game/1", "seed": 7, "human_seat": 0, "human_first": record.first == 0,
        "net": {"run": "run4"}, "think_time_s": 0, "moves": moves, "deals": deals,
        "final": {"finished": outcome.is_some(), "scores": scores, "outcome": winner, "rounds": rounds, "exhausted": is_exhausted}})
}

/// The numbers of a game in which player 0 begins, in the format of OpenSpiel.
pub(crate) fn history(record: &Record) -> Vec<u64> {
    let rounds = record.rounds.iter();
    let numbers = rounds.flat_map(|round| round.deal.iter().flatten().chain(&round.moves));
    numbers.copied().collect()
}

/// A game of Python and its state, in the format of OpenSpiel.
pub(crate) fn openspiel(record: &Record) -> String {
    let mut steps: Vec<String> = Vec::new();
    let mut rounds = record.rounds.iter();
    record
        .replay(|step| match step.event {
            Event::Deal(_) => {
                let round = rounds.next().expect("a round a deal");
                let tiles = round.deal.iter().flatten();
                steps.extend(tiles.map(|colour| format!("-1:{colour}")));
            }
            Event::Move(move_) => {
                let code = move_.code(record.players).expect("a move of the game");
                steps.push(format!("{}:{code}", step.before.mover()));
            }
            Event::RoundEnd(_) => {}
        })
        .expect("a true record");
    format!(
        "# Automatically generated by OpenSpiel SerializeGameAndState\n[Meta]\nVersion: 1\n\n[Game]\n\
         python_azul(players={})\n[State]\nhistory={}\nmove_number={}\n__dict__=gASVKgEAAAA=\n",
        record.players.count(),
        steps.join(","),
        steps.len()
    )
}
