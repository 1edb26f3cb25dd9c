//! The page *Lab*: the rows of a program for a small wall as a text to change, with the bound after the changes.
//!
//! The address holds the wall, the formulation and the changes from the library's own rows,
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
use super::run::{Run, time_limit};
use crate::formulation::{Families, Family, Formulation, Kind as FormulationKind};
use crate::harmless::harmless;
use crate::instance::{Instance, Sense};
use crate::problem::Problem;
use crate::render::document::{formula_html, words_html};
use crate::rows::{RelaxError, question, relaxed};
use crate::web::{Serde, context};
use change::Change;
use exercises::{EXERCISES, Exercise, Task};
use itertools::Itertools;
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

/// Walls of the form. An address can have another wall.
const WALLS: [&str; 6] = ["1x2", "1x5", "2x2", "2x3", "2x4", "3x3"];

/// Most cells of a wall.
const CELLS: usize = 9;

/// Most rows that a person can read as a text.
const ROWS: usize = 700;

/// Most rows of a program whose relaxation and solution take a fraction of a second.
const QUICK_ROWS: usize = 170;

/// Time limit of a relaxation with all questions about it.
const TIME_LIMIT: Duration = Duration::from_secs(10);

/// Choice of a wall or of a formulation; a choice with too many rows is disabled.
#[derive(Debug, Serialize)]
struct Offer {
    name: String,
    label: String,
    is_chosen: bool,
    /// Whether the program has more rows than the Lab shows.
    is_too_large: bool,
}

/// Whether a formulation of a wall, without constraints, has more rows than the Lab shows.
fn is_too_large(kind: FormulationKind, size: &str) -> bool {
    let wall = Address::read(&format!("size={size}")).instance;
    let formulation = wall.map(|wall| kind.formulate(&Problem::from(&wall), &Families::new()));
    !formulation.is_some_and(|formulation| {
        formulation.is_ok_and(|formulation| formulation.program().rows().len() <= ROWS)
    })
}

/// Program without changes: the wall, the formulation, and the library's own rows.
struct BaseProgram {
    address: Address,
    instance: Instance,
    kind: FormulationKind,
    without: Families,
    formulation: Box<dyn Formulation>,
}

impl BaseProgram {
    fn read(text: &str) -> Result<Self, Refusal> {
        let text = match text.contains("size=") {
            true => text.to_owned(),
            false => format!("size=2x2&kind=case-study&{text}"),
        };
        let (address, instance) = Address::with_instance(&text)?;
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

    /// Exercise of the address, whose start is this program.
    fn exercise(&self) -> Result<Option<&'static Exercise>, Refusal> {
        let Some(name) = self.address.page_field("exercise") else {
            return Ok(None);
        };
        let Some(exercise) = Exercise::by_name(name) else {
            let message = format!("exercise: there is no exercise {name}");
            return Err(Refusal::wrong(message));
        };
        let start = Address::read(exercise.start);
        let formulation = (&self.kind, &self.without);
        let is_own = start.instance.as_ref() == Some(&self.instance)
            && start
                .formulation()
                .is_ok_and(|(kind, without)| (&kind, &without) == formulation);
        if !is_own {
            let start = exercise.start;
            let message = format!("The exercise {name} has another program: {start}");
            return Err(Refusal::wrong(message));
        }
        Ok(Some(exercise))
    }

    /// Query of the program with changes.
    fn query(&self, change: &Change) -> String {
        let mut fields = self.address.fields();
        fields.push(("kind".into(), self.kind.name().into()));
        fields.extend(
            self.without
                .iter()
                .map(|family| ("without".into(), family.name().into())),
        );
        fields.extend(change.fields());
        let exercise = self.address.page_field("exercise");
        fields.extend(exercise.map(|name| ("exercise".into(), name.into())));
        query(&fields)
    }
}

fn lab(request: &Request) -> Result<Response, Refusal> {
    let base = BaseProgram::read(&request.query)?;
    let change = Change::of_address(&base.address);
    let wall = base.instance.wall();
    let size = format!("{}x{}", wall.rows(), wall.columns());
    let own_size = (!WALLS.contains(&&*size)).then(|| size.clone());
    let walls = WALLS.into_iter().map(String::from).chain(own_size);
    let walls = walls.map(|name| Offer {
        is_chosen: name == size,
        is_too_large: name != size && is_too_large(base.kind, &name),
        label: name.replace('x', "×"),
        name,
    });
    let kinds = FormulationKind::ALL.map(|kind| Offer {
        name: kind.name().into(),
        label: kind.name().into(),
        is_chosen: kind == base.kind,
        is_too_large: kind != base.kind && is_too_large(kind, &size),
    });
    // The other formulations have no families.
    let families = Family::ALL
        .iter()
        .filter(|_| base.kind == FormulationKind::Ordering);
    let families = families.map(|family| (family.name(), base.without.contains(family)));
    // The fields of the address without a control in the form.
    let mut constraints = base.address.fields();
    constraints.retain(|(name, _)| name != "size" && name != "sense");
    let program = base.formulation.program();
    let description = base.formulation.describe(&Problem::from(&base.instance));
    let legend = description.columns.iter();
    let legend = legend.map(|kind| (formula_html(&kind.name), words_html(&kind.meaning)));
    let page = context! {
        layout => Serde(Layout::new(&request.site.root, PAGE.path)),
        walls => Serde(walls.collect_vec()),
        kinds => Serde(kinds),
        families => Serde(families.collect_vec()),
        is_max => base.instance.sense() == Sense::Maximize,
        query => base.query(&change),
        constraints => Serde(constraints),
        rows => change.text(program),
        objective => program.formula(program.objective()),
        legend => Serde(legend.collect_vec()),
        exercise => Serde(base.exercise()?.map(Task::of)),
        exercises => Serde(EXERCISES.iter().map(Task::of).collect_vec()),
    };
    Ok(Answer::page(&request.site, "pages/lab/page.html", &page)?.into())
}

/// The answer to the page about a program.
#[derive(Debug, Default, JsonSchema, Serialize)]
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

/// Relaxation of the program with the rows of the fields `line`, or without such fields with the changes of the address.
fn relax(request: &Request) -> Result<Response, Refusal> {
    let fields = request.fields();
    let base = BaseProgram::read(fields.text("query").unwrap_or_default())?;
    let program = base.formulation.program();
    let change = match fields.text("line") {
        Some(_) => {
            let wall = base.instance.wall();
            Change::of_lines(fields.texts("line"), wall, &*base.formulation)
        }
        None => Change::of_address(&base.address),
    };
    let exercise = base.exercise()?;
    let cost = match program.rows().len() <= QUICK_ROWS {
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
    let (_, control) = time_limit(run.control(), TIME_LIMIT);
    let program = base.formulation.program();
    let rows = change.question(base.kind, base.without.clone(), program);
    let report = match relaxed(&base.instance, &rows, &control, |_| ()) {
        Ok(report) => report,
        Err(error) => {
            return Answer::json(&RelaxedRows {
                query: base.query(change),
                fault: Some(fault(&error)?),
                row: row(&error, change).map(str::to_owned),
                ..RelaxedRows::default()
            });
        }
    };
    let instance = match exercise {
        Some(exercise) => exercise.instance(&base.instance),
        None => (!change.is_empty()).then(|| base.instance.clone()),
    };
    let answer = match (&instance, report.program()) {
        (Some(instance), Some(program)) => Some(question(program, instance, &control)),
        _ => None,
    };
    let answer = answer.transpose().map_err(Refusal::wrong)?;
    let html = view::html(
        &site.templates,
        &report,
        instance.as_ref().zip(answer.as_ref()),
    )?;
    Answer::json(&RelaxedRows {
        query: base.query(change),
        html: Some(html),
        done: exercise.map(|exercise| exercise.is_done(&report, answer.as_ref())),
        ..RelaxedRows::default()
    })
}

/// Row at fault, if the error is about a row.
fn row<'a>(error: &RelaxError, change: &'a Change) -> Option<&'a str> {
    match error {
        RelaxError::Row { given, .. } | RelaxError::TooMany { given } => {
            change.rows.get(*given).map(String::as_str)
        }
        _ => None,
    }
}

/// Fault of a text that is no program.
fn fault(error: &RelaxError) -> Result<String, Refusal> {
    let fault = match error {
        RelaxError::Row { .. } | RelaxError::TooMany { .. } | RelaxError::NoRow(_) => {
            format!("{error}.")
        }
        RelaxError::BuildError(_) | RelaxError::Milp(_) | RelaxError::Solve(_) => {
            return Err(Refusal::wrong(error));
        }
    };
    Ok(harmless(&fault))
}
