//! The forward pass of the frontier dynamic program.
//!
//! Layer t holds the coverings of t tiles, one for each class of the problem's symmetries, with the
//! best score that leads there and the number of orders that reach it. A covering is dropped when its
//! score and a bound on the rest do not reach the score of a beam search's order.

use super::FrontierError;
use super::checkpoint::Journal;
use super::error::Halt;
use super::layer::{Builder, Label, LayerError, Layout, Number, Records, Run, Section, as_wide_as};
use super::options::{Checkpoint, FrontierOptions};
use super::pace::Pace;
use super::space::{Next, Space};
use crate::bounds::Bound;
use crate::bounds::completion::Successors;
use crate::heuristics::WarmStart;
use crate::instance::Turn;
use crate::order::Incumbent;
use crate::outcome::Orders;
use crate::problem::{Problem, SymmetryClasses};
use crate::wall::Covering;
use azulejo_control::{Control, unless_stopped};

/// A problem in the form of the passes.
#[derive(Debug, Clone)]
pub(super) struct ForwardSearch<'a> {
    pub(super) problem: &'a Problem,
    pub(super) successors: Successors,
    pub(super) classes: SymmetryClasses<Covering>,
    /// The best order: coverings that cannot reach its score are dropped. Other methods may improve it.
    pub(super) incumbent: Incumbent,
    /// The dual bound that is known before the search.
    pub(super) bound: Bound,
    pub(super) space: Space,
    pub(super) checkpoint: Option<Checkpoint>,
}

/// A forward pass.
#[derive(Debug)]
pub(super) struct Forward {
    /// The layers before the last, if they are kept.
    pub(super) earlier: Vec<Run>,
    pub(super) last: Run,
    /// Number of tiles of the last layer, and the classes so far.
    pub(super) section: Section,
    pub(super) keep: bool,
    pub(super) journal: Option<Journal>,
}

/// The ends of the optimal orders.
#[derive(Debug)]
pub(super) struct Ends {
    /// The optimal score, the bonus included.
    pub(super) score: u32,
    /// The classes in which optimal orders end, with the score at the end without the bonus.
    pub(super) coverings: Vec<(Covering, u32)>,
    /// The number of optimal orders.
    pub(super) orders: Orders,
}

impl Forward {
    fn memory(&self) -> u64 {
        self.earlier
            .iter()
            .chain([&self.last])
            .map(Run::memory)
            .sum()
    }

    fn push(&mut self, next: Run, control: &Control) -> Result<(), Halt> {
        let section = Section {
            tiles: self.section.tiles + 1,
            coverings: self.section.coverings + next.len(),
            peak_layer: self.section.peak_layer.max(next.len()),
        };
        let next = match &mut self.journal {
            Some(journal) => {
                let stored = journal.append(&next, &section, control)?;
                // A layer on disk need not be there twice.
                if next.memory() > 0 { next } else { stored }
            }
            None => next,
        };
        self.section = section;
        let before = std::mem::replace(&mut self.last, next);
        if self.keep {
            self.earlier.push(before);
        }
        Ok(())
    }
}

impl<'a> ForwardSearch<'a> {
    pub(super) fn new(problem: &'a Problem, start: WarmStart, options: &FrontierOptions) -> Self {
        Self {
            problem,
            classes: SymmetryClasses::of_coverings(problem),
            bound: start.bound(problem),
            incumbent: Incumbent::new(problem.sense(), start.solution),
            successors: start.successors,
            space: Space::new(options),
            checkpoint: options.checkpoint.clone(),
        }
    }

    /// Layer after layer to the last.
    pub(super) fn forward(&self, keep: bool, control: &Control) -> Result<Forward, Halt> {
        let forward = self.advance_all(keep, control)?;
        match self.is_finished(&forward) {
            true => Ok(forward),
            false => Err(Halt::Stopped),
        }
    }

    /// Layer after layer to the last, or until a stop.
    pub(super) fn advance_all(&self, keep: bool, control: &Control) -> Result<Forward, Halt> {
        let mut forward = self.begin(keep, control)?;
        let mut pace = Pace::new(self.problem.horizon());
        while self.advance(&mut forward, &mut pace, control)? {}
        Ok(forward)
    }

    /// Whether the last layer is there.
    pub(super) fn is_finished(&self, forward: &Forward) -> bool {
        forward.section.tiles == self.problem.horizon()
    }

    /// Advances by a layer; false after the last, or if it was stopped.
    pub(super) fn advance(
        &self,
        forward: &mut Forward,
        pace: &mut Pace,
        control: &Control,
    ) -> Result<bool, FrontierError> {
        let Some(next) = self.next(forward, pace, control)? else {
            return Ok(false);
        };
        let class_count = forward.last.len();
        let result = unless_stopped(forward.push(next, control))?;
        pace.layer_done(class_count);
        Ok(result.is_some())
    }

    /// The pass before the first turn, or after a checkpoint.
    pub(super) fn begin(&self, keep: bool, control: &Control) -> Result<Forward, Halt> {
        if let Some(checkpoint) = self
            .checkpoint
            .as_ref()
            .filter(|checkpoint| checkpoint.resume)
        {
            let contents = Journal::resume(&checkpoint.path, self.problem, keep, control)?;
            return Ok(Forward {
                earlier: contents.earlier,
                last: contents.last,
                section: contents.section,
                keep,
                journal: Some(contents.journal),
            });
        }
        let mut forward = self.first_layer(keep);
        if let Some(checkpoint) = &self.checkpoint {
            let mut journal = Journal::start(&checkpoint.path, self.problem, keep)?;
            // A single class takes no time, and a run can then resume.
            journal.append(&forward.last, &forward.section, &Control::default())?;
            forward.journal = Some(journal);
        }
        Ok(forward)
    }

    /// The pass before the first turn.
    pub(super) fn first_layer(&self, keep: bool) -> Forward {
        Forward {
            earlier: Vec::new(),
            last: Run::start(Layout::new(self.problem, 0), self.successors.initial()),
            section: Section {
                tiles: 0,
                coverings: 1,
                peak_layer: 1,
            },
            keep,
            journal: None,
        }
    }

    /// The next layer; none after the last, or if it was stopped.
    pub(super) fn next(
        &self,
        forward: &Forward,
        pace: &Pace,
        control: &Control,
    ) -> Result<Option<Run>, FrontierError> {
        let Some(turn) = self.problem.turns().nth(forward.section.tiles) else {
            return Ok(None);
        };
        let next = Next {
            layer: &forward.last,
            layout: Layout::new(self.problem, turn.number()),
            sense: self.problem.sense(),
            number: turn.number(),
            count: self.problem.horizon(),
            layer_memory: forward.memory(),
            keep: forward.keep,
        };
        let target = self.incumbent.score();
        let run = as_wide_as!(next.layout, N => {
            let expand = |records: Records<'_>, builder: &Builder<'_, N>| {
                let mut buffer = builder.buffer();
                for batch in records.batches() {
                    control.go_on()?;
                    self.expand(batch, turn, target, |covering, label| buffer.add(covering, label));
                }
                buffer.finish()
            };
            self.space.next_layer(&next, pace, control, expand, |_| Ok(()))
        });
        unless_stopped(run)
    }

    /// Calls `give` with each class that a turn leads to from some coverings, with the orders that lead there.
    pub(super) fn expand<N: Number>(
        &self,
        records: Records<'_>,
        turn: Turn,
        target: Option<u32>,
        mut give: impl FnMut(Covering, Label<N>),
    ) {
        let sense = self.problem.sense();
        for (covering, label) in records.iter::<N>() {
            let is_hopeless =
                |rest| target.is_some_and(|target| sense.better(target, label.score + rest));
            if !self.successors.may_end(covering, |rest| !is_hopeless(rest)) {
                continue;
            }
            for step in self.successors.steps(covering, turn) {
                if !is_hopeless(self.successors.bound_after(&step)) {
                    let mut label = label;
                    label.score += step.points;
                    give(self.classes.representative(step.covering), label);
                }
            }
        }
    }

    /// The best of the last layer; none where it is empty.
    pub(super) fn ends(&self, last: &Run, control: &Control) -> Result<Option<Ends>, Halt> {
        let sense = self.problem.sense();
        let mut best: Option<Ends> = None;
        let mut merge = |covering: Covering, score: u32, orders: Orders| {
            let total = score + self.successors.bonus(covering);
            match &mut best {
                Some(ends) if ends.score == total => {
                    ends.coverings.push((covering, score));
                    ends.orders = ends
                        .orders
                        .checked_add(orders)
                        .ok_or(LayerError::Overflow)?;
                }
                Some(ends) if !sense.better(total, ends.score) => {}
                _ => {
                    best = Some(Ends {
                        score: total,
                        coverings: vec![(covering, score)],
                        orders,
                    })
                }
            }
            Ok::<_, LayerError>(())
        };
        let result = last.blocks(|blocks| {
            let mut pieces = blocks.iter().flat_map(|records| records.pieces());
            pieces.try_for_each(|piece| {
                control.go_on()?;
                let mut records = piece.iter();
                records.try_for_each(|(covering, label)| merge(covering, label.score, label.orders))
            })
        });
        result.map_err(|error| self.unreadable(error))?;
        if let Some(ends) = &mut best {
            ends.coverings.sort_unstable();
        }
        Ok(best)
    }

    /// The halt of a search that cannot read a layer.
    pub(super) fn unreadable(&self, error: LayerError) -> Halt {
        let last = self.problem.horizon();
        self.space.failed(error, (last, last), 0)
    }
}
