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
//! together ([`counts`]).

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
mod tests {
    use super::*;
    use crate::bounds::Predecessors;
    use crate::problem::brute_force;
    use crate::problem::small::{json_of, problem_of, valid};
    use crate::wall::Covering;
    use itertools::{chain, iproduct};
    use rustc_hash::{FxHashMap, FxHashSet};
    use std::sync::atomic::Ordering;

    fn predecessors_of(problem: &Problem) -> Predecessors {
        let predecessors = Predecessors::new(problem, &Control::default());
        predecessors.expect("not stopped").expect("short lines")
    }

    /// Recorder of the looks at ends that may beat the best known score, each with that score.
    struct Recorder<'a> {
        problem: &'a Problem,
        predecessors: Predecessors,
        best_score: Option<u32>,
        visits: Vec<(Covering, Option<u32>)>,
        /// Result of the look at an end with this bound, and the best score after it.
        look: &'a dyn Fn(u32) -> (Look, Option<u32>),
    }

    impl Orders for Recorder<'_> {
        fn best_score(&self) -> Option<u32> {
            self.best_score
        }

        fn round(&mut self, _: &[(usize, &CellSet)]) {}

        fn look(&mut self, end: &LineBits, _: u32) -> Look {
            let (wall, sense) = (self.problem.wall(), self.problem.sense());
            let end: Covering = end.cells(wall).collect();
            let Some(bound) = self.predecessors.end(end) else {
                return Look::Decided;
            };
            if self
                .best_score
                .is_some_and(|score| !sense.better(bound, score))
            {
                return Look::Decided;
            }
            self.visits.push((end, self.best_score));
            let (look, best_score) = (self.look)(bound);
            self.best_score = best_score;
            look
        }
    }

    const ALL: Limits = Limits {
        nodes: usize::MAX,
        memory: usize::MAX,
        levels: 0,
    };

    /// The bound, and the ends of all looks, each with the best score before the look.
    fn search(
        problem: &Problem,
        best_score: Option<u32>,
        look: &dyn Fn(u32) -> (Look, Option<u32>),
    ) -> (Option<u32>, Vec<(Covering, Option<u32>)>) {
        let predecessors = predecessors_of(problem);
        let line_ends = predecessors.line_ends();
        let mut recorder = Recorder {
            problem,
            predecessors,
            best_score,
            visits: Vec::new(),
            look,
        };
        let bound = bound(problem, &line_ends, ALL, &Control::default(), &mut recorder);
        (bound, recorder.visits)
    }

    /// Comparison with brute force, where no look decides: phases alone make the bound tighter.
    #[test]
    fn a_bound_in_phases_is_between_the_optimum_and_the_bound_of_ends() {
        let extras = [
            r#", "constraints": [{"type": "only", "cells": [1, 5, 6, 9], "from": 2, "to": 4}]"#,
            r#", "constraints": [{"type": "only", "cells": [2, 4, 6], "from": 1, "to": 2}, {"type": "before", "first": 7, "then": 2}, {"type": "before", "first": 2, "then": 3}]"#,
            r#", "initial": [4], "bonus": {"row": 2, "column": 7, "colour": 10}, "constraints": [{"type": "window", "cell": 8, "from": 2, "to": 3}]"#,
            r#", "constraints": [{"type": "place-at", "cell": 5, "turn": 3}]"#,
        ];
        let (mut tighter, mut exact, mut count) = ([0; 2], 0, 0);
        for ((rows, columns), extra, sense, turns) in iproduct!(
            [(3, 3), (4, 3)],
            extras,
            [Sense::Maximize, Sense::Minimize],
            [4, 6, 8]
        ) {
            let members = format!(r#", "turns": {turns}{extra}"#);
            let json = json_of((rows, columns), sense, &members);
            let Some(problem) = problem_of(&json) else {
                continue;
            };
            let Some(optimum) = brute_force::optimum(&problem) else {
                continue;
            };
            let predecessors = predecessors_of(&problem);
            let mut previous = None;
            for (place, levels) in [0, 1, u32::MAX].into_iter().enumerate() {
                let limits = Limits { levels, ..ALL };
                let mut recorder = Recorder {
                    problem: &problem,
                    predecessors: predecessors.clone(),
                    best_score: Some(optimum),
                    visits: Vec::new(),
                    look: &|bound| (Look::Unknown(Some(bound)), Some(optimum)),
                };
                let line_ends = predecessors.line_ends();
                let control = Control::default();
                let bound = bound(&problem, &line_ends, limits, &control, &mut recorder);
                let bound = bound.expect("there is an order");
                assert!(!sense.better(optimum, bound), "{json} {levels}");
                if let Some(previous) = previous {
                    assert!(!sense.better(bound, previous), "{json} {levels}");
                    tighter[place - 1] += usize::from(bound != previous);
                }
                previous = Some(bound);
            }
            exact += usize::from(previous == Some(optimum));
            count += 1;
        }
        assert!(
            tighter[0] > 3 && tighter[1] > 0 && exact > 30 && count > 40,
            "{tighter:?} {exact} {count}"
        );
    }

    /// Comparison with the bounds of all ends, for each result of a look.
    #[test]
    fn looks_are_at_the_ends_whose_bound_beats_the_best_score() {
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
            let predecessors = predecessors_of(&problem);
            let cells = problem.free().combinations(turns);
            let ends = cells
                .map(|cells| chain!(predecessors.initial().cells(), cells).collect::<Covering>());
            let possible = ends.filter_map(|end| Some((end, predecessors.end(end)?)));
            let bounds: FxHashMap<Covering, u32> = possible.collect();
            let best = sense.best_of(bounds.values().copied());

            // No look decides: the bound is the best bound of the ends.
            let (bound, visits) =
                search(&problem, None, &|bound| (Look::Unknown(Some(bound)), None));
            assert_eq!(bound, best, "{json}");
            assert_eq!(visits.is_empty(), best.is_none(), "{json}");

            // No end has an order: there is a look at each end, once.
            let (bound, visits) = search(&problem, None, &|_| (Look::Decided, None));
            assert_eq!(bound, None, "{json}");
            let all: FxHashSet<Covering> = visits.iter().map(|&(end, _)| end).collect();
            assert_eq!(all.len(), bounds.len(), "{json}");
            assert_eq!(visits.len(), bounds.len(), "{json}");

            // Each end has an order with the score of its bound: the bound is the best of these scores, and there are looks only
            // at ends that may beat the best score.
            let (bound, visits) = search(&problem, None, &|bound| (Look::Decided, Some(bound)));
            assert_eq!(bound, best, "{json}");
            for ((before, _), (end, score)) in visits.iter().tuple_windows() {
                assert_eq!(score.as_ref(), Some(&bounds[before]), "{json}");
                assert!(sense.better(bounds[end], bounds[before]), "{json}");
            }
            if let Some(best) = best {
                let (bound, visits) =
                    search(&problem, Some(best), &|_| (Look::Unknown(None), None));
                assert_eq!((bound, visits.len()), (Some(best), 0), "{json}");
            }
        }
    }

    #[test]
    fn without_a_possible_end_there_is_no_bound() {
        let bound = |rest: &str| {
            let json = format!(r#"{{"sense": "maximize", {rest}}}"#);
            let problem = valid(&json);
            search(&problem, None, &|bound| (Look::Unknown(Some(bound)), None)).0
        };
        let two = r#""wall": {"rows": 2, "columns": 2}"#;
        assert_eq!(bound(&format!(r#"{two}, "turns": 2"#)), Some(3));
        // Two cells that wait for each other are both left out, or neither is.
        let waits = r#"[{"type": "before", "first": 1, "then": 2}, {"type": "before", "first": 2, "then": 1}]"#;
        let waits =
            format!(r#""wall": {{"rows": 1, "columns": 3}}, "turns": 2, "constraints": {waits}"#);
        assert_eq!(bound(&waits), None);
    }

    /// The bound of a search that is stopped, or that meets a limit, is the bound of its open nodes.
    #[test]
    fn a_search_that_is_stopped_gives_a_weaker_bound() {
        let json = r#"{"wall": {"rows": 3, "columns": 3}, "sense": "maximize", "turns": 5}"#;
        let problem = valid(json);
        let control = Control::default();
        let look = |_| {
            control.stop.store(true, Ordering::Relaxed);
            (Look::Decided, None)
        };
        let run = |limits: Limits| {
            let predecessors = predecessors_of(&problem);
            let line_ends = predecessors.line_ends();
            let mut recorder = Recorder {
                problem: &problem,
                predecessors,
                best_score: None,
                visits: Vec::new(),
                look: &look,
            };
            let bound = bound(&problem, &line_ends, limits, &control, &mut recorder);
            (bound, recorder.visits.len())
        };
        let none = run(Limits { nodes: 0, ..ALL });
        assert!(none.0 >= Some(12) && none.1 == 0, "{none:?}");
        let small = run(Limits { memory: 0, ..ALL });
        assert!(small.0 >= none.0 && small.1 == 0, "{small:?}");
        let stopped = run(ALL);
        assert!(stopped.0 >= Some(12) && stopped.1 == 1, "{stopped:?}");
    }

    /// Each round gives every row a tile: all rows have equally many tiles.
    #[test]
    fn rounds_leave_few_ends() {
        let json = r#"{"wall": {"rows": 4, "columns": 4}, "sense": "maximize", "turns": 8, "constraints": [{"type": "rounds"}]}"#;
        let problem = valid(json);
        let (_, visits) = search(&problem, None, &|_| (Look::Decided, None));
        assert_eq!(visits.len(), 6usize.pow(4));
    }

    /// The last two turns fill two cells, and one of these waits for a third.
    #[test]
    fn some_cells_are_in_every_end() {
        let json = r#"{"wall": {"rows": 3, "columns": 3}, "sense": "minimize", "turns": 4, "constraints": [
            {"type": "last", "cells": [2, 6]}, {"type": "before", "first": 7, "then": 6}]}"#;
        let problem = valid(json);
        let (_, visits) = search(&problem, None, &|_| (Look::Decided, None));
        let all: FxHashSet<Covering> = visits.iter().map(|&(end, _)| end).collect();
        assert_eq!((visits.len(), all.len()), (6, 6));
        let mandatory: Covering = problem.mandatory_cells().iter().collect();
        assert_eq!(mandatory.len(), 3);
        assert!(all.iter().all(|end| end.includes(mandatory)));
    }
}
