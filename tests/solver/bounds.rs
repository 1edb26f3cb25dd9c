//! The closed formulas of both extremes.

use crate::common::{GAME, bonus, built, constrained, plain};
use crate::kit::{answer, assert_scores};
use azulejo::bounds::{
    Reason, best_shape, block_bound, by_lines, by_lines_and_blocks, certified_maximum,
    certified_minimum, line_bound, maximum, maximum_after, maximum_ending_in, minimum,
    minimum_ending_in,
};
use azulejo::control::Control;
use azulejo::heuristics::constructed;
use azulejo::instance::{Instance, Sense};
use azulejo::outcome::Proof;
use azulejo::problem::Problem;
use azulejo::solve::Method;
use azulejo::wall::{Bonus, Cell, Covering, Scorer, Wall};
use itertools::iproduct;

fn wall_of(rows: u64, columns: u64) -> Wall {
    Wall::new(rows, columns).expect("small")
}

/// The bound, by blocks or by lines, equals a formula.
#[track_caller]
fn assert_bound(instance: &Instance, formula: u64) {
    let problem = Problem::from(instance);
    let bound = match instance.sense() {
        Sense::Minimize => block_bound(&problem).expect("a whole wall"),
        Sense::Maximize => line_bound(&problem),
    };
    assert_eq!(u64::from(bound), formula, "{instance:?}");
}

/// The order by construction has this score, as the referee says.
#[track_caller]
fn assert_constructed(instance: &Instance, score: u64) {
    let problem = Problem::from(instance);
    let solution = constructed(&problem, &Control::default()).expect("by construction");
    assert_eq!(u64::from(solution.score), score, "{instance:?}");
    assert_scores(instance, &solution.order, solution.score);
    assert_eq!(solution.order.score(&problem), solution.score);
    assert!(problem.admits(&solution.order), "{instance:?}");
}

/// The formulas, the bounds, the pieces of the certificates, and the orders by construction: four ways to the same
/// number. All orders of small walls confirm it.
#[test]
fn formula_bound_certificate_and_construction_agree_on_every_wall_up_to_24_by_24() {
    // A wall and its transpose have the same lines: of the large ones, one is enough.
    let walls = iproduct!(1..=24, 1..=24).filter(|(rows, columns)| rows <= columns || *rows <= 12);
    for (rows, columns) in walls {
        let wall = wall_of(rows, columns);
        if wall.len() <= 16 {
            let truth = extremes_by_covering(wall).pop().expect("a full wall");
            let truth = (u64::from(truth.0), u64::from(truth.1));
            assert_eq!((minimum(wall), maximum(wall)), truth, "{wall}");
        }
        for (sense, formula, certificate) in [
            (
                Sense::Minimize,
                minimum(wall),
                certified_minimum(wall, None),
            ),
            (
                Sense::Maximize,
                maximum(wall),
                certified_maximum(wall, None),
            ),
        ] {
            let instance = plain(rows, columns, sense);
            let control = Control::default();
            let closed = by_lines_and_blocks(&Problem::from(&instance), &control);
            let closed = closed.expect("nobody stops it").score;
            assert_eq!(u64::from(closed), formula, "{wall}");
            assert_bound(&instance, formula);
            assert_constructed(&instance, formula);
            let proven = certificate.count(wall.rows(), wall.columns());
            assert_eq!(proven, Ok(formula), "{wall}");
        }
    }
}

/// In rounds from top to bottom no wall loses anything of its maximum (docs/proofs.md, section 17), and no search is needed.
#[test]
fn the_maximum_in_rounds_is_that_of_the_plain_wall_up_to_12_by_12() {
    for (rows, columns, rule) in iproduct!(1..=12, 1..=12, ["rounds", "last-round"]) {
        let rule = format!(r#"{{"type": "{rule}"}}"#);
        let instance = constrained(rows, columns, Sense::Maximize, &rule);
        assert_constructed(&instance, maximum(instance.wall()));
        let answer = answer(&instance, Method::Auto);
        let proof = answer.outcome.verdict.proof();
        let is_closed = matches!(proof, Some(Proof::Bound(Reason::Closed(_))));
        assert!(is_closed, "{instance:?}: {proof:?}");
    }
}

/// A wall that is filled earns its whole bonus, whatever the order.
#[test]
fn the_bonus_of_a_filled_wall_is_part_of_its_bounds() {
    let all = 5 * (2 + 7 + 10);
    for (sense, score) in [(Sense::Minimize, 89 + all), (Sense::Maximize, 145 + all)] {
        assert_bound(&built(Instance::builder(5, 5, sense).bonus(GAME)), score);
    }
}

/// By lines alone the maximum is closed, and the minimum is not.
#[test]
fn the_bound_by_lines_has_its_reason() {
    for n in [1, 5] {
        let reason = |sense| {
            let bound = by_lines(&Problem::from(&plain(n, n, sense)), &Control::default());
            bound.expect("nobody stops it").reason
        };
        let is_closed = matches!(reason(Sense::Maximize), Reason::Closed(_));
        assert!(is_closed, "{n}×{n}");
        assert_eq!(reason(Sense::Minimize), Reason::Lines, "{n}×{n}");
    }
}

fn ending_in(wall: Wall, sense: Sense, last: Cell) -> Instance {
    let (rows, columns) = (wall.rows() as u64, wall.columns() as u64);
    built(Instance::builder(rows, columns, sense).place_at(last, rows * columns))
}

/// The formulas, the bounds by lines and blocks, the pieces of the certificates, and the orders: four ways to the same
/// number for each cell that is last.
#[test]
fn the_extremes_of_orders_that_end_in_a_cell_are_those_of_the_formulas() {
    for (rows, columns) in iproduct!(1..=9, 1..=9).chain([(12, 12)]) {
        let wall = wall_of(rows, columns);
        for last in wall.cells() {
            let (minimum, maximum) = (minimum_ending_in(wall, last), maximum_ending_in(wall, last));
            for (sense, formula, certificate) in [
                (
                    Sense::Minimize,
                    minimum,
                    certified_minimum(wall, Some(last)),
                ),
                (
                    Sense::Maximize,
                    maximum,
                    certified_maximum(wall, Some(last)),
                ),
            ] {
                let instance = ending_in(wall, sense, last);
                assert_bound(&instance, formula);
                assert_constructed(&instance, formula);
                let proven = certificate.count(wall.rows(), wall.columns());
                assert_eq!(proven, Ok(formula), "{wall} {sense:?} {last}");
            }
        }
    }
}

/// By covering of a wall, the least and the most that orders score which lead to it: nothing of this is shared with the
/// bounds.
fn extremes_by_covering(wall: Wall) -> Vec<(u16, u16)> {
    let scorer = Scorer::new(wall);
    let mut scores = vec![(u16::MAX, 0); 1 << wall.len()];
    scores[0] = (0, 0);
    for bits in 0..scores.len() - 1 {
        let (minimum, maximum) = scores[bits];
        let covering = Covering::from_bits(bits as u128);
        for cell in wall.cells().filter(|&cell| !covering.contains(cell)) {
            let points = scorer.points(covering, cell) as u16;
            let next = &mut scores[bits | 1 << cell.index()];
            *next = (next.0.min(minimum + points), next.1.max(maximum + points));
        }
    }
    scores
}

#[test]
fn all_orders_of_small_walls_confirm_the_formulas_for_the_last_cell() {
    let sizes = [
        (1, 2),
        (1, 9),
        (2, 2),
        (2, 7),
        (3, 3),
        (3, 5),
        (4, 4),
        (3, 6),
    ];
    for (rows, columns) in sizes {
        let wall = wall_of(rows, columns);
        let (scores, scorer) = (extremes_by_covering(wall), Scorer::new(wall));
        for last in wall.cells() {
            let before = (scores.len() - 1) ^ 1 << last.index();
            let covering = Covering::from_bits(before as u128);
            let points = u64::from(scorer.points(covering, last));
            let (minimum, maximum) = (u64::from(scores[before].0), u64::from(scores[before].1));
            let extremes = (minimum_ending_in(wall, last), maximum_ending_in(wall, last));
            assert_eq!(
                (minimum + points, maximum + points),
                extremes,
                "{wall} {last}"
            );
        }
    }
}

/// The maximum after each number of tiles, over all coverings of as many tiles.
#[test]
fn all_orders_of_small_walls_confirm_the_maximum_of_every_horizon() {
    let sizes = [
        (1, 7),
        (2, 2),
        (2, 6),
        (3, 3),
        (5, 3),
        (4, 4),
        (3, 6),
        (4, 5),
        (5, 5),
    ];
    let bonuses = [Bonus::default(), bonus(2, 7, 0), bonus(30, 1, 0), GAME];
    for (rows, columns) in sizes {
        let wall = wall_of(rows, columns);
        let scores = extremes_by_covering(wall);
        for bonus in bonuses {
            if rows * columns == 25 && bonus != Bonus::default() {
                continue; // for the time it takes
            }
            let lines = wall.bonus_lines(bonus).into_iter();
            let lines = lines.map(|(cells, points)| (cells.into_iter().collect(), points));
            let lines: Vec<(Covering, u32)> = lines.collect();
            let mut maxima = vec![0; wall.len() + 1];
            for (bits, score) in scores.iter().enumerate() {
                let covering = Covering::from_bits(bits as u128);
                let complete = lines.iter().filter(|(line, _)| covering.includes(*line));
                let bonus: u32 = complete.map(|(_, points)| points).sum();
                let maximum = &mut maxima[covering.len()];
                *maximum = u64::from(u32::from(score.1) + bonus).max(*maximum);
            }
            for (tiles, maximum) in maxima.into_iter().enumerate() {
                let bound = maximum_after(wall, tiles, bonus).expect("small");
                // Colours leave a gap.
                let is_valid = bound == maximum || bonus.colour > 0 && bound > maximum;
                assert!(is_valid, "{wall} {bonus:?} {tiles}: {bound}, {maximum}");
            }
        }
    }
}

fn after(rows: u64, columns: u64, turns: u64, bonus: Bonus) -> Instance {
    let instance = Instance::builder(rows, columns, Sense::Maximize);
    built(instance.turns(turns).bonus(bonus))
}

/// The search for the best shape and its order agree for every horizon: so both are right.
#[test]
fn the_order_of_the_best_shape_has_its_score() {
    for (rows, columns) in [(1, 9), (6, 6), (4, 9), (9, 5), (8, 8)] {
        let wall = wall_of(rows, columns);
        for (turns, bonus) in iproduct!(1..rows * columns, [Bonus::default(), bonus(2, 7, 0)]) {
            let shape = best_shape(wall, turns as usize, bonus).expect("small");
            assert_constructed(&after(rows, columns, turns, bonus), shape.score);
            let maximum = maximum_after(wall, turns as usize, bonus);
            assert_eq!(maximum, Some(shape.score), "{wall} {turns}");
            assert_eq!(shape.rows.iter().sum::<usize>() as u64, turns);
        }
    }
}

/// With the bonus of the game, too: there the bound leaves no room for complete colours.
#[test]
fn half_of_a_wall_is_proven_without_a_search() {
    for (n, bonus, score) in [
        (6, Bonus::default(), 93),
        (6, GAME, 114),
        (7, GAME, 158),
        (8, GAME, 244),
    ] {
        let verdict = answer(&after(n, n, n * n / 2, bonus), Method::Frontier);
        let verdict = verdict.outcome.verdict;
        assert_eq!(verdict.score(), Some(score), "{n}");
        let shapes = Proof::Bound(Reason::Shapes);
        assert_eq!(verdict.proof(), Some(&shapes), "{n}");
    }
    // Ten full rows: 10·210 + 20·55 − 20.
    let maximum = maximum_after(wall_of(20, 20), 200, Bonus::default());
    assert_eq!(maximum, Some(3180));
}

#[cfg(feature = "highs")]
#[test]
fn a_wall_of_20_by_20_with_any_cell_last_is_proven_by_the_closed_bound() {
    let senses = [Sense::Minimize, Sense::Maximize];
    for (sense, cell) in iproduct!(senses, [1, 9, 28, 211, 400]) {
        let instance = ending_in(wall_of(20, 20), sense, Cell::from_number(cell));
        let verdict = answer(&instance, Method::Auto).outcome.verdict;
        let Some(Proof::Bound(Reason::Closed(certificate))) = verdict.proof() else {
            panic!("{sense:?} {cell}: {:?}", verdict.proof());
        };
        assert_eq!(certificate.last(), Some(cell));
    }
}

#[test]
fn the_longest_walls_do_not_overflow() {
    let wall = Wall::new(1, 1 << 20).expect("allowed");
    assert_eq!(maximum(wall), (1 << 20) * ((1 << 20) + 3) / 2 - (1 << 20));
    assert!(minimum(wall) < maximum(wall));
}

/// The method that uses a bound reports it as the proof.
#[test]
fn a_closed_bound_has_its_certificate() {
    let instance = plain(12, 9, Sense::Minimize);
    let verdict = answer(&instance, Method::Frontier).outcome.verdict;
    let certificate = certified_minimum(instance.wall(), None);
    let closed = Proof::Bound(Reason::Closed(certificate));
    assert_eq!(verdict.proof(), Some(&closed));
}
