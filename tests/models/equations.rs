//! The models have the library's equations, number by number, and the same linear relaxations.

use crate::common::plain;
use crate::tools::{installed, model, printed, text};
use azulejo::control::Control;
use azulejo::formulation::{Family, Kind};
use azulejo::instance::Sense;
use azulejo::milp::{Relaxation, relax};
use azulejo::problem::Problem;
use std::collections::BTreeSet;
use std::process::Command;

const MODELS: [(&str, Kind); 3] = [
    ("case_study.mod", Kind::CaseStudy),
    ("disaggregated.mod", Kind::Disaggregated),
    ("ordering.mod", Kind::Ordering),
];

#[test]
fn every_equation_of_the_library_stands_in_the_model_and_no_other() {
    let senses = [Sense::Maximize, Sense::Minimize];
    let problems = senses.map(|sense| Problem::from(&plain(3, 3, sense)));
    for (file, kind) in MODELS {
        let mut library: BTreeSet<&str> = BTreeSet::new();
        for problem in &problems {
            let formulation = kind.formulate(problem, &BTreeSet::new()).expect("small");
            let description = formulation.describe(problem);
            let rows = formulation.program().rows().iter();
            library.extend(rows.map(|row| row.equation.within()));
            let points = description.points.iter();
            library.extend(points.map(|points| points.equation.within()));
            library.extend(description.later.iter().map(|later| later.within()));
        }

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
    let cuts = BTreeSet::new();
    let no_cuts = BTreeSet::from([Family::LineCuts, Family::BlockCuts]);
    let no_block_cuts = BTreeSet::from([Family::BlockCuts]);
    for size in [2, 3] {
        for sense in [Sense::Maximize, Sense::Minimize] {
            for without in [&cuts, &no_block_cuts, &no_cuts] {
                assert_same_bound("ordering.mod", Kind::Ordering, size, sense, without);
            }
        }
        assert_same_bound(
            "case_study.mod",
            Kind::CaseStudy,
            size,
            Sense::Maximize,
            &no_cuts,
        );
        assert_same_bound(
            "disaggregated.mod",
            Kind::Disaggregated,
            size,
            Sense::Maximize,
            &no_cuts,
        );
    }
}

fn assert_same_bound(file: &str, kind: Kind, size: u64, sense: Sense, without: &BTreeSet<Family>) {
    let mut command = Command::new("glpsol");
    command.arg("--nomip").arg("-m").arg(model(file));
    command
        .arg("-d")
        .arg(model(&format!("data/{size}x{size}.dat")));
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
    assert!(
        exact_enough,
        "{file} {size} {sense:?} {without:?}: {bound}, {ours}"
    );
}
