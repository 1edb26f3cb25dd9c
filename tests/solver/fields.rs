//! Instances with fields: factors of cells, holes, sets with a bonus, and colours.

use crate::common::{GAME, bonus, built, cells};
use crate::kit::{answer, assert_scores, proven, verdict};
use crate::random_rows::{Chance, instance};
use crate::rows::all_agree;
use azulejo::bounds::{block_bound, by_lines_and_blocks, line_bound};
use azulejo::certificate::{Certificate, NoCertificate};
use azulejo::control::Control;
use azulejo::count::Counter;
use azulejo::frontier::FrontierError;
use azulejo::heuristics;
use azulejo::instance::{Builder, ColoursSpec, Instance, Sense};
use azulejo::order::{LineAccounts, Order, Replay, verify};
use azulejo::problem::{Feature, Features, Problem};
use azulejo::solve::{
    ListedOrders, Method, OrdersAnswer, OrdersQuestion, Settings, conflict, layers, solve,
};
use itertools::Itertools;
use serde_json::{Value, json};

/// Each tile has the colour that its player gives it.
fn free_colours(builder: Builder) -> Builder {
    builder.colours(ColoursSpec::Word("free".into()))
}

/// A random instance with rows, or without, and with fields.
fn with_fields(chance: &mut Chance) -> Option<Instance> {
    let base = instance(chance)?;
    let mut json = serde_json::to_value(&base).expect("it can be written");
    let fields = json.as_object_mut().expect("an object");
    if chance.below(3) > 0 {
        fields.remove("constraints");
    }
    let cells = base.wall().len();
    let holes = (1..=cells).filter(|_| chance.below(6) == 0).collect_vec();
    let is_hole = |cell: &usize| holes.contains(cell);
    if base.initial().iter().any(|cell| is_hole(&cell.number())) {
        return None;
    }
    if !holes.is_empty() && chance.below(2) == 0 {
        fields.remove("turns");
    }
    if chance.below(3) == 0 {
        let turns = fields.get("turns").and_then(Value::as_u64);
        let turns = turns.map_or(base.empty_len(), |turns| turns as usize);
        let empty = base.empty_len().saturating_sub(holes.len());
        let turns = turns.min(4).min(empty);
        fields.insert("turns".into(), json!(turns));
        fields.insert("tiles".into(), json!(chance.below(turns + 1)));
    }
    let factor_cells = (1..=cells).filter(|cell| !is_hole(cell) && chance.below(3) == 0);
    let factor_cells = factor_cells.collect_vec();
    fields.insert("holes".into(), json!(holes));
    let mut bonus = json!({"row": chance.below(3), "column": chance.below(3)});
    if chance.below(2) == 0 {
        let set = (1..=cells).filter(|cell| !is_hole(cell) && chance.below(2) == 0);
        bonus["sets"] = json!([{"cells": set.collect_vec(), "points": 1 + chance.below(9)}]);
    }
    if base.wall().colours() > 0 {
        bonus["colour"] = json!(1 + chance.below(9));
        bonus["colours"] = match chance.below(3) {
            0 => json!("cyclic"),
            1 => json!("free"),
            _ => json!(["ab", "ba"]),
        };
    }
    fields.insert("bonus".into(), bonus);
    let (first, second) = factor_cells.split_at(chance.below(factor_cells.len() + 1));
    let factors = [first, second]
        .into_iter()
        .filter(|cells| !cells.is_empty());
    let factors = factors.map(|cells| json!({"cells": cells, "factor": chance.of(&[0, 2, 3, 7])}));
    fields.insert("factors".into(), factors.collect::<Value>());
    Instance::from_json(&json.to_string()).ok()
}

fn has_fields(instance: &Instance) -> bool {
    let features = Problem::from(instance).features();
    features.meets(Features::FIELDS)
}

fn check_random_instances(instances: usize, seed: u64) {
    let mut chance = Chance::new(seed);
    let sample = std::iter::repeat_with(|| with_fields(&mut chance).filter(has_fields)).flatten();
    let sample = sample.take(instances).collect_vec();
    let (answers, possible) = all_agree(&sample);
    assert!(possible * 2 > instances, "{possible} have orders");
    assert!(answers >= 2 * instances, "{answers} answers");
}

#[test]
fn all_methods_agree_with_all_orders_where_fields_are_stated() {
    check_random_instances(12, 1);
}

#[test]
#[ignore = "minutes: `cargo maintain rows` runs it"]
fn all_methods_agree_with_all_orders_of_2000_instances_with_fields() {
    check_random_instances(2_000, 2);
}

/// Cells 2, 9, 15, 16 and 23 of 5×5 count twice.
fn doubled(sense: Sense) -> Instance {
    built(Instance::builder(5, 5, sense).factor([2, 9, 15, 16, 23], 2))
}

/// The centre of 5×5 is a hole, with a bonus for rows and columns.
fn without_centre(sense: Sense) -> Instance {
    let builder = Instance::builder(5, 5, sense).holes([(3, 3)]);
    built(builder.bonus(bonus(2, 7, 0)))
}

#[test]
fn five_cells_of_5x5_that_count_twice_and_a_wall_of_5x5_without_its_centre() {
    for (instance, turns, score) in [
        (doubled(Sense::Maximize), 25, 187),
        (doubled(Sense::Minimize), 25, 96),
        (without_centre(Sense::Maximize), 24, 171),
        (without_centre(Sense::Minimize), 24, 125),
    ] {
        assert_eq!(instance.horizon(), turns);
        let answer = answer(&instance, Method::Auto);
        assert_eq!(answer.method, Method::Dense);
        let verdict = answer.outcome.verdict;
        let result = (verdict.status(), verdict.score());
        assert_eq!(result, ("optimal", Some(score)));
    }
}

/// A factor of 1 is none, and a factor of 0 leaves a tile without points.
#[test]
fn a_factor_multiplies_all_points_of_its_cell_alone() {
    let [plain, factor_one] = [None, Some(1)].map(|factor| {
        let builder = Instance::builder(2, 2, Sense::Maximize);
        built(factor.map_or(builder.clone(), |factor| builder.factor([1, 2], factor)))
    });
    assert_eq!(plain, factor_one);
    assert!(Problem::from(&factor_one).features().is_empty());
    let order = cells(&[1, 4, 2, 3]);
    for (cell, points) in [(1, [30, 1, 4, 4]), (4, [1, 30, 4, 4]), (2, [1, 1, 120, 4])] {
        let instance = built(Instance::builder(2, 2, Sense::Maximize).factor([cell], 30));
        let report = verify(&instance, &order);
        assert_eq!(report.points, points);
        let kinds = report.kinds.iter().map(|kinds| kinds.total());
        assert_eq!(kinds.collect_vec(), points);
        let own = Order::from(order.clone()).score(&Problem::from(&instance));
        assert_eq!(own, report.score);
    }
    let nothing = Instance::builder(2, 2, Sense::Maximize).factor([1, 2, 3, 4], 0);
    assert_eq!(verify(&built(nothing), &order).score, 0);
}

/// Points that are too far from each other for two bytes are refused, and another method takes the instance.
#[test]
fn points_that_dense_layers_cannot_hold_are_refused() {
    let builder = Instance::builder(1, 128, Sense::Maximize).initial(26..=128u64);
    let instance = built(builder.factor([25], 100));
    let error = solve(&instance, Method::Dense, &Settings::default()).expect_err("too far");
    let message = error.to_string();
    assert!(message.contains("between the best"), "{message}");
    assert!(error.is_unfit());
}

/// Runs end at a hole; lines are complete without it, and a line of holes alone earns nothing.
#[test]
fn runs_end_at_holes_and_lines_are_complete_without_them() {
    let builder = Instance::builder(2, 3, Sense::Maximize).bonus(bonus(10, 100, 0));
    let instance = built(builder.holes([2, 5]));
    let problem = Problem::from(&instance);
    let order = cells(&[1, 3, 4, 6]);
    let report = verify(&instance, &order);
    let result = (report.points, report.violations);
    assert_eq!(result, (vec![1, 1, 2, 2], vec![]));
    // Two rows, and the two columns that have cells.
    assert_eq!(report.bonus, 220);
    assert_eq!(Order::from(order).score(&problem), report.score);
    assert_eq!(problem.free_len(), 4);
    let into = cells(&[1, 3, 4, 5]);
    let report = verify(&instance, &into);
    assert_eq!(report.violations[0].to_string(), "turn 4: cell 5 is a hole");
    assert!(Replay::new(&instance, &into).is_err());
    assert!(!problem.admits(&into));
}

/// Each tile has the colour that its player gives it; the tiles of 5×5, with the bonus of the game.
#[test]
fn free_colours_of_5x5_earn_more_than_those_of_the_wall() {
    for (tiles, free, fixed) in [
        (16, 103, 99),
        (17, 114, 113),
        (19, 139, 136),
        (21, 166, 163),
    ] {
        let plain = Instance::builder(5, 5, Sense::Maximize).turns(tiles);
        let plain = plain.bonus(GAME);
        for (builder, score) in [(free_colours(plain.clone()), free), (plain, fixed)] {
            let best_score = proven(&built(builder), Method::Auto);
            assert_eq!(best_score, Some(score), "{tiles}");
        }
    }
}

/// The condition on sets of rows and columns says as much as the referee's flow, for any covering.
#[test]
fn two_ways_to_count_free_colours_agree() {
    let mut chance = Chance::new(5);
    let mut complete = [0; 9];
    for _ in 0..1_500 {
        let side = 1 + chance.below(8);
        let density = 1 + chance.below(8);
        let numbers = (1..=side * side).filter(|_| chance.below(8) < density);
        let order = cells(&numbers.collect_vec());
        let builder = Instance::builder(side as u64, side as u64, Sense::Maximize);
        let builder = builder.turns(order.len() as u64).bonus(bonus(0, 0, 1));
        let instance = built(free_colours(builder));
        let own = Problem::from(&instance).colour_bonus(|cell| order.contains(&cell));
        assert_eq!(own, verify(&instance, &order).bonus, "{side} {order:?}");
        complete[own as usize] += 1;
    }
    assert!(complete.iter().all(|&count| count > 5), "{complete:?}");
}

/// A Latin square in the place of the cyclic one, and further sets.
#[test]
fn a_latin_square_and_sets_earn_what_is_complete() {
    let square = ["abcd", "badc", "cdab", "dcba"].map(String::from).to_vec();
    let builder = Instance::builder(4, 4, Sense::Maximize).turns(6);
    let builder = builder.bonus(bonus(0, 0, 7)).bonus_set([1, 4], 100);
    let instance = built(builder.colours(ColoursSpec::Rows(square)));
    // Colour a is cells 1, 6, 11 and 16; the set is cells 1 and 4.
    let order = cells(&[1, 6, 11, 16, 4, 2]);
    assert_eq!(verify(&instance, &order).bonus, 107);
    let features = Problem::from(&instance).features();
    assert!(features.has(Feature::BonusSets) && !features.has(Feature::FreeColours));
}

/// Free colours on 3×3 by programs, dense layers and the state graph: maximum and minimum, with tiles at first.
#[test]
fn free_colours_are_counted_by_each_program() {
    let mut chance = Chance::new(8);
    let settings = Settings::default();
    let mut complete = [0; 4];
    for _ in 0..24 {
        let initial = (1..=9).filter(|_| chance.below(4) == 0);
        let initial: Vec<u64> = initial.collect();
        let empty = 9 - initial.len() as u64;
        let turns = 1 + chance.below(empty as usize) as u64;
        let [row, column, colour] = [3, 3, 9].map(|end| chance.below(end) as u32);
        for sense in [Sense::Maximize, Sense::Minimize] {
            let builder = Instance::builder(3, 3, sense).initial(initial.clone());
            let builder = builder.turns(turns).bonus(bonus(row, column, 1 + colour));
            let instance = built(free_colours(builder));
            let problem = Problem::from(&instance);
            let mut methods = vec![Method::Graph, Method::Dense];
            if settings.milp.solver.is_built_in() {
                methods.push(Method::Ordering);
                let is_small = turns < 3;
                methods.extend(is_small.then_some(Method::Disaggregated));
            }
            let scores = methods.iter().map(|&method| {
                let verdict = verdict(&instance, method);
                assert_eq!(verdict.status(), "optimal", "{method}: {instance:?}");
                let solution = verdict.solution().expect("there are orders");
                assert_scores(&instance, &solution.order, solution.score);
                let is_filled =
                    |cell| problem.initial().contains(cell) || solution.order.contains(&Some(cell));
                let points = problem.colour_bonus(is_filled);
                complete[(points / (1 + colour)) as usize] += 1;
                solution.score
            });
            let scores = scores.collect_vec();
            let equal = scores.iter().all_equal();
            assert!(equal, "{methods:?} {scores:?}: {instance:?}");
        }
    }
    assert!(complete.iter().all(|&answers| answers > 0), "{complete:?}");
}

/// Each method refuses unsupported rows and fields, and names a method that takes them.
#[test]
fn methods_without_a_feature_name_an_alternative() {
    let wall = |size| Instance::builder(size, size, Sense::Minimize);
    let row = "turn(9) - turn(5) <= 3";
    let rows = "rows about more than one turn";
    let all = [Method::Frontier, Method::Backward, Method::Dense];
    for (builder, methods, feature, other) in [
        (wall(3).tiles(4), &all[..2], "turns that may pass", "dense"),
        (
            wall(5).factor([2], 2),
            &all[..2],
            "factors of cells",
            "dense",
        ),
        // The state graph is for few cells.
        (wall(3).subject_to(row), &all, rows, "graph"),
        (wall(5).subject_to(row), &all, rows, "ordering"),
    ] {
        let instance = built(builder);
        for method in methods {
            let error = solve(&instance, *method, &Settings::default()).expect_err(feature);
            let message = format!("{method} does not take {feature}: use {other}");
            assert_eq!((error.to_string(), error.is_unfit()), (message, true));
        }
    }
}

/// Each counter, bound and construction that does not know a field says so, or knows nothing.
#[test]
fn counters_and_bounds_without_a_field_refuse_it() {
    let (instance, settings) = (doubled(Sense::Minimize), Settings::default());
    let (problem, control) = (Problem::from(&instance), Control::default());
    for counter in [Counter::Frontier, Counter::Backward, Counter::LastMerge] {
        let error = counter.count(&problem, &settings).expect_err("it does not");
        assert!(error.is_unfit(), "{error}");
    }
    let result = layers(&problem, &settings);
    let feature = Feature::Factors;
    assert!(
        matches!(result, Err(FrontierError::UnsupportedFeature { feature: untaken }) if untaken == feature)
    );
    let bound = by_lines_and_blocks(&problem, &control).expect("nobody stops it");
    assert_eq!(bound.score, problem.trivial_bound());
    assert_eq!(line_bound(&problem), problem.trivial_bound());
    assert_eq!(block_bound(&problem), None);
    assert_eq!(heuristics::constructed(&problem, &control), None);
    assert_eq!(heuristics::greedy::solution(&problem, &control), None);
    assert_eq!(heuristics::beam::search(&problem, 10, &control), None);
    let cells = instance.wall().cells().collect_vec().into();
    let certificate = Certificate::optimal(&instance, &cells, &control);
    assert!(
        matches!(certificate, Err(NoCertificate::UnsupportedFeature(untaken)) if untaken == feature)
    );
    // Of lines, only the points of the order are reported.
    let lines = LineAccounts::new(&instance, &cells);
    assert_eq!(lines.score(), cells.score(&problem));
    let mut accounts = lines.lines.iter();
    assert!(accounts.all(|line| line.best.is_none() && line.cuts.is_empty()));
    let refusal = |instance: &Instance, question| {
        let answer = OrdersAnswer::find(instance, question, &settings, |_| ());
        answer.expect_err("too large").to_string()
    };
    let sample = OrdersQuestion::Sample { count: 1, seed: 0 };
    for (question, subject) in [
        (OrdersQuestion::List(1), "the list of the first orders"),
        (sample, "the sample of orders"),
        (OrdersQuestion::FirstTiles(1), "the list of first tiles"),
    ] {
        let message =
            format!("{subject} does not take factors of cells: use orders --list N --within 0");
        assert_eq!(refusal(&instance, question), message);
    }
    let rows = Instance::builder(5, 5, Sense::Minimize).subject_to("turn(9) - turn(5) <= 3");
    let message = "the state graph takes at most 16 empty cells; this wall has 25";
    assert_eq!(refusal(&built(rows), OrdersQuestion::List(1)), message);
}

#[test]
fn orders_are_listed_and_clashes_are_found_where_cells_have_factors() {
    let builder = Instance::builder(3, 3, Sense::Maximize).factor([5], 3);
    let instance = built(builder.clone());
    let settings = Settings::default();
    let answer = OrdersAnswer::find(&instance, OrdersQuestion::List(5), &settings, |_| ());
    let OrdersAnswer::Found(list) = answer.expect("it is small") else {
        panic!("there are orders");
    };
    let ListedOrders::Orders { orders, .. } = list.listed else {
        panic!("orders are asked for");
    };
    assert_eq!(orders.len(), 5);
    for order in orders {
        assert_scores(&instance, &order, list.score);
    }
    let clash = built(builder.place_at(5, 1).before(1, 5));
    let conflict = conflict::find(&clash, &settings).expect("it is small");
    assert_eq!(conflict.expect("they clash").constraints, [0, 1]);
}

#[test]
fn a_factor_is_said_beside_the_runs_of_its_cell() {
    let instance = built(Instance::builder(2, 2, Sense::Maximize).factor([2], 2));
    let order = cells(&[1, 4, 2, 3]);
    let replay = Replay::new(&instance, &order).expect("it can be played");
    assert_eq!(
        replay.sentence(&replay.steps()[2]),
        "Turn 3: cell 2 (row 1, column 2) earns 8: a run of 2 in its row and a run of 2 in its column, times 2."
    );
}

/// Symmetries keep factors and holes: a corner that is one leaves the mirror image through it.
#[test]
fn symmetries_map_factors_and_holes_onto_themselves() {
    for (cell, symmetries) in [(5, 8), (1, 2), (2, 2)] {
        let plain = Instance::builder(3, 3, Sense::Maximize);
        for builder in [plain.clone().factor([cell], 2), plain.holes([cell])] {
            let problem = Problem::from(&built(builder));
            assert_eq!(problem.symmetries().len(), symmetries);
        }
    }
}
