//! The page *Play*: a game between people and players of every kind.
//!
//! The address holds the whole game: its start, its deals and moves, and its seats. Each request carries the game; the server
//! stores nothing.

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
use super::table::{self, Choices, Game, LastMove, Names, ScoringStep, TableState, TableView, Way};
use crate::game::import::{self, LineError};
use crate::game::record::Event;
use crate::game::{ImpossibleDeal, Phase, Players};
use crate::players::KINDS;
use crate::players::azulejo::LEVELS;
use crate::render::game::svg;
use crate::web::{Serde, TemplateError, context};
use itertools::Itertools;
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

/// Game with its players.
#[derive(Debug)]
struct Match {
    game: Game,
    seats: Vec<Seat>,
    /// The number of the player who has resigned, from 0.
    resignation: Option<usize>,
}

impl Match {
    fn read(fields: &Fields, programs: &Programs) -> Result<Self, Refusal> {
        let game = Game::read(fields)?;
        let seats = Seat::read(fields, game.end().players(), programs)?;
        let number: Option<usize> = fields.value("resigned")?;
        let resignation = number.and_then(|number| number.checked_sub(1));
        Ok(Self {
            game,
            resignation: resignation.filter(|&player| player < seats.len()),
            seats,
        })
    }

    fn query(&self) -> String {
        let mut fields = self.game.fields();
        for seat in &self.seats {
            fields.push("seat", seat.text());
        }
        if let Some(player) = self.resignation {
            fields.push("resigned", player + 1);
        }
        fields.query()
    }

    fn names(&self) -> Names {
        Seat::names(&self.seats, &self.game.names())
    }

    /// View of the table, which begins with the board of the first person.
    fn table_view(&self, last: Option<LastMove>) -> TableView {
        TableView {
            names: self.names(),
            first: self.seats.iter().position(Seat::is_human).unwrap_or(0),
            last,
        }
    }

    /// Last move, unless a round was dealt after it.
    fn last_move(&self) -> Option<LastMove> {
        let mut steps = self.game.steps().iter().rev();
        let step = steps.find(|(_, event)| !matches!(event, Event::RoundEnd(_)));
        step.and_then(|(before, event)| match event {
            Event::Move(move_) => LastMove::of(before, *move_),
            _ => None,
        })
    }

    /// Phase of the game, which is over after a resignation.
    fn phase(&self) -> Phase {
        match self.resignation {
            Some(_) => Phase::Over,
            None => self.game.end().phase(),
        }
    }

    /// Player of a resignation: the person to move, or else the first person.
    fn resigning_player(&self) -> Option<usize> {
        let mover = Some(self.game.end().mover());
        let mover = mover.filter(|&player| self.seats[player].is_human());
        mover.or_else(|| self.seats.iter().position(Seat::is_human))
    }

    /// Executes the action of a request: `move=3Y2`, `do=deal`, `do=undo` or `do=resign`. Gives the action in words.
    fn act(&mut self, fields: &Fields) -> Result<Option<String>, Refusal> {
        if let Some(text) = fields.text("move") {
            if self.resignation.is_some() {
                return Err(Refusal::wrong("The game is over."));
            }
            let move_ = self.game.legal_move(text)?;
            let words = table::move_sentence(self.game.end(), move_, &self.names());
            self.game.play(move_).map_err(Refusal::wrong)?;
            return Ok(Some(words));
        }
        match fields.text("do") {
            Some("deal") => {
                if let Err(error @ ImpossibleDeal::LastRound) = self.game.deal() {
                    return Err(Refusal::wrong(error));
                }
                let round = self.game.end().round();
                Ok(Some(format!("The tiles of round {round} are dealt.")))
            }
            Some("undo") => {
                // A resignation is taken back before the last move.
                if self.resignation.take().is_some() {
                    return Ok(Some("Taken back.".into()));
                }
                let seats = &self.seats;
                self.game.undo(|player| seats[player].is_human());
                Ok(Some("Taken back.".into()))
            }
            Some("resign") if self.phase() != Phase::Over => {
                self.resignation = self.resigning_player();
                let player = self
                    .resignation
                    .ok_or_else(|| Refusal::wrong("No person plays."))?;
                Ok(Some(format!(
                    "{}.",
                    self.names().with_verb(player, "resign")
                )))
            }
            _ => Ok(None),
        }
    }

    fn view(&self, action: Option<String>, site: &Site) -> Result<MatchView, TemplateError> {
        let end = self.game.end();
        let names = self.names();
        let last = self.last_move();
        let scoring = table::last_scoring(self.game.steps(), &names);
        let before = self.game.steps().last().filter(|_| !scoring.is_empty());
        let now = match self.resignation {
            Some(player) => format!("The game is over: {}.", names.with_verb(player, "resign")),
            None => table::state_sentence(end, &names),
        };
        let templates = &site.templates;
        let full_table = before.map(|(before, _)| TableState::new(before, &self.table_view(last)));
        Ok(MatchView {
            query: self.query(),
            table: TableState::new(end, &self.table_view(last.filter(|_| scoring.is_empty()))),
            full: full_table,
            stocks: table::stocks(templates, end)?,
            way: last.as_ref().map(LastMove::way),
            said: action.map_or(now.clone(), |action| format!("{action} {now}")),
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
            undo: self.resignation.is_some() || self.game.moves().next().is_some(),
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

fn play(request: &Request) -> Result<Response, Refusal> {
    let game = Match::read(&request.fields(), &request.programs)?;
    // The player of each of four seats in the words of an address, with its kind unless it is a level.
    let seats = (0..Players::MAX).map(|index| {
        let seat = game.seats.get(index);
        let contestant = seat.map_or_else(|| LEVELS[0].contestant(), |seat| seat.text().to_owned());
        let kind = contestant.split(':').next();
        let kind = kind.filter(|_| seats::level(&contestant).is_none());
        context! { kind, contestant => &contestant }
    });
    let levels = LEVELS.iter().map(|level| {
        let (number, name, about) = (level.number, level.name, level.about);
        context! { contestant => level.contestant(), number, name, about }
    });
    let kinds = KINDS.iter().map(|kind| (kind.name, kind.about));
    // Each number of players, with whether the game has it.
    let players = game.seats.len();
    let counts = Players::ALL.map(|choice| (choice.count(), choice.count() == players));
    let mut view = game.view(None, &request.site)?;
    // The page has both as HTML, so the state goes without them.
    let [log, stocks] = [&mut view.log, &mut view.stocks].map(mem::take);
    let page = context! {
        layout => Serde(Layout::new(&request.site.root, PAGE.path)),
        definitions => table::definitions(),
        state => serde_json::to_string(&view).unwrap_or_default(),
        table => view.table.html(&request.site.templates)?,
        log,
        stocks,
        view => Serde(view),
        counts => Serde(counts),
        seats => Serde(seats.collect_vec()),
        levels => Serde(levels.collect_vec()),
        kinds => Serde(kinds.collect_vec()),
        programs => Serde(request.programs.names().collect_vec()),
        body => BODY,
    };
    Ok(Answer::page(&request.site, "pages/play/page.html", &page)?.into())
}

fn act(request: &Request) -> Result<Response, Refusal> {
    let fields = request.fields();
    let mut game = Match::read(&fields, &request.programs)?;
    let action = game.act(&fields)?;
    Ok(Answer::json(&game.view(action, &request.site)?)?.into())
}

/// Run in which the player to move chooses a move.
fn think(request: &Request) -> Result<Response, Refusal> {
    let game = Match::read(&request.fields(), &request.programs)?;
    if game.resignation.is_some() {
        return Err(Refusal::wrong("The game is over."));
    }
    game.game.expect_move()?;
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
    game.expect_move()?;
    Ok(Response::events(Cost::Any, move |run| {
        think::hint(run, &game)
    }))
}

/// The fields of a game.
#[derive(Debug, JsonSchema, Serialize)]
pub(super) struct LoadedGame {
    query: String,
}

/// Game of the body: a record, or the file of another program.
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
    let query = game.fields().query();
    Ok(Answer::json(&LoadedGame { query })?.into())
}

/// Picture of the position.
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
