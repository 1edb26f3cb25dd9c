//! Cost of a value as a count of nodes, which is the same on every machine.

use crate::exact::endings;
use azulejo::control::Control;
use azulejo::exact::{RoundQuestion, RoundSolver};
use azulejo::game::Players;

#[test]
fn an_ending_costs_no_more_nodes_than_its_limit() {
    for (groups, most_of_half, most_of_all) in [
        (6, 290, 2_250),
        (8, 2_450, 17_500),
        (10, 9_800, 75_000),
        (12, 50_000, 725_000),
    ] {
        let mut costs = Vec::new();
        endings::visit_endings(Players::Two, groups, 0..10, |position| {
            let mut solver = RoundSolver::new(RoundQuestion::default());
            let solution = solver.solve(position, None, &Control::default());
            let solution = solution.expect("moves");
            assert!(solution.value().is_some());
            costs.push(solution.nodes);
        });
        costs.sort_unstable();
        let (median, maximum) = (costs[costs.len() / 2], costs[costs.len() - 1]);
        assert!(median <= most_of_half, "{groups} groups: {median}");
        assert!(maximum <= most_of_all, "{groups} groups: {maximum}");
    }
}
