//! The solver has the values and moves of a plain search.

use crate::exact::endings;
use crate::plain::{best, margin, points};
use azulejo::control::Control;
use azulejo::exact::{EndBonuses, OpponentModel, RoundQuestion, RoundSolver};
use azulejo::game::{Move, Phase, Players, Position};
use itertools::iproduct;
use std::ops::Range;

/// Value and best moves of a position, in which the solver and the plain search agree.
fn assert_agreement(
    position: &Position,
    model: OpponentModel,
    bonuses: EndBonuses,
) -> (i32, Vec<Move>) {
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
    let mut end = *position;
    for move_ in &solution.variation {
        end.play(*move_).expect("the variation is legal");
    }
    assert_eq!(end.phase(), Phase::RoundEnd, "{position}");
    let points = points(&end, bonuses);
    assert_eq!(margin(&points, position.mover()), plain.0, "{position}");
    assert!(solution.best.contains(&solution.variation[0]), "{position}");
    plain
}

/// Numbers of occurrences of special cases.
#[derive(Debug, Default)]
struct Occurrences {
    endings: usize,
    last_rounds: usize,
    bonus_matters: usize,
}

/// The special cases in endings of games, in all of which solver and plain search agree. `cases` has numbers of groups
/// with their seeds.
fn agreement_in_games(players: &[Players], cases: &[(u32, Range<u64>)]) -> Occurrences {
    let (paranoid, counted) = (OpponentModel::Paranoid, EndBonuses::Counted);
    let mut occurrences = Occurrences::default();
    for (&players, (groups, seeds)) in iproduct!(players, cases) {
        endings::visit_endings(players, *groups, seeds.clone(), |position| {
            let with_bonus = assert_agreement(position, paranoid, counted);
            occurrences.endings += 1;
            let mut after = *position;
            while let Some(move_) = after.legal().next() {
                after.play(move_).expect("it is legal");
            }
            let _ = after.end_round();
            if after.phase() == Phase::Over {
                occurrences.last_rounds += 1;
                let without_bonus = assert_agreement(position, paranoid, EndBonuses::LeftOut);
                occurrences.bonus_matters += usize::from(without_bonus != with_bonus);
            }
            if players != Players::Two {
                assert_agreement(position, OpponentModel::MaxN, counted);
            }
        });
    }
    occurrences
}

#[test]
fn small_endings_of_two_players_agree() {
    let cases = [
        (1, 0..100),
        (2, 0..200),
        (3, 0..250),
        (4, 0..120),
        (5, 0..12),
    ];
    let occurrences = agreement_in_games(&[Players::Two], &cases);
    assert!(occurrences.endings > 3_000, "{occurrences:?}");
    assert!(
        occurrences.last_rounds > 300 && occurrences.bonus_matters > 60,
        "{occurrences:?}"
    );
}

#[test]
fn larger_endings_of_two_players_agree() {
    let occurrences = agreement_in_games(&[Players::Two], &[(6, 500..503), (7, 500..501)]);
    assert!(occurrences.endings > 8, "{occurrences:?}");
}

#[test]
fn endings_of_three_and_four_players_agree() {
    let players = [Players::Three, Players::Four];
    let occurrences = agreement_in_games(&players, &[(2, 0..30), (3, 0..30), (4, 0..12)]);
    assert!(
        occurrences.endings > 600 && occurrences.last_rounds > 60,
        "{occurrences:?}"
    );
}

#[test]
fn endings_without_tiles_in_bag_and_lid_agree() {
    let (mut endings, mut over) = (0, 0);
    for seed in 0..400 {
        let Some(position) = endings::without_bag(seed) else {
            continue;
        };
        let paranoid = OpponentModel::Paranoid;
        let with_bonus = assert_agreement(&position, paranoid, EndBonuses::Counted);
        endings += 1;
        over += usize::from(with_bonus != best(paranoid, &position, EndBonuses::LeftOut));
    }
    assert!(endings > 100 && over > 10, "{endings} {over}");
}

#[test]
fn cached_values_of_a_round_hold_for_its_other_positions() {
    let mut comparisons = 0;
    for players in Players::ALL {
        let mut solver = RoundSolver::with_memory(RoundQuestion::default(), 1 << 20);
        endings::visit_endings(players, 4, 0..12, |position| {
            let mut position = *position;
            while position.phase() == Phase::Moves {
                let solution = solver.solve(&position, None, &Control::default());
                let solution = solution.expect("moves");
                let (paranoid, bonuses) = (OpponentModel::Paranoid, EndBonuses::Counted);
                let (value, best) = best(paranoid, &position, bonuses);
                assert_eq!(solution.value(), Some(value), "{position}");
                assert_eq!(solution.best, best, "{position}");
                comparisons += 1;
                let move_ = *best.last().expect("one");
                position.play(move_).expect("it is legal");
            }
        });
    }
    assert!(comparisons > 500, "{comparisons}");
}
