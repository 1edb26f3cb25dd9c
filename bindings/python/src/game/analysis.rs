//! The analysis of a position: the value of the rest of the round, the best moves, the grade of a move.

use super::position::{Position, Taken};
use super::{run_job, value_error};
use crate::errors::{IllegalMove, by_name};
use crate::run::RunOutput;
use azulejo::analysis::{Effort, JudgeSettings, grade, judge};
use azulejo::exact::{EndBonuses, OpponentModel, RoundQuestion, RoundSolver};
use azulejo::game::Phase;
use azulejo::schema::game::{Best, Grade, Solve};
use azulejo::schema::pretty;
use pyo3::prelude::*;
use std::convert::Infallible;

/// The value of the rest of the round: the JSON of `azulejo game solve`.
#[pyfunction]
#[pyo3(signature = (position, *, model, bonus, nodes, time_limit))]
pub(crate) fn solve_round(
    py: Python<'_>,
    position: &Position,
    model: &str,
    bonus: bool,
    nodes: Option<u64>,
    time_limit: Option<f64>,
) -> PyResult<RunOutput<String>> {
    let position = position.expect_moves()?;
    let model = by_name("model", model, &OpponentModel::ALL, OpponentModel::name)?;
    let question = RoundQuestion {
        bonuses: match bonus {
            true => EndBonuses::Counted,
            false => EndBonuses::LeftOut,
        },
        model,
        ..RoundQuestion::default()
    };
    run_job(py, time_limit, move |control| {
        let solution = RoundSolver::new(question).solve(&position, nodes, &control);
        solution.map(|solution| pretty(&Solve::new(&position, &question, &solution)))
    })
}

/// The best moves by the judge: the JSON of `azulejo game best`.
#[pyfunction]
#[pyo3(signature = (position, *, moves, effort, nodes, time_limit))]
pub(crate) fn best_moves(
    py: Python<'_>,
    position: &Position,
    moves: usize,
    effort: &str,
    nodes: Option<u64>,
    time_limit: Option<f64>,
) -> PyResult<RunOutput<String>> {
    let position = position.expect_moves()?;
    let settings = JudgeSettings {
        moves,
        ..settings(effort, nodes)?
    };
    run_job(py, time_limit, move |control| {
        let judgement = judge(&position, &settings, &[], &control, |_| ());
        Ok::<_, Infallible>(pretty(&Best::judged(&position, &judgement)))
    })
}

/// The grade of a move: the JSON of `azulejo game grade`.
#[pyfunction]
#[pyo3(signature = (position, taken, *, effort, nodes, time_limit))]
pub(crate) fn grade_move(
    py: Python<'_>,
    position: &Position,
    taken: Taken,
    effort: &str,
    nodes: Option<u64>,
    time_limit: Option<f64>,
) -> PyResult<RunOutput<String>> {
    let position = position.expect_moves()?;
    let taken = taken.read(position.players())?;
    let result = position.check(taken);
    result.map_err(|reason| IllegalMove::new_err(format!("{taken}: {reason}")))?;
    let settings = settings(effort, nodes)?;
    run_job(py, time_limit, move |control| {
        let result = grade(&position, taken, &settings, &control);
        result.map(|grade| pretty(&Grade::new(&position, &grade)))
    })
}

impl Position {
    /// The position, or a `ValueError` unless a move is due.
    pub(super) fn expect_moves(&self) -> PyResult<azulejo::game::Position> {
        self.0.expect_phase(Phase::Moves).map_err(value_error)?;
        Ok(self.0)
    }
}

/// The settings of the judge: those of the effort, with the given number of nodes if there is one.
pub(super) fn settings(effort: &str, nodes: Option<u64>) -> PyResult<JudgeSettings> {
    let effort = by_name("effort", effort, &Effort::ALL, Effort::name)?;
    let settings = effort.settings();
    Ok(match nodes {
        Some(nodes) => JudgeSettings {
            nodes,
            proof: nodes,
            ..settings
        },
        None => settings,
    })
}
