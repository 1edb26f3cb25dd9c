//! Models that people write: whether they are right.

use crate::errors::{SolveError as Unsolved, named};
use crate::run::{Done, read, run};
use azulejo::grading::{GradeError, Language, Model, Reading, grade as graded};
use azulejo::instance::{Instance, Sense};
use azulejo::schema::{Grade, pretty};
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use std::path::PathBuf;

/// Grades a model: the JSON of `azulejo grade`. Without an instance the model is one of any wall.
#[pyfunction]
#[pyo3(signature = (path, data, instance, *, variables, time_limit))]
pub(crate) fn grade(
    py: Python<'_>,
    path: PathBuf,
    data: Vec<PathBuf>,
    instance: Option<&str>,
    variables: Option<&str>,
    time_limit: Option<f64>,
) -> PyResult<(String, Option<Py<PyAny>>)> {
    let reading =
        variables.map(|name| named("kind of variables", name, Reading::ALL, Reading::name));
    let model = Model {
        path,
        data,
        reading: reading.transpose()?,
    };
    let instances = match instance {
        Some(instance) => vec![read(py, instance)?],
        None => walls(&model)?,
    };
    let Done { value, interrupt } = run(py, time_limit, move |control| {
        let grades = instances
            .iter()
            .map(|instance| graded(&model, instance, &control));
        let grades = grades.collect::<Result<Vec<_>, _>>()?;
        Ok(pretty(&Grade::new(&model, &grades)))
    })?;
    match (value, interrupt) {
        (Ok(json), interrupt) => Ok((
            json,
            interrupt.map(|interrupt| interrupt.into_value(py).into_any()),
        )),
        (Err(_), Some(interrupt)) => Err(interrupt),
        (Err(error), None) => Err(refused(&error)),
    }
}

/// The walls on which a model of any wall is graded.
fn walls(model: &Model) -> PyResult<Vec<Instance>> {
    if model.language().map_err(|error| refused(&error))? == Language::File {
        let mend = "an LP or MPS file is a model of one wall: say which, with instance=azulejo.Instance(rows, columns)";
        return Err(PyValueError::new_err(mend));
    }
    let sense = model.sense().map_err(|error| refused(&error))?;
    let sense = sense.unwrap_or(Sense::Maximize);
    let walls = [(2, 2), (2, 3)].map(|(rows, columns)| {
        let built = Instance::builder(rows, columns, sense).build();
        built.map_err(|error| PyValueError::new_err(error.to_string()))
    });
    walls.into_iter().collect()
}

fn refused(error: &GradeError) -> PyErr {
    let says = error.to_string();
    match error {
        GradeError::Ending | GradeError::Unread(_) | GradeError::Files => {
            PyValueError::new_err(says)
        }
        GradeError::File { .. } => PyOSError::new_err(says),
        GradeError::Tool(_) | GradeError::Milp(_) | GradeError::Solve(_) => Unsolved::new_err(says),
    }
}
