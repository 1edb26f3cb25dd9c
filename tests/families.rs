//! The ordering formulation without some of its cuts: the same optimum.
#![cfg(feature = "highs")]

mod common;

use azulejo::control::Control;
use azulejo::formulation::{Family, Formulation, Ordering};
use azulejo::instance::{Instance, Sense};
use azulejo::problem::Problem;
use azulejo::solve::{Answer, Method, solve};
use common::{instance, parse, plain};
use itertools::Itertools;
use std::collections::BTreeSet;

fn without(instance: &Instance, families: &BTreeSet<Family>) -> Answer {
    let control = Control {
        without: families.clone(),
        ..Control::default()
    };
    solve(instance, Method::Ordering, &control).expect("it fits")
}

fn instances() -> Vec<Instance> {
    vec![
        plain(3, 3, Sense::Maximize),
        plain(3, 3, Sense::Minimize),
        plain(4, 4, Sense::Maximize),
        plain(4, 4, Sense::Minimize),
        instance("case-study/3x3-centre-last.json"),
        instance("constraints/all-kinds.json"),
        instance("constraints/partial-wall.json"),
        parse(
            r#"{"wall": {"rows": 3, "columns": 3}, "sense": "minimize", "turns": 6, "bonus": {"column": 7},
                "constraints": [{"type": "before", "first": 2, "then": 6}, {"type": "window", "cell": 7, "from": 1, "to": 3}]}"#,
        ),
    ]
}

#[test]
fn each_family_can_be_dropped_and_so_can_all() {
    for instance in instances() {
        let truth = solve(&instance, Method::Graph, &Control::default()).expect("at most 16 cells");
        let score = truth.outcome.verdict.score();
        assert!(score.is_some());
        let dropped = Family::ALL.map(|family| BTreeSet::from([family]));
        for families in dropped.into_iter().chain([Family::all()]) {
            let verdict = without(&instance, &families).outcome.verdict;
            assert_eq!(verdict.status(), "optimal", "without {families:?}");
            assert_eq!(verdict.score(), score, "without {families:?}");
        }
    }
}

/// What is left out is left out, and nothing else is.
#[test]
fn a_family_is_the_rows_of_one_equation() {
    for instance in instances() {
        let problem = Problem::from(&instance);
        let whole = Ordering::new(&problem).expect("small");
        for (family, number) in [(Family::RectangleCuts, "2"), (Family::LineCuts, "6")] {
            let part = Ordering::without(&problem, &[family].into()).expect("small");
            let rows = whole.program().rows().iter();
            let (left_out, kept): (Vec<_>, Vec<_>) =
                rows.partition(|row| row.equation.number == number);
            assert!(!left_out.is_empty(), "{family}");
            assert!(kept.into_iter().eq(part.program().rows()), "{family}");
            assert_eq!(whole.program().columns(), part.program().columns());
            assert_eq!(whole.program().objective(), part.program().objective());
        }
    }
}

#[test]
fn without_rectangle_cuts_their_cycles_are_cut_off_when_they_are_found() {
    let rounds = Family::ALL.map(|family| {
        let answer = without(&plain(4, 4, Sense::Minimize), &[family].into());
        (answer.outcome.stats.rounds, answer.outcome.stats.cycle_cuts)
    });
    let [(rounds, cuts), with_rectangles] = rounds;
    assert!(
        rounds > Some(1) && cuts > Some(0),
        "{rounds:?} rounds, {cuts:?} cuts"
    );
    assert_eq!(with_rectangles, (Some(1), Some(0)));
}

#[test]
fn names_of_families_are_unique() {
    assert!(Family::ALL.iter().map(|family| family.name()).all_unique());
}
