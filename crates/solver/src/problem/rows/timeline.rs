//! The quantities of rows for an order.

use crate::instance::Quantity;
use crate::problem::{Order, Problem};
use crate::wall::Cell;

/// The turn of each cell of an order, and the points of each turn.
#[derive(Debug, Clone)]
pub(crate) struct Timeline {
    /// Turn of each cell: 0 for a tile at first, and the number of turns plus 1 for a cell that stays empty.
    turn: Vec<usize>,
    /// Points of each turn.
    points: Vec<u32>,
}

impl Timeline {
    /// Timeline of an order that fills no cell twice.
    pub(crate) fn new(problem: &Problem, order: &Order) -> Self {
        let wall = problem.wall();
        let mut filled = problem.initial().clone();
        let mut turn = vec![order.len() + 1; wall.len()];
        for cell in filled.iter() {
            turn[cell.index()] = 0;
        }
        let mut points = Vec::with_capacity(order.len());
        for (index, &cell) in order.iter().enumerate() {
            let Some(cell) = cell else {
                points.push(0);
                continue;
            };
            turn[cell.index()] = index + 1;
            points.push(problem.points(cell, |other| filled.contains(other)));
            filled.insert(cell);
        }
        Self { turn, points }
    }

    /// The turn of a cell: 0 for a tile at first, and the number of turns plus 1 for a cell that stays empty.
    pub(crate) fn turn(&self, cell: Cell) -> usize {
        self.turn[cell.index()]
    }

    /// The value of a quantity.
    pub(crate) fn value(&self, quantity: Quantity) -> i64 {
        let turn = |cell: Cell| self.turn(cell);
        let turn_points = |turn: usize| {
            let points = turn.checked_sub(1).and_then(|index| self.points.get(index));
            points.map_or(0, |&points| i64::from(points))
        };
        match quantity {
            Quantity::Filled { cell, time } => i64::from(turn(cell) <= time),
            Quantity::Turn(cell) => turn(cell) as i64,
            Quantity::Before(left, right) => i64::from((turn(left), left) < (turn(right), right)),
            Quantity::Earned(turn) => turn_points(turn),
            Quantity::Points(cell) => turn_points(turn(cell)),
        }
    }
}
