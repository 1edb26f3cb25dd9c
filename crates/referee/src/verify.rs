//! What an order earns, and what is wrong with it.

use super::grid::{Grid, Obstacle, Tile};
use super::statement::{Constraint, Statement};

/// What an order earns, and what is wrong with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// What each turn's tile earns; nothing where no tile could be placed.
    pub tiles: Vec<Tile>,
    /// The points for what is complete at the end.
    pub bonus: u32,
    /// All points together.
    pub score: u32,
    /// Everything that is wrong; the score counts only when this is empty.
    pub faults: Vec<Fault>,
}

/// One thing that is wrong with an order. Turns are counted from 1.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The order has another number of tiles than there are turns.
    #[error("tiles in the order: {tiles}, and turns: {turns}")]
    Length {
        /// Tiles in the order.
        tiles: usize,
        /// Turns.
        turns: usize,
    },
    /// A cell that the wall does not have.
    #[error("turn {turn}: cell {cell} is off the wall")]
    OffTheWall {
        /// The cell.
        cell: usize,
        /// Its turn.
        turn: usize,
    },
    /// A cell that is filled already.
    #[error("turn {turn}: cell {cell} is filled already")]
    Filled {
        /// The cell.
        cell: usize,
        /// The turn in which it is to be filled again.
        turn: usize,
    },
    /// A constraint that does not hold.
    #[error("constraints[{index}] does not hold")]
    Broken {
        /// Its position among the constraints, from 0.
        index: usize,
    },
}

/// Scores an order, given as the number of each turn's cell, and tests every constraint.
pub fn verify(statement: &Statement, order: &[usize]) -> Report {
    let mut grid = Grid::new(statement.rows, statement.columns);
    for &cell in &statement.initial {
        // Each is on the wall, and named once.
        let _ = grid.place(cell);
    }
    let mut faults = Vec::new();
    if order.len() != statement.turns {
        let (tiles, turns) = (order.len(), statement.turns);
        faults.push(Fault::Length { tiles, turns });
    }
    let tiles = place_all(&mut grid, order, &mut faults);
    for (index, constraint) in statement.constraints.iter().enumerate() {
        if !holds(constraint, statement, order) {
            faults.push(Fault::Broken { index });
        }
    }
    let bonus = grid.bonus(statement.bonus);
    let score = tiles.iter().map(|tile| tile.points()).sum::<u32>() + bonus;
    Report {
        tiles,
        bonus,
        score,
        faults,
    }
}

/// What each tile earns; nothing where it could not be placed.
fn place_all(grid: &mut Grid, order: &[usize], faults: &mut Vec<Fault>) -> Vec<Tile> {
    let turns = order.iter().zip(1..);
    turns
        .map(|(&cell, turn)| {
            grid.place(cell).unwrap_or_else(|obstacle| {
                faults.push(match obstacle {
                    Obstacle::Edge => Fault::OffTheWall { cell, turn },
                    Obstacle::Tile => Fault::Filled { cell, turn },
                });
                Tile::default()
            })
        })
        .collect()
}

fn holds(constraint: &Constraint, statement: &Statement, order: &[usize]) -> bool {
    let turn_of = |cell: usize| {
        let index = order.iter().position(|&placed| placed == cell);
        index.map(|index| index + 1)
    };
    let row_of = |cell: usize| (cell - 1) / statement.columns + 1;
    match constraint {
        Constraint::PlaceAt { cell, turn } => turn_of(*cell) == Some(*turn),
        Constraint::Window { cell, from, to } => {
            turn_of(*cell).is_none_or(|turn| (from..=to).contains(&&turn))
        }
        Constraint::Before { first, then } => turn_of(*then).is_none_or(|turn| {
            statement.initial.contains(first) || turn_of(*first).is_some_and(|first| first < turn)
        }),
        Constraint::First { cells } => cells
            .iter()
            .all(|&cell| turn_of(cell).is_some_and(|turn| turn <= cells.len())),
        Constraint::Last { cells } => cells
            .iter()
            .all(|&cell| turn_of(cell).is_some_and(|turn| turn + cells.len() > statement.turns)),
        Constraint::Only { cells, from, to } => {
            let mut placed = order.iter().zip(1..);
            placed.all(|(cell, turn)| turn < *from || turn > *to || cells.contains(cell))
        }
        Constraint::Rounds => {
            let mut placed = order.iter().enumerate();
            placed.all(|(index, &cell)| cell > 0 && row_of(cell) == index % statement.rows + 1)
        }
        Constraint::LastRound => {
            let Some(start) = statement.turns.checked_sub(statement.rows) else {
                return false;
            };
            (0..statement.rows).all(|row| {
                let placed = order.get(start + row);
                placed.is_some_and(|&cell| cell > 0 && row_of(cell) == row + 1)
            })
        }
    }
}
