//! The page *Play*: a game between people and players of every kind.
//!
//! The whole game is in the address: how it began, its deals and moves, and who sits where. Each request carries it, and
//! nothing is kept.

mod seats;
mod think;

use super::BODY;
use super::answer::{Answer, Asked, Cost};
use super::fields::Fields;
use super::layout::Layout;
use super::refusal::Refusal;
use super::registry::{Page, Part};
use super::request::Request;
use super::table::{self, Choices, Game, Scored, Seen};
use crate::game::record::Record;
use crate::game::{ImpossibleDeal, Phase, Players};
use crate::players::{KINDS, PlayerKind};
use askama::Template;
use seats::{LEVEL, LEVELS, OPPONENT, Seat};
use serde::Serialize;
use std::mem;

pub(super) static PAGE: Page = Page {
    name: "Play",
    path: "/play",
    shown: play,
    parts: &[
        Part::post("act", act),
        Part::post("think", think),
        Part::post("hint", hint),
        Part::post("load", load),
        Part::get("record", record),
    ],
};

/// A game and who plays it.
#[derive(Debug)]
struct Match {
    game: Game,
    seats: Vec<Seat>,
}

impl Match {
    fn read(fields: &Fields) -> Result<Self, Refusal> {
        let game = Game::read(fields)?;
        let seats = Seat::read(fields, game.end().players())?;
        Ok(Self { game, seats })
    }

    fn query(&self) -> String {
        let mut fields = self.game.fields();
        for seat in &self.seats {
            fields.push("seat", seat.text());
        }
        fields.write()
    }

    /// The board of the first person is the first that is shown.
    fn seen(&self) -> Seen {
        Seen {
            seats: self.seats.iter().map(Seat::words).collect(),
            first: self.seats.iter().position(Seat::is_human).unwrap_or(0),
        }
    }

    /// Does what a request asks for: `move=3Y2`, `do=deal` or `do=undo`. Says what was done.
    fn act(&mut self, fields: &Fields) -> Result<Option<String>, Refusal> {
        if let Some(text) = fields.one("move") {
            let taken = self.game.legal(text)?;
            let told = table::words_of(self.game.end(), taken);
            let played = self.game.play(taken);
            played.map_err(|error| Refusal::wrong(error.to_string()))?;
            return Ok(Some(told));
        }
        match fields.one("do") {
            Some("deal") => {
                if let Err(error @ ImpossibleDeal::LastRound) = self.game.deal() {
                    return Err(Refusal::wrong(error.to_string()));
                }
                let round = self.game.end().round();
                Ok(Some(format!("The tiles of round {round} are dealt.")))
            }
            Some("undo") => {
                let seats = &self.seats;
                self.game.undo(|player| seats[player].is_human());
                Ok(Some("Taken back.".into()))
            }
            _ => Ok(None),
        }
    }

    fn shown(&self, done: Option<String>) -> Shown {
        let end = self.game.end();
        let seat = &self.seats[end.mover()];
        let awaited = end.phase() == Phase::Moves;
        let scoring = table::last_round(self.game.steps());
        let now = table::last_words(end);
        Shown {
            query: self.query(),
            table: table::table(end, &self.seen()),
            said: done.map_or(now.clone(), |done| format!("{done} {now}")),
            now,
            phase: match end.phase() {
                Phase::Moves => "moves",
                Phase::Deal => "deal",
                Phase::RoundEnd | Phase::Over => "over",
            },
            round: end.round(),
            mover: end.mover() + 1,
            human: seat.is_human(),
            name: seat.words(),
            people: self.seats.iter().any(Seat::is_human),
            choices: if awaited {
                table::choices(end)
            } else {
                Choices::new()
            },
            before: match self.game.steps().last() {
                Some((before, _)) if !scoring.is_empty() => {
                    before.boards().iter().map(|board| board.score()).collect()
                }
                _ => Vec::new(),
            },
            scoring,
            log: Log::of(&self.game),
            position: end.to_string(),
            record: self.game.record().is_some(),
            undo: self.game.moves().next().is_some(),
        }
    }
}

/// The game as the page shows it.
#[derive(Debug, Serialize)]
struct Shown {
    query: String,
    table: String,
    /// What was done, and whose turn it is.
    said: String,
    /// Whose turn it is.
    now: String,
    phase: &'static str,
    round: u32,
    /// From 1.
    mover: usize,
    /// Whether the mover is a person.
    human: bool,
    /// Who the mover is.
    name: String,
    /// Whether any person plays.
    people: bool,
    choices: Choices,
    /// The scoring of the round that has just ended, and the scores before it.
    scoring: Vec<Scored>,
    before: Vec<u32>,
    log: String,
    position: String,
    /// Whether there is a record to be saved.
    record: bool,
    /// Whether there is a move to be taken back.
    undo: bool,
}

#[derive(Template)]
#[template(path = "pages/table/log.html")]
struct Log {
    rounds: Vec<table::Logged>,
}

impl Log {
    fn of(game: &Game) -> String {
        let rounds = table::log(game.steps());
        Self { rounds }.render().unwrap_or_default()
    }
}

#[derive(Template)]
#[template(path = "pages/play/page.html")]
struct Play {
    layout: Layout,
    definitions: String,
    shown: Shown,
    state: String,
    table: String,
    log: String,
    players: usize,
    /// For each of four seats: who sits there, and how strong he is.
    seats: Vec<(String, usize)>,
    kinds: &'static [PlayerKind],
    levels: String,
    body: usize,
}

impl Play {
    /// The numbers of players, and whether the game has it.
    fn counts(&self) -> [(usize, bool); 3] {
        Players::ALL.map(|it| (it.count(), it.count() == self.players))
    }
}

fn play(request: &Request) -> Result<Asked, Refusal> {
    let shown = Match::read(&request.fields())?;
    let seats = (0..Players::MAX).map(|index| match shown.seats.get(index) {
        Some(Seat::Player(contestant)) => {
            let name = contestant.name().split(':').next().unwrap_or_default();
            let nodes = contestant.limits().nodes.unwrap_or(0);
            let level = LEVELS.iter().rposition(|&level| level <= nodes);
            (name.to_owned(), level.unwrap_or(LEVEL))
        }
        Some(Seat::Human) => ("human".into(), LEVEL),
        None => (OPPONENT.into(), LEVEL),
    });
    let seats = seats.collect();
    let players = shown.seats.len();
    let mut shown = shown.shown(None);
    // Once in the page is enough.
    let [table, log] = [mem::take(&mut shown.table), mem::take(&mut shown.log)];
    let state = serde_json::to_string(&shown).unwrap_or_default();
    let page = Answer::page(&Play {
        layout: Layout::new(&request.root, PAGE.path),
        definitions: table::definitions(),
        state,
        table,
        log,
        shown,
        players,
        seats,
        kinds: KINDS,
        levels: LEVELS.map(seats::positions).join("|"),
        body: BODY,
    });
    Ok(page?.into())
}

fn act(request: &Request) -> Result<Asked, Refusal> {
    let fields = request.fields();
    let mut game = Match::read(&fields)?;
    let done = game.act(&fields)?;
    Ok(Answer::json(&game.shown(done))?.into())
}

/// The move of the player whose turn it is, and the game after it.
fn think(request: &Request) -> Result<Asked, Refusal> {
    let game = Match::read(&request.fields())?;
    game.game.awaits_move()?;
    let mover = game.game.end().mover();
    let Seat::Player(contestant) = &game.seats[mover] else {
        let message = format!("A person sits at board {}.", mover + 1);
        return Err(Refusal::wrong(message));
    };
    let cost = Seat::cost(contestant);
    Ok(Asked::events(cost, move |run| think::play(run, game)))
}

fn hint(request: &Request) -> Result<Asked, Refusal> {
    let game = Game::read(&request.fields())?;
    game.awaits_move()?;
    Ok(Asked::events(Cost::Any, move |run| think::hint(run, &game)))
}

/// The fields of a game.
#[derive(Debug, Serialize)]
struct Loaded {
    query: String,
}

/// The game of a record, which is the body: one line of JSON.
fn load(request: &Request) -> Result<Asked, Refusal> {
    let record = Record::from_json(&request.body)
        .map_err(|error| Refusal::wrong(format!("This is no record of a game: {error}.")))?;
    let game = Game::of_record(&record, request.fields().chance())?;
    let query = game.fields().write();
    Ok(Answer::json(&Loaded { query })?.into())
}

fn record(request: &Request) -> Result<Asked, Refusal> {
    let game = Game::read(&request.fields())?;
    let record = game.record().ok_or_else(|| {
        Refusal::wrong("A game that began with a position has no record: keep its link instead.")
    })?;
    let text = record.to_json() + "\n";
    let name = "azulejo-game.jsonl";
    Ok(Answer::File { name, text }.into())
}
