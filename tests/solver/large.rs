//! Large walls: bounds under constraints, orders that meet them, and rows that are separated.

use crate::common::{instance, parse, plain};
use azulejo::bounds::line_bound;
use azulejo::control::Control;
use azulejo::formulation::{Family, Formulation, OrderingFormulation, Row};
use azulejo::instance::{Instance, Sense};
use azulejo::milp::{self, MilpOptions};
use azulejo::order::Incumbent;
use azulejo::outcome::Verdict;
use azulejo::problem::Problem;
use azulejo::solve::{Method, Settings, solve};
use azulejo::wall::Cell;
use itertools::Itertools;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::Duration;

#[test]
fn the_large_instances_are_proven_in_seconds() {
    let expected = [
        // Each of the two lines through the cell is parted in 9 and 10 cells, and a single is won.
        ("20x20-centre-last-max", 8380 - (2 * 9 * 10 + 1)),
        ("20x20-chain-max", 8380),
        ("20x20-corner-first-max", 8380),
        ("30x30-max", 27870), // 30³ + 30² − 30
        // 30·Λ(30) twice, less 30² − 15², with Λ(30) = 31·5 − 2⁵ + 1
        ("30x30-min", 2 * 30 * (31 * 5 - 32 + 1) - 900 + 225),
    ];
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("instances/large");
    let files = std::fs::read_dir(&folder).expect("it is there").count();
    assert_eq!(files, expected.len(), "every file is expected here");
    for (name, score) in expected {
        let text = std::fs::read_to_string(folder.join(name).with_extension("json"));
        let instance = Instance::from_json(&text.expect("readable")).expect("valid");
        let settings = Settings::default().within(Some(Duration::from_secs(60)));
        let answer = solve(&instance, Method::Ordering, &settings).expect("it fits");
        let Verdict::Optimal { solution, .. } = answer.outcome.verdict else {
            panic!("{name}: {:?}", answer.outcome.verdict.status());
        };
        assert_eq!(solution.score, score, "{name}");
    }
}

/// The bound and the order come from who is first among neighbours (docs/proofs.md, section 16): no construction has the order.
#[test]
fn a_wall_of_12_by_12_whose_last_six_cells_are_given_is_proven() {
    let instance = parse(
        r#"{"wall": {"rows": 12, "columns": 12}, "sense": "maximize", "constraints": [
            {"type": "last", "cells": [[2, 4], [3, 10], [5, 2], [8, 3], [9, 4], [10, 12]]}]}"#,
    );
    let settings = Settings::default().within(Some(Duration::from_secs(60)));
    let answer = solve(&instance, Method::Auto, &settings).expect("it fits");
    let Verdict::Optimal { solution, .. } = answer.outcome.verdict else {
        panic!("{:?}", answer.outcome.verdict.status());
    };
    assert_eq!(solution.score, 1640);
}

fn last(n: usize, cell: usize) -> Instance {
    parse(&format!(
        r#"{{"wall": {{"rows": {n}, "columns": {n}}}, "sense": "maximize",
            "constraints": [{{"type": "place-at", "cell": {cell}, "turn": {}}}]}}"#,
        n * n
    ))
}

/// The loss of the maximum when this cell comes last.
fn lost(n: usize, cell: usize) -> usize {
    let (above, left) = ((cell - 1) / n, (cell - 1) % n);
    match above * (n - 1 - above) + left * (n - 1 - left) {
        0 => 0,
        parted => parted + 1,
    }
}

#[test]
fn the_line_bound_is_exact_whichever_cell_comes_last() {
    for (n, cell) in (2..=5).flat_map(|n| (1..=n * n).map(move |cell| (n, cell))) {
        let instance = last(n, cell);
        let truth = solve(&instance, Method::Frontier, &Settings::default()).expect("it fits");
        let expected = n * n * n + n * n - n - lost(n, cell);
        let name = format!("cell {cell} of {n}×{n}");
        assert_eq!(
            truth.outcome.verdict.score(),
            Some(expected as u32),
            "{name}"
        );
        assert_eq!(
            line_bound(&Problem::from(&instance)) as usize,
            expected,
            "{name}"
        );
    }
}

#[test]
fn an_order_meets_the_bound_whichever_cell_of_12x12_comes_last() {
    let n = 12;
    for cell in 1..=n * n {
        let answer = solve(&last(n, cell), Method::Ordering, &Settings::default());
        let verdict = answer.expect("it fits").outcome.verdict;
        let expected = n * n * n + n * n - n - lost(n, cell);
        assert!(
            matches!(verdict, Verdict::Optimal { .. }),
            "cell {cell}: {verdict:?}"
        );
        assert_eq!(verdict.score(), Some(expected as u32), "cell {cell}");
    }
}

#[test]
fn the_line_bound_holds_under_every_kind_of_constraint() {
    for (path, instance) in crate::common::instances() {
        let Ok(answer) = solve(&instance, Method::Graph, &Settings::default()) else {
            continue;
        };
        let Some(optimum) = answer.outcome.verdict.score() else {
            continue;
        };
        let bound = line_bound(&Problem::from(&instance));
        assert!(
            !instance.sense().better(optimum, bound),
            "{}: {bound}, {optimum}",
            path.display()
        );
    }
}

/// Values that are no order's, the same each time.
fn scattered(columns: usize) -> Vec<f64> {
    let mut state = 7_u64;
    let next = || {
        state = state
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (state >> 33) as f64 / (1_u64 << 31) as f64
    };
    std::iter::repeat_with(next).take(columns).collect()
}

#[test]
fn separation_finds_all_that_is_violated() {
    for (rows, columns) in [(4, 4), (3, 6)] {
        let problem = Problem::from(&plain(rows, columns, Sense::Maximize));
        let whole = OrderingFormulation::new(&problem).expect("small");
        for without in [BTreeSet::new(), [Family::RectangleCuts].into()] {
            let generating = OrderingFormulation::generating(&problem, &without).expect("small");
            let values = scattered(generating.program().columns().len());
            let broken = |row: &&Row| {
                let terms = row.expression.terms();
                let left: f64 = terms
                    .map(|(column, factor)| factor as f64 * values[column.index()])
                    .sum();
                left > row.right as f64 + 1e-4
            };
            let numbers = if without.is_empty() {
                vec!["O-1", "O-2"]
            } else {
                vec!["O-1"]
            };
            let left_out = whole.program().rows().iter();
            let left_out = left_out.filter(|row| numbers.contains(&row.equation.number));
            let expected: BTreeSet<&String> =
                left_out.filter(broken).map(|row| &row.name).collect();
            let found = generating.separate(&values);
            let names: BTreeSet<&String> = found.iter().map(|row| &row.name).collect();
            assert!(expected.len() > 5, "only {} are violated", expected.len());
            assert_eq!(names, expected, "{rows}×{columns}");
            assert!(whole.separate(&values).is_empty(), "nothing was left out");
        }
    }
}

#[test]
fn separation_finds_what_phases_say_of_two_cells() {
    let instance = Instance::builder(3, 4, Sense::Maximize)
        .window(Cell::from_number(2), 2..=9)
        .window(Cell::from_number(7), 3..=6)
        .last([Cell::from_number(12)]);
    let problem = Problem::from(&instance.build().expect("valid"));
    let without = BTreeSet::new();
    let whole = OrderingFormulation::new(&problem).expect("small");
    let generating = OrderingFormulation::generating(&problem, &without).expect("small");
    let values = scattered(generating.program().columns().len());
    // The columns of both are the same, so that the rows of one can be asked about the values of the other.
    assert_eq!(
        whole.program().columns().len(),
        generating.program().columns().len()
    );
    let violation = |row: &Row| {
        let terms = row.expression.terms();
        let left: f64 = terms
            .map(|(column, factor)| factor as f64 * values[column.index()])
            .sum();
        row.right as f64 - left
    };
    let of = |number: &'static str| move |row: &&Row| row.equation.number == number;
    // A row is c8_phase(first,then,phase): for each two cells, the one that is violated most.
    let cells = |row: &Row| {
        row.name
            .rsplit_once(',')
            .expect("three numbers")
            .0
            .to_owned()
    };
    let mut worst: BTreeMap<String, &Row> = BTreeMap::new();
    for row in whole.program().rows().iter().filter(of("O-8")) {
        let known = worst.entry(cells(row)).or_insert(row);
        if violation(row) > violation(known) {
            *known = row;
        }
    }
    let expected: BTreeSet<&String> = worst
        .values()
        .filter(|row| violation(row) > 1e-4)
        .map(|row| &row.name)
        .collect();
    assert!(
        !generating
            .program()
            .rows()
            .iter()
            .any(|row| of("O-8")(&row))
    );
    let found = generating.separate(&values);
    let across = found.iter().map(|cut| &cut.row).filter(of("O-8"));
    let names: BTreeSet<&String> = across.map(|row| &row.name).collect();
    assert!(expected.len() > 5, "only {} are violated", expected.len());
    assert_eq!(names, expected);
}

/// Each turn is a phase of its own, so that most rows are those of (8).
fn with_rounds(rows: u64, columns: u64) -> Instance {
    let instance = Instance::builder(rows, columns, Sense::Minimize).rounds();
    instance.build().expect("valid")
}

#[test]
fn generated_rows_lead_to_the_same_optimum() {
    let instances = [
        plain(3, 3, Sense::Minimize),
        plain(4, 4, Sense::Minimize),
        plain(3, 5, Sense::Maximize),
        plain(5, 5, Sense::Maximize),
        instance("case-study/3x3-centre-last.json"),
        instance("constraints/before.json"),
        instance("constraints/horizon-min.json"),
        instance("constraints/window.json"),
        instance("constraints/all-kinds.json"),
        with_rounds(3, 3),
        with_rounds(4, 4),
    ];
    let without = [Family::BlockCuts].into(); // which leave nothing to separate
    let mut rounds = Vec::new();
    for instance in &instances {
        let problem = Problem::from(instance);
        let forms = [
            OrderingFormulation::without(&problem, &without),
            OrderingFormulation::generating(&problem, &without),
        ];
        let outcomes = forms.map(|form| {
            let form = form.expect("small");
            milp::solve(
                &form,
                &problem,
                &Incumbent::new(problem.sense(), None),
                &MilpOptions::default(),
                &Control::default(),
            )
            .expect("HiGHS runs")
        });
        let verdicts = outcomes.each_ref().map(|outcome| {
            assert!(
                matches!(outcome.verdict, Verdict::Optimal { .. }),
                "{:?}",
                outcome.verdict
            );
            outcome.verdict.score()
        });
        assert!(verdicts.iter().all_equal(), "{verdicts:?}");
        let [whole, generated] = outcomes.map(|outcome| outcome.stats);
        assert!(generated.rows < whole.rows);
        assert_eq!((whole.separated_rows, whole.root_rounds), (None, None));
        rounds.push((generated.separated_rows, generated.root_rounds));
    }
    let some =
        |&(rows, rounds): &(Option<usize>, Option<usize>)| rows > Some(0) && rounds > Some(1);
    assert!(rounds.iter().any(some), "{rounds:?}");
}

#[test]
fn where_rows_are_generated_a_time_limit_ends_it() {
    // Nothing proves this one quickly.
    let settings = Settings::default().within(Some(Duration::from_secs(1)));
    let short = Instance::builder(20, 20, Sense::Minimize).turns(300);
    let answer = solve(&short.build().expect("valid"), Method::Ordering, &settings);
    let outcome = answer.expect("it fits").outcome;
    assert!(
        matches!(outcome.verdict, Verdict::Feasible { .. }),
        "{:?}",
        outcome.verdict
    );
    assert!(outcome.stats.seconds < 20.0, "{}", outcome.stats.seconds);
}
