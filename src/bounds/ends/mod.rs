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
use crate::control::{Control, Stopped};
use crate::instance::Sense;
use crate::problem::Problem;
use crate::wall::{Cell, Covering};
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
    let fits = rows.max(columns) <= LONGEST && wall.len() <= Covering::MAX_CELLS;
    if !fits || problem.fills_the_wall() {
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
