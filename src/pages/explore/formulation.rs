//! The part *Formulation*: what a mixed-integer program says of a cell, and what its relaxation makes of it.

use super::fractions::{Fraction, Fractions, TIME, failed};
use super::wall::chosen;
use crate::formulation::{ColumnKind, Formulation, Program, Row};
use crate::instance::{Instance, Sense};
use crate::milp::Solver;
use crate::outcome::Verdict;
use crate::pages::address::Address;
use crate::pages::refusal::Refusal;
use crate::pages::request::Site;
use crate::pages::run::{Run, limited};
use crate::problem::Problem;
use crate::render::document::{formula_html, words_html};
use crate::render::explain::proof_by_hand;
use crate::render::model_file::{FileFormat, model_file};
use crate::render::relaxation::number;
use crate::rows::ShadowPrice;
use crate::solve::{Answer, Duals, solve_soon};
use crate::wall::Cell;
use itertools::Itertools;
use schemars::JsonSchema;
use serde::Serialize;
use std::time::Duration;

/// The most columns of a kind, and the most rows of an equation, that are shown of a cell.
const SHOWN: usize = 12;

/// The part of the page: `formulation.html` writes it.
#[derive(Debug, Serialize)]
struct ProgramView {
    /// The number of the chosen cell.
    cell: Option<usize>,
    columns: usize,
    binaries: usize,
    rows: usize,
    nonzeros: usize,
    kinds: Vec<KindView>,
    equations: Vec<EquationView>,
    points: Vec<(&'static str, String, String)>,
    maximize: bool,
    relaxed: Option<RelaxationWords>,
    /// The rows that the instance states, each with its shadow price in points if the program has a row for it.
    prices: Vec<(String, Option<String>)>,
    /// The proof of a small wall, as rows and numbers that add up.
    by_hand: Option<String>,
}

/// The columns of a kind that speak of the cell.
#[derive(Debug, Serialize)]
struct KindView {
    name: String,
    says: String,
    /// How many there are in all, and how many speak of the cell.
    count: [usize; 2],
    /// How many of these are not shown.
    more: usize,
    /// Each with what it states, and its value in the relaxation.
    columns: Vec<(String, String, Option<String>)>,
}

/// The rows of an equation that speak of the cell.
#[derive(Debug, Serialize)]
struct EquationView {
    number: &'static str,
    says: String,
    each: String,
    formula: String,
    count: [usize; 2],
    more: usize,
    rows: Vec<(String, String)>,
}

/// The relaxation in words.
#[derive(Debug, Serialize)]
pub(super) struct RelaxationWords {
    pub(super) bound: String,
    /// Where the relaxation took too long: what no order beats all the same, and why.
    pub(super) instead: Option<(u32, &'static str)>,
    /// The best score of an order, and how far the bound is from it.
    pub(super) optimum: Option<String>,
    pub(super) fractional: usize,
    pub(super) legend: String,
}

fn formulation(
    run: &Run,
    address: &Address,
    problem: &Problem,
) -> Result<Box<dyn Formulation>, Refusal> {
    let (kind, without) = address.formulation()?;
    let written = kind.formulate_within(problem, &without, run.control());
    written.map_err(Refusal::wrong)
}

/// The program as a model file.
pub(super) fn file(
    run: &Run,
    address: &Address,
    instance: &Instance,
    format: FileFormat,
) -> Result<String, Refusal> {
    let formulation = formulation(run, address, &Problem::from(instance))?;
    Ok(model_file(formulation.program(), format))
}

/// The optimum is shown beside the bound if it is known by then.
const OPTIMUM: Duration = Duration::from_secs(2);

/// The answer, if it is known soon.
fn soon(run: &Run, instance: &Instance) -> Option<Answer> {
    let settings = super::live::settings(run).within(Some(OPTIMUM));
    solve_soon(instance, &settings).ok()
}

/// The best score of an answer.
fn optimum(answer: &Answer) -> Option<u32> {
    match &answer.outcome.verdict {
        Verdict::Optimal { solution: best, .. } => Some(best.score),
        _ => None,
    }
}

/// The part of the page, and the fractions to be shown on the wall.
#[derive(Debug, JsonSchema, Serialize)]
pub(in crate::pages) struct FormulationView {
    html: String,
    fractions: Vec<Fraction>,
}

/// The rows of the program about the chosen cell, and the values of its relaxation.
pub(super) fn view(
    run: &Run,
    site: &Site,
    address: &Address,
    instance: &Instance,
) -> Result<FormulationView, Refusal> {
    let problem = Problem::from(instance);
    let formulation = formulation(run, address, &problem)?;
    let (program, cell) = (formulation.program(), chosen(address));
    let description = formulation.describe(&problem);
    let fractions = Solver::default().is_built_in();
    let fractions = fractions.then(|| Fractions::find(run.control(), &problem, program));
    let fractions = fractions.transpose()?;
    let value = |column: usize| fractions.as_ref()?.value(column);
    let speaks: Vec<bool> = program
        .columns()
        .iter()
        .map(|column| cell.is_some_and(|cell| column.fact.cells().contains(&cell)))
        .collect();
    let kinds = description.columns.iter();
    let points = description.points.iter();
    let answer = fractions.is_some().then(|| soon(run, instance)).flatten();
    let view = ProgramView {
        cell: cell.map(Cell::number),
        columns: program.columns().len(),
        binaries: program.binaries(),
        rows: program.rows().len(),
        nonzeros: program.nonzeros(),
        kinds: kinds
            .filter_map(|kind| of_kind(program, kind, &speaks, value))
            .collect(),
        equations: equations(program, &speaks),
        points: points
            .map(|points| {
                let equation = points.equation;
                (
                    equation.number,
                    words_html(equation.statement),
                    formula_html(equation.formula),
                )
            })
            .collect(),
        maximize: program.sense() == Sense::Maximize,
        relaxed: fractions
            .as_ref()
            .map(|fractions| fractions.words(cell, answer.as_ref().and_then(optimum))),
        prices: match &fractions {
            Some(fractions) if fractions.are_solved() => prices(run, instance, &problem, program)?,
            _ => Vec::new(),
        },
        by_hand: answer
            .as_ref()
            .and_then(|answer| proof_by_hand(instance, answer)),
    };
    let on_wall = fractions.map(|fractions| fractions.on_wall(program, cell));
    let on_wall = on_wall.unwrap_or_default();
    Ok(FormulationView {
        html: site
            .templates
            .render("pages/explore/formulation.html", &view)?,
        fractions: on_wall,
    })
}

/// The rows that the instance states with their shadow prices, as far as there is time.
fn prices(
    run: &Run,
    instance: &Instance,
    problem: &Problem,
    program: &Program,
) -> Result<Vec<(String, Option<String>)>, Refusal> {
    if instance.constraints().iter().all(|one| one.row().is_none()) {
        return Ok(Vec::new());
    }
    let (_, control) = limited(run.control(), TIME);
    let duals = Duals::of(program, &control).map_err(failed)?;
    let prices = duals.map(|duals| ShadowPrice::all(instance, problem, program, &duals));
    let prices = prices.into_iter().flatten();
    Ok(prices
        .map(|price| (price.row, price.price.map(number)))
        .collect())
}

fn of_kind(
    program: &Program,
    kind: &ColumnKind,
    speaks: &[bool],
    value: impl Fn(usize) -> Option<String>,
) -> Option<KindView> {
    let all = program.columns().iter().enumerate();
    let all = all
        .filter(|(_, column)| column.kind() == kind.prefix)
        .collect_vec();
    let of_cell = all.iter().filter(|(index, _)| speaks[*index]).collect_vec();
    let columns = of_cell
        .iter()
        .take(SHOWN)
        .map(|(index, column)| (column.name.clone(), column.fact.to_string(), value(*index)));
    (!all.is_empty()).then(|| KindView {
        name: formula_html(&kind.name),
        says: words_html(&kind.meaning),
        count: [all.len(), of_cell.len()],
        more: of_cell.len().saturating_sub(SHOWN),
        columns: columns.collect(),
    })
}

fn equations(program: &Program, speaks: &[bool]) -> Vec<EquationView> {
    let is_of_cell = |row: &&&Row| {
        let mut columns = row.expression.terms();
        columns.any(|(column, _)| speaks[column.index()])
    };
    let equations = program.rows_by_equation().into_iter();
    let views = equations.map(|(equation, rows)| {
        let of_cell = rows.iter().filter(is_of_cell).collect_vec();
        let written = of_cell.iter().take(SHOWN);
        EquationView {
            number: equation.number,
            says: words_html(equation.statement),
            each: words_html(equation.each),
            formula: formula_html(equation.formula),
            count: [rows.len(), of_cell.len()],
            more: of_cell.len().saturating_sub(SHOWN),
            rows: written
                .map(|row| (row.name.clone(), program.row_formula(row)))
                .collect(),
        }
    });
    views.collect()
}
