//! The solver has the values and moves of a plain search.

use crate::exact::endings;
use crate::exact::plain::{best, margin, points};
use azulejo::control::Control;
use azulejo::exact::{EndBonuses, OpponentModel, RoundQuestion, RoundSolver};
use azulejo::game::{Move, Phase, Players, Position};

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

fn assert_agreement_in_games(
    players: Players,
    groups: u32,
    seeds: std::ops::Range<u64>,
    occurrences: &mut Occurrences,
) {
    endings::visit_endings(players, groups, seeds, |position| {
        let with_bonus = assert_agreement(position, OpponentModel::Paranoid, EndBonuses::Counted);
        occurrences.endings += 1;
        let mut after = *position;
        while let Some(move_) = after.legal().next() {
            after.play(move_).expect("it is legal");
        }
        let _ = after.end_round();
        if after.phase() == Phase::Over {
            occurrences.last_rounds += 1;
            let without_bonus =
                assert_agreement(position, OpponentModel::Paranoid, EndBonuses::LeftOut);
            occurrences.bonus_matters += usize::from(without_bonus != with_bonus);
        }
        if players != Players::Two {
            assert_agreement(position, OpponentModel::MaxN, EndBonuses::Counted);
        }
    });
}

#[test]
fn small_endings_of_two_players_agree() {
    let mut occurrences = Occurrences::default();
    for (groups, games) in [(1, 100), (2, 200), (3, 250), (4, 120), (5, 12)] {
        assert_agreement_in_games(Players::Two, groups, 0..games, &mut occurrences);
    }
    assert!(occurrences.endings > 3_000, "{occurrences:?}");
    assert!(
        occurrences.last_rounds > 300 && occurrences.bonus_matters > 60,
        "{occurrences:?}"
    );
}

#[test]
fn larger_endings_of_two_players_agree() {
    let mut occurrences = Occurrences::default();
    for (groups, games) in [(6, 3), (7, 1)] {
        assert_agreement_in_games(Players::Two, groups, 500..500 + games, &mut occurrences);
    }
    assert!(occurrences.endings > 8, "{occurrences:?}");
}

#[test]
fn endings_of_three_and_four_players_agree() {
    let mut occurrences = Occurrences::default();
    for players in [Players::Three, Players::Four] {
        for (groups, games) in [(2, 30), (3, 30), (4, 12)] {
            assert_agreement_in_games(players, groups, 0..games, &mut occurrences);
        }
    }
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
