//! Numbers of leaves, which any change of the tree changes.

use crate::games::random_game;
use crate::plain::after;
use crate::search::counting;
use azulejo::control::Control;
use azulejo::game::{Phase, Players, Position, perft};
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
fn nodes_at(position: &Position, ply: u32) -> u64 {
    if ply == 0 {
        return 1;
    }
    let moves = position.legal();
    let below = moves.map(|move_| nodes_at(&after(position, move_), ply - 1));
    below.sum()
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
