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
use examples::Card;
pub(super) use formulation::FormulationView;
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

/// Page, written by `page.html`.
#[derive(Debug, Serialize)]
struct Explore<'a> {
    layout: Layout,
    /// Longest side of a wall.
    side: u64,
    rows: usize,
    columns: usize,
    is_max: bool,
    /// Number of turns for the field of the form; empty where the address has none.
    turns: String,
    has_bonus: bool,
    /// Query of the reference wall.
    reference_query: Option<&'a str>,
    /// Whether the address names a formulation.
    has_kind: bool,
    /// Fields without a control in the form.
    hidden: Vec<(String, String)>,
    /// Rules to choose, and examples.
    rules: Vec<Rule>,
    examples: Vec<Card>,
    /// Constraints on a cell in its menu.
    choices: Vec<Choice>,
    formulations: [&'static str; 3],
    /// Names of families of cuts, each with its effect.
    families: Vec<(&'static str, &'static str)>,
    query: String,
    constraints: String,
    answer: AnswerView,
    reference: Option<String>,
    share: String,
}

/// Rule: its picture, its name, its sentence, and whether the address has it.
#[derive(Debug, Serialize)]
struct Rule {
    picture: pictogram::Picture,
    name: &'static str,
    says: &'static str,
    on: bool,
}

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
    let rules = KINDS.iter().filter_map(|kind| match kind.flag {
        Flag::Rule { .. } => Some(Rule {
            picture: pictogram::of_constraint(
                address.wall,
                ConstraintSpec::new(kind, Vec::new()).as_ref(),
            ),
            name: kind.name,
            says: kind.sentence,
            on: address
                .constraints
                .iter()
                .any(|constraint| constraint.value == kind.name),
        }),
        Flag::Own { .. } => None,
    });
    let page = Explore {
        layout: Layout::new(&site.root, PAGE.path),
        side: SIDE,
        rows: address.wall.rows(),
        columns: address.wall.columns(),
        is_max: address.sense == Sense::Maximize,
        turns: address
            .turns
            .map_or(String::new(), |turns| turns.to_string()),
        has_bonus: address.bonus != Bonus::default(),
        reference_query: address.reference(),
        has_kind: address.page_field("kind").is_some(),
        hidden: hidden_fields(address),
        rules: rules.collect(),
        examples: examples::cards().collect(),
        choices: Choice::all().collect(),
        formulations: FormulationKind::ALL.map(FormulationKind::name),
        families: Family::ALL
            .iter()
            .map(|family| (family.name(), family.help()))
            .collect(),
        query: address.query(),
        constraints: question::constraints(site, address, &[])?,
        answer,
        reference,
        share: view::share(site, address)?,
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
        live::follow(run, &site, &address, method);
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
