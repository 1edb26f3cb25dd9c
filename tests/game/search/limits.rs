//! Limits of a search, and the move of a stopped search.

use crate::kit::{contestant, play_out};
use crate::search::counting;
use azulejo::control::Control;
use azulejo::game::{Phase, Players, Position};
use azulejo::players::tree_search::{Bonus, Method, SearchedDepth, TreeSearch, opening};
use azulejo::players::{Contestant, Limits};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Upper bound on the legal moves of a position.
const MOST_MOVES: u64 = 300;

fn depths(method: Method, limits: Limits, control: &Control) -> Vec<SearchedDepth> {
    let depths = counting(method).deepen(&opening(2), &limits, control);
    depths.collect()
}

#[test]
fn a_limit_of_depth_holds() {
    for method in Method::ALL {
        let depths = depths(method, Limits::of_depth(3), &Control::default());
        assert!(
            depths.iter().map(|depth| depth.depth).eq(1..=3),
            "{depths:?}"
        );
    }
}

#[test]
fn a_limit_of_nodes_stops_within_a_depth_and_the_last_finished_depth_counts() {
    for method in Method::ALL {
        let beyond = if method == Method::Minimax { 4 } else { 6 };
        let unlimited = depths(method, Limits::of_depth(beyond), &Control::default());
        for nodes in [1, 50, 200, 1_000, 5_000, 20_000, 100_000] {
            let limited = depths(method, Limits::of_nodes(nodes), &Control::default());
            let (finished, unfinished) = unlimited.split_at(limited.len());
            assert_eq!(limited, finished, "{method:?} {nodes}");
            let is_within =
                |depth: &SearchedDepth| depth.depth == 1 || depth.nodes <= nodes + MOST_MOVES;
            assert!(limited.iter().all(is_within), "{method:?} {nodes}");
            assert!(unfinished[0].nodes > nodes, "{method:?} {nodes}");
        }
    }
}

#[test]
fn without_any_time_depth_1_is_finished() {
    let limits = Limits::of_time(Duration::ZERO);
    let stopped = Control::default();
    stopped.stop.store(true, Ordering::Relaxed);
    for method in Method::ALL {
        let first = depths(method, Limits::of_depth(1), &Control::default());
        assert_eq!(depths(method, limits, &Control::default()), first);
        assert_eq!(depths(method, Limits::NONE, &stopped), first);
    }
}

#[test]
fn a_limit_of_time_holds() {
    for method in Method::ALL {
        let limits = Limits::of_time(Duration::from_millis(50));
        let start = Instant::now();
        assert!(depths(method, limits, &Control::default()).len() >= 2);
        // A search to the end of the round takes hours.
        assert!(start.elapsed() < Duration::from_secs(5));
    }
}

#[test]
fn a_stop_takes_effect_after_a_few_thousand_nodes() {
    for method in Method::ALL {
        let look_count = Arc::new(AtomicU64::new(0));
        let counter = Arc::clone(&look_count);
        let control = Control {
            interrupt: Some(Arc::new(move || {
                counter.fetch_add(1, Ordering::Relaxed) >= 20
            })),
            ..Control::default()
        };
        let depths = depths(method, Limits::NONE, &control);
        // No look follows the stop.
        assert_eq!(look_count.load(Ordering::Relaxed), 21);
        let most = 20 * (4_096 + MOST_MOVES);
        assert!(depths.iter().all(|depth| depth.nodes < most));
        assert!(depths.len() >= 2);
    }
}

#[test]
fn contestants_search_with_the_options_of_their_texts() {
    let mut differences = 0;
    let without_bonus = TreeSearch {
        method: Method::AlphaBeta,
        bonus: Bonus::Ignored,
    };
    let [minimax, presort] = [Method::Minimax, Method::Presort].map(counting);
    let (nodes, depth) = (Limits::of_nodes(20_000), Limits::of_depth(3));
    for (text, search, limits) in [
        ("minimax:nodes=20000", minimax, nodes),
        ("alpha-beta:depth=3,bonus=no", without_bonus, depth),
        ("alpha-beta-presort", presort, Limits::default()),
    ] {
        let contestant = contestant(text);
        assert_eq!(*contestant.limits(), limits);
        assert!(text.starts_with(search.method.name()));
        let end = play_out(Players::Two, 4, 9, |position, rng| {
            let move_ = contestant.choose(position, rng);
            let last = |search: TreeSearch| {
                let depths = search.deepen(position, &limits, &Control::default());
                depths.last().expect("depth 1 at least").best
            };
            assert_eq!(move_, last(search), "{text} {position}");
            differences += usize::from(last(counting(search.method)) != move_);
            move_
        });
        assert_eq!(end.phase(), Phase::Over, "{end}");
    }
    assert!(differences > 0, "bonus=no changes a move");
}

/// Texts of contestants, and their refusals.
const REFUSALS: &str = "\
minimax:bonus=maybe > bonus cannot be \"maybe\"; possible: yes, no
alpha-beta:depth=0 > depth cannot be \"0\"; possible: a whole number from 1
alpha-beta-presort:width=3 > alpha-beta-presort has no option \"width\"; its options: bonus, time, depth, nodes";

#[test]
fn false_options_of_a_search_are_refused() {
    for line in REFUSALS.lines() {
        let (text, message) = line.split_once(" > ").expect("a message");
        let refusal = text.parse::<Contestant>().expect_err(text);
        assert_eq!(refusal.to_string(), message);
    }
}

#[test]
#[should_panic(expected = "a search needs moves")]
fn a_position_without_moves_is_refused() {
    let (position, control) = (Position::new(Players::Two, 0), Control::default());
    counting(Method::Minimax).deepen(&position, &Limits::NONE, &control);
}
