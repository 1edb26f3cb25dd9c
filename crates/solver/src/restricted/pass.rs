use super::cells::Cells;
use super::colours::Colours;
use super::layer::{FULL, Label, Layer, Node, Steps};
use crate::bounds::PriceBounds;
use crate::bounds::completion::line_points;
use crate::order::{Incumbent, Solution};
use crate::problem::{Problem, RowTests};
use crate::wall::CellSet;
use azulejo_control::Control;

/// A problem in the form of passes.
#[derive(Debug)]
pub(super) struct Diagram<'a> {
    problem: &'a Problem,
    initial: Cells,
    /// Cells open to each turn.
    turn_cells: Vec<Cells>,
    /// Predecessors of each cell.
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
    pub(super) solution: Option<Solution>,
    /// The number of layers without room for all coverings that may beat the incumbent. If it is 0, no order beats the better
    /// order, or the incumbent where there is no better order.
    pub(super) cut_layers: usize,
    /// The coverings of all layers.
    pub(super) coverings: u64,
}

/// The bytes that a covering takes in the table of a layer, which holds up to [`FULL`] times the width and is filled by half at
/// worst.
const BYTES: u64 = 2 * size_of::<(Cells, Label)>() as u64 * FULL as u64;

/// Number of nodes to expand between two looks at the control.
const CHUNK: usize = 1_000;

impl<'a> Diagram<'a> {
    /// The diagram of a problem whose lines have at most [`Cells::LONGEST`] cells.
    pub(super) fn new(problem: &'a Problem) -> Self {
        let (wall, tight) = (problem.wall(), problem.with_propagation());
        let turn_cells = tight.turns().map(|turn| tight.allowed(turn));
        let before = wall.cells().map(|cell| problem.before(cell));
        let cells = |set: &CellSet| Cells::of(wall, set);
        let lines = problem.bonus_lines().into_iter();
        let turn_cells: Vec<Cells> = turn_cells.map(cells).collect();
        let rows = RowTests::new(problem, |cell| {
            Cells::default().with((wall.row_of(cell), wall.column_of(cell)))
        });
        Self {
            problem,
            rows: (!rows.is_empty()).then_some(rows),
            initial: cells(problem.initial()),
            colours: Colours::new(problem, &turn_cells),
            turn_cells,
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

    /// A pass, layer after layer: of each layer the `width` most promising coverings that may beat the incumbent. None where the run is
    /// stopped.
    pub(super) fn pass(
        &self,
        prices: &PriceBounds,
        width: usize,
        incumbent: &Incumbent,
        control: &Control,
    ) -> Option<Pass> {
        let mut layer = vec![Node {
            filled: self.initial,
            label: Label::default(),
        }];
        let mut steps = Steps::default();
        let (mut cut_layers, mut coverings) = (0, 1);
        for turn in 0..self.turn_cells.len() {
            let mut next = Layer::new(width, prices.least_promise(incumbent.score()));
            for (chunk, nodes) in layer.chunks(CHUNK).enumerate() {
                control.go_on().ok()?;
                for (index, node) in nodes.iter().enumerate() {
                    let parent = (CHUNK * chunk + index) as u32;
                    self.expand(node, turn, prices, parent, &mut next);
                }
            }
            let (nodes, is_cut) = next.finish(width);
            layer = nodes;
            cut_layers += usize::from(is_cut);
            coverings += layer.len() as u64;
            steps.push(&layer);
        }
        let totals = layer.iter().map(|node| self.total(node));
        let (sense, incumbent) = (self.problem.sense(), incumbent.score());
        let best = totals
            .enumerate()
            .filter(|(_, total)| incumbent.is_none_or(|score| sense.better(*total, score)))
            .reduce(|first, second| match sense.better(second.1, first.1) {
                true => second,
                false => first,
            });
        Some(Pass {
            solution: best.map(|(end, score)| Solution {
                order: steps.trace(end).into_iter().rev().collect(),
                score,
            }),
            cut_layers,
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
        for (row, column) in self.turn_cells[turn].minus(node.filled).places() {
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
            let score = node.label.score + points;
            let sum = prices.sum_with(sum, &bits, turn + 1, (row, column));
            let mut promise = prices.promise(score, sum);
            if promise < next.least_promise || prices.points(sum).is_none() {
                continue;
            }
            if let Some(colours) = &self.colours {
                promise += prices.colour_change(colours.gain(cells, turn + 1));
            }
            let label = Label {
                score,
                promise,
                parent,
                cell: cell as u8,
            };
            next.add(cells, label);
        }
    }

    /// The score of an order that ends in a covering, with the bonus.
    fn total(&self, node: &Node<Cells>) -> u32 {
        let lines = self.bonus_lines.iter();
        let complete = lines.filter(|(line, _)| node.filled.includes(*line));
        node.label.score + complete.map(|(_, points)| points).sum::<u32>()
    }
}
