//! From an [`Instance`] back to the JSON that a person would write for it.

use super::{Instance, Value};
use crate::wall::{Bonus, Cell, Colours};
use serde::{Serialize, Serializer};
use serde_json::{Map, Value as Json, json};

impl Serialize for Instance {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        to_json(self).serialize(serializer)
    }
}

pub(super) fn to_json(instance: &Instance) -> Json {
    let wall = instance.wall;
    let cell = |cell: Cell| json!([wall.row_of(cell) + 1, wall.column_of(cell) + 1]);
    let cells = |cells: &[Cell]| cells.iter().map(|&one| cell(one)).collect::<Json>();
    let mut object = Map::new();
    let mut put = |key: &str, value: Json| object.insert(key.into(), value);
    if let Some(name) = &instance.name {
        put("name", json!(name));
    }
    if let Some(source) = &instance.source {
        put("source", json!(source));
    }
    put(
        "wall",
        json!({"rows": wall.rows(), "columns": wall.columns()}),
    );
    put("sense", json!(instance.sense.word()));
    if !instance.initial.is_empty() {
        put("initial", cells(&instance.initial));
    }
    if !instance.holes.is_empty() {
        put("holes", cells(&instance.holes));
    }
    if instance.horizon < instance.empty_len() {
        put("turns", json!(instance.horizon));
    }
    if let Some(tiles) = instance.tiles {
        put("tiles", json!(tiles));
    }
    let bonus = bonus(instance, &cells);
    if !bonus.is_empty() {
        put("bonus", bonus.into());
    }
    let factors = instance.factors.by_factor().into_iter();
    if !instance.factors.is_empty() {
        let entry = |(factor, of): (u32, Vec<Cell>)| json!({"cells": cells(&of), "factor": factor});
        put("factors", factors.map(entry).collect());
    }
    let constraints = instance.constraints.iter().map(|constraint| {
        let kind = constraint.kind();
        let mut object = Map::from_iter([("type".into(), json!(kind.name))]);
        for (field, value) in kind.fields.iter().zip(constraint.values()) {
            let value = match value {
                Value::Cell(one) => cell(one),
                Value::Turn(turn) => json!(turn.number()),
                Value::Cells(some) => cells(&some),
                Value::Row(row) => json!(row.text()),
            };
            object.insert(field.name.into(), value);
        }
        Json::from(object)
    });
    if !instance.constraints.is_empty() {
        put("constraints", constraints.collect());
    }
    let published = [
        ("score", instance.published.score.map(|score| json!(score))),
        (
            "orders",
            instance
                .published
                .orders
                .as_ref()
                .map(|orders| json!(orders)),
        ),
    ];
    let published: Map<_, _> = published
        .into_iter()
        .filter_map(|(key, value)| Some((key.to_owned(), value?)))
        .collect();
    if !published.is_empty() {
        put("published", published.into());
    }
    object.into()
}

/// The bonus in JSON: its points, sets and colours, as far as they are not the default.
fn bonus(instance: &Instance, cells: &dyn Fn(&[Cell]) -> Json) -> Map<String, Json> {
    let Bonus {
        row,
        column,
        colour,
    } = instance.bonus;
    let mut object = Map::new();
    if instance.bonus != Bonus::default() {
        let points = [("row", row), ("column", column), ("colour", colour)];
        object.extend(points.map(|(name, points)| (name.into(), json!(points))));
    }
    if !instance.bonus_sets.is_empty() {
        let sets = instance.bonus_sets.iter();
        let sets = sets.map(|set| json!({"cells": cells(&set.cells), "points": set.points}));
        object.insert("sets".into(), sets.collect());
    }
    match &instance.colours {
        Colours::Cyclic => {}
        Colours::Free => {
            object.insert("colours".into(), json!("free"));
        }
        Colours::Square(letters) => {
            let rows = letters.chunks(instance.wall.columns());
            let rows = rows.map(|row| json!(row.iter().collect::<String>()));
            object.insert("colours".into(), rows.collect());
        }
    }
    object
}
