//! Restricted decision diagrams that go by prices: layers of coverings, each with the `width` most promising ones (D.
//! Bergman, A. A. Cire, W.-J. van Hoeve and J. N. Hooker, Discrete Optimization with Decision Diagrams, INFORMS Journal on
//! Computing 28, 2016).
//!
//! A [`Layer`] serves every search of limited width: the passes here, the [beam](crate::heuristics::beam), and the path back from a
//! final covering.
//!
//! A pass drops the coverings that cannot beat the incumbent, and then those without room. A pass with room for all of them proves that
//! no order beats the incumbent. So each pass is wider than the last. A better order gives [prices](crate::bounds::Decomposition) a
//! nearer target.

mod cells;
mod colours;
mod layer;
mod pass;

pub(crate) use layer::{Label, Layer, Node, Steps};

use crate::bounds::{Bound, Decomposition, PriceBounds};
use crate::instance::Sense;
use crate::order::Incumbent;
use crate::problem::{Features, Problem};
use azulejo_control::{Control, Instant};
use cells::Cells;
use pass::{Diagram, Pass};
use std::time::Duration;

const _: () = assert!(Decomposition::LONGEST <= Cells::LONGEST);

/// Width of the first passes, in coverings of a layer.
const FIRST: usize = 1_000;

/// Passes without a better order, most layers being cut, that end the search.
const PATIENCE: usize = 3;

/// Least time for prices between two passes; else as long as the last pass took.
const SHORTEST: Duration = Duration::from_secs(1);

/// Factor from the width of a pass to that of the next.
const WIDER: usize = 4;

/// Prices, and passes that go by them.
#[derive(Debug)]
pub(crate) struct RestrictedSearch<'a> {
    diagram: Diagram<'a>,
    prices: Decomposition,
    tables: PriceBounds,
    sense: Sense,
    turns: usize,
    /// The dual bound.
    bound: Bound,
    /// The score that prices aim at.
    target: u32,
    /// Width of the next pass, and the bytes that it may take.
    width: usize,
    memory: u64,
}

impl<'a> RestrictedSearch<'a> {
    /// Searches for prices that prove the best order, and for better orders by narrow passes. Without an order, prices aim at a score
    /// that is a quarter worse than the `bound`. Prices and passes take half of the `memory` each, in bytes. None where there is no order,
    /// where lines are too long, where the memory is too small, or where the problem has fields or rows about more than one turn.
    pub(crate) fn new(
        problem: &'a Problem,
        (bound, memory): (u32, u64),
        incumbent: &Incumbent,
        control: &Control,
    ) -> Option<Self> {
        if !Features::ROWS_OF_MOVES.covers(problem.features()) {
            return None;
        }
        let target = incumbent.score().unwrap_or(match problem.sense() {
            Sense::Maximize => bound - bound / 4,
            Sense::Minimize => bound + bound / 4 + 1,
        });
        let (mut prices, dual_bound) = Decomposition::search(problem, target, memory / 4, control)?;
        let mut search = Self {
            diagram: Diagram::new(problem),
            // The time for prices is over, and this takes a few steps.
            tables: prices.tables(&Control::default()),
            prices,
            sense: problem.sense(),
            turns: problem.horizon(),
            bound: dual_bound,
            target,
            width: FIRST,
            memory: memory / 2,
        };
        while !search.is_proven(incumbent) && !control.stopped() {
            let pass = search.pass(incumbent, control);
            let Some(solution) = pass.and_then(|pass| pass.solution) else {
                break;
            };
            incumbent.offer(&solution);
            if search.aim(incumbent, control, control).is_none() {
                break;
            }
        }
        Some(search)
    }

    /// The dual bound.
    pub(crate) fn bound(&self) -> &Bound {
        &self.bound
    }

    /// Tables that bound the rest of coverings.
    pub(crate) fn tables(&self) -> &PriceBounds {
        &self.tables
    }

    /// Wider and wider passes, until one of them has room for all coverings. Gives the number of coverings of the pass that proves
    /// that no order beats the incumbent, or that there is no order; none where the run is stopped, where there is no memory for
    /// more, or where more would hardly help. `listener` hears each tighter bound.
    pub(crate) fn widen(
        &mut self,
        incumbent: &Incumbent,
        control: &Control,
        listener: impl Fn(&Bound),
    ) -> Option<u64> {
        let mut idle_passes = 0;
        while self.diagram.bytes(self.width) <= self.memory {
            let clock = Instant::now();
            let pass = self.pass(incumbent, control)?;
            if let Some(solution) = &pass.solution {
                incumbent.offer(solution);
            }
            if pass.cut_layers == 0 {
                return Some(pass.coverings);
            }
            if pass.solution.is_none() {
                idle_passes += 1;
                let is_mostly_cut = 2 * pass.cut_layers > self.turns && incumbent.score().is_some();
                if idle_passes >= PATIENCE && is_mostly_cut {
                    return None;
                }
                self.width *= WIDER;
            }
            let duration = clock.elapsed().max(SHORTEST);
            let time_left = control.time_left().unwrap_or(duration);
            let short = control.clone().within(Some(duration.min(time_left)));
            self.aim(incumbent, &short, control)?;
            listener(&self.bound);
        }
        None
    }

    fn pass(&self, incumbent: &Incumbent, control: &Control) -> Option<Pass> {
        self.diagram
            .pass(&self.tables, self.width, incumbent, control)
    }

    fn is_proven(&self, incumbent: &Incumbent) -> bool {
        incumbent.score() == Some(self.bound.score)
    }

    /// Continues the ascent of prices for the score of the incumbent until one of the controls stops it; none where there is no order, or
    /// where the whole run is stopped.
    fn aim(&mut self, incumbent: &Incumbent, short: &Control, whole: &Control) -> Option<()> {
        let target = incumbent.score().unwrap_or(self.target);
        if self.prices.is_exhausted() && self.target == target {
            return Some(());
        }
        self.target = target;
        let bound = self.prices.ascend(target, short)?;
        self.bound = self.bound.clone().tighter(bound, self.sense);
        whole.go_on().ok()?;
        self.tables = self.prices.tables(whole);
        Some(())
    }
}

#[cfg(test)]
mod tests;
