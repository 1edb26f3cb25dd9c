//! Text of a JSON value: a field a line, and each array of numbers on one line.

use serde::Serialize;
use serde_json::Value;
use std::fmt::Write;

/// Maximum length of a line of arrays of numbers, such as cells, in characters.
const WIDTH: usize = 100;

pub(super) fn text(value: &impl Serialize) -> String {
    let value = serde_json::to_value(value);
    let value = value.expect("these types hold only text, numbers and maps with text for keys");
    let mut text = String::new();
    write_value(&value, 0, &mut text);
    text
}

fn write_value(value: &Value, depth: usize, text: &mut String) {
    match value {
        Value::Array(items) if !items.is_empty() && !is_line(value) => {
            lines(['[', ']'], depth, text, items, |item, text| {
                write_value(item, depth + 1, text);
            });
        }
        Value::Object(fields) if !fields.is_empty() => {
            lines(['{', '}'], depth, text, fields, |(key, value), text| {
                let _ = write!(text, "{}: ", Value::from(key.as_str()));
                write_value(value, depth + 1, text);
            });
        }
        Value::Array(items) => {
            text.push('[');
            for (index, item) in items.iter().enumerate() {
                text.push_str(if index == 0 { "" } else { ", " });
                write_value(item, depth, text);
            }
            text.push(']');
        }
        _ => {
            let _ = write!(text, "{value}");
        }
    }
}

fn lines<T>(
    [open, close]: [char; 2],
    depth: usize,
    text: &mut String,
    items: impl IntoIterator<Item = T>,
    item: impl Fn(T, &mut String),
) {
    text.push(open);
    for (index, entry) in items.into_iter().enumerate() {
        text.push_str(if index == 0 { "\n" } else { ",\n" });
        text.extend(std::iter::repeat_n("  ", depth + 1));
        item(entry, text);
    }
    text.push('\n');
    text.extend(std::iter::repeat_n("  ", depth));
    text.push(close);
}

/// Whether the value is numbers, or a few lists of numbers.
fn is_line(value: &Value) -> bool {
    let is_number = |item: &Value| item.is_number() || item.is_null();
    let are_numbers = |item: &Value| {
        item.as_array()
            .is_some_and(|items| items.iter().all(is_number))
    };
    let is_short = || value.to_string().len() <= WIDTH;
    are_numbers(value)
        || value
            .as_array()
            .is_some_and(|items| items.iter().all(are_numbers) && is_short())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn numbers_stand_on_one_line_and_all_else_a_line_each() {
        let value = json!({
            "order": [1, 2, null],
            "cells": [[1, 2], [3, 4]],
            "names": ["a \"b\"", "c"],
            "none": [[], {}],
            "long": [vec![1_000; 20], vec![1_000; 20]],
            "deep": [{"points": [0.5]}],
        });
        let long = vec!["1000"; 20].join(", ");
        let expected = format!(
            r#"{{
  "order": [1, 2, null],
  "cells": [[1, 2], [3, 4]],
  "names": [
    "a \"b\"",
    "c"
  ],
  "none": [
    [],
    {{}}
  ],
  "long": [
    [{long}],
    [{long}]
  ],
  "deep": [
    {{
      "points": [0.5]
    }}
  ]
}}"#
        );
        assert_eq!(text(&value), expected);
        let parsed: Value = serde_json::from_str(&expected).expect("JSON");
        assert_eq!(parsed, value);
    }
}
