//! All orientations of little loss, cell after cell.
//!
//! A state of the sweep has only the facts of earlier cells that matter for later ones: the state of the word of each column and of
//! the current row, and the order of the last neighbours, which excludes circles in the four cells of a block.

use super::board::Board;
use super::line::{LONGEST, Letter, LineWords};
use azulejo_control::{Control, Stopped};
use itertools::Itertools;
use rustc_hash::FxHashMap;

/// State of the sweep. A byte for the word of each column; then a byte for the word of the row; then bits for the order of two
/// neighbours each: the cell up to the left and the cell below it, the cell up to the left and the next one of its row, all pairs of
/// neighbours along the row above that are still to be passed, and the passed pairs along this row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct State(u128);

/// The most states of the words of a line.
const MOST_WORDS: usize = 1 << 8;

const ROW: usize = 8 * LONGEST;
const CORNER: usize = ROW + 8;
const TOP: usize = CORNER + 1;
const TOPS: usize = TOP + 1;

impl State {
    const START: Self = Self(0);

    fn byte(self, from: usize) -> usize {
        (self.0 >> from) as usize & 0xff
    }

    fn with_byte(self, from: usize, byte: u16) -> Self {
        Self(self.0 & !(0xff << from) | u128::from(byte) << from)
    }

    fn bit(self, place: usize) -> bool {
        self.0 >> place & 1 == 1
    }

    fn with_bit(self, place: usize, bit: bool) -> Self {
        Self(self.0 & !(1 << place) | u128::from(bit) << place)
    }
}

/// Decision at a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Decision {
    /// The letter of the cell in its row.
    pub(super) across: Letter,
    /// The letter of the cell in its column.
    pub(super) down: Letter,
    /// The state after the decision.
    pub(super) state: State,
    /// The loss of the lines by the decision, and 1 where the cell is a start.
    pub(super) cost: u16,
}

/// Sweep over the words of little loss, with lower bounds on the cost of the rest.
pub(super) struct Sweep<'a> {
    pub(super) board: &'a Board,
    rows: Vec<LineWords>,
    columns: Vec<LineWords>,
    /// Per row, place and state of its word, the least cost of the rest of the row; and per row, the least cost from the row on.
    rest: Vec<Vec<Vec<u16>>>,
    below: Vec<u16>,
}

impl<'a> Sweep<'a> {
    /// The sweep of words with a loss of at most `slack`; none if there are too many states.
    pub(super) fn new(board: &'a Board, slack: u16) -> Option<Self> {
        let within =
            |lines: &[LineWords]| lines.iter().map(|line| line.within(slack)).collect_vec();
        let (rows, columns) = (within(&board.rows), within(&board.columns));
        if rows
            .iter()
            .chain(&columns)
            .any(|line| line.width() > MOST_WORDS)
        {
            return None;
        }
        let rest = (0..board.height)
            .map(|row| rest_of_row(board, &rows[row], row))
            .collect_vec();
        let mut below = vec![0; board.height + 1];
        for row in (0..board.height).rev() {
            below[row] = below[row + 1] + rest[row][0][0];
        }
        Some(Self {
            board,
            rows,
            columns,
            rest,
            below,
        })
    }

    /// Lower bound on the cost of every orientation.
    pub(super) fn least(&self) -> u16 {
        self.below[0]
    }

    pub(super) fn cells(&self) -> usize {
        self.board.height * self.board.width
    }

    /// Whether the cell above is filled before this one, and whether the cell to the left is; none at the edge.
    pub(super) fn neighbours(&self, position: usize, state: State) -> (Option<bool>, Option<bool>) {
        let (row, column) = (position / self.board.width, position % self.board.width);
        let above = &self.columns[column].states[row];
        let left = &self.rows[row].states[column];
        (
            (row > 0).then(|| above[state.byte(8 * column)].forward),
            (column > 0).then(|| left[state.byte(ROW)].forward),
        )
    }

    /// Calls `decide` for each possible decision position a cell: for none where the four cells of a block wait for each other.
    pub(super) fn decisions(
        &self,
        position: usize,
        state: State,
        mut decide: impl FnMut(Decision),
    ) {
        let (height, width) = (self.board.height, self.board.width);
        let (row, column) = (position / width, position % width);
        let (above, left) = self.neighbours(position, state);
        if let (Some(above), Some(left)) = (above, left) {
            let (corner, top) = (state.bit(CORNER), state.bit(TOP));
            // A circle, in one direction or the other.
            if (top && above && !left && !corner) || (!top && !above && left && corner) {
                return;
            }
        }
        let in_row = &self.rows[row].states[column][state.byte(ROW)];
        let in_column = &self.columns[column].states[row][state.byte(8 * column)];
        let has_turn = self.board.has_turn(row, column);
        let is_start =
            |before: Option<bool>, letter: Letter| before != Some(true) && letter.forward;
        let is_last = column + 1 == width;
        // The state without the letters of the cell.
        let base = state
            .with_bit(CORNER, !is_last && above == Some(true))
            .with_bit(TOP, !is_last && row > 0 && state.bit(TOPS + column));
        for across in Letter::ALL {
            let Some(to_right) = in_row.steps[across.index()] else {
                continue;
            };
            let next_top = !is_last && row + 1 < height && across.forward;
            let in_row = base
                .with_byte(ROW, if is_last { 0 } else { to_right.next })
                .with_bit(TOPS + column, next_top);
            for down in Letter::ALL
                .into_iter()
                .filter(|down| down.in_reserve == across.in_reserve)
            {
                let Some(to_below) = in_column.steps[down.index()] else {
                    continue;
                };
                let start = has_turn && (is_start(left, across) || is_start(above, down));
                decide(Decision {
                    across,
                    down,
                    state: in_row.with_byte(8 * column, to_below.next),
                    cost: to_right.loss + to_below.loss + u16::from(start),
                });
            }
        }
    }

    /// Lower bound on the cost of all cells from the given one on.
    pub(super) fn least_from(&self, position: usize, state: State) -> u16 {
        let (row, column) = (position / self.board.width, position % self.board.width);
        match column {
            0 => self.below[row],
            _ => self.rest[row][column][state.byte(ROW)] + self.below[row + 1],
        }
    }

    /// The states of all orientations that cost at most `limit`; none where they take more than `memory` bytes.
    pub(super) fn layers(
        &self,
        limit: u16,
        memory: usize,
        control: &Control,
    ) -> Result<Option<Layers>, Stopped> {
        let mut layers = vec![Layer::start()];
        let mut bytes = 0;
        for position in 0..self.cells() {
            let mut next: FxHashMap<State, u16> = FxHashMap::default();
            for (state, before) in layers[position].iter() {
                control.go_on()?;
                self.decisions(position, state, |Decision { state, cost, .. }| {
                    let cost = before + cost;
                    if cost + self.least_from(position + 1, state) <= limit {
                        let least = next.entry(state).or_insert(cost);
                        *least = cost.min(*least);
                    }
                });
                if bytes + next.capacity() * Layer::DRAFT_BYTES > memory {
                    return Ok(None);
                }
            }
            let layer = Layer::of(next);
            bytes += layer.states.len() * Layer::ENTRY_BYTES;
            layers.push(layer);
        }
        let state_count = layers.iter().map(|layer| layer.states.len()).sum();
        let mut suffix_costs = layers[self.cells()].suffix_costs();
        for position in (0..self.cells()).rev() {
            layers[position].prune(control, |state, cost| {
                let mut rest = None;
                self.decisions(position, state, |decision| {
                    let suffix = suffix_costs.get(&decision.state);
                    let way = suffix.map(|suffix| suffix + decision.cost);
                    rest = rest.into_iter().chain(way).min();
                });
                rest.filter(|rest| cost + rest <= limit)
            })?;
            suffix_costs = layers[position].suffix_costs();
        }
        Ok(Some(Layers {
            layers,
            limit,
            state_count,
        }))
    }
}

/// Per place of a row and state of its word, the least cost of the rest of the row.
fn rest_of_row(board: &Board, words: &LineWords, row: usize) -> Vec<Vec<u16>> {
    let mut rest: Vec<Vec<u16>> = vec![vec![0]];
    for (column, states) in words.states.iter().enumerate().rev() {
        let has_turn = board.has_turn(row, column);
        let least = states.iter().map(|state| {
            let after_left = column > 0 && state.forward;
            let ways = Letter::ALL.into_iter().filter_map(|letter| {
                let step = state.steps[letter.index()]?;
                let start = has_turn && !after_left && letter.forward;
                Some(step.loss + u16::from(start) + rest[rest.len() - 1][usize::from(step.next)])
            });
            ways.min().unwrap_or(u16::MAX / 4)
        });
        let least = least.collect();
        rest.push(least);
    }
    rest.reverse();
    rest
}

/// The states before a cell, each with the least cost of the earlier and of the later cells.
struct Layer {
    /// The states, in ascending order after the pruning.
    states: Vec<State>,
    prefix_costs: Vec<u16>,
    suffix_costs: Vec<u16>,
}

impl Layer {
    /// Memory of a state in bytes: during the construction of a layer, and in the layer.
    const DRAFT_BYTES: usize = size_of::<(State, u16)>() + 1;
    const ENTRY_BYTES: usize = size_of::<State>() + 2 * size_of::<u16>();

    fn start() -> Self {
        Self::of(FxHashMap::from_iter([(State::START, 0)]))
    }

    fn of(costs: FxHashMap<State, u16>) -> Self {
        let (states, prefix_costs): (Vec<_>, Vec<_>) = costs.into_iter().unzip();
        Self {
            suffix_costs: vec![0; states.len()],
            states,
            prefix_costs,
        }
    }

    fn iter(&self) -> impl Iterator<Item = (State, u16)> {
        self.states
            .iter()
            .copied()
            .zip(self.prefix_costs.iter().copied())
    }

    /// Prunes the states without a `suffix_cost`, the least cost of the later cells.
    fn prune(
        &mut self,
        control: &Control,
        mut suffix_cost: impl FnMut(State, u16) -> Option<u16>,
    ) -> Result<(), Stopped> {
        let mut remaining = Vec::new();
        for (state, prefix) in self.iter() {
            control.go_on()?;
            if let Some(suffix) = suffix_cost(state, prefix) {
                remaining.push((state, prefix, suffix));
            }
        }
        remaining.sort_unstable();
        (self.states, self.prefix_costs, self.suffix_costs) = remaining.into_iter().multiunzip();
        Ok(())
    }

    /// Per state, the least cost of the later cells.
    fn suffix_costs(&self) -> FxHashMap<State, u16> {
        let states = self.states.iter().copied();
        states.zip(self.suffix_costs.iter().copied()).collect()
    }

    /// The least cost of the later cells; none for a state outside of the layer.
    fn rest(&self, state: State) -> Option<u16> {
        let index = self.states.binary_search(&state).ok()?;
        Some(self.suffix_costs[index])
    }
}

/// Per cell, the states before it of all orientations of little cost.
pub(super) struct Layers {
    layers: Vec<Layer>,
    limit: u16,
    /// Number of states, with the pruned ones.
    pub(super) state_count: usize,
}

impl Layers {
    /// Whether there is no orientation within the limit.
    pub(super) fn is_empty(&self) -> bool {
        self.layers[0].states.is_empty()
    }

    pub(super) fn start(&self) -> State {
        State::START
    }

    /// Whether an orientation with a cost before this cell, and a state there, may stay within the limit.
    pub(super) fn may_continue(&self, position: usize, state: State, cost: u16) -> bool {
        let rest = self.layers[position].rest(state);
        rest.is_some_and(|rest| cost + rest <= self.limit)
    }
}
