use super::Problem;
use crate::wall::Cell;
use itertools::Itertools;
use std::fmt;
use std::ops::Deref;

/// The cells in the sequence of their turns; none in a turn that passes.
///
/// An order need not be one *of* a problem: [`Problem::admits`] tests that, and [`verify`](crate::order::verify) names the error.
///
/// ```
/// use azulejo_solver::{order::Order, wall::Cell};
/// let cells = [1, 4, 2, 3].map(Cell::from_number).to_vec();
/// let order = Order::from(cells.clone());
/// assert_eq!((order.to_string(), order.numbers()), ("1 4 2 3".to_owned(), vec![1, 4, 2, 3]));
/// assert!(order.cells().eq(cells));
/// let order: Order = [Some(Cell::from_number(4)), None].into_iter().collect();
/// assert_eq!((order.to_string(), order.numbers()), ("4 –".to_owned(), vec![4, 0]));
/// assert_eq!((order.len(), order.cells().count()), (2, 1));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Order(Vec<Option<Cell>>);

impl Order {
    /// The score, the bonus included, by a walk along the runs of each tile.
    pub fn score(&self, problem: &Problem) -> u32 {
        let mut filled = problem.initial().clone();
        let mut score = 0;
        for cell in self.cells() {
            score += problem.points(cell, |other| filled.contains(other));
            filled.insert(cell);
        }
        let bonuses = problem.bonus_lines().into_iter();
        let complete_lines =
            bonuses.filter(|(cells, _)| cells.iter().all(|&cell| filled.contains(cell)));
        let lines = complete_lines.map(|(_, points)| points).sum::<u32>();
        score + lines + problem.colour_bonus(|cell| filled.contains(cell))
    }

    /// The filled cells in their sequence; turns that pass have none.
    pub fn cells(&self) -> impl DoubleEndedIterator<Item = Cell> + Clone {
        self.iter().copied().flatten()
    }

    /// The numbers of the cells, from 1, a turn each; 0 for a turn that passes.
    pub fn numbers(&self) -> Vec<usize> {
        let cells = self.iter();
        cells.map(|cell| cell.map_or(0, Cell::number)).collect()
    }
}

/// An order from its turns: a cell for each, or none for a pass.
impl<T: Copy + Into<Option<Cell>>> From<&[T]> for Order {
    fn from(turns: &[T]) -> Self {
        turns.iter().map(|&turn| turn.into()).collect()
    }
}

impl From<Vec<Cell>> for Order {
    fn from(cells: Vec<Cell>) -> Self {
        cells.into_iter().collect()
    }
}

impl FromIterator<Cell> for Order {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        Self(cells.into_iter().map(Some).collect())
    }
}

impl FromIterator<Option<Cell>> for Order {
    fn from_iter<I: IntoIterator<Item = Option<Cell>>>(turns: I) -> Self {
        Self(turns.into_iter().collect())
    }
}

impl Deref for Order {
    type Target = [Option<Cell>];

    fn deref(&self) -> &[Option<Cell>] {
        &self.0
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = self.iter().map(|turn| match turn {
            Some(cell) => cell.to_string(),
            None => "–".to_owned(),
        });
        write!(f, "{}", words.format(" "))
    }
}
