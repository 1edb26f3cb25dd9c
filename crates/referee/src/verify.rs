//! The verifier: the points of an order, and its faults.

use super::grid::{Grid, Tile};
use super::row::Replay;
use super::statement::{Constraint, Statement};

/// The points of an order, and its faults.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// The points of each turn's tile; 0 where no tile could be placed.
    pub tiles: Vec<Tile>,
    /// The bonus of complete lines and colours at the end.
    pub bonus: u32,
    /// The sum of all points.
    pub score: u32,
    /// The faults; the score counts only if there are none.
    pub faults: Vec<Fault>,
}

/// A fault of an order. Turns are counted from 1.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)] // the messages say what the fields are
pub enum Fault {
    /// The order has another number of turns.
    #[error("tiles and passes in the order: {entries}, and turns: {turns}")]
    Length { entries: usize, turns: usize },
    /// The order fills another number of cells.
    #[error("cells that the order fills: {filled}, and tiles: {tiles}")]
    Tiles { filled: usize, tiles: usize },
    /// A turn passes, though the instance has a tile for each turn.
    #[error("turn {turn} passes, but every turn has a tile")]
    Pass { turn: usize },
    /// The wall does not have the cell.
    #[error("turn {turn}: cell {cell} is off the wall")]
    OffTheWall { cell: usize, turn: usize },
    /// The cell is filled already.
    #[error("turn {turn}: cell {cell} is filled already")]
    Filled { cell: usize, turn: usize },
    /// The cell is a hole.
    #[error("turn {turn}: cell {cell} is a hole")]
    Hole { cell: usize, turn: usize },
    /// A constraint does not hold; constraints are counted from 0.
    #[error("constraints[{index}] does not hold")]
    Broken { index: usize },
}

/// The number that stands for a turn without a tile.
const PASS: usize = 0;

/// Scores an order and tests every constraint. The order has the number of a cell for each turn, 0 for a turn that passes.
pub fn verify(statement: &Statement, order: &[usize]) -> Report {
    let (grid, tiles, obstacles) = place_order(statement, order);
    let mut faults = Vec::new();
    if order.len() != statement.turns {
        let (entries, turns) = (order.len(), statement.turns);
        faults.push(Fault::Length { entries, turns });
    }
    let filled = order.iter().filter(|&&cell| cell != PASS).count();
    if let Some(tiles) = statement.fields.tiles.filter(|&tiles| tiles != filled) {
        faults.push(Fault::Tiles { filled, tiles });
    }
    faults.extend(obstacles);
    let constraints = statement.constraints.iter().zip(0..);
    let replay = Replay::of(statement, order, &tiles);
    let violations = constraints.filter(|(row, _)| !holds(row, statement, order, &replay));
    faults.extend(violations.map(|(_, index)| Fault::Broken { index }));
    let bonus = statement.bonus(|cell| grid.is_filled(cell));
    let score = tiles.iter().map(|tile| tile.points()).sum::<u32>() + bonus;
    Report {
        tiles,
        bonus,
        score,
        faults,
    }
}

/// The wall after an order, its tiles with their points, and the faults of tiles without a place.
pub(crate) fn place_order(statement: &Statement, order: &[usize]) -> (Grid, Vec<Tile>, Vec<Fault>) {
    let mut grid = Grid::new(statement.wall);
    for &cell in &statement.initial {
        // Initial cells are on the wall, and occur once.
        let _ = grid.place(cell);
    }
    let mut faults = Vec::new();
    let tiles = order.iter().zip(1..).map(|(&cell, turn)| {
        if cell == PASS {
            if statement.fields.tiles.is_none() {
                faults.push(Fault::Pass { turn });
            }
            return Tile::default();
        }
        if statement.fields.holes.contains(&cell) {
            faults.push(Fault::Hole { cell, turn });
            return Tile::default();
        }
        let tile = grid.place(cell).unwrap_or_else(|| {
            faults.push(match statement.wall.cells().contains(&cell) {
                true => Fault::Filled { cell, turn },
                false => Fault::OffTheWall { cell, turn },
            });
            Tile::default()
        });
        tile.times(statement.factor(cell))
    });
    // A tile without a place earns nothing.
    let tiles = tiles.collect();
    (grid, tiles, faults)
}

fn holds(constraint: &Constraint, statement: &Statement, order: &[usize], replay: &Replay) -> bool {
    let wall = statement.wall;
    let turn_of = |cell: &usize| Some(order.iter().position(|entry| entry == cell)? + 1);
    match constraint {
        Constraint::Filled(cells, turns) => {
            let mut turn = cells.iter().map(turn_of);
            turn.all(|turn| turn.is_some_and(|turn| turns.contains(&turn)))
        }
        Constraint::Window(cell, turns) => turn_of(cell).is_none_or(|turn| turns.contains(&turn)),
        Constraint::Before(first, then) => turn_of(then).is_none_or(|turn| {
            statement.initial.contains(first) || turn_of(first).is_some_and(|first| first < turn)
        }),
        Constraint::Only(cells, turns) => {
            let mut entries = order.iter().zip(1..);
            let is_in = |cell: &usize| *cell == PASS || cells.contains(cell);
            entries.all(|(cell, turn)| !turns.contains(&turn) || is_in(cell))
        }
        Constraint::Rows(after) => after.is_some_and(|after| {
            let rows = (0..wall.rows).cycle();
            let mut entries = order.iter().skip(after).zip(rows);
            entries.all(|(cell, row)| *cell == PASS || wall.row(row).contains(cell))
        }),
        Constraint::SubjectTo(row) => row.holds(wall, replay),
    }
}
