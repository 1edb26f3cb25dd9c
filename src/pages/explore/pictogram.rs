//! Small pictures of a wall: where its cells are that a sentence speaks of.

use crate::instance::{CellSpec, ConstraintSpec, Kind, Sense, Value};
use crate::pages::address::Address;
use crate::wall::{Cell, Line, Wall};
use serde::Serialize;

/// The side of a cell, and what of it is drawn.
const PITCH: usize = 10;
const DRAWN: usize = 9;

/// A small picture, which the macro of `pictogram.html` draws.
#[derive(Debug, Serialize)]
pub(super) struct Picture {
    width: usize,
    height: usize,
    cells: Vec<Square>,
    /// From one point to another.
    arrow: Option<[(f64, f64); 2]>,
}

#[derive(Debug, Serialize)]
struct Square {
    x: usize,
    y: usize,
    /// The class of the style sheet: empty for a cell of which nothing is said.
    class: &'static str,
}

/// Contents of a drawn wall.
struct Sketch {
    wall: Wall,
    /// Filled before turn 1.
    there: Vec<Cell>,
    /// Spoken of.
    meant: Vec<Cell>,
    arrow: Option<[Cell; 2]>,
}

impl Sketch {
    fn of(wall: Wall) -> Self {
        Self {
            wall,
            there: Vec::new(),
            meant: Vec::new(),
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

    /// Adds what a constraint speaks of.
    fn say(&mut self, spec: &ConstraintSpec) {
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
            _ => self.rule(spec.kind()),
        };
        self.meant.extend(cells);
    }

    /// A rule goes through the rows from top to bottom: that of the last round when the rest of the wall is filled.
    fn rule(&mut self, kind: &Kind) -> Vec<Cell> {
        let wall = self.wall;
        let is_last = kind.name == "last-round";
        let column = if is_last { wall.columns() - 1 } else { 0 };
        let (meant, others): (Vec<Cell>, Vec<Cell>) = wall
            .cells()
            .partition(|&cell| wall.column_of(cell) == column);
        if is_last {
            self.there.extend(others);
        }
        let ends = meant.first().copied().zip(meant.last().copied());
        self.arrow = ends.map(|(top, bottom)| [top, bottom]);
        meant
    }

    fn draw(&self) -> Picture {
        let wall = self.wall;
        let place = |cell: Cell| (wall.column_of(cell) * PITCH, wall.row_of(cell) * PITCH);
        let square = |cell: Cell| {
            let (x, y) = place(cell);
            let class = match (self.there.contains(&cell), self.meant.contains(&cell)) {
                (true, _) => "there",
                (false, true) => "meant",
                (false, false) => "",
            };
            Square { x, y, class }
        };
        let middle = |cell: Cell| {
            let (x, y) = place(cell);
            let half = DRAWN as f64 / 2.0;
            (x as f64 + half, y as f64 + half)
        };
        Picture {
            width: wall.columns() * PITCH - PITCH + DRAWN,
            height: wall.rows() * PITCH - PITCH + DRAWN,
            cells: wall.cells().map(square).collect(),
            arrow: self.arrow.map(|ends| ends.map(middle)),
        }
    }
}

/// The cells of which a constraint speaks; none of what is no constraint.
pub(super) fn of_constraint(wall: Wall, spec: Option<&ConstraintSpec>) -> Picture {
    let mut sketch = Sketch::of(wall);
    spec.into_iter().for_each(|spec| sketch.say(spec));
    sketch.draw()
}

/// The cells of a line.
pub(super) fn of_line(wall: Wall, line: Line) -> Picture {
    let in_line = |cell: &Cell| match line {
        Line::Row(row) => wall.row_of(*cell) == row as usize,
        Line::Column(column) => wall.column_of(*cell) == column as usize,
    };
    let mut sketch = Sketch::of(wall);
    sketch.meant = wall.cells().filter(in_line).collect();
    sketch.draw()
}

/// The cells that are filled before turn 1.
pub(super) fn of_initial(address: &Address) -> Picture {
    let mut sketch = Sketch::of(address.wall);
    sketch.there = sketch.on_wall(&address.initial);
    sketch.draw()
}

/// A wall and all that is said about it. The tiles of a minimum keep apart, and of an order that ends early there are as many
/// as it has turns.
pub(super) fn of_address(address: &Address) -> Picture {
    let wall = address.wall;
    let mut sketch = Sketch::of(wall);
    sketch.there = sketch.on_wall(&address.initial);
    for written in &address.constraints {
        written.spec.iter().for_each(|spec| sketch.say(spec));
    }
    if let Some(turns) = address.turns {
        let turns = usize::try_from(turns).unwrap_or(usize::MAX);
        sketch.meant.extend(wall.cells().take(turns));
    }
    if address.sense == Sense::Minimize {
        let apart = |cell: &Cell| {
            [wall.row_of(*cell), wall.column_of(*cell)]
                .iter()
                .all(|at| at.is_multiple_of(2))
        };
        sketch.meant.extend(wall.cells().filter(apart));
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

    /// Cells that are meant, cells that are filled already, and whether there is an arrow.
    fn drawn(query: &str) -> (usize, usize, bool) {
        let picture = of_address(&Address::read(query));
        (
            count(&picture, "meant"),
            count(&picture, "there"),
            picture.arrow.is_some(),
        )
    }

    #[test]
    fn a_picture_shows_what_is_said() {
        assert_eq!(drawn("size=5x5"), (0, 0, false));
        assert_eq!(drawn("size=5x5&turns=12"), (12, 0, false));
        assert_eq!(drawn("size=5x5&initial=7+19&fix=13@2"), (1, 2, false));
        assert_eq!(drawn("size=4x5&before=1:20"), (2, 0, true));
        assert_eq!(drawn("size=4x5&rule=rounds"), (4, 0, true));
        assert_eq!(
            drawn("size=5x5&sense=min"),
            (9, 0, false),
            "tiles that keep apart"
        );
        // What lies off the wall is said beside it.
        assert_eq!(drawn("size=2x2&fix=9@1&before=1:9"), (1, 0, false));
        let line = of_line(Wall::new(3, 4).expect("a wall"), Line::Column(1));
        assert_eq!(count(&line, "meant"), 3);
    }
}
