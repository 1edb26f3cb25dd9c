//! All methods have the values and moves of plain minimax.

use crate::games::{players, random_game};
use crate::plain::{self, after};
use azulejo::control::Control;
use azulejo::game::{Phase, Position, Source, perft};
use azulejo::players::Limits;
use azulejo::players::tree_search::{Bonus, Method, SearchedDepth, TreeSearch, value};

/// Size of the largest trees of plain minimax.
const SMALL: u64 = 2_000;

const BONUSES: [Bonus; 2] = [Bonus::Counted, Bonus::Ignored];

/// Visits every seventh position of random games, with the greatest depth of a small tree.
fn visit_samples(games: u64, mut visit: impl FnMut(&Position, u32)) {
    for seed in 0..games {
        let mut number = seed;
        random_game(players(seed), seed, |position| {
            let fits = position.phase() == Phase::Moves && position.round() <= 8;
            number += u64::from(fits);
            if fits && number % 7 == 0 {
                let depths = 1..=8;
                let small = depths.take_while(|&depth| perft(position, depth) <= SMALL);
                visit(position, small.last().unwrap_or(1));
            }
        });
    }
}

fn depths(method: Method, bonus: Bonus, position: &Position, most: u32) -> Vec<SearchedDepth> {
    let (limits, control) = (Limits::of_depth(most), Control::default());
    let search = TreeSearch { method, bonus };
    search.deepen(position, &limits, &control).collect()
}

#[test]
fn every_method_has_the_value_of_plain_minimax_at_every_depth() {
    let mut comparisons = [0; 9];
    let mut by_players = [0; 5];
    let mut early = 0;
    visit_samples(30, |position, most| {
        let searcher = position.mover();
        for bonus in BONUSES {
            let depths = Method::ALL.map(|method| depths(method, bonus, position, most));
            let deepest = depths.iter().map(Vec::len).max().expect("three methods");
            for depth in 1..=deepest {
                let plain = plain::minimax(position, searcher, depth as u32, bonus);
                // A search is full at a lower depth than the others if it prunes all longer lines of play.
                for depths in &depths {
                    let result = depths[depth.min(depths.len()) - 1];
                    assert_eq!(result.value, plain, "{bonus:?} {result:?} {position}");
                    assert!(result.full || result.depth == depth as u32, "{position}");
                    early += usize::from(result.depth < depth as u32);
                }
                comparisons[depth] += 1;
                by_players[position.players().count()] += usize::from(depth > 2);
            }
        }
    });
    let (few, many) = (&comparisons[1..=3], comparisons[4..].iter().sum::<u32>());
    assert!(few.iter().all(|count| *count > 100), "{comparisons:?}");
    assert!(many > 50, "{comparisons:?}");
    let mut three_sizes = by_players[2..].iter();
    assert!(three_sizes.all(|count| *count > 50), "{by_players:?}");
}

#[test]
fn minimax_and_alpha_beta_choose_the_first_best_move_and_presort_one_of_the_best() {
    let mut others = 0;
    visit_samples(12, |position, most| {
        let bonus = Bonus::Counted;
        let last_depths = Method::ALL.map(|method| depths(method, bonus, position, most).pop());
        let [minimax, alpha_beta, presort] =
            last_depths.map(|depth| depth.expect("depth 1 at least"));
        let first = plain::first_best(position, minimax.depth, bonus);
        assert_eq!(minimax.best, first, "{position}");
        assert_eq!(alpha_beta.depth, minimax.depth, "{position}");
        assert_eq!(alpha_beta.best, first, "{position}");
        let presorted = after(position, presort.best);
        let worth = plain::minimax(&presorted, position.mover(), presort.depth - 1, bonus);
        assert_eq!(worth, minimax.value, "{position}");
        others += usize::from(presort.best != first);
    });
    assert!(others > 0, "presort may choose another of the best");
}

/// Greatest number of moves until the end of the round.
fn most_moves(position: &Position) -> u32 {
    let moves = position.legal();
    let below = moves.map(|move_| 1 + most_moves(&after(position, move_)));
    below.max().unwrap_or(0)
}

#[test]
fn a_full_depth_reaches_the_end_of_the_round() {
    let mut ends = 0;
    visit_samples(150, |position, _| {
        let tile_counts =
            Source::all(position.players()).map(|source| position.source(source).len());
        if tile_counts.sum::<usize>() > 3 {
            return;
        }
        let deepest = most_moves(position);
        for bonus in BONUSES {
            let plain = plain::minimax(position, position.mover(), deepest, bonus);
            for method in Method::ALL {
                let depths = depths(method, bonus, position, 9);
                let (last, before) = depths.split_last().expect("depth 1 at least");
                assert!(last.full, "{position}");
                assert!(before.iter().all(|depth| !depth.full), "{position}");
                assert_eq!(last.value, plain, "{method:?} {position}");
                if method == Method::Minimax {
                    assert_eq!(last.depth, deepest, "{position}");
                }
                assert!(last.depth <= deepest, "{method:?} {position}");
                ends += 1;
            }
        }
    });
    assert!(ends > 500, "{ends}");
}

#[test]
fn the_value_equals_plain_minimax_of_depth_0() {
    let mut different = 0;
    visit_samples(60, |position, _| {
        for player in 0..position.players().count() {
            let [with, without] = BONUSES.map(|bonus| {
                let value = value(position, player, bonus);
                let plain = plain::minimax(position, player, 0, bonus);
                assert_eq!(value, plain, "{position}");
                value
            });
            different += usize::from(with != without);
        }
    });
    assert!(different > 20, "{different}");
}
