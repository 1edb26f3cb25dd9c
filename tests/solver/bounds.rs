//! The closed formulas of both extremes.

use azulejo::bounds::{
    ClosedBound, Flaw, LastCell, Line, Lines, Reason, best_shape, block_bound, by_lines,
    certified_maximum, certified_minimum, line_bound, maximum, maximum_after, maximum_ending_in,
    minimum, minimum_ending_in,
};
use azulejo::control::Control;
use azulejo::heuristics::constructed;
use azulejo::instance::{Instance, Sense};
use azulejo::order::verify;
use azulejo::outcome::Proof;
use azulejo::problem::Problem;
use azulejo::solve::{Method, Settings, solve};
use azulejo::wall::{Bonus, Cell, Covering, Scorer, Wall};
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

/// In rounds from top to bottom no wall loses anything of its maximum (docs/proofs.md, section 17), and no search is needed.
#[test]
fn the_maximum_in_rounds_is_that_of_the_plain_wall_up_to_12_by_12() {
    for (rows, columns, rule) in itertools::iproduct!(1..=12, 1..=12, ["rounds", "last-round"]) {
        let json = format!(
            r#"{{"wall": {{"rows": {rows}, "columns": {columns}}}, "sense": "maximize", "constraints": [{{"type": "{rule}"}}]}}"#
        );
        let instance = Instance::from_json(&json).expect("valid");
        let order = constructed(&Problem::from(&instance), &Control::default());
        let report = verify(&instance, &order.expect("by construction").order);
        let most = maximum(instance.wall());
        assert_eq!(
            (u64::from(report.score), report.violations),
            (most, vec![]),
            "{json}"
        );
        let answer = solve(&instance, Method::Auto, &Settings::default()).expect("it fits");
        assert!(
            matches!(
                answer.outcome.verdict.proof(),
                Some(Proof::Bound(Reason::Closed(_)))
            ),
            "{json}"
        );
    }
}

/// A wall that is filled earns its whole bonus, whatever the order.
#[test]
fn the_bonus_of_a_filled_wall_is_part_of_its_bounds() {
    let bonus = Bonus {
        row: 2,
        column: 7,
        colour: 10,
    };
    let problem = |sense| {
        let instance = Instance::builder(5, 5, sense).bonus(bonus).build();
        Problem::from(&instance.expect("valid"))
    };
    let all = 5 * (2 + 7 + 10);
    assert_eq!(block_bound(&problem(Sense::Minimize)), Some(89 + all));
    assert_eq!(line_bound(&problem(Sense::Maximize)), 145 + all);
}

/// By lines alone the maximum is closed, and the minimum is not.
#[test]
fn the_bound_by_lines_is_told_with_its_reason() {
    for n in [1, 5] {
        let reason = |sense| {
            let instance = Instance::builder(n, n, sense).build();
            let problem = Problem::from(&instance.expect("valid"));
            let known = by_lines(&problem, &Control::default());
            known.expect("nobody stops it").reason
        };
        assert!(
            matches!(reason(Sense::Maximize), Reason::Closed(_)),
            "{n}×{n}"
        );
        assert_eq!(reason(Sense::Minimize), Reason::Lines, "{n}×{n}");
    }
}

fn ending_in(wall: Wall, sense: Sense, last: Cell) -> Instance {
    let (rows, columns) = (wall.rows() as u64, wall.columns() as u64);
    let instance = Instance::builder(rows, columns, sense);
    instance
        .place_at(last, rows * columns)
        .build()
        .expect("valid")
}

/// The formulas, the bounds by lines and blocks, the pieces of the certificates, and the orders: four ways to the same
/// number for each cell that is last.
#[test]
fn the_extremes_of_orders_that_end_in_a_cell_are_those_of_the_formulas() {
    for (rows, columns) in itertools::iproduct!(1..=9, 1..=9) {
        let wall = Wall::new(rows, columns).expect("small");
        for last in wall.cells() {
            for (sense, formula) in [
                (Sense::Minimize, minimum_ending_in(wall, last)),
                (Sense::Maximize, maximum_ending_in(wall, last)),
            ] {
                let instance = ending_in(wall, sense, last);
                let problem = Problem::from(&instance);
                let (bound, certificate) = match sense {
                    Sense::Minimize => (block_bound(&problem), certified_minimum(wall, Some(last))),
                    Sense::Maximize => (
                        Some(line_bound(&problem)),
                        certified_maximum(wall, Some(last)),
                    ),
                };
                let context = format!("{wall} {sense:?} {last}");
                assert_eq!(bound.map(u64::from), Some(formula), "{context}");
                assert_eq!(
                    certificate.count(wall.rows(), wall.columns()),
                    Ok(formula),
                    "{context}"
                );
                let solution = constructed(&problem, &Control::default()).expect(&context);
                assert!(problem.admits(&solution.order), "{context}");
                let score = verify(&instance, &solution.order).score;
                assert_eq!(
                    (score.into(), solution.score.into()),
                    (formula, formula),
                    "{context}"
                );
            }
        }
    }
}

/// By covering of a wall, the least and the most that orders score which lead to it: nothing of this is shared with the
/// bounds.
fn by_covering(wall: Wall) -> Vec<(u16, u16)> {
    let scorer = Scorer::new(wall);
    let mut scores = vec![(u16::MAX, 0); 1 << wall.len()];
    scores[0] = (0, 0);
    for bits in 0..scores.len() - 1 {
        let (least, most) = scores[bits];
        let covering = Covering::from_bits(bits as u128);
        for cell in wall.cells().filter(|&cell| !covering.contains(cell)) {
            let points = scorer.points(covering, cell) as u16;
            let next = &mut scores[bits | 1 << cell.index()];
            *next = (next.0.min(least + points), next.1.max(most + points));
        }
    }
    scores
}

#[test]
fn all_orders_of_small_walls_confirm_the_formulas_for_the_last_cell() {
    for (rows, columns) in [
        (1, 2),
        (1, 9),
        (2, 2),
        (2, 7),
        (3, 3),
        (3, 5),
        (4, 4),
        (3, 6),
    ] {
        let wall = Wall::new(rows, columns).expect("small");
        let (scores, scorer) = (by_covering(wall), Scorer::new(wall));
        for last in wall.cells() {
            let before = (scores.len() - 1) ^ 1 << last.index();
            let covering = Covering::from_bits(before as u128);
            let points = u64::from(scorer.points(covering, last));
            let (least, most) = (u64::from(scores[before].0), u64::from(scores[before].1));
            let extremes = (minimum_ending_in(wall, last), maximum_ending_in(wall, last));
            assert_eq!((least + points, most + points), extremes, "{wall} {last}");
        }
    }
}

/// The maximum after each number of tiles, over all coverings of as many tiles.
#[test]
fn all_orders_of_small_walls_confirm_the_maximum_of_every_horizon() {
    let bonus = |row, column, colour| Bonus {
        row,
        column,
        colour,
    };
    for (rows, columns) in [
        (1, 7),
        (2, 2),
        (2, 6),
        (3, 3),
        (5, 3),
        (4, 4),
        (3, 6),
        (4, 5),
        (5, 5),
    ] {
        let wall = Wall::new(rows, columns).expect("small");
        let scores = by_covering(wall);
        for bonus in [
            bonus(0, 0, 0),
            bonus(2, 7, 0),
            bonus(30, 1, 0),
            bonus(2, 7, 10),
        ] {
            if rows * columns == 25 && bonus != Bonus::default() {
                continue; // for the time it takes
            }
            let lines = wall.bonus_lines(bonus).into_iter();
            let lines =
                lines.map(|(cells, points)| (cells.into_iter().collect::<Covering>(), points));
            let lines = lines.collect::<Vec<_>>();
            let mut most = vec![0; wall.len() + 1];
            for (bits, score) in scores.iter().enumerate() {
                let covering = Covering::from_bits(bits as u128);
                let complete = lines.iter().filter(|(line, _)| covering.includes(*line));
                let bonus: u32 = complete.map(|(_, points)| points).sum();
                let most = &mut most[covering.len()];
                *most = u64::from(u32::from(score.1) + bonus).max(*most);
            }
            for (tiles, most) in most.into_iter().enumerate() {
                let bound = maximum_after(wall, tiles, bonus).expect("small");
                match bonus.colour {
                    0 => assert_eq!(bound, most, "{wall} {bonus:?} {tiles}"),
                    _ => assert!(
                        bound >= most,
                        "{wall} {bonus:?} {tiles}: {most} beats {bound}"
                    ),
                }
            }
        }
    }
}

fn after(rows: u64, columns: u64, turns: u64, bonus: Bonus) -> Instance {
    let instance = Instance::builder(rows, columns, Sense::Maximize);
    let instance = instance.turns(turns).bonus(bonus);
    instance.build().expect("valid")
}

/// The search for the best shape and its order agree for every horizon: so both are right.
#[test]
fn the_order_of_the_best_shape_scores_what_the_search_for_it_says() {
    for (rows, columns) in [(1, 9), (6, 6), (4, 9), (9, 5), (8, 8)] {
        let wall = Wall::new(rows, columns).expect("small");
        for turns in 1..rows * columns {
            for bonus in [
                Bonus::default(),
                Bonus {
                    row: 2,
                    column: 7,
                    colour: 0,
                },
            ] {
                let instance = after(rows, columns, turns, bonus);
                let problem = Problem::from(&instance);
                let solution = constructed(&problem, &Control::default()).expect("it is optimal");
                let shape = best_shape(wall, turns as usize, bonus).expect("small");
                let score = verify(&instance, &solution.order).score;
                let scores = (
                    u64::from(score),
                    u64::from(solution.score),
                    maximum_after(wall, turns as usize, bonus),
                );
                assert_eq!(
                    scores,
                    (shape.score, shape.score, Some(shape.score)),
                    "{wall} {turns}"
                );
                assert_eq!(shape.rows.iter().sum::<usize>() as u64, turns);
            }
        }
    }
}

/// With the bonus of the game, too: there the bound leaves no room for complete colours.
#[test]
fn half_of_a_wall_is_proven_without_a_search() {
    let game = Bonus {
        row: 2,
        column: 7,
        colour: 10,
    };
    for (n, bonus, score) in [
        (6, Bonus::default(), 93),
        (6, game, 114),
        (7, game, 158),
        (8, game, 244),
    ] {
        let answer = solve(
            &after(n, n, n * n / 2, bonus),
            Method::Frontier,
            &Settings::default(),
        );
        let outcome = answer.expect("it fits").outcome;
        assert_eq!(outcome.verdict.score(), Some(score), "{n}");
        assert_eq!(
            outcome.verdict.proof(),
            Some(&Proof::Bound(Reason::Shapes)),
            "{n}"
        );
    }
    // Ten full rows: 10·210 + 20·55 − 20.
    let wall = Wall::new(20, 20).expect("small");
    assert_eq!(maximum_after(wall, 200, Bonus::default()), Some(3180));
}

#[cfg(feature = "highs")]
#[test]
fn a_wall_of_20_by_20_with_any_cell_last_is_proven_by_the_closed_bound() {
    let wall = Wall::new(20, 20).expect("small");
    for (sense, cell) in
        itertools::iproduct!([Sense::Minimize, Sense::Maximize], [0, 8, 27, 210, 399])
    {
        let last = Cell::from_number(cell + 1);
        let instance = ending_in(wall, sense, last);
        let answer = solve(&instance, Method::default(), &Settings::default()).expect("it fits");
        let Some(Proof::Bound(Reason::Closed(certificate))) = answer.outcome.verdict.proof() else {
            panic!("{sense:?} {last}: {:?}", answer.outcome.verdict.proof());
        };
        assert_eq!(certificate.last(), Some(last.number()));
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
        let proven = |certificate: ClosedBound| certificate.count(wall.rows(), wall.columns());
        assert_eq!(
            proven(certified_minimum(wall, None)),
            Ok(minimum(wall)),
            "{wall}"
        );
        assert_eq!(
            proven(certified_maximum(wall, None)),
            Ok(maximum(wall)),
            "{wall}"
        );
    }
}

/// The parts of the bounds of a wall of 5×5, to be spoilt.
fn of_five() -> (Lines, Vec<[usize; 4]>, Lines, Vec<Line>) {
    let wall = Wall::new(5, 5).expect("small");
    match (certified_minimum(wall, None), certified_maximum(wall, None)) {
        (ClosedBound::Minimum { levels, blocks, .. }, ClosedBound::Maximum { runs, apart, .. }) => {
            (levels, blocks, runs, apart)
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn corrupted_certificates_are_refused_and_the_flaw_is_named() {
    let (levels, blocks, runs, apart) = of_five();
    let minimum = |change: &dyn Fn(&mut Lines, &mut Vec<[usize; 4]>)| {
        let (mut levels, mut blocks) = (levels.clone(), blocks.clone());
        change(&mut levels, &mut blocks);
        let certificate = ClosedBound::Minimum {
            levels,
            blocks,
            last: None,
        };
        certificate.count(5, 5)
    };
    let maximum = |change: &dyn Fn(&mut Lines, &mut Vec<Line>)| {
        let (mut runs, mut apart) = (runs.clone(), apart.clone());
        change(&mut runs, &mut apart);
        let certificate = ClosedBound::Maximum {
            runs,
            apart,
            last: None,
        };
        certificate.count(5, 5)
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
        Err(Flaw::Shared(1))
    );
    let broken = [1, 2, 6, 8];
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
        maximum(&|_, apart| apart.push(Line::Column(1))),
        Err(Flaw::Shared(1))
    );
    assert_eq!(
        maximum(&|_, apart| apart[0] = Line::Row(6)),
        Err(Flaw::NoSuchLine(Line::Row(6)))
    );
}

#[test]
fn a_certificate_for_a_last_cell_is_counted_for_that_cell_alone() {
    let wall = Wall::new(5, 5).expect("small");
    let spoilt = |cell: usize, change: &dyn Fn(&mut LastCell)| {
        let mut certificate = certified_minimum(wall, wall.cell(2, 2));
        let ClosedBound::Minimum {
            last: Some(last), ..
        } = &mut certificate
        else {
            panic!("{certificate:?}");
        };
        last.cell = cell;
        change(last);
        certificate.count(wall.rows(), wall.columns())
    };
    assert_eq!(spoilt(13, &|_| ()), Ok(90));
    // In the corner the parts have other lengths.
    assert_eq!(
        spoilt(1, &|_| ()),
        Err(Flaw::Length {
            listed: 2,
            length: 0
        })
    );
    assert_eq!(spoilt(26, &|_| ()), Err(Flaw::NoSuchCell(26)));
    assert_eq!(
        spoilt(13, &|last| last.row[1][0] = 2),
        Err(Flaw::Levels { level: 1 })
    );
    // A cell that a block has is not one more.
    let blocks = certified_minimum(wall, None);
    let (ClosedBound::Minimum { levels, blocks, .. }, ClosedBound::Minimum { last, .. }) =
        (blocks, certified_minimum(wall, wall.cell(2, 2)))
    else {
        panic!("two minima");
    };
    let counted_once = ClosedBound::Minimum {
        levels,
        blocks,
        last,
    };
    assert_eq!(counted_once.count(5, 5), Ok(89));
}

proptest! {
    /// However the pieces are altered, what the checker accepts is never beyond the truth.
    #[test]
    fn what_is_accepted_is_never_beyond_the_truth(
        changes in proptest::collection::vec((0usize..10, 0u32..8), 0..4), dropped in 0usize..6,
    ) {
        let (mut levels, mut blocks, mut runs, mut apart) = of_five();
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
        if let Ok(bound) = (ClosedBound::Minimum { levels, blocks, last: None }).count(5, 5) {
            prop_assert!(bound <= 89, "{bound}");
        }
        if let Ok(bound) = (ClosedBound::Maximum { runs, apart, last: None }).count(5, 5) {
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
    let certificate = certified_minimum(instance.wall(), None);
    assert_eq!(
        answer.outcome.verdict.proof(),
        Some(&Proof::Bound(Reason::Closed(certificate)))
    );
}
