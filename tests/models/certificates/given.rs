//! Rows that an instance states in sums: `given(i,k)`.

use super::{agree, by_python, certified, changed, in_rust, replaced};
use crate::common::parse;
use crate::random_rows::Chance;
use azulejo::instance::Instance;
use azulejo::problem::{Order, Problem};
use azulejo::wall::Cell;
use azulejo_check::{Column, Linear, Program, Row, Statement};
use itertools::Itertools;
use serde_json::{Value, json};
use std::collections::BTreeMap;

fn stating(rows: usize, columns: usize, sense: &str, stated: &[&str]) -> Instance {
    let stated = stated.iter();
    let constraints = stated.map(|row| json!({"type": "subject-to", "row": row}));
    let constraints: Vec<Value> = constraints.collect();
    let wall = json!({"rows": rows, "columns": columns});
    parse(&json!({"wall": wall, "sense": sense, "constraints": constraints}).to_string())
}

/// The multipliers of `given` in a proof, by name, of all leaves together.
fn multipliers(certificate: &Value) -> BTreeMap<String, i64> {
    let mut found = BTreeMap::new();
    let mut open = vec![&certificate["proof"]];
    while let Some(value) = open.pop() {
        match value {
            Value::Array(items) => match &items[..] {
                [Value::String(name), Value::Number(number)] if name.starts_with("given(") => {
                    *found.entry(name.clone()).or_default() += number.as_i64().unwrap_or_default();
                }
                items => open.extend(items),
            },
            Value::Object(fields) => open.extend(fields.values()),
            _ => {}
        }
    }
    found
}

/// Whether a row holds of the columns of an order, as the format defines them.
fn holds(row: &Linear, statement: &Statement, order: &[usize]) -> bool {
    let mut continued = statement.initial.clone();
    continued.sort_unstable();
    continued.extend(order);
    let others: Vec<usize> = (1..=statement.wall.size())
        .filter(|cell| !continued.contains(cell))
        .collect();
    continued.extend(others);
    let place = |cell| continued.iter().position(|&other| other == cell);
    let free = |cell| assert!(!statement.initial.contains(&cell), "{row:?}");
    let value = |column| match column {
        Column::Filled(_, cell, turn) => {
            free(cell);
            assert!((1..=statement.turns).contains(&turn), "{row:?}");
            order[..turn].contains(&cell)
        }
        Column::Before(first, then) => {
            free(first);
            free(then);
            assert!(first < then, "{row:?}");
            place(first) < place(then)
        }
        _ => panic!("{row:?}"),
    };
    let terms = row.terms.iter().filter(|(column, _)| value(*column));
    let left: i128 = terms.map(|(_, factor)| factor).sum();
    left == row.right || !row.equal && left < row.right
}

/// A random row of a small wall, alone in an instance.
fn random(chance: &mut Chance) -> (String, Option<Instance>) {
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

/// A row as both checkers can write it: the sums of the factors of columns, the right side, and whether it is an equation.
fn written(row: &Linear) -> Value {
    let mut terms: BTreeMap<String, i128> = BTreeMap::new();
    for (column, factor) in &row.terms {
        *terms.entry(column.to_string()).or_default() += factor;
    }
    terms.retain(|_, factor| *factor != 0);
    json!([terms, row.right, row.equal])
}

/// The solver has a reader of rows of its own, and tests orders by it.
#[test]
fn an_order_satisfies_2_000_random_rows_if_its_columns_do() {
    let mut chance = Chance::new(11);
    let (mut compared, mut met, mut broken) = (0, 0, 0);
    let (mut texts, mut built) = (Vec::new(), Vec::new());
    while compared < 2_000 {
        let (text, instance) = random(&mut chance);
        let Some(instance) = instance else { continue };
        let json = serde_json::to_string(&instance).expect("it is written");
        let statement = Statement::from_json(&json).expect("it is read");
        let rows = rows(&statement);
        let unwritten = ["points", "earned", " or "];
        let is_none = unwritten.iter().any(|word| text.contains(word));
        assert_eq!(rows.is_empty(), is_none, "{text}");
        texts.push(json!({"instance": instance, "count": rows.len()}).to_string());
        built.push(rows.iter().map(written).collect::<Vec<_>>());
        if is_none {
            continue;
        }
        compared += 1;
        let problem = Problem::from(&instance);
        let all = 1..=statement.wall.size();
        let free = all.filter(|cell| !statement.initial.contains(cell));
        let free = free.collect_vec();
        for _ in 0..20 {
            let mut left = free.clone();
            let drawn = (0..statement.turns).map(|_| left.swap_remove(chance.below(left.len())));
            let order = drawn.collect_vec();
            let cells = order.iter().map(|&cell| Cell::from_number(cell));
            let is_met = problem.admits(&cells.collect::<Order>()[..]);
            let by_columns = rows.iter().all(|row| holds(row, &statement, &order));
            assert_eq!(by_columns, is_met, "{text} of {order:?}: {rows:?}");
            *(if is_met { &mut met } else { &mut broken }) += 1;
        }
    }
    assert!(met > 8_000 && broken > 8_000, "{met} {broken}");
    // The other checker builds the same rows, and no more of them.
    let of_line = "    one = json.loads(json.loads(line))
    program = c.Program(c.Instance(one['instance']))
    def built(place):
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
    print(json.dumps([built(place) for place in range(one['count'] + 1)]))
";
    let Some(said) = by_python(of_line, &texts) else {
        return;
    };
    for ((text, mut rust), python) in texts.iter().zip(built).zip(said) {
        rust.push(Value::Null);
        let python: Vec<Value> = serde_json::from_str(&python).expect("JSON");
        assert_eq!(rust, python, "{text}");
    }
}

/// Instances with proofs by their own rows: the kind of the proof, and what it proves.
fn instances() -> [(Instance, &'static str, &'static str); 4] {
    [
        // More than one turn, and 30 empty cells, which is too many for a table of all sets.
        (
            parse(
                r#"{"wall": {"rows": 5, "columns": 6}, "sense": "maximize", "turns": 2,
                    "constraints": [{"type": "subject-to", "row": "turn(1) + turn(30) <= 3"}]}"#,
            ),
            "sum",
            "accepted: optimal, 2",
        ),
        (
            stating(5, 6, "maximize", &["turn(1) + turn(8) + turn(15) <= 5"]),
            "sum",
            "accepted: infeasible",
        ),
        // One time, with equations.
        (
            stating(
                6,
                6,
                "maximize",
                &["count(row, 6) = 1", "count(1 2 3 7 8 9, 3) >= 3"],
            ),
            "sum",
            "accepted: infeasible",
        ),
        // `instances/rows/3x3-within-three-turns-min.json`.
        (
            stating(
                3,
                3,
                "minimize",
                &["turn(9) - turn(5) <= 3", "turn(9) - turn(5) >= 1"],
            ),
            "tree",
            "accepted: optimal, 25",
        ),
    ]
}

#[test]
fn walls_with_rows_are_proven_by_them() {
    for (instance, kind, proven) in instances() {
        let certificate = certified(&instance);
        let text = certificate.to_json();
        assert_eq!(certificate.kind(), kind, "{text}");
        assert_eq!(in_rust(&text).as_deref(), Ok(proven), "{text}");
        assert_eq!(agree(std::slice::from_ref(&text)), 1);
        let value: Value = serde_json::from_str(&text).expect("JSON");
        let multipliers = multipliers(&value);
        assert!(!multipliers.is_empty(), "{text}");
        // Without them the same numbers prove nothing.
        let mut less = value.clone();
        without_given(&mut less["proof"]);
        assert_eq!(agree(&[less.to_string()]), 0, "{multipliers:?}");
    }
}

/// Takes rows `given` from all leaves of a proof.
fn without_given(proof: &mut Value) {
    let is_given = |row: &Value| {
        let name = row[0].as_str();
        name.is_some_and(|name| name.starts_with("given("))
    };
    match proof {
        Value::Array(items) => {
            items.retain(|row| !is_given(row));
            items.iter_mut().for_each(without_given);
        }
        Value::Object(fields) => fields.values_mut().for_each(without_given),
        _ => {}
    }
}

/// A sum that needs each of its numbers: of 6×6, as many tiles after 6 turns as there are turns, four of them in row 1.
const SUM: &str = r#"{"certificate": 1, "instance": {"wall": {"rows": 6, "columns": 6}, "sense": "maximize", "constraints": [
    {"type": "before", "first": 1, "then": 2},
    {"type": "subject-to", "row": "count(row, 6) <= 1 for t in 1..2"},
    {"type": "subject-to", "row": "count(row 1, t) >= 2 for t in 6..7"},
    {"type": "subject-to", "row": "points(1) >= 1"},
    {"type": "subject-to", "row": "y(1,6) = 0 or y(2,6) = 0"}]},
    "claim": {"status": "infeasible"},
    "proof": {"kind": "sum", "denominator": 0, "rows": [["given(1,0)", 1], ["given(2,0)", 1]]}}"#;

#[test]
fn what_is_no_row_of_the_instance_is_refused() {
    // Row 1 for t = 2, and rows of the wall whose number changes nothing.
    let mut good = changed(
        SUM,
        r#"
        given(1,0) => given(1,6)
        ["given(1,0)", 1] => ["given(1,0)", 1], ["given(1,1)", 0]
        ["given(1,0)", 1], ["given(2,0)", 1] => ["given(1,0)", 2], ["given(2,0)", 2]
        "#,
    );
    good.push(SUM.into());
    assert_eq!(agree(&good), good.len());
    let bad = changed(
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
        assert_eq!(agree(std::slice::from_ref(&text)), 0, "{text}");
    }
}

/// Of a conflict, constraints are counted as the conflict has them.
#[test]
fn constraints_of_a_conflict_are_counted_within_it() {
    let named = r#"["given(1,0)", 1], ["given(2,0)", 1]"#;
    let text = replaced(SUM, named, r#"["given(0,0)", 1], ["given(1,0)", 1]"#);
    let conflict = r#""conflict": {"constraints": [1, 2], "orders": [ORDER, OTHER]}, "proof""#;
    let text = replaced(&text, r#""proof""#, conflict);
    // One has six tiles in row 1 after 6 turns, and the other one in each row.
    let together: Vec<usize> = (1..=36).collect();
    let (mut apart, others): (Vec<usize>, Vec<usize>) =
        together.iter().partition(|&cell| cell % 6 == 1);
    apart.extend(others);
    let text = replaced(&text, "ORDER", &json!(together).to_string());
    let text = replaced(&text, "OTHER", &json!(apart).to_string());
    let other = replaced(&text, "given(1,0)", "given(2,0)");
    assert_eq!(agree(&[text, other]), 1);
}
