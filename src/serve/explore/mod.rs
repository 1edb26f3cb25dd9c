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

use super::answers::{file, json, page};
use super::client::Client;
use super::pages::{Layout, Page};
use super::refusal::Refusal;
use super::shares::Cost;
use super::{App, Limits};
use crate::formulation::{Family, Kind as Formulated};
use crate::instance::{Flag, Instance, KINDS, Sense};
use crate::problem::Problem;
use crate::schema;
use address::Address;
use askama::Template;
use axum::extract::{RawQuery, State};
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use serde_json::json;
use std::time::Duration;

pub(super) static PAGE: Page = Page {
    name: "Explore",
    path: "/explore",
    shown: || get(explore),
    parts: &[
        ("run", || get(run)),
        ("instance.json", || get(instance)),
        ("count", || get(count)),
        ("order", || get(order)),
        ("formulation", || get(formulated)),
        ("model.lp", || get(lp)),
        ("model.mps", || get(mps)),
    ],
};

/// The page waits so long for an answer to be shown with it, for browsers without scripts and for links.
const FIRST: Duration = Duration::from_millis(250);

#[derive(Template)]
#[template(path = "serve/explore/page.html")]
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

async fn explore(
    State(app): State<App>,
    client: Client,
    RawQuery(query): RawQuery,
) -> Result<Html<String>, Refusal> {
    let address = Address::read(&query.unwrap_or_default());
    let asked = address.clone();
    let shown = app
        .runs
        .at_once(client, FIRST, move |run| told::first(run, &asked))
        .await;
    let told::Shown { wall, answer } = shown.unwrap_or_else(|| told::Shown::nothing(&address));
    let rules = KINDS.iter().filter_map(|kind| match kind.flag {
        Flag::Rule { help } => {
            let is_there = address.constraints.iter().any(|one| one.value == kind.name);
            Some((kind.name, help, is_there))
        }
        Flag::Own { .. } => None,
    });
    page(&Explore {
        layout: Layout::new(PAGE.path),
        side: Limits::SIDE,
        rules: rules.collect(),
        formulations: Formulated::ALL,
        families: Family::ALL,
        query: address.query(),
        wall,
        constraints: told::constraints(&address, &[]),
        answer,
        share: told::share(&address),
        address,
    })
}

/// Solves the instance of the address, and tells what is found.
async fn run(
    State(app): State<App>,
    client: Client,
    RawQuery(query): RawQuery,
) -> Result<Response, Refusal> {
    let address = Address::read(&query.unwrap_or_default());
    let instance = address.instance.as_ref();
    let cost = instance.map_or(Cost::Small, |instance| cost(instance, live::SOON));
    app.runs
        .stream(client, cost, move |run| live::follow(run, &address))
}

async fn instance(RawQuery(query): RawQuery) -> Result<Response, Refusal> {
    Ok(json(schema::pretty(&stated(query)?.1)))
}

/// How many orders are optimal, where that is known soon.
async fn count(
    State(app): State<App>,
    client: Client,
    RawQuery(query): RawQuery,
) -> Result<Response, Refusal> {
    let (address, instance) = stated(query)?;
    let orders = app.runs.answer(client, cost(&instance, SMALL), move |run| {
        counted::quickly(run, &address, &instance)
    });
    Ok(axum::Json(json!({"orders": orders.await?})).into_response())
}

/// An optimal order drawn at random, by its seed.
async fn order(
    State(app): State<App>,
    client: Client,
    RawQuery(query): RawQuery,
) -> Result<Response, Refusal> {
    let (address, instance) = stated(query)?;
    let drawn = app.runs.answer(client, cost(&instance, SMALL), move |run| {
        counted::drawn(run, &address, &instance)
    });
    Ok(axum::Json(drawn.await??).into_response())
}

/// What a formulation says of a cell, and its relaxation.
async fn formulated(
    State(app): State<App>,
    client: Client,
    RawQuery(query): RawQuery,
) -> Result<Response, Refusal> {
    let (address, instance) = stated(query)?;
    let shown = app.runs.answer(client, cost(&instance, SMALL), move |run| {
        formulation::shown(run, &address, &instance)
    });
    Ok(axum::Json(shown.await??).into_response())
}

async fn lp(
    State(app): State<App>,
    client: Client,
    RawQuery(query): RawQuery,
) -> Result<Response, Refusal> {
    use crate::render::model_file::FileFormat::Lp;
    let (address, instance) = stated(query)?;
    let text = app.runs.answer(client, cost(&instance, SMALL), move |run| {
        formulation::file(run, &address, &instance, Lp)
    });
    Ok(file("azulejo.lp", text.await??))
}

async fn mps(
    State(app): State<App>,
    client: Client,
    RawQuery(query): RawQuery,
) -> Result<Response, Refusal> {
    use crate::render::model_file::FileFormat::Mps;
    let (address, instance) = stated(query)?;
    let text = app.runs.answer(client, cost(&instance, SMALL), move |run| {
        formulation::file(run, &address, &instance, Mps)
    });
    Ok(file("azulejo.mps", text.await??))
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
fn stated(query: Option<String>) -> Result<(Address, Instance), Refusal> {
    let address = Address::read(&query.unwrap_or_default());
    match address.instance.clone() {
        Some(instance) => Ok((address, instance)),
        None => {
            let single = address.constraints.iter();
            let single = single.flat_map(|one| {
                one.faults
                    .iter()
                    .map(move |fault| format!("{} {}: {fault}", one.flag, one.value))
            });
            let faults: Vec<String> = address.faults.iter().cloned().chain(single).collect();
            Err(Refusal::new(
                StatusCode::UNPROCESSABLE_ENTITY,
                faults.join("; "),
            ))
        }
    }
}
