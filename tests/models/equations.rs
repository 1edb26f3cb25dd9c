//! The models have the equations of the library, number by number, and the same linear relaxations.

use crate::common::plain;
use crate::tools::{are_installed, model, stdout_of, text};
use azulejo::control::Control;
use azulejo::formulation::{Family, Kind};
use azulejo::instance::Sense;
use azulejo::milp::{Relaxation, relax};
use azulejo::problem::Problem;
use itertools::iproduct;
use std::collections::BTreeSet;
use std::process::Command;

const MODELS: [(&str, Kind); 3] = [
    ("case_study.mod", Kind::CaseStudy),
    ("disaggregated.mod", Kind::Disaggregated),
    ("ordering.mod", Kind::Ordering),
];

/// The numbers of the equations of a formulation on square walls, for both senses.
pub(crate) fn equations(kind: Kind, sizes: &[u64]) -> BTreeSet<&'static str> {
    let mut numbers = BTreeSet::new();
    for (&size, sense) in iproduct!(sizes, [Sense::Maximize, Sense::Minimize]) {
        let problem = Problem::from(&plain(size, size, sense));
        let formulation = kind.formulate(&problem, &BTreeSet::new()).expect("small");
        let description = formulation.describe(&problem);
        let rows = formulation.program().rows().iter();
        numbers.extend(rows.map(|row| row.equation.within()));
        numbers.extend(
            description
                .points
                .iter()
                .map(|points| points.equation.within()),
        );
        numbers.extend(description.later.iter().map(|later| later.within()));
    }
    numbers
}

#[test]
fn every_equation_of_the_library_stands_in_the_model_and_no_other() {
    for (file, kind) in MODELS {
        let library = equations(kind, &[3]);
        let text = text(file);
        let prefix = match kind {
            Kind::Ordering => "O",
            Kind::CaseStudy | Kind::Disaggregated => "CS",
        };
        let rows = text.lines().filter_map(|line| line.strip_prefix("s.t. c"));
        let rows = rows.filter_map(|row| row.split(['_', '{']).next());
        let rows = rows.filter(|number| number.starts_with(|first: char| first.is_ascii_digit()));
        let model: BTreeSet<&str> = rows.collect();
        assert!(model.is_subset(&library), "{file}: {model:?}, {library:?}");
        for number in library.difference(&model) {
            let comment = format!("{prefix}-{number}");
            assert!(text.contains(&comment), "{file} has no {comment}");
        }
    }
}

#[test]
fn the_relaxations_of_the_models_have_the_bounds_of_the_library() {
    if !are_installed(&["glpsol"]) {
        return;
    }
    let cuts = [Family::BlockCuts, Family::LineCuts];
    for (size, (file, kind)) in iproduct!([2, 3], MODELS) {
        let (senses, first) = match kind {
            Kind::Ordering => (&[Sense::Maximize, Sense::Minimize][..], 0),
            Kind::CaseStudy | Kind::Disaggregated => (&[Sense::Maximize][..], cuts.len()),
        };
        for (&sense, without) in iproduct!(senses, first..=cuts.len()) {
            let without = cuts[..without].iter().copied().collect();
            assert_same_bound(file, kind, size, sense, &without);
        }
    }
}

fn assert_same_bound(file: &str, kind: Kind, size: u64, sense: Sense, without: &BTreeSet<Family>) {
    let mut command = Command::new("glpsol");
    command.arg("--nomip").arg("-m").arg(model(file));
    let wall = format!("data/{size}x{size}.dat");
    command.arg("-d").arg(model(&wall));
    if sense == Sense::Minimize {
        command.arg("-d").arg(model("data/min.dat"));
    }
    if !without.contains(&Family::LineCuts) {
        command.arg("-d").arg(model("data/line-cuts.dat"));
    }
    if sense == Sense::Minimize && !without.contains(&Family::BlockCuts) {
        command.arg("-d").arg(model("data/block-cuts.dat"));
    }
    let output = stdout_of(&mut command);
    let bound = output.lines().find_map(|line| line.strip_prefix("score "));
    let bound: f64 = bound.and_then(|bound| bound.parse().ok()).expect("a bound");

    let problem = Problem::from(&plain(size, size, sense));
    let formulation = kind.formulate(&problem, without).expect("small");
    let relaxation = relax(formulation.program(), &Control::default());
    let Ok(Relaxation::Solved { bound: exact, .. }) = relaxation else {
        panic!("{relaxation:?}");
    };
    let is_same = (bound - exact).abs() < 1e-3; // glpsol prints six digits
    let case = format!("{file} {size} {sense:?} {without:?}");
    assert!(is_same, "{case}: {bound}, {exact}");
}
