//! From an [`Instance`] back to its shortest JSON.

use super::{Instance, Value};
use crate::wall::{Bonus, Cell, Colours};
use serde::{Serialize, Serializer};
use serde_json::{Map, Value as Json, json};

impl Serialize for Instance {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        to_json(self).serialize(serializer)
    }
}

fn to_json(instance: &Instance) -> Json {
    let wall = instance.wall;
    let cell = |cell: Cell| json!([wall.row_of(cell) + 1, wall.column_of(cell) + 1]);
    let cells = |cells: &[Cell]| list(cells.iter().map(|&item| cell(item)));
    let is_short = instance.horizon < instance.empty_len();
    let factors = instance.factors.by_factor().into_iter();
    let factors =
        factors.map(|(factor, members)| json!({"cells": cells(&members), "factor": factor}));
    let constraints = instance.constraints.iter().map(|constraint| {
        let kind = constraint.kind();
        let mut object = Map::from_iter([("type".into(), json!(kind.name))]);
        for (field, value) in kind.fields.iter().zip(constraint.values()) {
            let value = match value {
                Value::Cell(item) => cell(item),
                Value::Turn(turn) => json!(turn.number()),
                Value::Cells(items) => cells(&items),
                Value::Row(row) => json!(row.text()),
            };
            object.insert(field.name.into(), value);
        }
        Json::from(object)
    });
    let published = object([
        ("score", json!(instance.published.score)),
        ("orders", json!(instance.published.orders)),
    ]);
    let sides = json!({"rows": wall.rows(), "columns": wall.columns()});
    object([
        ("name", json!(instance.name)),
        ("source", json!(instance.source)),
        ("wall", sides),
        ("sense", json!(instance.sense.word())),
        ("initial", cells(&instance.initial)),
        ("holes", cells(&instance.holes)),
        ("turns", json!(is_short.then_some(instance.horizon))),
        ("tiles", json!(instance.tiles)),
        ("bonus", bonus(instance, &cells)),
        ("factors", list(factors)),
        ("constraints", list(constraints)),
        ("published", published),
    ])
}

/// The bonus in JSON: its points, sets and colours, without defaults.
fn bonus(instance: &Instance, cells: &dyn Fn(&[Cell]) -> Json) -> Json {
    let Bonus {
        row,
        column,
        colour,
    } = instance.bonus;
    let points = |points: u32| json!((instance.bonus != Bonus::default()).then_some(points));
    let sets = instance.bonus_sets.iter();
    let sets = sets.map(|set| json!({"cells": cells(&set.cells), "points": set.points}));
    let colours = match &instance.colours {
        Colours::Cyclic => Json::Null,
        Colours::Free => json!("free"),
        Colours::Square(letters) => {
            let rows = letters.chunks(instance.wall.columns());
            list(rows.map(|row| json!(row.iter().collect::<String>())))
        }
    };
    object([
        ("row", points(row)),
        ("column", points(column)),
        ("colour", points(colour)),
        ("sets", list(sets)),
        ("colours", colours),
    ])
}

/// An object of the members other than null; null without any.
fn object<const N: usize>(members: [(&str, Json); N]) -> Json {
    let members = members.into_iter().filter(|(_, value)| !value.is_null());
    let members: Map<String, Json> = members.map(|(key, value)| (key.into(), value)).collect();
    match members.is_empty() {
        true => Json::Null,
        false => members.into(),
    }
}

/// A list of these items; null without any.
fn list(items: impl Iterator<Item = Json>) -> Json {
    let items: Vec<Json> = items.collect();
    match items.is_empty() {
        true => Json::Null,
        false => items.into(),
    }
}
