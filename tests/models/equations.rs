//! The models have the library's equations, number by number, and the same linear relaxations.

use crate::common::plain;
use crate::tools::{installed, model, printed, text};
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
    let mut found = BTreeSet::new();
    for (&size, sense) in iproduct!(sizes, [Sense::Maximize, Sense::Minimize]) {
        let problem = Problem::from(&plain(size, size, sense));
        let formulation = kind.formulate(&problem, &BTreeSet::new()).expect("small");
        let description = formulation.describe(&problem);
        let rows = formulation.program().rows().iter();
        found.extend(rows.map(|row| row.equation.within()));
        found.extend(description.points.iter().map(|it| it.equation.within()));
        found.extend(description.later.iter().map(|later| later.within()));
    }
    found
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
    if !installed(&["glpsol"]) {
        return;
    }
    let cuts = [Family::BlockCuts, Family::LineCuts];
    for (size, (file, kind)) in iproduct!([2, 3], MODELS) {
        let (senses, least) = match kind {
            Kind::Ordering => (&[Sense::Maximize, Sense::Minimize][..], 0),
            Kind::CaseStudy | Kind::Disaggregated => (&[Sense::Maximize][..], cuts.len()),
        };
        for (&sense, without) in iproduct!(senses, least..=cuts.len()) {
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
    let printed = printed(&mut command);
    let bound = printed.lines().find_map(|line| line.strip_prefix("score "));
    let bound: f64 = bound.and_then(|bound| bound.parse().ok()).expect("a bound");

    let problem = Problem::from(&plain(size, size, sense));
    let formulation = kind.formulate(&problem, without).expect("small");
    let relaxation = relax(formulation.program(), &Control::default());
    let Ok(Relaxation::Solved { bound: ours, .. }) = relaxation else {
        panic!("{relaxation:?}");
    };
    let exact_enough = (bound - ours).abs() < 1e-3; // glpsol prints six digits
    let of = format!("{file} {size} {sense:?} {without:?}");
    assert!(exact_enough, "{of}: {bound}, {ours}");
}
