//! Bounds by the set of cells that is filled at the end, for problems that do not fill the wall.
//!
//! The final covering says much about the score of an order. Each line gets the tiles of the end, and the best gain of a line from
//! one set of places to another is tabulated. A tile that is a start both ways earns 1: for the maximum such tiles count as starts of
//! their rows, or as starts of their columns; for the minimum as none, or as all starts less all tiles. Both ways to count hold, and
//! the tighter one is the bound.
//!
//! The search is branch and bound. First it decides about colours and about single cells, with [`multipliers`] for each part of all ends,
//! so that rows, columns and colours come to agree on an end ([`roots`]). Where they agree, it decides the rows of an end one by one,
//! best bound first. The bound of the undecided rows and of all columns is by their numbers of tiles, and by the numbers that can go
//! together ([`counts`]). Where the best order of an end stays unknown, the turns are divided into [`phases`].

mod charges;
mod counts;
mod frequencies;
mod lines;
mod multipliers;
mod multiset;
mod phases;
mod roots;
mod slope;
mod task;

use super::completion::{LineBits, LineBounds};
use super::prefix::LineEnds;
use crate::instance::Sense;
use crate::problem::Problem;
use crate::wall::{CellSet, Line};
use azulejo_control::{Control, Stopped};
use counts::{CountsByRows, NEVER};
use itertools::Itertools;
use roots::Roots;
use rustc_hash::FxHashMap;
use std::collections::BinaryHeap;
use std::ops::RangeInclusive;
use task::{Node, Task};

/// The longest line: a row has 2 to this power ends.
pub(crate) const LONGEST: usize = 12;

/// Result of a look at an end that could score more than the best known order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Look {
    /// The best order with the end is known, if it beats the best order known before.
    Decided,
    /// The best order with the end is not known; the number, if any, is a bound on its score.
    Unknown(Option<u32>),
}

/// The orders of a search through ends: the best known score, and the look at an end.
pub(crate) trait Orders {
    /// Score of the best known order, if there is one.
    fn best_score(&self) -> Option<u32>;

    /// Takes the dual bound after a number of parts of all ends.
    fn learn(&mut self, bound: u32, parts: usize);

    /// Rounding heuristic: looks for a better order near those with certain cells in the turns of each phase.
    fn round(&mut self, phases: &[(usize, &CellSet)]);

    /// Look at the end with the largest bound, which may beat the best score. The effort grows with the level.
    fn look(&mut self, end: &LineBits, level: u32) -> Look;
}

/// Limits of a search through ends.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limits {
    /// Largest number of nodes.
    pub(crate) nodes: usize,
    /// Memory in bytes, half of it for nodes.
    pub(crate) memory: usize,
    /// Largest number of times that turns are divided into phases, where the best order of an end stays unknown.
    pub(crate) levels: u32,
}

/// Dual bound of a problem that does not fill the wall and has no line that is longer than [`LONGEST`]. At a limit, or when the run
/// is stopped, the bound is weaker. None where no order ends at all, or when the run is stopped at once.
pub(crate) fn bound(
    problem: &Problem,
    line_ends: &LineEnds,
    limits: Limits,
    control: &Control,
    orders: &mut dyn Orders,
) -> Option<u32> {
    let wall = problem.wall();
    let in_row = tiles_in_rows(problem, line_ends)?;
    let size = (wall.rows(), wall.columns());
    let mut search = Search {
        control,
        counts: CountsByRows::new(size, in_row, problem.horizon(), limits.memory / 4),
        orders,
        ends: FxHashMap::default(),
        open_gain: NEVER,
        limits,
        sense: problem.sense(),
    };
    let memory = limits.memory / 4;
    let mut roots = Roots::new((problem, line_ends), memory, &mut search);
    while let Some(mut root) = roots.pop() {
        if root.bound <= search.threshold() {
            break;
        }
        if control.stopped() || roots.bytes() > limits.memory / 4 {
            search.open_gain = search.open_gain.max(root.bound);
            break;
        }
        search
            .orders
            .learn(root.bound.unsigned_abs(), roots.count());
        roots.round(&root, &mut search);
        if roots.split(&root, &mut search) {
            continue;
        }
        match search.explore((root.bound, root.level), &mut roots.task(&root)) {
            Ok(open_bound) => {
                root.bound = open_bound;
                let may_beat = open_bound > search.threshold();
                if may_beat && (root.level == limits.levels || !roots.refine(&root, &mut search)) {
                    search.open_gain = open_bound;
                }
            }
            Err(OpenBound(open_bound)) => {
                let next = roots.bound().unwrap_or(NEVER);
                search.open_gain = search.open_gain.max(open_bound).max(next);
                break;
            }
        }
    }
    let best = search.threshold();
    (best > NEVER / 2).then(|| best.unsigned_abs())
}

/// The least and the most turns that fill cells of a row; none where no order fills some row.
fn tiles_in_rows(problem: &Problem, line_ends: &LineEnds) -> Option<RangeInclusive<usize>> {
    let wall = problem.wall();
    let (mut least, mut greatest) = (wall.columns(), 0);
    for row in 0..wall.rows() as u32 {
        let initial = wall.line_cells(Line::Row(row));
        let initial = initial
            .filter(|&cell| problem.initial().contains(cell))
            .count();
        let ends = (0..1usize << wall.columns())
            .filter(|&bits| line_ends.of(Line::Row(row), bits).is_some());
        let tiles = ends.map(|bits| bits.count_ones() as usize - initial);
        let (fewest, most) = tiles.minmax().into_option()?;
        (least, greatest) = (least.min(fewest), greatest.max(most));
    }
    Some(least..=greatest)
}

struct Search<'a> {
    control: &'a Control,
    counts: CountsByRows,
    orders: &'a mut dyn Orders,
    /// By the final places of the rows, the level of the last look at an end and a bound on its gain; [`NEVER`] where the best order is
    /// known.
    ends: FxHashMap<[u16; LineBounds::LONGEST], (u32, i32)>,
    /// Largest gain of the ends whose best order is not known.
    open_gain: i32,
    limits: Limits,
    sense: Sense,
}

/// Bound on the gain of the ends that remain at a limit, or when the run is stopped.
struct OpenBound(i32);

/// An open node: the largest bound comes first, and of equal bounds the largest number of rows.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct OpenNode {
    bound: i32,
    decided: u8,
    /// The parent node, and the bits of the row after it.
    parent: u32,
    bits: u16,
}

impl Search<'_> {
    /// Gain that an end has to exceed for a look.
    fn threshold(&self) -> i32 {
        let score = self.orders.best_score();
        let gain = score.map_or(NEVER / 2, |score| self.sense.gain(score as i32));
        gain.max(self.open_gain)
    }

    /// Bound on the gain of the ends of a task whose best order is not known after a look of a level.
    fn explore(&mut self, (root, level): (i32, u32), task: &mut Task) -> Result<i32, OpenBound> {
        let mut nodes = vec![task.root()];
        let mut queue = BinaryHeap::new();
        let mut open_gain = NEVER;
        self.branch((0, root), &nodes, task, &mut queue)?;
        while let Some(next) = queue.pop() {
            if next.bound <= self.threshold().max(open_gain) {
                break;
            }
            let bytes =
                queue.capacity() * size_of::<OpenNode>() + nodes.capacity() * size_of::<Node>();
            let is_at_limit = self.limits.nodes == 0 || bytes > self.limits.memory / 2;
            if is_at_limit || self.control.stopped() {
                return Err(OpenBound(next.bound.max(open_gain)));
            }
            self.limits.nodes -= 1;
            let Some(node) = task.with_row(&nodes[next.parent as usize], next.bits) else {
                continue;
            };
            if node.decided < task.wall.rows() {
                nodes.push(node);
                self.branch((nodes.len() - 1, next.bound), &nodes, task, &mut queue)?;
                continue;
            }
            open_gain = open_gain.max(self.look(&node.end, level).min(next.bound));
        }
        Ok(open_gain)
    }

    /// Bound on the gain of an end after a look; [`NEVER`] where the best order is known.
    fn look(&mut self, end: &LineBits, level: u32) -> i32 {
        // Parts of a root have ends that were looked at before.
        if let Some(&(last, gain)) = self.ends.get(&end.rows)
            && (last >= level || gain == NEVER)
        {
            return gain;
        }
        let gain = match self.orders.look(end, level) {
            Look::Decided => NEVER,
            Look::Unknown(None) => i32::MAX,
            Look::Unknown(Some(score)) => self.sense.gain(score as i32),
        };
        self.ends.insert(end.rows, (level, gain));
        gain
    }

    /// Adds the children of a node to the queue; `limit` bounds their gains.
    fn branch(
        &mut self,
        (parent, limit): (usize, i32),
        nodes: &[Node],
        task: &mut Task,
        queue: &mut BinaryHeap<OpenNode>,
    ) -> Result<(), OpenBound> {
        let threshold = self.threshold();
        for bits in 0..1 << task.wall.columns() {
            let Some(node) = task.with_row(&nodes[parent], bits) else {
                continue;
            };
            self.control.go_on().map_err(|Stopped| OpenBound(limit))?;
            if let Some(bound) = task.bound(&node, &mut self.counts, threshold) {
                queue.push(OpenNode {
                    bound: bound.min(limit),
                    decided: node.decided as u8,
                    parent: parent as u32,
                    bits,
                });
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
