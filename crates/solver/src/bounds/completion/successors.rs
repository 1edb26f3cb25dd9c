use super::deadlines::Deadlines;
use super::{HorizonBounds, LineBits, LineBounds, StripBounds};
use crate::bounds::{Bound, Reason};
use crate::bounds::{PriceBounds, PricedSum};
use crate::instance::{Sense, Turn};
use crate::problem::{Features, Moves, Problem};
use crate::wall::{Cell, Covering, Scorer, Wall};
use azulejo_control::Control;

/// Moves of a problem with their points and completion bounds.
#[derive(Debug, Clone)]
pub(crate) struct Successors {
    moves: Moves,
    deadlines: Deadlines,
    wall: Wall,
    sense: Sense,
    scorer: Scorer,
    lines: LineBounds,
    /// Bounds by strips, where the wall is filled and the line bound was not enough.
    strips: Option<StripBounds>,
    /// Whether the strip bound meets the score of its target order, so that lines hardly add to it.
    strips_suffice: bool,
    /// Bound by strips before the first turn, even where there was no time for their tables.
    strip_bound: Option<u32>,
    /// The points of all bonus lines, which a full wall earns.
    bonuses: u32,
    /// Bounds by a short horizon, where the wall is not filled.
    horizon: Option<HorizonBounds>,
    /// Bounds by lines with prices, where the wall is not filled and there was time for them.
    priced: Option<PriceBounds>,
}

/// A move: the covering it makes, its cell and points, and a bound on the rest of the whole wall.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Step {
    pub(crate) covering: Covering,
    pub(crate) cell: Cell,
    pub(crate) points: u32,
    pub(crate) rest: u32,
    /// A bound on the rest until the last turn, the bonus included, where there are prices, and the sum that it is from.
    priced: Option<(u32, PricedSum)>,
}

impl Successors {
    /// The successors of a problem; none where the wall has too many cells, or lines that are too long for bounds.
    pub(crate) fn new(problem: &Problem) -> Option<Self> {
        if !Features::ROWS_OF_MOVES.covers(problem.features()) {
            return None;
        }
        let (wall, sense) = (problem.wall(), problem.sense());
        Some(Self {
            moves: Moves::new(problem)?,
            deadlines: Deadlines::new(problem),
            wall,
            sense,
            scorer: Scorer::new(wall),
            lines: LineBounds::new(problem)?,
            strips: None,
            strips_suffice: false,
            strip_bound: None,
            bonuses: problem.full_bonus(),
            horizon: (!problem.fills_the_wall()).then(|| HorizonBounds::new(problem)),
            priced: None,
        })
    }

    /// Adds bounds by strips, where there are any, with multipliers for the score of an order.
    pub(crate) fn strengthen(
        &mut self,
        problem: &Problem,
        score: Option<u32>,
        memory: Option<u64>,
        control: &Control,
    ) {
        let target = score.map(|score| score.saturating_sub(self.bonuses));
        let Some((strips, bound)) = StripBounds::search(problem, target, memory, control) else {
            return;
        };
        self.strips_suffice = strips.is_some() && target.is_some() && bound == target;
        self.strips = strips.or(self.strips.take());
        self.strip_bound = match (self.strip_bound, bound) {
            (Some(previous), Some(bound)) => Some(self.sense.tighter(previous, bound)),
            (previous, bound) => bound.or(previous),
        };
    }

    /// Sets the bounds by prices.
    pub(crate) fn set_prices(&mut self, priced: PriceBounds) {
        self.priced = Some(priced);
    }

    /// Dual bound of the problem; none where there is no end.
    pub(crate) fn bound(&self) -> Option<Bound> {
        let by_layers = Bound {
            score: self.rest_bound(self.initial())?,
            reason: match self.strips {
                Some(_) => Reason::Strips,
                None => Reason::Lines,
            },
        };
        let by_strips = self.strip_bound.map(|rest| Bound {
            score: rest + self.bonuses,
            reason: Reason::Strips,
        });
        Some(match by_strips {
            Some(by_strips) => by_layers.tighter(by_strips, self.sense),
            None => by_layers,
        })
    }

    /// The covering before turn 1.
    pub(crate) fn initial(&self) -> Covering {
        self.moves.initial()
    }

    /// The bonus of a covering at the end.
    pub(crate) fn bonus(&self, covering: Covering) -> u32 {
        self.moves.bonus(covering)
    }

    /// The moves of a turn that begins with a covering, without those that surely lead to no end.
    pub(crate) fn steps(&self, covering: Covering, turn: Turn) -> impl Iterator<Item = Step> {
        let bits = LineBits::of(self.wall, covering);
        let strips = self.strips.as_ref();
        let strips = strips.map(|strips| (strips, strips.sums(&bits, turn.number())));
        let lines = (!self.strips_suffice).then(|| self.lines.sums(&bits));
        let priced = self.priced.as_ref();
        let priced = priced.map(|priced| (priced, priced.sum(&bits, turn.number())));
        let legal = self.moves.legal(covering, turn);
        let cells = self.deadlines.open(legal, covering, turn).cells();
        cells.filter_map(move |cell| {
            let (row, column) = (self.wall.row_of(cell), self.wall.column_of(cell));
            let (in_row, in_column) = (bits.rows[row].into(), bits.columns[column].into());
            let by_lines = |sums| self.lines.rest_with(sums, &bits, row, column);
            let by_lines = lines.as_ref().map(by_lines);
            let by_strips = match &strips {
                Some((strips, sums)) => Some(strips.rest_with(sums, &bits, row, column)?),
                None => None,
            };
            let bounds = by_lines.into_iter().chain(by_strips);
            let rest = bounds.reduce(|first, second| self.sense.tighter(first, second))?;
            let priced = match priced {
                Some((priced, sum)) => {
                    let sum = priced.sum_with(sum, &bits, turn.number(), (row, column));
                    Some((priced.points(sum)?, sum))
                }
                None => None,
            };
            Some(Step {
                priced,
                covering: covering.with(cell),
                cell,
                points: self
                    .scorer
                    .points_by_lines(in_row, column, in_column, row)
                    .total(),
                rest,
            })
        })
    }

    /// Quick bound on the points of a step and of all later turns, the bonus included.
    pub(crate) fn bound_after(&self, step: &Step) -> u32 {
        let bound = match (self.sense, &self.horizon) {
            // A short horizon may leave out the dear cells.
            (Sense::Minimize, Some(_)) => step.points,
            _ => step.points + step.rest + self.bonuses,
        };
        match step.priced {
            Some((priced, _)) => self.sense.tighter(bound, step.points + priced),
            None => bound,
        }
    }

    /// Bound on the points from a covering on, the bonus included; none where there is no end.
    pub(crate) fn rest_bound(&self, covering: Covering) -> Option<u32> {
        match &self.horizon {
            Some(bounds) => {
                let rest = bounds.rest(covering)?;
                match &self.priced {
                    Some(priced) => {
                        let turns = covering.minus(self.initial()).len();
                        Some(self.sense.tighter(rest, priced.rest(covering, turns)?))
                    }
                    None => Some(rest),
                }
            }
            None => {
                let by_lines = self.lines.rest(covering);
                let rest = match &self.strips {
                    None => by_lines,
                    Some(strips) => {
                        let tiles = covering.minus(self.initial()).len();
                        self.sense.tighter(by_lines, strips.rest(covering, tiles)?)
                    }
                };
                Some(rest + self.bonuses)
            }
        }
    }

    /// Whether the bound by a horizon, which [`bound_after`](Self::bound_after) does not have, is `good`; true without a horizon.
    pub(crate) fn may_end(&self, covering: Covering, good: impl FnOnce(u32) -> bool) -> bool {
        let Some(bounds) = &self.horizon else {
            return true;
        };
        bounds.rest(covering).is_some_and(good)
    }
}
