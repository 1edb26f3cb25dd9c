//! The linear relaxation of a program, solved again and again with more rows.

use super::linear::LinearProgram;
use crate::formulation::{Program, Row};
use crate::milp::backend::Root;
use crate::milp::thread::answer;
use crate::milp::{MilpError, MilpOptions, Relaxation};
use azulejo_control::Control;
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
        let (rows, receiver) = mpsc::channel::<Vec<Row>>();
        let (sender, answers) = mpsc::channel();
        let (relaxed, options) = (program.relaxed(), options.clone());
        let limits = control.clone();
        let job = move || {
            let serve = || {
                let mut linear = LinearProgram::new(relaxed, true, &options, &limits)?;
                while let Ok(rows) = receiver.recv() {
                    linear.add(&rows)?;
                    let (relaxation, _) = linear.solve()?;
                    if sender.send(Ok(relaxation)).is_err() {
                        break;
                    }
                }
                Ok::<_, MilpError>(())
            };
            if let Err(error) = serve() {
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
