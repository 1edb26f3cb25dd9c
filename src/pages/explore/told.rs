//! The parts of the page that change with the instance, each from its template.

use super::{kept, live, story, wall};
use crate::counted::counted;
use crate::instance::Sense;
use crate::order::Replay;
use crate::outcome::Verdict;
use crate::pages::address::{Address, ORDER};
use crate::pages::run::Run;
use crate::render::proof;
use crate::schema;
use crate::solve::{Answer, Price, price, solve_soon};
use askama::Template;
use itertools::Itertools;
use serde::Serialize;
use std::time::Duration;

/// What there is to show of an answer.
#[derive(Debug, Serialize)]
pub(super) struct Shown {
    pub(super) wall: String,
    /// The score, and what proves it.
    pub(super) answer: String,
    /// What plays the order turn by turn, and saves and keeps the wall.
    pub(super) replay: String,
    /// Why it scores what it does.
    pub(super) story: String,
}

impl Shown {
    /// Nothing is known yet.
    pub(super) fn nothing(address: &Address) -> Self {
        Self {
            wall: wall::wall(address, None, &[]),
            answer: String::new(),
            replay: String::new(),
            story: String::new(),
        }
    }
}

/// What constraints cost is told where that is known so soon.
const PRICE: Duration = Duration::from_millis(250);

/// What is found at once, to be shown with the page: the wall, and the one that is kept beside it.
pub(super) fn first(run: &Run, root: &str, address: &Address) -> (Shown, Option<String>) {
    let answer = address.instance.as_ref().and_then(|instance| {
        let answer = solve_soon(instance, &live::settings(run));
        answer.ok()
    });
    let score = answer
        .as_ref()
        .and_then(|answer| answer.outcome.verdict.score());
    let shown = match &answer {
        Some(answer) => answered(run, root, address, answer),
        None => Shown::nothing(address),
    };
    (shown, kept::kept(run, root, address, score))
}

/// All there is to show of an answer.
pub(super) fn answered(run: &Run, root: &str, address: &Address, answer: &Answer) -> Shown {
    let settings = live::settings(run).within(Some(PRICE));
    let instance = address.instance.as_ref();
    let price = instance.and_then(|instance| price(instance, answer, &settings).ok().flatten());
    let verdict = &answer.outcome.verdict;
    let words = Words::new(address, verdict, Some(proof::line(answer)));
    with_replay(address, verdict, |replay| {
        shown(root, address, words, replay, price)
    })
}

/// An order that was drawn at random.
pub(super) fn drawn(root: &str, address: &Address, verdict: &Verdict) -> Shown {
    let words = Words::new(address, verdict, None);
    with_replay(address, verdict, |replay| {
        shown(root, address, words, replay, None)
    })
}

/// The score and the wall, for a wall that stands beside another one.
pub(super) fn read_only(address: &Address, verdict: &Verdict) -> Shown {
    with_replay(address, verdict, |replay| Shown {
        wall: wall::read_only(address, replay),
        answer: Words::new(address, verdict, None)
            .render()
            .unwrap_or_default(),
        ..Shown::nothing(address)
    })
}

fn with_replay<T>(
    address: &Address,
    verdict: &Verdict,
    then: impl FnOnce(Option<&Replay<'_>>) -> T,
) -> T {
    let replay = address.instance.as_ref().zip(verdict.solution());
    let replay = replay.and_then(|(instance, best)| Replay::new(instance, &best.order).ok());
    then(replay.as_ref())
}

fn shown(
    root: &str,
    address: &Address,
    mut words: Words,
    replay: Option<&Replay<'_>>,
    price: Option<Price>,
) -> Shown {
    words.bonus = replay.map_or(0, |replay| replay.report().bonus);
    Shown {
        wall: wall::wall(address, replay, &[]),
        answer: words.render().unwrap_or_default(),
        replay: replay.map_or(String::new(), |replay| played(root, address, replay)),
        story: replay.map_or(String::new(), |replay| story::story(replay, price)),
    }
}

/// What plays an order turn by turn.
fn played(root: &str, address: &Address, replay: &Replay<'_>) -> String {
    let order = replay.steps().iter().map(|step| step.cell.number());
    let seen = format!("{}&{ORDER}={}", address.query(), order.format("."));
    let played = Played {
        root,
        keep: address.keeping(Some(&seen)),
        turns: replay.steps().len(),
    };
    played.render().unwrap_or_default()
}

/// What is known of the best score.
fn claim(sense: Sense, verdict: &Verdict) -> (String, String) {
    let more = if sense == Sense::Maximize {
        "more"
    } else {
        "less"
    };
    let score = |score: u32| score.to_string();
    match verdict {
        Verdict::Optimal { solution, .. } => (
            score(solution.score),
            format!(
                "points: the {}. No order scores {more}.",
                proof::proven(sense)
            ),
        ),
        Verdict::Feasible {
            solution, bound, ..
        } => (
            score(solution.score),
            format!(
                "points, the best order so far; {}: a gap of {}.",
                proof::limited(sense, *bound),
                counted(solution.score.abs_diff(*bound), "point")
            ),
        ),
        Verdict::Infeasible { .. } => ("No order".into(), "satisfies these constraints.".into()),
        Verdict::Unknown { bound, .. } => (
            "No order yet".into(),
            format!("was found; {}.", proof::limited_if_any(sense, *bound)),
        ),
    }
}

#[derive(Template)]
#[template(path = "pages/explore/answer.html")]
struct Words {
    status: &'static str,
    claim: (String, String),
    proof: Option<String>,
    bonus: u32,
}

impl Words {
    fn new(address: &Address, verdict: &Verdict, proof: Option<String>) -> Self {
        Self {
            status: verdict.status(),
            claim: claim(address.sense, verdict),
            proof,
            bonus: 0,
        }
    }
}

#[derive(Template)]
#[template(path = "pages/explore/replay.html")]
struct Played<'a> {
    root: &'a str,
    /// The address that keeps this wall.
    keep: String,
    turns: usize,
}

#[derive(Template)]
#[template(path = "pages/explore/share.html")]
struct Share<'a> {
    root: &'a str,
    query: String,
    command: String,
    json: Option<String>,
}

/// The instance as a link, as a command line and as JSON.
pub(super) fn share(root: &str, address: &Address) -> String {
    let share = Share {
        root,
        query: address.query(),
        command: address.command("solve"),
        json: address.instance.as_ref().map(schema::pretty),
    };
    share.render().unwrap_or_default()
}
