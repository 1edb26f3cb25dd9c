use crate::problem::Problem;
use crate::wall::Cell;
use itertools::Itertools;
use std::fmt;
use std::ops::Deref;

/// The cells in the sequence in which they are filled, one a turn.
///
/// An order need not be one *of* a problem: [`Problem::admits`] tests that, and [`verify`](super::verify) names what is wrong.
///
/// ```
/// use azulejo_solver::{order::Order, wall::Cell};
/// let order: Order = [1, 4, 2, 3].map(Cell::from_number).into_iter().collect();
/// assert_eq!(order.to_string(), "1 4 2 3");
/// assert_eq!(order[1].index(), 3);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Order(Vec<Cell>);

impl Order {
    /// The score, the end bonus included, by a walk along the runs of each tile.
    pub fn score(&self, problem: &Problem) -> u32 {
        let mut filled = problem.initial().clone();
        let mut score = 0;
        for &cell in self.iter() {
            score += problem.points(cell, |other| filled.contains(other));
            filled.insert(cell);
        }
        let bonuses = problem.bonus_lines().into_iter();
        let complete = bonuses.filter(|(cells, _)| cells.iter().all(|&cell| filled.contains(cell)));
        let lines = complete.map(|(_, points)| points).sum::<u32>();
        score + lines + problem.colour_bonus(|cell| filled.contains(cell))
    }

    /// The numbers of the cells, from 1.
    pub fn numbers(&self) -> Vec<usize> {
        self.iter().map(|cell| cell.number()).collect()
    }
}

impl From<Vec<Cell>> for Order {
    fn from(cells: Vec<Cell>) -> Self {
        Self(cells)
    }
}

impl From<Order> for Vec<Cell> {
    fn from(order: Order) -> Self {
        order.0
    }
}

impl FromIterator<Cell> for Order {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        Self(cells.into_iter().collect())
    }
}

impl Deref for Order {
    type Target = [Cell];

    fn deref(&self) -> &[Cell] {
        &self.0
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.iter().format(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_is_its_cells_and_their_numbers() {
        let cells = [3, 1, 2].map(Cell::from_number).to_vec();
        let order = Order::from(cells.clone());
        assert_eq!(order.numbers(), [3, 1, 2]);
        assert_eq!(Vec::from(order), cells);
    }
}
