//! The closed formulas of both extremes.

use azulejo::bounds::{By, Certificate, Lines, block_bound, line_bound, maximum, minimum};
use azulejo::control::Control;
use azulejo::instance::{Instance, Sense};
use azulejo::order::{Flaw, check_certificate};
use azulejo::outcome::Proof;
use azulejo::problem::Problem;
use azulejo::solve::{Method, Settings, solve};
use azulejo::starts::constructed;
use azulejo::wall::{Cell, Line, Wall};
use proptest::prelude::*;

/// The formulas, the bounds, and the orders by construction: three ways to the same number.
#[test]
fn formula_bound_and_construction_agree_on_every_wall_up_to_12_by_12() {
    for (rows, columns) in itertools::iproduct!(1..=12, 1..=12) {
        let wall = Wall::new(rows, columns).expect("small");
        let problem = |sense| {
            let instance = Instance::builder(rows, columns, sense).build();
            Problem::from(&instance.expect("valid"))
        };
        let scored = |problem: &Problem| {
            let solution =
                constructed(problem, &Control::default()).expect("an empty wall has one");
            (solution.score.into(), solution.order.score(problem).into())
        };
        let least = problem(Sense::Minimize);
        assert_eq!(
            block_bound(&least).map(u64::from),
            Some(minimum(wall)),
            "{wall}"
        );
        assert_eq!(scored(&least), (minimum(wall), minimum(wall)), "{wall}");
        let most = problem(Sense::Maximize);
        assert_eq!(u64::from(line_bound(&most)), maximum(wall), "{wall}");
        assert_eq!(scored(&most), (maximum(wall), maximum(wall)), "{wall}");
    }
}

#[test]
fn the_longest_walls_do_not_overflow() {
    let wall = Wall::new(1, 1 << 20).expect("allowed");
    assert_eq!(maximum(wall), (1 << 20) * ((1 << 20) + 3) / 2 - (1 << 20));
    assert!(minimum(wall) < maximum(wall));
}

#[test]
fn a_certificate_proves_what_the_formula_says_of_every_wall_up_to_12_by_12() {
    for (rows, columns) in itertools::iproduct!(1..=12, 1..=12) {
        let wall = Wall::new(rows, columns).expect("small");
        let proven = |certificate| check_certificate(wall, &certificate);
        assert_eq!(
            proven(Certificate::minimum(wall)),
            Ok(minimum(wall)),
            "{wall}"
        );
        assert_eq!(
            proven(Certificate::maximum(wall)),
            Ok(maximum(wall)),
            "{wall}"
        );
    }
}

/// What a wall of 5×5 has, to be spoilt.
fn of_five() -> (Wall, Lines, Vec<[Cell; 4]>, Lines, Vec<Line>) {
    let wall = Wall::new(5, 5).expect("small");
    match (Certificate::minimum(wall), Certificate::maximum(wall)) {
        (Certificate::Minimum { levels, blocks }, Certificate::Maximum { runs, apart }) => {
            (wall, levels, blocks, runs, apart)
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn corrupted_certificates_are_refused_and_the_flaw_is_named() {
    let (wall, levels, blocks, runs, apart) = of_five();
    let minimum = |change: &dyn Fn(&mut Lines, &mut Vec<[Cell; 4]>)| {
        let (mut levels, mut blocks) = (levels.clone(), blocks.clone());
        change(&mut levels, &mut blocks);
        check_certificate(wall, &Certificate::Minimum { levels, blocks })
    };
    let maximum = |change: &dyn Fn(&mut Lines, &mut Vec<Line>)| {
        let (mut runs, mut apart) = (runs.clone(), apart.clone());
        change(&mut runs, &mut apart);
        check_certificate(wall, &Certificate::Maximum { runs, apart })
    };
    assert_eq!(
        (minimum(&|_, _| ()), maximum(&|_, _| ())),
        (Ok(89), Ok(145))
    );
    // A tree that is deeper than need be would promise a higher minimum.
    assert_eq!(
        minimum(&|levels, _| levels.row[4] = 4),
        Err(Flaw::Levels { level: 3 })
    );
    assert_eq!(
        minimum(&|levels, _| levels.column[1] = 1),
        Err(Flaw::Crowded { level: 1, tiles: 2 })
    );
    assert_eq!(
        minimum(&|levels, _| levels.row.push(3)),
        Err(Flaw::Length {
            listed: 6,
            length: 5
        })
    );
    assert_eq!(
        minimum(&|_, blocks| blocks.push(blocks[0])),
        Err(Flaw::Shared(Cell::from_number(1)))
    );
    let broken = [1, 2, 6, 8].map(Cell::from_number);
    assert_eq!(
        minimum(&|_, blocks| blocks[0] = broken),
        Err(Flaw::NoBlock([1, 2, 6, 8]))
    );
    // A shorter run would promise a lower maximum, and so would lines that share a cell.
    assert_eq!(
        maximum(&|runs, _| runs.row[4] = 4),
        Err(Flaw::Run {
            tile: 5,
            claimed: 4
        })
    );
    assert_eq!(
        maximum(&|_, apart| apart.push(Line::Column(0))),
        Err(Flaw::Shared(Cell::from_number(1)))
    );
    assert_eq!(
        maximum(&|_, apart| apart[0] = Line::Row(5)),
        Err(Flaw::NoSuchLine(Line::Row(5)))
    );
}

proptest! {
    /// However the pieces are altered, what the checker accepts is never beyond the truth.
    #[test]
    fn what_is_accepted_is_never_beyond_the_truth(
        changes in proptest::collection::vec((0usize..10, 0u32..8), 0..4), dropped in 0usize..6,
    ) {
        let (wall, mut levels, mut blocks, mut runs, mut apart) = of_five();
        for (place, number) in changes {
            let (levels, runs) = match place < 5 {
                true => (&mut levels.row, &mut runs.row),
                false => (&mut levels.column, &mut runs.column),
            };
            levels[place % 5] = number;
            runs[place % 5] = number;
        }
        blocks.truncate(dropped);
        apart.truncate(dropped);
        if let Ok(bound) = check_certificate(wall, &Certificate::Minimum { levels, blocks }) {
            prop_assert!(bound <= 89, "{bound}");
        }
        if let Ok(bound) = check_certificate(wall, &Certificate::Maximum { runs, apart }) {
            prop_assert!(bound >= 145, "{bound}");
        }
    }
}

/// Which bound proves it is told by the method that used it.
#[test]
fn a_closed_bound_is_told_with_its_certificate() {
    let instance = Instance::builder(12, 9, Sense::Minimize)
        .build()
        .expect("valid");
    let answer = solve(&instance, Method::Frontier, &Settings::default()).expect("it fits");
    let certificate = Certificate::minimum(instance.wall());
    assert_eq!(answer.outcome.proof, Proof::Bound(By::Closed(certificate)));
}
