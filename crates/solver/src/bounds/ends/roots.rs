//! Roots of the search: the ends in which certain colours are complete.

use super::lines::LineGains;
use super::multipliers::Multipliers;
use super::{NEVER, Search, Task};
use crate::bounds::colours::colour_sets;
use crate::bounds::prefix::LineEnds;
use crate::problem::Problem;
use crate::wall::Cell;
use azulejo_control::Stopped;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;

/// Number of roots for which the multipliers are searched.
const ROUNDS: usize = 3;

/// Divisor of the time that is left: the longest search for multipliers.
const ASCENT: u32 = 6;

/// A set of complete colours, each by its cells, and the bound on the gain of its ends.
pub(super) struct Root {
    pub(super) bound: i32,
    pub(super) colours: Vec<Vec<Cell>>,
}

/// The roots that may beat the best order, and multipliers for all of them.
pub(super) struct Roots<'a> {
    problem: &'a Problem,
    line_ends: &'a LineEnds,
    /// Memory of a task, in bytes.
    memory: usize,
    multipliers: Multipliers,
    pub(super) list: Vec<Root>,
}

impl<'a> Roots<'a> {
    pub(super) fn new(problem: &'a Problem, line_ends: &'a LineEnds, memory: usize) -> Self {
        Self {
            problem,
            line_ends,
            memory,
            multipliers: Multipliers::zero(problem.wall()),
            list: Vec::new(),
        }
    }

    fn gains(&self, colours: &[Vec<Cell>]) -> LineGains {
        LineGains::new(self.problem, self.line_ends, colours)
    }

    /// The task of some complete colours.
    pub(super) fn task(&self, colours: &[Vec<Cell>]) -> Task {
        let gains = self.gains(colours);
        Task::new(self.problem, &gains, &self.multipliers, self.memory)
    }

    /// The bound of a root; none where it does not exceed the threshold of the search.
    fn bound(&self, colours: &[Vec<Cell>], search: &mut Search<'_>) -> Option<i32> {
        let (mut task, threshold) = (self.task(colours), search.threshold());
        task.bound(&task.root(), &mut search.counts, threshold)
    }

    /// Multipliers for a root.
    fn ascend(&mut self, colours: &[Vec<Cell>], search: &mut Search<'_>) {
        let (target, gains) = (search.threshold(), self.gains(colours));
        let (wall, tiles) = (self.problem.wall(), self.problem.horizon());
        let time = search.control.time_left().map(|time| time / ASCENT);
        let control = search.control.clone().within(time);
        if let Some(counts) = search.counts.after(0) {
            let counts = (counts, tiles);
            self.multipliers
                .ascend(wall, &gains, counts, target, &control);
        }
    }

    /// Adds all sets of colours. A set gains a colour more than each set without one of its colours, at most: only where that beats
    /// the best order, the set has a bound of its own.
    pub(super) fn add_all(&mut self, search: &mut Search<'_>) -> Result<(), Stopped> {
        let (wall, points) = (self.problem.wall(), self.problem.bonus().colour as i32);
        let mut bounds: FxHashMap<u32, i32> = FxHashMap::default();
        self.ascend(&[], search);
        for colours in colour_sets(self.problem) {
            search.control.go_on()?;
            let numbers = colours.iter().flat_map(|cells| wall.colour_of(cells[0]));
            let set = numbers.fold(0, |set, colour| set | 1 << colour);
            let subsets = (0..u32::BITS).filter(|colour| set >> colour & 1 == 1);
            let subsets = subsets.filter_map(|colour| bounds.get(&(set & !(1 << colour))));
            let limit = subsets
                .min()
                .map_or(i32::MAX, |bound| bound.saturating_add(points));
            let bound = match limit > search.threshold() {
                true => self.bound(&colours, search).unwrap_or(NEVER).min(limit),
                false => limit,
            };
            if bound > search.threshold() {
                self.list.push(Root { bound, colours });
            }
            // A bound below the threshold is not known.
            bounds.insert(set, bound.max(search.threshold().min(limit)));
        }
        self.sort();
        Ok(())
    }

    fn sort(&mut self) {
        self.list.sort_by_key(|root| Reverse(root.bound));
    }

    /// Searches for multipliers of the root with the largest bound, and tightens all bounds by them, round after round.
    pub(super) fn tighten(&mut self, search: &mut Search<'_>) {
        if search.counts.after(0).is_none() {
            return;
        }
        for _ in 0..ROUNDS {
            let threshold = search.threshold();
            let first = self.list.first().filter(|root| root.bound > threshold);
            let Some(Root { bound, colours }) = first else {
                return;
            };
            let (before, colours) = (*bound, colours.clone());
            self.ascend(&colours, search);
            let mut roots = std::mem::take(&mut self.list);
            roots.retain_mut(|root| {
                // A bound that is not computed stays.
                if search.control.stopped() {
                    return true;
                }
                let bound = self.bound(&root.colours, search);
                root.bound = root.bound.min(bound.unwrap_or(NEVER));
                bound.is_some()
            });
            self.list = roots;
            self.sort();
            if self.list.first().is_none_or(|root| root.bound == before) {
                return;
            }
        }
    }
}
