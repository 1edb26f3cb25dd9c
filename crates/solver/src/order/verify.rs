//! The independent check: the referee scores an order and tests every constraint by its meaning.
//!
//! The referee is a crate without code from this one. It gets the instance as JSON and the order as the numbers of
//! cells, as a stranger would. Every reported score has passed this check.

use super::Order;
use crate::counted::counted;
use crate::instance::{Constraint, Instance, SubjectTo};
use crate::wall::{Cell, PointsByKind, Wall};
use azulejo_check::{Fault, RowValue, Statement};
use std::fmt;

/// Points and faults of an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// The points of each turn's tile; 0 for a tile without a place.
    pub points: Vec<u32>,
    /// The points by kind, turn by turn; the factor of the cell counts.
    pub kinds: Vec<PointsByKind>,
    /// The points for complete lines at the end.
    pub bonus: u32,
    /// All points together.
    pub score: u32,
    /// All faults; the score counts only without faults.
    pub violations: Vec<Violation>,
}

/// A fault of an order. Turns are counted from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Violation {
    /// The order has another number of turns than the instance.
    Length {
        /// Tiles and passes in the order.
        entries: usize,
        /// Turns of the instance.
        turns: usize,
    },
    /// The order has another number of tiles than the instance.
    Tiles {
        /// Cells that the order fills.
        filled: usize,
        /// Tiles of the instance.
        tiles: usize,
    },
    /// A turn that passes, in an instance with a tile for each turn.
    Pass {
        /// The turn.
        turn: usize,
    },
    /// A cell that the wall does not have.
    OffTheWall {
        /// The cell.
        cell: Cell,
        /// Turn of the cell.
        turn: usize,
    },
    /// A cell that is filled already.
    Filled {
        /// The cell.
        cell: Cell,
        /// The turn of the second tile.
        turn: usize,
    },
    /// A cell that is a hole.
    Hole {
        /// The cell.
        cell: Cell,
        /// Turn of the cell.
        turn: usize,
    },
    /// A constraint of the instance that does not hold.
    Broken {
        /// Position of the constraint among the instance's, from 0.
        index: usize,
        /// The constraint.
        constraint: Constraint,
    },
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length { entries, turns } => {
                let (entries, turns) = (counted(entries, "turn"), counted(turns, "turn"));
                write!(f, "the order has {entries}, the instance {turns}")
            }
            Self::Tiles { filled, tiles } => {
                let (filled, tiles) = (counted(filled, "tile"), counted(tiles, "tile"));
                write!(f, "the order has {filled}, the instance {tiles}")
            }
            Self::Pass { turn } => {
                write!(
                    f,
                    "turn {turn} passes, but each turn of the instance has a tile"
                )
            }
            Self::OffTheWall { cell, turn } => {
                write!(f, "turn {turn}: cell {cell} is off the wall")
            }
            Self::Filled { cell, turn } => write!(f, "turn {turn}: cell {cell} is filled already"),
            Self::Hole { cell, turn } => write!(f, "turn {turn}: cell {cell} is a hole"),
            Self::Broken { constraint, .. } => {
                write!(f, "a constraint does not hold: {constraint}")
            }
        }
    }
}

impl Violation {
    /// The fault in words, with the place of a broken constraint: `place` gives it by the constraint's position.
    pub fn with_place(&self, place: impl Fn(usize) -> String) -> String {
        match self {
            Self::Broken { index, constraint } => {
                format!("{} does not hold: {constraint}", place(*index))
            }
            _ => self.to_string(),
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
pub fn verify<T: Copy + Into<Option<Cell>>>(instance: &Instance, order: &[T]) -> Report {
    referee_report(&statement(instance), &order.into(), |index| {
        instance.constraints()[index].clone()
    })
}

/// The referee's version of the instance.
pub(crate) fn statement(instance: &Instance) -> Statement {
    let json = serde_json::to_string(instance).expect("an instance can be written");
    Statement::from_json(&json).expect("the referee reads every valid instance")
}

/// Each row of the instance with its two sides, at the turn and line with the least slack in the order.
///
/// ```
/// use azulejo_solver::{instance::Instance, order::row_values, wall::Cell};
/// let instance = Instance::from_json(
///     r#"{"wall": {"rows": 2, "columns": 2}, "sense": "maximize",
///         "constraints": [{"type": "subject-to", "row": "turn(4) - turn(1) <= 2"}]}"#,
/// )?;
/// let order = [1, 2, 4, 3].map(Cell::from_number);
/// let (row, value) = &row_values(&instance, &order)[0];
/// assert_eq!(row.text(), "turn(4) - turn(1) <= 2");
/// assert_eq!(value.to_string(), "2 ≤ 2, tight");
/// # Ok::<(), azulejo_solver::instance::InvalidInstance>(())
/// ```
pub fn row_values<'a, T: Copy + Into<Option<Cell>>>(
    instance: &'a Instance,
    order: &[T],
) -> Vec<(&'a SubjectTo, RowValue)> {
    let order = Order::from(order);
    let values = azulejo_check::row_values(&statement(instance), &order.numbers());
    let rows = values.into_iter().filter_map(|value| {
        let row = instance.constraints().get(value.index)?.row()?;
        Some((row, value))
    });
    rows.collect()
}

/// The points of each turn's tile, for an order that fills a bare wall of any size.
///
/// The time is linear in the points.
///
/// # Errors
/// All faults of the order.
pub fn points(wall: Wall, order: &[Cell]) -> Result<Vec<u32>, Vec<Violation>> {
    let (rows, columns) = (wall.rows(), wall.columns());
    let statement = Statement {
        wall: azulejo_check::Wall { rows, columns },
        sense: azulejo_check::Sense::Maximize,
        initial: Vec::new(),
        turns: rows * columns,
        bonus: azulejo_check::Bonus::default(),
        fields: azulejo_check::Fields::default(),
        constraints: Vec::new(),
    };
    let report = referee_report(&statement, &order.into(), |_| {
        unreachable!("a bare wall has none")
    });
    match report.violations.is_empty() {
        true => Ok(report.points),
        false => Err(report.violations),
    }
}

/// The referee's report, in the words of this crate.
fn referee_report(
    statement: &Statement,
    order: &Order,
    constraint: impl Fn(usize) -> Constraint,
) -> Report {
    let report = azulejo_check::verify(statement, &order.numbers());
    let kinds = report.tiles.iter().map(|tile| PointsByKind {
        horizontal: tile.horizontal,
        vertical: tile.vertical,
        single: tile.single,
    });
    let violations = report.faults.into_iter().map(|fault| match fault {
        Fault::Length { entries, turns } => Violation::Length { entries, turns },
        Fault::Tiles { filled, tiles } => Violation::Tiles { filled, tiles },
        Fault::Pass { turn } => Violation::Pass { turn },
        Fault::OffTheWall { cell, turn } => Violation::OffTheWall {
            cell: Cell::from_number(cell),
            turn,
        },
        Fault::Filled { cell, turn } => Violation::Filled {
            cell: Cell::from_number(cell),
            turn,
        },
        Fault::Hole { cell, turn } => Violation::Hole {
            cell: Cell::from_number(cell),
            turn,
        },
        Fault::Broken { index } => Violation::Broken {
            index,
            constraint: constraint(index),
        },
    });
    Report {
        points: report.tiles.iter().map(|tile| tile.points()).collect(),
        kinds: kinds.collect(),
        bonus: report.bonus,
        score: report.score,
        violations: violations.collect(),
    }
}
