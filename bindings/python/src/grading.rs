//! The grading of models that people write.

use crate::errors::{SolveError, by_name};
use crate::run::{RunResult, interrupt_object, read, run};
use azulejo::cli::{FaultySide, Reply, graded_apart};
use azulejo::grading::{GradedSense, Language, Model, Reading};
use azulejo::instance::{Instance, Sense};
use azulejo::schema::{Grade, pretty};
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use std::ffi::OsString;
use std::path::PathBuf;

/// Grades a model: the JSON of `azulejo grade`. Without an instance the model has to be right for any wall. `program`
/// is the command line that starts azulejo, which grades each wall in a process of its own.
#[pyfunction]
#[pyo3(signature = (program, path, data, instance, *, variables, time_limit))]
pub(crate) fn grade(
    py: Python<'_>,
    program: Vec<OsString>,
    path: PathBuf,
    data: Vec<PathBuf>,
    instance: Option<&str>,
    variables: Option<&str>,
    time_limit: Option<f64>,
) -> PyResult<(String, Option<Py<PyAny>>)> {
    let reading =
        variables.map(|name| by_name("kind of variables", name, Reading::ALL, Reading::name));
    let model = Model {
        path,
        data,
        reading: reading.transpose()?,
    };
    let language = model.language();
    let language = language.map_err(|error| PyValueError::new_err(error.to_string()))?;
    let (instances, sense) = match instance {
        Some(instance) => (vec![read(py, instance)?], GradedSense::Instance),
        None => (walls(language)?, GradedSense::Model),
    };
    let RunResult { value, interrupt } = run(py, time_limit, move |control| {
        let mut walls = Vec::new();
        for instance in &instances {
            let time_left = control.time_left();
            let reply = graded_apart(&program, &model, instance, sense, time_left, &control.stop);
            match reply.map_err(|error| (FaultySide::File, error.to_string()))? {
                Reply::Graded(graded) => walls.push(*graded),
                Reply::Refused { what, says } => return Err((what, says)),
                Reply::Stopped => {
                    let message = "it was stopped before it was graded";
                    return Err((FaultySide::Solver, message.into()));
                }
            }
        }
        Ok(pretty(&Grade::new(&model, walls)))
    })?;
    match (value, interrupt) {
        (Ok(json), interrupt) => Ok((json, interrupt_object(py, interrupt))),
        (Err(_), Some(interrupt)) => Err(interrupt),
        (Err((side, message)), None) => Err(match side {
            FaultySide::Model | FaultySide::Constant => PyValueError::new_err(message),
            FaultySide::File => PyOSError::new_err(message),
            FaultySide::Solver => SolveError::new_err(message),
        }),
    }
}

/// The walls on which a model of any wall is graded.
fn walls(language: Language) -> PyResult<Vec<Instance>> {
    if language == Language::File {
        let hint = "an LP or MPS file is a model of one wall: say which, with instance=azulejo.Instance(rows, columns)";
        return Err(PyValueError::new_err(hint));
    }
    let walls = [(2, 2), (2, 3)].map(|(rows, columns)| {
        let instance = Instance::builder(rows, columns, Sense::Maximize).build();
        instance.map_err(|error| PyValueError::new_err(error.to_string()))
    });
    walls.into_iter().collect()
}
