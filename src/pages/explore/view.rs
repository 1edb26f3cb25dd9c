//! Parts of the page that change with the instance, each from its template.

use super::{live, reference, story, wall};
use crate::counted::counted;
use crate::instance::Sense;
use crate::order::Replay;
use crate::outcome::Verdict;
use crate::pages::address::{Address, ORDER};
use crate::pages::request::Site;
use crate::pages::run::Run;
use crate::render::proof;
use crate::schema;
use crate::solve::{Answer, Price, price, solve_soon};
use crate::web::{Serde, TemplateError, context};
use itertools::Itertools;
use schemars::JsonSchema;
use serde::Serialize;
use std::time::Duration;

/// Parts of an answer on the page.
#[derive(Debug, Default, JsonSchema, Serialize)]
pub(in crate::pages) struct AnswerView {
    pub(super) wall: String,
    /// The score, and what proves it.
    pub(super) answer: String,
    /// The controls that play the order turn by turn, and save and keep the wall.
    pub(super) replay: String,
    /// The reasons for its score.
    pub(super) story: String,
}

impl AnswerView {
    /// View of a wall without an answer.
    pub(super) fn empty(site: &Site, address: &Address) -> Result<Self, TemplateError> {
        Ok(Self {
            wall: wall::wall(&site.templates, address, None, &[])?,
            ..Self::default()
        })
    }
}

/// Time limit of the cost of constraints, beyond which a view has no cost.
const PRICE_TIME: Duration = Duration::from_millis(250);

/// Views for the page itself: the view of the wall, and the view of the reference wall beside it.
pub(super) fn first_views(
    run: &Run,
    site: &Site,
    address: &Address,
) -> Result<(AnswerView, Option<String>), TemplateError> {
    let instance = address.instance.as_ref();
    let answer = instance.and_then(|instance| solve_soon(instance, &live::settings(run)).ok());
    let (view, score) = match &answer {
        Some(answer) => (
            of_answer(run, site, address, answer)?,
            answer.outcome.verdict.score(),
        ),
        None => (AnswerView::empty(site, address)?, None),
    };
    Ok((view, reference::view(run, site, address, score)?))
}

/// View of an answer.
pub(super) fn of_answer(
    run: &Run,
    site: &Site,
    address: &Address,
    answer: &Answer,
) -> Result<AnswerView, TemplateError> {
    let settings = live::settings(run).within(Some(PRICE_TIME));
    let instance = address.instance.as_ref();
    let price = instance.and_then(|instance| price(instance, answer, &settings).ok().flatten());
    let verdict = &answer.outcome.verdict;
    of_verdict(site, address, verdict, Some(proof::line(answer)), price)
}

/// View of the score and the wall alone, for the reference wall.
pub(super) fn read_only(
    site: &Site,
    address: &Address,
    verdict: &Verdict,
) -> Result<AnswerView, TemplateError> {
    Ok(AnswerView {
        wall: wall::read_only(&site.templates, address, replay(address, verdict).as_ref())?,
        answer: claim_html(site, address, verdict, None, 0)?,
        ..AnswerView::default()
    })
}

/// Replay of the order of a verdict, if it has one.
fn replay<'a>(address: &'a Address, verdict: &Verdict) -> Option<Replay<'a>> {
    let (instance, best) = address.instance.as_ref().zip(verdict.solution())?;
    Replay::new(instance, &best.order).ok()
}

/// View with all parts; `proof` and `price` where they are known.
pub(super) fn of_verdict(
    site: &Site,
    address: &Address,
    verdict: &Verdict,
    proof: Option<String>,
    price: Option<Price>,
) -> Result<AnswerView, TemplateError> {
    let replay = replay(address, verdict);
    let bonus = replay.as_ref().map_or(0, |replay| replay.report().bonus);
    let mut view = AnswerView {
        wall: wall::wall(&site.templates, address, replay.as_ref(), &[])?,
        answer: claim_html(site, address, verdict, proof, bonus)?,
        ..AnswerView::default()
    };
    if let Some(replay) = &replay {
        view.replay = replay_controls(site, address, replay)?;
        view.story = story::story(&site.templates, replay, price)?;
    }
    Ok(view)
}

/// HTML of the controls that play an order turn by turn.
fn replay_controls(
    site: &Site,
    address: &Address,
    replay: &Replay<'_>,
) -> Result<String, TemplateError> {
    let order = replay.order().numbers().into_iter();
    let query = format!("{}&{ORDER}={}", address.query(), order.format("."));
    let controls = context! {
        root => &site.root,
        // The address with this wall as the reference wall.
        keep => address.with_reference(Some(&query)),
        turns => replay.steps().len(),
    };
    site.templates
        .render("pages/explore/replay.html", &controls)
}

/// Claim about the best score: a score, and the words behind it.
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

/// HTML of the best score and its proof.
fn claim_html(
    site: &Site,
    address: &Address,
    verdict: &Verdict,
    proof: Option<String>,
    bonus: u32,
) -> Result<String, TemplateError> {
    let (status, claim) = (verdict.status(), Serde(claim(address.sense, verdict)));
    let words = context! { status, claim, proof, bonus };
    site.templates.render("pages/explore/answer.html", &words)
}

/// HTML of the instance as a link, as a command line and as JSON.
pub(super) fn share(site: &Site, address: &Address) -> Result<String, TemplateError> {
    let share = context! {
        root => &site.root,
        query => address.query(),
        command => address.command("solve"),
        json => address.instance.as_ref().map(schema::pretty),
    };
    site.templates.render("pages/explore/share.html", &share)
}
