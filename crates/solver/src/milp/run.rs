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

/// Solves a formulation of `problem`, from the order of the `incumbent`, if it has one. Methods that run beside this one may share the
/// incumbent: better orders are taken from it between the rounds, and the solver's orders are given to it as soon as the solver
/// tells them.
///
/// Where the formulation [generates](Formulation::generates) rows, those that its linear relaxation violates
/// are added to it, round after round; and as soon as the score of an order meets a bound, nothing is left to
/// solve. Where it does not, the solver is asked even then: it proves the same in no time, a second witness.
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
        record: Record::new(program),
    };
    search.record.note(search.known());
    let SeparationResult {
        rows: mut cuts,
        mut iterations,
        infeasible,
    } = search.separate(backend, options, control)?;
    if formulation.generates() {
        stats.separated_rows = Some(cuts.len());
    }
    let separated = cuts.len();
    let (mut nodes, mut rounds) = (0, 0);
    let mut shared: Option<Arc<Program>> = None;
    let decision = loop {
        if infeasible {
            break search.infeasible()?;
        }
        // Of a short horizon the program is weak, and no check of a bound that is known.
        let settled = search.is_proven() && !problem.fills_the_wall();
        if settled || formulation.generates() && (search.is_proven() || control.stopped()) {
            break search.decision()?;
        }
        search.take_over();
        let start = search
            .best
            .as_ref()
            .map(|best| search.assignment(&best.order));
        let run = match Attempt::decided(program) {
            Some(decided) => decided,
            None => {
                let shared = shared.get_or_insert_with(|| Arc::new(program.clone()));
                let links = Links {
                    incumbent,
                    found: &|values| search.tell(values),
                };
                backend.solve(shared, &cuts, start, &links, options, control)?
            }
        };
        rounds += 1;
        nodes += run.nodes;
        iterations += run.iterations;
        if rounds == 1 {
            stats.root_bound = run.root_bound;
        }
        let before = search.bound;
        if let Some(bound) = run.dual_bound.filter(|_| run.end != End::Infeasible) {
            search.tighten(bound);
        }
        search.follow(&run, before);
        if run.end == End::Infeasible {
            break search.infeasible()?;
        }
        stats.dual_bound = run.dual_bound;
        let found = match run.solution {
            Some((values, objective)) => search.take(&values, objective)?,
            None => Vec::new(),
        };
        search.take_over();
        search.record.note(search.known());
        if search.is_proven() || found.is_empty() || run.end == End::Stopped || control.stopped() {
            break search.decision()?;
        }
        search.record.cycle_cuts(&found);
        cuts.extend(found.into_iter().map(|cut| cut.row));
    };
    let score = search.best.as_ref().map(|best| best.score);
    stats.gap = score.filter(|&score| score > 0).map(|score| {
        let gap = f64::from(score.abs_diff(search.bound));
        gap / f64::from(score)
    });
    stats.nodes = Some(nodes);
    stats.iterations = Some(iterations);
    stats.rounds = Some(rounds);
    stats.cycle_cuts = Some(cuts.len() - separated);
    let known = search.known();
    let history = search.record.end(known);
    if formulation.generates() {
        stats.root_rounds = Some(history.separation.len());
    }
    stats.seconds = history.moments.last().map_or(0.0, |end| end.seconds);
    let known = formulation.bound();
    let proof = match rounds {
        _ if program.columns().is_empty() || program.is_contradictory() => Proof::Fixed,
        0 if search.bound == known.score && !infeasible => Proof::Bound(known.reason),
        0 => Proof::Relaxation {
            solver: backend.name(),
            rounds: history.separation.len(),
            rows: separated,
        },
        _ => Proof::BranchAndBound {
            solver: backend.name(),
            nodes,
            rounds,
        },
    };
    let verdict = match decision {
        Decision::Optimal(solution) => Verdict::Optimal { solution, proof },
        Decision::Infeasible => Verdict::Infeasible { proof },
        Decision::Open => {
            let unfinished = match rounds {
                0 => Unfinished::Stopped,
                _ => Unfinished::InSolver(backend.name()),
            };
            Verdict::stopped(search.best.clone(), search.bound, unfinished)
        }
    };
    Ok(Outcome {
        verdict,
        stats,
        history: History::Milp(history),
    })
}

/// Result of a run.
enum Decision {
    /// No order is better than this one.
    Optimal(Solution),
    /// There is no order.
    Infeasible,
    /// The run was stopped.
    Open,
}

/// A bound that moves by less stays.
const BARELY: f64 = 1e-3;

/// As often in a row the relaxation may be solved without a better bound.
const STALLS: usize = 4;

/// Result of the rounds of separation.
#[derive(Default)]
struct SeparationResult {
    rows: Vec<Row>,
    iterations: u64,
    /// Whether the relaxation has no solution.
    infeasible: bool,
}

/// The incumbent and the dual bound, over all rounds.
struct MilpSearch<'a> {
    formulation: &'a dyn Formulation,
    problem: &'a Problem,
    best: Option<Solution>,
    /// The best order of all who run beside this.
    incumbent: &'a Incumbent,
    bound: u32,
    record: Record,
}

impl MilpSearch<'_> {
    /// Adds the rows that the relaxation violates, until there are none, or its bound does not get better, or
    /// it meets the score of an order.
    fn separate(
        &mut self,
        backend: &dyn Backend,
        options: &MilpOptions,
        control: &Control,
    ) -> Result<SeparationResult, MilpError> {
        let mut separated = SeparationResult::default();
        let program = self.formulation.program();
        let nothing = program.columns().is_empty() || program.is_contradictory();
        if !self.formulation.generates() || self.is_proven() || nothing {
            return Ok(separated);
        }
        let mut root = backend.root(program, options, control)?;
        let (mut found, mut stalls, mut last) = (Vec::new(), 0, None);
        loop {
            let added = found.len();
            separated.rows.extend(found.iter().cloned());
            match root.solve(found)? {
                Relaxation::Solved {
                    bound,
                    values,
                    iterations,
                } => {
                    separated.iterations += iterations;
                    self.tighten(bound);
                    self.offer(&self.nearest(&values));
                    self.record.separated(added, bound, self.known());
                    let moved = last.is_none_or(|last: f64| (bound - last).abs() > BARELY);
                    stalls = if moved { 0 } else { stalls + 1 };
                    last = Some(bound);
                    let violated = self.formulation.separate(&values);
                    found = violated.into_iter().map(|cut| cut.row).collect();
                }
                Relaxation::Infeasible => {
                    separated.infeasible = true;
                    return Ok(separated);
                }
                Relaxation::Stopped => return Ok(separated),
            }
            if found.is_empty() || stalls == STALLS || self.is_proven() || control.stopped() {
                // What the last solution violates is found: the program begins with it.
                separated.rows.extend(found);
                return Ok(separated);
            }
        }
    }

    /// The bound and the score of the best order.
    fn known(&self) -> (u32, Option<u32>) {
        (self.bound, self.best.as_ref().map(|best| best.score))
    }

    /// Takes the incumbents of a run and records what was heard of it. `before` is the bound before it,
    /// and the run's last word is taken already: nothing heard on the way counts for more than that.
    fn follow(&mut self, run: &Attempt, before: u32) {
        let sense = self.problem.sense();
        for news in &run.news {
            if let Some(values) = &news.solution {
                self.offer(&self.nearest(values));
            }
            let (last, best) = self.known();
            let heard = news
                .bound
                .map_or(before, |bound| sense.tighter(before, bound));
            let bound = if sense.better(last, heard) {
                last
            } else {
                heard
            };
            self.record
                .heard((news.at, news.nodes), news.bound, (bound, best));
        }
        self.record.round(run, sense);
    }

    /// Takes an order if the problem admits it and it beats the best so far.
    fn offer(&mut self, order: &Order) {
        let Some(solution) = self.admitted(order) else {
            return;
        };
        self.incumbent.offer(&solution);
        self.best = Solution::better(self.problem, self.best.take(), Some(solution));
    }

    /// An order with its score, if the problem admits it.
    fn admitted(&self, order: &Order) -> Option<Solution> {
        if !self.problem.admits(order) {
            return None;
        }
        let score = u32::try_from(self.score(order)).ok()?;
        let order = order.clone();
        Some(Solution { order, score })
    }

    /// Gives others the order that is nearest to a solution which the solver has just told.
    fn tell(&self, values: &[f64]) {
        if let Some(solution) = self.admitted(&self.nearest(values)) {
            self.incumbent.offer(&solution);
        }
    }

    /// Takes the best order that is known anywhere.
    fn take_over(&mut self) {
        self.best = Solution::better(self.problem, self.best.take(), self.incumbent.best());
    }

    /// Whether a solution may have this objective value where its order has this score: the same; or a worse one where colours are
    /// free, of which a solution that is not optimal may count too few or too many.
    fn is_claimed(&self, objective: f64, scored: i64) -> bool {
        let over = self.problem.sense().gain(objective - scored as f64);
        let is_free = self.problem.features().has(Feature::FreeColours);
        over < 0.5 && (is_free || over > -0.5)
    }

    /// Takes a solution of HiGHS: an order, whose score must be as [claimed](Self::is_claimed), or cycles, for
    /// which it returns the rows that cut them off.
    fn take(&mut self, values: &[f64], objective: f64) -> Result<Vec<CycleCut>, MilpError> {
        match self.formulation.read(&round(values)) {
            Reading::Order(order) => {
                let scored = self.score(&order);
                if !self.problem.admits(&order) || !self.is_claimed(objective, scored) {
                    return Err(MilpError::Unsound {
                        claimed: objective,
                        scored,
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
                    let known = |row: &CycleCut| row.expression == cut.expression;
                    if !rows[..short].iter().any(known) {
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

    /// Takes a dual bound if it is better than the bound so far.
    fn tighten(&mut self, dual_bound: f64) {
        let sense = self.problem.sense();
        self.bound = sense.tighter(self.bound, as_score(dual_bound, sense));
    }

    fn is_proven(&self) -> bool {
        self.best
            .as_ref()
            .is_some_and(|best| best.score == self.bound)
    }

    fn infeasible(&self) -> Result<Decision, MilpError> {
        match &self.best {
            None => Ok(Decision::Infeasible),
            Some(best) => Err(MilpError::Contradiction {
                claim: "calls the program infeasible".into(),
                score: best.score,
            }),
        }
    }

    fn decision(&self) -> Result<Decision, MilpError> {
        let (bound, sense) = (self.bound, self.problem.sense());
        match self.best.clone() {
            Some(solution) if solution.score == bound => Ok(Decision::Optimal(solution)),
            Some(solution) if sense.better(solution.score, bound) => {
                Err(MilpError::Contradiction {
                    claim: format!("bounds the score by {bound}"),
                    score: solution.score,
                })
            }
            _ => Ok(Decision::Open),
        }
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
    fn orders_go_both_ways_between_a_run_and_those_beside_it() {
        let instance = Instance::builder(3, 3, Sense::Minimize).rounds().build();
        let problem = Problem::from(&instance.expect("valid"));
        let formulation = OrderingFormulation::new(&problem).expect("small");
        let solved = |incumbent: &Incumbent| {
            let (options, control) = (MilpOptions::default(), Control::default());
            let outcome = solve(&formulation, &problem, incumbent, &options, &control);
            outcome.expect("HiGHS runs").verdict
        };
        let incumbent = Incumbent::new(Sense::Minimize, None);
        let Verdict::Optimal {
            solution: found, ..
        } = solved(&incumbent)
        else {
            panic!("it is small");
        };
        assert_eq!(incumbent.best(), Some(found.clone()));
        // Its mirror image is as good, and stays where somebody has it before.
        let wall = problem.wall();
        let mirrored = found.order.cells().map(|cell| {
            let column = wall.columns() - 1 - wall.column_of(cell);
            wall.cell(wall.row_of(cell), column).expect("on the wall")
        });
        let mirrored = Solution::new(&problem, mirrored.collect());
        let beside = Incumbent::new(Sense::Minimize, Some(mirrored.clone()));
        assert_eq!(solved(&beside).solution(), Some(&mirrored));
    }
}
