//! What a value costs, in positions that are judged: counts, as time is not the same twice.

use crate::endings;
use azulejo::control::Control;
use azulejo::exact::{Question, Solver};
use azulejo::game::Players;

#[test]
fn the_median_ending_costs_no_more_than_it_did() {
    for (groups, most) in [(6, 700), (8, 5_000), (10, 40_000)] {
        let mut costs = Vec::new();
        endings::of_games(Players::Two, groups, 0..10, |position| {
            let mut solver = Solver::new(Question::default());
            let solution = solver
                .solve(position, None, &Control::default())
                .expect("moves");
            assert!(solution.value().is_some());
            costs.push(solution.nodes);
        });
        costs.sort_unstable();
        let median = costs[costs.len() / 2];
        assert!(median <= most, "{groups} groups: {median}");
    }
}
