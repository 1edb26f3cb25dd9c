//! Orders to test a program or a model on.

use azulejo_solver::instance::Instance;
use azulejo_solver::order::{Order, verify};
use azulejo_solver::problem::Problem;
use azulejo_solver::wall::Cell;
use itertools::Itertools;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// An order to ask a program or a model about.
#[derive(Debug)]
pub(crate) struct SampleOrder {
    pub(crate) order: Order,
    /// The score of the order, or the violation that forbids it.
    pub(crate) truth: Result<u32, String>,
}

impl SampleOrder {
    fn new(instance: &Instance, order: Order) -> Self {
        let report = verify(instance, &order);
        let truth = match report.violations.first() {
            None => Ok(report.score),
            Some(violation) => Err(violation.to_string()),
        };
        Self { order, truth }
    }
}

/// All orders of the empty cells if these are at most `limit`, else a sample of at most 100 random orders, the same in each run.
/// Whether these are all orders comes second.
pub(crate) fn sample_orders(instance: &Instance, limit: usize) -> (Vec<SampleOrder>, bool) {
    let sample_order = |order| SampleOrder::new(instance, order);
    let mut cells: Vec<Cell> = Problem::from(instance).free().collect();
    let turns = instance.horizon();
    let count = (0..turns).try_fold(1_usize, |count, turn| count.checked_mul(cells.len() - turn));
    if count.is_some_and(|count| count <= limit) {
        let orders = cells.into_iter().permutations(turns).map(Order::from);
        return (orders.map(sample_order).collect(), true);
    }
    let mut random = ChaCha8Rng::seed_from_u64(7);
    let mut orders = Vec::with_capacity(limit);
    while orders.len() < limit.min(100) {
        for index in (1..cells.len()).rev() {
            let other = random.next_u64() % (index as u64 + 1);
            cells.swap(index, other as usize);
        }
        orders.push(sample_order(Order::from(cells[..turns].to_vec())));
    }
    (orders, false)
}
