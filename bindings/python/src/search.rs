//! What searches for orders: answers, counts, lists. Each result is JSON, with the `KeyboardInterrupt` that stopped it.

use crate::errors::{named, unsolved};
use crate::run::{read, run};
use azulejo::control::Control;
use azulejo::frontier::{FrontierOptions, Listing};
use azulejo::milp::MilpOptions;
use azulejo::outcome::Count;
use azulejo::problem::Problem;
use azulejo::schema;
use azulejo::solve::conflict::find_soon;
use azulejo::solve::{
    Beside, Counted, Counter, Method, Settings, SolveError, optimal_orders, solve as solved,
};
use pyo3::prelude::*;
use std::time::Instant;

type Found = (String, Option<Py<PyAny>>);

/// Finds an optimal order: the JSON of `azulejo solve`.
#[pyfunction]
#[pyo3(signature = (instance, *, method, time_limit, memory, threads, seed, cross_check))]
#[allow(clippy::too_many_arguments)] // they are those of the function in Python
pub(crate) fn solve(
    py: Python<'_>,
    instance: &str,
    method: &str,
    time_limit: Option<f64>,
    memory: Option<u64>,
    threads: Option<u32>,
    seed: u32,
    cross_check: bool,
) -> PyResult<Found> {
    let instance = read(py, instance)?;
    let method = named("method", method, Method::ASKED, Method::name)?;
    found(py, time_limit, move |control| {
        let settings = Settings {
            milp: MilpOptions {
                threads,
                seed,
                ..MilpOptions::default()
            },
            ..settings(control, memory)
        };
        let answer = solved(&instance, method, &settings)?;
        let beside = Beside::find(&instance, &answer, &settings, cross_check, |_| ());
        Ok(schema::pretty(&schema::Solve::new(
            &instance, &answer, &beside, false,
        )))
    })
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
) -> PyResult<Found> {
    let instance = read(py, instance)?;
    let counter = named("method of counting", method, Counter::ALL, Counter::name)?;
    found(py, time_limit, move |control| {
        let settings = settings(control, memory);
        let clock = Instant::now();
        let counted = counter.count(&Problem::from(&instance), &settings)?;
        let seconds = clock.elapsed().as_secs_f64();
        let infeasible = matches!(
            counted,
            Counted {
                count: Some(Count { optimum: None, .. }),
                ..
            }
        );
        let conflict = infeasible.then(|| find_soon(&instance, &settings).transpose());
        let conflict = conflict.flatten();
        Ok(schema::pretty(&schema::Count::new(
            &instance,
            &counted,
            conflict.as_ref(),
            seconds,
        )))
    })
}

/// Lists at most so many optimal orders in lexicographic order, or draws so many at random where there is a seed: the JSON
/// of `azulejo orders`.
#[pyfunction]
#[pyo3(signature = (instance, most, *, seed, time_limit, memory))]
pub(crate) fn orders(
    py: Python<'_>,
    instance: &str,
    most: usize,
    seed: Option<u64>,
    time_limit: Option<f64>,
    memory: Option<u64>,
) -> PyResult<Found> {
    let instance = read(py, instance)?;
    found(py, time_limit, move |control| {
        let settings = settings(control, memory);
        let problem = Problem::from(&instance);
        Ok(match optimal_orders(&problem, &settings)? {
            Listing::Orders(orders) => {
                let going_on = |_: &_| !settings.control.stopped();
                let listed: Vec<_> = match seed {
                    Some(seed) => {
                        let drawn = orders.samples(seed).take(most);
                        drawn.take_while(going_on).collect()
                    }
                    None => orders.iter().take(most).take_while(going_on).collect(),
                };
                schema::pretty(&schema::Orders::listed(&instance, &orders, &listed))
            }
            Listing::Infeasible => {
                let conflict = find_soon(&instance, &settings).transpose();
                let conflict = conflict.as_ref();
                schema::pretty(&schema::Orders::infeasible(&instance, conflict))
            }
            Listing::Stopped => schema::pretty(&schema::Orders::stopped(&instance)),
        })
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

fn found(
    py: Python<'_>,
    time_limit: Option<f64>,
    job: impl FnOnce(Control) -> Result<String, SolveError> + Send + 'static,
) -> PyResult<Found> {
    let done = run(py, time_limit, job)?;
    match (done.value, done.interrupt) {
        (Ok(json), interrupt) => Ok((
            json,
            interrupt.map(|interrupt| interrupt.into_value(py).into_any()),
        )),
        // What went wrong because it was interrupted is the interrupt's.
        (Err(_), Some(interrupt)) => Err(interrupt),
        (Err(error), None) => Err(unsolved(&error)),
    }
}
