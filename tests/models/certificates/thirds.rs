//! The sum at the end of `models/README.md`: numbers that are not the best ones, and a bound that is not whole.

use super::{agree, certified_json};
use crate::common::parse;
use azulejo_check::{Program, Row, Statement};

const WALL: &str = r#"{"wall": {"rows": 3, "columns": 3}, "sense": "maximize"}"#;

#[test]
fn a_third_of_another_row_gives_a_bound_of_33_and_a_third() {
    let statement = Statement::from_json(WALL).expect("it is one");
    let program = Program::of(&statement).expect("it is small");
    let mut rows: Vec<(Row, i32)> = (1..=9)
        .map(|cell| (Row::new("singleh", [cell]), 3))
        .collect();
    let sum = |rows: &[(Row, i32)]| {
        let rows = rows.iter().map(|(row, number)| (row, *number));
        program.sum(3, rows, &[]).expect("they are rows")
    };
    assert_eq!(sum(&rows), Some(99));
    rows[4].1 = 2;
    rows.push((Row::new("singlev", [5]), 1));
    assert_eq!(sum(&rows), Some(100));

    // 33 and a third is less than 34, so 33 is proven; of 32 it says nothing.
    let mut value = certified_json(&parse(WALL));
    let named = rows.iter().map(|(row, number)| (row.to_string(), number));
    let named: Vec<_> = named.collect();
    value["proof"] = serde_json::json!({"kind": "sum", "denominator": 3, "rows": named});
    assert_eq!(agree(&[value.to_string()]), 1);
    // With two thirds more it would not be.
    value["proof"]["rows"][4][1] = 0.into();
    value["proof"]["rows"][9][1] = 3.into();
    assert_eq!(agree(&[value.to_string()]), 0);
}
