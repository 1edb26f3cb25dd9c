//! The page *Learn*: grades of moves, reviews of games, positions set up by hand, and puzzles.
//!
//! The address holds a game and the number of moves before its position, `at`.

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
use super::table::{self, Choices, Game, LastMove, TableState, TableView, Way};
use crate::analysis::{Effort, Puzzle};
use crate::game::{Move, Phase};
use crate::web::{Serde, TemplateError, Templates, context};
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

/// Position of a game.
#[derive(Debug)]
struct Study {
    /// The whole game.
    game: Game,
    /// The game up to the position.
    prefix: Game,
    /// The number of moves before the position, and of all moves.
    index: usize,
    count: usize,
    /// The number of the puzzle, if the position is one.
    puzzle: Option<u64>,
}

impl Study {
    fn read(fields: &Fields) -> Result<Self, Refusal> {
        let game = Game::read(fields)?;
        let count = game.moves().count();
        let index = fields.value("at")?.unwrap_or(count).min(count);
        Ok(Self {
            prefix: game.prefix(index),
            game,
            index,
            count,
            puzzle: fields.value("puzzle")?,
        })
    }

    /// Study after one more move, which becomes the end of the game. After the end of a round, the next round is dealt.
    fn with_move(self, move_: Move) -> Result<Self, Refusal> {
        let mut game = self.prefix;
        game.play(move_).map_err(Refusal::wrong)?;
        // There is nothing to deal within a round, nor after the last one.
        let _ = game.deal();
        let count = game.moves().count();
        Ok(Self {
            prefix: game.clone(),
            game,
            index: count,
            count,
            puzzle: None,
        })
    }

    /// Query of the whole game.
    fn query(&self) -> String {
        let mut fields = self.game.fields();
        if self.index < self.count {
            fields.push("at", self.index);
        }
        if let Some(puzzle) = self.puzzle {
            fields.push("puzzle", puzzle);
        }
        fields.query()
    }

    fn view(&self, templates: &Templates) -> Result<StudyView, TemplateError> {
        let end = self.prefix.end();
        let next = self.game.moves().nth(self.index);
        let last = self
            .prefix
            .moves()
            .last()
            .filter(|(before, _)| before.round() == end.round())
            .and_then(|(before, move_)| LastMove::of(before, move_));
        let now = match next {
            Some((before, move_)) => format!(
                "Then: {}",
                table::move_sentence(before, move_, &self.game.names())
            ),
            None => table::state_sentence(end, &self.game.names()),
        };
        Ok(StudyView {
            query: self.query(),
            game: self.game.fields().query(),
            at: self.index,
            of: self.count,
            table: TableState::new(
                end,
                &TableView {
                    // The first player of the game has the large board in every position.
                    first: self.game.prefix(0).end().mover(),
                    last,
                    names: self.game.names(),
                },
            ),
            way: last.as_ref().map(LastMove::way),
            log: table::log(
                templates,
                "pages/learn/moves.html",
                self.game.steps(),
                &self.game.names(),
            )?,
            mover: end.mover() + 1,
            players: end.players().count(),
            now,
            played: next.map(|(_, move_)| move_.to_string()),
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

fn learn(request: &Request) -> Result<Response, Refusal> {
    let study = Study::read(&request.fields())?;
    let mut view = study.view(&request.site.templates)?;
    // The page has the log as HTML, so the state goes without it.
    let log = mem::take(&mut view.log);
    let page = context! {
        layout => Serde(Layout::new(&request.site.root, PAGE.path)),
        definitions => table::definitions(),
        state => serde_json::to_string(&view).unwrap_or_default(),
        table => view.table.html(&request.site.templates)?,
        log,
        view => Serde(view),
        efforts => Serde(Effort::ALL.map(|effort| (effort.name(), effort.about()))),
        puzzle => study.puzzle,
        puzzles => Puzzle::all().len(),
        body => BODY,
    };
    Ok(Answer::page(&request.site, "pages/learn/page.html", &page)?.into())
}

/// Position of the game, or the position after the moves of the fields `play`, which become the end of the game.
fn show(request: &Request) -> Result<Response, Refusal> {
    let fields = request.fields();
    let mut study = Study::read(&fields)?;
    for text in fields.texts("play") {
        let move_ = study.prefix.legal_move(text)?;
        study = study.with_move(move_)?;
    }
    let view = study.view(&request.site.templates)?;
    Ok(Answer::json(&view)?.into())
}

/// Grade of a `move` in the position.
fn grade(request: &Request) -> Result<Response, Refusal> {
    let fields = request.fields();
    let study = Study::read(&fields)?;
    let effort = reviewed::effort(&fields)?;
    study.prefix.expect_move()?;
    let text = fields.text("move");
    let text = text.ok_or_else(|| Refusal::wrong("Say which move is to be graded."))?;
    let move_ = study.prefix.legal_move(text)?;
    let position = *study.prefix.end();
    let templates = request.site.templates.clone();
    Ok(Response::events(Cost::Any, move |run| {
        graded::grade(run, &templates, &position, move_, effort);
    }))
}

/// Best moves of the position.
fn best(request: &Request) -> Result<Response, Refusal> {
    let fields = request.fields();
    let study = Study::read(&fields)?;
    let effort = reviewed::effort(&fields)?;
    study.prefix.expect_move()?;
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

/// All faults of a position, or its address.
fn check(request: &Request) -> Result<Response, Refusal> {
    let fields = request.fields();
    let text = fields.text("position").unwrap_or_default();
    Ok(Answer::json(&set_up::validation(text, fields.chance()))?.into())
}

fn puzzle(request: &Request) -> Result<Response, Refusal> {
    let number = request.fields().value("number")?.unwrap_or(1);
    Ok(Answer::json(&puzzles::view(number)?)?.into())
}
