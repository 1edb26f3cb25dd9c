//! The schema of an instance, from the table of the kinds of constraints.

use super::{Field, Form, Instance, KINDS, Kind, SubjectTo};
use crate::wall::{Bonus, BonusSet, Factors};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value, json};
use std::borrow::Cow;

impl JsonSchema for Instance {
    fn schema_name() -> Cow<'static, str> {
        "Instance".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let whole =
            |least: u64, most: u64| json!({"type": "integer", "minimum": least, "maximum": most});
        let side = whole(1, Instance::MAX_CELLS as u64);
        let points = whole(0, u64::from(Bonus::MAX));
        json_schema!({
            "description": "A wall, a sense, and constraints on the order of the tiles",
            "type": "object",
            "properties": {
                "name": {"type": "string"},
                "source": {"type": "string"},
                "wall": {
                    "type": "object",
                    "properties": {"rows": side.clone(), "columns": side.clone()},
                    "required": ["rows", "columns"],
                    "additionalProperties": false
                },
                "sense": {"enum": ["maximize", "minimize"]},
                "initial": {"description": "Cells that are filled before turn 1", "type": "array", "items": cell()},
                "holes": {
                    "description": "Cells that the wall does not have: no tile lies there, and runs end there",
                    "type": "array",
                    "items": cell()
                },
                "turns": {"description": "The number of turns, where there are fewer than empty cells", "type": "integer", "minimum": 0},
                "tiles": {
                    "description": "Where turns may pass, how many fill a cell",
                    "type": "integer",
                    "minimum": 0
                },
                "bonus": {
                    "description": "Points for what is complete at the end",
                    "type": "object",
                    "properties": {
                        "row": points.clone(),
                        "column": points.clone(),
                        "colour": points.clone(),
                        "sets": {
                            "description": "Further sets of cells",
                            "type": "array",
                            "maxItems": BonusSet::MAX_SETS,
                            "items": {
                                "type": "object",
                                "properties": {
                                    "cells": {"type": "array", "items": cell(), "minItems": 1},
                                    "points": points
                                },
                                "required": ["cells", "points"],
                                "additionalProperties": false
                            }
                        },
                        "colours": {
                            "description": "The colours of a square wall: cyclic, free, or a text for each row of a Latin square",
                            "anyOf": [
                                {"enum": ["cyclic", "free"]},
                                {"type": "array", "items": {"type": "string"}, "minItems": 1}
                            ]
                        }
                    },
                    "additionalProperties": false
                },
                "factors": {
                    "description": "Cells whose points are multiplied; a cell has one factor at most",
                    "type": "array",
                    "items": {
                        "type": "object",
                        "properties": {
                            "cells": {"type": "array", "items": cell(), "minItems": 1},
                            "factor": whole(0, u64::from(Factors::MAX))
                        },
                        "required": ["cells", "factor"],
                        "additionalProperties": false
                    }
                },
                "constraints": {"type": "array", "items": {"oneOf": KINDS.iter().map(|entry| kind(entry)).collect::<Value>()}},
                "published": {
                    "description": "What was published about it, for comparison",
                    "type": "object",
                    "properties": {
                        "score": {"type": "integer", "minimum": 0},
                        "orders": {"type": "string", "pattern": "^[0-9]+$"}
                    },
                    "additionalProperties": false
                }
            },
            "required": ["wall", "sense"],
            "additionalProperties": false
        })
    }
}

fn kind(kind: &Kind) -> Value {
    let mut properties = Map::from_iter([("type".to_owned(), json!({"const": kind.name}))]);
    let fields = kind.fields.iter();
    properties.extend(fields.map(|field| (field.name.to_owned(), value(field))));
    let required: Value = properties.keys().cloned().collect();
    json!({
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    })
}

fn value(field: &Field) -> Value {
    match field.form {
        Form::Cell => cell(),
        Form::Turn => json!({"type": "integer", "minimum": 1}),
        Form::Cells => json!({"type": "array", "items": cell(), "minItems": 1}),
        Form::Row => json!({
            "description": "A row over quantities of the order, such as count(row 3, 6) >= 2",
            "type": "string",
            "maxLength": SubjectTo::MAX_LENGTH
        }),
    }
}

/// Schema of a cell: a reader takes both forms, and the writer uses a row and a column.
fn cell() -> Value {
    json!({"anyOf": [
        {"description": "A number from 1, row by row", "type": "integer", "minimum": 1},
        {
            "description": "A row and a column from 1",
            "type": "array",
            "items": {"type": "integer", "minimum": 1},
            "minItems": 2,
            "maxItems": 2
        }
    ]})
}
