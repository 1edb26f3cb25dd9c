//! Bounds by the set of cells that is filled at the end, for problems that do not fill the wall.
//!
//! Where an order ends says much of what it scores. Each line gets the tiles of the end, and what a line gains at best
//! from one set of places to another is known. A tile that is a start both ways earns 1: for the maximum such tiles count as
//! starts of their rows, or as starts of their columns; for the minimum as none, or as all starts less all tiles. Both
//! ways hold, and so the tighter one does.
//!
//! The search goes through the ends row by row, and always goes on where most can be gained. For the rows that are not
//! decided, and all columns, it knows what they gain by their numbers of tiles, and which numbers can go together
//! ([`counts`]). The complete colours of an end are chosen before: their cells are in the end, then.

mod counts;
mod lines;
mod task;

use super::colours::colour_sets;
use super::completion::LineBits;
use super::prefix::LineEnds;
use crate::instance::Sense;
use crate::problem::Problem;
use crate::wall::Line;
use azulejo_control::{Control, Stopped};
use counts::{CountsByRows, NEVER};
use itertools::Itertools;
use std::cmp::Reverse;
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
    /// The score of the best order that is known, if one is.
    fn known(&self) -> Option<u32>;

    /// A look at an end that may beat it. Of all such ends, this is the one that may score most.
    fn look(&mut self, end: &LineBits) -> Look;
}

/// Limits of a search through ends.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limits {
    /// The most nodes.
    pub(crate) nodes: usize,
    /// The most memory in bytes, half of it for nodes.
    pub(crate) memory: usize,
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
        unknown: NEVER,
        limits,
        sense: problem.sense(),
    };
    let mut roots = Vec::new();
    for colours in colour_sets(problem) {
        control.go_on().ok()?;
        let mut task = Task::new(problem, line_ends, &colours, limits.memory / 4);
        let root = task.root();
        if let Some(hope) = task.hope(&root, &mut search.counts, NEVER / 2) {
            roots.push((hope, colours));
        }
    }
    roots.sort_by_key(|(hope, _)| Reverse(*hope));
    for (place, (hope, colours)) in roots.iter().enumerate() {
        if *hope <= search.enough() {
            break;
        }
        let mut task = Task::new(problem, line_ends, colours, limits.memory / 4);
        if let Err(OpenBound(left)) = search.goes_through(*hope, &mut task) {
            let next = roots.get(place + 1).map_or(NEVER, |(hope, _)| *hope);
            search.unknown = search.unknown.max(left).max(next);
            break;
        }
    }
    let best = search.enough();
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
    /// The most that an end can gain of which nobody knows its best order.
    unknown: i32,
    limits: Limits,
    sense: Sense,
}

/// The search has come to a limit, or is stopped: what the ends that are left gain at most.
struct OpenBound(i32);

/// A node that waits: the one that can gain most is first, and of such the one with most rows.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Waiting {
    hope: i32,
    decided: u8,
    /// The node before it, and the bits of its last row.
    before: u32,
    bits: u16,
}

impl Search<'_> {
    /// An end has to gain more than this to be looked at.
    fn enough(&self) -> i32 {
        let known = self.orders.known();
        let known = known.map_or(NEVER / 2, |score| self.sense.gain(score as i32));
        known.max(self.unknown)
    }

    fn goes_through(&mut self, root: i32, task: &mut Task) -> Result<(), OpenBound> {
        let mut nodes = vec![task.root()];
        let mut waiting = BinaryHeap::new();
        self.wait((0, root), &nodes, task, &mut waiting)?;
        while let Some(next) = waiting.pop() {
            if next.hope <= self.enough() {
                break;
            }
            let bytes =
                waiting.capacity() * size_of::<Waiting>() + nodes.capacity() * size_of::<Node>();
            let limit = self.limits.nodes == 0 || bytes > self.limits.memory / 2;
            if limit || self.control.stopped() {
                return Err(OpenBound(next.hope));
            }
            self.limits.nodes -= 1;
            let Some(node) = task.with_row(&nodes[next.before as usize], next.bits) else {
                continue;
            };
            if node.decided < task.wall.rows() {
                nodes.push(node);
                self.wait((nodes.len() - 1, next.hope), &nodes, task, &mut waiting)?;
                continue;
            }
            if let Look::Unknown(bound) = self.orders.look(&node.end) {
                let bound = bound.map_or(next.hope, |score| self.sense.gain(score as i32));
                self.unknown = self.unknown.max(next.hope.min(bound));
            }
        }
        Ok(())
    }

    /// Puts what may come after a node, which hopes for so much, among those that wait.
    fn wait(
        &mut self,
        (before, most): (usize, i32),
        nodes: &[Node],
        task: &mut Task,
        waiting: &mut BinaryHeap<Waiting>,
    ) -> Result<(), OpenBound> {
        let enough = self.enough();
        for bits in 0..1 << task.wall.columns() {
            let Some(node) = task.with_row(&nodes[before], bits) else {
                continue;
            };
            self.control.go_on().map_err(|Stopped| OpenBound(most))?;
            if let Some(hope) = task.hope(&node, &mut self.counts, enough) {
                waiting.push(Waiting {
                    hope: hope.min(most),
                    decided: node.decided as u8,
                    before: before as u32,
                    bits,
                });
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bounds::Predecessors;
    use crate::problem::small::{json_of, problem_of, valid};
    use crate::wall::Covering;
    use itertools::{chain, iproduct};
    use rustc_hash::{FxHashMap, FxHashSet};
    use std::sync::atomic::Ordering;

    fn predecessors_of(problem: &Problem) -> Predecessors {
        let predecessors = Predecessors::new(problem, &Control::default());
        predecessors.expect("nobody stops it").expect("short lines")
    }

    /// Looks at ends, and remembers each that may beat what was known then, and what that was.
    struct Recorder<'a> {
        problem: &'a Problem,
        predecessors: Predecessors,
        known: Option<u32>,
        visits: Vec<(Covering, Option<u32>)>,
        /// By the bound of an end, the result of the look, and the best known score after it.
        look: &'a dyn Fn(u32) -> (Look, Option<u32>),
    }

    impl Orders for Recorder<'_> {
        fn known(&self) -> Option<u32> {
            self.known
        }

        fn look(&mut self, end: &LineBits) -> Look {
            let (wall, sense) = (self.problem.wall(), self.problem.sense());
            let end: Covering = end.cells(wall).collect();
            let Some(bound) = self.predecessors.end(end) else {
                return Look::Decided;
            };
            if self.known.is_some_and(|known| !sense.better(bound, known)) {
                return Look::Decided;
            }
            self.visits.push((end, self.known));
            let (look, known) = (self.look)(bound);
            self.known = known;
            look
        }
    }

    const ALL: Limits = Limits {
        nodes: usize::MAX,
        memory: usize::MAX,
    };

    /// The bound, and the ends that are shown, each with what was known then.
    fn searched(
        problem: &Problem,
        known: Option<u32>,
        look: &dyn Fn(u32) -> (Look, Option<u32>),
    ) -> (Option<u32>, Vec<(Covering, Option<u32>)>) {
        let predecessors = predecessors_of(problem);
        let line_ends = predecessors.line_ends();
        let mut recorder = Recorder {
            problem,
            predecessors,
            known,
            visits: Vec::new(),
            look,
        };
        let bound = bound(problem, &line_ends, ALL, &Control::default(), &mut recorder);
        (bound, recorder.visits)
    }

    /// Against the bounds of all ends one by one, whatever comes of looking at them.
    #[test]
    fn the_ends_that_are_shown_are_those_that_may_beat_what_is_known() {
        let extras = [
            "",
            r#", "initial": [2, 4], "bonus": {"row": 2, "column": 7}"#,
            r#", "constraints": [{"type": "window", "cell": 3, "from": 1, "to": 2}, {"type": "before", "first": 1, "then": 5}]"#,
            r#", "initial": [1, 5], "bonus": {"row": 2, "column": 7, "colour": 10}"#,
        ];
        for ((rows, columns), extra, sense, turns) in iproduct!(
            [(2, 4), (3, 3), (4, 3)],
            extras,
            [Sense::Maximize, Sense::Minimize],
            [1, 3, 5]
        ) {
            let members = format!(r#", "turns": {turns}{extra}"#);
            let json = json_of((rows, columns), sense, &members);
            let Some(problem) = problem_of(&json) else {
                continue;
            };
            let (wall, predecessors) = (problem.wall(), predecessors_of(&problem));
            let cells = problem.free().combinations(turns);
            let ends = cells
                .map(|cells| chain!(predecessors.initial().cells(), cells).collect::<Covering>());
            let possible = ends.filter_map(|end| Some((end, predecessors.end(end)?)));
            let bounds: FxHashMap<Covering, u32> = possible.collect();
            let best = sense.best_of(bounds.values().copied());

            // Nobody knows: then the best of the ends is the bound.
            let (bound, visits) =
                searched(&problem, None, &|bound| (Look::Unknown(Some(bound)), None));
            assert_eq!(bound, best, "{json}");
            assert_eq!(visits.is_empty(), best.is_none(), "{json}");

            // No end has an order: then each of them is shown, once for each set of colours that it completes.
            let (bound, visits) = searched(&problem, None, &|_| (Look::Decided, None));
            assert_eq!(bound, None, "{json}");
            let all: FxHashSet<Covering> = visits.iter().map(|&(end, _)| end).collect();
            assert_eq!(all.len(), bounds.len(), "{json}");
            let complete = |end: &Covering, colour: usize| {
                let mut cells = wall.colour_cells(colour);
                cells.all(|cell| end.contains(cell))
            };
            let sets = |end: &Covering| match problem.bonus().colour > 0 && sense == Sense::Maximize
            {
                true => {
                    1 << (0..wall.colours())
                        .filter(|&colour| complete(end, colour))
                        .count()
                }
                false => 1,
            };
            assert_eq!(
                visits.len(),
                bounds.keys().map(sets).sum::<usize>(),
                "{json}"
            );

            // Each end has an order that scores what its bound says: then the best of them is found and told, and
            // nothing is shown that may not beat it.
            let (bound, visits) = searched(&problem, None, &|bound| (Look::Decided, Some(bound)));
            assert_eq!(bound, best, "{json}");
            for ((before, _), (end, known)) in visits.iter().tuple_windows() {
                assert_eq!(known.as_ref(), Some(&bounds[before]), "{json}");
                assert!(sense.better(bounds[end], bounds[before]), "{json}");
            }
            if let Some(best) = best {
                let (bound, visits) =
                    searched(&problem, Some(best), &|_| (Look::Unknown(None), None));
                assert_eq!((bound, visits.len()), (Some(best), 0), "{json}");
            }
        }
    }

    #[test]
    fn where_no_order_ends_there_is_no_bound() {
        let bound = |rest: &str| {
            let json = format!(r#"{{"sense": "maximize", {rest}}}"#);
            let problem = valid(&json);
            searched(&problem, None, &|bound| (Look::Unknown(Some(bound)), None)).0
        };
        let two = r#""wall": {"rows": 2, "columns": 2}"#;
        assert_eq!(bound(&format!(r#"{two}, "turns": 2"#)), Some(3));
        // Two cells that wait for each other are both left out, or neither is.
        let waits = r#"[{"type": "before", "first": 1, "then": 2}, {"type": "before", "first": 2, "then": 1}]"#;
        let waits =
            format!(r#""wall": {{"rows": 1, "columns": 3}}, "turns": 2, "constraints": {waits}"#);
        assert_eq!(bound(&waits), None);
    }

    /// A search that is stopped, or that comes to a limit, says what it knew before.
    #[test]
    fn a_search_that_is_stopped_gives_a_weaker_bound() {
        let json = r#"{"wall": {"rows": 3, "columns": 3}, "sense": "maximize", "turns": 5}"#;
        let problem = valid(json);
        let control = Control::default();
        let look = |_| {
            control.stop.store(true, Ordering::Relaxed);
            (Look::Decided, None)
        };
        let searched = |limits: Limits| {
            let predecessors = predecessors_of(&problem);
            let line_ends = predecessors.line_ends();
            let mut recorder = Recorder {
                problem: &problem,
                predecessors,
                known: None,
                visits: Vec::new(),
                look: &look,
            };
            let bound = bound(&problem, &line_ends, limits, &control, &mut recorder);
            (bound, recorder.visits.len())
        };
        let none = searched(Limits { nodes: 0, ..ALL });
        assert!(none.0 >= Some(12) && none.1 == 0, "{none:?}");
        let small = searched(Limits { memory: 0, ..ALL });
        assert!(small.0 >= none.0 && small.1 == 0, "{small:?}");
        let stopped = searched(ALL);
        assert!(stopped.0 >= Some(12) && stopped.1 == 1, "{stopped:?}");
    }

    /// In each round a row gets a tile: so all rows have as many.
    #[test]
    fn rounds_leave_few_ends() {
        let json = r#"{"wall": {"rows": 4, "columns": 4}, "sense": "maximize", "turns": 8, "constraints": [{"type": "rounds"}]}"#;
        let problem = valid(json);
        let (_, visits) = searched(&problem, None, &|_| (Look::Decided, None));
        assert_eq!(visits.len(), 6usize.pow(4));
    }

    /// The last two turns fill two cells, and one of these waits for a third.
    #[test]
    fn some_cells_are_in_every_end() {
        let json = r#"{"wall": {"rows": 3, "columns": 3}, "sense": "minimize", "turns": 4, "constraints": [
            {"type": "last", "cells": [2, 6]}, {"type": "before", "first": 7, "then": 6}]}"#;
        let problem = valid(json);
        let (_, visits) = searched(&problem, None, &|_| (Look::Decided, None));
        let all: FxHashSet<Covering> = visits.iter().map(|&(end, _)| end).collect();
        assert_eq!((visits.len(), all.len()), (6, 6));
        let always: Covering = problem.always_filled().iter().collect();
        assert_eq!(always.len(), 3);
        assert!(all.iter().all(|end| end.includes(always)));
    }
}
