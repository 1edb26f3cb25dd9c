//! Numbers of leaves, which any change of the tree changes.

use crate::games::random_game;
use crate::search::counting;
use azulejo::control::Control;
use azulejo::game::{Phase, Players, perft};
use azulejo::players::Limits;
use azulejo::players::tree_search::{Method, leaves_of_opening, opening, round_by_turns};

#[test]
fn the_leaves_of_an_opening_are_unchanged() {
    let leaves = Method::ALL.map(|method| leaves_of_opening(&counting(method), 1, 4));
    assert_eq!(leaves[0], [96, 8_640, 602_820, 35_922_331]);
    assert_eq!(leaves[1], [96, 185, 7_883, 25_896]);
    assert_eq!(leaves[2], [96, 185, 7_408, 16_496]);
}

#[test]
fn minimax_has_the_leaves_of_perft() {
    for players in Players::ALL {
        random_game(players, 5, |position| {
            if position.phase() != Phase::Moves || perft(position, 3) > 20_000 {
                return;
            }
            let limits = Limits::of_depth(3);
            let (search, control) = (counting(Method::Minimax), Control::default());
            let mut nodes = 0;
            for depth in search.deepen(position, &limits, &control) {
                assert_eq!(depth.leaves, perft(position, depth.depth), "{position}");
                let visited: u64 = (1..=depth.depth).map(|ply| nodes_at(position, ply)).sum();
                assert_eq!(depth.nodes - nodes, visited, "{position} {depth:?}");
                nodes = depth.nodes;
            }
        });
    }
}

/// Number of positions after `ply` moves.
fn nodes_at(position: &azulejo::game::Position, ply: u32) -> u64 {
    if ply == 0 {
        return 1;
    }
    let below = position.legal().map(|move_| {
        let mut after = *position;
        after.play(move_).expect("it is legal");
        nodes_at(&after, ply - 1)
    });
    below.sum()
}

#[test]
fn pruning_reduces_leaves_and_sorting_reduces_them_further() {
    let mut sums = [[0; 4]; 3];
    for seed in 0..10 {
        for (sums, method) in sums.iter_mut().zip(Method::ALL) {
            let depth = if method == Method::Minimax { 3 } else { 4 };
            let leaves = leaves_of_opening(&counting(method), seed, depth);
            let pairs = sums.iter_mut().zip(leaves);
            pairs.for_each(|(sum, count)| *sum += count);
        }
    }
    let [minimax, alpha_beta, presort] = sums;
    assert_eq!((minimax[0], alpha_beta[0]), (presort[0], presort[0]));
    let sorted = (1..4).all(|ply| presort[ply] < alpha_beta[ply]);
    let pruned = (1..3).all(|ply| 10 * alpha_beta[ply] < minimax[ply]);
    assert!(sorted && pruned, "{sums:?}");
}

#[test]
fn a_round_by_turns_is_deterministic_and_ends_at_full_depth() {
    let limits = Limits::of_nodes(5_000);
    for method in Method::ALL {
        let turns = round_by_turns(&counting(method), 3, &limits);
        assert_eq!(turns, round_by_turns(&counting(method), 3, &limits));
        assert_eq!(turns[0].moves, opening(3).legal_count());
        assert!(!turns[0].reached.full);
        let last = turns.last().expect("a round has turns");
        assert!(last.reached.full && last.reached.depth == 1);
        assert!((8..=20).contains(&turns.len()), "{}", turns.len());
    }
}
