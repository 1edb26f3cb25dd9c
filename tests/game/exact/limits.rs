use crate::exact::endings;
use azulejo::control::Control;
use azulejo::exact::{OpponentModel, RoundQuestion, RoundSolver};
use azulejo::game::random::{ChaCha8Rng, SeedableRng};
use azulejo::game::{Phase, Players, Position};
use std::sync::atomic::Ordering;

fn solver(model: OpponentModel) -> RoundSolver {
    let question = RoundQuestion {
        model,
        ..RoundQuestion::default()
    };
    RoundSolver::with_memory(question, 1 << 20)
}

#[test]
fn what_is_proven_of_a_search_that_is_stopped_holds() {
    let (mut stopped, mut narrowed) = (0, 0);
    for players in Players::ALL {
        let groups = if players == Players::Two { 7 } else { 4 };
        endings::of_games(players, groups, 0..6, |position| {
            for model in OpponentModel::ALL {
                let whole = solver(model)
                    .solve(position, None, &Control::default())
                    .expect("moves");
                let value = whole.value().expect("it was not stopped");
                for nodes in [1, 40, 300, 2_000] {
                    let part = solver(model).solve(position, Some(nodes), &Control::default());
                    let part = part.expect("moves");
                    assert!(
                        part.low <= value && value <= part.high,
                        "{position} {part:?}"
                    );
                    assert!(part.nodes <= nodes + 1_000, "{part:?}");
                    assert!(
                        whole.best.iter().all(|it| part.best.contains(it)),
                        "{position}"
                    );
                    assert!(
                        !part.variation.is_empty() || model == OpponentModel::MaxN,
                        "{position}"
                    );
                    stopped += usize::from(part.value().is_none());
                    narrowed += usize::from(
                        nodes > 1 && part.value().is_none() && part.high - part.low < 10,
                    );
                }
            }
        });
    }
    assert!(stopped > 100 && narrowed > 15, "{stopped} {narrowed}");
}

#[test]
fn a_control_stops_a_search() {
    let control = Control::default();
    control.stop.store(true, Ordering::Relaxed);
    let mut position = Position::new(Players::Two, 0);
    let deal = position.deal(&mut ChaCha8Rng::seed_from_u64(1));
    deal.expect("a new game waits for a deal");
    let solution = solver(OpponentModel::Paranoid)
        .solve(&position, None, &control)
        .expect("moves");
    assert_eq!(solution.value(), None);
    assert!(
        solution.low < solution.high && solution.nodes < 2_000,
        "{solution:?}"
    );
}

#[test]
fn a_position_without_moves_is_refused() {
    let position = Position::new(Players::Two, 0);
    let refused = solver(OpponentModel::Paranoid).solve(&position, None, &Control::default());
    assert_eq!(
        refused.expect_err("it waits for a deal").position,
        Phase::Deal
    );
}
