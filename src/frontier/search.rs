//! The forward pass of the frontier dynamic program (DESIGN, section 5).
//!
//! Layer t holds the coverings of t tiles, one for each class of the problem's symmetries, with the
//! best score that leads there and the number of orders that reach it. A covering is dropped when its
//! score and a bound on the rest do not reach the score of a beam search's order. A class in a layer
//! takes 64 bytes, and a layer's table is up to half empty; a class in a layer that is kept takes 20.

use super::beam;
use super::classes::Classes;
use super::expand::Expander;
use super::layer::{Layer, LayerError, Scores};
use crate::control::{Control, Progress};
use crate::instance::{Sense, Turn};
use crate::outcome::Solution;
use crate::problem::Problem;
use crate::wall::Covering;
use ruint::aliases::U256;

/// Why the frontier gives no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FrontierError {
    /// The wall is too large, or its lines are too long for bounds.
    #[error(
        "the frontier takes walls of at most {} cells with lines of at most {}; this one is {wall}",
        Covering::MAX_CELLS,
        super::LineBounds::LONGEST
    )]
    Unfit {
        /// The wall, as `rows×columns`.
        wall: String,
    },
    /// Too many cells for a distribution of scores.
    #[error(
        "the distribution of all scores takes at most {limit} empty cells; this wall leaves {cells} to fill"
    )]
    TooMany {
        /// The limit.
        limit: usize,
        /// Cells to be filled.
        cells: usize,
    },
    /// A layer does not fit into the memory.
    #[error("layer {layer} of {of} does not fit into {} MiB: give the frontier more with --memory", limit >> 20)]
    Memory {
        /// The layer.
        layer: usize,
        /// The last layer.
        of: usize,
        /// The memory, in bytes.
        limit: u64,
    },
    /// More orders than 2^256 − 1.
    #[error("the number of orders does not fit 256 bits")]
    Overflow,
}

/// A problem made ready for the passes.
#[derive(Debug, Clone)]
pub(super) struct Search<'a> {
    pub(super) problem: &'a Problem,
    pub(super) expander: Expander,
    pub(super) classes: Classes,
    /// A known order: what cannot reach its score is dropped.
    pub(super) incumbent: Option<Solution>,
}

/// What came of a forward pass that was not stopped.
pub(super) struct Forward {
    /// The layers before the last, if they were kept.
    pub(super) kept: Vec<Scores>,
    pub(super) last: Layer,
    pub(super) coverings: usize,
    pub(super) peak_layer: usize,
}

/// The ends of the optimal orders.
pub(super) struct Ends {
    /// The optimal score, the bonus included.
    pub(super) score: u32,
    /// The representatives of the classes in which optimal orders end, least first.
    pub(super) coverings: Vec<Covering>,
    /// The number of optimal orders.
    pub(super) orders: U256,
}

impl<'a> Search<'a> {
    pub(super) fn new(problem: &'a Problem, control: &Control) -> Result<Self, FrontierError> {
        let unfit = || FrontierError::Unfit {
            wall: problem.wall().to_string(),
        };
        Ok(Self {
            problem,
            expander: Expander::new(problem).ok_or_else(unfit)?,
            classes: Classes::new(problem),
            incumbent: beam::incumbent(problem, control),
        })
    }

    /// Layer after layer to the last; none if it was stopped on the way.
    pub(super) fn forward(
        &self,
        keep: bool,
        control: &Control,
    ) -> Result<Option<Forward>, FrontierError> {
        let mut layer = Layer::start(self.expander.initial());
        let limit = control.memory.unwrap_or_else(default_memory);
        let (mut kept, mut coverings, mut peak_layer) = (Vec::<Scores>::new(), 1, 1);
        for turn in self.problem.turns() {
            let of = self.problem.horizon();
            control.tell(&Progress::Layers {
                layer: turn.number(),
                of,
                coverings,
            });
            let taken = layer.len() as u64 * Layer::BYTES
                + kept.iter().map(Scores::len).sum::<usize>() as u64 * Scores::BYTES;
            let room = limit.saturating_sub(taken) / Layer::BYTES;
            let next = self.next(&layer, turn, room as usize, control);
            let next = next.map_err(|error| match error {
                LayerError::Overflow => FrontierError::Overflow,
                LayerError::Full => FrontierError::Memory {
                    layer: turn.number(),
                    of,
                    limit,
                },
            })?;
            if control.stopped() {
                return Ok(None);
            }
            let before = std::mem::replace(&mut layer, next);
            if keep {
                kept.push(before.into_scores());
            }
            coverings += layer.len();
            peak_layer = peak_layer.max(layer.len());
        }
        Ok(Some(Forward {
            kept,
            last: layer,
            coverings,
            peak_layer,
        }))
    }

    fn next(
        &self,
        layer: &Layer,
        turn: Turn,
        room: usize,
        control: &Control,
    ) -> Result<Layer, LayerError> {
        let sense = self.problem.sense();
        let target = self.incumbent.as_ref().map(|best| best.score);
        layer.next(sense, room, |covering, reached, emit| {
            let hopeless =
                |rest| target.is_some_and(|target| sense.better(target, reached.score + rest));
            if control.stopped() || !self.expander.may_end(covering, |rest| !hopeless(rest)) {
                return;
            }
            for step in self.expander.steps(covering, turn) {
                if !hopeless(self.expander.hope_of(&step)) {
                    let mut reached = *reached;
                    reached.score += step.points;
                    emit(self.classes.representative(step.covering), reached);
                }
            }
        })
    }

    /// The best of the last layer; none where it is empty.
    pub(super) fn ends(&self, last: &Layer) -> Result<Option<Ends>, FrontierError> {
        let sense = self.problem.sense();
        let mut best: Option<Ends> = None;
        for (covering, reached) in last.iter() {
            let score = reached.score + self.expander.bonus(covering);
            match &mut best {
                Some(ends) if ends.score == score => {
                    ends.coverings.push(covering);
                    ends.orders = ends
                        .orders
                        .checked_add(reached.orders)
                        .ok_or(FrontierError::Overflow)?;
                }
                Some(ends) if !sense.better(score, ends.score) => {}
                _ => {
                    best = Some(Ends {
                        score,
                        coverings: vec![covering],
                        orders: reached.orders,
                    })
                }
            }
        }
        if let Some(ends) = &mut best {
            ends.coverings.sort_unstable();
        }
        Ok(best)
    }

    /// What no score can beat before the search is done.
    pub(super) fn bound(&self) -> u32 {
        let trivial = self.problem.trivial_bound();
        match (
            self.problem.sense(),
            self.expander.hope(self.expander.initial()),
        ) {
            (Sense::Maximize, Some(hope)) => trivial.min(hope),
            (Sense::Minimize, Some(hope)) => trivial.max(hope),
            (_, None) => trivial,
        }
    }
}

/// Half of what the machine has free, or 4 GiB where it does not tell.
fn default_memory() -> u64 {
    let mut system = sysinfo::System::new();
    system.refresh_memory();
    match system.available_memory() / 2 {
        0 => 4 << 30,
        half => half,
    }
}
