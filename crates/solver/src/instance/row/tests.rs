use crate::instance::{Instance, RowClass};

/// An instance of 3×3 with a row and further members of the JSON object.
fn parse(row: &str, members: &str) -> Result<Instance, String> {
    let json = serde_json::json!({"type": "subject-to", "row": row});
    let json = format!(
        r#"{{"wall": {{"rows": 3, "columns": 3}}, "sense": "maximize"{members}, "constraints": [{json}]}}"#
    );
    Instance::from_json(&json).map_err(|invalid| invalid.to_string())
}

#[test]
fn rows_have_their_classes() {
    for (row, class) in [
        ("count(row 3, 6) >= 2", RowClass::Level),
        ("y(5,4) = 0", RowClass::Level),
        ("turn(5) <= 4", RowClass::Level),
        ("turn(5) <= turn(9)", RowClass::Level),
        ("o(9,1) = 1", RowClass::Level),
        ("count(row, t) <= 2 for t in 1..6", RowClass::Level),
        ("earned(4) >= 3", RowClass::Step),
        ("x(5,4) + x(6,4) >= 1", RowClass::Step),
        ("y(5,4) <= y(6,3)", RowClass::Step),
        ("count(row, t) - count(row, t-2) <= 1", RowClass::Order),
        ("turn(9) - turn(5) <= 3", RowClass::Order),
        ("points(5) >= 4", RowClass::Order),
        ("turn(1) + turn(9) = 10", RowClass::Order),
        ("y(1,2) = 1 or y(9,7) = 1", RowClass::Order),
        ("y(1,2) = 1 or y(9,3) = 1", RowClass::Step),
    ] {
        let instance = parse(row, "").expect(row);
        let crate::instance::Constraint::SubjectTo { row: constraint } = &instance.constraints()[0]
        else {
            panic!("{row}");
        };
        assert_eq!(constraint.class(), class, "{row}");
        assert_eq!(instance.constraints()[0].to_string(), row);
    }
}

/// Faults with their places and corrections, all of them for a row with several.
#[test]
fn faults_have_their_places() {
    for (row, message) in [
        ("", "character 1: expected a quantity"),
        ("turn(5)", "character 8: expected +, -, <=, >= or ="),
        (
            "turn(5) < 3",
            "character 9: '<' is no part of a row: write <=",
        ),
        ("turn(10) <= 3", "character 6: cell 10 is off the 3×3 wall"),
        (
            "count(row 4, 2) <= 1",
            "character 7: row 4 is out of range (rows 1 to 3)",
        ),
        (
            "count(row, t+9) <= 1 for t in 1..3",
            "turn 10 for t = 1 is out of range (turns 0 to 9)",
        ),
        ("count(1 1, 3) <= 1", "character 9: cell 1 is named twice"),
        ("sh(5) <= 1", "sh is a column of one formulation"),
        ("foo(5) <= 1", "foo is no quantity"),
        ("turn(5) <= 3 <= 4", "a clause compares once"),
        ("turn(5) <= 0", "holds for no order"),
        ("1 >= 2", "holds for no order"),
        (
            "y(5,end) = 0",
            "holds for no order: 9 turns fill every cell",
        ),
        ("count(row, t) >= 1", "holds for no order for t = 0"),
        ("2000000 turn(5) <= 3", "a number above 1000000"),
        ("turn(5) <= 3 for t in 1..4", "no t stands before the range"),
        (
            "turn(5) <= 3 or turn(10) <= 3 or turn(11) <= 1",
            "character 22",
        ),
        (
            "turn(5) <= 3 or turn(10) <= 3 or turn(11) <= 1",
            "character 39",
        ),
        ("x(5,0) = 1", "turn 0 is out of range (turns 1 to 9)"),
        ("count(colour 4, 2) <= 1", "colour 4 is out of range"),
        (
            "turn(5) <= 3 or turn(6) <=",
            "character 27: expected a quantity",
        ),
    ] {
        let faults = parse(row, "").expect_err(row);
        assert!(faults.contains(message), "{row}: {faults}");
        assert!(faults.contains("constraints[0].row"), "{faults}");
    }
    let faults = parse(&"turn(1) + ".repeat(101), "").expect_err("long");
    assert!(
        faults.contains("1010 characters: a row has at most 1000"),
        "{faults}"
    );
    let nine = ["turn(5) <= 3"; 9].join(" or ");
    let faults = parse(&nine, "").expect_err("nine clauses");
    assert!(
        faults.contains("9 clauses: a row has at most 8"),
        "{faults}"
    );
}

#[test]
fn tautologies_have_warnings() {
    let instance = parse("count(row 1, 5) <= 3", "").expect("valid");
    let warning = &instance.warnings()[0];
    assert_eq!(warning.message(), "holds for every order");
    // The initial tiles fill the three cells of the first row.
    let instance = parse("count(row 1, t) >= 3", r#", "initial": [1, 2, 3]"#).expect("valid");
    assert_eq!(instance.warnings().len(), 1);
}
