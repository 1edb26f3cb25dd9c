//! Our games as other programs write them: written from the facts of `docs/imports.md` alone, by nothing that reads them.
#![allow(dead_code)] // each test file uses a part

use azulejo::game::record::{Event, Record};
use azulejo::game::{Colour, EndBonus, Move, Position, RoundScore, Tiles};
use serde_json::{Value, json};

/// How a log of Board Game Arena is written.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Style {
    /// All players are scored at once, as with fast scoring.
    pub(crate) fast: bool,
    /// Some turns are taken back before they are played.
    pub(crate) undone: bool,
    /// Numbers of players have quotes.
    pub(crate) quoted: bool,
}

/// The numbers of the players there.
const IDS: [u64; 4] = [84_000_001, 91_718_783, 17, 99_999_999];

pub(crate) const NAMES: [&str; 4] = ["Ana", "Bruno", "Clara", "Duarte"];

/// Writes a log.
struct Log {
    style: Style,
    packets: Vec<Value>,
    /// Of the player who begins, who is at seat 0 there.
    first: usize,
    players: usize,
    tiles: u64,
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

/// The log of a game, as the service answers it.
pub(crate) fn board_game_arena(record: &Record, style: Style) -> Value {
    let mut log = Log {
        style,
        packets: Vec::new(),
        first: record.first as usize,
        players: record.players.count(),
        tiles: 0,
    };
    log.tell("gameStateChange", json!({"id": 10, "type": "game"}));
    let mut moves = 0;
    let end = record
        .replay(|step| match step.event {
            Event::Deal(deal) => log.deal(deal.factories(), step.after.bag().len()),
            Event::Move(taken) => {
                moves += 1;
                if style.undone && moves % 5 == 0 {
                    log.undone(step.before);
                }
                log.turn(step.before, taken);
            }
            Event::RoundEnd(score) => log.round_end(&score),
        })
        .expect("a true record");
    if let Some(outcome) = end.outcome() {
        log.end(outcome.bonuses());
    }
    json!({"status": 1, "data": {"valid": 1, "data": log.packets}})
}

impl Log {
    fn id(&self, player: usize) -> u64 {
        IDS[(player + self.players - self.first) % self.players]
    }

    fn told_id(&self, player: usize) -> Value {
        match self.style.quoted {
            true => json!(self.id(player).to_string()),
            false => json!(self.id(player)),
        }
    }

    fn name(&self, player: usize) -> &'static str {
        NAMES[(player + self.players - self.first) % self.players]
    }

    fn told(&mut self, channel: &str, name: &str, args: Value) {
        let number = self.packets.len() + 1;
        self.packets.push(json!({
            "channel": channel, "table_id": "181130958", "packet_id": number.to_string(), "packet_type": "resend",
            "move_id": number.to_string(), "time": "1624036533",
            "data": [{"uid": format!("u{number}"), "type": name, "log": "", "args": args}],
        }));
    }

    fn tell(&mut self, name: &str, args: Value) {
        self.told("/table/t181130958", name, args);
    }

    fn tile(&mut self, kind: u64, location: &str, line: u64, column: u64) -> Value {
        self.tiles += 1;
        let id = self.tiles;
        json!({"id": id, "type": kind, "location": location, "line": line, "column": column})
    }

    fn several(&mut self, colour: Colour, count: usize, location: &str, line: u64) -> Vec<Value> {
        (1..=count)
            .map(|column| self.tile(type_of(colour), location, line, column as u64))
            .collect()
    }

    fn deal(&mut self, factories: &[Tiles], remaining: usize) {
        let mut told = vec![vec![self.tile(0, "factory", 0, 0)]];
        for (index, tiles) in factories.iter().enumerate() {
            let kinds: Vec<u64> = tiles.iter().map(type_of).collect();
            let tiles = kinds.into_iter();
            told.push(
                tiles
                    .map(|kind| self.tile(kind, "factory", 0, index as u64 + 1))
                    .collect(),
            );
        }
        self.tell(
            "factoriesFilled",
            json!({"factories": told, "remainingTiles": remaining}),
        );
    }

    fn taken(&mut self, before: &Position, taken: Move) {
        let player = before.mover();
        let (id, name) = (self.told_id(player), self.name(player));
        let colour = taken.colour();
        if taken.source().is_centre() && before.token_in_centre() {
            let token = self.tile(0, "factory", 0, 1);
            self.tell(
                "tilesPlacedOnLine",
                json!({"playerId": id, "player_name": name, "number": 1, "color": null, "type": 0, "line": 0,
                       "placedTiles": [], "discardedTiles": [token], "fromHand": false}),
            );
            self.tell(
                "firstPlayerToken",
                json!({"playerId": id, "player_name": name}),
            );
        }
        let there = before.source(taken.source());
        let count = usize::from(there.count(colour));
        let selected = self.several(colour, count, "factory", 0);
        let rest: Vec<Colour> = there.iter().filter(|&it| it != colour).collect();
        let rest: Vec<Value> = match taken.source().is_centre() {
            true => Vec::new(),
            false => rest
                .into_iter()
                .map(|it| self.tile(type_of(it), "factory", 0, 0))
                .collect(),
        };
        let factory = taken.source().number().unwrap_or(0);
        self.tell(
            "tilesSelected",
            json!({"playerId": id, "player_name": name, "number": count, "color": colour_name(colour),
                   "type": type_of(colour), "selectedTiles": selected, "discardedTiles": rest, "fromFactory": factory}),
        );
    }

    fn placed(&mut self, before: &Position, taken: Move) {
        let player = before.mover();
        let (id, name) = (self.told_id(player), self.name(player));
        let colour = taken.colour();
        let line = taken.destination().row().map_or(0, |row| row as u64 + 1);
        let effect = before.effect(taken).expect("it is legal");
        let placed = self.several(colour, usize::from(effect.placed), "hand", line);
        let fallen = usize::from(effect.taken - effect.placed);
        let fallen = self.several(colour, fallen, "hand", 0);
        self.tell(
            "tilesPlacedOnLine",
            json!({"playerId": id, "player_name": name, "number": effect.taken, "color": colour_name(colour),
                   "type": type_of(colour), "line": line, "lineNumber": line, "placedTiles": placed,
                   "discardedTiles": fallen, "fromHand": true}),
        );
    }

    fn turn(&mut self, before: &Position, taken: Move) {
        self.taken(before, taken);
        self.placed(before, taken);
        let id = self.id(before.mover());
        // What is told to one player must not count.
        self.told(
            &format!("/player/p{id}"),
            "tilesSelected",
            json!({"playerId": id, "fromFactory": 1, "selectedTiles": []}),
        );
    }

    /// Another turn, which is taken back; and a line, which is taken back.
    fn undone(&mut self, before: &Position) {
        let id = self.told_id(before.mover());
        let other = before.legal().last().expect("a move");
        self.taken(before, other);
        self.tell("undoTakeTiles", json!({"playerId": id, "undo": {}}));
        self.taken(before, other);
        self.placed(before, other);
        self.tell("undoSelectLine", json!({"playerId": id, "undo": {}}));
        self.tell("undoTakeTiles", json!({"playerId": id, "undo": {}}));
    }

    fn round_end(&mut self, score: &RoundScore) {
        let all: Vec<usize> = (0..self.players).collect();
        if self.style.fast {
            self.scored(score, &all);
        } else {
            all.iter().for_each(|&player| self.scored(score, &[player]));
        }
    }

    fn scored(&mut self, score: &RoundScore, players: &[usize]) {
        for row in 0..5 {
            let mut lines = serde_json::Map::new();
            for &player in players {
                if let Some(tiled) = score.boards()[player].tiles()[row] {
                    let column = tiled.colour.column(row) as u64 + 1;
                    let tile = self.tile(type_of(tiled.colour), "wall", row as u64 + 1, column);
                    let rest = self.several(tiled.colour, row, "discard", 0);
                    let told = json!({"placedTile": tile, "discardedTiles": rest,
                        "pointsDetail": {"points": tiled.points, "rowTiles": [], "columnTiles": []}});
                    lines.insert(self.id(player).to_string(), told);
                }
            }
            if !lines.is_empty() {
                self.tell("placeTileOnWall", json!({"completeLines": lines}));
            }
        }
        let mut floors = serde_json::Map::new();
        for &player in players {
            let charge = i64::from(score.boards()[player].floor().charge());
            if charge > 0 {
                floors.insert(
                    self.id(player).to_string(),
                    json!({"tiles": [], "points": -charge}),
                );
            }
        }
        let floors = match floors.is_empty() {
            // As PHP writes it.
            true => json!([]),
            false => Value::Object(floors),
        };
        self.tell("emptyFloorLine", json!({"floorLines": floors}));
    }

    fn end(&mut self, bonuses: &[EndBonus]) {
        for (player, bonus) in bonuses.iter().enumerate() {
            let parts = [(bonus.rows, 2), (bonus.columns, 7), (bonus.colours, 10)];
            for (count, points) in parts {
                for _ in 0..count {
                    let id = self.id(player).to_string();
                    self.tell(
                        "endScore",
                        json!({"scores": {id: {"tiles": [], "points": points}}}),
                    );
                }
            }
        }
    }
}

/// A game of two as ludometer writes it.
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
            Event::Move(taken) => {
                let code = taken.code(record.players);
                moves.push(
                    json!({"ply": moves.len() + 1, "player": step.before.mover(), "action": code}),
                );
            }
            Event::RoundEnd(_) => {}
        })
        .expect("a true record");
    let outcome = end.outcome();
    let rounds = deals.len();
    json!({"format": "faience-game/1", "seed": 7, "human_seat": 0, "human_first": record.first == 0,
        "net": {"run": "run4"}, "think_time_s": 0, "moves": moves, "deals": deals,
        "final": {"finished": outcome.is_some(), "scores": outcome.map(|it| it.scores().to_vec()), "rounds": rounds}})
}

/// The numbers of a game in which player 0 begins, as OpenSpiel writes them.
pub(crate) fn history(record: &Record) -> Vec<u64> {
    let rounds = record.rounds.iter();
    let numbers = rounds.flat_map(|round| round.deal.iter().flatten().chain(&round.moves));
    numbers.copied().collect()
}

/// A game and its state, as OpenSpiel writes them of a game of Python.
pub(crate) fn openspiel(record: &Record) -> String {
    let mut steps: Vec<String> = Vec::new();
    let mut rounds = record.rounds.iter();
    record
        .replay(|step| match step.event {
            Event::Deal(_) => {
                let round = rounds.next().expect("a round a deal");
                let drawn = round.deal.iter().flatten();
                steps.extend(drawn.map(|colour| format!("-1:{colour}")));
            }
            Event::Move(taken) => {
                let code = taken.code(record.players).expect("a move of the game");
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
