//! The page *Explore*: a wall, a sense and constraints, with the best order as it is found.
//!
//! The address holds the whole instance. The page follows it: a run solves it and tells what it finds.

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
use super::fields::wrong;
use super::layout::Layout;
use super::refusal::Refusal;
use super::registry::{Page, Part};
use super::request::{Request, Site};
use super::run::Run;
use crate::formulation::{Family, Kind as Formulated};
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

/// The page waits so long for an answer to be shown with it, for browsers without scripts and for links.
const FIRST: Duration = Duration::from_millis(250);

/// The page: `page.html` writes it.
#[derive(Debug, Serialize)]
struct Explore<'a> {
    layout: Layout,
    /// The longest side of a wall.
    side: u64,
    rows: usize,
    columns: usize,
    is_max: bool,
    /// The number of turns as a field of a form has it, empty where nothing is said.
    turns: String,
    has_bonus: bool,
    /// The query of the reference wall.
    reference_query: Option<&'a str>,
    /// Whether the address names a formulation.
    has_kind: bool,
    /// The fields that the form has no control for.
    hidden: Vec<(String, String)>,
    /// The rules that people can ask for, and questions to begin with.
    rules: Vec<Rule>,
    examples: Vec<Card>,
    /// The constraints on a cell that its menu offers.
    choices: Vec<Choice>,
    formulations: [&'static str; 3],
    /// Names of families of cuts, each with what it does.
    families: Vec<(&'static str, &'static str)>,
    query: String,
    constraints: String,
    answer: AnswerView,
    reference: Option<String>,
    share: String,
}

/// A rule: its picture, its name, what it says, and whether the address has it.
#[derive(Debug, Serialize)]
struct Rule {
    picture: pictogram::Picture,
    name: &'static str,
    says: &'static str,
    on: bool,
}

/// The fields of an address that the form has no control for.
fn hidden(address: &Address) -> Vec<(String, String)> {
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
    let nothing = AnswerView::nothing(&request.site, &address)?;
    let without = page(&request.site, &address, nothing, None)?;
    let work = move |run: &Run| {
        let (answer, reference) = view::first(run, &site, &address)?;
        page(&site, &address, answer, reference)
    };
    Ok(Response::Attempt(FIRST, Box::new(work), without))
}

/// The page with what is known.
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
            on: address.constraints.iter().any(|one| one.value == kind.name),
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
        has_kind: address.other("kind").is_some(),
        hidden: hidden(address),
        rules: rules.collect(),
        examples: examples::cards().collect(),
        choices: Choice::all().collect(),
        formulations: Formulated::ALL.map(Formulated::name),
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

/// Solves the instance of the address by the method that it names, if any, and tells what is found.
fn follow(request: &Request) -> Result<Response, Refusal> {
    let (address, site) = (Address::read(&request.query), request.site.clone());
    let method = address.other("method").map(method).transpose()?;
    let instance = address.instance.as_ref();
    let cost = instance.map_or(Cost::Small, |instance| cost(instance, live::SOON));
    Ok(Response::events(cost, move |run| {
        live::follow(run, &site, &address, method);
    }))
}

/// The methods that a run can be asked for: those that keep to its time and its memory.
const METHODS: [Method; 4] = [
    Method::Ordering,
    Method::Dense,
    Method::Backward,
    Method::Frontier,
];

fn method(name: &str) -> Result<Method, Refusal> {
    let known = METHODS.into_iter().find(|method| method.name() == name);
    known.ok_or_else(|| wrong("method", name))
}

fn instance(request: &Request) -> Result<Response, Refusal> {
    Ok(Answer::Json(schema::pretty(&Address::stated(&request.query)?.1)).into())
}

/// How many orders are optimal, in decimal digits.
#[derive(Debug, JsonSchema, Serialize)]
pub(super) struct OrderCount {
    orders: Option<String>,
}

/// How many orders are optimal, where that is known soon.
fn count(request: &Request) -> Result<Response, Refusal> {
    small(request, |run, _, address, instance| {
        let orders = count::optimal_orders(run, address, instance);
        Answer::json(&OrderCount { orders })
    })
}

/// An optimal order drawn at random, by its seed.
fn order(request: &Request) -> Result<Response, Refusal> {
    small(request, |run, site, address, instance| {
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
    small(request, |run, site, address, instance| {
        let html = questions::view(run, site, address, instance)?;
        Answer::json(&QuestionAnswer { html })
    })
}

/// The wall that is kept beside another one.
#[derive(Debug, JsonSchema, Serialize)]
pub(super) struct OtherWall {
    html: Option<String>,
}

/// The reference wall of the address, and what is between the two where the address says how much the first one scored.
fn reference(request: &Request) -> Result<Response, Refusal> {
    let address = Address::read(&request.query);
    let scored = address.other("scored").map(str::parse).transpose();
    let scored = scored.map_err(|_| Refusal::wrong("scored: use a whole number"))?;
    let other = reference::address(&address).and_then(|other| other.instance);
    let cost = other.map_or(Cost::Small, |instance| cost(&instance, live::SOON));
    let site = request.site.clone();
    Ok(Response::work(cost, move |run| {
        let html = reference::view(run, &site, &address, scored)?;
        Answer::json(&OtherWall { html })
    }))
}

/// The part of a formulation about a cell, and its relaxation.
fn formulation(request: &Request) -> Result<Response, Refusal> {
    small(request, |run, site, address, instance| {
        Answer::json(&formulation::view(run, site, address, instance)?)
    })
}

fn lp(request: &Request) -> Result<Response, Refusal> {
    model(request, FileFormat::Lp, "azulejo.lp")
}

fn mps(request: &Request) -> Result<Response, Refusal> {
    model(request, FileFormat::Mps, "azulejo.mps")
}

/// The program as a model file with this name.
fn model(request: &Request, format: FileFormat, name: &'static str) -> Result<Response, Refusal> {
    small(request, move |run, _, address, instance| {
        let text = formulation::file(run, address, instance, format)?;
        Ok(Answer::File { name, text })
    })
}

/// Work on the instance of the address, which costs little where the instance is small.
fn small(
    request: &Request,
    work: impl FnOnce(&Run, &Site, &Address, &Instance) -> Result<Answer, Refusal> + Send + 'static,
) -> Result<Response, Refusal> {
    let (address, instance) = Address::stated(&request.query)?;
    let (cost, site) = (cost(&instance, SMALL), request.site.clone());
    Ok(Response::work(cost, move |run| {
        work(run, &site, &address, &instance)
    }))
}

/// Walls with at most so many empty cells cost little, whatever is asked of them.
const SMALL: usize = 16;

/// The cost of work on an instance that is small with so many empty cells.
fn cost(instance: &Instance, small: usize) -> Cost {
    match Problem::from(instance).free_len() <= small {
        true => Cost::Small,
        false => Cost::Any,
    }
}
