//! Roots of the search: the ends in which certain colours are complete.

use super::lines::{Colours, LineGains};
use super::multipliers::Multipliers;
use super::{Search, Task};
use crate::bounds::colours::{completable_colours, missing};
use crate::bounds::prefix::LineEnds;
use crate::problem::Problem;
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

/// Some ends by their colours, a bound on their gain, and multipliers for them.
pub(super) struct Root {
    pub(super) bound: i32,
    pub(super) colours: Colours,
    multipliers: Multipliers,
}

impl Root {
    /// The largest bound comes first, and of equal bounds the smallest number of open colours.
    fn key(&self) -> (i32, Reverse<usize>) {
        (self.bound, Reverse(self.colours.open.len()))
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
        let colours = Colours {
            complete: Vec::new(),
            open: completable_colours(problem),
        };
        let multipliers = Multipliers::new(&roots.gains(&colours));
        let root = Root {
            bound: i32::MAX,
            colours,
            multipliers,
        };
        roots.add(root, &FIRST, search);
        roots
    }

    fn gains(&self, colours: &Colours) -> LineGains {
        LineGains::new(self.problem, self.line_ends, colours)
    }

    /// The task of a root.
    pub(super) fn task(&self, root: &Root) -> Task {
        let gains = self.gains(&root.colours);
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

    /// Adds the ends of a root in which its next open colour is complete, and those in which the colour earns nothing; whether there is
    /// an open colour.
    pub(super) fn split(&mut self, root: &Root, search: &mut Search<'_>) -> bool {
        let Some((colour, open)) = root.colours.open.split_last() else {
            return false;
        };
        let mut complete = root.colours.complete.clone();
        let without = Colours {
            complete: complete.clone(),
            open: open.to_vec(),
        };
        complete.push(colour.clone());
        let with = Colours {
            complete,
            open: open.to_vec(),
        };
        for colours in [with, without] {
            let cells = colours.complete.iter().flatten();
            if missing(self.problem, cells) <= self.problem.horizon() {
                let (bound, multipliers) = (root.bound, root.multipliers.clone());
                let root = Root {
                    bound,
                    colours,
                    multipliers,
                };
                self.add(root, &NEXT, search);
            }
        }
        true
    }

    /// Adds a root with multipliers of its own, if it may beat the best order.
    fn add(&mut self, mut root: Root, effort: &Effort, search: &mut Search<'_>) {
        let (threshold, tiles) = (search.threshold(), self.problem.horizon());
        let gains = self.gains(&root.colours);
        let time = search.control.time_left().map(|time| time / effort.part);
        let control = search.control.clone().within(time);
        if let Some(counts) = search.counts.after(0) {
            let (counts, goal) = ((counts, tiles), (threshold, effort.steps));
            root.multipliers.ascend(&gains, counts, goal, &control);
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
