use super::multipliers::in_parts;
use super::subproblem::POSSIBLE;
use super::{Decomposition, PARTS};
use crate::bounds::completion::LineBits;
use crate::problem::Problem;
use crate::wall::{Cell, Wall};
use itertools::Itertools;

/// Largest price of waiting of a cell, once for its row and once for its column.
const MOST: i32 = 100 * PARTS;

/// The sum that the longest line pays, whose tiles each wait for all cells of other lines, stays far from an impossible gain.
const _: () = assert!(
    (Decomposition::LONGEST * (Decomposition::LONGEST - 1) * (Decomposition::LONGEST - 1)) as i32
        * MOST
        < -POSSIBLE / 3 * 2
);

/// Precedences of cells of different lines, which no subproblem has.
///
/// If `first` precedes `then`, no turn fills more of `then` than was filled of `first` before the turn. A multiplier of a turn, not
/// negative, charges the excess. So `then` pays the multipliers of its turn and of all later ones, and `first` receives those of the
/// turns after its own. A covering in which `first` is filled and `then` is not has received them already.
#[derive(Debug, Clone)]
pub(super) struct Precedences {
    wall: Wall,
    /// The indices of `first` and `then`.
    pairs: Vec<[usize; 2]>,
    /// Pairs of each cell.
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
            let firsts = free.iter().filter(move |&&first| {
                let in_line = wall.row_of(first) == wall.row_of(then)
                    || wall.column_of(first) == wall.column_of(then);
                before.contains(first) && !in_line
            });
            firsts.map(move |first| [first.index(), then.index()])
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
            let later = multipliers
                .iter()
                .rev()
                .scan(0, |sum: &mut i32, multiplier| {
                    *sum = (*sum + in_parts(*multiplier)).min(MOST);
                    Some(*sum)
                });
            let mut prices = std::iter::once(0).chain(later).collect_vec();
            prices.reverse();
            prices
        };
        multipliers.iter().map(of_pair).collect()
    }

    /// Adds the prices of waiting to the prices, by turn and cell.
    pub(super) fn charge(&self, wait_prices: &WaitPrices, prices: &mut [Vec<i32>]) {
        for (&[first, then], pair_prices) in self.pairs.iter().zip(wait_prices) {
            for (turn, prices) in prices.iter_mut().enumerate() {
                prices[then] += pair_prices[turn];
                prices[first] -= pair_prices[turn + 1];
            }
        }
    }

    /// Adds a cell that is filled in a turn to the slope of the multipliers.
    pub(super) fn count(&self, slope: &mut [Vec<f64>], turn: usize, cell: usize) {
        for &pair in &self.of_cell[cell] {
            let slope = &mut slope[pair];
            match self.pairs[pair][0] == cell {
                true => slope[turn + 1..].iter_mut().for_each(|value| *value += 1.0),
                false => slope[turn..].iter_mut().for_each(|value| *value -= 1.0),
            }
        }
    }

    /// Sum of the prices that a covering has received after `turns` turns.
    pub(super) fn credit(&self, wait_prices: &WaitPrices, bits: &LineBits, turns: usize) -> i32 {
        let pairs = self.pairs.iter().zip(wait_prices);
        let open =
            pairs.filter(|&(&[first, then], _)| self.has(bits, first) && !self.has(bits, then));
        open.map(|(_, prices)| 2 * prices[turns]).sum()
    }

    /// Change of [`Self::credit`] by one more filled cell.
    pub(super) fn credit_change(
        &self,
        wait_prices: &WaitPrices,
        bits: &LineBits,
        turns: usize,
        cell: usize,
    ) -> i32 {
        let own = self.of_cell[cell].iter().map(|&pair| {
            let ([first, then], price) = (self.pairs[pair], 2 * wait_prices[pair][turns]);
            match first == cell {
                true if !self.has(bits, then) => price,
                false if self.has(bits, first) => -price,
                _ => 0,
            }
        });
        own.sum()
    }

    fn has(&self, bits: &LineBits, cell: usize) -> bool {
        bits.contains(self.wall, Cell::from_index(cell))
    }
}
