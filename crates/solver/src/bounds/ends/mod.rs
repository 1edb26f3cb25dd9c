//! Bounds by the set of cells that is filled at the end, for problems that do not fill the wall.
//!
//! Where an order ends says much of what it scores. Each line gets the tiles of the end, and what a line gains at best
//! from one set of places to another is known. A tile that is a start both ways earns 1: for the maximum such tiles count as
//! starts of their rows, or as starts of their columns; for the minimum as none, or as all starts less all tiles. Both
//! ways hold, and so the tighter one does.
//!
//! The search goes through the ends row by row, and leaves out those that cannot beat a score. For the rows that are not
//! decided, and all columns, it knows what they gain by their numbers of tiles, and which numbers can go together
//! ([`counts`]). The complete colours of an end are chosen before: their cells are in the end, then.

mod counts;
mod lines;
mod task;

use super::past::Retracer;
use crate::instance::Sense;
use crate::problem::Problem;
use crate::wall::{Cell, Covering};
use azulejo_control::{Control, Stopped};
use counts::{Counts, NEVER};
use itertools::Itertools;
use lines::gain;
use task::{Node, Task};

/// The longest line: a row has 2 to this power ends.
const LONGEST: usize = 10;

/// How many nodes are gone through: on 8×8 with the bonus of the game a thousand is enough. Constraints can make
/// the ends say little of the orders; then other methods do better.
const NODES: usize = 1 << 16;

/// What came of a look at an end that could score more than all orders that are known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Look {
    /// Its best order, if there is one that beats what is known, has been found: the best score that is known now.
    Best(Option<u32>),
    /// Nobody knows.
    Unknown,
}

/// What no order beats. `known` is the score of an order, if one is known. Each end that may beat it is shown to `look`.
/// None where the problem fills the wall or is too large; if it is stopped or takes too long, a weaker bound.
pub(crate) fn bound(
    problem: &Problem,
    retracer: &Retracer,
    known: Option<u32>,
    control: &Control,
    look: &mut dyn FnMut(Covering, Option<u32>) -> Look,
) -> Option<u32> {
    let wall = problem.wall();
    let (rows, columns, turns) = (wall.rows(), wall.columns(), problem.horizon());
    if rows.max(columns) > LONGEST || problem.fills_the_wall() {
        return None;
    }
    let past = retracer.past();
    let counts = (0..=rows).map(|decided| Counts::new(rows - decided, columns, turns));
    let counts = counts.collect::<Option<Vec<_>>>()?;
    let sense = problem.sense();
    let mut search = Search {
        control,
        counts,
        known: known.map(|score| gain(sense, score)),
        unknown: NEVER,
        nodes: 0,
        look,
        sense,
        retracer,
    };
    let mut tasks = Vec::new();
    for colours in colours(problem) {
        control.go_on().ok()?;
        let mut task = Task::new(problem, past, &colours, &search.counts);
        tasks.push((task.root(&mut search.counts), task));
    }
    tasks.sort_by_key(|(root, _)| std::cmp::Reverse(*root));
    let mut best = NEVER;
    for (root, task) in &mut tasks {
        match search.goes_through(*root, task) {
            Ok(()) => {}
            // What is left is bounded at its root.
            Err(Stopped) => {
                best = *root;
                break;
            }
        }
    }
    let known = search.known.unwrap_or(NEVER);
    let best = best.max(search.unknown).max(known);
    (best > NEVER / 2).then(|| best.unsigned_abs())
}

/// The sets of colours that may be complete at the end. For the minimum no set is asked for: a bonus only adds.
fn colours(problem: &Problem) -> Vec<Vec<Vec<Cell>>> {
    let wall = problem.wall();
    if problem.sense() == Sense::Minimize || problem.bonus().colour == 0 {
        return vec![Vec::new()];
    }
    let cells = |colour: usize| {
        let cells = (0..wall.rows()).filter_map(|row| wall.cell_of(row, colour));
        cells.collect_vec()
    };
    let missing = |colours: &Vec<usize>| {
        let cells = colours.iter().flat_map(|&colour| cells(colour));
        cells
            .filter(|&cell| !problem.initial().contains(cell))
            .count()
    };
    let sets = (0..wall.colours()).powerset();
    sets.filter(|colours| missing(colours) <= problem.horizon())
        .map(|colours| colours.into_iter().map(cells).collect())
        .collect()
}

struct Search<'a> {
    control: &'a Control,
    counts: Vec<Counts>,
    known: Option<i32>,
    /// The most that an end can gain of which nobody knows its best order.
    unknown: i32,
    nodes: usize,
    look: &'a mut dyn FnMut(Covering, Option<u32>) -> Look,
    sense: Sense,
    retracer: &'a Retracer,
}

impl Search<'_> {
    fn goes_through(&mut self, root: i32, task: &mut Task) -> Result<(), Stopped> {
        let node = Node {
            decided: 0,
            end: Covering::EMPTY,
            places: [0; LONGEST],
            tiles: task.turns,
            gains: [0, 0],
        };
        match self.is_hopeless(root) {
            true => Ok(()),
            false => self.descend(&node, root, task),
        }
    }

    fn is_hopeless(&self, hope: i32) -> bool {
        hope <= NEVER / 2 || self.known.is_some_and(|known| hope <= known) || hope <= self.unknown
    }

    fn descend(&mut self, node: &Node, hope: i32, task: &mut Task) -> Result<(), Stopped> {
        self.control.go_on()?;
        self.nodes += 1;
        if self.nodes > NODES {
            return Err(Stopped);
        }
        if node.decided == task.wall.rows() {
            let scored = self.retracer.end(node.end);
            let hope = scored.map_or(NEVER, |score| hope.min(gain(self.sense, score)));
            if self.is_hopeless(hope) {
                return Ok(());
            }
            let known = self.known.map(i32::unsigned_abs);
            match (self.look)(node.end, known) {
                Look::Best(best) => self.known = best.map(|score| gain(self.sense, score)),
                Look::Unknown => self.unknown = self.unknown.max(hope),
            }
            return Ok(());
        }
        let mut next = Vec::new();
        for bits in 0..1u16 << task.wall.columns() {
            let Some(node) = task.with_row(node, bits) else {
                continue;
            };
            let rest = task.rest(node.decided, &node.places, node.tiles, &mut self.counts);
            let hope = task.sum(node.gains, rest);
            if !self.is_hopeless(hope) {
                next.push((hope, node));
            }
        }
        next.sort_by_key(|(hope, node)| (std::cmp::Reverse(*hope), node.end));
        for (hope, node) in next {
            if !self.is_hopeless(hope) {
                self.descend(&node, hope, task)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instance::Instance;
    use itertools::{chain, iproduct};
    use rustc_hash::{FxHashMap, FxHashSet};
    use std::sync::atomic::Ordering;

    fn retracer_of(problem: &Problem) -> Retracer {
        let retracer = Retracer::new(problem, &Control::default());
        retracer.expect("nobody stops it").expect("short lines")
    }

    fn problem(json: &str) -> Option<Problem> {
        Instance::from_json(json).ok().as_ref().map(Problem::from)
    }

    /// The bound, and the ends that are shown, each with what was known then.
    fn searched(
        problem: &Problem,
        known: Option<u32>,
        look: &dyn Fn(Covering) -> Look,
    ) -> (Option<u32>, Vec<(Covering, Option<u32>)>) {
        let retracer = retracer_of(problem);
        let mut shown = Vec::new();
        let bound = bound(
            problem,
            &retracer,
            known,
            &Control::default(),
            &mut |end, known| {
                shown.push((end, known));
                look(end)
            },
        );
        (bound, shown)
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
            let json = format!(
                r#"{{"wall": {{"rows": {rows}, "columns": {columns}}}, "sense": "{}", "turns": {turns}{extra}}}"#,
                sense.word()
            );
            // Only a square wall has colours, and a turn may be too early for a window.
            let Some(problem) = problem(&json) else {
                continue;
            };
            let (wall, retracer) = (problem.wall(), retracer_of(&problem));
            let cells = problem.free().combinations(turns);
            let ends =
                cells.map(|cells| chain!(retracer.initial().cells(), cells).collect::<Covering>());
            let possible = ends.filter_map(|end| Some((end, retracer.end(end)?)));
            let bounds: FxHashMap<Covering, u32> = possible.collect();
            let best = bounds.values().copied().reduce(|a, b| match sense {
                Sense::Maximize => a.max(b),
                Sense::Minimize => a.min(b),
            });

            // Nobody knows: then the best of the ends is the bound, and each that is shown may beat those before.
            let (bound, shown) = searched(&problem, None, &|_| Look::Unknown);
            assert_eq!(bound, best, "{json}");
            let of_shown = shown.iter().map(|(end, _)| bounds[end]);
            assert!(
                of_shown.tuple_windows().all(|(a, b)| sense.better(b, a)),
                "{json}"
            );

            // No end has an order: then each of them is shown, once for each set of colours that it completes.
            let (bound, shown) = searched(&problem, None, &|_| Look::Best(None));
            assert_eq!(bound, None, "{json}");
            let all: FxHashSet<Covering> = shown.iter().map(|&(end, _)| end).collect();
            assert_eq!(all.len(), bounds.len(), "{json}");
            let complete = |end: &Covering, colour: usize| {
                let mut cells = (0..rows).filter_map(|row| wall.cell_of(row, colour));
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
                shown.len(),
                bounds.keys().map(sets).sum::<usize>(),
                "{json}"
            );

            // Each end has an order that scores what its bound says: then the best of them is found and told, and
            // nothing is shown that may not beat it.
            let (bound, shown) =
                searched(&problem, None, &|end| Look::Best(bounds.get(&end).copied()));
            assert_eq!(bound, best, "{json}");
            for ((before, _), (end, known)) in shown.iter().tuple_windows() {
                assert_eq!(known.as_ref(), Some(&bounds[before]), "{json}");
                assert!(sense.better(bounds[end], bounds[before]), "{json}");
            }
            if let Some(best) = best {
                let (bound, shown) = searched(&problem, Some(best), &|_| Look::Unknown);
                assert_eq!((bound, shown.len()), (Some(best), 0), "{json}");
            }
        }
    }

    #[test]
    fn filled_and_long_walls_and_such_without_orders_have_no_bound() {
        let bound = |rest: &str| {
            let json = format!(r#"{{"sense": "maximize", {rest}}}"#);
            let problem = problem(&json).expect(&json);
            searched(&problem, None, &|_| Look::Unknown).0
        };
        let two = r#""wall": {"rows": 2, "columns": 2}"#;
        assert_eq!(bound(&format!(r#"{two}, "turns": 2"#)), Some(3));
        assert_eq!(bound(&format!(r#"{two}, "turns": 4"#)), None);
        // Two cells that wait for each other are both left out, or neither is.
        let waits = r#"[{"type": "before", "first": 1, "then": 2}, {"type": "before", "first": 2, "then": 1}]"#;
        let waits =
            format!(r#""wall": {{"rows": 1, "columns": 3}}, "turns": 2, "constraints": {waits}"#);
        assert_eq!(bound(&waits), None);
        let of_length = |length: usize| {
            bound(&format!(
                r#""wall": {{"rows": 1, "columns": {length}}}, "turns": 2"#
            ))
        };
        assert_eq!((of_length(10), of_length(11)), (Some(3), None));
    }

    /// A search that is stopped says what it knew before it began.
    #[test]
    fn a_search_that_is_stopped_gives_a_weaker_bound() {
        let json = r#"{"wall": {"rows": 3, "columns": 3}, "sense": "maximize", "turns": 5}"#;
        let problem = problem(json).expect("valid");
        let retracer = retracer_of(&problem);
        let (mut looks, control) = (0, Control::default());
        let bound = bound(&problem, &retracer, None, &control, &mut |_, _| {
            looks += 1;
            control.stop.store(true, Ordering::Relaxed);
            Look::Best(None)
        });
        assert_eq!(looks, 1);
        assert!(bound.is_some_and(|bound| bound >= 12), "{bound:?}");
    }
}
