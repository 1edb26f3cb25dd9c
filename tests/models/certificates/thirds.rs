//! The sum at the end of `models/README.md`: multipliers that are not optimal, and a bound that is not integral.

use super::{certificate_json, count_accepted};
use crate::common::parse;
use azulejo_check::{Program, Row, Statement};

const WALL: &str = r#"{"wall": {"rows": 3, "columns": 3}, "sense": "maximize"}"#;

#[test]
fn a_third_of_another_row_gives_a_bound_of_33_and_a_third() {
    let statement = Statement::from_json(WALL).expect("a statement");
    let program = Program::of(&statement).expect("small");
    let mut rows: Vec<(Row, i32)> = (1..=9)
        .map(|cell| (Row::new("singleh", [cell]), 3))
        .collect();
    let sum = |rows: &[(Row, i32)]| {
        let rows = rows.iter().map(|(row, multiplier)| (row, *multiplier));
        program.sum(3, rows, &[]).expect("rows")
    };
    assert_eq!(sum(&rows), Some(99));
    rows[4].1 = 2;
    rows.push((Row::new("singlev", [5]), 1));
    assert_eq!(sum(&rows), Some(100));

    // A bound of 33 and a third proves 33.
    let mut value = certificate_json(&parse(WALL));
    let names = rows
        .iter()
        .map(|(row, multiplier)| (row.to_string(), multiplier));
    let names: Vec<_> = names.collect();
    value["proof"] = serde_json::json!({"kind": "sum", "denominator": 3, "rows": names});
    assert_eq!(count_accepted(&[value.to_string()]), 1);
    // With two thirds more the bound proves only 34.
    value["proof"]["rows"][4][1] = 0.into();
    value["proof"]["rows"][9][1] = 3.into();
    assert_eq!(count_accepted(&[value.to_string()]), 0);
}
