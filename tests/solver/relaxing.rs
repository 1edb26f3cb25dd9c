//! Linear relaxations: their bounds, and that they bound.

use crate::common::{instance, parse, plain};
use azulejo::bounds::{maximum_ending_in, minimum_ending_in};
use azulejo::control::Control;
use azulejo::formulation::{Family, Kind};
use azulejo::instance::{Instance, Sense};
use azulejo::milp::{Relaxation, relax};
use azulejo::problem::Problem;
use azulejo::solve::{Method, Settings, solve};
use azulejo::wall::Wall;
use itertools::Itertools;
use std::collections::BTreeSet;
use std::sync::atomic::Ordering;

fn relaxed(kind: Kind, without: &[Family], instance: &Instance) -> (f64, Vec<f64>) {
    let without: BTreeSet<Family> = without.iter().copied().collect();
    let formulation = kind
        .formulate(&Problem::from(instance), &without)
        .expect("small");
    match relax(formulation.program(), &Control::default()).expect("HiGHS solves it") {
        Relaxation::Solved { bound, values, .. } => {
            assert_eq!(values.len(), formulation.program().columns().len());
            (bound, values)
        }
        other => panic!("{kind}: {other:?}"),
    }
}

#[test]
fn each_step_is_at_least_as_tight_as_the_one_before_and_none_cuts_off_the_optimum() {
    for instance in [
        plain(2, 2, Sense::Maximize),
        plain(2, 2, Sense::Minimize),
        plain(3, 3, Sense::Maximize),
        plain(3, 3, Sense::Minimize),
        plain(2, 4, Sense::Minimize),
        instance("case-study/3x3-centre-last.json"),
        parse(
            r#"{"wall": {"rows": 3, "columns": 3}, "sense": "minimize", "turns": 6, "initial": [5], "bonus": {"row": 2}}"#,
        ),
    ] {
        let truth = solve(&instance, Method::Graph, &Settings::default()).expect("small");
        let optimum = f64::from(truth.outcome.verdict.score().expect("an order"));
        // How far the bound is on the other side of the optimum.
        let slack = |kind, without: &[Family]| {
            let beyond = relaxed(kind, without, &instance).0 - optimum;
            match instance.sense() {
                Sense::Maximize => beyond,
                Sense::Minimize => -beyond,
            }
        };
        let case_study = [slack(Kind::CaseStudy, &[]), slack(Kind::Disaggregated, &[])];
        let ordering = [
            Family::ALL,
            &[Family::LineCuts, Family::BlockCuts],
            &[Family::BlockCuts],
            &[],
        ]
        .map(|without| slack(Kind::Ordering, without));
        for steps in [&case_study[..], &ordering[..]] {
            assert!(
                steps.iter().all(|&slack| slack > -1e-6),
                "{steps:?} of {optimum}"
            );
            assert!(
                steps.is_sorted_by(|one, next| next - one < 1e-6),
                "{steps:?}"
            );
        }
    }
}

/// The second theorem of section 10 of docs/proofs.md.
#[test]
fn the_relaxation_with_a_last_cell_has_the_value_of_the_formulas() {
    for (rows, columns) in [(2, 3), (3, 3), (3, 4), (4, 4), (3, 5), (5, 5)] {
        let wall = Wall::new(rows, columns).expect("small");
        // One cell of each four that mirrors map onto each other.
        let quarter = wall.cells().filter(|&cell| {
            2 * wall.row_of(cell) < wall.rows() && 2 * wall.column_of(cell) < wall.columns()
        });
        for (last, sense) in quarter.cartesian_product([Sense::Maximize, Sense::Minimize]) {
            let instance = Instance::builder(rows, columns, sense).place_at(last, rows * columns);
            let (bound, _) = relaxed(Kind::Ordering, &[], &instance.build().expect("valid"));
            let formula = match sense {
                Sense::Maximize => maximum_ending_in(wall, last),
                Sense::Minimize => minimum_ending_in(wall, last),
            };
            assert!(
                (bound - formula as f64).abs() < 1e-6,
                "{wall}, {last} last, {sense:?}: {bound}, {formula}"
            );
        }
    }
}

#[test]
fn the_case_studys_relaxation_of_2x2_fills_halves_that_are_not_there() {
    let square = plain(2, 2, Sense::Maximize);
    let (bound, values) = relaxed(Kind::CaseStudy, &[], &square);
    // (3a) lets a B be half of the sum of its two parts even where one of them is 0.
    assert!((bound - 58.0 / 3.0).abs() < 1e-9, "{bound}");
    assert!(values.iter().any(|&value| value > 0.01 && value < 0.99));
    let (bound, _) = relaxed(Kind::Disaggregated, &[], &square);
    assert!((bound - 13.0).abs() < 1e-9, "{bound}");
}

#[test]
fn a_program_without_columns_is_relaxed_too() {
    let (bound, values) = relaxed(Kind::Ordering, &[], &plain(1, 1, Sense::Maximize));
    assert_eq!((bound, values.len()), (1.0, 0));
}

#[test]
fn what_not_even_fractions_satisfy_is_infeasible() {
    let instance = instance("constraints/infeasible.json");
    for kind in Kind::ALL {
        let formulation = kind
            .formulate(&Problem::from(&instance), &BTreeSet::new())
            .expect("small");
        let relaxation = relax(formulation.program(), &Control::default()).expect("it ends");
        assert_eq!(relaxation, Relaxation::Infeasible, "{kind}");
    }
}

#[test]
fn a_relaxation_stops_when_told() {
    let problem = Problem::from(&plain(6, 6, Sense::Minimize));
    let formulation = Kind::CaseStudy
        .formulate(&problem, &BTreeSet::new())
        .expect("it fits");
    let control = Control::default();
    control.stop.store(true, Ordering::Relaxed);
    let relaxation = relax(formulation.program(), &control).expect("stopping is no error");
    assert_eq!(relaxation, Relaxation::Stopped);
}
