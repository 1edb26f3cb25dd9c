//! The part *Formulation*: the columns and rows of a mixed-integer program about a cell, and its relaxation.

use super::fractions::{Fraction, Fractions, TIME_LIMIT, solver_failure};
use super::wall::selected_cell;
use crate::formulation::{ColumnKind, Formulation, Program, Row};
use crate::instance::{Instance, Sense};
use crate::milp::Solver;
use crate::outcome::Verdict;
use crate::pages::address::Address;
use crate::pages::refusal::Refusal;
use crate::pages::request::Site;
use crate::pages::run::{Run, time_limit};
use crate::problem::Problem;
use crate::render::document::{formula_html, words_html};
use crate::render::explain::proof_by_hand;
use crate::render::model_file::{FileFormat, model_file};
use crate::render::relaxation::number;
use crate::rows::ShadowPrice;
use crate::solve::{Answer, Duals, solve_soon};
use crate::wall::Cell;
use crate::web::{Serde, Value, context};
use itertools::Itertools;
use schemars::JsonSchema;
use serde::Serialize;
use std::time::Duration;

/// Most columns of a kind, and most rows of an equation, that the page lists.
const LIST_LIMIT: usize = 12;

/// Relaxation in words.
#[derive(Debug, Serialize)]
pub(super) struct RelaxationWords {
    pub(super) bound: String,
    /// Another bound with its reason, where the relaxation took too long.
    pub(super) instead: Option<(u32, &'static str)>,
    /// Best score of an order, and the gap to the bound.
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
    let result = kind.formulate_within(problem, &without, run.control());
    result.map_err(Refusal::wrong)
}

/// Program as a model file.
pub(super) fn file(
    run: &Run,
    address: &Address,
    instance: &Instance,
    format: FileFormat,
) -> Result<String, Refusal> {
    let formulation = formulation(run, address, &Problem::from(instance))?;
    Ok(model_file(formulation.program(), format))
}

/// Time limit of the optimum beside the bound.
const OPTIMUM_LIMIT: Duration = Duration::from_secs(2);

/// Answer within the time limit, if any.
fn quick_answer(run: &Run, instance: &Instance) -> Option<Answer> {
    let settings = super::live::settings(run).within(Some(OPTIMUM_LIMIT));
    solve_soon(instance, &settings).ok()
}

/// Best score of an answer, if it is proven.
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

/// View of the rows about the selected cell, and of the values of the relaxation.
pub(super) fn view(
    run: &Run,
    site: &Site,
    address: &Address,
    instance: &Instance,
) -> Result<FormulationView, Refusal> {
    let problem = Problem::from(instance);
    let formulation = formulation(run, address, &problem)?;
    let (program, cell) = (formulation.program(), selected_cell(address));
    let description = formulation.describe(&problem);
    let fractions = Solver::default().is_built_in();
    let fractions = fractions.then(|| Fractions::find(run.control(), &problem, program));
    let fractions = fractions.transpose()?;
    let value = |column: usize| fractions.as_ref()?.value(column);
    let mentions: Vec<bool> = program
        .columns()
        .iter()
        .map(|column| cell.is_some_and(|cell| column.fact.cells().contains(&cell)))
        .collect();
    let kinds = description.columns.iter();
    let kinds = kinds.filter_map(|kind| kind_view(program, kind, &mentions, value));
    let points = description.points.iter().map(|points| {
        let equation = points.equation;
        let formula = formula_html(equation.formula);
        (equation.number, words_html(equation.statement), formula)
    });
    let answer = fractions
        .is_some()
        .then(|| quick_answer(run, instance))
        .flatten();
    let relaxed = fractions
        .as_ref()
        .map(|fractions| fractions.words(cell, answer.as_ref().and_then(optimum)));
    let prices = match &fractions {
        Some(fractions) if fractions.are_solved() => prices(run, instance, &problem, program)?,
        _ => Vec::new(),
    };
    let by_hand = answer.and_then(|answer| proof_by_hand(instance, &answer));
    let view = context! {
        cell => cell.map(Cell::number),
        columns => program.columns().len(),
        binaries => program.binaries(),
        rows => program.rows().len(),
        nonzeros => program.nonzeros(),
        kinds => Serde(kinds.collect_vec()),
        equations => Serde(equation_views(program, &mentions)),
        points => Serde(points.collect_vec()),
        maximize => program.sense() == Sense::Maximize,
        relaxed => Serde(relaxed),
        prices => Serde(prices),
        by_hand,
    };
    let fractions = fractions.map(|fractions| fractions.of_cells(program, cell));
    Ok(FormulationView {
        html: site
            .templates
            .render("pages/explore/formulation.html", &view)?,
        fractions: fractions.unwrap_or_default(),
    })
}

/// Rows that the instance states with their shadow prices, as far as there is time.
fn prices(
    run: &Run,
    instance: &Instance,
    problem: &Problem,
    program: &Program,
) -> Result<Vec<(String, Option<String>)>, Refusal> {
    if instance
        .constraints()
        .iter()
        .all(|constraint| constraint.row().is_none())
    {
        return Ok(Vec::new());
    }
    let (_, control) = time_limit(run.control(), TIME_LIMIT);
    let duals = Duals::of(program, &control).map_err(solver_failure)?;
    let prices = duals.map(|duals| ShadowPrice::all(instance, problem, program, &duals));
    let prices = prices.into_iter().flatten();
    Ok(prices
        .map(|price| (price.row, price.price.map(number)))
        .collect())
}

/// Columns of a kind about the cell.
fn kind_view(
    program: &Program,
    kind: &ColumnKind,
    mentions: &[bool],
    value: impl Fn(usize) -> Option<String>,
) -> Option<Value> {
    let all = program.columns().iter().enumerate();
    let all = all
        .filter(|(_, column)| column.kind() == kind.prefix)
        .collect_vec();
    let of_cell = all
        .iter()
        .filter(|(index, _)| mentions[*index])
        .collect_vec();
    let columns = of_cell
        .iter()
        .take(LIST_LIMIT)
        .map(|(index, column)| (column.name.clone(), column.fact.to_string(), value(*index)));
    (!all.is_empty()).then(|| {
        context! {
            name => formula_html(&kind.name),
            says => words_html(&kind.meaning),
            count => Serde([all.len(), of_cell.len()]),
            // The number of columns about the cell beyond the list.
            more => of_cell.len().saturating_sub(LIST_LIMIT),
            columns => Serde(columns.collect_vec()),
        }
    })
}

/// Rows of each equation about the cell.
fn equation_views(program: &Program, mentions: &[bool]) -> Vec<Value> {
    let is_of_cell = |row: &&&Row| {
        let mut columns = row.expression.terms();
        columns.any(|(column, _)| mentions[column.index()])
    };
    let equations = program.rows_by_equation().into_iter();
    let views = equations.map(|(equation, rows)| {
        let of_cell = rows.iter().filter(is_of_cell).collect_vec();
        let listed = of_cell.iter().take(LIST_LIMIT);
        let listed = listed.map(|row| (&row.name, program.row_formula(row)));
        context! {
            number => equation.number,
            says => words_html(equation.statement),
            each => words_html(equation.each),
            formula => formula_html(equation.formula),
            count => Serde([rows.len(), of_cell.len()]),
            more => of_cell.len().saturating_sub(LIST_LIMIT),
            rows => Serde(listed.collect_vec()),
        }
    });
    views.collect()
}
