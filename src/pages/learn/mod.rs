//! The page *Learn*: a move and its grade, a game and its review, positions that are set up by hand, puzzles.
//!
//! The address holds a game and which of its positions is shown, `at` so many moves.

mod best;
mod graded;
mod puzzles;
mod reviewed;
mod set_up;
mod summed_up;

use super::BODY;
use super::answer::{Answer, Cost, Response};
use super::fields::Fields;
use super::layout::Layout;
use super::refusal::Refusal;
use super::registry::{Page, Part};
use super::request::Request;
use super::table::{self, Choices, Game, Last, TableState, TableView, Way};
use crate::analysis::{Effort, Puzzle};
use crate::game::{Move, Phase};
use crate::web::{TemplateError, Templates};
pub(super) use best::BestMoves;
pub(super) use graded::GradedMove;
pub(super) use puzzles::PuzzleView;
pub(super) use reviewed::ReviewedMove;
use reviewed::Share;
use schemars::JsonSchema;
use serde::Serialize;
pub(super) use set_up::CheckedPosition;
use std::mem;
pub(super) use summed_up::ReviewSummary;

pub(super) static PAGE: Page = Page {
    name: "Learn",
    path: "/learn",
    handler: learn,
    data: &[
        "weights-2.txt",
        "weights-3.txt",
        "weights-4.txt",
        "net-2.txt",
        "net-3.txt",
        "net-4.txt",
        "puzzles.tsv",
    ],
    parts: &[
        Part::post("show", show),
        Part::post("best", best),
        Part::post("grade", grade),
        Part::post("review", review),
        Part::post("plot", plot),
        Part::post("check", check),
        Part::get("puzzle", puzzle),
    ],
};

/// A position of a game.
#[derive(Debug)]
struct Study {
    /// The whole game.
    game: Game,
    /// The game up to the position.
    prefix: Game,
    /// The moves of the game before the position, and all of them.
    at: usize,
    of: usize,
    /// The number of the puzzle that the position is.
    puzzle: Option<u64>,
}

impl Study {
    fn read(fields: &Fields) -> Result<Self, Refusal> {
        let game = Game::read(fields)?;
        let of = game.moves().count();
        let at = fields.value("at")?.unwrap_or(of).min(of);
        Ok(Self {
            prefix: game.up_to(at),
            game,
            at,
            of,
            puzzle: fields.value("puzzle")?,
        })
    }

    /// The game up to the position, with this move as its last; where that ends a round, the next one is dealt.
    fn played(self, taken: Move) -> Result<Self, Refusal> {
        let mut game = self.prefix;
        let played = game.play(taken);
        played.map_err(Refusal::wrong)?;
        // There is nothing to deal within a round, nor after the last one.
        let _ = game.deal();
        let of = game.moves().count();
        Ok(Self {
            prefix: game.clone(),
            game,
            at: of,
            of,
            puzzle: None,
        })
    }

    /// The address of the whole game.
    fn query(&self) -> String {
        let mut fields = self.game.fields();
        if self.at < self.of {
            fields.push("at", self.at);
        }
        if let Some(puzzle) = self.puzzle {
            fields.push("puzzle", puzzle);
        }
        fields.write()
    }

    fn view(&self, templates: &Templates) -> Result<StudyView, TemplateError> {
        let end = self.prefix.end();
        let played = self.game.moves().nth(self.at);
        let last = self
            .prefix
            .moves()
            .last()
            .filter(|(before, _)| before.round() == end.round())
            .and_then(|(before, taken)| Last::of(before, taken));
        let now = match played {
            Some((before, taken)) => format!(
                "Then: {}",
                table::words_of(before, taken, &self.game.names())
            ),
            None => table::last_words(end, &self.game.names()),
        };
        Ok(StudyView {
            query: self.query(),
            game: self.game.fields().write(),
            at: self.at,
            of: self.of,
            table: TableState::new(
                end,
                &TableView {
                    // Whoever begins is at the large board, and stays there.
                    first: self.game.up_to(0).end().mover(),
                    last,
                    names: self.game.names(),
                },
            ),
            way: last.as_ref().map(Last::way),
            log: table::log(
                templates,
                "pages/learn/moves.html",
                self.game.steps(),
                &self.game.names(),
            )?,
            mover: end.mover() + 1,
            players: end.players().count(),
            now,
            played: played.map(|(_, taken)| taken.to_string()),
            choices: match end.phase() {
                Phase::Moves => table::choices(end),
                _ => Choices::default(),
            },
            position: end.to_string(),
        })
    }
}

/// A position as the page shows it.
#[derive(Debug, JsonSchema, Serialize)]
pub(super) struct StudyView {
    query: String,
    /// The fields of the whole game.
    game: String,
    at: usize,
    of: usize,
    table: TableState,
    /// The way of the tiles of the move that led here.
    way: Option<Way>,
    /// The moves of the whole game.
    log: String,
    /// From 1.
    mover: usize,
    players: usize,
    /// The move that was played here, in words, or whose turn it is.
    now: String,
    /// The move that was played here.
    played: Option<String>,
    choices: Choices,
    position: String,
}

/// The page: `page.html` writes it.
#[derive(Debug, Serialize)]
struct Learn {
    layout: Layout,
    definitions: String,
    view: StudyView,
    state: String,
    table: String,
    log: String,
    /// Names of efforts, each with what it is.
    efforts: [(&'static str, &'static str); 3],
    puzzle: Option<u64>,
    /// How many there are.
    puzzles: usize,
    body: usize,
}

fn learn(request: &Request) -> Result<Response, Refusal> {
    let study = Study::read(&request.fields())?;
    let mut view = study.view(&request.site.templates)?;
    // Once in the page is enough.
    let log = mem::take(&mut view.log);
    let page = Learn {
        layout: Layout::new(&request.site.root, PAGE.path),
        definitions: table::definitions(),
        state: serde_json::to_string(&view).unwrap_or_default(),
        table: view.table.html(&request.site.templates)?,
        log,
        view,
        efforts: Effort::ALL.map(|effort| (effort.name(), effort.about())),
        puzzle: study.puzzle,
        puzzles: Puzzle::all().len(),
        body: BODY,
    };
    Ok(Answer::page(&request.site, "pages/learn/page.html", &page)?.into())
}

/// A position of the game; with `play`, that after other moves, which end the game there.
fn show(request: &Request) -> Result<Response, Refusal> {
    let fields = request.fields();
    let mut study = Study::read(&fields)?;
    for text in fields.all("play") {
        let taken = study.prefix.legal(text)?;
        study = study.played(taken)?;
    }
    let view = study.view(&request.site.templates)?;
    Ok(Answer::json(&view)?.into())
}

/// The grade of a `move` in the position.
fn grade(request: &Request) -> Result<Response, Refusal> {
    let fields = request.fields();
    let study = Study::read(&fields)?;
    let effort = reviewed::effort(&fields)?;
    study.prefix.awaits_move()?;
    let text = fields.one("move");
    let text = text.ok_or_else(|| Refusal::wrong("Say which move is to be graded."))?;
    let taken = study.prefix.legal(text)?;
    let position = *study.prefix.end();
    let templates = request.site.templates.clone();
    Ok(Response::events(Cost::Any, move |run| {
        graded::grade(run, &templates, &position, taken, effort);
    }))
}

/// The best moves of the position.
fn best(request: &Request) -> Result<Response, Refusal> {
    let fields = request.fields();
    let study = Study::read(&fields)?;
    let effort = reviewed::effort(&fields)?;
    study.prefix.awaits_move()?;
    let position = *study.prefix.end();
    Ok(Response::events(Cost::Any, move |run| {
        best::find(run, &position, effort);
    }))
}

fn review(request: &Request) -> Result<Response, Refusal> {
    let fields = request.fields();
    let game = Game::read(&fields)?;
    let (effort, share) = (reviewed::effort(&fields)?, Share::read(&fields)?);
    if game.moves().next().is_none() {
        return Err(Refusal::wrong("No move of this game has been played."));
    }
    let templates = request.site.templates.clone();
    Ok(Response::events(Cost::Any, move |run| {
        reviewed::review(run, &templates, &game, effort, share);
    }))
}

fn plot(request: &Request) -> Result<Response, Refusal> {
    let fields = request.fields();
    let game = Game::read(&fields)?;
    Ok(summed_up::plot(&fields, &game)?.into())
}

/// All that is wrong with a position, or its address.
fn check(request: &Request) -> Result<Response, Refusal> {
    let fields = request.fields();
    let text = fields.one("position").unwrap_or_default();
    Ok(Answer::json(&set_up::checked(text, fields.chance()))?.into())
}

fn puzzle(request: &Request) -> Result<Response, Refusal> {
    let number = request.fields().value("number")?.unwrap_or(1);
    Ok(Answer::json(&puzzles::numbered(number)?)?.into())
}
