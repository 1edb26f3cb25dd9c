//! The page *Explore*: a wall, a sense and constraints, with the best order as it is found.
//!
//! The address holds the whole instance. The page follows it: a run solves it and tells what it finds.

mod address;
mod counted;
mod formulation;
mod fractions;
mod live;
mod told;
mod wall;

use super::answer::{Answer, Asked, Cost};
use super::fields::wrong;
use super::layout::Layout;
use super::refusal::Refusal;
use super::registry::{Page, Part};
use super::request::Request;
use super::{SIDE, run};
use crate::formulation::{Family, Kind as Formulated};
use crate::instance::{Flag, Instance, KINDS, Sense};
use crate::problem::Problem;
use crate::render::model_file::FileFormat;
use crate::schema;
use crate::solve::Method;
use address::Address;
use askama::Template;
use serde::Serialize;
use std::time::Duration;

pub(super) static PAGE: Page = Page {
    name: "Explore",
    path: "/explore",
    shown: explore,
    parts: &[
        Part::get("run", follow),
        Part::get("instance.json", instance),
        Part::get("count", count),
        Part::get("order", order),
        Part::get("formulation", formulated),
        Part::get("model.lp", lp),
        Part::get("model.mps", mps),
    ],
};

/// The page waits so long for an answer to be shown with it, for browsers without scripts and for links.
const FIRST: Duration = Duration::from_millis(250);

#[derive(Template)]
#[template(path = "pages/explore/page.html")]
struct Explore {
    layout: Layout,
    side: u64,
    address: Address,
    /// The rules, their help, and whether the address has them.
    rules: Vec<(&'static str, &'static str, bool)>,
    formulations: [Formulated; 3],
    families: &'static [Family],
    query: String,
    wall: String,
    constraints: String,
    answer: String,
    share: String,
}

impl Explore {
    /// The value of a field of a form, empty where nothing is said.
    fn turns(&self) -> String {
        self.address
            .turns
            .map_or(String::new(), |turns| turns.to_string())
    }

    fn is_max(&self) -> bool {
        self.address.sense == Sense::Maximize
    }

    /// The fields that the form has no control for.
    fn hidden(&self) -> Vec<(String, String)> {
        let shown = ["size", "sense", "turns", "bonus", "rule"];
        let fields = self.address.fields().into_iter();
        fields
            .filter(|(name, _)| !shown.contains(&name.as_str()))
            .collect()
    }
}

fn explore(request: &Request) -> Result<Asked, Refusal> {
    let address = Address::read(&request.query);
    let (asked, root) = (address.clone(), request.root.clone());
    let without = shown(&request.root, &address, told::Shown::nothing(&address))?;
    let work = move |run: &run::Run| shown(&root, &asked, told::first(run, &asked));
    Ok(Asked::Soon(FIRST, Box::new(work), without))
}

/// The page with what is known.
fn shown(root: &str, address: &Address, known: told::Shown) -> Result<Answer, Refusal> {
    let told::Shown { wall, answer } = known;
    let rules = KINDS.iter().filter_map(|kind| match kind.flag {
        Flag::Rule { help } => {
            let is_there = address.constraints.iter().any(|one| one.value == kind.name);
            Some((kind.name, help, is_there))
        }
        Flag::Own { .. } => None,
    });
    Answer::page(&Explore {
        layout: Layout::new(root, PAGE.path),
        side: SIDE,
        rules: rules.collect(),
        formulations: Formulated::ALL,
        families: Family::ALL,
        query: address.query(),
        wall,
        constraints: told::constraints(root, address, &[]),
        answer,
        share: told::share(root, address),
        address: address.clone(),
    })
}

/// Solves the instance of the address by the method that it names, if any, and tells what is found.
fn follow(request: &Request) -> Result<Asked, Refusal> {
    let (address, root) = (Address::read(&request.query), request.root.clone());
    let method = address.other("method").map(method).transpose()?;
    let instance = address.instance.as_ref();
    let cost = instance.map_or(Cost::Small, |instance| cost(instance, live::SOON));
    Ok(Asked::events(cost, move |run| {
        live::follow(run, &root, &address, method);
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

fn instance(request: &Request) -> Result<Asked, Refusal> {
    Ok(Answer::Json(schema::pretty(&stated(request)?.1)).into())
}

/// How many orders are optimal, in decimal digits.
#[derive(Debug, Serialize)]
struct Counted {
    orders: Option<String>,
}

/// How many orders are optimal, where that is known soon.
fn count(request: &Request) -> Result<Asked, Refusal> {
    small(request, |run, address, instance| {
        let orders = counted::quickly(run, address, instance);
        Answer::json(&Counted { orders })
    })
}

/// An optimal order drawn at random, by its seed.
fn order(request: &Request) -> Result<Asked, Refusal> {
    small(request, |run, address, instance| {
        Answer::json(&counted::drawn(run, address, instance)?)
    })
}

/// What a formulation says of a cell, and its relaxation.
fn formulated(request: &Request) -> Result<Asked, Refusal> {
    small(request, |run, address, instance| {
        Answer::json(&formulation::shown(run, address, instance)?)
    })
}

fn lp(request: &Request) -> Result<Asked, Refusal> {
    small(request, |run, address, instance| {
        let text = formulation::file(run, address, instance, FileFormat::Lp)?;
        let name = "azulejo.lp";
        Ok(Answer::File { name, text })
    })
}

fn mps(request: &Request) -> Result<Asked, Refusal> {
    small(request, |run, address, instance| {
        let text = formulation::file(run, address, instance, FileFormat::Mps)?;
        let name = "azulejo.mps";
        Ok(Answer::File { name, text })
    })
}

/// Work on the instance of the address, which costs little where the instance is small.
fn small(
    request: &Request,
    work: impl FnOnce(&run::Run, &Address, &Instance) -> Result<Answer, Refusal> + Send + 'static,
) -> Result<Asked, Refusal> {
    let (address, instance) = stated(request)?;
    let cost = cost(&instance, SMALL);
    Ok(Asked::work(cost, move |run| work(run, &address, &instance)))
}

/// Walls with at most so many empty cells cost little, whatever is asked of them.
const SMALL: usize = 16;

/// What it costs to work on an instance that is small with so many empty cells.
fn cost(instance: &Instance, small: usize) -> Cost {
    match Problem::from(instance).free_len() <= small {
        true => Cost::Small,
        false => Cost::Any,
    }
}

/// The instance of an address, or all that is wrong with it.
fn stated(request: &Request) -> Result<(Address, Instance), Refusal> {
    let address = Address::read(&request.query);
    if let Some(instance) = address.instance.clone() {
        return Ok((address, instance));
    }
    let single = address.constraints.iter().flat_map(|one| {
        let faults = one.faults.iter();
        faults.map(move |fault| format!("{} {}: {fault}", one.flag, one.value))
    });
    let faults: Vec<String> = address.faults.iter().cloned().chain(single).collect();
    Err(Refusal::wrong(faults.join("; ")))
}
