//! The programs without a solver: every order that satisfies the constraints, read as
//! facts, satisfies every row, and the objective is its score.

use crate::common::{built, cells, instances, plain, random_instance};
use azulejo::bounds::line_cuts;
use azulejo::control::Control;
use azulejo::formulation::{
    Fact, Family, Formulation, Kind, OrderingFormulation, Program, Reading, Timetable,
};
use azulejo::instance::{Instance, Sense};
use azulejo::order::verify;
use azulejo::problem::{Moves, Problem};
use azulejo::wall::Cell;
use itertools::{Itertools, iproduct};
use proptest::prelude::*;
use std::collections::BTreeSet;

#[test]
fn names_are_unique_and_survive_lp_and_mps() {
    for (path, instance) in instances() {
        for (method, program) in programs(&Problem::from(&instance)) {
            let columns = program.columns().iter().map(|column| &column.name);
            let rows = program.rows().iter().map(|row| &row.name);
            let is_sign = |letter: char| letter.is_ascii_alphanumeric() || "_(),".contains(letter);
            for name in columns.clone().chain(rows.clone()) {
                assert!(
                    name.starts_with(|letter: char| letter.is_ascii_alphabetic()),
                    "{name}"
                );
                assert!(name.chars().all(is_sign) && name.len() <= 255, "{name}");
            }
            let are_unique = columns.clone().all_unique() && rows.clone().all_unique();
            assert!(are_unique, "{method} of {}", path.display());
        }
    }
}

fn programs(problem: &Problem) -> Vec<(&'static str, Program)> {
    let small = problem.wall().len() <= 12;
    let ordering = [
        ("ordering, without ranks", OrderingFormulation::new(problem)),
        (
            "skeleton",
            OrderingFormulation::skeleton(problem, &Control::default()),
        ),
    ];
    let ordering = ordering
        .into_iter()
        .filter_map(|(name, formulation)| Some((name, formulation.ok()?.program().clone())));
    let kinds = Kind::ALL.into_iter();
    let kinds = kinds.filter(|kind| small || *kind == Kind::Ordering);
    let kinds = kinds.filter_map(|kind| {
        let formulation = kind.formulate(problem, &BTreeSet::new()).ok()?;
        Some((kind.name(), formulation.program().clone()))
    });
    ordering.chain(kinds).collect()
}

/// A random order that keeps to the constraints; none after a dead end or a violated row about several turns.
fn playout(problem: &Problem, choices: &[u16]) -> Option<Vec<Cell>> {
    let moves = Moves::new(problem)?;
    let mut covering = moves.initial();
    let mut order = Vec::new();
    for turn in problem.turns() {
        let legal: Vec<Cell> = moves.legal(covering, turn).cells().collect();
        let choice = usize::from(choices[turn.index()]);
        let cell = *legal.get(choice % legal.len().max(1))?;
        covering = covering.with(cell);
        order.push(cell);
    }
    problem.admits(&order).then_some(order)
}

fn check_order(
    instance: &Instance,
    problem: &Problem,
    order: &[Cell],
) -> Result<(), TestCaseError> {
    let report = verify(instance, order);
    prop_assert_eq!(&report.violations, &vec![]);
    let timetable = Timetable::new(problem, order);
    for (method, program) in programs(problem) {
        let values = program.assignment(&timetable);
        for row in program.rows() {
            let name = &row.name;
            prop_assert!(row.holds(&values), "{method} cuts off {order:?} by {name}");
        }
        if method != "skeleton" {
            let value = program.objective().value(&values);
            prop_assert_eq!(value, i64::from(report.score), "{}", method);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn no_order_of_a_random_instance_is_cut_off(
        instance in random_instance(12),
        choices in proptest::collection::vec(any::<u16>(), 12),
    ) {
        let problem = Problem::from(&instance);
        if let Some(order) = playout(&problem, &choices) {
            check_order(&instance, &problem, &order)?;
        }
    }

    #[test]
    fn a_problem_admits_the_orders_of_the_verifier(
        instance in random_instance(6),
        choices in proptest::collection::vec(any::<u16>(), 6),
    ) {
        // Any sequence of different cells, with or without violations.
        let problem = Problem::from(&instance);
        let mut pool: Vec<Cell> = instance.wall().cells().collect();
        let turns = choices.iter().take(instance.horizon());
        let order: Vec<Cell> = turns.map(|&choice| pool.remove(usize::from(choice) % pool.len())).collect();
        let is_admitted = problem.admits(&order);
        prop_assert_eq!(is_admitted, verify(&instance, &order).violations.is_empty());
        if is_admitted || !order.iter().all(|cell| problem.free().contains(cell)) {
            return Ok(());
        }
        for kind in [Kind::CaseStudy, Kind::Disaggregated] {
            let formulation = kind.formulate(&problem, &BTreeSet::new()).expect("small");
            let values = formulation.program().assignment(&Timetable::new(&problem, &order));
            let is_accepted = formulation.program().rows().iter().all(|row| row.holds(&values));
            prop_assert!(!is_accepted, "the case study's rows accept {:?}", order);
        }
    }

    #[test]
    fn the_order_of_a_solution_has_the_score_of_the_original(
        instance in random_instance(9),
        choices in proptest::collection::vec(any::<u16>(), 9),
    ) {
        let problem = Problem::from(&instance);
        let Some(order) = playout(&problem, &choices) else { return Ok(()) };
        let timetable = Timetable::new(&problem, &order);
        for kind in Kind::ALL {
            let formulation = kind.formulate(&problem, &BTreeSet::new()).expect("small");
            let values = formulation.program().assignment(&timetable);
            let Reading::Order(solution) = formulation.read(&values) else {
                return Err(TestCaseError::fail("a true order has no cycle"));
            };
            // The ordering formulation fixes the sequence along each line, and so the score, but not the order.
            prop_assert!(problem.admits(&solution));
            prop_assert_eq!(verify(&instance, &solution).score, verify(&instance, &order).score);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn no_order_of_an_instance_file_is_cut_off(choices in proptest::collection::vec(any::<u16>(), 36)) {
        for (_, instance) in instances() {
            let problem = Problem::from(&instance);
            if let Some(order) = playout(&problem, &choices) {
                check_order(&instance, &problem, &order)?;
            }
        }
    }
}

#[test]
fn no_order_of_the_smallest_walls_is_cut_off() {
    let walls = [(2, 2), (2, 3), (1, 6), (3, 2)];
    for ((rows, columns), sense) in iproduct!(walls, [Sense::Maximize, Sense::Minimize]) {
        let instance = plain(rows, columns, sense);
        let problem = Problem::from(&instance);
        for order in instance.wall().cells().permutations(problem.horizon()) {
            check_order(&instance, &problem, &order).expect("no order is cut off");
        }
    }
}

#[test]
fn line_cuts_are_the_hull_of_the_orders_of_a_line() {
    for length in 1..=6 {
        let walls = (0..length).map(|_| [false, true]).multi_cartesian_product();
        let senses = [Sense::Maximize, Sense::Minimize];
        for (initial, sense, whole) in iproduct!(walls, senses, [true, false]) {
            check_line(&initial, whole, sense);
        }
    }
}

/// Asserts that every order satisfies every cut, and that every cut is in lowest terms and tight for some order.
fn check_line(initial: &[bool], whole: bool, sense: Sense) {
    let free: Vec<usize> = (0..initial.len()).filter(|&cell| !initial[cell]).collect();
    let least = if whole { free.len() } else { 0 };
    let lengths = least..=free.len();
    let points_of_orders: BTreeSet<[i64; 3]> = lengths
        .flat_map(|filled| free.iter().copied().permutations(filled))
        .map(|order| line_sums(initial, &order))
        .collect();
    let cuts = line_cuts(initial, whole, sense);
    let line = format!("{initial:?} {whole} {sense:?}");
    assert!(!cuts.is_empty() || free.is_empty(), "{line}: no cuts");
    for cut in cuts {
        let (points, starts, filled) = (cut.points, cut.starts, cut.filled);
        let side = |[k, s, p]: &[i64; 3]| filled * k + starts * s + points * p;
        let tightest = points_of_orders.iter().map(side).min().expect("some order");
        let divides = |divisor: &i64| {
            [points, starts, filled]
                .iter()
                .all(|factor| factor % divisor == 0)
        };
        assert!(!(2..100).any(|divisor| divides(&divisor)), "{cut:?}");
        let is_right = match sense {
            Sense::Maximize => points <= 0,
            Sense::Minimize => points >= 0,
        };
        assert!(is_right, "{line}: a cut on the wrong side");
        assert_eq!(tightest, cut.right, "{line}: it cuts off or is not tight");
    }
}

/// Filled cells, starts and points of one order of a line.
pub(crate) fn line_sums(initial: &[bool], order: &[usize]) -> [i64; 3] {
    let mut line = initial.to_vec();
    let (mut starts, mut points) = (0, 0);
    for &cell in order {
        let left = (0..cell).rev().take_while(|&other| line[other]).count();
        let right = line[cell + 1..]
            .iter()
            .take_while(|is_filled| **is_filled)
            .count();
        match left + right {
            0 => starts += 1,
            neighbours => points += neighbours as i64 + 1,
        }
        line[cell] = true;
    }
    [order.len() as i64, starts, points]
}

/// Equation (15) has rows on the walls whose cycles satisfy (1) and (2), and on no other of these walls.
#[test]
fn walls_with_longer_cycles_have_rows_of_ranks() {
    let wall = |rows, columns| Instance::builder(rows, columns, Sense::Minimize);
    let rectangles = [Family::RectangleCuts];
    for (builder, without, expected) in [
        (wall(1, 6), &[][..], 0),
        (wall(2, 6), &[], 0),
        (wall(2, 2), &rectangles, 8),
        (wall(2, 2).turns(3), &rectangles, 0),
        (wall(3, 3), &[], 36),
        (wall(3, 3).turns(6), &[], 36),
        (wall(3, 3).turns(5), &[], 0),
        (wall(3, 3).initial([1, 2, 3]), &[], 0),
        (wall(3, 3).rounds(), &[], 0),
        // Only the cells of the first eight turns, without the centre.
        (wall(3, 3).place_at(5, 9), &[], 28),
        // Across lines: the precedence of 1 before 6 leaves one row of the pair.
        (wall(2, 3).before(1, 6), &[], 2 * 9 + 1),
        (wall(2, 3).before(1, 3), &[], 0),
    ] {
        let instance = built(builder);
        let without = without.iter().copied().collect();
        let complete =
            OrderingFormulation::complete(&Problem::from(&instance), &without, &Control::default())
                .expect("small");
        let rows = complete.program().rows().iter();
        let rows = rows.filter(|row| row.equation.number == "O-15").count();
        assert_eq!(rows, expected, "{instance:?} without {without:?}");
    }
}

/// A cycle of six cells in 3×3, with an order of each line and without a cycle in a rectangle.
#[test]
fn lines_and_rectangles_do_not_exclude_every_cycle() {
    let problem = Problem::from(&plain(3, 3, Sense::Minimize));
    let ordering = OrderingFormulation::new(&problem).expect("small");
    let program = ordering.program();
    let rows = [[3, 1, 2], [4, 5, 6], [8, 9, 7]];
    let columns = [[4, 7, 1], [8, 2, 5], [3, 6, 9]];
    let lines = [rows, columns].concat();
    let lines = lines.iter().map(|line| cells(line)).collect_vec();
    let precedes = |first: &Cell, then: &Cell| {
        let place = |line: &Vec<Cell>, cell: &Cell| line.iter().position(|other| other == cell);
        let places = lines
            .iter()
            .filter_map(|line| Some((place(line, first)?, place(line, then)?)));
        places.into_iter().any(|(first, then)| first < then)
    };
    let columns = program.columns().iter();
    let values: Vec<i64> = columns
        .map(|column| match &column.fact {
            Fact::Before { first, then } => i64::from(precedes(first, then)),
            _ => 0,
        })
        .collect();
    let rows = program.rows().iter();
    let short = rows.filter(|row| ["O-1", "O-2"].contains(&row.equation.number));
    assert!(short.clone().all(|row| row.holds(&values)));
    assert_eq!(short.count(), 12 + 18);
    let Reading::Cyclic { cuts, .. } = ordering.read(&values) else {
        panic!("no cycle");
    };
    let names: Vec<&str> = cuts.iter().map(|cut| &*cut.name).collect();
    assert_eq!(names, ["c11_cycle(1,2,5,6,9,7)"]);
}

/// Names and equations of the families; a program with all of them has rows of each equation.
/// `tests/solver/families.rs` drops each.
#[test]
fn each_family_has_a_name_and_equations_of_its_own() {
    let numbers = |family: &Family| {
        let equations = family.equations().iter();
        equations.map(|equation| equation.number).join(" ")
    };
    let table = Family::ALL
        .iter()
        .map(|family| (family.name(), numbers(family)));
    let expected = [
        ("rectangle-cuts", "O-2"),
        ("line-cuts", "O-6"),
        ("block-cuts", "O-13"),
        ("schedules", "O-14a O-14b O-14c"),
    ];
    assert!(table.eq(expected.map(|(name, numbers)| (name, numbers.to_owned()))));
    let last_round = built(Instance::builder(3, 3, Sense::Minimize).last_round());
    let ordering = OrderingFormulation::new(&Problem::from(&last_round)).expect("small");
    let rows = ordering.program().rows().iter();
    let numbers: BTreeSet<&str> = rows.map(|row| row.equation.number).collect();
    let mut equations = Family::ALL.iter().flat_map(|family| family.equations());
    assert!(equations.all(|equation| numbers.contains(equation.number)));
}
