//! The points of an order by kind and by line, as in the thesis's figures 16b, 17b and 20b.

use super::{Order, Report};
use crate::wall::{Cell, PointsByKind, Wall};

/// Points of every cell, every row and every column, by kind (thesis, section 3.6).
///
/// A tile's horizontal points belong to its row, its vertical points to its column. A single belongs
/// to both; the figures count it for the column. The bonus has no kind and is left out.
///
/// ```
/// use azulejo_solver::{instance::Instance, order::{Breakdown, verify}, wall::Cell};
/// let instance = Instance::from_json(
///     r#"{"wall": {"rows": 2, "columns": 2}, "sense": "maximize"}"#,
/// )?;
/// let order = [1, 4, 2, 3].map(Cell::from_number);
/// let breakdown = Breakdown::new(instance.wall(), &order, &verify(&instance, &order));
/// let total = breakdown.total();
/// assert_eq!((total.horizontal, total.vertical, total.single), (4, 4, 2));
/// # Ok::<(), azulejo_solver::instance::InvalidInstance>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Breakdown {
    wall: Wall,
    cells: Vec<PointsByKind>,
}

impl Breakdown {
    /// The points of each turn of `order`, as in `report`, at the cell of the turn. Tiles without
    /// a place earn nothing.
    pub fn new<T: Copy + Into<Option<Cell>>>(wall: Wall, order: &[T], report: &Report) -> Self {
        let mut cells = vec![PointsByKind::default(); wall.len()];
        for (turn, &kinds) in Order::from(order).iter().zip(&report.kinds) {
            // A cell that is filled twice has the points of its first tile.
            if let Some(cell) = turn
                && let Some(points) = cells.get_mut(cell.index())
                && kinds.total() > 0
            {
                *points = kinds;
            }
        }
        Self { wall, cells }
    }

    /// The wall.
    pub fn wall(&self) -> Wall {
        self.wall
    }

    /// The points of each cell, row by row; all 0 for a cell without a tile.
    pub fn cells(&self) -> &[PointsByKind] {
        &self.cells
    }

    /// The points of the cells of each row, from the top.
    pub fn rows(&self) -> Vec<PointsByKind> {
        let rows = self.cells.chunks(self.wall.columns());
        rows.map(|row| row.iter().sum()).collect()
    }

    /// The points of the cells of each column, from the left.
    pub fn columns(&self) -> Vec<PointsByKind> {
        let columns = self.wall.columns();
        (0..columns)
            .map(|column| self.cells.iter().skip(column).step_by(columns).sum())
            .collect()
    }

    /// The points of all cells; their total is the score without the bonus.
    pub fn total(&self) -> PointsByKind {
        self.cells.iter().sum()
    }
}
