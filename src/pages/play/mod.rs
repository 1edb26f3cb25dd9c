//! The page *Play*: a game between people and players of every kind.
//!
//! The whole game is in the address: how it began, its deals and moves, and who sits where. Each request carries it, and
//! nothing is kept.

mod over;
mod seats;
mod think;

use super::BODY;
use super::answer::{Answer, Cost, Response};
use super::fields::Fields;
use super::layout::Layout;
use super::programs::Programs;
use super::refusal::Refusal;
use super::registry::{Page, Part};
use super::request::{Request, Site};
use super::table::{self, Choices, Game, Last, Names, ScoringStep, TableState, TableView, Way};
use crate::game::import::{self, LineError};
use crate::game::record::Event;
use crate::game::{ImpossibleDeal, Phase, Players};
use crate::players::KINDS;
use crate::players::azulejo::{LEVELS, Level};
use crate::render::game::svg;
use crate::web::TemplateError;
use schemars::JsonSchema;
use seats::Seat;
use serde::Serialize;
use std::mem;
pub(super) use think::{Hint, Thinking};

pub(super) static PAGE: Page = Page {
    name: "Play",
    path: "/play",
    handler: play,
    data: &[
        "weights-2.txt",
        "weights-3.txt",
        "weights-4.txt",
        "net-2.txt",
        "net-3.txt",
        "net-4.txt",
    ],
    parts: &[
        Part::post("act", act),
        Part::post("think", think),
        Part::post("hint", hint),
        Part::post("load", load),
        Part::get("record", record),
        Part::get("picture", picture),
    ],
};

/// A game and who plays it.
#[derive(Debug)]
struct Match {
    game: Game,
    seats: Vec<Seat>,
    /// The player, from 0, who has resigned.
    resigned: Option<usize>,
}

impl Match {
    fn read(fields: &Fields, programs: &Programs) -> Result<Self, Refusal> {
        let game = Game::read(fields)?;
        let seats = Seat::read(fields, game.end().players(), programs)?;
        let number: Option<usize> = fields.value("resigned")?;
        let resigned = number.and_then(|number| number.checked_sub(1));
        Ok(Self {
            game,
            resigned: resigned.filter(|&player| player < seats.len()),
            seats,
        })
    }

    fn query(&self) -> String {
        let mut fields = self.game.fields();
        for seat in &self.seats {
            fields.push("seat", seat.text());
        }
        if let Some(player) = self.resigned {
            fields.push("resigned", player + 1);
        }
        fields.write()
    }

    fn names(&self) -> Names {
        Seat::names(&self.seats, &self.game.names())
    }

    /// The board of the first person is the first that is shown.
    fn table_view(&self, last: Option<Last>) -> TableView {
        TableView {
            names: self.names(),
            first: self.seats.iter().position(Seat::is_human).unwrap_or(0),
            last,
        }
    }

    /// The move that was played last, where nothing was dealt after it.
    fn last(&self) -> Option<Last> {
        let mut steps = self.game.steps().iter().rev();
        let played = steps.find(|(_, event)| !matches!(event, Event::RoundEnd(_)));
        played.and_then(|(before, event)| match event {
            Event::Move(taken) => Last::of(before, *taken),
            _ => None,
        })
    }

    /// The phase of the game, which is over when somebody has resigned.
    fn phase(&self) -> Phase {
        match self.resigned {
            Some(_) => Phase::Over,
            None => self.game.end().phase(),
        }
    }

    /// The player who resigns: the person whose turn it is, or the first person.
    fn resigns(&self) -> Option<usize> {
        let mover = Some(self.game.end().mover());
        let mover = mover.filter(|&player| self.seats[player].is_human());
        mover.or_else(|| self.seats.iter().position(Seat::is_human))
    }

    /// Does what a request asks for: `move=3Y2`, `do=deal`, `do=undo` or `do=resign`. Says what was done.
    fn act(&mut self, fields: &Fields) -> Result<Option<String>, Refusal> {
        if let Some(text) = fields.one("move") {
            if self.resigned.is_some() {
                return Err(Refusal::wrong("The game is over."));
            }
            let taken = self.game.legal(text)?;
            let words = table::words_of(self.game.end(), taken, &self.names());
            let played = self.game.play(taken);
            played.map_err(Refusal::wrong)?;
            return Ok(Some(words));
        }
        match fields.one("do") {
            Some("deal") => {
                if let Err(error @ ImpossibleDeal::LastRound) = self.game.deal() {
                    return Err(Refusal::wrong(error));
                }
                let round = self.game.end().round();
                Ok(Some(format!("The tiles of round {round} are dealt.")))
            }
            Some("undo") => {
                // What is taken back first is that somebody has resigned.
                if self.resigned.take().is_some() {
                    return Ok(Some("Taken back.".into()));
                }
                let seats = &self.seats;
                self.game.undo(|player| seats[player].is_human());
                Ok(Some("Taken back.".into()))
            }
            Some("resign") if self.phase() != Phase::Over => {
                self.resigned = self.resigns();
                let player = self
                    .resigned
                    .ok_or_else(|| Refusal::wrong("No person plays."))?;
                Ok(Some(format!("{}.", self.names().does(player, "resign"))))
            }
            _ => Ok(None),
        }
    }

    fn view(&self, done: Option<String>, site: &Site) -> Result<MatchView, TemplateError> {
        let end = self.game.end();
        let names = self.names();
        let last = self.last();
        let scoring = table::last_round(self.game.steps(), &names);
        let before = self.game.steps().last().filter(|_| !scoring.is_empty());
        let now = match self.resigned {
            Some(player) => format!("The game is over: {}.", names.does(player, "resign")),
            None => table::last_words(end, &names),
        };
        let templates = &site.templates;
        let full = before.map(|(before, _)| TableState::new(before, &self.table_view(last)));
        Ok(MatchView {
            query: self.query(),
            table: TableState::new(end, &self.table_view(last.filter(|_| scoring.is_empty()))),
            full,
            stocks: table::stocks(templates, end)?,
            way: last.as_ref().map(Last::way),
            said: done.map_or(now.clone(), |done| format!("{done} {now}")),
            now,
            phase: match self.phase() {
                Phase::Moves => "moves",
                Phase::Deal => "deal",
                Phase::RoundEnd | Phase::Over => "over",
            },
            round: end.round(),
            mover: end.mover() + 1,
            human: self.seats[end.mover()].is_human(),
            name: names.of(end.mover()),
            people: self.seats.iter().any(Seat::is_human),
            choices: match self.phase() {
                Phase::Moves => table::choices(end),
                _ => Choices::default(),
            },
            scoring,
            log: table::log(templates, "pages/table/log.html", self.game.steps(), &names)?,
            over: over::over(self, site)?,
            position: end.to_string(),
            record: self.game.record().is_some(),
            undo: self.resigned.is_some() || self.game.moves().next().is_some(),
        })
    }
}

/// The game as the page shows it.
#[derive(Debug, JsonSchema, Serialize)]
pub(super) struct MatchView {
    query: String,
    table: TableState,
    /// The table before the scoring of the round that has just ended.
    full: Option<TableState>,
    stocks: String,
    /// The way of the last move's tiles.
    way: Option<Way>,
    /// The last action in words, and whose turn it is.
    said: String,
    /// Whose turn it is.
    now: String,
    phase: &'static str,
    round: u32,
    /// From 1.
    mover: usize,
    /// Whether the mover is a person.
    human: bool,
    /// The name of the mover.
    name: String,
    /// Whether any person plays.
    people: bool,
    choices: Choices,
    /// The scoring of the round that has just ended.
    scoring: Vec<ScoringStep>,
    log: String,
    /// How the game ended.
    over: String,
    position: String,
    /// Whether there is a record to be saved.
    record: bool,
    /// Whether there is a move to be taken back.
    undo: bool,
}

/// The page: `page.html` writes it.
#[derive(Debug, Serialize)]
struct Play {
    layout: Layout,
    definitions: String,
    view: MatchView,
    state: String,
    table: String,
    log: String,
    stocks: String,
    /// The numbers of players, and whether the game has it.
    counts: [(usize, bool); 3],
    /// For each of four seats: who sits there.
    seats: Vec<Occupant>,
    levels: Vec<Opponent>,
    /// The kinds of players, each with what it does.
    kinds: Vec<(&'static str, &'static str)>,
    /// The names of the programs that the pages were given.
    programs: Vec<String>,
    body: usize,
}

/// The player of a seat in the words of an address, and its kind where it is no level.
#[derive(Debug, Serialize)]
struct Occupant {
    contestant: String,
    kind: Option<String>,
}

impl Occupant {
    fn of(contestant: String) -> Self {
        let kind = contestant.split(':').next().map(str::to_owned);
        Self {
            kind: kind.filter(|_| seats::level(&contestant).is_none()),
            contestant,
        }
    }
}

/// A level of the player, as the page offers it.
#[derive(Debug, Serialize)]
struct Opponent {
    contestant: String,
    number: u8,
    name: &'static str,
    about: &'static str,
}

impl Opponent {
    fn of(level: &Level) -> Self {
        Self {
            contestant: level.contestant(),
            number: level.number,
            name: level.name,
            about: level.about,
        }
    }
}

fn play(request: &Request) -> Result<Response, Refusal> {
    let game = Match::read(&request.fields(), &request.programs)?;
    let seats = (0..Players::MAX).map(|index| {
        let seat = game.seats.get(index);
        let contestant = seat.map_or_else(|| LEVELS[0].contestant(), |it| it.text().to_owned());
        Occupant::of(contestant)
    });
    let seats = seats.collect();
    let players = game.seats.len();
    let mut view = game.view(None, &request.site)?;
    // Once in the page is enough.
    let [log, stocks] = [&mut view.log, &mut view.stocks].map(mem::take);
    let state = serde_json::to_string(&view).unwrap_or_default();
    let page = Play {
        layout: Layout::new(&request.site.root, PAGE.path),
        definitions: table::definitions(),
        state,
        table: view.table.html(&request.site.templates)?,
        log,
        stocks,
        view,
        counts: Players::ALL.map(|it| (it.count(), it.count() == players)),
        seats,
        levels: LEVELS.iter().map(Opponent::of).collect(),
        kinds: KINDS.iter().map(|kind| (kind.name, kind.about)).collect(),
        programs: request.programs.names().map(str::to_owned).collect(),
        body: BODY,
    };
    Ok(Answer::page(&request.site, "pages/play/page.html", &page)?.into())
}

fn act(request: &Request) -> Result<Response, Refusal> {
    let fields = request.fields();
    let mut game = Match::read(&fields, &request.programs)?;
    let done = game.act(&fields)?;
    Ok(Answer::json(&game.view(done, &request.site)?)?.into())
}

/// The move of the player whose turn it is, and the game after it.
fn think(request: &Request) -> Result<Response, Refusal> {
    let game = Match::read(&request.fields(), &request.programs)?;
    if game.resigned.is_some() {
        return Err(Refusal::wrong("The game is over."));
    }
    game.game.awaits_move()?;
    let mover = game.game.end().mover();
    let Seat::Player(contestant) = &game.seats[mover] else {
        let message = format!("A person sits at board {}.", mover + 1);
        return Err(Refusal::wrong(message));
    };
    let cost = Seat::cost(contestant);
    let site = request.site.clone();
    Ok(Response::events(cost, move |run| {
        think::play(run, game, &site)
    }))
}

fn hint(request: &Request) -> Result<Response, Refusal> {
    let game = Game::read(&request.fields())?;
    game.awaits_move()?;
    Ok(Response::events(Cost::Any, move |run| {
        think::hint(run, &game)
    }))
}

/// The fields of a game.
#[derive(Debug, JsonSchema, Serialize)]
pub(super) struct LoadedGame {
    query: String,
}

/// The game that the body holds: a record, or what another program wrote.
fn load(request: &Request) -> Result<Response, Refusal> {
    let games = import::games(&request.body).map_err(|error| match error {
        LineError::Contradiction { contradiction, .. } => {
            let origin = contradiction.origin.name();
            Refusal::wrong(format!(
                "This game of {origin} does not add up: {contradiction}."
            ))
        }
        LineError::NoGame { why, .. } => Refusal::wrong(format!("This is {why}.")),
        error => Refusal::wrong(format!("This is no game: {error}.")),
    })?;
    let game = games
        .first()
        .ok_or_else(|| Refusal::wrong("There is no game in it."))?;
    let game = Game::of_record(&game.record, &game.names, request.fields().chance())?;
    let query = game.fields().write();
    Ok(Answer::json(&LoadedGame { query })?.into())
}

/// The position as a picture.
fn picture(request: &Request) -> Result<Response, Refusal> {
    let game = Game::read(&request.fields())?;
    let name = "azulejo-position.svg";
    let text = svg(game.end());
    Ok(Answer::File { name, text }.into())
}

fn record(request: &Request) -> Result<Response, Refusal> {
    let game = Game::read(&request.fields())?;
    let record = game.record().ok_or_else(|| {
        Refusal::wrong("A game that began with a position has no record: keep its link instead.")
    })?;
    let text = record.to_json() + "\n";
    let name = "azulejo-game.jsonl";
    Ok(Answer::File { name, text }.into())
}
