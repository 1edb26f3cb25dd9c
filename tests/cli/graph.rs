//! The command line of the figures: `graph`, and `check --breakdown`.

use crate::run::azulejo;

#[test]
fn graph_prints_svg_by_default_and_dot_by_the_flag() {
    let words = "graph instances/thesis/2x2-rounds-max.json";
    let svg = azulejo(words).ended(0).out;
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    assert!(svg.contains("10 coverings, 12 moves; 2 optimal orders score 10"));
    let again = azulejo(&format!("{words} --format svg")).ended(0).out;
    assert_eq!(svg, again, "it is the same every time");
    let dot = azulejo(&format!("{words} --format dot")).ended(0).out;
    assert!(dot.starts_with("digraph azulejo {\n") && dot.ends_with("}\n"));
}

#[test]
fn graph_draws_nothing_of_an_infeasible_instance() {
    let run = azulejo("graph --size 3 --before 1:2 --before 2:1");
    assert_eq!((run.code, &*run.out), (3, ""));
    assert!(run.err.contains("infeasible"), "{run:?}");
}

#[test]
fn the_json_of_check_has_the_breakdown_by_the_flag() {
    let words = "check --size 2 --order \"1 2 3 4\" --format json";
    let plain = azulejo(words).json(0);
    assert_eq!(plain.get("breakdown"), None);
    let mut json = azulejo(&format!("{words} --breakdown")).json(0);
    let object = json.as_object_mut().expect("an object");
    assert!(object.remove("breakdown").is_some());
    assert_eq!(json, plain, "nothing else changes");
}
