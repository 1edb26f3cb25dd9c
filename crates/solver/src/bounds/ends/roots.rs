//! Roots of the search: the ends of some decisions about colours, cells and phases.

use super::frequencies::Disagreement;
use super::lines::{Decisions, LineGains};
use super::multipliers::Multipliers;
use super::phases::Phases;
use super::{Search, Task};
use crate::bounds::colours::completable_colours;
use crate::bounds::prefix::LineEnds;
use crate::problem::Problem;
use crate::wall::{Cell, CellSet};
use itertools::Itertools;
use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;
use std::rc::Rc;

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

/// Number of roots for each rounding.
const ROUNDING: usize = 4;

/// Some ends, a bound on their gain, and multipliers for them.
pub(super) struct Root {
    pub(super) bound: i32,
    phases: Rc<Phases>,
    /// Number of times that the phases became finer.
    pub(super) level: u32,
    decisions: Decisions,
    multipliers: Multipliers,
    /// The cell on which rows and columns disagree most, where they do and where a decision about a cell helps.
    disagreement: Option<Disagreement>,
    /// Cells for the turns of each phase to which the steps lead, if there are any.
    rounding: Option<Vec<CellSet>>,
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
    /// Number of roots that were removed from the queue.
    count: usize,
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
            count: 0,
        };
        let phases = Rc::new(Phases::new(problem));
        let decisions = Decisions::new(problem, completable_colours(problem));
        let multipliers = Multipliers::new(&roots.gains(&phases, &decisions));
        let root = Root {
            bound: i32::MAX,
            phases,
            level: 0,
            decisions,
            multipliers,
            disagreement: None,
            rounding: None,
        };
        roots.add(root, &FIRST, search);
        roots
    }

    fn gains<'p>(&self, phases: &'p Phases, decisions: &Decisions) -> LineGains<'p> {
        LineGains::new((self.problem, phases), self.line_ends, decisions)
    }

    /// The task of a root.
    pub(super) fn task(&self, root: &Root) -> Task {
        let gains = self.gains(&root.phases, &root.decisions);
        Task::new(self.problem, &gains, &root.multipliers, self.memory)
    }

    /// Largest bound of all roots; none without a root.
    pub(super) fn bound(&self) -> Option<i32> {
        self.queue.peek().map(|root| root.bound)
    }

    /// Number of roots that were removed.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// Removes the root with the largest bound.
    pub(super) fn pop(&mut self) -> Option<Root> {
        self.count += 1;
        self.queue.pop()
    }

    /// Looks for an order with the phases to which the steps of the root lead. Of roots with a disagreement, that is worth the time for
    /// some.
    pub(super) fn round(&self, root: &Root, search: &mut Search<'_>) {
        let Some(cells) = &root.rounding else {
            return;
        };
        if root.disagreement.is_none() || self.count % ROUNDING == 1 {
            search
                .orders
                .round(&root.phases.turns().zip(cells).collect_vec());
        }
    }

    /// Estimated memory of the roots, in bytes.
    pub(super) fn bytes(&self) -> usize {
        let of_root = |root: &Root| {
            let spans = size_of_val(root.decisions.spans.as_slice());
            2 * root.multipliers.bytes() + spans + size_of::<Root>()
        };
        self.queue.peek().map_or(0, of_root) * self.queue.len()
    }

    /// Adds the parts of a root: with its next open colour complete, or without points for the colour; or else with its cell of
    /// disagreement and the predecessors filled by a phase, or the cell and its successors later or never. False where the root has
    /// neither.
    pub(super) fn split(&mut self, root: &Root, search: &mut Search<'_>) -> bool {
        let [mut with, mut without] = [root.decisions.clone(), root.decisions.clone()];
        if let Some(colour) = with.open.pop() {
            with.complete(&colour);
            without.open.pop();
        } else if let Some(Disagreement { cell, phase }) = root.disagreement {
            with.fill_by(self.predecessors(cell).iter(), phase);
            let free = self.problem.free();
            let successors = free.filter(|&then| self.predecessors(then).contains(cell));
            without.fill_after(successors, phase);
        } else {
            return false;
        }
        self.add_parts(root, [with, without], search);
        true
    }

    /// Adds a root in finer phases; false where there are none.
    pub(super) fn refine(&mut self, root: &Root, search: &mut Search<'_>) -> bool {
        let Some((number, phases)) = root.phases.finer() else {
            return false;
        };
        let gains = self.gains(&root.phases, &root.decisions);
        let part = Root {
            bound: root.bound,
            multipliers: root.multipliers.with_parts(&gains, number, &phases),
            decisions: root.decisions.with_parts(number, &phases),
            phases: Rc::new(phases),
            level: root.level + 1,
            disagreement: None,
            rounding: None,
        };
        self.add(part, &NEXT, search);
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
            if decisions.are_possible(self.problem, &root.phases) {
                let part = Root {
                    decisions,
                    phases: Rc::clone(&root.phases),
                    level: root.level,
                    multipliers: root.multipliers.clone(),
                    disagreement: root.disagreement,
                    rounding: None,
                    bound: root.bound,
                };
                self.add(part, &NEXT, search);
            }
        }
    }

    /// Adds a root with multipliers of its own, if it may beat the best order.
    fn add(&mut self, mut root: Root, effort: &Effort, search: &mut Search<'_>) {
        let (threshold, tiles) = (search.threshold(), self.problem.horizon());
        let phases = Rc::clone(&root.phases);
        let gains = self.gains(&phases, &root.decisions);
        let time = search.control.time_left().map(|time| time / effort.part);
        let control = search.control.clone().within(time);
        if let Some(counts) = search.counts.after(0) {
            let (counts, goal) = ((counts, tiles), (threshold, effort.steps));
            let frequencies = root.multipliers.ascend(&gains, counts, goal, &control);
            let disagreement = frequencies.disagreement(&gains);
            // In phases, and where cells wait for others, a decision about a cell says more than on which cells lines agree.
            let has_order = root.level > 0 || !gains.precedences.is_empty();
            let is_useful = has_order || root.multipliers.has_cells(&gains);
            root.disagreement = disagreement.filter(|_| is_useful);
            root.rounding = frequencies.rounding(&gains);
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
