//! Solving, round after round, until the solution is an order.

use super::backend::{Attempt, Backend, End, Links};
use super::record::Record;
use super::{MilpError, MilpOptions, Relaxation};
use crate::formulation::{CycleCut, Formulation, Program, Reading, Row, Timetable};
use crate::order::{Incumbent, Order, Solution};
use crate::outcome::{History, Outcome, Proof, Stats, Unfinished, Verdict, as_score};
use crate::problem::{Feature, Problem};
use azulejo_control::Control;
use std::sync::Arc;

/// Solves a formulation of `problem`, from the order of the `incumbent`, if it has one. Other methods may share the incumbent: each
/// round begins with its best order, and the solver's orders go to it at once.
///
/// Lazy rows of a formulation that [generates](Formulation::generates) them are separated in the linear
/// relaxation, round after round, until the score of an order meets a bound. The solver of a formulation without
/// lazy rows runs even then: a quick second proof.
/// When the solution has cycles, rows that forbid them are added and the program is solved again,
/// until the solution is an order or an order's score meets the bound.
///
/// # Errors
/// When the solver fails or contradicts an order that is known.
pub fn solve(
    formulation: &dyn Formulation,
    problem: &Problem,
    incumbent: &Incumbent,
    options: &MilpOptions,
    control: &Control,
) -> Result<Outcome, MilpError> {
    let backend = options.solver.backend()?;
    let program = formulation.program();
    let mut stats = Stats {
        columns: Some(program.columns().len()),
        rows: Some(program.rows().len()),
        nonzeros: Some(program.nonzeros()),
        ..Stats::default()
    };
    let mut search = MilpSearch {
        formulation,
        problem,
        best: incumbent.best(),
        incumbent,
        bound: formulation.bound().score,
        cuts: Vec::new(),
        iterations: 0,
        record: Record::new(program),
    };
    search.record.note(search.state());
    let is_feasible = search.separate(backend, options, control)?;
    let separated_rows = search.cuts.len();
    stats.separated_rows = formulation.generates().then_some(separated_rows);
    let (mut nodes, mut rounds) = (0, 0);
    let mut shared: Option<Arc<Program>> = None;
    let is_feasible = loop {
        if !is_feasible {
            break false;
        }
        // For a short horizon the program is too weak to check a bound.
        let is_settled = search.is_proven() && !problem.fills_the_wall();
        if is_settled || formulation.generates() && (search.is_proven() || control.stopped()) {
            break true;
        }
        search.adopt_incumbent();
        let start = search
            .best
            .as_ref()
            .map(|best| search.assignment(&best.order));
        let run = match Attempt::trivial(program) {
            Some(attempt) => attempt,
            None => {
                let shared = shared.get_or_insert_with(|| Arc::new(program.clone()));
                let links = Links {
                    incumbent,
                    on_solution: &|values| search.share(values),
                    assignment: &|order| search.assignment(order),
                };
                backend.solve(shared, &search.cuts, start, &links, options, control)?
            }
        };
        rounds += 1;
        nodes += run.round.nodes;
        search.iterations += run.iterations;
        if rounds == 1 {
            stats.root_bound = run.round.root_bound;
        }
        let before = search.bound;
        if let Some(bound) = run.dual_bound.filter(|_| run.end != End::Infeasible) {
            search.tighten(bound);
        }
        search.record_run(&run, before);
        if run.end == End::Infeasible {
            break false;
        }
        stats.dual_bound = run.dual_bound;
        let new_cuts = match run.solution {
            Some((values, objective)) => search.accept(&values, objective)?,
            None => Vec::new(),
        };
        search.adopt_incumbent();
        search.record.note(search.state());
        if search.is_proven() || new_cuts.is_empty() || run.end == End::Stopped || control.stopped()
        {
            break true;
        }
        search.record.cycle_cuts(&new_cuts);
        search.cuts.extend(new_cuts.into_iter().map(|cut| cut.row));
    };
    let score = search.best.as_ref().map(|best| best.score);
    stats.gap = score.filter(|&score| score > 0).map(|score| {
        let gap = f64::from(score.abs_diff(search.bound));
        gap / f64::from(score)
    });
    stats.nodes = Some(nodes);
    stats.iterations = Some(search.iterations);
    stats.rounds = Some(rounds);
    stats.cycle_cuts = Some(search.cuts.len() - separated_rows);
    let state = search.state();
    let history = search.record.end(state);
    let root_rounds = history.separation.len();
    stats.root_rounds = formulation.generates().then_some(root_rounds);
    stats.seconds = history.moments.last().map_or(0.0, |end| end.seconds);
    let closed_bound = formulation.bound();
    let proof = match rounds {
        _ if Attempt::trivial(program).is_some() => Proof::Fixed,
        0 if search.bound == closed_bound.score && is_feasible => Proof::Bound(closed_bound.reason),
        0 => Proof::Relaxation {
            solver: backend.name(),
            rounds: root_rounds,
            rows: separated_rows,
        },
        _ => Proof::BranchAndBound {
            solver: backend.name(),
            nodes,
            rounds,
        },
    };
    let contradiction = |claim: String, score: u32| MilpError::Contradiction { claim, score };
    let (bound, sense) = (search.bound, problem.sense());
    let verdict = match (is_feasible, search.best) {
        (false, None) => Verdict::Infeasible { proof },
        (false, Some(best)) => {
            let claim = "calls the program infeasible";
            return Err(contradiction(claim.into(), best.score));
        }
        (true, Some(best)) if sense.better(best.score, bound) => {
            let claim = format!("bounds the score by {bound}");
            return Err(contradiction(claim, best.score));
        }
        (true, Some(solution)) if solution.score == bound => Verdict::Optimal { solution, proof },
        (true, best) => {
            let unfinished = match rounds {
                0 => Unfinished::Stopped,
                _ => Unfinished::InSolver(backend.name()),
            };
            Verdict::stopped(best, bound, unfinished)
        }
    };
    Ok(Outcome {
        verdict,
        stats,
        history: History::Milp(history),
    })
}

/// Smallest change of the bound that counts.
const MIN_CHANGE: f64 = 1e-3;

/// Number of relaxations in a row without a better bound after which the separation ends.
const STALLS: usize = 4;

/// The incumbent and the dual bound, over all rounds.
struct MilpSearch<'a> {
    formulation: &'a dyn Formulation,
    problem: &'a Problem,
    best: Option<Solution>,
    /// The best order of all methods.
    incumbent: &'a Incumbent,
    bound: u32,
    /// Rows that are added to the program.
    cuts: Vec<Row>,
    /// Simplex iterations.
    iterations: u64,
    record: Record,
}

impl MilpSearch<'_> {
    /// Adds the rows that the relaxation violates, until there are none, the bound does not get better, or
    /// the bound meets the score of an order. The result is false where the relaxation has no solution.
    fn separate(
        &mut self,
        backend: &dyn Backend,
        options: &MilpOptions,
        control: &Control,
    ) -> Result<bool, MilpError> {
        let program = self.formulation.program();
        let is_trivial = Attempt::trivial(program).is_some();
        if !self.formulation.generates() || self.is_proven() || is_trivial {
            return Ok(true);
        }
        let mut root = backend.root(program, options, control)?;
        let (mut cuts, mut stalls, mut last) = (Vec::new(), 0, None);
        loop {
            let count = cuts.len();
            match root.solve(cuts)? {
                Relaxation::Solved {
                    bound,
                    values,
                    iterations,
                } => {
                    self.iterations += iterations;
                    self.tighten(bound);
                    self.offer(&self.nearest(&values));
                    self.record.note_separation(count, bound, self.state());
                    let has_moved = last.is_none_or(|last: f64| (bound - last).abs() > MIN_CHANGE);
                    stalls = if has_moved { 0 } else { stalls + 1 };
                    last = Some(bound);
                    let violated = self.formulation.separate(&values);
                    cuts = violated.into_iter().map(|cut| cut.row).collect();
                    // The rows that the last solution violates belong to the program, too.
                    self.cuts.extend(cuts.iter().cloned());
                }
                Relaxation::Infeasible => return Ok(false),
                Relaxation::Stopped => return Ok(true),
            }
            if cuts.is_empty() || stalls == STALLS || self.is_proven() || control.stopped() {
                return Ok(true);
            }
        }
    }

    /// The bound and the score of the best order.
    fn state(&self) -> (u32, Option<u32>) {
        (self.bound, self.best.as_ref().map(|best| best.score))
    }

    /// Adopts the incumbents of a run and records its events. `before` is the bound before the run. The last bound of the run is adopted
    /// already: no event counts for more.
    fn record_run(&mut self, run: &Attempt, before: u32) {
        let sense = self.problem.sense();
        for news in &run.news {
            if let Some(values) = &news.solution {
                self.offer(&self.nearest(values));
            }
            let (last, best) = self.state();
            let event_bound = news
                .bound
                .map_or(before, |bound| sense.tighter(before, bound));
            let bound = sense.better_of(last, event_bound);
            self.record
                .note_event((news.instant, news.nodes), news.bound, (bound, best));
        }
        self.record.round(run, sense);
    }

    /// Adopts an order if the problem admits it and it beats the best so far.
    fn offer(&mut self, order: &Order) {
        let Some(solution) = self.solution_of(order) else {
            return;
        };
        self.incumbent.offer(&solution);
        self.best = Solution::better(self.problem, self.best.take(), Some(solution));
    }

    /// An order with its score, if the problem admits it.
    fn solution_of(&self, order: &Order) -> Option<Solution> {
        if !self.problem.admits(order) {
            return None;
        }
        let score = u32::try_from(self.score(order)).ok()?;
        let order = order.clone();
        Some(Solution { order, score })
    }

    /// Shares the order that is nearest to a new solution of the solver.
    fn share(&self, values: &[f64]) {
        if let Some(solution) = self.solution_of(&self.nearest(values)) {
            self.incumbent.offer(&solution);
        }
    }

    /// Adopts the best order of all methods.
    fn adopt_incumbent(&mut self) {
        self.best = Solution::better(self.problem, self.best.take(), self.incumbent.best());
    }

    /// Whether the objective value of a solution agrees with the score of its order: both are equal, or the value is worse where colours
    /// are free, of which a solution that is not optimal may count too few or too many.
    fn agrees(&self, objective: f64, score: i64) -> bool {
        let excess = self.problem.sense().gain(objective - score as f64);
        let is_free = self.problem.features().has(Feature::FreeColours);
        excess < 0.5 && (is_free || excess > -0.5)
    }

    /// Accepts a solution of the solver: an order whose score [agrees](Self::agrees), or cycles, for
    /// which it returns the rows that cut them off.
    fn accept(&mut self, values: &[f64], objective: f64) -> Result<Vec<CycleCut>, MilpError> {
        match self.formulation.read(&round(values)) {
            Reading::Order(order) => {
                let score = self.score(&order);
                if !self.problem.admits(&order) || !self.agrees(objective, score) {
                    return Err(MilpError::Unsound {
                        claimed: objective,
                        scored: score,
                    });
                }
                self.offer(&order);
                Ok(Vec::new())
            }
            Reading::Cyclic { cuts, near } => {
                self.offer(&near);
                let mut rows = self.formulation.separate(values);
                let short = rows.len();
                for cut in cuts {
                    let is_known = |row: &CycleCut| row.expression == cut.expression;
                    if !rows[..short].iter().any(is_known) {
                        rows.push(cut);
                    }
                }
                Ok(rows)
            }
        }
    }

    fn nearest(&self, values: &[f64]) -> Order {
        match self.formulation.read(&round(values)) {
            Reading::Order(order) | Reading::Cyclic { near: order, .. } => order,
        }
    }

    fn assignment(&self, order: &Order) -> Vec<i64> {
        let timetable = Timetable::new(self.problem, order);
        self.formulation.program().assignment(&timetable)
    }

    fn score(&self, order: &Order) -> i64 {
        self.formulation
            .program()
            .objective()
            .value(&self.assignment(order))
    }

    /// Adopts a dual bound if it is tighter than the bound so far.
    fn tighten(&mut self, dual_bound: f64) {
        let sense = self.problem.sense();
        self.bound = sense.tighter(self.bound, as_score(dual_bound, sense));
    }

    fn is_proven(&self) -> bool {
        self.best
            .as_ref()
            .is_some_and(|best| best.score == self.bound)
    }
}

/// The whole numbers nearest to values of columns.
pub(super) fn round(values: &[f64]) -> Vec<i64> {
    values.iter().map(|value| value.round() as i64).collect()
}

#[cfg(all(test, feature = "highs"))]
mod tests {
    use super::*;
    use crate::formulation::OrderingFormulation;
    use crate::instance::{Instance, Sense};

    #[test]
    fn methods_share_orders_both_ways() {
        let instance = Instance::builder(3, 3, Sense::Minimize).rounds().build();
        let problem = Problem::from(&instance.expect("valid"));
        let formulation = OrderingFormulation::new(&problem).expect("small");
        let verdict = |incumbent: &Incumbent| {
            let (options, control) = (MilpOptions::default(), Control::default());
            let outcome = solve(&formulation, &problem, incumbent, &options, &control);
            outcome.expect("HiGHS runs").verdict
        };
        let incumbent = Incumbent::new(Sense::Minimize, None);
        let Verdict::Optimal { solution, .. } = verdict(&incumbent) else {
            panic!("it is small");
        };
        assert_eq!(incumbent.best(), Some(solution.clone()));
        // The mirror image has the same score, and stays where it is the first incumbent.
        let wall = problem.wall();
        let mirror = solution.order.cells().map(|cell| {
            let column = wall.columns() - 1 - wall.column_of(cell);
            wall.cell(wall.row_of(cell), column).expect("on the wall")
        });
        let mirror = Solution::new(&problem, mirror.collect());
        let shared = Incumbent::new(Sense::Minimize, Some(mirror.clone()));
        assert_eq!(verdict(&shared).solution(), Some(&mirror));
    }
}
