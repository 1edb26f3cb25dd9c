//! Rows that an instance states in sums: `given(i,k)`.

use super::{certificate_of, count_accepted, replace, run_python, rust_verdict, variants};
use crate::common::built;
use crate::random_rows::Chance;
use azulejo::instance::{Instance, Sense};
use azulejo::problem::{Order, Problem};
use azulejo::wall::Cell;
use azulejo_check::{Column, Linear, Program, Row, Statement};
use itertools::Itertools;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Whether an order's columns, as the format defines them, satisfy a row.
fn holds(row: &Linear, statement: &Statement, order: &[usize]) -> bool {
    let mut sequence = statement.initial.clone();
    sequence.sort_unstable();
    sequence.extend(order);
    let others: Vec<usize> = (1..=statement.wall.size())
        .filter(|cell| !sequence.contains(cell))
        .collect();
    sequence.extend(others);
    let place = |cell| sequence.iter().position(|&other| other == cell);
    let assert_free = |cell| assert!(!statement.initial.contains(&cell), "{row:?}");
    let value = |column| match column {
        Column::Filled(_, cell, turn) => {
            assert_free(cell);
            assert!((1..=statement.turns).contains(&turn), "{row:?}");
            order[..turn].contains(&cell)
        }
        Column::Before(first, then) => {
            assert_free(first);
            assert_free(then);
            assert!(first < then, "{row:?}");
            place(first) < place(then)
        }
        _ => panic!("{row:?}"),
    };
    let terms = row.terms.iter().filter(|(column, _)| value(*column));
    let left: i128 = terms.map(|(_, factor)| factor).sum();
    left == row.right || !row.equal && left < row.right
}

/// A random row of a small wall, and an instance with this row alone.
fn random_row(chance: &mut Chance) -> (String, Option<Instance>) {
    let size = chance.of(&[(2, 2), (2, 3), (3, 3)]);
    let cells = size.0 * size.1;
    let initial: Vec<usize> = (1..=cells).filter(|_| chance.below(6) == 0).collect();
    let free = cells - initial.len();
    let turns = match chance.below(2) {
        0 => free,
        _ => chance.below(free + 1),
    };
    let row = chance.row(size, turns.max(1));
    let json = json!({
        "wall": {"rows": size.0, "columns": size.1}, "sense": "maximize", "initial": initial, "turns": turns,
        "constraints": [{"type": "subject-to", "row": row}],
    });
    (row, Instance::from_json(&json.to_string()).ok())
}

/// The rows of a constraint, by the checker in Rust.
fn rows(statement: &Statement) -> Vec<Linear> {
    let program = Program::of(statement).expect("it is small");
    let row = |place| program.build(&Row::new("given", [0, place])).ok();
    (0..).map_while(row).collect()
}

/// The canonical form of a row: the sums of the factors of columns, the right side, and whether it is an equation.
fn canonical(row: &Linear) -> Value {
    let mut terms: BTreeMap<String, i128> = BTreeMap::new();
    for (column, factor) in &row.terms {
        *terms.entry(column.to_string()).or_default() += factor;
    }
    terms.retain(|_, factor| *factor != 0);
    json!([terms, row.right, row.equal])
}

/// The solver reads rows by a reader of its own, and tests orders by it.
#[test]
fn an_order_satisfies_2_000_random_rows_if_its_columns_do() {
    let mut chance = Chance::new(11);
    let (mut row_count, mut satisfied, mut violated) = (0, 0, 0);
    let (mut texts, mut rust) = (Vec::new(), Vec::new());
    while row_count < 2_000 {
        let (text, instance) = random_row(&mut chance);
        let Some(instance) = instance else { continue };
        let json = serde_json::to_string(&instance).expect("JSON");
        let statement = Statement::from_json(&json).expect("a statement");
        let rows = rows(&statement);
        let words = ["points", "earned", " or "];
        let is_beyond_programs = words.iter().any(|word| text.contains(word));
        assert_eq!(rows.is_empty(), is_beyond_programs, "{text}");
        texts.push(json!({"instance": instance, "count": rows.len()}).to_string());
        rust.push(rows.iter().map(canonical).collect::<Vec<_>>());
        if is_beyond_programs {
            continue;
        }
        row_count += 1;
        let problem = Problem::from(&instance);
        let cells = 1..=statement.wall.size();
        let free = cells.filter(|cell| !statement.initial.contains(cell));
        let free = free.collect_vec();
        for _ in 0..20 {
            let mut pool = free.clone();
            let order = (0..statement.turns).map(|_| pool.swap_remove(chance.below(pool.len())));
            let order = order.collect_vec();
            let cells = order.iter().map(|&cell| Cell::from_number(cell));
            let is_admitted = problem.admits(&cells.collect::<Order>()[..]);
            let is_satisfied = rows.iter().all(|row| holds(row, &statement, &order));
            assert_eq!(is_satisfied, is_admitted, "{text} of {order:?}: {rows:?}");
            satisfied += usize::from(is_admitted);
            violated += usize::from(!is_admitted);
        }
    }
    assert!(
        satisfied > 8_000 && violated > 8_000,
        "{satisfied} {violated}"
    );
    // The other checker builds the same rows, and no more of them.
    let of_line = "    case = json.loads(json.loads(line))
    program = c.Program(c.Instance(case['instance']))
    def row(place):
        try:
            terms, right, equal = program.build(f'given(0,{place})')
        except c.Refused:
            return None
        sums = dict.fromkeys((column for column, _ in terms), 0)
        for column, factor in terms:
            sums[column] += factor
        right -= sums.pop(('one',), 0)
        names = {f\"{name}({','.join(map(str, rest))})\": sums[name, *rest] for name, *rest in sums}
        return [{name: factor for name, factor in names.items() if factor}, right, equal]
    print(json.dumps([row(place) for place in range(case['count'] + 1)]))
";
    let Some(python) = run_python(of_line, &texts) else {
        return;
    };
    for ((text, mut rust), python) in texts.iter().zip(rust).zip(python) {
        rust.push(Value::Null);
        let python: Vec<Value> = serde_json::from_str(&python).expect("JSON");
        assert_eq!(rust, python, "{text}");
    }
}

/// Walls whose own rows prove their answers, with the kind and the conclusion of the proof.
#[test]
fn walls_with_rows_are_proven_by_them() {
    let wall = Instance::builder;
    for (builder, kind, conclusion) in [
        // More than one turn, and 30 empty cells, which is too many for a table of all sets.
        (
            wall(5, 6, Sense::Maximize)
                .turns(2)
                .subject_to("turn(1) + turn(30) <= 3"),
            "sum",
            "accepted: optimal, 2",
        ),
        (
            wall(5, 6, Sense::Maximize).subject_to("turn(1) + turn(8) + turn(15) <= 5"),
            "sum",
            "accepted: infeasible",
        ),
        // One time, with equations.
        (
            wall(6, 6, Sense::Maximize)
                .subject_to("count(row, 6) = 1")
                .subject_to("count(1 2 3 7 8 9, 3) >= 3"),
            "sum",
            "accepted: infeasible",
        ),
        // `instances/rows/3x3-within-three-turns-min.json`.
        (
            wall(3, 3, Sense::Minimize)
                .subject_to("turn(9) - turn(5) <= 3")
                .subject_to("turn(9) - turn(5) >= 1"),
            "tree",
            "accepted: optimal, 25",
        ),
    ] {
        let certificate = certificate_of(&built(builder));
        let text = certificate.to_json();
        assert_eq!(certificate.kind(), kind, "{text}");
        assert_eq!(rust_verdict(&text).as_deref(), Ok(conclusion), "{text}");
        assert_eq!(count_accepted(std::slice::from_ref(&text)), 1);
        let value: Value = serde_json::from_str(&text).expect("JSON");
        let mut reduced = value.clone();
        remove_given(&mut reduced["proof"]);
        assert_ne!(reduced, value, "no multiplier of these rows");
        // Without these rows the other multipliers prove nothing.
        assert_eq!(count_accepted(&[reduced.to_string()]), 0, "{text}");
    }
}

/// Removes the rows `given` from all leaves of a proof.
fn remove_given(proof: &mut Value) {
    let is_given = |row: &Value| {
        let name = row[0].as_str();
        name.is_some_and(|name| name.starts_with("given("))
    };
    match proof {
        Value::Array(items) => {
            items.retain(|row| !is_given(row));
            items.iter_mut().for_each(remove_given);
        }
        Value::Object(fields) => fields.values_mut().for_each(remove_given),
        _ => {}
    }
}

/// A sum of which each number is needed: 6×6, as many tiles after 6 turns as turns, four of them in row 1.
const SUM: &str = r#"{"certificate": 1, "instance": {"wall": {"rows": 6, "columns": 6}, "sense": "maximize", "constraints": [
    {"type": "before", "first": 1, "then": 2},
    {"type": "subject-to", "row": "count(row, 6) <= 1 for t in 1..2"},
    {"type": "subject-to", "row": "count(row 1, t) >= 2 for t in 6..7"},
    {"type": "subject-to", "row": "points(1) >= 1"},
    {"type": "subject-to", "row": "y(1,6) = 0 or y(2,6) = 0"}]},
    "claim": {"status": "infeasible"},
    "proof": {"kind": "sum", "denominator": 0, "rows": [["given(1,0)", 1], ["given(2,0)", 1]]}}"#;

#[test]
fn rows_outside_the_instance_are_refused() {
    // Row 1 for t = 2, and rows of the wall whose number changes nothing.
    let mut good = variants(
        SUM,
        r#"
        given(1,0) => given(1,6)
        ["given(1,0)", 1] => ["given(1,0)", 1], ["given(1,1)", 0]
        ["given(1,0)", 1], ["given(2,0)", 1] => ["given(1,0)", 2], ["given(2,0)", 2]
        "#,
    );
    good.push(SUM.into());
    assert_eq!(count_accepted(&good), good.len());
    let bad = variants(
        SUM,
        r#"
        // Another constraint, another place, or none.
        given(1,0) => given(0,0)
        given(1,0) => given(1,1)
        given(1,0) => given(1,12)
        given(2,0) => given(2,1)
        given(2,0) => given(2,2)
        given(2,0) => given(5,0)
        given(2,0) => given(9999,0)
        // Points, and one or the other.
        given(2,0) => given(3,0)
        given(2,0) => given(4,0)
        ["given(1,0)", 1] => ["given(1,0)", 1], ["given(3,0)", 0]
        ["given(1,0)", 1] => ["given(1,0)", 1], ["given(4,0)", 0]
        // Names that are none.
        given(1,0) => given(01,0)
        given(1,0) => given(1)
        given(1,0) => given(1,0,0)
        given(1,0) => given(1,-0)
        given(1,0) => given(1,+0)
        given(1,0) => size(0)
        given(1,0) => given(10000,0)
        // Other numbers.
        ["given(1,0)", 1] => ["given(1,0)", 2]
        ["given(1,0)", 1] => ["given(1,0)", -1]
        ["given(2,0)", 1] => ["given(2,0)", 3]
        // Other rows.
        count(row, 6) <= 1 => count(row, 6) <= 2
        count(row, 6) <= 1 => count(column, 6) <= 1
        count(row 1, t) >= 2 => count(row 1, t) >= 1
        for t in 6..7 => for t in 7..8
        row 1, t => row 2, t
        // Times that no order has, which hold nowhere; and a set with a cell twice.
        count(row, 6) <= 1 for t in 1..2 => y(1,37) <= 0
        count(row, 6) <= 1 for t in 1..2 => x(1,0) <= -1
        count(row, 6) <= 1 => count(1 2 3 4 5 6 6, 6) <= 1
        for t in 6..7 => for t in 6..t
        "#,
    );
    for text in bad {
        assert_eq!(count_accepted(std::slice::from_ref(&text)), 0, "{text}");
    }
}

/// The certificate of a conflict numbers the constraints as the conflict lists them.
#[test]
fn constraints_of_a_conflict_have_numbers_of_their_own() {
    let rows = r#"["given(1,0)", 1], ["given(2,0)", 1]"#;
    let text = replace(SUM, rows, r#"["given(0,0)", 1], ["given(1,0)", 1]"#);
    let conflict = r#""conflict": {"constraints": [1, 2], "orders": [ORDER, OTHER]}, "proof""#;
    let text = replace(&text, r#""proof""#, conflict);
    // The first order has six tiles in row 1 after 6 turns, and the second one tile in each row.
    let row_major: Vec<usize> = (1..=36).collect();
    let (mut column_first, others): (Vec<usize>, Vec<usize>) =
        row_major.iter().partition(|&cell| cell % 6 == 1);
    column_first.extend(others);
    let text = replace(&text, "ORDER", &json!(row_major).to_string());
    let text = replace(&text, "OTHER", &json!(column_first).to_string());
    let other = replace(&text, "given(1,0)", "given(2,0)");
    assert_eq!(count_accepted(&[text, other]), 1);
}
