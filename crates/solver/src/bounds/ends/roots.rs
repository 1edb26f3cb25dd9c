//! Roots of the search: the ends of some decisions about colours and cells.

use super::lines::{Decisions, LineGains};
use super::multipliers::Multipliers;
use super::{Search, Task};
use crate::bounds::colours::{completable_colours, missing};
use crate::bounds::prefix::LineEnds;
use crate::problem::Problem;
use crate::wall::{Cell, CellSet};
use itertools::Itertools;
use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

/// Effort of a search for multipliers: the largest number of steps, and a divisor of the time that is left for them.
struct Effort {
    steps: usize,
    part: u32,
}

/// Effort for all ends, and for each part of them.
const FIRST: Effort = Effort {
    steps: 120,
    part: 6,
};
const NEXT: Effort = Effort {
    steps: 20,
    part: 100,
};

/// Some ends, a bound on their gain, and multipliers for them.
pub(super) struct Root {
    pub(super) bound: i32,
    decisions: Decisions,
    multipliers: Multipliers,
    /// The cell on which rows and columns disagree most, where they do.
    disagreement: Option<Cell>,
}

impl Root {
    /// The largest bound comes first, and of equal bounds the smallest number of open colours.
    fn key(&self) -> (i32, Reverse<usize>) {
        (self.bound, Reverse(self.decisions.open.len()))
    }
}

impl Ord for Root {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key().cmp(&other.key())
    }
}

impl PartialOrd for Root {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Root {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Root {}

/// Roots that may beat the best order, which have all such ends together.
pub(super) struct Roots<'a> {
    problem: &'a Problem,
    line_ends: &'a LineEnds,
    /// Memory of a task, in bytes.
    memory: usize,
    queue: BinaryHeap<Root>,
}

impl<'a> Roots<'a> {
    /// All ends in one root.
    pub(super) fn new(
        (problem, line_ends): (&'a Problem, &'a LineEnds),
        memory: usize,
        search: &mut Search<'_>,
    ) -> Self {
        let mut roots = Self {
            problem,
            line_ends,
            memory,
            queue: BinaryHeap::new(),
        };
        let decisions = Decisions {
            open: completable_colours(problem),
            ..Decisions::default()
        };
        let multipliers = Multipliers::new(&roots.gains(&decisions));
        let root = Root {
            bound: i32::MAX,
            decisions,
            multipliers,
            disagreement: None,
        };
        roots.add(root, &FIRST, search);
        roots
    }

    fn gains(&self, decisions: &Decisions) -> LineGains {
        LineGains::new(self.problem, self.line_ends, decisions)
    }

    /// The task of a root.
    pub(super) fn task(&self, root: &Root) -> Task {
        let gains = self.gains(&root.decisions);
        Task::new(self.problem, &gains, &root.multipliers, self.memory)
    }

    /// Largest bound of all roots; none without a root.
    pub(super) fn bound(&self) -> Option<i32> {
        self.queue.peek().map(|root| root.bound)
    }

    /// Removes the root with the largest bound.
    pub(super) fn pop(&mut self) -> Option<Root> {
        self.queue.pop()
    }

    /// Estimated memory of the roots, in bytes.
    pub(super) fn bytes(&self) -> usize {
        let multipliers = 2 * self.problem.wall().len() * size_of::<f64>();
        self.queue.len() * (2 * multipliers + size_of::<Root>())
    }

    /// Adds the parts of a root: with its next open colour complete, or without points for the colour; or else with its cell of
    /// disagreement and the predecessors filled, or the cell and its successors empty. False where the root has neither.
    pub(super) fn split(&mut self, root: &Root, search: &mut Search<'_>) -> bool {
        let [mut with, mut without] = [root.decisions.clone(), root.decisions.clone()];
        if let Some(colour) = with.open.pop() {
            with.complete.push(colour);
            without.open.pop();
        } else if let Some(cell) = root.disagreement {
            with.filled.extend(self.predecessors(cell).iter());
            let free = self.problem.free();
            let successors = free.filter(|&then| self.predecessors(then).contains(cell));
            without.empty.extend(successors);
        } else {
            return false;
        }
        self.add_parts(root, [with, without], search);
        true
    }

    /// The cell, and all cells for which it waits.
    fn predecessors(&self, cell: Cell) -> CellSet {
        let mut cells = CellSet::of(self.problem.wall(), [cell]);
        self.problem.add_predecessors(&mut cells);
        cells
    }

    fn add_parts(&mut self, root: &Root, parts: [Decisions; 2], search: &mut Search<'_>) {
        for decisions in parts {
            if missing(self.problem, decisions.filled().unique()) <= self.problem.horizon() {
                let part = Root {
                    decisions,
                    multipliers: root.multipliers.clone(),
                    ..*root
                };
                self.add(part, &NEXT, search);
            }
        }
    }

    /// Adds a root with multipliers of its own, if it may beat the best order.
    fn add(&mut self, mut root: Root, effort: &Effort, search: &mut Search<'_>) {
        let (threshold, tiles) = (search.threshold(), self.problem.horizon());
        let gains = self.gains(&root.decisions);
        let time = search.control.time_left().map(|time| time / effort.part);
        let control = search.control.clone().within(time);
        if let Some(counts) = search.counts.after(0) {
            let (counts, goal) = ((counts, tiles), (threshold, effort.steps));
            root.disagreement = root.multipliers.ascend(&gains, counts, goal, &control);
        }
        // A bound that is not computed stays.
        if !search.control.stopped() || root.bound == i32::MAX {
            let mut task = Task::new(self.problem, &gains, &root.multipliers, self.memory);
            let Some(bound) = task.bound(&task.root(), &mut search.counts, threshold) else {
                return;
            };
            root.bound = root.bound.min(bound);
        }
        self.queue.push(root);
    }
}
