use super::colours::{ColourFact, Colouring};
use crate::instance::{Inequality, Quantity, Turn};
use crate::problem::{Order, Problem, Timeline};
use crate::wall::{Axis, Cell, Wall};
use itertools::Itertools;
use std::fmt;

/// A statement of a column about an order: true is 1, false is 0; a rank and points are numbers.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Fact {
    /// The cell is filled in that turn.
    At {
        /// The cell.
        cell: Cell,
        /// The turn.
        turn: Turn,
    },
    /// The cell is filled in one of the turns up to this one.
    By {
        /// The cell.
        cell: Cell,
        /// The turn.
        turn: Turn,
    },
    /// `first` comes before `then`; cells that are never filled come last.
    Before {
        /// The earlier cell.
        first: Cell,
        /// The later cell.
        then: Cell,
    },
    /// `cell` is filled, in turn `turn` if one is given, when all of `set` are.
    After {
        /// The later cell.
        cell: Cell,
        /// Turn of the cell, where the turn matters.
        turn: Option<Turn>,
        /// The earlier cells, by number.
        set: Vec<Cell>,
    },
    /// The cell is filled when it has no filled neighbour along any of these axes.
    Start {
        /// The cell.
        cell: Cell,
        /// One axis for a start, both for a single.
        axes: Vec<Axis>,
    },
    /// Each of these cells is filled in one of the turns from one to another.
    Within {
        /// The cells, with the first and the last of these turns.
        windows: Vec<(Cell, Turn, Turn)>,
    },
    /// All these cells are filled at the end.
    Complete {
        /// The cells.
        cells: Vec<Cell>,
    },
    /// A number: the points of the cell if that turn fills it, else 0.
    Earned {
        /// The cell.
        cell: Cell,
        /// The turn.
        turn: Turn,
    },
    /// A clause of a stated row holds: all of these.
    Clause {
        /// The rows.
        rows: Vec<Inequality>,
    },
    /// A number that is greater for each cell that comes later, such as the number of the turn. Cells that are never filled
    /// have the numbers after the last turn's.
    Rank {
        /// The cell, empty at first.
        cell: Cell,
    },
    /// A statement about free colours.
    Colours(ColourFact),
}

impl Fact {
    /// The cells of the statement.
    pub fn cells(&self) -> Vec<Cell> {
        match self {
            Self::At { cell, .. }
            | Self::By { cell, .. }
            | Self::Earned { cell, .. }
            | Self::Start { cell, .. }
            | Self::Rank { cell } => vec![*cell],
            Self::Before { first, then } => vec![*first, *then],
            Self::After { cell, set, .. } => set.iter().chain([cell]).copied().collect(),
            Self::Within { windows } => windows.iter().map(|(cell, ..)| *cell).collect(),
            Self::Complete { cells } => cells.clone(),
            Self::Colours(fact) => fact.cells(),
            Self::Clause { rows } => {
                let terms = rows.iter().flat_map(|row| &row.terms);
                let cells = terms.flat_map(|(quantity, _)| quantity.cells());
                cells.sorted().dedup().collect()
            }
        }
    }
}

impl fmt::Display for Fact {
    /// The fact in words.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::At { cell, turn } => write!(f, "cell {cell} is filled in turn {turn}"),
            Self::By { cell, turn } => write!(f, "cell {cell} is filled by turn {turn}"),
            Self::Before { first, then } => write!(f, "cell {first} comes before cell {then}"),
            Self::After { cell, turn, set } => {
                write!(f, "cell {cell} is filled")?;
                if let Some(turn) = turn {
                    write!(f, " in turn {turn}")?;
                }
                write!(f, ", and before it {}", list(set))
            }
            Self::Start { cell, axes } => {
                let line = |axis: &Axis| match axis {
                    Axis::Horizontal => "row",
                    Axis::Vertical => "column",
                };
                let lines = axes.iter().map(line).join(" and its ");
                write!(
                    f,
                    "cell {cell} is filled, and no cell beside it in its {lines} before"
                )
            }
            Self::Within { windows } => {
                let windows = windows
                    .iter()
                    .map(|(cell, first, last)| match first == last {
                        true => format!("cell {cell} is filled in turn {first}"),
                        false => format!("cell {cell} is filled in turns {first} to {last}"),
                    });
                write!(f, "{}", windows.format(", "))
            }
            Self::Complete { cells } => write!(f, "{} filled in the end", list(cells)),
            Self::Earned { cell, turn } => write!(f, "the points of cell {cell} in turn {turn}"),
            Self::Clause { rows } => {
                let plural = if rows.len() == 1 { "" } else { "s" };
                write!(f, "{} row{plural} of a clause hold", rows.len())
            }
            Self::Rank { cell } => write!(f, "the rank of cell {cell}"),
            Self::Colours(fact) => fact.fmt(f),
        }
    }
}

fn list(cells: &[Cell]) -> String {
    let noun = if cells.len() == 1 { "cell" } else { "cells" };
    format!("{noun} {}", cells.iter().join(", "))
}

/// The turns of the cells in an order, for the values of facts.
#[derive(Debug, Clone)]
pub struct Timetable {
    wall: Wall,
    horizon: usize,
    timeline: Timeline,
    /// Per cell that is empty at first: its number by turn, among those.
    rank: Vec<usize>,
    /// The free colours, where colours are free.
    colours: Option<Colouring>,
}

impl Timetable {
    /// The timetable of an order of a problem: its cells in their turns, the cells that stay
    /// empty after the horizon, by number.
    pub fn new<T: Copy + Into<Option<Cell>>>(problem: &Problem, order: &[T]) -> Self {
        let order = &Order::from(order);
        let timeline = Timeline::new(problem, order);
        let mut rank = vec![0; problem.wall().len()];
        let by_turn = problem.free().sorted_by_key(|&cell| timeline.turn(cell));
        for (cell, number) in by_turn.zip(1..) {
            rank[cell.index()] = number;
        }
        Self {
            wall: problem.wall(),
            horizon: problem.horizon(),
            timeline,
            rank,
            colours: problem.free_colours().map(|colours| {
                let is_filled =
                    |cell| problem.initial().contains(cell) || order.contains(&Some(cell));
                Colouring::new(colours.square(is_filled))
            }),
        }
    }

    fn turn(&self, cell: Cell) -> usize {
        self.timeline.turn(cell)
    }

    fn is_filled(&self, cell: Cell) -> bool {
        (1..=self.horizon).contains(&self.turn(cell))
    }

    /// 1 for a true fact and 0 for a false one; for a rank, the number of the cell by turn; for points, their number.
    pub fn value(&self, fact: &Fact) -> i64 {
        let holds = match fact {
            Fact::Rank { cell } => return self.rank[cell.index()] as i64,
            Fact::Earned { cell, turn } => {
                let points = self.timeline.value(Quantity::Earned(turn.number()));
                return if self.turn(*cell) == turn.number() {
                    points
                } else {
                    0
                };
            }
            Fact::Clause { rows } => {
                let value = |quantity| self.timeline.value(quantity);
                rows.iter().all(|row| row.holds(value))
            }
            Fact::At { cell, turn } => self.turn(*cell) == turn.number(),
            Fact::By { cell, turn } => self.turn(*cell) <= turn.number(),
            Fact::Before { first, then } => (self.turn(*first), first) < (self.turn(*then), then),
            Fact::After { cell, turn, set } => {
                turn.is_none_or(|turn| self.turn(*cell) == turn.number())
                    && self.is_filled(*cell)
                    && set.iter().all(|&other| self.turn(other) < self.turn(*cell))
            }
            Fact::Start { cell, axes } => {
                let mut neighbours = axes
                    .iter()
                    .flat_map(|&axis| self.wall.neighbours(*cell, axis));
                self.is_filled(*cell) && neighbours.all(|other| self.turn(other) > self.turn(*cell))
            }
            Fact::Within { windows } => windows.iter().all(|(cell, first, last)| {
                (first.number()..=last.number()).contains(&self.turn(*cell))
            }),
            Fact::Complete { cells } => cells.iter().all(|&cell| self.turn(cell) <= self.horizon),
            Fact::Colours(fact) => {
                let place = |cell| (self.wall.row_of(cell), self.wall.column_of(cell));
                let colours = self.colours.as_ref();
                colours.is_some_and(|colours| colours.holds(*fact, place))
            }
        };
        i64::from(holds)
    }
}
