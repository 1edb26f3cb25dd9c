//! An order played turn by turn: the points of each tile, and the runs that earn them.

use super::{Breakdown, Fault, Order, Report, Violation, verify};
use crate::instance::Instance;
use crate::wall::{Axis, Cell, PointsByKind};
use itertools::Itertools;

/// An order on the wall of its instance. It may break constraints, but every tile has a place.
///
/// ```
/// use azulejo_solver::{instance::Instance, order::Replay, wall::Cell};
/// let instance = Instance::from_json(
///     r#"{"wall": {"rows": 2, "columns": 2}, "sense": "maximize"}"#,
/// )?;
/// let order = [1, 4, 2, 3].map(Cell::from_number);
/// let replay = Replay::new(&instance, &order)?;
/// assert_eq!(
///     replay.sentence(&replay.steps()[2]),
///     "Turn 3: cell 2 (row 1, column 2) earns 4: a run of 2 in its row and a run of 2 in its column.",
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Replay<'a> {
    instance: &'a Instance,
    steps: Vec<Step>,
    report: Report,
}

/// One turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The turn, from 1.
    pub turn: usize,
    /// The cell of the turn; none for a pass.
    pub cell: Option<Cell>,
    /// The points of its tile; the factor of the cell counts.
    pub kinds: PointsByKind,
    /// The horizontal run of the tile, from the left, and its vertical run, from the top; none
    /// without a neighbour.
    pub runs: [Option<Run>; 2],
}

/// Two or more filled cells beside each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Run {
    /// The leftmost or uppermost cell.
    pub first: Cell,
    /// The rightmost or lowest cell.
    pub last: Cell,
    /// The number of cells.
    pub length: usize,
}

/// An order with tiles that have no place.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the order cannot be played: {}", .0.iter().join("; "))]
pub struct Unplayable(pub Vec<Violation>);

impl<'a> Replay<'a> {
    /// Plays `order` on the wall of `instance`.
    ///
    /// # Errors
    /// When a tile would go off the wall, onto a filled cell or into a hole. Broken constraints are no
    /// error: [`report`](Self::report) has them.
    pub fn new<T: Copy + Into<Option<Cell>>>(
        instance: &'a Instance,
        order: &[T],
    ) -> Result<Self, Unplayable> {
        let order = Order::from(order);
        let report = verify(instance, &order);
        let has_no_place = |violation: &&Violation| {
            matches!(
                violation.fault,
                Fault::OffTheWall { .. } | Fault::Filled { .. } | Fault::Hole { .. }
            )
        };
        let obstacles = report.violations.iter().filter(has_no_place).cloned();
        let obstacles = obstacles.collect_vec();
        if !obstacles.is_empty() {
            return Err(Unplayable(obstacles));
        }
        let mut filled = vec![false; instance.wall().len()];
        for cell in instance.initial() {
            filled[cell.index()] = true;
        }
        let mut steps = Vec::with_capacity(order.len());
        for (index, (&cell, &kinds)) in order.iter().zip(&report.kinds).enumerate() {
            let runs = match cell {
                Some(cell) => {
                    filled[cell.index()] = true;
                    Axis::ALL.map(|axis| run(instance, &filled, cell, axis))
                }
                None => [None, None],
            };
            let turn = index + 1;
            steps.push(Step {
                turn,
                cell,
                kinds,
                runs,
            });
        }
        Ok(Self {
            instance,
            steps,
            report,
        })
    }

    /// The instance.
    pub fn instance(&self) -> &'a Instance {
        self.instance
    }

    /// The turns, from the first.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The verifier's report on the order.
    pub fn report(&self) -> &Report {
        &self.report
    }

    /// The order.
    pub fn order(&self) -> Order {
        self.steps.iter().map(|step| step.cell).collect()
    }

    /// The points by kind and line.
    pub fn breakdown(&self) -> Breakdown {
        Breakdown::new(self.instance.wall(), &self.order(), &self.report)
    }

    /// The points of a turn, with the reason, in words.
    pub fn sentence(&self, step: &Step) -> String {
        let Some(cell) = step.cell else {
            return format!("Turn {}: no tile.", step.turn);
        };
        let runs = step.runs.iter().zip(["row", "column"]);
        let runs = runs.filter_map(|(run, line)| {
            run.map(|run| format!("a run of {} in its {line}", run.length))
        });
        let reason = runs.collect_vec().join(" and ");
        let suffix = match self.instance.factors().of(cell) {
            1 => String::new(),
            factor => format!(", times {factor}"),
        };
        format!(
            "Turn {}: {} earns {}: {}{suffix}.",
            step.turn,
            self.place(cell),
            step.kinds.total(),
            if reason.is_empty() {
                "it has no neighbour"
            } else {
                &reason
            },
        )
    }

    /// A cell by its number, and by its row and column.
    pub fn place(&self, cell: Cell) -> String {
        let wall = self.instance.wall();
        let (row, column) = (wall.row_of(cell) + 1, wall.column_of(cell) + 1);
        format!("cell {cell} (row {row}, column {column})")
    }
}

/// The run through a cell along an axis.
fn run(instance: &Instance, filled: &[bool], cell: Cell, axis: Axis) -> Option<Run> {
    let wall = instance.wall();
    let (line, _) = wall.line_through(cell, axis);
    let places = wall.run(cell, axis, |other| filled[other.index()]);
    let cells = wall.line_cells(line).skip(places.start).take(places.len());
    let (first, last) = cells.minmax().into_option()?;
    (places.len() > 1).then_some(Run {
        first,
        last,
        length: places.len(),
    })
}
