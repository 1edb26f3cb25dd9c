//! Restricted decision diagrams that go by prices: layers of coverings, of which each keeps the `width` that promise most (D.
//! Bergman, A. A. Cire, W.-J. van Hoeve and J. N. Hooker, Discrete Optimization with Decision Diagrams, INFORMS Journal on
//! Computing 28, 2016).
//!
//! A [`Layer`] serves every search of limited width: the passes here, the [beam](crate::heuristics::beam), and the way back from a
//! final covering.
//!
//! Every pass drops what cannot beat the best order that is known, and then what has no room. A pass that has room for all the
//! rest proves that nothing is better than the best order. So each pass is wider than the last. A better order gives
//! [prices](crate::bounds::Decomposition) a nearer aim.

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

/// Passes without a better order, most layers being cut, after which other methods need the time more.
const PATIENCE: usize = 3;

/// Between two passes, prices go on for as long as the pass took, but for no less than this.
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
    known: Bound,
    /// The score that prices aim at.
    target: u32,
    /// Width of the next pass, and the bytes that it may take.
    width: usize,
    memory: u64,
}

impl<'a> RestrictedSearch<'a> {
    /// Looks for prices that prove the best order, and for better orders by narrow passes. Without an order, prices aim at a score
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
        let (mut prices, known) = Decomposition::search(problem, target, memory / 4, control)?;
        let mut search = Self {
            diagram: Diagram::new(problem),
            // The time for prices is over, and this takes a few steps.
            tables: prices.tables(&Control::default()),
            prices,
            sense: problem.sense(),
            turns: problem.horizon(),
            known,
            target,
            width: FIRST,
            memory: memory / 2,
        };
        while !search.is_proven(incumbent) && !control.stopped() {
            let pass = search.pass(incumbent, control);
            let Some(better) = pass.and_then(|pass| pass.better) else {
                break;
            };
            incumbent.offer(&better);
            if search.aim(incumbent, control, control).is_none() {
                break;
            }
        }
        Some(search)
    }

    /// The dual bound.
    pub(crate) fn known(&self) -> &Bound {
        &self.known
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
        let mut fruitless = 0;
        while self.diagram.bytes(self.width) <= self.memory {
            let clock = Instant::now();
            let pass = self.pass(incumbent, control)?;
            if let Some(better) = &pass.better {
                incumbent.offer(better);
            }
            if pass.cut == 0 {
                return Some(pass.coverings);
            }
            if pass.better.is_none() {
                fruitless += 1;
                let hardly = 2 * pass.cut > self.turns && incumbent.score().is_some();
                if fruitless >= PATIENCE && hardly {
                    return None;
                }
                self.width *= WIDER;
            }
            let as_long = clock.elapsed().max(SHORTEST);
            let left = control.time_left().unwrap_or(as_long);
            let soon = control.clone().within(Some(as_long.min(left)));
            self.aim(incumbent, &soon, control)?;
            listener(&self.known);
        }
        None
    }

    fn pass(&self, incumbent: &Incumbent, control: &Control) -> Option<Pass> {
        self.diagram
            .pass(&self.tables, self.width, incumbent, control)
    }

    fn is_proven(&self, incumbent: &Incumbent) -> bool {
        incumbent.score() == Some(self.known.score)
    }

    /// Goes on with prices for the best order until one of the controls stops it; none where there is no order, or where the whole
    /// is stopped.
    fn aim(&mut self, incumbent: &Incumbent, soon: &Control, whole: &Control) -> Option<()> {
        let target = incumbent.score().unwrap_or(self.target);
        if self.prices.is_exhausted() && self.target == target {
            return Some(());
        }
        self.target = target;
        let known = self.prices.go_on(target, soon)?;
        self.known = self.known.clone().tighter(known, self.sense);
        whole.go_on().ok()?;
        self.tables = self.prices.tables(whole);
        Some(())
    }
}

#[cfg(test)]
mod tests;
