//! Searches for orders: answers, counts, lists. Each result is JSON, with the `KeyboardInterrupt` that stopped it.

use crate::errors::{SolveError, by_name, solve_error};
use crate::orders::{Place, read_order};
use crate::run::{RunOutput, interrupt_object, read, run};
use azulejo::certificate::{Certificate, Conclusion};
use azulejo::control::Control;
use azulejo::count::{CountAnswer, CountError, CountQuestion, Counter};
use azulejo::frontier::FrontierOptions;
use azulejo::milp::MilpOptions;
use azulejo::outcome::Nearness;
use azulejo::schema::{Orders, Solve, counts, pretty};
use azulejo::solve::{Findings, Method, OrdersAnswer, OrdersQuestion, Settings, conflict};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// Finds an optimal order: the JSON of `azulejo solve`.
#[pyfunction]
#[pyo3(signature = (instance, *, method, time_limit, memory, threads, seed, cross_check))]
#[allow(clippy::too_many_arguments)] // the arguments of the function in Python
pub(crate) fn solve(
    py: Python<'_>,
    instance: &str,
    method: &str,
    time_limit: Option<f64>,
    memory: Option<u64>,
    threads: Option<u32>,
    seed: u32,
    cross_check: bool,
) -> PyResult<RunOutput<String>> {
    let instance = read(py, instance)?;
    let method = by_name("method", method, Method::WITH_AUTO, Method::name)?;
    run_json(py, time_limit, move |control| {
        let settings = Settings {
            milp: MilpOptions {
                threads,
                seed,
                ..MilpOptions::default()
            },
            ..settings(control, memory)
        };
        let answer = azulejo::solve::solve(&instance, method, &settings)?;
        let findings = Findings::find(&instance, &answer, &settings, cross_check, |_| ());
        Ok(pretty(&Solve::new(&instance, &answer, &findings, false)))
    })
}

/// The certificate that no order is better than the given one, or without an order, that there is none: the JSON that
/// `azulejo-check` reads.
#[pyfunction]
#[pyo3(signature = (instance, order, *, time_limit))]
pub(crate) fn certificate(
    py: Python<'_>,
    instance: &str,
    order: Option<Vec<Place>>,
    time_limit: Option<f64>,
) -> PyResult<String> {
    let instance = read(py, instance)?;
    let order = order
        .map(|order| read_order(&instance, order))
        .transpose()?;
    let result = run(py, time_limit, move |control| match order {
        Some(order) => Certificate::optimal(&instance, &order, &control),
        None => {
            let conflict = conflict::find_soon(&instance, &Settings::from(control.clone()));
            let conflict = conflict.ok().flatten();
            Certificate::infeasible(&instance, conflict.as_ref(), &control)
        }
    })?;
    match (result.value, result.interrupt) {
        (_, Some(interrupt)) => Err(interrupt),
        (Ok(certificate), None) => Ok(certificate.to_json()),
        (Err(reason), None) => Err(SolveError::new_err(format!("no certificate: {reason}"))),
    }
}

/// Checks a certificate: the score that it proves to be optimal, or none where it proves infeasibility.
#[pyfunction]
pub(crate) fn proves(py: Python<'_>, certificate: String) -> PyResult<Option<u64>> {
    match py.detach(|| azulejo::certificate::check(&certificate)) {
        Ok(Conclusion::Optimal { score }) => Ok(Some(score)),
        Ok(Conclusion::Infeasible) => Ok(None),
        Err(refusal) => Err(PyValueError::new_err(refusal.to_string())),
    }
}

/// Counts the optimal orders: the JSON of `azulejo count`.
#[pyfunction]
#[pyo3(signature = (instance, *, method, time_limit, memory))]
pub(crate) fn count(
    py: Python<'_>,
    instance: &str,
    method: &str,
    time_limit: Option<f64>,
    memory: Option<u64>,
) -> PyResult<RunOutput<String>> {
    let instance = read(py, instance)?;
    let counter = by_name("method of counting", method, Counter::ALL, Counter::name)?;
    run_json(py, time_limit, move |control| {
        let question = CountQuestion::Best(counter);
        let answer = CountAnswer::find(&instance, question, &settings(control, memory), |_| ())?;
        Ok(counts(&instance, &answer))
    })
}

/// Lists at most `most` optimal orders in lexicographic order, or draws as many at random if there is a seed, or lists orders whose
/// score is at most `within` points worse than the best: the JSON of `azulejo orders`.
#[pyfunction]
#[pyo3(signature = (instance, most, *, seed, within, time_limit, memory))]
pub(crate) fn orders(
    py: Python<'_>,
    instance: &str,
    most: usize,
    seed: Option<u64>,
    within: Option<u32>,
    time_limit: Option<f64>,
    memory: Option<u64>,
) -> PyResult<RunOutput<String>> {
    let instance = read(py, instance)?;
    run_json(py, time_limit, move |control| {
        let settings = settings(control, memory);
        let find = |question| OrdersAnswer::find(&instance, question, &settings, |_| ());
        let answer = match (within, seed) {
            (Some(within), _) => {
                let count = most;
                let nearness = Nearness { within, count };
                OrdersAnswer::near(&instance, nearness, &settings, |_| ())?
            }
            (None, Some(seed)) => find(OrdersQuestion::Sample { count: most, seed })?,
            (None, None) => find(OrdersQuestion::List(most))?,
        };
        Ok(pretty(&Orders::new(&instance, &answer)))
    })
}

fn settings(control: Control, memory: Option<u64>) -> Settings {
    Settings {
        frontier: FrontierOptions {
            memory,
            ..FrontierOptions::default()
        },
        ..Settings::from(control)
    }
}

/// Runs a job that Python can interrupt. An error of an interrupted job counts as the interrupt.
fn run_json(
    py: Python<'_>,
    time_limit: Option<f64>,
    job: impl FnOnce(Control) -> Result<String, CountError> + Send + 'static,
) -> PyResult<RunOutput<String>> {
    let result = run(py, time_limit, job)?;
    match (result.value, result.interrupt) {
        (Ok(json), interrupt) => Ok((json, interrupt_object(py, interrupt))),
        (Err(_), Some(interrupt)) => Err(interrupt),
        (Err(error), None) => Err(solve_error(&error)),
    }
}
