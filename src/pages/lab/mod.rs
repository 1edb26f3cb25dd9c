//! The page *Lab*: the rows of a program for a small wall as a text that can be changed, with what becomes of the bound.
//!
//! The address holds the wall, the formulation and the changes. The text of the rows is compared with the library's own rows,
//! so that a link to a changed program is short.

mod change;
mod exercises;
mod frames;
mod pasted;
mod view;

use super::address::{Address, query};
use super::answer::{Answer, Cost, Response};
use super::layout::Layout;
use super::refusal::Refusal;
use super::registry::{Page, Part};
use super::request::{Request, Site};
use super::run::{Run, limited};
use crate::formulation::{Families, Family, Formulation, Kind as Formulated};
use crate::harmless::harmless;
use crate::instance::{Instance, Sense};
use crate::problem::Problem;
use crate::render::document::{formula_html, words_html};
use crate::rows::{RelaxError, question, relaxed};
use change::Change;
use exercises::{EXERCISES, Exercise, Task};
use schemars::JsonSchema;
use serde::Serialize;
use std::time::Duration;

pub(super) static PAGE: Page = Page {
    name: "Lab",
    path: "/lab",
    handler: lab,
    data: &[],
    parts: &[Part::post("relaxed", relax)],
};

/// The walls that the page offers. An address can have another one of so many cells.
const WALLS: [&str; 6] = ["1x2", "1x5", "2x2", "2x3", "2x4", "3x3"];

/// The largest wall, in cells.
const CELLS: usize = 9;

/// The most rows that are still a text to read.
const ROWS: usize = 700;

/// A program of so many rows is relaxed and solved in a fraction of a second.
const SOON: usize = 170;

/// A relaxation with all that is asked about it may take so long.
const TIME: Duration = Duration::from_secs(10);

/// The page: `page.html` writes it.
#[derive(Debug, Serialize)]
struct Lab {
    layout: Layout,
    /// Choices of the form: the programs that the Lab does not show cannot be chosen.
    walls: Vec<Offer>,
    kinds: [Offer; 3],
    families: Vec<(&'static str, bool)>,
    is_max: bool,
    query: String,
    /// The fields of the address that the form has no control for.
    constraints: Vec<(String, String)>,
    rows: String,
    exercise: Option<Task>,
    exercises: Vec<Task>,
    objective: String,
    /// Names of columns with what they state, as HTML.
    legend: Vec<(String, String)>,
}

/// A wall or a formulation of the form.
#[derive(Debug, Serialize)]
struct Offer {
    name: String,
    label: String,
    is_chosen: bool,
    /// Whether its program has more rows than the Lab shows.
    is_too_large: bool,
}

/// Whether a formulation of a wall, without constraints, has more rows than the Lab shows.
fn is_too_large(kind: Formulated, size: &str) -> bool {
    let wall = Address::read(&format!("size={size}")).instance;
    let written = wall.map(|wall| kind.formulate(&Problem::from(&wall), &Families::new()));
    !written.is_some_and(|written| {
        written.is_ok_and(|formulation| formulation.program().rows().len() <= ROWS)
    })
}

/// A program of the page: the wall, the formulation, and its rows as the library writes them.
struct BaseProgram {
    address: Address,
    instance: Instance,
    kind: Formulated,
    without: Families,
    formulation: Box<dyn Formulation>,
}

impl BaseProgram {
    fn read(text: &str) -> Result<Self, Refusal> {
        let text = match text.contains("size=") {
            true => text.to_owned(),
            false => format!("size=2x2&kind=case-study&{text}"),
        };
        let (address, instance) = Address::stated(&text)?;
        let (kind, without) = address.formulation()?;
        let problem = Problem::from(&instance);
        if problem.wall().len() > CELLS {
            let message = format!(
                "The Lab takes walls of at most {CELLS} cells, whose rows a person can read. Explore takes larger ones."
            );
            return Err(Refusal::wrong(message));
        }
        let formulation = kind.formulate(&problem, &without);
        let formulation = formulation.map_err(Refusal::wrong)?;
        let rows = formulation.program().rows().len();
        if rows > ROWS {
            let message = format!(
                "The {kind} formulation of this wall has {rows} rows, and the Lab shows at most {ROWS}. Take a smaller wall, or the ordering formulation."
            );
            return Err(Refusal::wrong(message));
        }
        Ok(Self {
            address,
            instance,
            kind,
            without,
            formulation,
        })
    }

    /// The exercise that the address names, which begins with this program.
    fn exercise(&self) -> Result<Option<&'static Exercise>, Refusal> {
        let Some(name) = self.address.other("exercise") else {
            return Ok(None);
        };
        let Some(exercise) = Exercise::named(name) else {
            let message = format!("exercise: there is no exercise {name}");
            return Err(Refusal::wrong(message));
        };
        let begun = Address::read(exercise.start);
        let own = (&self.kind, &self.without);
        let is_own = begun.instance.as_ref() == Some(&self.instance)
            && begun
                .formulation()
                .is_ok_and(|(kind, without)| (&kind, &without) == own);
        if !is_own {
            let start = exercise.start;
            let message = format!("The exercise {name} has another program: {start}");
            return Err(Refusal::wrong(message));
        }
        Ok(Some(exercise))
    }

    /// The address of the program with these changes.
    fn query(&self, change: &Change) -> String {
        let mut fields = self.address.fields();
        fields.push(("kind".into(), self.kind.name().into()));
        fields.extend(
            self.without
                .iter()
                .map(|family| ("without".into(), family.name().into())),
        );
        fields.extend(change.fields());
        let exercise = self.address.other("exercise");
        fields.extend(exercise.map(|name| ("exercise".into(), name.into())));
        query(&fields)
    }
}

fn lab(request: &Request) -> Result<Response, Refusal> {
    let base = BaseProgram::read(&request.query)?;
    let change = Change::of_address(&base.address);
    let wall = base.instance.wall();
    let size = format!("{}x{}", wall.rows(), wall.columns());
    let own = (!WALLS.contains(&&*size)).then(|| size.clone());
    let walls = WALLS.into_iter().map(String::from).chain(own);
    // The other formulations have no families.
    let families = Family::ALL
        .iter()
        .filter(|_| base.kind == Formulated::Ordering);
    let mut constraints = base.address.fields();
    constraints.retain(|(name, _)| name != "size" && name != "sense");
    let program = base.formulation.program();
    let description = base.formulation.describe(&Problem::from(&base.instance));
    let legend = description.columns.iter();
    let legend = legend.map(|kind| (formula_html(&kind.name), words_html(&kind.meaning)));
    let page = Lab {
        layout: Layout::new(&request.site.root, PAGE.path),
        walls: walls
            .map(|one| Offer {
                is_chosen: one == size,
                is_too_large: one != size && is_too_large(base.kind, &one),
                label: one.replace('x', "×"),
                name: one,
            })
            .collect(),
        kinds: Formulated::ALL.map(|kind| Offer {
            name: kind.name().into(),
            label: kind.name().into(),
            is_chosen: kind == base.kind,
            is_too_large: kind != base.kind && is_too_large(kind, &size),
        }),
        families: families
            .map(|family| (family.name(), base.without.contains(family)))
            .collect(),
        is_max: base.instance.sense() == Sense::Maximize,
        query: base.query(&change),
        constraints,
        rows: change.text(program),
        objective: program.formula(program.objective()),
        legend: legend.collect(),
        exercise: base.exercise()?.map(Task::of),
        exercises: EXERCISES.iter().map(Task::of).collect(),
    };
    Ok(Answer::page(&request.site, "pages/lab/page.html", &page)?.into())
}

/// The answer to the page about a program.
#[derive(Debug, JsonSchema, Serialize)]
pub(super) struct RelaxedRows {
    /// The address with the changes.
    query: String,
    /// The words about the program, unless a row cannot be read.
    html: Option<String>,
    /// The reason why a row cannot be read.
    fault: Option<String>,
    /// The row that cannot be read.
    row: Option<String>,
    /// Whether the exercise is done, if there is one.
    done: Option<bool>,
}

/// The relaxation of the program with the rows of the fields `line`, or with those of the address where there are none.
fn relax(request: &Request) -> Result<Response, Refusal> {
    let fields = request.fields();
    let base = BaseProgram::read(fields.one("query").unwrap_or_default())?;
    let program = base.formulation.program();
    let change = match fields.one("line") {
        Some(_) => {
            let wall = base.instance.wall();
            Change::of_lines(fields.all("line"), wall, &*base.formulation)
        }
        None => Change::of_address(&base.address),
    };
    let exercise = base.exercise()?;
    let cost = match program.rows().len() <= SOON {
        true => Cost::Small,
        false => Cost::Any,
    };
    let site = request.site.clone();
    Ok(Response::work(cost, move |run| {
        answer(run, &site, &base, &change, exercise)
    }))
}

fn answer(
    run: &Run,
    site: &Site,
    base: &BaseProgram,
    change: &Change,
    exercise: Option<&Exercise>,
) -> Result<Answer, Refusal> {
    let (_, control) = limited(run.control(), TIME);
    let program = base.formulation.program();
    let rows = change.question(base.kind, base.without.clone(), program);
    let found = match relaxed(&base.instance, &rows, &control, |_| ()) {
        Ok(found) => found,
        Err(error) => {
            return Answer::json(&RelaxedRows {
                query: base.query(change),
                html: None,
                fault: Some(fault(&error)?),
                row: row(&error, change).map(str::to_owned),
                done: None,
            });
        }
    };
    let instance = match exercise {
        Some(exercise) => exercise.instance(&base.instance),
        None => (!change.is_none()).then(|| base.instance.clone()),
    };
    let answer = match (&instance, found.program()) {
        (Some(instance), Some(program)) => Some(question(program, instance, &control)),
        _ => None,
    };
    let answer = answer.transpose().map_err(Refusal::wrong)?;
    let html = view::html(
        &site.templates,
        &found,
        instance.as_ref().zip(answer.as_ref()),
    )?;
    Answer::json(&RelaxedRows {
        query: base.query(change),
        html: Some(html),
        fault: None,
        row: None,
        done: exercise.map(|exercise| exercise.is_done(&found, answer.as_ref())),
    })
}

/// The row that is at fault.
fn row<'a>(error: &RelaxError, change: &'a Change) -> Option<&'a str> {
    match error {
        RelaxError::Row { given, .. } | RelaxError::TooMany { given } => {
            change.rows.get(*given).map(String::as_str)
        }
        _ => None,
    }
}

/// The fault of a text that is no program.
fn fault(error: &RelaxError) -> Result<String, Refusal> {
    let fault = match error {
        RelaxError::Row { .. } | RelaxError::TooMany { .. } | RelaxError::NoRow(_) => {
            format!("{error}.")
        }
        RelaxError::Unwritten(_) | RelaxError::Milp(_) | RelaxError::Solve(_) => {
            return Err(Refusal::wrong(error));
        }
    };
    Ok(harmless(&fault))
}
