//! Instances: what is accepted, what is refused and where, and the way there and back.

use azulejo::instance::{Constraint, Fault, Flag, Form, Instance, KINDS, Sense, Turn};
use azulejo::wall::Bonus;
use azulejo::wall::Cell;
use proptest::prelude::*;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::path::Path;

#[test]
fn a_complete_instance_means_what_it_says_and_round_trips() {
    let instance = parsed(&complete());
    assert_eq!(instance.name(), Some("everything"));
    assert_eq!(instance.source(), Some("tests"));
    assert_eq!((instance.wall().rows(), instance.wall().columns()), (3, 3));
    assert_eq!(instance.sense(), Sense::Minimize);
    assert_eq!(instance.initial(), [at(1), at(9)]);
    assert_eq!(instance.horizon(), 6);
    let bonus = instance.bonus();
    assert_eq!((bonus.row, bonus.column, bonus.colour), (2, 7, 10));
    assert_eq!(instance.published().score, Some(20));
    assert_eq!(instance.published().orders.as_deref(), Some("12"));
    let (cell, turn, from, to) = (at(5), turn(3), turn(1), turn(5));
    let (first, then, some, rest) = (at(3), at(2), vec![at(3), at(4)], vec![at(7), at(8)]);
    let expected = [
        Constraint::PlaceAt { cell, turn },
        Constraint::Window { cell, from, to },
        Constraint::Before { first, then },
        Constraint::First { cells: some },
        Constraint::Last { cells: rest },
        Constraint::Rounds,
        Constraint::LastRound,
    ];
    assert_eq!(instance.constraints(), expected);
    assert_eq!(there_and_back(&instance), instance);
}

#[test]
fn the_registry_has_every_kind_once_and_each_says_what_it_is() {
    let complete = parsed(&complete());
    let constraints = complete.constraints();
    let kinds: Vec<_> = constraints.iter().map(Constraint::kind).collect();
    assert_eq!(
        kinds, KINDS,
        "complete.json has one of each, in their order"
    );
    let mut names: Vec<&str> = kinds.iter().map(|kind| kind.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), KINDS.len());
    let words: Vec<String> = constraints.iter().map(Constraint::to_string).collect();
    let expected = [
        "cell 5 in turn 3",
        "cell 5 in turns 1 to 5",
        "cell 3 before cell 2",
        "cells 3, 4 first",
        "cells 7, 8 last",
        "rounds: every round fills the rows from top to bottom",
        "last round: the last tiles of the rows from top to bottom",
    ];
    assert_eq!(words, expected);
    let page = include_str!("../../docs/instances.md");
    for kind in KINDS {
        assert!(page.contains(&format!("| `{kind}` |")), "{kind}");
        let names = kind.fields.iter().map(|field| field.name.to_uppercase());
        let named: Vec<&str> = match &kind.flag {
            Flag::Own { value, .. } => value.split(['@', '-', ':']).collect(),
            Flag::Rule { .. } => Vec::new(),
        };
        assert_eq!(names.collect::<Vec<_>>(), named, "{kind}");
        for field in kind.fields {
            assert!(
                kind.words.contains(&format!("{{{}}}", field.name)),
                "{kind}"
            );
        }
    }
}

#[test]
fn without_turns_every_cell_that_is_not_there_yet_is_filled() {
    let mut value = complete();
    remove(&mut value, "/turns");
    let instance = parsed(&value);
    assert_eq!(instance.horizon(), 7);
    let written = serde_json::to_string(&instance).expect("an instance is JSON");
    assert!(!written.contains("turns"), "{written}");
    remove(&mut value, "/initial");
    assert_eq!(parsed(&value).horizon(), 9);
}

#[test]
fn a_field_or_item_that_is_null_is_one_fault_at_its_place() {
    let whole = complete();
    let wrong = pointers(&whole).into_iter().filter_map(|pointer| {
        let mut value = whole.clone();
        *value.pointer_mut(&pointer).expect("listed") = Value::Null;
        unlike(&value, &place(&pointer))
    });
    assert_eq!(wrong.collect::<Vec<_>>(), NONE);
}

#[test]
fn a_field_that_is_missing_is_a_fault_at_its_place_unless_it_is_optional() {
    let optional = "/name /source /initial /turns /bonus /bonus/row /bonus/column /bonus/colour \
        /constraints /published /published/score /published/orders";
    let whole = complete();
    let mut left_out = Vec::new();
    for pointer in fields(&whole) {
        let mut value = whole.clone();
        remove(&mut value, &pointer);
        if faults(&value.to_string()).is_empty() {
            left_out.push(pointer);
        } else {
            assert_eq!(unlike(&value, &place(&pointer)), None);
        }
    }
    assert_eq!(left_out, optional.split(' ').collect::<Vec<_>>());
}

#[test]
fn an_unknown_field_is_a_fault_at_its_place_and_the_known_ones_are_named() {
    let whole = complete();
    for pointer in pointers(&whole) {
        let mut value = whole.clone();
        let Some(Value::Object(object)) = value.pointer_mut(&pointer) else {
            continue;
        };
        let known: Vec<String> = object.keys().cloned().collect();
        object.insert("extra".into(), json!(1));
        let extra = place(&format!("{pointer}/extra"));
        assert_eq!(unlike(&value, &extra), None);
        let message = &faults(&value.to_string())[0].1;
        for key in known {
            assert!(message.contains(&key), "{extra}: {message}");
        }
    }
}

#[test]
fn a_field_given_twice_is_one_fault_at_its_place() {
    let whole = complete();
    for pointer in fields(&whole) {
        let found = faults(&with_twice(whole.clone(), &pointer));
        let [(at, message)] = &found[..] else {
            panic!("{pointer}: {found:?}")
        };
        assert_eq!(*at, place(&pointer));
        assert!(message.contains("more than once"), "{message}");
    }
}

#[test]
fn all_faults_are_reported_at_once_each_at_its_place() {
    let text = include_str!("../data/cli/faults.json");
    let expected = "name source wall.depth sense sense rules \
        initial[1] initial[2] initial[3] initial[4] initial[5] turns \
        bonus.row bonus.column bonus.colour bonus.diagonal \
        constraints[0].cell constraints[1].cell constraints[1].turn \
        constraints[2].cell constraints[2].turn constraints[3].cell constraints[3].turn \
        constraints[4].cell constraints[4].turn constraints[6] constraints[7] constraints[8] \
        constraints[9].cell constraints[9].from constraints[9].to constraints[10] \
        constraints[11].first constraints[12].then constraints[13].cells \
        constraints[14].cells[1] constraints[14].cells[2] constraints[15].cells[1] \
        constraints[16].cell constraints[16].cells constraints[18] constraints[18].rows \
        constraints[19].type constraints[20].type constraints[21].type constraints[22] \
        published.score published.orders published.by";
    assert_eq!(unlike(text, expected), None);
}

#[test]
fn one_fault_does_not_hide_another() {
    let cases = [
        (r#""type": "before", "first": 98, "then": 99"#, "first then"),
        (
            r#""type": "window", "cell": true, "from": 0, "to": 99"#,
            "cell from to",
        ),
        (r#""type": "place-at", "cell": 99"#, "cell turn"),
        (
            r#""type": "first", "cells": ["x", 99]"#,
            "cells[0] cells[1]",
        ),
        (
            r#""type": "last", "cells": [2, 2, 99]"#,
            "cells[1] cells[2]",
        ),
        (r#""typ": "rounds""#, "type typ"),
    ];
    let wrong = cases.iter().map(|(one, fields)| {
        let place = |field| format!("constraints[0].{field} ");
        let places: String = fields.split(' ').map(place).collect();
        unlike(on_3x3(&format!("{{{one}}}")), &places)
    });
    let no_wall = json!({"sense": "maximize", "published": {"orders": "many"}});
    let wrong = wrong.chain([unlike(no_wall, "wall published.orders")]);
    assert_eq!(wrong.flatten().collect::<Vec<_>>(), NONE);
}

#[test]
fn a_fault_is_placed_at_the_item_or_field_that_is_wrong() {
    let twice = on_3x3(r#"{"type": "first", "cells": [1, 2, [1, 1]]}"#);
    let colours = json!({"wall": {"rows": 2, "columns": 3}, "sense": "maximize",
        "bonus": {"row": 1, "colour": 1}});
    let wrong = [
        unlike(twice, "constraints[0].cells[2]"),
        unlike(colours, "bonus.colour"),
    ];
    assert_eq!(wrong.into_iter().flatten().collect::<Vec<_>>(), NONE);
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
fn duplicates_and_contradictions_that_can_be_seen_without_solving_are_faults() {
    let at = |cell: &str, turn: u32| {
        format!(r#"{{"type": "place-at", "cell": {cell}, "turn": {turn}}}"#)
    };
    let first = |cells: &str| format!(r#"{{"type": "first", "cells": {cells}}}"#);
    let same = "the same as constraints[0]";
    let cases = [
        (at("5", 9), at("[2, 2]", 9), same),
        (first("[1, 2]"), first("[[1, 2], [1, 1]]"), same),
        (at("5", 9), at("5", 8), "constraints[0] in turn 9"),
        (at("5", 9), at("6", 9), "constraints[0] puts cell 5"),
    ];
    for (one, other, word) in cases {
        assert_eq!(faults(&on_3x3(&one)), []);
        assert_eq!(faults(&on_3x3(&other)), []);
        let found = faults(&on_3x3(&format!("{one}, {other}")));
        let [(place, message)] = &found[..] else {
            panic!("one fault expected: {found:?}")
        };
        assert_eq!(place, "constraints[1]");
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
        assert_eq!(unlike(within(2), &format!("constraints[0]{field}")), None);
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
    let most = u64::MAX;
    for (rows, columns) in [(0, 3), (3, 0), (1, 1025), (33, 32), (most, 1), (most, most)] {
        assert_eq!(unlike(wall(rows, columns), "wall"), None);
    }
}

#[test]
fn what_is_no_json_object_is_one_fault_of_the_file() {
    for text in [
        "", " ", "{", "[]", "3", "null", "\"x\"", "{} {}", "\0", "{'a': 1}",
    ] {
        assert_eq!(unlike(text, "file"), None, "{text:?}");
    }
}

#[test]
fn a_text_of_a_mebibyte_is_read_and_a_longer_one_is_refused() {
    let mut text = on_3x3("");
    text += &" ".repeat(Instance::MAX_BYTES - text.len());
    assert_eq!(faults(&text), []);
    text.push(' ');
    assert_eq!(unlike(text, "file"), None);
}

#[test]
fn a_byte_order_mark_before_the_text_is_no_fault() {
    assert_eq!(faults(&format!("\u{feff}{}", on_3x3(""))), []);
}

#[test]
fn what_stands_where_a_whole_number_should_is_shown_as_it_was_written_and_briefly() {
    for (number, shown) in [("1.5", "1.5"), ("-1", "-1"), ("3.0", "3.0"), ("1e300", "")] {
        let text = on_3x3("").replacen('3', number, 1);
        // 3.0 may as well be accepted.
        let found = faults(&text).pop();
        let (_, message) = found.unwrap_or(("".into(), "3.0".into()));
        assert!(message.contains(shown), "{number}: {message}");
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
    let one = message(1);
    assert!(one.contains("1 fault\n  initial[0]: cell 100"), "{one}");
    let many = message(25);
    assert!(many.contains("25 faults"), "{many}");
    assert!(many.contains("\n  initial[19]: cell 119 is off"), "{many}");
    assert!(!many.contains("initial[20]"), "{many}");
    assert!(many.ends_with("and 5 more"), "{many}");
}

#[test]
fn a_cell_means_the_same_as_a_number_and_as_a_row_and_a_column() {
    let pair = |number: u64| json!([(number - 1) / 4 + 1, (number - 1) % 4 + 1]);
    let instance = |one: Value, other: Value| {
        let constraints = json!([{"type": "place-at", "cell": one, "turn": 1},
            {"type": "before", "first": one, "then": other},
            {"type": "last", "cells": [other, one]}]);
        let wall = json!({"rows": 3, "columns": 4});
        parsed(&json!({"wall": wall, "sense": "maximize", "constraints": constraints}))
    };
    for number in 1..=12_u64 {
        let other = number % 12 + 1;
        let by_number = instance(json!(number), json!(other));
        assert_eq!(by_number, instance(pair(number), pair(other)));
        assert_ne!(by_number, instance(pair(other), pair(number)));
    }
}

#[test]
fn every_instance_of_the_repository_has_a_name_of_its_own_and_round_trips() {
    let mut names = BTreeMap::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("instances");
    for folder in ["case-study", "constraints", "plain", "thesis"] {
        let before = names.len();
        for entry in root.join(folder).read_dir().expect("a folder") {
            let path = entry.expect("an entry").path();
            let text = std::fs::read_to_string(&path).expect("a text");
            assert_eq!(faults(&text), [], "{}", path.display());
            let instance = Instance::from_json(&text).expect("no faults");
            assert_eq!(there_and_back(&instance), instance, "{}", path.display());
            let name = instance.name().expect("a name").to_owned();
            let twin = names.insert(name, path.clone());
            assert_eq!(twin, None, "the same name as {}", path.display());
        }
        assert!(names.len() > before, "{folder} is empty");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn an_instance_written_and_read_again_is_equal(instance in instances()) {
        prop_assert_eq!(there_and_back(&instance), instance);
    }
}

const NONE: [String; 0] = [];

/// An instance with every field and every kind of constraint. It need not be feasible.
fn complete() -> Value {
    serde_json::from_str(include_str!("../data/cli/complete.json")).expect("JSON")
}

fn on_3x3(constraints: &str) -> String {
    format!(
        r#"{{"wall": {{"rows": 3, "columns": 3}}, "sense": "maximize", "constraints": [{constraints}]}}"#
    )
}

fn at(number: usize) -> Cell {
    Cell::from_number(number)
}

fn turn(number: usize) -> Turn {
    Turn::from_index(number - 1)
}

fn parsed(value: &Value) -> Instance {
    Instance::from_json(&value.to_string()).expect("a valid instance")
}

fn there_and_back(instance: &Instance) -> Instance {
    let text = serde_json::to_string(instance).expect("an instance is JSON");
    Instance::from_json(&text).expect("what was written can be read")
}

/// Places and messages.
fn faults(text: &str) -> Vec<(String, String)> {
    let refused = Instance::from_json(text).err();
    let faults = refused.iter().flat_map(|refused| refused.faults());
    let parts = faults.map(|fault| (fault.place().to_owned(), fault.message().to_owned()));
    parts.collect()
}

/// A word on the faults of a text when their places, in any order, are others than expected.
fn unlike(text: impl ToString, places: &str) -> Option<String> {
    let found = faults(&text.to_string());
    let mut given: Vec<&str> = found.iter().map(|(place, _)| place.as_str()).collect();
    let mut wanted: Vec<&str> = places.split_whitespace().collect();
    given.sort_unstable();
    wanted.sort_unstable();
    (given != wanted).then(|| format!("wanted {wanted:?}, found {found:#?}"))
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
        let rests = pointers(child).into_iter();
        rests.map(move |rest| format!("/{key}{rest}"))
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

fn remove(value: &mut Value, pointer: &str) {
    let (parent, key) = pointer.rsplit_once('/').expect("no root");
    let object = value.pointer_mut(parent).and_then(Value::as_object_mut);
    let removed = object.and_then(|object| object.shift_remove(key));
    assert!(removed.is_some(), "{pointer} is known");
}

/// The text of a value with one field written twice.
fn with_twice(mut value: Value, pointer: &str) -> String {
    let (parent, key) = pointer.rsplit_once('/').expect("no root");
    let again = value.pointer(pointer).expect("a field").clone();
    value.pointer_mut(parent).expect("an object")[format!("{key}~")] = again;
    value.to_string().replace('~', "")
}

/// Random valid instances up to 4×4: constraints are wished for and left out where they are faults.
fn instances() -> impl Strategy<Value = Instance> {
    let sides = (1..=4_u64, 1..=4_u64);
    let numbers = any::<(u16, u64, bool, [u8; 3])>();
    let wishes = prop::collection::vec(any::<[u8; 5]>(), 0..16);
    let all = (sides, numbers, wishes, "\\PC{0,12}", "[0-9]{1,60}");
    all.prop_map(
        |((rows, columns), (mask, turns, least, bonus), wishes, name, orders)| {
            let mut initial: Vec<u64> = (1..=rows * columns).collect();
            initial.retain(|number| (mask >> (number - 1)) & 3 == 3);
            let free = rows * columns - initial.len() as u64;
            let turns = free - (turns % 4).min(free);
            let mut value = json!({
                "name": name, "wall": {"rows": rows, "columns": columns},
                "sense": if least { "minimize" } else { "maximize" },
                "initial": initial, "turns": turns,
                "bonus": {"row": bonus[0], "column": bonus[1]},
                "published": {"score": mask, "orders": orders}
            });
            if rows == columns {
                value["bonus"]["colour"] = json!(bonus[2]);
            }
            let mut kept = Vec::new();
            for wish in wishes {
                kept.push(constraint(wish, rows, columns, turns));
                value["constraints"] = json!(kept);
                if !faults(&value.to_string()).is_empty() {
                    kept.pop();
                }
            }
            value["constraints"] = json!(kept);
            parsed(&value)
        },
    )
}

fn constraint(wish: [u8; 5], rows: u64, columns: u64, turns: u64) -> Value {
    let [kind, values @ ..] = wish.map(u64::from);
    let cell = |number: u64| {
        let index = number % (rows * columns);
        let pair = json!([index / columns + 1, index % columns + 1]);
        [json!(index + 1), pair][(number % 2) as usize].clone()
    };
    let kind = KINDS[kind as usize % KINDS.len()];
    let mut constraint = json!({"type": kind.name});
    for (field, number) in kind.fields.iter().zip(values) {
        constraint[field.name] = match field.form {
            Form::Cell => cell(number),
            Form::Turn => json!(number % turns.max(1) + 1),
            Form::Cells => (0..=number % 4)
                .map(|k| cell(number / 4 + k * (values[3] % 5 + 1)))
                .collect(),
        };
    }
    constraint
}

#[test]
fn an_instance_built_in_code_is_that_of_the_file() {
    let json = r#"{"name": "all", "source": "a test", "wall": {"rows": 4, "columns": 4}, "sense": "minimize",
        "initial": [1, [1, 2]], "turns": 12, "bonus": {"row": 2, "column": 7, "colour": 10},
        "constraints": [{"type": "place-at", "cell": [2, 2], "turn": 3}, {"type": "window", "cell": 7, "from": 2, "to": 5},
            {"type": "before", "first": 3, "then": 9}, {"type": "first", "cells": [5, 6]},
            {"type": "last", "cells": [16]}, {"type": "rounds"}, {"type": "last-round"}]}"#;
    let bonus = Bonus {
        row: 2,
        column: 7,
        colour: 10,
    };
    let built = Instance::builder(4, 4, Sense::Minimize)
        .name("all")
        .source("a test")
        .initial([1])
        .initial([(1, 2)])
        .turns(12)
        .bonus(bonus)
        .place_at((2, 2), 3)
        .window(7, 2..=5)
        .before(3, Cell::from_index(8))
        .first([5, 6])
        .last([16])
        .rounds()
        .last_round()
        .build();
    assert_eq!(built, Instance::from_json(json));
}

#[test]
fn all_faults_of_an_instance_built_in_code_are_told_with_their_places() {
    let built = Instance::builder(3, 3, Sense::Maximize)
        .initial([1, 1])
        .turns(10)
        .first([2, 99])
        .window(4, RangeInclusive::new(5, 3))
        .build();
    let faults = built.expect_err("it has faults");
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
