//! Local search for better orders, under any constraints.
//!
//! A round begins with an order that random moves have mixed up, and goes on by late acceptance (E. K. Burke and
//! Y. Bykov, The late acceptance hill-climbing heuristic, European Journal of Operational Research 258, 2017): a move is
//! committed if it leads to an order that is no worse than the last one, or than the one `lateness` steps ago. The larger the lateness
//! is, the longer is the round and the better its end; the lateness is doubled from round to round, up to a limit, and
//! begins anew. At the end of a round, some cells at a time are taken out and put back in the best way.
//!
//! All is exact in integers and drawn from a seed: the orders are the same on every machine for a number of steps.

mod moves;
mod refill;
mod rules;
mod schedule;
#[cfg(test)]
mod tests;

use crate::order::{Incumbent, Solution};
use crate::problem::Problem;
use azulejo_control::Control;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use refill::Refill;
use rules::Rules;
use schedule::Schedule;

/// Lateness in steps, in the first round and in the longest ones.
const LATENESS: (usize, usize) = (64, 1 << 13);

/// Number of steps without a better best order, per step of lateness, after which a round ends.
const PATIENCE: usize = 40;

/// Number of times that cells are taken out and put back at the end of a round.
const REFILLS: usize = 60;

/// Time of a refill, in steps.
const REFILL_STEPS: u64 = 2_000;

/// Rounds without a better order after which the cores are worth more to a proof.
const IDLE: usize = 40;

/// Steps between two looks at the clock.
const STEPS_BETWEEN: u64 = 1024;

/// Makes the incumbent better, beside the methods that prove it, until the run has to end, until its score is `target`,
/// or until many rounds have found nothing better. Better orders of other methods are adopted after each round.
///
/// ```
/// use azulejo_solver::{control::Control, instance::{Instance, Sense}, order::Incumbent, problem::Problem, heuristics};
/// use std::time::Duration;
/// let instance = Instance::builder(4, 4, Sense::Maximize).place_at(6, 16).build()?;
/// let problem = Problem::from(&instance);
/// let control = Control::default().within(Some(Duration::from_secs(10)));
/// let incumbent = Incumbent::new(Sense::Maximize, heuristics::greedy::solution(&problem, &control));
/// heuristics::improve_until(&problem, &incumbent, 71, 0, &control);
/// assert_eq!(incumbent.score(), Some(71)); // 4³ + 4² − 4, less 1·2 + 1·2 + 1: docs/proofs.md, section 4
/// # Ok::<(), azulejo_solver::instance::InvalidInstance>(())
/// ```
pub fn improve_until(
    problem: &Problem,
    incumbent: &Incumbent,
    target: u32,
    seed: u32,
    control: &Control,
) {
    let Some(first) = incumbent.best().filter(|_| problem.features().is_empty()) else {
        return;
    };
    let rules = Rules::new(problem);
    let mut search = Search::new(problem, &rules, first, (target, seed));
    let mut idle = 0;
    while idle < IDLE && !search.is_finished(control) {
        let before = search.best.score;
        search.round(control);
        incumbent.offer(&search.best);
        search.adopt(incumbent.best());
        idle = if search.best.score == before {
            idle + 1
        } else {
            0
        };
    }
}

/// The order, or a better one that the problem admits, after at most `steps` steps or with the score `target`.
pub(super) fn improve(
    problem: &Problem,
    first: Solution,
    (target, steps): (u32, u64),
    seed: u32,
    control: &Control,
) -> Solution {
    if !problem.features().is_empty() {
        return first;
    }
    let rules = Rules::new(problem);
    let mut search = Search::new(problem, &rules, first, (target, seed));
    search.steps_left = steps;
    while !search.is_finished(control) {
        search.round(control);
    }
    search.best
}

struct Search<'a> {
    problem: &'a Problem,
    rules: &'a Rules,
    refill: Option<Refill>,
    random: ChaCha8Rng,
    best: Solution,
    target: u32,
    lateness: usize,
    /// Whether the next round is the first.
    is_first_round: bool,
    steps_left: u64,
}

impl<'a> Search<'a> {
    fn new(
        problem: &'a Problem,
        rules: &'a Rules,
        first: Solution,
        (target, seed): (u32, u32),
    ) -> Self {
        debug_assert!(problem.admits(&first.order));
        Self {
            problem,
            rules,
            refill: Refill::new(problem, rules),
            random: ChaCha8Rng::seed_from_u64(seed.into()),
            best: first,
            target,
            lateness: LATENESS.0,
            is_first_round: true,
            steps_left: u64::MAX,
        }
    }

    fn is_finished(&self, control: &Control) -> bool {
        let is_fixed = self.rules.pinned.iter().all(|pinned| *pinned);
        is_fixed || self.steps_left == 0 || self.best.score == self.target || control.stopped()
    }

    fn adopt(&mut self, other: Option<Solution>) {
        let is_better =
            |other: &Solution| self.problem.sense().better(other.score, self.best.score);
        if let Some(other) = other.filter(is_better) {
            self.best = other;
        }
    }

    fn round(&mut self, control: &Control) {
        let mut schedule = Schedule::new(self.problem, self.rules, &self.best.order);
        debug_assert_eq!(schedule.solution(), self.best);
        let mut places = Vec::new();
        if !std::mem::take(&mut self.is_first_round) {
            // A random number of moves: near the best order or far from it.
            for _ in 0..1 + below(&mut self.random, self.best.order.len()) {
                if moves::make(&mut schedule, &mut self.random, &mut places) {
                    schedule.commit();
                }
            }
        }
        let mut costs = vec![schedule.cost(); self.lateness];
        let (mut least, mut idle) = (schedule.cost(), 0);
        for step in 0u64.. {
            let stop = step.is_multiple_of(STEPS_BETWEEN) && control.stopped();
            if self.steps_left == 0 || stop || idle > PATIENCE * self.lateness {
                break;
            }
            self.steps_left -= 1;
            idle += 1;
            let before = schedule.cost();
            let slot = step as usize % costs.len();
            if moves::make(&mut schedule, &mut self.random, &mut places) {
                match schedule.cost() <= before.max(costs[slot]) {
                    true => schedule.commit(),
                    false => schedule.undo(),
                }
            }
            costs[slot] = costs[slot].min(schedule.cost());
            if schedule.cost() < least {
                (least, idle) = (schedule.cost(), 0);
                if self.offer(&schedule) {
                    return;
                }
            }
        }
        self.refill(&mut schedule, control);
        self.lateness = match self.lateness < LATENESS.1 {
            true => 2 * self.lateness,
            false => LATENESS.0,
        };
    }

    /// Takes cells out and puts them back, from the order that the round ended with.
    fn refill(&mut self, schedule: &mut Schedule<'_>, control: &Control) {
        let Some(mut refill) = self.refill.take() else {
            return;
        };
        for _ in 0..REFILLS {
            if self.steps_left == 0 || control.stopped() {
                break;
            }
            self.steps_left = self.steps_left.saturating_sub(REFILL_STEPS);
            refill.step(schedule, &mut self.random);
            if self.offer(schedule) {
                break;
            }
        }
        self.refill = Some(refill);
    }

    /// Stores the order if it is the best so far; whether the best score is the target.
    fn offer(&mut self, schedule: &Schedule<'_>) -> bool {
        if schedule.cost() < self.rules.cost(self.best.score.into()) {
            self.best = schedule.solution();
            debug_assert!(self.problem.admits(&self.best.order));
            debug_assert_eq!(self.best.score, self.best.order.score(self.problem));
        }
        self.best.score == self.target
    }
}

fn below(random: &mut ChaCha8Rng, limit: usize) -> usize {
    random.next_u32() as usize % limit
}
