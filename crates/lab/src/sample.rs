//! The orders that a program or a model of somebody is asked about.

use azulejo_solver::instance::Instance;
use azulejo_solver::order::Order;
use azulejo_solver::problem::Problem;
use azulejo_solver::wall::Cell;
use itertools::Itertools;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// All orders of the empty cells in so many turns, or at most so many of them: as many of each pair of turns changed at
/// random, always the same ones. Whether they are all.
pub(crate) fn sample_orders(instance: &Instance, most: usize) -> (Vec<Order>, bool) {
    let cells: Vec<Cell> = Problem::from(instance).free().collect();
    let turns = instance.horizon();
    let count = (0..turns).try_fold(1_usize, |count, turn| count.checked_mul(cells.len() - turn));
    if count.is_some_and(|count| count <= most) {
        let orders = cells.into_iter().permutations(turns);
        return (orders.map(Order::from).collect(), true);
    }
    let mut random = ChaCha8Rng::seed_from_u64(7);
    let mut orders = Vec::with_capacity(most);
    let mut shuffled = cells;
    while orders.len() < most.min(100) {
        for index in (1..shuffled.len()).rev() {
            let other = random.next_u64() % (index as u64 + 1);
            shuffled.swap(index, other as usize);
        }
        orders.push(Order::from(shuffled[..turns].to_vec()));
    }
    (orders, false)
}
