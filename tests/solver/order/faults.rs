//! Instances that are refused: every fault, and where.

use super::instance::{complete, faults, on_3x3, parsed, remove};
use azulejo::instance::{Fault, Instance, Sense};
use serde_json::{Value, json};
use std::ops::RangeInclusive;

/// The faults of a text are at these places, in any order.
#[track_caller]
fn assert_at(text: impl ToString, places: &str) {
    let text = text.to_string();
    let faults = faults(&text);
    let mut fault_places: Vec<&str> = faults.iter().map(|(place, _)| place.as_str()).collect();
    let mut expected: Vec<&str> = places.split_whitespace().collect();
    fault_places.sort_unstable();
    expected.sort_unstable();
    assert_eq!(fault_places, expected, "{text}: {faults:#?}");
}

/// A text has one fault.
#[track_caller]
fn one_fault(text: impl ToString) -> (String, String) {
    let mut faults = faults(&text.to_string());
    assert_eq!(faults.len(), 1, "{faults:?}");
    faults.remove(0)
}

/// The instance of a text without faults has one warning.
#[track_caller]
fn one_warning(text: &str) -> (Instance, String, String) {
    let instance = Instance::from_json(text).expect("no fault");
    let [warning] = instance.warnings() else {
        panic!("one warning expected: {:?}", instance.warnings())
    };
    let (place, message) = (warning.place().to_owned(), warning.message().to_owned());
    (instance, place, message)
}

#[test]
fn a_field_or_item_that_is_null_is_one_fault_at_its_place() {
    let whole = complete();
    for pointer in pointers(&whole) {
        let mut value = whole.clone();
        *value.pointer_mut(&pointer).expect("listed") = Value::Null;
        assert_at(&value, &place(&pointer));
    }
}

#[test]
fn a_field_that_is_missing_is_a_fault_at_its_place_unless_it_is_optional() {
    let optional = "/name /source /initial /holes /turns /tiles /bonus /bonus/row /bonus/column /bonus/colour /bonus/sets /bonus/colours \
        /factors /constraints /published /published/score /published/orders";
    let whole = complete();
    let mut optional_fields = Vec::new();
    for pointer in fields(&whole) {
        let mut value = whole.clone();
        remove(&mut value, &pointer);
        if faults(&value.to_string()).is_empty() {
            optional_fields.push(pointer);
        } else {
            assert_at(&value, &place(&pointer));
        }
    }
    assert_eq!(optional_fields, optional.split(' ').collect::<Vec<_>>());
}

#[test]
fn an_unknown_field_is_a_fault_with_the_names_of_the_valid_fields() {
    let whole = complete();
    for pointer in pointers(&whole) {
        let mut value = whole.clone();
        let Some(Value::Object(object)) = value.pointer_mut(&pointer) else {
            continue;
        };
        let keys: Vec<String> = object.keys().cloned().collect();
        object.insert("extra".into(), json!(1));
        let (at, message) = one_fault(&value);
        assert_eq!(at, place(&format!("{pointer}/extra")));
        for key in keys {
            assert!(message.contains(&key), "{at}: {message}");
        }
    }
}

#[test]
fn a_repeated_field_is_one_fault_at_its_place() {
    let whole = complete();
    for pointer in fields(&whole) {
        let (at, message) = one_fault(with_twice(whole.clone(), &pointer));
        assert_eq!(at, place(&pointer));
        assert!(message.contains("more than once"), "{message}");
    }
}

#[test]
fn all_faults_are_reported_at_once_each_at_its_place() {
    let text = include_str!("../../data/cli/faults.json");
    let expected = "name source wall.depth sense sense rules \
        initial[1] initial[2] initial[3] initial[4] initial[5] turns \
        bonus.row bonus.column bonus.colour bonus.diagonal \
        constraints[0].cell constraints[1].cell constraints[1].turn \
        constraints[2].cell constraints[2].turn constraints[3].cell constraints[3].turn \
        constraints[4].cell constraints[4].turn constraints[8] \
        constraints[9].cell constraints[9].from constraints[9].to constraints[10] \
        constraints[11].first constraints[12].then constraints[13].cells \
        constraints[14].cells[1] constraints[14].cells[2] constraints[15].cells[1] \
        constraints[16].cell constraints[16].cells constraints[18].rows \
        constraints[19].type constraints[20].type constraints[21].type constraints[22] \
        published.score published.orders published.by";
    assert_at(text, expected);
}

/// Fields of 2×3, and the places of their faults. A hole is named nowhere else.
const OF_2X3: &str = r#"
    "bonus": {"row": 1, "colour": 1} => bonus.colour
    "bonus": {"colours": "cyclic"} => bonus.colours
    "factors": [{"cells": [1, 7], "factor": 101}, {"cells": [1, [3, 1]], "factor": 2}, {"cells": [], "factor": 2}] => factors[0].cells[1] factors[0].factor factors[1].cells[0] factors[1].cells[1] factors[2].cells
    "initial": [2, 1], "holes": [2, [1, 2], 7, "x"], "turns": 4, "factors": [{"cells": [2], "factor": 2}], "constraints": [{"type": "place-at", "cell": 2, "turn": 1}, {"type": "first", "cells": [1, 2]}] => initial[0] holes[1] holes[2] holes[3] factors[0].cells[0] constraints[0].cell constraints[1].cells[0] constraints[1].cells[1]
    "holes": [2], "constraints": [{"type": "subject-to", "row": "turn(2) <= 3"}, {"type": "subject-to", "row": "count(1 2, 3) <= 1"}] => constraints[0].row constraints[1].row
"#;

/// Fields of 3×3, and the places of their faults.
const OF_3X3: &str = r#"
    "bonus": {"sets": [{"cells": [1, 10, 1], "points": 1000001}]} => bonus.sets[0].cells[1] bonus.sets[0].points
    "bonus": {"sets": [{"cells": [1, 10, 1], "points": 3}, {"cells": [], "points": 1}, 5]} => bonus.sets[0].cells[1] bonus.sets[0].cells[2] bonus.sets[1].cells bonus.sets[2]
    "bonus": {"sets": {"cells": [1], "points": 3}} => bonus.sets
    "bonus": {"colour": 1, "colours": "mixed"} => bonus.colours
    "bonus": {"colours": "free"} => bonus.colours
    "bonus": {"colour": 1, "colours": ["abc", "bca"]} => bonus.colours
    "bonus": {"colour": 1, "colours": ["abc", "bca", "abc"]} => bonus.colours
    "bonus": {"colour": 1, "colours": ["abc", "bcd", "cda"]} => bonus.colours
    "bonus": {"colour": 1, "colours": ["abc", 5, "cda"]} => bonus.colours[1]
    "bonus": {"colour": 1, "colours": "free"}, "holes": [5] => bonus.colours
    "bonus": {"colour": 1, "colours": "free"}, "constraints": [{"type": "subject-to", "row": "count(colour 1, end) >= 1"}] => constraints[0].row
    "factors": [{"cells": [1], "factor": 18446744073709551615}] => factors[0].factor
    "factors": [{"cells": [18446744073709551615], "factor": 2}] => factors[0].cells[0]
    "factors": [{"cells": [1], "factor": -1}] => factors[0].factor
    "factors": [{"cells": [1], "factor": 1.5}, {"cells": 1}] => factors[0].factor factors[1].cells factors[1].factor
    "factors": {"1": 2} => factors
    "factors": [[1, 2]] => factors[0]
    "constraints": [{"type": "before", "first": 98, "then": 99}] => constraints[0].first constraints[0].then
    "constraints": [{"type": "window", "cell": true, "from": 0, "to": 99}] => constraints[0].cell constraints[0].from constraints[0].to
    "constraints": [{"type": "place-at", "cell": 99}] => constraints[0].cell constraints[0].turn
    "constraints": [{"type": "first", "cells": ["x", 99]}] => constraints[0].cells[0] constraints[0].cells[1]
    "constraints": [{"type": "first", "cells": [1, 2, [1, 1]]}] => constraints[0].cells[2]
    "constraints": [{"type": "last", "cells": [2, 2, 99]}] => constraints[0].cells[1] constraints[0].cells[2]
    "constraints": [{"type": "only", "cells": [2, 2, 99], "from": 0, "to": 1}] => constraints[0].cells[1] constraints[0].cells[2] constraints[0].from
    "constraints": [{"typ": "rounds"}] => constraints[0].type constraints[0].typ
"#;

/// Fields of 9×9, and the places of their faults.
const OF_9X9: &str = r#"
    "bonus": {"colour": 1, "colours": "free"} => bonus.colours
"#;

/// A wall of so many rows and columns, with more fields of its JSON.
fn on(rows: usize, columns: usize, fields: &str) -> String {
    let wall = json!({"rows": rows, "columns": columns});
    format!(r#"{{"wall": {wall}, "sense": "maximize", {fields}}}"#)
}

#[test]
fn each_fault_is_placed_at_the_item_or_field_that_is_wrong_and_does_not_hide_another() {
    let no_wall = json!({"sense": "maximize", "published": {"orders": "many"}});
    assert_at(no_wall, "wall published.orders");
    for (rows, columns, cases) in [(2, 3, OF_2X3), (3, 3, OF_3X3), (9, 9, OF_9X9)] {
        for case in cases.trim().lines() {
            let (fields, places) = case.split_once(" => ").expect("fields and places");
            assert_at(on(rows, columns, fields), places);
        }
    }
}

#[test]
fn a_wall_of_holes_and_a_factor_that_counts_for_nothing_are_no_faults() {
    let every = Instance::from_json(&on(1, 2, r#""holes": [1, 2]"#)).expect("no fault");
    assert_eq!(every.horizon(), 0);
    let fields = r#""initial": [9], "factors": [{"cells": [9], "factor": 2}]"#;
    let (_, at, _) = one_warning(&on(3, 3, fields));
    assert_eq!(at, "factors[0].cells[0]");
}

#[test]
fn faults_come_in_the_order_of_the_file() {
    let text = on_3x3(
        r#"{"type": "place-at", "cell": 99, "turn": 1}, {"type": "after"},
           {"type": "place-at", "cell": 1, "turn": 99}, {"type": "window", "cell": 1, "from": 1}"#,
    );
    let places = faults(&text).into_iter().map(|(place, _)| place);
    let expected = "constraints[0].cell constraints[1].type constraints[2].turn constraints[3].to";
    assert_eq!(places.collect::<Vec<_>>().join(" "), expected);
}

#[test]
fn a_repeated_constraint_is_a_warning() {
    let at = |cell: &str, turn: u32| {
        format!(r#"{{"type": "place-at", "cell": {cell}, "turn": {turn}}}"#)
    };
    let first = |cells: &str| format!(r#"{{"type": "first", "cells": {cells}}}"#);
    let cases = [
        (at("5", 9), at("[2, 2]", 9)),
        (first("[1, 2]"), first("[[1, 2], [1, 1]]")),
    ];
    for (first, second) in cases {
        let read = |constraints: &str| Instance::from_json(&on_3x3(constraints)).expect("no fault");
        let once = read(&first);
        assert_eq!(once.warnings(), []);
        assert_eq!(read(&second).constraints(), once.constraints());
        let (twice, at, message) = one_warning(&on_3x3(&format!("{first}, {second}")));
        assert_eq!(at, "constraints[1]");
        assert_eq!(message, "says the same as constraints[0]");
        // The repeated constraint stays, so that a position in the instance is one in the file.
        assert_eq!(twice.constraints().len(), 2);
        assert_eq!(twice.with_constraints(|index| index == 1).warnings(), []);
    }
}

#[test]
fn turns_that_fill_more_cells_than_are_named_are_a_fault() {
    let only = |cells: &str, from: u32, to: u32| {
        let cells = format!(r#""cells": {cells}, "from": {from}, "to": {to}"#);
        on_3x3(&format!(r#"{{"type": "only", {cells}}}"#))
    };
    assert_eq!(faults(&only("[1, 2, 3]", 2, 4)), []);
    assert_eq!(faults(&only("[1, 2, 3, 4]", 2, 4)), []);
    for (cells, from, to, word) in [
        ("[1, 2]", 2, 4, "fill 3 cells, but only 2 are named"),
        ("[5]", 2, 4, "fill 3 cells, but only 1 is named"),
        ("[1, 2]", 4, 2, "no turns from turn 4 to turn 2"),
    ] {
        let (at, message) = one_fault(only(cells, from, to));
        assert_eq!(at, "constraints[0]");
        assert!(message.contains(word), "{message}");
    }
}

#[test]
fn a_constraint_that_names_more_turns_than_there_are_is_a_fault() {
    for (constraint, field) in [
        (r#""type": "last-round""#, ""),
        (r#""type": "first", "cells": [1, 2, 3]"#, ".cells"),
        (r#""type": "last", "cells": [1, 2, 3]"#, ".cells"),
        (r#""type": "place-at", "cell": 1, "turn": 3"#, ".turn"),
    ] {
        let within = |turns: u32| {
            let text = on_3x3(&format!("{{{constraint}}}"));
            text.replacen('{', &format!("{{\"turns\": {turns},"), 1)
        };
        assert_eq!(faults(&within(3)), []);
        assert_at(within(2), &format!("constraints[0]{field}"));
    }
}

#[test]
fn one_is_no_plural() {
    let first = r#""turns": 1, "constraints": [{"type": "first", "cells": [1, 2, 3]}]"#;
    let full = r#""initial": [1], "turns": 2"#;
    for (text, at, message) in [
        (
            on(3, 3, first),
            "constraints[0].cells",
            "names 3 cells, but the order has only 1 turn",
        ),
        (
            on(1, 2, full),
            "turns",
            "2 turns, but only 1 cell is left to fill",
        ),
    ] {
        assert_eq!(one_fault(text), (at.into(), message.into()));
    }
}

#[test]
fn a_wall_has_from_one_to_1024_cells() {
    let wall = |rows: u64, columns: u64| {
        let wall = json!({"rows": rows, "columns": columns});
        json!({"wall": wall, "sense": "maximize"})
    };
    for (rows, columns) in [(1, 1), (32, 32), (1, 1024), (1024, 1)] {
        let cells = parsed(&wall(rows, columns)).horizon();
        assert_eq!(cells as u64, rows * columns);
    }
    let largest = u64::MAX;
    for (rows, columns) in [
        (0, 3),
        (3, 0),
        (1, 1025),
        (33, 32),
        (largest, 1),
        (largest, largest),
    ] {
        assert_at(wall(rows, columns), "wall");
    }
}

#[test]
fn a_text_without_a_json_object_is_one_fault_of_the_file() {
    for text in [
        "", " ", "{", "[]", "3", "null", "\"x\"", "{} {}", "\0", "{'a': 1}",
    ] {
        assert_at(text, "file");
    }
}

#[test]
fn a_text_of_a_mebibyte_is_read_and_a_longer_one_is_refused() {
    let mut text = on_3x3("");
    text += &" ".repeat(Instance::MAX_BYTES - text.len());
    assert_eq!(faults(&text), []);
    text.push(' ');
    assert_at(text, "file");
}

#[test]
fn a_wrong_number_is_quoted_briefly() {
    for (number, excerpt) in [("1.5", "1.5"), ("-1", "-1"), ("3.0", "3.0"), ("1e300", "")] {
        let text = on_3x3("").replacen('3', number, 1);
        // 3.0 may as well be accepted.
        let fault = faults(&text).pop();
        let (_, message) = fault.unwrap_or(("".into(), "3.0".into()));
        assert!(message.contains(excerpt), "{number}: {message}");
        assert!(message.len() < 100, "{number}: {message}");
    }
}

#[test]
fn the_message_counts_the_faults_and_shows_the_first_twenty() {
    let message = |count: usize| {
        let off: Vec<Value> = (0..count).map(|index| json!(100 + index)).collect();
        let text = json!({"wall": {"rows": 3, "columns": 3}, "sense": "maximize", "initial": off});
        let refused = Instance::from_json(&text.to_string()).expect_err("cells off the wall");
        assert_eq!(refused.faults().len(), count);
        refused.to_string()
    };
    let single = message(1);
    assert!(
        single.contains("1 fault\n  initial[0]: cell 100"),
        "{single}"
    );
    let long = message(25);
    assert!(long.contains("25 faults"), "{long}");
    assert!(long.contains("\n  initial[19]: cell 119 is off"), "{long}");
    assert!(!long.contains("initial[20]"), "{long}");
    assert!(long.ends_with("and 5 more"), "{long}");
}

/// The JSON pointer of every value; a cell as [row, column] is one value.
fn pointers(value: &Value) -> Vec<String> {
    let children: Vec<(String, &Value)> = match value {
        Value::Object(object) => object.iter().map(|(key, at)| (key.clone(), at)).collect(),
        Value::Array(items) if !items.iter().all(Value::is_number) => {
            let items = items.iter().enumerate();
            items.map(|(index, at)| (index.to_string(), at)).collect()
        }
        _ => Vec::new(),
    };
    let below = children.into_iter().flat_map(|(key, child)| {
        let pointers = pointers(child).into_iter();
        pointers.map(move |pointer| format!("/{key}{pointer}"))
    });
    std::iter::once(String::new()).chain(below).collect()
}

/// The pointers of the fields of objects.
fn fields(value: &Value) -> Vec<String> {
    let is_field = |pointer: &String| pointer.ends_with(|end: char| end.is_ascii_alphabetic());
    pointers(value).into_iter().filter(is_field).collect()
}

/// A pointer as a fault writes it.
fn place(pointer: &str) -> String {
    let part = |part: &str| match part.parse::<usize>() {
        Ok(index) => format!("[{index}]"),
        Err(_) => format!(".{part}"),
    };
    let place: String = pointer.split('/').skip(1).map(part).collect();
    match place.trim_start_matches('.') {
        "" => "file".into(),
        place => place.into(),
    }
}

/// The text of a value with one field written twice.
fn with_twice(mut value: Value, pointer: &str) -> String {
    let (parent, key) = pointer.rsplit_once('/').expect("no root");
    let again = value.pointer(pointer).expect("a field").clone();
    value.pointer_mut(parent).expect("an object")[format!("{key}~")] = again;
    value.to_string().replace('~', "")
}

#[test]
fn all_faults_of_an_instance_built_in_code_have_their_places() {
    let instance = Instance::builder(3, 3, Sense::Maximize)
        .initial([1, 1])
        .turns(10)
        .first([2, 99])
        .window(4, RangeInclusive::new(5, 3))
        .build();
    let faults = instance.expect_err("it has faults");
    let places: Vec<&str> = faults.faults().iter().map(Fault::place).collect();
    let expected = [
        "initial[1]",
        "turns",
        "constraints[0].cells[1]",
        "constraints[1]",
    ];
    assert_eq!(places, expected);
    let empty = Instance::builder(0, 3, Sense::Maximize).build();
    assert_eq!(empty.expect_err("no cells").faults()[0].place(), "wall");
}
