//! Record of the rounds of a solve, for its history.

use super::backend::{Attempt, End};
use crate::formulation::{CycleCut, Program};
use crate::instance::Sense;
use crate::outcome::{MilpHistory, Moment, Separation, as_score};
use azulejo_control::Instant;

/// A history under construction.
pub(super) struct Record {
    clock: Instant,
    history: MilpHistory,
    /// Bound of the round by the solver alone.
    solver_bound: Option<u32>,
    /// Nodes of the finished rounds.
    nodes: u64,
}

impl Record {
    pub(super) fn new(program: &Program) -> Self {
        let rows = program.rows_by_equation().into_iter();
        Self {
            clock: Instant::now(),
            history: MilpHistory {
                rows: rows
                    .map(|(equation, rows)| (equation, rows.len()))
                    .collect(),
                ..MilpHistory::default()
            },
            solver_bound: None,
            nodes: 0,
        }
    }

    /// Notes an event of the next round, if anything differs enough from the last note.
    pub(super) fn note_event(
        &mut self,
        (instant, nodes): (Instant, u64),
        solver_bound: Option<u32>,
        state: (u32, Option<u32>),
    ) {
        self.solver_bound = solver_bound;
        let moment = self.moment(
            instant,
            self.history.rounds.len() + 1,
            self.nodes + nodes,
            state,
        );
        self.push_if_new(moment);
    }

    /// Notes a round of separation: its rows at the beginning, and the relaxation's bound.
    pub(super) fn note_separation(&mut self, rows: usize, bound: f64, state: (u32, Option<u32>)) {
        self.history.separation.push(Separation { rows, bound });
        self.note(state);
    }

    /// Closes a round.
    pub(super) fn round(&mut self, run: &Attempt, sense: Sense) {
        self.nodes += run.round.nodes;
        self.solver_bound = match run.end {
            End::Infeasible => None,
            _ => run.dual_bound.map(|bound| as_score(bound, sense)),
        };
        self.history.rounds.push(run.round.clone());
    }

    /// Notes the cuts of the last round.
    pub(super) fn cycle_cuts(&mut self, cuts: &[CycleCut]) {
        if let Some(round) = self.history.rounds.last_mut() {
            round.cycles = cuts.iter().map(|cut| cut.cells).collect();
        }
        self.solver_bound = None;
    }

    /// Notes the state between the rounds: the bound, and the score of the best order.
    pub(super) fn note(&mut self, state: (u32, Option<u32>)) {
        let moment = self.now(state);
        self.push_if_new(moment);
    }

    /// The history, with a last moment.
    pub(super) fn end(mut self, state: (u32, Option<u32>)) -> MilpHistory {
        let end = self.now(state);
        self.history.moments.push(end);
        self.history
    }

    fn now(&self, state: (u32, Option<u32>)) -> Moment {
        self.moment(Instant::now(), self.history.rounds.len(), self.nodes, state)
    }

    fn moment(
        &self,
        instant: Instant,
        round: usize,
        nodes: u64,
        (bound, incumbent): (u32, Option<u32>),
    ) -> Moment {
        Moment {
            seconds: instant.saturating_duration_since(self.clock).as_secs_f64(),
            round,
            nodes,
            bound,
            solver_bound: self.solver_bound,
            incumbent,
        }
    }

    fn push_if_new(&mut self, moment: Moment) {
        let state = |moment: &Moment| (moment.bound, moment.solver_bound, moment.incumbent);
        let is_new =
            |last: &Moment| state(last) != state(&moment) || moment.nodes >= 2 * last.nodes.max(1);
        if self.history.moments.last().is_none_or(is_new) {
            self.history.moments.push(moment);
        }
    }
}
