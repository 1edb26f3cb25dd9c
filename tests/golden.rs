//! Golden files: model files of 2×2 and the JSON of an answer. `INSTA_UPDATE=always` renews them.
#![cfg(feature = "highs")]

mod common;

use azulejo::control::Control;
use azulejo::formulation::{CaseStudy, Formulation, Ordering};
use azulejo::instance::Sense;
use azulejo::milp::{FileFormat, export};
use azulejo::problem::Problem;
use azulejo::render::json;
use azulejo::solve::{Method, cross_check, solve};
use common::{instance, plain};

fn two_by_two() -> Problem {
    Problem::from(&plain(2, 2, Sense::Maximize))
}

#[test]
fn the_ordering_formulation_of_2x2_as_lp() {
    let formulation = Ordering::new(&two_by_two()).expect("small");
    let text = export(formulation.program(), FileFormat::Lp).expect("a temporary file");
    insta::assert_snapshot!("ordering_2x2.lp", text);
}

#[test]
fn the_ordering_formulation_of_2x2_as_mps() {
    let formulation = Ordering::new(&two_by_two()).expect("small");
    let text = export(formulation.program(), FileFormat::Mps).expect("a temporary file");
    insta::assert_snapshot!("ordering_2x2.mps", text);
}

#[test]
fn the_case_study_formulation_of_2x2_as_lp() {
    let formulation = CaseStudy::new(&two_by_two()).expect("small");
    let text = export(formulation.program(), FileFormat::Lp).expect("a temporary file");
    insta::assert_snapshot!("case_study_2x2.lp", text);
}

#[test]
fn the_ordering_formulation_of_a_horizon_with_bonus_as_lp() {
    let problem = Problem::from(&common::parse(
        r#"{"wall": {"rows": 2, "columns": 2}, "sense": "minimize", "turns": 3,
            "bonus": {"row": 2, "column": 7, "colour": 10},
            "constraints": [{"type": "before", "first": 1, "then": 2}, {"type": "window", "cell": 3, "from": 1, "to": 1}]}"#,
    ));
    let formulation = Ordering::new(&problem).expect("small");
    let text = export(formulation.program(), FileFormat::Lp).expect("a temporary file");
    insta::assert_snapshot!("horizon_2x2.lp", text);
}

/// Everything but what depends on the machine and the solver's version.
#[test]
fn the_json_of_the_case_studys_extension() {
    let instance = instance("case-study/3x3-centre-last.json");
    let control = Control::default();
    let answer = solve(&instance, Method::Graph, &control).expect("small");
    let check = cross_check(&instance, &answer, &control).expect("small");
    assert!(check.is_none(), "the graph does not check itself");
    let json = json::solve(&instance, &answer, None, None);
    let seconds = json
        .lines()
        .filter(|line| line.trim_start().starts_with("\"seconds\""));
    assert_eq!(seconds.count(), 1);
    let steady = json
        .lines()
        .filter(|line| !line.trim_start().starts_with("\"seconds\""));
    insta::assert_snapshot!("centre_last.json", steady.collect::<Vec<_>>().join("\n"));
}
