use super::cells::Cells;
use super::colours::Colours;
use super::layer::{FULL, Label, Layer, Node, Steps};
use crate::bounds::PriceBounds;
use crate::bounds::completion::line_points;
use crate::order::{Incumbent, Solution};
use crate::problem::{Problem, RowTests};
use crate::wall::CellSet;
use azulejo_control::Control;

/// A problem made ready for passes.
#[derive(Debug)]
pub(super) struct Diagram<'a> {
    problem: &'a Problem,
    initial: Cells,
    /// By turn, the cells that may be filled.
    allowed: Vec<Cells>,
    /// By cell, those that come before it.
    before: Vec<Cells>,
    /// Rows that are a condition on each move, if there are any.
    rows: Option<RowTests<Cells>>,
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

/// The bytes that a covering takes in the table of a layer, which holds up to [`FULL`] times the width and is filled by half at
/// worst.
const BYTES: u64 = 2 * size_of::<(Cells, Label)>() as u64 * FULL as u64;

/// Number of coverings that are expanded before the pass looks whether it is stopped.
const AT_A_TIME: usize = 1_000;

impl<'a> Diagram<'a> {
    /// The diagram of a problem whose lines have at most [`Cells::LONGEST`] cells.
    pub(super) fn new(problem: &'a Problem) -> Self {
        let (wall, tight) = (problem.wall(), problem.tightened());
        let allowed = tight.turns().map(|turn| tight.allowed(turn));
        let before = wall.cells().map(|cell| problem.before(cell));
        let cells = |set: &CellSet| Cells::of(wall, set);
        let lines = problem.bonus_lines().into_iter();
        let allowed: Vec<Cells> = allowed.map(cells).collect();
        let rows = RowTests::new(problem, |cell| {
            Cells::default().with((wall.row_of(cell), wall.column_of(cell)))
        });
        Self {
            problem,
            rows: (!rows.is_empty()).then_some(rows),
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
        width as u64 * (BYTES + Steps::BYTES * self.problem.horizon() as u64)
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
        let mut layer = vec![Node {
            filled: self.initial,
            reached: Label::default(),
        }];
        let mut steps = Steps::default();
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
            let (nodes, is_cut) = next.finish(width);
            layer = nodes;
            cut += usize::from(is_cut);
            coverings += layer.len() as u64;
            steps.push(&layer);
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
            better: better.map(|(end, score)| Solution {
                order: steps.back_from(end).into_iter().rev().collect(),
                score,
            }),
            cut,
            coverings,
        })
    }

    fn expand(
        &self,
        node: &Node<Cells>,
        turn: usize,
        prices: &PriceBounds,
        parent: u32,
        next: &mut Layer<Cells>,
    ) {
        let wall = self.problem.wall();
        let bits = node.filled.line_bits(wall);
        let sum = prices.sum(&bits, turn + 1);
        for (row, column) in self.allowed[turn].minus(node.filled).places() {
            let cell = row * wall.columns() + column;
            if !node.filled.includes(self.before[cell]) {
                continue;
            }
            let runs = line_points(usize::from(bits.rows[row]), column)
                + line_points(usize::from(bits.columns[column]), row);
            let (points, cells) = (runs.max(1), node.filled.with((row, column)));
            let permits = |rows: &RowTests<Cells>| {
                rows.holds_at(cells, turn + 1)
                    && rows.holds_in((node.filled, cells), turn, &|| points)
            };
            if !self.rows.as_ref().is_none_or(permits) {
                continue;
            }
            let score = node.reached.score + points;
            let sum = prices.sum_with(sum, &bits, turn + 1, (row, column));
            let mut promise = prices.promise(score, sum);
            if promise < next.wanted || prices.points(sum).is_none() {
                continue;
            }
            if let Some(colours) = &self.colours {
                promise += prices.instead(colours.gain(cells, turn + 1));
            }
            let reached = Label {
                score,
                promise,
                parent,
                cell: cell as u8,
            };
            next.add(cells, reached);
        }
    }

    /// The score of an order that ends in a covering, with the bonus.
    fn total(&self, node: &Node<Cells>) -> u32 {
        let lines = self.bonus_lines.iter();
        let complete = lines.filter(|(line, _)| node.filled.includes(*line));
        node.reached.score + complete.map(|(_, points)| points).sum::<u32>()
    }
}
