//! Cost of each constraint, in sentences and as JSON.

use crate::common::parse;
use azulejo::render::explain;
use azulejo::schema;
use azulejo::solve::{Findings, Method, Settings, solve};

#[test]
fn the_cost_of_each_constraint_is_in_sentences_and_json() {
    let json = r#"{"wall": {"rows": 3, "columns": 3}, "sense": "maximize", "constraints": [
        {"type": "place-at", "cell": 5, "turn": 9}, {"type": "before", "first": 1, "then": 5}]}"#;
    let instance = parse(json);
    let answer = solve(&instance, Method::Graph, &Settings::default()).expect("small");
    let mut findings = Findings::default();
    let no_text = explain::costs(&instance, &answer, &findings.costs, |_| String::new());
    assert_eq!(no_text, None);
    findings.find_costs(&instance, &answer, &Settings::default(), |_| ());
    let name = |index: usize| format!("constraint {index}");
    let text = explain::costs(&instance, &answer, &findings.costs, name).expect("there are two");
    let lines: Vec<&str> = text.lines().skip(2).map(str::trim).collect();
    assert_eq!(
        lines,
        [
            "constraint 0",
            "without it the maximum is 33; it costs 3 points",
            "constraint 1",
            "without it the maximum is 30, too; it costs nothing",
        ]
    );
    let text =
        explain::costs(&instance, &answer, &findings.costs[..1], name).expect("there is one");
    let end = "There was no time for the last constraint.";
    assert!(text.ends_with(end), "{text}");
    let json = schema::pretty(&schema::Solve::new(&instance, &answer, &findings, true));
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let first = serde_json::json!({"constraint": 0, "without": 33, "at_least": 3, "at_most": 3});
    assert_eq!(json["explain"]["costs"][0], first);
}
