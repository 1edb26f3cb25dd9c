//! Instances and orders without a search: reading, checking and drawing.

use crate::errors::by_name;
use crate::run::read;
use azulejo::instance::{CellSpec, Instance};
use azulejo::order::{Breakdown, Order, Replay, verify};
use azulejo::render::picture::{PICTURES, POINTS, Picture, TURNS, svg};
use azulejo::schema;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// A cell in a person's notation.
#[derive(FromPyObject)]
pub(crate) enum Place {
    /// A number from 1, row by row.
    #[pyo3(transparent, annotation = "int")]
    Number(u64),
    /// A row and a column, both from 1.
    #[pyo3(annotation = "tuple[int, int]")]
    At(u64, u64),
}

impl From<Place> for CellSpec {
    fn from(place: Place) -> Self {
        match place {
            Place::Number(number) => number.into(),
            Place::At(row, column) => (row, column).into(),
        }
    }
}

/// The instance in the library's own form.
#[pyfunction]
pub(crate) fn instance(py: Python<'_>, instance: &str) -> PyResult<String> {
    let instance = read(py, instance)?;
    serde_json::to_string(&instance).map_err(|error| PyValueError::new_err(error.to_string()))
}

/// Scores an order and lists its faults: the JSON of `azulejo check --breakdown`.
#[pyfunction]
pub(crate) fn check(py: Python<'_>, instance: &str, order: Vec<Place>) -> PyResult<String> {
    let instance = read(py, instance)?;
    let order = read_order(&instance, order)?;
    let report = verify(&instance, &order);
    let breakdown = Breakdown::new(instance.wall(), &order, &report);
    Ok(schema::pretty(&schema::Check::new(
        &instance,
        &order,
        &report,
        Some(&breakdown),
    )))
}

/// Pictures of an order, as SVG. The caption has the bound, if it is known.
#[pyfunction]
pub(crate) fn picture(
    py: Python<'_>,
    instance: &str,
    order: Vec<Place>,
    pictures: Vec<String>,
    bound: Option<u32>,
) -> PyResult<String> {
    let instance = read(py, instance)?;
    let order = read_order(&instance, order)?;
    let replay = replay(&instance, &order)?;
    let pictures = pictures.iter().map(|name| picture_by_name(name));
    let pictures: Vec<&Picture> = pictures.collect::<PyResult<_>>()?;
    Ok(svg(&replay, bound, &pictures))
}

/// The turns and the points of an order as text, with ANSI colours.
#[pyfunction]
pub(crate) fn text(py: Python<'_>, instance: &str, order: Vec<Place>) -> PyResult<String> {
    let instance = read(py, instance)?;
    let order = read_order(&instance, order)?;
    let replay = replay(&instance, &order)?;

    Ok(azulejo::render::picture::text(&replay, &[&TURNS, &POINTS]))
}

/// The order of cells in a person's notation. A 0 is a turn that passes, where turns may pass.
pub(crate) fn read_order(instance: &Instance, order: Vec<Place>) -> PyResult<Order> {
    let turns = order.into_iter().map(|place| match CellSpec::from(place) {
        CellSpec::Number(0) if instance.passes() => Ok(None),
        cell => {
            let cell = cell.on(instance.wall());
            cell.map(Some)
                .map_err(|error| PyValueError::new_err(error.to_string()))
        }
    });
    turns.collect()
}

fn replay<'a>(instance: &'a Instance, order: &Order) -> PyResult<Replay<'a>> {
    let replay = Replay::new(instance, order);
    replay.map_err(|error| PyValueError::new_err(error.to_string()))
}

fn picture_by_name(name: &str) -> PyResult<&'static Picture> {
    by_name("picture", name, PICTURES, |picture: &'static Picture| {
        picture.name
    })
}
