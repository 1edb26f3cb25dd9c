//! Costs of constraints, and the maps of the costs of filling each cell first, last or in a turn.

use crate::run::azulejo;
use roxmltree::Document;

#[test]
fn a_map_says_what_each_cell_costs_as_text_json_and_picture() {
    let text = azulejo("map --size 6 --last").ended(0);
    assert_eq!(text.line("3"), "7 11 13 13 11 7");
    assert_eq!(text.line("cheapest"), "0: cells 1, 6, 31, 36");
    assert!(
        text.line("middle")
            .starts_with("13: cells 15, 16, 21, 22 (with an even side")
    );
    assert_eq!(azulejo("map --size 3 --last").line("centre"), "3: cell 5");
    // A turn and its number are the same.
    let by_number = azulejo("map --size 6 --turn 36").ended(0);
    assert_eq!(by_number.out, text.out);
    let json = azulejo("map --size 3 --initial 1 --fix 5@8 --last --format json").json(0);
    assert_eq!(
        (&json["turn"], &json["status"]),
        (&8.into(), &"optimal".into())
    );
    let cells = json["cells"].as_array().expect("a list");
    let status = |cell: usize| cells[cell - 1]["status"].as_str().expect("a word");
    assert_eq!(
        [status(1), status(2), status(5)],
        ["initial", "impossible", "exact"]
    );
    assert_eq!(cells[4]["at_most"], 0, "it is last already");
    let picture = azulejo("map --size 4x3 --first --format svg").ended(0);
    let picture = Document::parse(&picture.out).expect("SVG");
    let drawn = picture
        .descendants()
        .filter(|node| node.has_attribute("data-cell"));
    assert_eq!(drawn.count(), 12);
}

#[test]
fn a_map_is_of_one_turn() {
    for words in [
        "map --size 3",
        "map --size 3 --first --last",
        "map --size 3 --last --turn 2",
    ] {
        azulejo(words)
            .ended(2)
            .says("--first, --last or --turn TURN");
    }
    azulejo("map --size 3 --turn 10")
        .ended(2)
        .says("--turn 10 is out of range (turns 1 to 9)");
    // With cells, the flag is a constraint.
    let json = azulejo("map --size 3 --last=5 --first --format json").json(0);
    assert_eq!(json["score"], 30);
    azulejo("map instances/constraints/infeasible.json --last").ended(3);
}

#[test]
fn solve_says_what_constraints_cost() {
    let run = azulejo("solve --size 3 --fix 5@9").ended(0);
    assert_eq!(
        run.line("cost"),
        "3: the maximum without the constraint is 33"
    );
    assert_eq!(azulejo("solve --size 3").line("cost"), "");
    let json = azulejo("solve --size 3 --fix 5@9 --format json").json(0);
    assert_eq!(
        (&json["cost"]["points"], &json["cost"]["without"]),
        (&3.into(), &33.into())
    );
}
