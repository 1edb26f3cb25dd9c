//! Instances: accepted ones, refused ones with the places of their faults, and round trips.

use crate::common::{GAME, random_instance};
use azulejo::instance::{Constraint, Flag, Instance, KINDS, Sense, Spec, Turn};
use azulejo::wall::{BonusSet, Cell, Colours};
use itertools::Itertools;
use proptest::prelude::*;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;

#[test]
fn a_complete_instance_has_its_meaning_and_round_trips() {
    let instance = parsed(&complete());
    assert_eq!(instance.name(), Some("everything"));
    assert_eq!(instance.source(), Some("tests"));
    assert_eq!((instance.wall().rows(), instance.wall().columns()), (3, 3));
    assert_eq!(instance.sense(), Sense::Minimize);
    assert_eq!(instance.initial(), [at(1), at(9)]);
    assert_eq!(instance.horizon(), 6);
    assert_eq!(instance.bonus(), GAME);
    let corners = BonusSet {
        cells: vec![at(1), at(3)],
        points: 5,
    };
    assert_eq!(instance.bonus_sets(), [corners]);
    let square = Colours::Square("abccabbca".chars().collect());
    assert_eq!(instance.colours(), &square);
    let factors = [1, 2, 5].map(|cell| instance.factors().of(at(cell)));
    assert_eq!(factors, [1, 2, 2]);
    assert_eq!(instance.published().score, Some(20));
    assert_eq!(instance.published().orders.as_deref(), Some("12"));
    let fourth = turn(4);
    let (cell, turn, from, to) = (at(5), turn(3), turn(1), turn(5));
    let (first, then, some, rest) = (at(3), at(2), vec![at(3), at(4)], vec![at(7), at(8)]);
    let expected = [
        Constraint::PlaceAt { cell, turn },
        Constraint::Window { cell, from, to },
        Constraint::Before { first, then },
        Constraint::First { cells: some },
        Constraint::Last { cells: rest },
        Constraint::Only {
            cells: vec![at(1), at(2), at(6)],
            from: turn,
            to: fourth,
        },
        Constraint::Rounds,
        Constraint::LastRound,
    ];
    let (row, others) = instance.constraints().split_last().expect("constraints");
    assert_eq!(others, expected);
    let Constraint::SubjectTo { row } = row else {
        panic!("{row:?} is no row");
    };
    assert_eq!(row.text(), "count(row 1, t) <= 2 for t in 1..4");
    assert_eq!(row.requirements().len(), 4);
    assert_eq!(round_trip(&instance), instance);
}

#[test]
fn the_registry_has_every_kind_once_with_its_words() {
    let complete = parsed(&complete());
    let constraints = complete.constraints();
    let kinds: Vec<_> = constraints.iter().map(Constraint::kind).collect();
    let all = "complete.json has one of each, in their order";
    assert_eq!(kinds, KINDS, "{all}");
    assert!(kinds.iter().map(|kind| kind.name).all_unique());
    let words: Vec<String> = constraints.iter().map(Constraint::to_string).collect();
    let expected = [
        "cell 5 in turn 3",
        "cell 5 in turns 1 to 5",
        "cell 3 before cell 2",
        "cells 3, 4 first",
        "cells 7, 8 last",
        "none but cells 1, 2, 6 in turns 3 to 4",
        "rounds: every round fills the rows from top to bottom",
        "last round: the last tiles of the rows from top to bottom",
        "count(row 1, t) <= 2 for t in 1..4",
    ];
    assert_eq!(words, expected);
    for kind in KINDS {
        let names = kind.fields.iter().map(|field| field.name.to_uppercase());
        let flag_names: Vec<&str> = match &kind.flag {
            Flag::Own { value, .. } => value.split(['@', '-', ':']).collect(),
            Flag::Rule { .. } => Vec::new(),
        };
        assert_eq!(names.collect::<Vec<_>>(), flag_names, "{kind}");
        for field in kind.fields {
            let placeholder = format!("{{{}}}", field.name);
            assert!(kind.words.contains(&placeholder), "{kind}");
            assert!(kind.sentence.contains(&placeholder), "{kind}");
        }
    }
}

#[test]
fn without_turns_every_empty_cell_is_filled() {
    let mut value = complete();
    remove(&mut value, "/turns");
    let instance = parsed(&value);
    assert_eq!(instance.horizon(), 7);
    let text = serde_json::to_string(&instance).expect("an instance is JSON");
    assert!(!text.contains("turns"), "{text}");
    remove(&mut value, "/initial");
    assert_eq!(parsed(&value).horizon(), 9);
}

#[test]
fn a_byte_order_mark_before_the_text_is_no_fault() {
    assert_eq!(faults(&format!("\u{feff}{}", on_3x3(""))), []);
}

#[test]
fn a_cell_means_the_same_as_a_number_and_as_a_row_and_a_column() {
    let pair = |number: u64| json!([(number - 1) / 4 + 1, (number - 1) % 4 + 1]);
    let instance = |first: Value, second: Value| {
        let constraints = json!([{"type": "place-at", "cell": first, "turn": 1},
            {"type": "before", "first": first, "then": second},
            {"type": "last", "cells": [second, first]}]);
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
    for folder in ["case-study", "constraints", "plain", "rows", "thesis"] {
        let before = names.len();
        for entry in root.join(folder).read_dir().expect("a folder") {
            let path = entry.expect("an entry").path();
            let text = std::fs::read_to_string(&path).expect("a text");
            assert_eq!(faults(&text), [], "{}", path.display());
            let instance = Instance::from_json(&text).expect("no faults");
            assert_eq!(round_trip(&instance), instance, "{}", path.display());
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
        prop_assert_eq!(round_trip(&instance), instance);
    }
}

/// An instance with every field and every kind of constraint. It need not be feasible.
pub(super) fn complete() -> Value {
    serde_json::from_str(include_str!("../../data/cli/complete.json")).expect("JSON")
}

pub(super) fn on_3x3(constraints: &str) -> String {
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

pub(super) fn parsed(value: &Value) -> Instance {
    Instance::from_json(&value.to_string()).expect("a valid instance")
}

/// Places and messages.
pub(super) fn faults(text: &str) -> Vec<(String, String)> {
    let refused = Instance::from_json(text).err();
    let faults = refused.iter().flat_map(|refused| refused.faults());
    let parts = faults.map(|fault| (fault.place().to_owned(), fault.message().to_owned()));
    parts.collect()
}

pub(super) fn remove(value: &mut Value, pointer: &str) {
    let (parent, key) = pointer.rsplit_once('/').expect("no root");
    let object = value.pointer_mut(parent).and_then(Value::as_object_mut);
    let removed = object.and_then(|object| object.shift_remove(key));
    assert!(removed.is_some(), "{pointer} is known");
}

/// The instance from the JSON of an instance; the instance from its spec is equal, too.
fn round_trip(instance: &Instance) -> Instance {
    let from_spec = Instance::try_from(Spec::from(instance));
    assert_eq!(&from_spec.expect("it is valid"), instance);
    let text = serde_json::to_string(instance).expect("an instance is JSON");
    Instance::from_json(&text).expect("what was written can be read")
}

/// Random instances with a name, a factor and published results.
fn instances() -> impl Strategy<Value = Instance> {
    let fields = ("\\PC{0,12}", "[0-9]{1,60}", any::<u16>(), 0..=100_u64);
    let inputs = (random_instance(16), fields);
    inputs.prop_map(|(instance, (name, orders, number, factor))| {
        let cell = usize::from(number) % instance.wall().len() + 1;
        let mut value = serde_json::to_value(&instance).expect("an instance is JSON");
        value["name"] = json!(name);
        value["factors"] = json!([{"cells": [cell], "factor": factor}]);
        value["published"] = json!({"score": number, "orders": orders});
        parsed(&value)
    })
}

#[test]
fn an_instance_built_in_code_equals_the_file() {
    let json = r#"{"name": "all", "source": "a test", "wall": {"rows": 4, "columns": 4}, "sense": "minimize",
        "initial": [1, [1, 2]], "turns": 12, "bonus": {"row": 2, "column": 7, "colour": 10},
        "factors": [{"cells": [3, [4, 4]], "factor": 2}, {"cells": [9], "factor": 0}],
        "constraints": [{"type": "place-at", "cell": [2, 2], "turn": 3}, {"type": "window", "cell": 7, "from": 2, "to": 5},
            {"type": "before", "first": 3, "then": 9}, {"type": "first", "cells": [5, 6]},
            {"type": "last", "cells": [16]}, {"type": "only", "cells": [1, 7, 8], "from": 4, "to": 5}, {"type": "rounds"}, {"type": "last-round"},
            {"type": "subject-to", "row": "count(row 3, 6) >= 2"}]}"#;
    let instance = Instance::builder(4, 4, Sense::Minimize)
        .name("all")
        .source("a test")
        .initial([1])
        .initial([(1, 2)])
        .turns(12)
        .bonus(GAME)
        .factor([3, 16], 2)
        .factor([9], 0)
        .place_at((2, 2), 3)
        .window(7, 2..=5)
        .before(3, Cell::from_index(8))
        .first([5, 6])
        .last([16])
        .only([1, 7, 8], 4..=5)
        .rounds()
        .last_round()
        .subject_to("count(row 3, 6) >= 2")
        .build();
    assert_eq!(instance, Instance::from_json(json));
}
