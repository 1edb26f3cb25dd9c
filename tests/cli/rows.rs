//! Rows that are stated: what a puzzler asks, one question after the other.

use crate::run::azulejo;

const WITHIN_THREE: &str =
    r#"--subject-to "turn(9) - turn(5) <= 3" --subject-to "turn(9) - turn(5) >= 1""#;

#[test]
fn what_is_asked_in_rows_is_solved_counted_and_checked() {
    for (sense, score, orders) in [("max", 33, "792"), ("min", 25, "1200")] {
        let json = azulejo(&format!(
            "solve --size 3 --sense {sense} {WITHIN_THREE} --format json"
        ));
        let json = json.json(0);
        assert_eq!(
            (&json["score"], &json["status"]),
            (&score.into(), &"optimal".into())
        );
        let counted = azulejo(&format!("count --size 3 --sense {sense} {WITHIN_THREE}")).ended(0);
        assert_eq!(counted.line("orders"), orders);
    }
    let early = azulejo("solve --size 4 --subject-to \"count(row, 8) = 2\" --format json").json(0);
    assert_eq!(early["score"], 76);
}

#[test]
fn a_method_that_does_not_take_a_row_names_one_that_does() {
    for method in ["dense", "frontier", "backward"] {
        let run = azulejo(&format!("solve --size 3 {WITHIN_THREE} --method {method}")).ended(1);
        run.says(&format!(
            "{method} does not take rows about more than one turn: use ordering"
        ));
    }
    let run = azulejo(&format!("orders --size 3 {WITHIN_THREE} --list 1")).ended(1);
    run.says("the frontier does not take rows about more than one turn: use the method graph");
}

#[test]
fn all_faults_of_rows_are_told_at_once() {
    let words = r#"solve --size 3 --subject-to "turn(10) < 3" --subject-to "count(row 4, t) >= 1 or foo(1) = 2""#;
    let run = azulejo(words).ended(1);
    run.says("character 10: '<' is no part of a row: write <= for at most");
    run.says("character 25: foo is no quantity: use turn, points, o, x, y, count, earned");
    let run = azulejo(r#"solve --size 3 --subject-to "turn(5) <= 2" --subject-to "turn(5) >= 4""#);
    run.ended(3).says("These constraints cannot hold together");
}
