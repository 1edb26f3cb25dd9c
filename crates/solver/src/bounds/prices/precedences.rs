use super::multipliers::whole;
use super::subproblem::EVER;
use super::{Decomposition, PARTS};
use crate::bounds::completion::LineBits;
use crate::problem::Problem;
use crate::wall::{Cell, Wall};
use itertools::Itertools;

/// The most that a cell pays for waiting, once for its row and once for its column.
const MOST: i32 = 100 * PARTS;

/// The sum that the longest line pays, whose tiles each wait for all cells of other lines, stays far from what never is.
const _: () = assert!(
    (Decomposition::LONGEST * (Decomposition::LONGEST - 1) * (Decomposition::LONGEST - 1)) as i32
        * MOST
        < -EVER / 3 * 2
);

/// Cells that wait for cells of other lines, which no line knows of.
///
/// Where `then` waits for `first`, in no turn more of `then` is filled than was of `first` before. A multiplier of a turn, not
/// negative, charges what is more. So `then` pays in its turn the multipliers of that turn and of all later ones, and `first` gets
/// those of the turns after its own. A covering in which `first` is filled and `then` is not has got them already.
#[derive(Debug, Clone)]
pub(super) struct Precedences {
    wall: Wall,
    /// The indices of `first` and `then`.
    pairs: Vec<[usize; 2]>,
    /// By cell, its pairs.
    of_cell: Vec<Vec<usize>>,
}

/// Prices that `then` pays, once for its row and once for its column, if the next turn fills it: by pair and number of turns that are
/// over.
pub(super) type WaitPrices = Vec<Vec<i32>>;

impl Precedences {
    pub(super) fn new(problem: &Problem) -> Self {
        let wall = problem.wall();
        let free = problem.free().collect_vec();
        let pairs = free.iter().flat_map(|&then| {
            let before = problem.before(then);
            let others = free.iter().filter(move |&&first| {
                let in_line = wall.row_of(first) == wall.row_of(then)
                    || wall.column_of(first) == wall.column_of(then);
                before.contains(first) && !in_line
            });
            others.map(move |first| [first.index(), then.index()])
        });
        let pairs = pairs.collect_vec();
        let of_cell = (0..wall.len()).map(|cell| {
            let own = pairs.iter().positions(|pair| pair.contains(&cell));
            own.collect()
        });
        Self {
            wall,
            of_cell: of_cell.collect(),
            pairs,
        }
    }

    pub(super) fn len(&self) -> usize {
        self.pairs.len()
    }

    /// The prices of waiting, by the multipliers of each pair and turn.
    pub(super) fn wait_prices(multipliers: &[Vec<f64>]) -> WaitPrices {
        let of_pair = |multipliers: &Vec<f64>| {
            let later = multipliers.iter().rev().scan(0, |sum: &mut i32, one| {
                *sum = (*sum + whole(*one)).min(MOST);
                Some(*sum)
            });
            let mut due = std::iter::once(0).chain(later).collect_vec();
            due.reverse();
            due
        };
        multipliers.iter().map(of_pair).collect()
    }

    /// Adds what cells pay and get to the prices, by turn and cell.
    pub(super) fn charge(&self, wait_prices: &WaitPrices, prices: &mut [Vec<i32>]) {
        for (&[first, then], due) in self.pairs.iter().zip(wait_prices) {
            for (turn, prices) in prices.iter_mut().enumerate() {
                prices[then] += due[turn];
                prices[first] -= due[turn + 1];
            }
        }
    }

    /// Adds to the slope of the multipliers what comes of a cell that is filled in a turn.
    pub(super) fn count(&self, slope: &mut [Vec<f64>], turn: usize, cell: usize) {
        for &pair in &self.of_cell[cell] {
            let slope = &mut slope[pair];
            match self.pairs[pair][0] == cell {
                true => slope[turn + 1..].iter_mut().for_each(|value| *value += 1.0),
                false => slope[turn..].iter_mut().for_each(|value| *value -= 1.0),
            }
        }
    }

    /// The sum that a covering has got already, when so many turns are over.
    pub(super) fn got(&self, wait_prices: &WaitPrices, bits: &LineBits, turns: usize) -> i32 {
        let pairs = self.pairs.iter().zip(wait_prices);
        let open =
            pairs.filter(|&(&[first, then], _)| self.has(bits, first) && !self.has(bits, then));
        open.map(|(_, due)| 2 * due[turns]).sum()
    }

    /// The difference that one more filled cell makes to [`Self::got`].
    pub(super) fn more(
        &self,
        wait_prices: &WaitPrices,
        bits: &LineBits,
        turns: usize,
        cell: usize,
    ) -> i32 {
        let own = self.of_cell[cell].iter().map(|&pair| {
            let ([first, then], due) = (self.pairs[pair], 2 * wait_prices[pair][turns]);
            match first == cell {
                true if !self.has(bits, then) => due,
                false if self.has(bits, first) => -due,
                _ => 0,
            }
        });
        own.sum()
    }

    fn has(&self, bits: &LineBits, cell: usize) -> bool {
        bits.contains(self.wall, Cell::from_index(cell))
    }
}
