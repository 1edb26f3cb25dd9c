//! The parts of the page that change with the instance, each from its template.

use super::address::Address;
use super::{live, wall};
use crate::counted::counted;
use crate::instance::Sense;
use crate::order::Replay;
use crate::outcome::Verdict;
use crate::pages::run::Run;
use crate::render::{picture, proof};
use crate::schema;
use crate::solve::{Answer, solve_soon};
use askama::Template;

/// The wall and the answer beside it.
#[derive(Debug)]
pub(super) struct Shown {
    pub(super) wall: String,
    pub(super) answer: String,
}

impl Shown {
    /// Nothing is known yet.
    pub(super) fn nothing(address: &Address) -> Self {
        Self {
            wall: wall::wall(address, None, &[]),
            answer: String::new(),
        }
    }
}

/// What is found at once, to be shown with the page.
pub(super) fn first(run: &Run, address: &Address) -> Shown {
    let found = address.instance.as_ref().and_then(|instance| {
        let answer = solve_soon(instance, &live::settings(run)).ok()?;
        Some(answered(address, &answer, &[]))
    });
    found.unwrap_or_else(|| Shown::nothing(address))
}

/// The wall and the words for an answer.
pub(super) fn answered(address: &Address, answer: &Answer, clash: &[usize]) -> Shown {
    let verdict = &answer.outcome.verdict;
    let replay = address.instance.as_ref().zip(verdict.solution());
    let replay = replay.and_then(|(instance, best)| Replay::new(instance, &best.order).ok());
    Shown {
        wall: wall::wall(address, replay.as_ref(), clash),
        answer: words(address, verdict, Some(proof::line(answer)), replay.as_ref()),
    }
}

/// The words for a verdict, and all about its order.
pub(super) fn words(
    address: &Address,
    verdict: &Verdict,
    proof: Option<String>,
    replay: Option<&Replay<'_>>,
) -> String {
    let turns = replay.iter().flat_map(|replay| {
        let mut total = 0;
        replay.steps().iter().map(move |step| {
            total += step.kinds.total();
            let run = |run: Option<crate::order::Run>| {
                run.map_or(String::new(), |run| format!("{} {}", run.first, run.last))
            };
            let [row, column] = step.runs.map(run);
            let sentence = replay.sentence(step);
            Turn {
                number: step.turn,
                total,
                row,
                column,
                sentence,
            }
        })
    });
    let answer = Words {
        status: verdict.status(),
        claim: claim(address.sense, verdict),
        proof: proof.unwrap_or_default(),
        bonus: replay.map_or(0, |replay| replay.report().bonus),
        breakdown: replay.map(|replay| picture::plain(replay, &picture::BREAKDOWN)),
        order: replay.map(|replay| schema::numbers(&replay.order())),
        turns: turns.collect(),
    };
    answer.render().unwrap_or_default()
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
    proof: String,
    bonus: u32,
    breakdown: Option<String>,
    order: Option<Vec<usize>>,
    turns: Vec<Turn>,
}

struct Turn {
    number: usize,
    /// The points of this turn and all before it.
    total: u32,
    /// The first and the last cell of the run, or nothing.
    row: String,
    column: String,
    sentence: String,
}

#[derive(Template)]
#[template(path = "pages/explore/constraints.html")]
struct Constraints<'a> {
    root: &'a str,
    faults: &'a [String],
    initial: Vec<String>,
    constraints: Vec<Line>,
    clash: usize,
}

/// A constraint of the list.
struct Line {
    index: usize,
    words: String,
    faults: Vec<String>,
    clashes: bool,
    /// The address without it.
    without: String,
}

/// The list of constraints, each with a link to the page without it.
pub(super) fn constraints(root: &str, address: &Address, clash: &[usize]) -> String {
    let stated = address
        .instance
        .as_ref()
        .map(|instance| instance.constraints());
    let shown = address
        .constraints
        .iter()
        .enumerate()
        .map(|(index, written)| {
            let words = stated
                .and_then(|stated| stated.get(index))
                .map(ToString::to_string);
            Line {
                index,
                words: words.unwrap_or_else(|| format!("{} {}", written.flag, written.value)),
                faults: written.faults.clone(),
                clashes: clash.contains(&index),
                without: address.without(index),
            }
        });
    let initial = address.initial.iter().map(ToString::to_string);
    let list = Constraints {
        root,
        faults: &address.faults,
        initial: initial.collect(),
        constraints: shown.collect(),
        clash: clash.len(),
    };
    list.render().unwrap_or_default()
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
