//! The solver finds what a plain search finds.

use crate::exact::endings;
use crate::exact::plain::{best, margin, points};
use azulejo::control::Control;
use azulejo::exact::{EndBonuses, OpponentModel, RoundQuestion, RoundSolver};
use azulejo::game::{Move, Phase, Players, Position};

/// Holds value, best moves and variation against the plain search, and returns the first two.
fn hold(position: &Position, model: OpponentModel, bonuses: EndBonuses) -> (i32, Vec<Move>) {
    let question = RoundQuestion {
        bonuses,
        model,
        ..RoundQuestion::default()
    };
    let mut solver = RoundSolver::with_memory(question, 1 << 20);
    let solution = solver.solve(position, None, &Control::default());
    let solution = solution.expect("it waits for a move");
    let plain = best(model, position, bonuses);
    assert_eq!(solution.value(), Some(plain.0), "{model:?} {position}");
    assert_eq!(solution.best, plain.1, "{model:?} {position}");
    let mut played = *position;
    for taken in &solution.variation {
        played.play(*taken).expect("the variation is legal");
    }
    assert_eq!(played.phase(), Phase::RoundEnd, "{position}");
    let points = points(&played, bonuses);
    assert_eq!(margin(&points, position.mover()), plain.0, "{position}");
    assert!(solution.best.contains(&solution.variation[0]), "{position}");
    plain
}

/// How often a question's special cases came up.
#[derive(Debug, Default)]
struct Met {
    endings: usize,
    last_rounds: usize,
    bonus_matters: usize,
}

fn hold_games(players: Players, groups: u32, seeds: std::ops::Range<u64>, met: &mut Met) {
    endings::of_games(players, groups, seeds, |position| {
        let counted = hold(position, OpponentModel::Paranoid, EndBonuses::Counted);
        met.endings += 1;
        let mut after = *position;
        while let Some(taken) = after.legal().next() {
            after.play(taken).expect("it is legal");
        }
        let _ = after.end_round();
        if after.phase() == Phase::Over {
            met.last_rounds += 1;
            let without = hold(position, OpponentModel::Paranoid, EndBonuses::LeftOut);
            met.bonus_matters += usize::from(without != counted);
        }
        if players != Players::Two {
            hold(position, OpponentModel::MaxN, EndBonuses::Counted);
        }
    });
}

#[test]
fn two_players_small_endings() {
    let mut met = Met::default();
    for (groups, games) in [(1, 100), (2, 200), (3, 250), (4, 120), (5, 12)] {
        hold_games(Players::Two, groups, 0..games, &mut met);
    }
    assert!(met.endings > 3_000, "{met:?}");
    assert!(met.last_rounds > 300 && met.bonus_matters > 60, "{met:?}");
}

#[test]
fn two_players_larger_endings() {
    let mut met = Met::default();
    for (groups, games) in [(6, 3), (7, 1)] {
        hold_games(Players::Two, groups, 500..500 + games, &mut met);
    }
    assert!(met.endings > 8, "{met:?}");
}

#[test]
fn three_and_four_players() {
    let mut met = Met::default();
    for players in [Players::Three, Players::Four] {
        for (groups, games) in [(2, 30), (3, 30), (4, 12)] {
            hold_games(players, groups, 0..games, &mut met);
        }
    }
    assert!(met.endings > 600 && met.last_rounds > 60, "{met:?}");
}

#[test]
fn where_nothing_may_be_left_to_deal() {
    let (mut held, mut over) = (0, 0);
    for seed in 0..400 {
        let Some(position) = endings::without_bag(seed) else {
            continue;
        };
        let paranoid = OpponentModel::Paranoid;
        let counted = hold(&position, paranoid, EndBonuses::Counted);
        held += 1;
        over += usize::from(counted != best(paranoid, &position, EndBonuses::LeftOut));
    }
    assert!(held > 100 && over > 10, "{held} {over}");
}

#[test]
fn what_is_remembered_of_a_round_holds_for_its_other_positions() {
    let mut remembered = 0;
    for players in Players::ALL {
        let mut solver = RoundSolver::with_memory(RoundQuestion::default(), 1 << 20);
        endings::of_games(players, 4, 0..12, |position| {
            let mut position = *position;
            while position.phase() == Phase::Moves {
                let solution = solver.solve(&position, None, &Control::default());
                let solution = solution.expect("moves");
                let (paranoid, bonuses) = (OpponentModel::Paranoid, EndBonuses::Counted);
                let (value, best) = best(paranoid, &position, bonuses);
                assert_eq!(solution.value(), Some(value), "{position}");
                assert_eq!(solution.best, best, "{position}");
                remembered += 1;
                let taken = *best.last().expect("one");
                position.play(taken).expect("it is legal");
            }
        });
    }
    assert!(remembered > 500, "{remembered}");
}
