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

/// A fault of an order, as the referee tells it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    /// The fault. Cells and turns are counted from 1.
    pub fault: Fault,
    /// The constraint that does not hold, if the fault is one of a constraint.
    pub constraint: Option<Constraint>,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.fault, &self.constraint) {
            (Fault::Length { entries, turns }, _) => {
                let (entries, turns) = (counted(entries, "turn"), counted(turns, "turn"));
                write!(f, "the order has {entries}, the instance {turns}")
            }
            (Fault::Tiles { filled, tiles }, _) => {
                let (filled, tiles) = (counted(filled, "tile"), counted(tiles, "tile"));
                write!(f, "the order has {filled}, the instance {tiles}")
            }
            (Fault::Pass { turn }, _) => {
                write!(
                    f,
                    "turn {turn} passes, but each turn of the instance has a tile"
                )
            }
            (_, Some(constraint)) => write!(f, "a constraint does not hold: {constraint}"),
            (obstacle, None) => write!(f, "{obstacle}"),
        }
    }
}

impl Violation {
    /// The fault in words, with the place of a broken constraint: `place` gives it by the constraint's position.
    pub fn with_place(&self, place: impl Fn(usize) -> String) -> String {
        match (&self.fault, &self.constraint) {
            (Fault::Broken { index }, Some(constraint)) => {
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
    let statement = statement(instance);
    referee_report(&statement, &order.into(), instance.constraints())
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
    let report = referee_report(&statement, &order.into(), &[]);
    match report.violations.is_empty() {
        true => Ok(report.points),
        false => Err(report.violations),
    }
}

/// The referee's report, in the words of this crate.
fn referee_report(statement: &Statement, order: &Order, constraints: &[Constraint]) -> Report {
    let report = azulejo_check::verify(statement, &order.numbers());
    let kinds = report.tiles.iter().map(|tile| PointsByKind {
        horizontal: tile.horizontal,
        vertical: tile.vertical,
        single: tile.single,
    });
    let violations = report.faults.into_iter().map(|fault| {
        let constraint = match fault {
            Fault::Broken { index } => Some(constraints[index].clone()),
            _ => None,
        };
        Violation { fault, constraint }
    });
    Report {
        points: report.tiles.iter().map(|tile| tile.points()).collect(),
        kinds: kinds.collect(),
        bonus: report.bonus,
        score: report.score,
        violations: violations.collect(),
    }
}
