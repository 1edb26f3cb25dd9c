//! The independent check: scores an order and tests every constraint by its meaning.
//!
//! It shares no code with the solvers: it reads the instance, not the compiled problem, and counts
//! runs cell by cell, not by tables. A score is only ever reported after it has passed through here.

use crate::instance::{Constraint, Instance};
use crate::wall::{Cell, PointsByKind, Wall};
use std::fmt;

/// What an order earns, and what is wrong with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// The points of each turn's tile; 0 where no tile could be placed.
    pub points: Vec<u32>,
    /// The same by kind, turn by turn.
    pub kinds: Vec<PointsByKind>,
    /// The points for what is complete at the end.
    pub bonus: u32,
    /// All points together.
    pub score: u32,
    /// Everything that is wrong; the score counts only when this is empty.
    pub violations: Vec<Violation>,
}

/// One thing that is wrong with an order. Turns are counted from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Violation {
    /// The order has another number of tiles than the instance has turns.
    Length {
        /// Tiles in the order.
        tiles: usize,
        /// Turns of the instance.
        turns: usize,
    },
    /// A cell that the wall does not have.
    OffTheWall {
        /// The cell.
        cell: Cell,
        /// Its turn.
        turn: usize,
    },
    /// A cell that is filled already.
    Filled {
        /// The cell.
        cell: Cell,
        /// The turn in which it is to be filled again.
        turn: usize,
    },
    /// A constraint of the instance that does not hold.
    Broken {
        /// Its position among the instance's constraints, from 0.
        index: usize,
        /// The constraint.
        constraint: Constraint,
    },
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length { tiles, turns } => {
                let plural = |count: &usize| if *count == 1 { "" } else { "s" };
                let (more, of_them) = (plural(tiles), plural(turns));
                write!(
                    f,
                    "the order has {tiles} tile{more}, the instance {turns} turn{of_them}"
                )
            }
            Self::OffTheWall { cell, turn } => {
                write!(f, "turn {turn}: cell {cell} is off the wall")
            }
            Self::Filled { cell, turn } => write!(f, "turn {turn}: cell {cell} is filled already"),
            Self::Broken { index, constraint } => {
                write!(
                    f,
                    "constraints[{index}] ({}) does not hold: {constraint}",
                    constraint.kind()
                )
            }
        }
    }
}

/// Scores an order tile by tile and tests every constraint of the instance.
///
/// ```
/// use azulejo_solver::{instance::Instance, order::verify, wall::Cell};
/// let instance = Instance::from_json(
///     r#"{"wall": {"rows": 3, "columns": 3}, "sense": "maximize"}"#,
/// )?;
/// let order = [5, 7, 3, 4, 2, 1, 6, 8, 9].map(Cell::from_number);
/// let report = verify(&instance, &order);
/// assert_eq!(report.points, [1, 1, 1, 4, 4, 6, 5, 5, 6]); // case study, table 2
/// assert_eq!((report.score, report.violations.len()), (33, 0));
/// # Ok::<(), azulejo_solver::instance::InvalidInstance>(())
/// ```
pub fn verify(instance: &Instance, order: &[Cell]) -> Report {
    let mut grid = Grid::new(instance.wall(), instance.initial());
    let mut violations = Vec::new();
    if order.len() != instance.horizon() {
        let (tiles, turns) = (order.len(), instance.horizon());
        violations.push(Violation::Length { tiles, turns });
    }
    let kinds = grid.place_all(order, &mut violations);
    for (index, constraint) in instance.constraints().iter().enumerate() {
        if !holds(constraint, instance, order) {
            let constraint = constraint.clone();
            violations.push(Violation::Broken { index, constraint });
        }
    }
    let bonus = grid.bonus(instance);
    let points: Vec<u32> = kinds.iter().map(|kinds| kinds.total()).collect();
    let score = points.iter().sum::<u32>() + bonus;
    Report {
        points,
        kinds,
        bonus,
        score,
        violations,
    }
}

/// Scores an order that fills a bare wall, of any size: the points of each turn's tile.
///
/// It takes a step for each point.
///
/// # Errors
/// Everything that is wrong with the order.
pub fn points(wall: Wall, order: &[Cell]) -> Result<Vec<u32>, Vec<Violation>> {
    let mut violations = Vec::new();
    if order.len() != wall.len() {
        let (tiles, turns) = (order.len(), wall.len());
        violations.push(Violation::Length { tiles, turns });
    }
    let kinds = Grid::new(wall, &[]).place_all(order, &mut violations);
    if violations.is_empty() {
        Ok(kinds.iter().map(|kinds| kinds.total()).collect())
    } else {
        Err(violations)
    }
}

fn holds(constraint: &Constraint, instance: &Instance, order: &[Cell]) -> bool {
    let wall = instance.wall();
    let turn_of = |cell: Cell| order.iter().position(|&placed| placed == cell);
    match constraint {
        Constraint::PlaceAt { cell, turn } => turn_of(*cell) == Some(turn.index()),
        Constraint::Window { cell, from, to } => {
            turn_of(*cell).is_none_or(|turn| (from.index()..=to.index()).contains(&turn))
        }
        Constraint::Before { first, then } => turn_of(*then).is_none_or(|turn| {
            instance.initial().contains(first) || turn_of(*first).is_some_and(|first| first < turn)
        }),
        Constraint::First { cells } => cells
            .iter()
            .all(|&cell| turn_of(cell).is_some_and(|turn| turn < cells.len())),
        Constraint::Last { cells } => {
            let start = instance.horizon() - cells.len();
            cells
                .iter()
                .all(|&cell| turn_of(cell).is_some_and(|turn| turn >= start))
        }
        Constraint::Only { cells, from, to } => {
            let mut placed = order.iter().enumerate();
            placed.all(|(turn, cell)| {
                turn < from.index() || turn > to.index() || cells.contains(cell)
            })
        }
        Constraint::Rounds => {
            let mut rows = order.iter().enumerate();
            rows.all(|(turn, &cell)| wall.row_of(cell) == turn % wall.rows())
        }
        Constraint::LastRound => {
            let start = instance.horizon() - wall.rows();
            (0..wall.rows()).all(|row| {
                order
                    .get(start + row)
                    .is_some_and(|&cell| wall.row_of(cell) == row)
            })
        }
    }
}

enum Obstacle {
    Edge,
    Tile,
}

/// The wall as a plain table of truth values.
struct Grid {
    filled: Vec<Vec<bool>>,
}

impl Grid {
    fn new(wall: Wall, initial: &[Cell]) -> Self {
        let mut filled = vec![vec![false; wall.columns()]; wall.rows()];
        for &cell in initial {
            filled[cell.index() / wall.columns()][cell.index() % wall.columns()] = true;
        }
        Self { filled }
    }

    /// The points of each tile by kind, none where it could not be placed.
    fn place_all(&mut self, order: &[Cell], violations: &mut Vec<Violation>) -> Vec<PointsByKind> {
        let mut kinds = Vec::with_capacity(order.len());
        for (index, &cell) in order.iter().enumerate() {
            let turn = index + 1;
            let earned = match self.place(cell) {
                Ok(earned) => earned,
                Err(Obstacle::Edge) => {
                    violations.push(Violation::OffTheWall { cell, turn });
                    PointsByKind::default()
                }
                Err(Obstacle::Tile) => {
                    violations.push(Violation::Filled { cell, turn });
                    PointsByKind::default()
                }
            };
            kinds.push(earned);
        }
        kinds
    }

    fn place(&mut self, cell: Cell) -> Result<PointsByKind, Obstacle> {
        let columns = self.filled[0].len();
        let (row, column) = (cell.index() / columns, cell.index() % columns);
        match self.filled.get(row).map(|cells| cells[column]) {
            None => return Err(Obstacle::Edge),
            Some(true) => return Err(Obstacle::Tile),
            Some(false) => self.filled[row][column] = true,
        }
        let left = (0..column)
            .rev()
            .take_while(|&at| self.filled[row][at])
            .count();
        let right = (column + 1..columns)
            .take_while(|&at| self.filled[row][at])
            .count();
        let up = (0..row)
            .rev()
            .take_while(|&at| self.filled[at][column])
            .count();
        let down = (row + 1..self.filled.len())
            .take_while(|&at| self.filled[at][column])
            .count();
        let (across, along) = (left + right, up + down);
        let run = |others: usize| if others > 0 { others as u32 + 1 } else { 0 };
        Ok(PointsByKind {
            horizontal: run(across),
            vertical: run(along),
            single: u32::from(across + along == 0),
        })
    }

    fn bonus(&self, instance: &Instance) -> u32 {
        let bonus = instance.bonus();
        let (rows, columns) = (self.filled.len(), self.filled[0].len());
        let full_rows = self
            .filled
            .iter()
            .filter(|row| row.iter().all(|&cell| cell))
            .count();
        let full_columns = (0..columns)
            .filter(|&at| self.filled.iter().all(|row| row[at]))
            .count();
        let full_colours = if rows == columns {
            let diagonal =
                |colour: usize| (0..rows).all(|row| self.filled[row][(row + colour) % rows]);
            (0..rows).filter(|&colour| diagonal(colour)).count()
        } else {
            0
        };
        full_rows as u32 * bonus.row
            + full_columns as u32 * bonus.column
            + full_colours as u32 * bonus.colour
    }
}
