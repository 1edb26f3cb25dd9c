//! The interface of mixed-integer solvers: a program goes in; bounds, incumbents and relaxations come out.
//!
//! A solver is a folder or a file beside this one that implements [`Backend`], a line in `solver.rs`, and a feature in
//! `Cargo.toml`. `CONTRIBUTING.md` tells it step by step ("Adding a solver").

use super::{MilpError, MilpOptions, Relaxation};
use crate::formulation::{Program, Row};
use crate::order::{Incumbent, Order};
use crate::outcome::Round;
use azulejo_control::{Control, Instant};
use std::sync::Arc;

/// A mixed-integer solver.
pub(super) trait Backend {
    /// Name of the solver as people write it.
    fn name(&self) -> &'static str;

    /// Solves a program and further rows, from a solution of it if there is one. The program has columns, and each of
    /// its rows can be satisfied alone. Ends soon after the control stops, with the state at that time.
    fn solve(
        &self,
        program: &Arc<Program>,
        cuts: &[Row],
        start: Option<Vec<i64>>,
        links: &Links<'_>,
        options: &MilpOptions,
        control: &Control,
    ) -> Result<Attempt, MilpError>;

    /// The linear relaxation of a program, to be solved again and again with more rows.
    fn root(
        &self,
        program: &Program,
        options: &MilpOptions,
        control: &Control,
    ) -> Result<Box<dyn Root>, MilpError>;

    /// Multipliers of the rows of the linear relaxation: points of its bound for each unit of a right side. None where the
    /// relaxation has no solution, or the run was stopped.
    fn multipliers(
        &self,
        program: &Program,
        options: &MilpOptions,
        control: &Control,
    ) -> Result<Option<Vec<f64>>, MilpError>;
}

/// Links of a solver to the methods that run beside it.
#[cfg_attr(
    not(feature = "highs"),
    expect(dead_code, reason = "microlp has no events while it solves")
)]
pub(super) struct Links<'a> {
    /// The best order of all. A solver whose bound meets its score may stop.
    pub(super) incumbent: &'a Incumbent,
    /// Callback for each new solution of the program, in the thread that waits for the solver.
    pub(super) on_solution: &'a dyn Fn(&[f64]),
    /// The values of an order, one a column.
    pub(super) assignment: &'a dyn Fn(&Order) -> Vec<i64>,
}

/// A linear relaxation that rows are added to.
pub(super) trait Root {
    /// Solves the relaxation with further rows and all earlier ones.
    fn solve(&mut self, rows: Vec<Row>) -> Result<Relaxation, MilpError>;
}

/// Result of a run.
#[derive(Debug, Default)]
pub(super) struct Attempt {
    pub(super) end: End,
    /// The best solution of the program, one value a column, and its objective value.
    pub(super) solution: Option<(Vec<f64>, f64)>,
    /// Dual bound of the program, if one is known.
    pub(super) dual_bound: Option<f64>,
    /// Figures of the run, as far as they are reported; no cycles yet.
    pub(super) round: Round,
    /// Events during the run.
    pub(super) news: Vec<News>,
    /// Simplex iterations; 0 where they are not reported.
    pub(super) iterations: u64,
}

/// An event of a solver: a better bound, a new incumbent, or twice as many nodes.
#[derive(Debug)]
pub(super) struct News {
    pub(super) instant: Instant,
    pub(super) nodes: u64,
    /// The dual bound, as a score.
    pub(super) bound: Option<u32>,
    /// A new incumbent, one value a column.
    pub(super) solution: Option<Vec<f64>>,
}

/// End of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum End {
    /// The solution is optimal, within the gaps.
    Optimal,
    /// The program has no solution.
    Infeasible,
    /// A limit or an interrupt stopped the run.
    #[default]
    Stopped,
}

impl Attempt {
    /// An attempt without any result but its end.
    pub(super) fn without_result(end: End) -> Self {
        Self {
            end,
            ..Self::default()
        }
    }

    /// The attempt of a trivial program: solvers do not take empty ones.
    pub(super) fn trivial(program: &Program) -> Option<Self> {
        let end = match (program.is_contradictory(), program.columns().is_empty()) {
            (true, _) => End::Infeasible,
            (false, true) => End::Optimal,
            (false, false) => return None,
        };
        let constant = program.objective().offset() as f64;
        Some(Self {
            solution: (end == End::Optimal).then_some((Vec::new(), constant)),
            dual_bound: Some(constant),
            ..Self::without_result(end)
        })
    }
}
