//! The mixed-integer linear programs of an instance.

use crate::errors::{by_name, unfit};
use crate::run::{RunResult, read, run};
use azulejo::formulation::{Families, Family, Formulation, Kind, Reading, Relation};
use azulejo::instance::Instance;
use azulejo::order::verify;
use azulejo::problem::Problem;
use azulejo::render::document::{latex, markdown, text};
use azulejo::render::formulation::{Detail, whole};
use azulejo::render::model_file::{FileFormat, model_file};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// The program of an instance in one of the formulations: columns, rows and an objective, all in integers.
#[pyclass(frozen, module = "azulejo._native")]
pub(crate) struct Program {
    instance: Instance,
    kind: Kind,
    without: Families,
    formulation: Box<dyn Formulation>,
}

/// Formulates an instance.
#[pyfunction]
pub(crate) fn formulate(
    py: Python<'_>,
    instance: &str,
    kind: &str,
    without: Vec<String>,
) -> PyResult<Program> {
    let instance = read(py, instance)?;
    let kind = by_name("formulation", kind, &Kind::ALL, Kind::name)?;
    let families = without.iter();
    let families = families.map(|name| by_name("family of cuts", name, Family::ALL, Family::name));
    let without: Families = families.collect::<PyResult<_>>()?;
    if !without.is_empty() && kind != Kind::Ordering {
        let message = format!("the {kind} formulation has no families of cuts to go without");
        return Err(PyValueError::new_err(message));
    }
    let (problem, cuts) = (Problem::from(&instance), without.clone());
    let RunResult { value, interrupt } = run(py, None, move |control| {
        kind.formulate_within(&problem, &cuts, &control)
    })?;
    match (value, interrupt) {
        (_, Some(interrupt)) => Err(interrupt),
        (Err(error), None) => Err(unfit(&error)),
        (Ok(formulation), None) => Ok(Program {
            instance,
            kind,
            without,
            formulation,
        }),
    }
}

#[pymethods]
impl Program {
    /// The columns: name, whether it must be an integer, least and greatest value.
    fn columns(&self) -> Vec<(&str, bool, i64, i64)> {
        let columns = self.formulation.program().columns().iter();
        let columns = columns.map(|column| {
            let (least, greatest) = (*column.range.start(), *column.range.end());
            (&*column.name, column.integer, least, greatest)
        });
        columns.collect()
    }

    /// The rows: name, least and greatest value of the expression.
    fn rows(&self) -> Vec<(&str, Option<i64>, Option<i64>)> {
        let rows = self.formulation.program().rows().iter();
        let rows = rows.map(|row| {
            let (least, most) = match row.relation {
                Relation::AtLeast => (Some(row.right), None),
                Relation::AtMost => (None, Some(row.right)),
                Relation::Equal => (Some(row.right), Some(row.right)),
            };
            (&*row.name, least, most)
        });
        rows.collect()
    }

    /// The coefficients of the rows, row after row, with their columns; the index of each row's first coefficient, and
    /// the end.
    fn matrix(&self) -> (Vec<i64>, Vec<usize>, Vec<usize>) {
        let program = self.formulation.program();
        let (mut coefficients, mut columns, mut starts) = (Vec::new(), Vec::new(), vec![0]);
        for row in program.rows() {
            for (column, coefficient) in row.expression.terms() {
                coefficients.push(coefficient);
                columns.push(column.index());
            }
            starts.push(columns.len());
        }
        (coefficients, columns, starts)
    }

    /// The coefficient of each column in the objective, and its constant.
    fn objective(&self) -> (Vec<i64>, i64) {
        let program = self.formulation.program();
        let mut coefficients = vec![0; program.columns().len()];
        for (column, coefficient) in program.objective().terms() {
            coefficients[column.index()] = coefficient;
        }
        (coefficients, program.objective().offset())
    }

    /// The text of a model file, `lp` or `mps`.
    fn file(&self, format: &str) -> PyResult<String> {
        let formats = [("lp", FileFormat::Lp), ("mps", FileFormat::Mps)];
        let (_, format) = by_name("model format", format, &formats, |(name, _)| name)?;
        Ok(model_file(self.formulation.program(), format))
    }

    /// Sizes, sets, columns and equations as a document in `text`, `markdown` or `latex`; with each row if `expand` is
    /// true.
    fn document(&self, format: &str, expand: bool) -> PyResult<String> {
        let formats = [
            ("text", text as fn(&_) -> _),
            ("markdown", markdown),
            ("latex", latex),
        ];
        let (_, write) = by_name("format of documents", format, &formats, |(name, _)| name)?;
        let detail = Detail {
            rows: expand,
            all: false,
        };
        let Self {
            instance,
            kind,
            without,
            formulation,
        } = self;
        Ok(write(&whole(
            instance,
            *kind,
            without,
            &**formulation,
            detail,
        )))
    }

    /// The order of a solution, given by one value for each column.
    fn order(&self, values: Vec<f64>) -> PyResult<Vec<usize>> {
        let columns = self.formulation.program().columns().len();
        if values.len() != columns {
            let count = values.len();
            return Err(PyValueError::new_err(format!(
                "{count} values: the program has {columns} columns"
            )));
        }
        if let Some(place) = values.iter().position(|value| !value.is_finite()) {
            let value = values[place];
            return Err(PyValueError::new_err(format!(
                "values[{place}]: {value} is no value of a column"
            )));
        }
        let values: Vec<i64> = values.iter().map(|value| value.round() as i64).collect();
        let error =
            |reason: String| PyValueError::new_err(format!("these values are no order: {reason}"));
        match self.formulation.read(&values) {
            Reading::Cyclic { .. } => Err(error("some cells come before each other".into())),
            Reading::Order(order) => match verify(&self.instance, &order).violations.first() {
                Some(violation) => Err(error(violation.to_string())),
                None => Ok(order.numbers()),
            },
        }
    }
}
