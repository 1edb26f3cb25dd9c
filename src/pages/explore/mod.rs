//! The page *Explore*: a wall, a sense and constraints, with the best order during the search.
//!
//! The address holds the whole instance. A run solves the instance and sends its findings as events.

mod count;
mod examples;
mod formulation;
mod fractions;
mod live;
mod marks;
mod pictogram;
mod question;
mod questions;
mod reference;
mod story;
mod view;
mod wall;

use super::SIDE;
use super::address::Address;
use super::answer::{Answer, Cost, Response};
use super::fields::invalid_value;
use super::layout::Layout;
use super::refusal::Refusal;
use super::registry::{Page, Part};
use super::request::{Request, Site};
use super::run::Run;
use crate::formulation::{Family, Kind as FormulationKind};
use crate::instance::{ConstraintSpec, Flag, Instance, KINDS, Sense};
use crate::problem::Problem;
use crate::render::model_file::FileFormat;
use crate::schema;
use crate::solve::Method;
use crate::wall::Bonus;
use crate::web::{Serde, context};
pub(super) use formulation::FormulationView;
use itertools::Itertools;
pub(super) use live::{BetterOrder, Conflict, ExploreAnswer, Moment, StatedQuestion};
use marks::Choice;
use schemars::JsonSchema;
use serde::Serialize;
use std::time::Duration;
pub(super) use view::AnswerView;

pub(super) static PAGE: Page = Page {
    name: "Explore",
    path: "/explore",
    handler: explore,
    data: &[],
    parts: &[
        Part::get("run", follow),
        Part::get("instance.json", instance),
        Part::get("count", count),
        Part::get("order", order),
        Part::get("kept", reference),
        Part::get("questions", questions),
        Part::get("formulation", formulation),
        Part::get("model.lp", lp),
        Part::get("model.mps", mps),
    ],
};

/// Time limit of an answer within the page itself, for browsers without scripts and for links.
const FIRST_ANSWER_TIME: Duration = Duration::from_millis(250);

/// Fields of an address without a control in the form.
fn hidden_fields(address: &Address) -> Vec<(String, String)> {
    let controls = ["size", "sense", "turns", "bonus", "rule"];
    let fields = address.fields().into_iter();
    let fields = fields.filter(|(name, _)| !controls.contains(&name.as_str()));
    let reference = address.reference();
    fields
        .chain(reference.map(|query| ("kept".into(), query.into())))
        .collect()
}

fn explore(request: &Request) -> Result<Response, Refusal> {
    let address = Address::read(&request.query);
    let site = request.site.clone();
    let empty = AnswerView::empty(&request.site, &address)?;
    let fallback = page(&request.site, &address, empty, None)?;
    let work = move |run: &Run| {
        let (answer, reference) = view::first_views(run, &site, &address)?;
        page(&site, &address, answer, reference)
    };
    Ok(Response::Attempt(
        FIRST_ANSWER_TIME,
        Box::new(work),
        fallback,
    ))
}

/// Page with an answer and a reference wall, as far as they are known.
fn page(
    site: &Site,
    address: &Address,
    answer: AnswerView,
    reference: Option<String>,
) -> Result<Answer, Refusal> {
    let rules = KINDS.iter();
    let rules = rules.filter(|kind| matches!(kind.flag, Flag::Rule { .. }));
    let rules = rules.map(|kind| {
        let spec = ConstraintSpec::new(kind, Vec::new());
        let picture = pictogram::of_constraint(address.wall, spec.as_ref());
        let mut fields = address.constraints.iter();
        context! {
            picture => Serde(picture),
            name => kind.name,
            says => kind.sentence,
            // Whether the address has the rule.
            on => fields.any(|field| field.value == kind.name),
        }
    });
    let families = Family::ALL.iter();
    let families = families.map(|family| (family.name(), family.help()));
    let page = context! {
        layout => Serde(Layout::new(&site.root, PAGE.path)),
        side => SIDE,
        rows => address.wall.rows(),
        columns => address.wall.columns(),
        is_max => address.sense == Sense::Maximize,
        // The number of turns for the field of the form; empty where the address has none.
        turns => address.turns.map_or(String::new(), |turns| turns.to_string()),
        has_bonus => address.bonus != Bonus::default(),
        reference_query => address.reference(),
        has_kind => address.page_field("kind").is_some(),
        hidden => Serde(hidden_fields(address)),
        rules => Serde(rules.collect_vec()),
        examples => Serde(examples::cards().collect_vec()),
        choices => Serde(Choice::all().collect_vec()),
        formulations => Serde(FormulationKind::ALL.map(FormulationKind::name)),
        families => Serde(families.collect_vec()),
        query => address.query(),
        constraints => question::constraints(site, address, &[])?,
        answer => Serde(answer),
        reference,
        share => view::share(site, address)?,
    };
    Answer::page(site, "pages/explore/page.html", &page)
}

/// Run that solves the instance of the address, by the method of the address, if any.
fn follow(request: &Request) -> Result<Response, Refusal> {
    let (address, site) = (Address::read(&request.query), request.site.clone());
    let method = address.page_field("method").map(method).transpose()?;
    let instance = address.instance.as_ref();
    let cost = instance.map_or(Cost::Small, |instance| cost(instance, live::SMALL_WALL));
    Ok(Response::events(cost, move |run| {
        if let Err(fault) = live::follow(run, &site, &address, method) {
            run.fail(&fault.to_string());
        }
    }))
}

/// Methods of a run: they keep to its time and its memory.
const METHODS: [Method; 4] = [
    Method::Ordering,
    Method::Dense,
    Method::Backward,
    Method::Frontier,
];

fn method(name: &str) -> Result<Method, Refusal> {
    let method = METHODS.into_iter().find(|method| method.name() == name);
    method.ok_or_else(|| invalid_value("method", name))
}

fn instance(request: &Request) -> Result<Response, Refusal> {
    Ok(Answer::Json(schema::pretty(&Address::with_instance(&request.query)?.1)).into())
}

/// How many orders are optimal, in decimal digits.
#[derive(Debug, JsonSchema, Serialize)]
pub(super) struct OrderCount {
    orders: Option<String>,
}

/// Number of optimal orders, within a time limit.
fn count(request: &Request) -> Result<Response, Refusal> {
    work_on_instance(request, |run, _, address, instance| {
        let orders = count::optimal_order_count(run, address, instance);
        Answer::json(&OrderCount { orders })
    })
}

/// Random optimal order, by its seed.
fn order(request: &Request) -> Result<Response, Refusal> {
    work_on_instance(request, |run, site, address, instance| {
        Answer::json(&count::sample(run, site, address, instance)?)
    })
}

/// The answer to a question beside the best order.
#[derive(Debug, JsonSchema, Serialize)]
pub(super) struct QuestionAnswer {
    html: String,
}

/// The best score by number of tiles or without each cell, or the orders near the best one.
fn questions(request: &Request) -> Result<Response, Refusal> {
    work_on_instance(request, |run, site, address, instance| {
        let html = questions::view(run, site, address, instance)?;
        Answer::json(&QuestionAnswer { html })
    })
}

/// The wall that is kept beside another one.
#[derive(Debug, JsonSchema, Serialize)]
pub(super) struct OtherWall {
    html: Option<String>,
}

/// Reference wall of the address, and the difference of the scores where the address has the score of the first wall.
fn reference(request: &Request) -> Result<Response, Refusal> {
    let address = Address::read(&request.query);
    let score = address.page_field("scored").map(str::parse).transpose();
    let score = score.map_err(|_| Refusal::wrong("scored: use a whole number"))?;
    let instance = reference::address(&address).and_then(|reference| reference.instance);
    let cost = instance.map_or(Cost::Small, |instance| cost(&instance, live::SMALL_WALL));
    let site = request.site.clone();
    Ok(Response::work(cost, move |run| {
        let html = reference::view(run, &site, &address, score)?;
        Answer::json(&OtherWall { html })
    }))
}

/// Part of a formulation about a cell, and its relaxation.
fn formulation(request: &Request) -> Result<Response, Refusal> {
    work_on_instance(request, |run, site, address, instance| {
        Answer::json(&formulation::view(run, site, address, instance)?)
    })
}

fn lp(request: &Request) -> Result<Response, Refusal> {
    model(request, FileFormat::Lp, "azulejo.lp")
}

fn mps(request: &Request) -> Result<Response, Refusal> {
    model(request, FileFormat::Mps, "azulejo.mps")
}

/// Program as a model file with a name.
fn model(request: &Request, format: FileFormat, name: &'static str) -> Result<Response, Refusal> {
    work_on_instance(request, move |run, _, address, instance| {
        let text = formulation::file(run, address, instance, format)?;
        Ok(Answer::File { name, text })
    })
}

/// Work on the instance of the address, whose cost depends on the size of the instance.
fn work_on_instance(
    request: &Request,
    work: impl FnOnce(&Run, &Site, &Address, &Instance) -> Result<Answer, Refusal> + Send + 'static,
) -> Result<Response, Refusal> {
    let (address, instance) = Address::with_instance(&request.query)?;
    let (cost, site) = (cost(&instance, SMALL_INSTANCE), request.site.clone());
    Ok(Response::work(cost, move |run| {
        work(run, &site, &address, &instance)
    }))
}

/// Most empty cells of an instance whose work costs little.
const SMALL_INSTANCE: usize = 16;

/// Cost of work on an instance; `limit` is the most empty cells for a small cost.
fn cost(instance: &Instance, limit: usize) -> Cost {
    match Problem::from(instance).free_len() <= limit {
        true => Cost::Small,
        false => Cost::Any,
    }
}
