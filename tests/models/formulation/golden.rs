//! Golden files: the formulations of 2×2 and the JSON of an answer. `INSTA_UPDATE=always` renews them.

use crate::common::{instance, plain};
use azulejo::formulation::{Formulation, Kind, OrderingFormulation};
use azulejo::instance::Sense;
use azulejo::problem::Problem;
use azulejo::render::document::{latex, markdown, text};
use azulejo::render::formulation::{Detail, document};
use azulejo::render::model_file::{FileFormat, model_file};
use azulejo::schema;
use azulejo::solve::{Findings, Method, Settings, cross_check, solve};
use std::collections::BTreeSet;

/// Every formulation of 2×2 in every form.
#[test]
fn the_formulations_of_2x2() {
    let problem = Problem::from(&plain(2, 2, Sense::Maximize));
    let detail = Detail {
        rows: true,
        all: true,
    };
    for kind in Kind::ALL {
        let formulation = kind.formulate(&problem, &BTreeSet::new()).expect("small");
        let document = document(format!("2×2, {kind}"), &*formulation, &problem, detail);
        let program = formulation.program();
        for (form, text) in [
            ("txt", text(&document)),
            ("md", markdown(&document)),
            ("tex", latex(&document)),
            ("lp", model_file(program, FileFormat::Lp)),
            ("mps", model_file(program, FileFormat::Mps)),
        ] {
            let kind = kind.name().replace('-', "_");
            insta::assert_snapshot!(format!("{kind}_2x2.{form}"), text);
        }
    }
}

#[test]
fn the_ordering_formulation_of_a_horizon_with_bonus_as_lp() {
    let problem = Problem::from(&crate::common::parse(
        r#"{"wall": {"rows": 2, "columns": 2}, "sense": "minimize", "turns": 3,
            "bonus": {"row": 2, "column": 7, "colour": 10},
            "constraints": [{"type": "before", "first": 1, "then": 2}, {"type": "window", "cell": 3, "from": 1, "to": 1}]}"#,
    ));
    let formulation = OrderingFormulation::new(&problem).expect("small");
    let text = model_file(formulation.program(), FileFormat::Lp);
    insta::assert_snapshot!("horizon_2x2.lp", text);
}

/// The JSON of an answer, without the parts that depend on the machine or on the solver's version.
#[test]
fn the_json_of_the_case_studys_extension() {
    let instance = instance("case-study/3x3-centre-last.json");
    let settings = Settings::default();
    let answer = solve(&instance, Method::Graph, &settings).expect("small");
    let check = cross_check(&instance, &answer, &settings.control).expect("small");
    assert!(check.is_none(), "the graph does not check itself");
    let findings = Findings::default();
    let json = schema::pretty(&schema::Solve::new(&instance, &answer, &findings, false));
    let is_time = |line: &&str| line.trim_start().starts_with("\"seconds\"");
    let (times, others): (Vec<&str>, Vec<&str>) = json.lines().partition(is_time);
    assert_eq!(times.len(), 1);
    insta::assert_snapshot!("centre_last.json", others.join("\n"));
}
