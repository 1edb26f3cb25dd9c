//! Linear relaxations: their bounds, and that they bound.

use crate::common::{built, instance, plain, stated};
use crate::kit::proven;
use azulejo::bounds::{maximum_ending_in, minimum_ending_in};
use azulejo::control::Control;
use azulejo::formulation::{Families, Family, Kind};
use azulejo::instance::{Instance, Sense};
use azulejo::milp::{Relaxation, relax};
use azulejo::problem::Problem;
use azulejo::solve::Method;
use azulejo::wall::Wall;
use itertools::iproduct;

/// The relaxation of a program, and the number of its columns.
fn relaxation(kind: Kind, without: &[Family], instance: &Instance) -> (Relaxation, usize) {
    let without: Families = without.iter().copied().collect();
    let formulation = kind.formulate(&Problem::from(instance), &without);
    let formulation = formulation.expect("small");
    let relaxation = relax(formulation.program(), &Control::default()).expect("HiGHS runs");
    (relaxation, formulation.program().columns().len())
}

fn relaxed(kind: Kind, without: &[Family], instance: &Instance) -> (f64, Vec<f64>) {
    match relaxation(kind, without, instance) {
        (Relaxation::Solved { bound, values, .. }, columns) => {
            assert_eq!(values.len(), columns);
            (bound, values)
        }
        other => panic!("{kind}: {other:?}"),
    }
}

#[test]
fn each_step_is_at_least_as_tight_as_the_one_before_and_none_cuts_off_the_optimum() {
    let short = r#""turns": 6, "initial": [5], "bonus": {"row": 2}"#;
    for instance in [
        plain(2, 2, Sense::Maximize),
        plain(2, 2, Sense::Minimize),
        plain(3, 3, Sense::Maximize),
        plain(3, 3, Sense::Minimize),
        plain(2, 4, Sense::Minimize),
        instance("case-study/3x3-centre-last.json"),
        stated(3, 3, Sense::Minimize, short),
    ] {
        let optimum = f64::from(proven(&instance, Method::Graph).expect("an order"));
        // How far the bound is on the other side of the optimum.
        let slack = |kind, without: &[Family]| {
            let beyond = relaxed(kind, without, &instance).0 - optimum;
            instance.sense().gain(beyond)
        };
        let case_study = [Kind::CaseStudy, Kind::Disaggregated].map(|kind| slack(kind, &[]));
        let without = [
            Family::ALL,
            &[Family::LineCuts, Family::BlockCuts],
            &[Family::BlockCuts],
            &[],
        ];
        let ordering = without.map(|without| slack(Kind::Ordering, without));
        for steps in [&case_study[..], &ordering[..]] {
            let are_bounds = steps.iter().all(|&slack| slack > -1e-6);
            assert!(are_bounds, "{steps:?} of {optimum}");
            let is_tighter = steps.is_sorted_by(|slack, next| next - slack < 1e-6);
            assert!(is_tighter, "{steps:?}");
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
        for (last, sense) in iproduct!(quarter, [Sense::Maximize, Sense::Minimize]) {
            let builder = Instance::builder(rows, columns, sense);
            let instance = built(builder.place_at(last, rows * columns));
            let (bound, _) = relaxed(Kind::Ordering, &[], &instance);
            let formula = match sense {
                Sense::Maximize => maximum_ending_in(wall, last),
                Sense::Minimize => minimum_ending_in(wall, last),
            };
            let is_tight = (bound - formula as f64).abs() < 1e-6;
            assert!(is_tight, "{instance:?}: {bound}, {formula}");
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
fn a_contradiction_in_fractions_is_infeasible() {
    let instance = instance("constraints/infeasible.json");
    for kind in Kind::ALL {
        let (relaxation, _) = relaxation(kind, &[], &instance);
        assert_eq!(relaxation, Relaxation::Infeasible, "{kind}");
    }
}
