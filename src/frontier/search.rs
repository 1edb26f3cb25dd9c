//! The frontier dynamic program (DESIGN, section 5).

use super::beam;
use super::classes::Classes;
use super::expand::Expander;
use super::layer::{Layer, Overflow};
use crate::control::{Control, Progress};
use crate::instance::{Sense, Turn};
use crate::outcome::{Outcome, Solution, Stats, Verdict};
use crate::problem::Problem;
use crate::wall::{Cell, Covering};
use ruint::aliases::U256;
use std::time::Instant;

/// Why the frontier gives no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FrontierError {
    /// The wall is too large, or its lines are too long for bounds.
    #[error("the frontier takes walls of at most {} cells with lines of at most {}; this one is {wall}", Covering::MAX_CELLS, super::LineBounds::LONGEST)]
    Unfit {
        /// The wall, as `rows×columns`.
        wall: String,
    },
    /// The number of orders does not fit 256 bits.
    #[error("the number of orders does not fit 256 bits")]
    Overflow,
}

impl From<Overflow> for FrontierError {
    fn from(_: Overflow) -> Self {
        Self::Overflow
    }
}

/// Finds an optimal order and counts all of them.
///
/// Layer t holds the coverings of t tiles, one for each class of the problem's symmetries, with the
/// best score that leads there and the number of orders that reach it. A covering is dropped when
/// its score and a bound on the rest do not reach the score of a beam search's order.
///
/// # Errors
/// When the wall is too large or the number of orders is.
pub fn solve(problem: &Problem, control: &Control) -> Result<Outcome, FrontierError> {
    let clock = Instant::now();
    let unfit = || FrontierError::Unfit { wall: problem.wall().to_string() };
    let expander = Expander::new(problem).ok_or_else(unfit)?;
    let incumbent = beam::search(problem, beam::WIDTH, control);
    let search = Search {
        problem,
        expander,
        classes: Classes::new(problem),
        target: incumbent.as_ref().map(|best| best.score),
    };
    let layers = search.layers(control)?;
    let mut stats = Stats {
        coverings: Some(layers.iter().map(Layer::len).sum()),
        peak_layer: layers.iter().map(Layer::len).max(),
        ..Stats::default()
    };
    let verdict = if layers.len() <= problem.horizon() {
        let bound = problem.trivial_bound();
        match incumbent {
            Some(solution) if solution.score == bound => Verdict::Optimal(solution),
            Some(solution) => Verdict::Feasible { solution, bound },
            None => Verdict::Unknown { bound },
        }
    } else {
        match search.best_end(&layers) {
            Some((score, ends)) => {
                stats.orders = Some(search.count(&layers, &ends)?.to_string());
                Verdict::Optimal(Solution { order: search.trace(&layers, ends[0]), score })
            }
            None => Verdict::Infeasible,
        }
    };
    stats.seconds = clock.elapsed().as_secs_f64();
    Ok(Outcome { verdict, stats })
}

struct Search<'a> {
    problem: &'a Problem,
    expander: Expander,
    classes: Classes,
    /// The score of a known order: what cannot reach it is dropped.
    target: Option<u32>,
}

impl Search<'_> {
    /// All layers, or those that were finished when the run was stopped.
    fn layers(&self, control: &Control) -> Result<Vec<Layer>, FrontierError> {
        let mut layers = vec![Layer::start(self.classes.representative(self.expander.initial()))];
        let mut coverings = 1;
        for turn in self.problem.turns() {
            if control.stopped() {
                break;
            }
            control.tell(&Progress::Layers {
                layer: turn.number(),
                of: self.problem.horizon(),
                coverings,
            });
            let layer = self.next(&layers[turn.index()], turn, control)?;
            if control.stopped() {
                break;
            }
            coverings += layer.len();
            layers.push(layer);
        }
        Ok(layers)
    }

    fn next(&self, layer: &Layer, turn: Turn, control: &Control) -> Result<Layer, Overflow> {
        let sense = self.problem.sense();
        layer.next(sense, |covering, reached, emit| {
            if control.stop.load(std::sync::atomic::Ordering::Relaxed) {
                return;
            }
            for step in self.expander.steps(covering, turn) {
                let hope = self.expander.hope(reached.score, &step, turn);
                if self.target.is_some_and(|target| sense.better(target, hope)) {
                    continue;
                }
                let mut reached = *reached;
                reached.score += step.points;
                emit(self.classes.representative(step.covering), reached);
            }
        })
    }

    /// The best score at the end, the bonus included, and the classes that have it, least first.
    fn best_end(&self, layers: &[Layer]) -> Option<(u32, Vec<Covering>)> {
        let scored = |(covering, reached): (Covering, &super::layer::Reached)| {
            (reached.score + self.expander.bonus(covering), covering)
        };
        let ends: Vec<(u32, Covering)> = layers.last()?.iter().map(scored).collect();
        let scores = ends.iter().map(|(score, _)| *score);
        let best = match self.problem.sense() {
            Sense::Maximize => scores.max(),
            Sense::Minimize => scores.min(),
        }?;
        let mut coverings: Vec<Covering> =
            ends.into_iter().filter(|(score, _)| *score == best).map(|(_, covering)| covering).collect();
        coverings.sort_unstable();
        Some((best, coverings))
    }

    fn count(&self, layers: &[Layer], ends: &[Covering]) -> Result<U256, Overflow> {
        let reached = ends.iter().filter_map(|&end| layers.last()?.get(end));
        reached.map(|end| end.orders).try_fold(U256::ZERO, U256::checked_add).ok_or(Overflow)
    }

    /// One order to a covering, from its end: each time the lowest cell whose placement explains the
    /// score.
    fn trace(&self, layers: &[Layer], end: Covering) -> Vec<Cell> {
        let mut order = Vec::with_capacity(self.problem.horizon());
        let mut covering = end;
        for turn in self.problem.turns().rev() {
            let score = self.score_of(&layers[turn.number()], covering);
            let added = covering.minus(self.expander.initial()).cells().find(|&cell| {
                let before = Covering::from_bits(covering.bits() & !(1 << cell.index()));
                let step = self.expander.steps(before, turn).find(|step| step.covering == covering);
                let from = self.score_of(&layers[turn.index()], before);
                step.zip(from).is_some_and(|(step, from)| Some(from + step.points) == score)
            });
            let Some(cell) = added else { break };
            order.push(cell);
            covering = Covering::from_bits(covering.bits() & !(1 << cell.index()));
        }
        order.reverse();
        order
    }

    fn score_of(&self, layer: &Layer, covering: Covering) -> Option<u32> {
        layer.get(self.classes.representative(covering)).map(|reached| reached.score)
    }
}
