//! Small pictures of a wall, with the cells of a sentence.

use crate::instance::{CellSpec, ConstraintSpec, Kind, Sense, Value};
use crate::pages::address::Address;
use crate::wall::{Cell, Line, Wall};
use serde::Serialize;

/// Distance of two neighbours, and side of a cell in the picture.
const PITCH: usize = 10;
const SIDE: usize = 9;

/// Small picture, written by the macro of `pictogram.html`.
#[derive(Debug, Serialize)]
pub(super) struct Picture {
    width: usize,
    height: usize,
    cells: Vec<Square>,
    /// Its two ends.
    arrow: Option<[(f64, f64); 2]>,
}

#[derive(Debug, Serialize)]
struct Square {
    x: usize,
    y: usize,
    /// Class of the style sheet: empty for a cell beside the sentence.
    class: &'static str,
}

/// Content of a picture.
struct Sketch {
    wall: Wall,
    /// Cells that are filled before turn 1.
    filled: Vec<Cell>,
    /// Cells of the sentence.
    marked: Vec<Cell>,
    arrow: Option<[Cell; 2]>,
}

impl Sketch {
    fn of(wall: Wall) -> Self {
        Self {
            wall,
            filled: Vec::new(),
            marked: Vec::new(),
            arrow: None,
        }
    }

    fn on_wall<'a>(&self, cells: impl IntoIterator<Item = &'a CellSpec>) -> Vec<Cell> {
        let wall = self.wall;
        cells
            .into_iter()
            .filter_map(|cell| cell.on(wall).ok())
            .collect()
    }

    /// Marks the cells of a constraint.
    fn mark(&mut self, spec: &ConstraintSpec) {
        let cells = match spec.values() {
            [Value::Cell(first), Value::Cell(then)] => {
                let ends = self.on_wall([first, then]);
                self.arrow = <[Cell; 2]>::try_from(ends.clone()).ok();
                ends
            }
            [Value::Cell(cell), ..] => self.on_wall([cell]),
            [Value::Cells(cells), ..] => self.on_wall(cells),
            // The cells of a row are known of an instance alone.
            [Value::Row(_)] => Vec::new(),
            _ => self.rule_cells(spec.kind()),
        };
        self.marked.extend(cells);
    }

    /// Cells of a rule: a column from top to bottom, and for the last round the last column of a wall that is filled otherwise.
    fn rule_cells(&mut self, kind: &Kind) -> Vec<Cell> {
        let wall = self.wall;
        let is_last = kind.name == "last-round";
        let column = if is_last { wall.columns() - 1 } else { 0 };
        let (column_cells, others): (Vec<Cell>, Vec<Cell>) = wall
            .cells()
            .partition(|&cell| wall.column_of(cell) == column);
        if is_last {
            self.filled.extend(others);
        }
        let ends = column_cells.first().zip(column_cells.last());
        self.arrow = ends.map(|(&top, &bottom)| [top, bottom]);
        column_cells
    }

    fn draw(&self) -> Picture {
        let wall = self.wall;
        let place = |cell: Cell| (wall.column_of(cell) * PITCH, wall.row_of(cell) * PITCH);
        let square = |cell: Cell| {
            let (x, y) = place(cell);
            let class = match (self.filled.contains(&cell), self.marked.contains(&cell)) {
                (true, _) => "there",
                (false, true) => "meant",
                (false, false) => "",
            };
            Square { x, y, class }
        };
        let middle = |cell: Cell| {
            let (x, y) = place(cell);
            let half = SIDE as f64 / 2.0;
            (x as f64 + half, y as f64 + half)
        };
        Picture {
            width: wall.columns() * PITCH - PITCH + SIDE,
            height: wall.rows() * PITCH - PITCH + SIDE,
            cells: wall.cells().map(square).collect(),
            arrow: self.arrow.map(|ends| ends.map(middle)),
        }
    }
}

/// Picture of the cells of a constraint; without a constraint, of the wall alone.
pub(super) fn of_constraint(wall: Wall, spec: Option<&ConstraintSpec>) -> Picture {
    let mut sketch = Sketch::of(wall);
    spec.into_iter().for_each(|spec| sketch.mark(spec));
    sketch.draw()
}

/// Picture of a line.
pub(super) fn of_line(wall: Wall, line: Line) -> Picture {
    let in_line = |cell: &Cell| match line {
        Line::Row(row) => wall.row_of(*cell) == row as usize,
        Line::Column(column) => wall.column_of(*cell) == column as usize,
    };
    let mut sketch = Sketch::of(wall);
    sketch.marked = wall.cells().filter(in_line).collect();
    sketch.draw()
}

/// Picture of the cells that are filled before turn 1.
pub(super) fn of_initial(address: &Address) -> Picture {
    let mut sketch = Sketch::of(address.wall);
    sketch.filled = sketch.on_wall(&address.initial);
    sketch.draw()
}

/// Picture of an address with all its constraints. The tiles of a minimum keep apart, and an order that ends early has one tile
/// for each turn.
pub(super) fn of_address(address: &Address) -> Picture {
    let wall = address.wall;
    let mut sketch = Sketch::of(wall);
    sketch.filled = sketch.on_wall(&address.initial);
    for constraint in &address.constraints {
        constraint.spec.iter().for_each(|spec| sketch.mark(spec));
    }
    if let Some(turns) = address.turns {
        let turns = usize::try_from(turns).unwrap_or(usize::MAX);
        sketch.marked.extend(wall.cells().take(turns));
    }
    if address.sense == Sense::Minimize {
        let is_apart = |cell: &Cell| {
            [wall.row_of(*cell), wall.column_of(*cell)]
                .iter()
                .all(|coordinate| coordinate.is_multiple_of(2))
        };
        sketch.marked.extend(wall.cells().filter(is_apart));
    }
    sketch.draw()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Number of squares of a class.
    fn count(picture: &Picture, class: &str) -> usize {
        let squares = picture.cells.iter();
        squares.filter(|square| square.class == class).count()
    }

    /// Number of marked cells, number of filled cells, and whether there is an arrow.
    fn summary(query: &str) -> (usize, usize, bool) {
        let picture = of_address(&Address::read(query));
        (
            count(&picture, "meant"),
            count(&picture, "there"),
            picture.arrow.is_some(),
        )
    }

    #[test]
    fn a_picture_shows_the_cells_of_every_constraint() {
        assert_eq!(summary("size=5x5"), (0, 0, false));
        assert_eq!(summary("size=5x5&turns=12"), (12, 0, false));
        assert_eq!(summary("size=5x5&initial=7+19&fix=13@2"), (1, 2, false));
        assert_eq!(summary("size=4x5&before=1:20"), (2, 0, true));
        assert_eq!(summary("size=4x5&rule=rounds"), (4, 0, true));
        assert_eq!(
            summary("size=5x5&sense=min"),
            (9, 0, false),
            "tiles that keep apart"
        );
        // A cell off the wall is a fault beside the picture.
        assert_eq!(summary("size=2x2&fix=9@1&before=1:9"), (1, 0, false));
        let line = of_line(Wall::new(3, 4).expect("a wall"), Line::Column(1));
        assert_eq!(count(&line, "meant"), 3);
    }
}
