//! Limits of a search, and the bounds of a stopped search.

use crate::exact::endings;
use azulejo::control::Control;
use azulejo::exact::{OpponentModel, RoundQuestion, RoundSolver};
use azulejo::game::{Phase, Players, Position};
use azulejo::players::tree_search::opening;
use std::sync::atomic::Ordering;

fn solver(model: OpponentModel) -> RoundSolver {
    let question = RoundQuestion {
        model,
        ..RoundQuestion::default()
    };
    RoundSolver::with_memory(question, 1 << 20)
}

#[test]
fn bounds_of_a_stopped_search_hold() {
    let (mut stop_count, mut narrow_count) = (0, 0);
    for players in Players::ALL {
        let groups = if players == Players::Two { 7 } else { 4 };
        endings::visit_endings(players, groups, 0..6, |position| {
            for model in OpponentModel::ALL {
                let solve = |nodes| {
                    let solution = solver(model).solve(position, nodes, &Control::default());
                    solution.expect("moves")
                };
                let whole = solve(None);
                let value = whole.value().expect("it was not stopped");
                for nodes in [1, 40, 300, 2_000] {
                    let part = solve(Some(nodes));
                    let range = part.low..=part.high;
                    assert!(range.contains(&value), "{position} {part:?}");
                    assert!(part.nodes <= nodes + 1_000, "{part:?}");
                    let mut best = whole.best.iter();
                    assert!(best.all(|move_| part.best.contains(move_)), "{position}");
                    let has_line = !part.variation.is_empty() || model == OpponentModel::MaxN;
                    assert!(has_line, "{position}");
                    let is_stopped = part.value().is_none();
                    let is_narrow = nodes > 1 && part.high - part.low < 10;
                    stop_count += usize::from(is_stopped);
                    narrow_count += usize::from(is_stopped && is_narrow);
                }
            }
        });
    }
    assert!(
        stop_count > 100 && narrow_count > 15,
        "{stop_count} {narrow_count}"
    );
}

#[test]
fn a_control_stops_a_search() {
    let control = Control::default();
    control.stop.store(true, Ordering::Relaxed);
    let solution = solver(OpponentModel::Paranoid).solve(&opening(1), None, &control);
    let solution = solution.expect("moves");
    assert_eq!(solution.value(), None);
    assert!(solution.low < solution.high, "{solution:?}");
    assert!(solution.nodes < 2_000, "{solution:?}");
}

#[test]
fn a_position_without_moves_is_refused() {
    let position = Position::new(Players::Two, 0);
    let result = solver(OpponentModel::Paranoid).solve(&position, None, &Control::default());
    let refusal = result.expect_err("it waits for a deal");
    assert_eq!(refusal.position, Phase::Deal);
}
