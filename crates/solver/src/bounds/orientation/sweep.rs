//! All ways to say which of two neighbours is filled first that lose little, cell after cell.
//!
//! The sweep knows of the cells behind it only what matters for those ahead: the state of the word of each column and of the row
//! that it is in, and who came first among the last neighbours, so that no four cells of a block wait for each other in a circle.

use super::board::Board;
use super::line::{LONGEST, Letter, LineWords};
use azulejo_control::{Control, Stopped};
use itertools::Itertools;
use rustc_hash::FxHashMap;

/// The state of the sweep. A byte for the word of each column; then one for the word of the row; then bits, each of which says
/// which of two neighbours is filled first: the cell up to the left and the cell below it, the cell up to the left and the next one
/// of its row, all neighbours along the row above that are not passed yet, and those along this row that are.
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
    /// The state after it.
    pub(super) state: State,
    /// The loss of the lines by the decision, and 1 where the cell is a start.
    pub(super) cost: u16,
}

/// The words that lose little, and what is lost at least.
pub(super) struct Sweep<'a> {
    pub(super) board: &'a Board,
    rows: Vec<LineWords>,
    columns: Vec<LineWords>,
    /// Per row, place and state of its word, the least that the rest of the row costs, and per row what all from it on cost.
    rest: Vec<Vec<Vec<u16>>>,
    below: Vec<u16>,
}

impl<'a> Sweep<'a> {
    /// The sweep of words that lose so much at most; none if these are too many.
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

    /// Lower bound on the cost of every way.
    pub(super) fn least(&self) -> u16 {
        self.below[0]
    }

    pub(super) fn cells(&self) -> usize {
        self.board.height * self.board.width
    }

    /// Whether the cell above is filled before this one, and whether the cell to the left is; none at the edge.
    pub(super) fn neighbours(&self, at: usize, state: State) -> (Option<bool>, Option<bool>) {
        let (row, column) = (at / self.board.width, at % self.board.width);
        let above = &self.columns[column].states[row];
        let left = &self.rows[row].states[column];
        (
            (row > 0).then(|| above[state.byte(8 * column)].forward),
            (column > 0).then(|| left[state.byte(ROW)].forward),
        )
    }

    /// Calls `decide` for each possible decision at a cell: for none where the four cells of a block wait for each other.
    pub(super) fn decisions(&self, at: usize, state: State, mut decide: impl FnMut(Decision)) {
        let (height, width) = (self.board.height, self.board.width);
        let (row, column) = (at / width, at % width);
        let (above, left) = self.neighbours(at, state);
        if let (Some(above), Some(left)) = (above, left) {
            let (corner, top) = (state.bit(CORNER), state.bit(TOP));
            // Round one way, or round the other way.
            if (top && above && !left && !corner) || (!top && !above && left && corner) {
                return;
            }
        }
        let in_row = &self.rows[row].states[column][state.byte(ROW)];
        let in_column = &self.columns[column].states[row][state.byte(8 * column)];
        let counts = self.board.is_filled_in_a_turn(row, column);
        let is_start =
            |before: Option<bool>, letter: Letter| before != Some(true) && letter.forward;
        let ends = column + 1 == width;
        // What the decision leaves open.
        let passed = state
            .with_bit(CORNER, !ends && above == Some(true))
            .with_bit(TOP, !ends && row > 0 && state.bit(TOPS + column));
        for across in Letter::ALL {
            let Some(to_right) = in_row.steps[across.index()] else {
                continue;
            };
            let ahead = !ends && row + 1 < height && across.forward;
            let in_row = passed
                .with_byte(ROW, if ends { 0 } else { to_right.next })
                .with_bit(TOPS + column, ahead);
            for down in Letter::ALL
                .into_iter()
                .filter(|down| down.in_reserve == across.in_reserve)
            {
                let Some(to_below) = in_column.steps[down.index()] else {
                    continue;
                };
                let start = counts && (is_start(left, across) || is_start(above, down));
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
    pub(super) fn least_from(&self, at: usize, state: State) -> u16 {
        let (row, column) = (at / self.board.width, at % self.board.width);
        match column {
            0 => self.below[row],
            _ => self.rest[row][column][state.byte(ROW)] + self.below[row + 1],
        }
    }

    /// The states of all ways that cost so much at most; none if these take more memory, in bytes.
    pub(super) fn layers(
        &self,
        most: u16,
        memory: usize,
        control: &Control,
    ) -> Result<Option<Layers>, Stopped> {
        let mut layers = vec![Layer::start()];
        let mut taken = 0;
        for at in 0..self.cells() {
            let mut next: FxHashMap<State, u16> = FxHashMap::default();
            for (state, before) in layers[at].iter() {
                control.go_on()?;
                self.decisions(at, state, |Decision { state, cost, .. }| {
                    let cost = before + cost;
                    if cost + self.least_from(at + 1, state) <= most {
                        let least = next.entry(state).or_insert(cost);
                        *least = cost.min(*least);
                    }
                });
                if taken + next.capacity() * Layer::ON_THE_WAY > memory {
                    return Ok(None);
                }
            }
            let layer = Layer::of(next);
            taken += layer.states.len() * Layer::ENTRY;
            layers.push(layer);
        }
        let made = layers.iter().map(|layer| layer.states.len()).sum();
        let mut after = layers[self.cells()].ahead();
        for at in (0..self.cells()).rev() {
            layers[at].keep(control, |state, cost| {
                let mut rest = None;
                self.decisions(at, state, |decision| {
                    let ahead = after.get(&decision.state);
                    let way = ahead.map(|ahead| ahead + decision.cost);
                    rest = rest.into_iter().chain(way).min();
                });
                rest.filter(|rest| cost + rest <= most)
            })?;
            after = layers[at].ahead();
        }
        Ok(Some(Layers { layers, most, made }))
    }
}

/// Per place of a row and state of its word, the least that the rest of it costs.
fn rest_of_row(board: &Board, words: &LineWords, row: usize) -> Vec<Vec<u16>> {
    let mut rest: Vec<Vec<u16>> = vec![vec![0]];
    for (column, states) in words.states.iter().enumerate().rev() {
        let counts = board.is_filled_in_a_turn(row, column);
        let least = states.iter().map(|state| {
            let after_left = column > 0 && state.forward;
            let ways = Letter::ALL.into_iter().filter_map(|letter| {
                let step = state.steps[letter.index()]?;
                let start = counts && !after_left && letter.forward;
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

/// The states before a cell, each with the least cost of the cells behind and of the cells ahead.
struct Layer {
    /// The states, in ascending order once those are left out that lead to nothing.
    states: Vec<State>,
    behind: Vec<u16>,
    ahead: Vec<u16>,
}

impl Layer {
    /// Memory of a state in bytes: while a layer is made, and once it is stored.
    const ON_THE_WAY: usize = size_of::<(State, u16)>() + 1;
    const ENTRY: usize = size_of::<State>() + 2 * size_of::<u16>();

    fn start() -> Self {
        Self::of(FxHashMap::from_iter([(State::START, 0)]))
    }

    fn of(costs: FxHashMap<State, u16>) -> Self {
        let (states, behind): (Vec<_>, Vec<_>) = costs.into_iter().unzip();
        Self {
            ahead: vec![0; states.len()],
            states,
            behind,
        }
    }

    fn iter(&self) -> impl Iterator<Item = (State, u16)> {
        self.states.iter().copied().zip(self.behind.iter().copied())
    }

    /// Keeps the states with a cost of what is ahead.
    fn keep(
        &mut self,
        control: &Control,
        mut ahead: impl FnMut(State, u16) -> Option<u16>,
    ) -> Result<(), Stopped> {
        let mut pruned = Vec::new();
        for (state, behind) in self.iter() {
            control.go_on()?;
            if let Some(ahead) = ahead(state, behind) {
                pruned.push((state, behind, ahead));
            }
        }
        pruned.sort_unstable();
        (self.states, self.behind, self.ahead) = pruned.into_iter().multiunzip();
        Ok(())
    }

    /// Per state, the least cost of what is ahead.
    fn ahead(&self) -> FxHashMap<State, u16> {
        let states = self.states.iter().copied();
        states.zip(self.ahead.iter().copied()).collect()
    }

    /// The least cost of what is ahead; none for a state that is not here.
    fn rest(&self, state: State) -> Option<u16> {
        let index = self.states.binary_search(&state).ok()?;
        Some(self.ahead[index])
    }
}

/// Per cell, the states before it of all ways that cost little.
pub(super) struct Layers {
    layers: Vec<Layer>,
    most: u16,
    /// Number of states, with those that led to nothing.
    pub(super) made: usize,
}

impl Layers {
    /// Whether there is no such way.
    pub(super) fn are_empty(&self) -> bool {
        self.layers[0].states.is_empty()
    }

    pub(super) fn start(&self) -> State {
        State::START
    }

    /// Whether a way that has cost so much, and goes on with a state before this cell, may still cost little enough.
    pub(super) fn may_go_on(&self, at: usize, state: State, cost: u16) -> bool {
        let rest = self.layers[at].rest(state);
        rest.is_some_and(|rest| cost + rest <= self.most)
    }
}
