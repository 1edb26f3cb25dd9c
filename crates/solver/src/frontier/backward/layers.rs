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

/// A problem in the form of layers from the last turn back.
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
    /// Dual bound of the orders that were dropped, if any were.
    pub(super) dropped_bound: Option<u32>,
    /// Whether promising classes were left out.
    pub(super) is_thinned: bool,
}

/// Retention of layers.
#[derive(Debug, Clone, Copy)]
pub(super) struct Retention {
    /// Whether all layers are stored, or the last one alone.
    pub(super) all: bool,
    /// Approximate largest number of classes of a layer.
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
        retention: Retention,
        control: &Control,
    ) -> Result<Descent, Halt> {
        let full = Run::start(Layout::new(self.problem, 0), self.key(self.steps.full()));
        let mut descent = Descent {
            runs: vec![full],
            sizes: vec![1],
            dropped_bound: None,
            is_thinned: false,
        };
        let mut pace = Pace::new(self.problem.horizon());
        for turn in self.problem.turns().rev() {
            let class_count = descent.sizes[descent.sizes.len() - 1];
            let next = self.next(&mut descent, turn, (target, retention), &pace, control)?;
            pace.layer_done(class_count);
            if !retention.all {
                descent.runs.clear();
            }
            let next = match retention.width {
                Some(width) if next.len() > width => {
                    descent.is_thinned = true;
                    next.sample(width)
                }
                _ => next,
            };
            descent.sizes.push(next.len());
            let is_empty = next.len() == 0;
            descent.runs.push(next);
            if is_empty {
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
        (target, retention): (u32, Retention),
        pace: &Pace,
        control: &Control,
    ) -> Result<Run, Halt> {
        let (sense, horizon) = (self.sense(), self.problem.horizon());
        let number = horizon - turn.index();
        let next = Next {
            layer: &descent.runs[descent.runs.len() - 1],
            layout: Layout::new(self.problem, number),
            sense,
            number,
            count: horizon,
            layer_memory: descent.memory(),
            keep: retention.all,
        };
        let dropped_bound = Mutex::new(descent.dropped_bound);
        let next = as_wide_as!(next.layout, N => {
            let expand = |records: Records<'_>, builder: &Builder<'_, N>| {
                let mut buffer = builder.buffer();
                let better = |first: Option<u32>, second: Option<u32>| {
                    let scores = first.into_iter().chain(second);
                    sense.best_of(scores)
                };
                let mut best = None;
                for batch in records.batches() {
                    control.go_on()?;
                    let batch_bound = self.expand(batch, turn, target, &mut buffer);
                    best = better(best, batch_bound);
                }
                buffer.finish()?;
                let mut dropped_bound = dropped_bound.lock().unwrap_or_else(PoisonError::into_inner);
                *dropped_bound = better(*dropped_bound, best);
                Ok(())
            };
            self.space.next_layer(&next, pace, control, expand, |_| Ok(()))
        })?;
        descent.dropped_bound = dropped_bound
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        Ok(next)
    }

    /// Expands some coverings by a turn back; dual bound of the orders that are dropped, if any are.
    fn expand<N: Number>(
        &self,
        records: Records<'_>,
        turn: Turn,
        target: u32,
        buffer: &mut Buffer<'_, N>,
    ) -> Option<u32> {
        let sense = self.sense();
        let mut dropped_bound: Option<u32> = None;
        for (to_come, label) in records.iter() {
            let covering = self.steps.full().minus(to_come);
            for step in self.steps.of(covering, turn) {
                let score = label.score + step.points;
                let bound = score + step.prefix_bound + self.bonuses;
                if sense.better(target, bound) {
                    dropped_bound =
                        Some(dropped_bound.map_or(bound, |best| sense.better_of(best, bound)));
                    continue;
                }
                buffer.add(self.key(step.covering), Label { score, ..label });
            }
        }
        dropped_bound
    }

    /// The label of the covering before turn 1, if the layers came there.
    pub(super) fn initial_label(&self, descent: &Descent) -> Result<Option<Label>, FrontierError> {
        if descent.sizes.len() <= self.problem.horizon() {
            return Ok(None);
        }
        self.look_up(descent, 0, self.steps.initial())
    }

    /// An optimal order: from the first turn on, each time the lowest cell after which the best is still to come.
    pub(super) fn trace(&self, descent: &Descent) -> Result<Order, FrontierError> {
        let mut order: Vec<Cell> = Vec::with_capacity(self.problem.horizon());
        let mut covering = self.steps.initial();
        let mut rest = self.initial_label(descent)?.map_or(0, |label| label.score);
        for turn in self.problem.turns() {
            for (next, points) in self.steps.successors(covering, turn) {
                let label = self.look_up(descent, turn.number(), next)?;
                if label.is_some_and(|label| label.score + points == rest) {
                    order.extend(next.minus(covering).cells());
                    (covering, rest) = (next, rest - points);
                    break;
                }
            }
        }
        Ok(order.into())
    }

    /// Key of the class of a covering in a layer: its empty cells, because a table has no room for a covering without cells.
    fn key(&self, covering: Covering) -> Covering {
        let to_come = self.steps.full().minus(covering);
        self.classes.representative(to_come)
    }

    /// The entry of the class of a covering after this number of turns.
    fn look_up(
        &self,
        descent: &Descent,
        turns: usize,
        covering: Covering,
    ) -> Result<Option<Label>, FrontierError> {
        // The layer before turn 1 is the last one in any case.
        let index = (self.problem.horizon() - turns).min(descent.runs.len() - 1);
        let label = descent.runs[index].get(self.key(covering));
        let label = label.map_err(|error| {
            let layers = self.problem.horizon();
            self.space.failed(error, (layers - turns, layers), 0)
        });
        Ok(unless_stopped(label)?.flatten())
    }
}
