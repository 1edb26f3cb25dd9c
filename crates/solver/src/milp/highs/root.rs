//! The linear relaxation of a program, solved again and again with more rows.

use super::solve::{afford, failed, set_options};
use super::{ffi, model as model_of};
use crate::formulation::{Program, Row};
use crate::milp::backend::Root;
use crate::milp::thread::answer;
use crate::milp::{MilpError, MilpOptions, Relaxation};
use azulejo_control::Control;
use highs::{HighsModelStatus, Model};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

/// A linear program in a thread of its own, in which HiGHS goes on from the last basis. As other runs, it is left
/// to itself if it does not stop when it should.
pub(super) struct RootThread {
    control: Control,
    rows: Sender<Vec<Row>>,
    answers: Receiver<Result<Relaxation, MilpError>>,
}

impl RootThread {
    pub(super) fn new(
        program: &Program,
        options: &MilpOptions,
        control: &Control,
    ) -> Result<Self, MilpError> {
        afford(program)?;
        let (rows, receiver) = mpsc::channel();
        let (sender, answers) = mpsc::channel();
        let (relaxed, options) = (program.relaxed(), options.clone());
        let limits = control.clone();
        let job = move || {
            let outcome = serve(relaxed, &options, &limits, &receiver, &sender);
            if let Err(error) = outcome {
                // There is no receiver after the run was given up.
                let _ = sender.send(Err(error));
            }
        };
        thread::Builder::new().name("highs".into()).spawn(job)?;
        Ok(Self {
            control: control.clone(),
            rows,
            answers,
        })
    }
}

impl Root for RootThread {
    fn solve(&mut self, rows: Vec<Row>) -> Result<Relaxation, MilpError> {
        // A thread that has ended has sent its error.
        let _ = self.rows.send(rows);
        let answer = answer(&self.answers, &self.control, || {})?;
        Ok(answer.unwrap_or(Relaxation::Stopped))
    }
}

fn serve(
    program: Program,
    options: &MilpOptions,
    control: &Control,
    receiver: &Receiver<Vec<Row>>,
    sender: &Sender<Result<Relaxation, MilpError>>,
) -> Result<(), MilpError> {
    let mut model = model_of(&program, &[])?;
    // The model has the whole program, and both are large.
    drop(program);
    set_options(&mut model, options, control)?;
    while let Ok(rows) = receiver.recv() {
        ffi::add_rows(&mut model, &rows)?;
        let result = model.try_solve();
        let result = result.map_err(|status| failed("Highs_run", status))?;
        let relaxation = match result.status() {
            HighsModelStatus::Optimal => Relaxation::Solved {
                bound: result.objective_value(),
                values: result.get_solution().columns().to_vec(),
                iterations: u64::try_from(result.simplex_iteration_count()).unwrap_or(0),
            },
            HighsModelStatus::Infeasible => Relaxation::Infeasible,
            _ => Relaxation::Stopped,
        };
        if sender.send(Ok(relaxation)).is_err() {
            break;
        }
        model = Model::from(result);
    }
    Ok(())
}
