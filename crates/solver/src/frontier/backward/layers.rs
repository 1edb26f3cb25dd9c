use crate::bounds::{Bound, Predecessors};
use crate::frontier::FrontierError;
use crate::frontier::error::Halt;
use crate::frontier::layer::{Buffer, Builder, Label, Layout, Number, Records, Run, as_wide_as};
use crate::frontier::options::FrontierOptions;
use crate::frontier::pace::Pace;
use crate::frontier::space::{Next, Space};
use crate::instance::{Sense, Turn};
use crate::order::Order;
use crate::problem::{Problem, SymmetryClasses};
use crate::wall::{Cell, Covering};
use azulejo_control::{Control, unless_stopped};
use std::sync::{Mutex, PoisonError};

/// A problem made ready for layers from the last turn back.
#[derive(Debug)]
pub(super) struct Backward<'a> {
    problem: &'a Problem,
    steps: Predecessors,
    /// The points of all bonus lines, which a full wall earns.
    bonuses: u32,
    classes: SymmetryClasses<Covering>,
    space: Space,
}

/// Layers from the full wall back, as far as they reach a score.
#[derive(Debug, Default)]
pub(super) struct Descent {
    /// The layers, that of the full wall first; the last one alone where they are not kept.
    runs: Vec<Run>,
    /// The classes of each.
    pub(super) sizes: Vec<u64>,
    /// The best score that was dropped, if any was: no order that was dropped has a better one.
    pub(super) dropped: Option<u32>,
    /// Whether classes were left out that are good enough.
    pub(super) thinned: bool,
}

/// Ways to keep layers.
#[derive(Debug, Clone, Copy)]
pub(super) struct Keep {
    /// Whether all layers are stored, or the last one alone.
    pub(super) all: bool,
    /// The most classes of each, about.
    pub(super) width: Option<u64>,
}

impl Descent {
    /// Classes of the largest layer.
    pub(super) fn peak(&self) -> u64 {
        self.sizes.iter().copied().max().unwrap_or(0)
    }

    fn memory(&self) -> u64 {
        self.runs.iter().map(Run::memory).sum()
    }
}

impl<'a> Backward<'a> {
    /// # Errors
    /// When the wall is too large, or not filled by the last turn; when the run has to end.
    pub(super) fn new(
        problem: &'a Problem,
        options: &FrontierOptions,
        control: &Control,
    ) -> Result<Self, Halt> {
        if !problem.fills_the_wall() {
            return Err(Halt::Failed(FrontierError::Unfilled {
                turns: problem.horizon(),
                cells: problem.free_len(),
            }));
        }
        let steps = Predecessors::new(problem, control)?;
        let steps = steps.ok_or_else(|| FrontierError::unfit(problem))?;
        Ok(Self {
            problem,
            bonuses: problem.full_bonus(),
            steps,
            classes: SymmetryClasses::of_coverings(problem),
            space: Space::new(options),
        })
    }

    pub(super) fn sense(&self) -> Sense {
        self.problem.sense()
    }

    pub(super) fn free_len(&self) -> usize {
        self.problem.free_len()
    }

    /// Dual bound of the problem; none where there is no order.
    pub(super) fn bound(&self) -> Option<Bound> {
        self.steps.bound()
    }

    /// Layer after layer, until one is empty or the first turn is taken back: every covering from which a score can be
    /// reached that is as good as `target`, unless layers are to be narrow.
    pub(super) fn descend(
        &self,
        target: u32,
        keep: Keep,
        control: &Control,
    ) -> Result<Descent, Halt> {
        let full = Run::start(Layout::new(self.problem, 0), self.key(self.steps.full()));
        let mut descent = Descent {
            runs: vec![full],
            sizes: vec![1],
            dropped: None,
            thinned: false,
        };
        let mut pace = Pace::new(self.problem.horizon());
        for turn in self.problem.turns().rev() {
            let expanded = descent.sizes[descent.sizes.len() - 1];
            let next = self.next(&mut descent, turn, (target, keep), &pace, control)?;
            pace.layer_done(expanded);
            if !keep.all {
                descent.runs.clear();
            }
            let next = match keep.width {
                Some(width) if next.len() > width => {
                    descent.thinned = true;
                    next.thinned(width)
                }
                _ => next,
            };
            descent.sizes.push(next.len());
            let empty = next.len() == 0;
            descent.runs.push(next);
            if empty {
                break;
            }
        }
        Ok(descent)
    }

    /// The layer before a turn.
    fn next(
        &self,
        descent: &mut Descent,
        turn: Turn,
        (target, keep): (u32, Keep),
        pace: &Pace,
        control: &Control,
    ) -> Result<Run, Halt> {
        let (sense, of) = (self.sense(), self.problem.horizon());
        let number = of - turn.index();
        let next = Next {
            layer: &descent.runs[descent.runs.len() - 1],
            layout: Layout::new(self.problem, number),
            sense,
            number,
            of,
            taken: descent.memory(),
            keep: keep.all,
        };
        let dropped = Mutex::new(descent.dropped);
        let next = as_wide_as!(next.layout, N => {
            let expand = |records: Records<'_>, builder: &Builder<'_, N>| {
                let mut found = builder.found();
                let better = |one: Option<u32>, other: Option<u32>| {
                    let both = one.into_iter().chain(other);
                    sense.best_of(both)
                };
                let mut best = None;
                for few in records.few_at_a_time() {
                    control.go_on()?;
                    let of_few = self.expand(few, turn, target, &mut found);
                    best = better(best, of_few);
                }
                found.finish()?;
                let mut dropped = dropped.lock().unwrap_or_else(PoisonError::into_inner);
                *dropped = better(*dropped, best);
                Ok(())
            };
            self.space.next_layer(&next, pace, control, expand, |_| Ok(()))
        })?;
        descent.dropped = dropped.into_inner().unwrap_or_else(PoisonError::into_inner);
        Ok(next)
    }

    /// Takes a turn back from some coverings; the best score that is dropped, if any is.
    fn expand<N: Number>(
        &self,
        records: Records<'_>,
        turn: Turn,
        target: u32,
        found: &mut Buffer<'_, N>,
    ) -> Option<u32> {
        let sense = self.sense();
        let mut dropped: Option<u32> = None;
        for (to_come, reached) in records.iter() {
            let covering = self.steps.full().minus(to_come);
            for step in self.steps.back(covering, turn) {
                let score = reached.score + step.points;
                let hope = score + step.past + self.bonuses;
                if sense.better(target, hope) {
                    dropped = Some(dropped.map_or(hope, |best| sense.better_of(best, hope)));
                    continue;
                }
                found.add(self.key(step.covering), Label { score, ..reached });
            }
        }
        dropped
    }

    /// The entry of the covering before turn 1, if the layers came there.
    pub(super) fn reached(&self, descent: &Descent) -> Result<Option<Label>, FrontierError> {
        if descent.sizes.len() <= self.problem.horizon() {
            return Ok(None);
        }
        self.look_up(descent, 0, self.steps.initial())
    }

    /// An optimal order: from the first turn on, each time the lowest cell after which the best is still to come.
    pub(super) fn trace(&self, descent: &Descent) -> Result<Order, FrontierError> {
        let mut order: Vec<Cell> = Vec::with_capacity(self.problem.horizon());
        let mut covering = self.steps.initial();
        let mut rest = self.reached(descent)?.map_or(0, |reached| reached.score);
        for turn in self.problem.turns() {
            for (next, points) in self.steps.on(covering, turn) {
                let known = self.look_up(descent, turn.number(), next)?;
                if known.is_some_and(|known| known.score + points == rest) {
                    order.extend(next.minus(covering).cells());
                    (covering, rest) = (next, rest - points);
                    break;
                }
            }
        }
        Ok(order.into())
    }

    /// By what a layer knows the class of a covering: its cells that are still to be filled, for a table has no room for
    /// a covering without cells.
    fn key(&self, covering: Covering) -> Covering {
        let to_come = self.steps.full().minus(covering);
        self.classes.representative(to_come)
    }

    /// The entry of the class of a covering when so many turns are over.
    fn look_up(
        &self,
        descent: &Descent,
        turns: usize,
        covering: Covering,
    ) -> Result<Option<Label>, FrontierError> {
        // Where layers are not kept, the one before turn 1 is the last one all the same.
        let from_the_end = (self.problem.horizon() - turns).min(descent.runs.len() - 1);
        let known = descent.runs[from_the_end].get(self.key(covering));
        let known = known.map_err(|error| {
            let layers = self.problem.horizon();
            self.space.failed(error, (layers - turns, layers), 0)
        });
        Ok(unless_stopped(known)?.flatten())
    }
}
