use super::cells::Cells;
use super::colours::Colours;
use crate::bounds::PriceBounds;
use crate::bounds::rest::line_points;
use crate::order::{Incumbent, Solution};
use crate::problem::Problem;
use crate::wall::{Cell, CellSet};
use azulejo_control::Control;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;

/// A problem made ready for passes.
#[derive(Debug)]
pub(super) struct Diagram<'a> {
    problem: &'a Problem,
    initial: Cells,
    /// By turn, the cells that may be filled.
    allowed: Vec<Cells>,
    /// By cell, those that come before it.
    before: Vec<Cells>,
    bonus_lines: Vec<(Cells, u32)>,
    colours: Option<Colours>,
}

/// Result of a pass.
#[derive(Debug)]
pub(super) struct Pass {
    /// An order that is better than the incumbent.
    pub(super) better: Option<Solution>,
    /// The number of layers without room for all coverings that may beat the incumbent. If it is 0, no order beats the better
    /// order, or the incumbent where there is no better order.
    pub(super) cut: usize,
    /// The coverings of all layers.
    pub(super) coverings: u64,
}

/// A covering of a layer.
#[derive(Debug, Clone, Copy)]
struct Node {
    cells: Cells,
    reached: Reached,
}

/// The best way to a covering.
#[derive(Debug, Clone, Copy)]
struct Reached {
    score: u32,
    /// The best gain of this way in the end; more is better.
    promise: i64,
    /// Its place in the layer before.
    parent: u32,
    /// The cell that was filled last.
    cell: u8,
}

/// The bytes that a covering takes in the table of a layer, which holds up to [`FULL`] times the width and is filled by half at
/// worst, and what it takes for the way back in each layer.
const BYTES: u64 = 2 * size_of::<(Cells, Reached)>() as u64 * FULL as u64;
const BYTES_BACK: u64 = size_of::<(u32, u8)>() as u64;

/// A table that holds so many times the width is cut down to the width.
const FULL: usize = 3;

/// Number of coverings that are expanded before the pass looks whether it is stopped.
const AT_A_TIME: usize = 1_000;

impl<'a> Diagram<'a> {
    /// Of a problem whose lines have at most [`Cells::LONGEST`] cells.
    pub(super) fn new(problem: &'a Problem) -> Self {
        let (wall, tight) = (problem.wall(), problem.tightened());
        let allowed = tight.turns().map(|turn| tight.allowed(turn));
        let before = wall.cells().map(|cell| problem.before(cell));
        let cells = |set: &CellSet| Cells::of(wall, set);
        let lines = problem.bonus_lines().into_iter();
        let allowed: Vec<Cells> = allowed.map(cells).collect();
        Self {
            problem,
            initial: cells(problem.initial()),
            colours: Colours::new(problem, &allowed),
            allowed,
            before: before.map(cells).collect(),
            bonus_lines: lines
                .map(|(line, points)| (cells(&CellSet::of(wall, line)), points))
                .collect(),
        }
    }

    /// The bytes that a pass of a width takes.
    pub(super) fn bytes(&self, width: usize) -> u64 {
        width as u64 * (BYTES + BYTES_BACK * self.problem.horizon() as u64)
    }

    /// Layer after layer, of each the `width` coverings that promise most, of those that may beat the incumbent. None where it
    /// is stopped.
    pub(super) fn pass(
        &self,
        prices: &PriceBounds,
        width: usize,
        incumbent: &Incumbent,
        control: &Control,
    ) -> Option<Pass> {
        let first = Node {
            cells: self.initial,
            reached: Reached {
                score: 0,
                promise: 0,
                parent: 0,
                cell: 0,
            },
        };
        let mut layer = vec![first];
        let mut ways: Vec<Vec<(u32, u8)>> = Vec::with_capacity(self.allowed.len());
        let (mut cut, mut coverings) = (0, 1);
        for turn in 0..self.allowed.len() {
            let mut next = Layer::new(width, prices.wanted(incumbent.score()));
            for (part, nodes) in layer.chunks(AT_A_TIME).enumerate() {
                control.go_on().ok()?;
                for (at, node) in nodes.iter().enumerate() {
                    let parent = (AT_A_TIME * part + at) as u32;
                    self.expand(node, turn, prices, parent, &mut next);
                }
            }
            let (nodes, is_cut) = next.finish();
            layer = nodes;
            cut += usize::from(is_cut);
            coverings += layer.len() as u64;
            let way = layer
                .iter()
                .map(|node| (node.reached.parent, node.reached.cell));
            ways.push(way.collect());
        }
        let totals = layer.iter().map(|node| self.total(node));
        let (sense, incumbent) = (self.problem.sense(), incumbent.score());
        let better = totals
            .enumerate()
            .filter(|(_, total)| incumbent.is_none_or(|known| sense.better(*total, known)))
            .reduce(|one, other| match sense.better(other.1, one.1) {
                true => other,
                false => one,
            });
        Some(Pass {
            better: better.map(|(end, total)| self.traced(&ways, end, total)),
            cut,
            coverings,
        })
    }

    fn expand(
        &self,
        node: &Node,
        turn: usize,
        prices: &PriceBounds,
        parent: u32,
        next: &mut Layer,
    ) {
        let wall = self.problem.wall();
        let bits = node.cells.line_bits(wall);
        let sum = prices.sum(&bits, turn + 1);
        for (row, column) in self.allowed[turn].minus(node.cells).places() {
            let cell = row * wall.columns() + column;
            if !node.cells.includes(self.before[cell]) {
                continue;
            }
            let runs = line_points(usize::from(bits.rows[row]), column)
                + line_points(usize::from(bits.columns[column]), row);
            let score = node.reached.score + runs.max(1);
            let sum = prices.sum_with(sum, &bits, turn + 1, (row, column));
            let mut promise = prices.promise(score, sum);
            if promise < next.wanted || prices.points(sum).is_none() {
                continue;
            }
            let cells = node.cells.with((row, column));
            if let Some(colours) = &self.colours {
                promise += prices.instead(colours.gain(cells, turn + 1));
                if promise < next.wanted {
                    continue;
                }
            }
            let reached = Reached {
                score,
                promise,
                parent,
                cell: cell as u8,
            };
            next.add(cells, reached);
        }
    }

    /// The score of an order that ends in a covering, with the bonus.
    fn total(&self, node: &Node) -> u32 {
        let lines = self.bonus_lines.iter();
        let complete = lines.filter(|(line, _)| node.cells.includes(*line));
        node.reached.score + complete.map(|(_, points)| points).sum::<u32>()
    }

    /// The order that leads to a place of the last layer.
    fn traced(&self, ways: &[Vec<(u32, u8)>], end: usize, score: u32) -> Solution {
        let mut at = end;
        let cells = ways.iter().rev().map(|layer| {
            let (parent, cell) = layer[at];
            at = parent as usize;
            Cell::from_index(usize::from(cell))
        });
        let mut order: Vec<Cell> = cells.collect();
        order.reverse();
        Solution {
            order: order.into(),
            score,
        }
    }
}

/// A layer that is being made.
#[derive(Debug)]
struct Layer {
    width: usize,
    /// The least promise of coverings that may beat the incumbent.
    wanted: i64,
    /// Whether a covering was dropped that may beat the incumbent.
    cut: bool,
    /// The table is cut down when it holds so many.
    full: usize,
    table: FxHashMap<Cells, Reached>,
}

impl Layer {
    fn new(width: usize, wanted: i64) -> Self {
        Self {
            width,
            wanted,
            cut: false,
            full: FULL * width,
            table: FxHashMap::default(),
        }
    }

    fn add(&mut self, cells: Cells, reached: Reached) {
        let known = self.table.entry(cells).or_insert(reached);
        // To one covering, what promises more has the better score.
        if reached.promise > known.promise {
            *known = reached;
        }
        if self.table.len() >= self.full {
            self.cut_down();
        }
    }

    /// Keeps what promises as much as the width's last.
    fn cut_down(&mut self) {
        let mut promises: Vec<i64> = self.table.values().map(|it| it.promise).collect();
        let last = self.width - 1;
        let (_, &mut least, _) = promises.select_nth_unstable_by_key(last, |it| Reverse(*it));
        self.table.retain(|_, it| it.promise >= least);
        // Nothing that promises less will be among the best.
        self.wanted = self.wanted.max(least);
        self.cut = true;
        // Many may promise the same.
        self.full = self.full.max(2 * self.table.len());
    }

    /// The best of them, and whether others have been dropped that may beat the incumbent.
    fn finish(self) -> (Vec<Node>, bool) {
        let cut = self.cut || self.table.len() > self.width;
        let nodes = self.table.into_iter();
        let mut layer: Vec<Node> = nodes
            .map(|(cells, reached)| Node { cells, reached })
            .collect();
        if layer.len() > self.width {
            // Ties are broken by chance, so that what is kept differs as much as it can, and each time in the same way.
            let rank = |node: &Node| (Reverse(node.reached.promise), node.cells.hash());
            layer.select_nth_unstable_by_key(self.width, rank);
            layer.truncate(self.width);
        }
        (layer, cut)
    }
}
