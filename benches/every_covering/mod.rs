//! The thesis's own algorithm, with which the frontier is compared.

use azulejo::instance::{Sense, Turn};
use azulejo::problem::{Moves, Problem};
use azulejo::wall::{Covering, Scorer};

/// The best score and the number of orders that reach it; none where no order satisfies the constraints.
///
/// Thesis, section 3.1: every covering, in the order of its bits, takes the best score and the number of
/// routes from those with one tile fewer. The constraints (sections 3.3 and 3.4) take moves away.
///
/// The wall must be filled from nothing, and have no more cells than memory has room for: 2^N coverings of
/// 16 bytes.
pub fn every_covering(problem: &Problem) -> Option<(u32, u64)> {
    let moves = Moves::new(problem)?;
    let scorer = Scorer::new(problem.wall());
    let coverings = 1usize << problem.wall().len();
    // No routes: the covering cannot be reached.
    let mut best = vec![(0u32, 0u64); coverings];
    best[0] = (0, 1);
    for bits in 1..coverings {
        let covering = Covering::from_bits(bits as u128);
        let turn = Turn::from_index(covering.len() - 1);
        for cell in covering.cells() {
            let before = covering.without(cell);
            let (score, routes) = best[before.bits() as usize];
            if routes > 0 && moves.legal(before, turn).contains(cell) {
                let score = score + scorer.points(before, cell);
                best[bits] = better(problem.sense(), best[bits], (score, routes));
            }
        }
    }
    let (score, routes) = best[coverings - 1];
    (routes > 0).then_some((score, routes))
}

/// The better of two scores with the number of its routes; equal scores add their routes.
fn better(sense: Sense, best: (u32, u64), candidate: (u32, u64)) -> (u32, u64) {
    match (best, candidate) {
        ((_, 0), _) => candidate,
        ((best_score, routes), (score, more)) if best_score == score => (score, routes + more),
        ((best_score, _), (score, _)) if sense.better(score, best_score) => candidate,
        _ => best,
    }
}
