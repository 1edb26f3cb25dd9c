//! A notification, and its values: numbers, players and tiles, as PHP writes them.

use super::Args;
use crate::import::Mismatch;
use crate::import::mismatch::expect_same;
use crate::{Colour, FloorItem};
use serde_json::Value;

/// A notification with its name, or a part of one.
#[derive(Debug, Clone, Copy)]
pub(super) struct Notification<'a> {
    pub(super) name: &'static str,
    pub(super) args: &'a Args,
}

/// A tile or the token, and its destination.
#[derive(Debug, Clone, Copy)]
pub(super) struct Tile {
    pub(super) kind: FloorItem,
    /// The line, from 1; 0 for the floor.
    pub(super) line: Option<i64>,
    /// The column, from 1.
    pub(super) column: Option<i64>,
}

impl<'a> Notification<'a> {
    pub(super) fn missing(self, key: &'static str) -> Mismatch {
        let what = self.name;
        Mismatch::Missing { what, key }
    }

    /// The value of a key; none where the key is missing or null.
    pub(super) fn get(self, key: &str) -> Option<&'a Value> {
        self.args.get(key).filter(|value| !value.is_null())
    }

    /// The number of a key, if the notification has the key.
    pub(super) fn number(self, key: &'static str) -> Result<Option<i64>, Mismatch> {
        let parse = |value| number(value).ok_or_else(|| self.missing(key));
        self.get(key).map(parse).transpose()
    }

    pub(super) fn required_number(self, key: &'static str) -> Result<i64, Mismatch> {
        self.number(key)?.ok_or_else(|| self.missing(key))
    }

    /// Checks that the number of a key equals `expected`, if the notification has the key.
    pub(super) fn expect_number(self, key: &'static str, expected: usize) -> Result<(), Mismatch> {
        match self.number(key)? {
            Some(number) => expect_same(self.name, key, number, expected as i64),
            None => Ok(()),
        }
    }

    /// The truth value of a key, if the notification has the key.
    pub(super) fn flag(self, key: &'static str) -> Result<Option<bool>, Mismatch> {
        let parse = |value: &Value| match value {
            Value::Bool(flag) => Ok(*flag),
            _ => match number(value) {
                Some(number @ 0..=1) => Ok(number == 1),
                _ => Err(self.missing(key)),
            },
        };
        self.get(key).map(parse).transpose()
    }

    /// Checks that the type and the name of a colour, if the notification has them, are those of `kind`.
    pub(super) fn expect_kind(self, kind: FloorItem) -> Result<(), Mismatch> {
        if let Some(number) = self.number("type")? {
            expect_same(self.name, "type", kind_of(number)?, Kind(kind))?;
        }
        // Names in other languages are no evidence.
        let colour = self.get("color").and_then(Value::as_str);
        let colour = colour.and_then(|name| NAMES.iter().find(|(english, _)| *english == name));
        match colour {
            Some(&(_, colour)) => expect_same(
                self.name,
                "color",
                Kind(FloorItem::Tile(colour)),
                Kind(kind),
            ),
            None => Ok(()),
        }
    }

    /// The identifier of the player at the service.
    pub(super) fn player(self) -> Result<String, Mismatch> {
        let id = self.get("playerId").and_then(id);
        id.ok_or_else(|| self.missing("playerId"))
    }

    /// The name of the player; empty where the notification has none.
    pub(super) fn player_name(self) -> Result<&'a str, Mismatch> {
        match self.get("player_name") {
            Some(name) => name.as_str().ok_or_else(|| self.missing("player_name")),
            None => Ok(""),
        }
    }

    /// The tiles of a list, if the notification has the list.
    pub(super) fn tiles(self, key: &'static str) -> Result<Option<Vec<Tile>>, Mismatch> {
        let Some(value) = self.get(key) else {
            return Ok(None);
        };
        let list = list(value).ok_or_else(|| self.missing(key))?;
        list.into_iter()
            .map(tile)
            .collect::<Result<_, _>>()
            .map(Some)
    }

    /// Checks that the tiles of a list are `expected`, if the notification has the list.
    pub(super) fn expect_tiles(
        self,
        key: &'static str,
        expected: &[FloorItem],
    ) -> Result<(), Mismatch> {
        let Some(tiles) = self.tiles(key)? else {
            return Ok(());
        };
        let kinds: Vec<FloorItem> = tiles.iter().map(|tile| tile.kind).collect();
        expect_same_tiles(self.name, key, &kinds, expected)
    }

    /// The parts of a list with one part for each player, with the identifiers of the players.
    pub(super) fn by_player(
        self,
        key: &'static str,
    ) -> Result<Vec<(&'a String, Notification<'a>)>, Mismatch> {
        let parts = match self.get(key) {
            Some(Value::Object(parts)) => parts,
            // PHP writes an empty list where there is nobody.
            Some(Value::Array(list)) if list.is_empty() => return Ok(Vec::new()),
            _ => return Err(self.missing(key)),
        };
        let parts = parts.iter().map(|(player, part)| {
            let args = part.as_object().ok_or_else(|| self.missing(key))?;
            let name = self.name;
            Ok((player, Notification { name, args }))
        });
        parts.collect()
    }
}

/// The values of a list, which PHP writes as an object with numbered keys where numbers are missing.
pub(super) fn list(value: &Value) -> Option<Vec<&Value>> {
    match value {
        Value::Array(list) => Some(list.iter().collect()),
        Value::Object(object) => {
            let entries = object.iter().map(|(key, value)| {
                let number = key.parse::<u32>().ok()?;
                Some((number, value))
            });
            let mut entries = entries.collect::<Option<Vec<_>>>()?;
            entries.sort_unstable_by_key(|&(number, _)| number);
            Some(entries.into_iter().map(|(_, value)| value).collect())
        }
        _ => None,
    }
}

/// A whole number, which PHP writes with or without quotes.
pub(super) fn number(value: &Value) -> Option<i64> {
    value.as_i64().or_else(|| value.as_str()?.parse().ok())
}

/// The identifier of a player at the service.
pub(super) fn id(value: &Value) -> Option<String> {
    number(value).map(|id| id.to_string())
}

/// The colours by their English names at the service.
const NAMES: [(&str, Colour); 5] = [
    ("Black", Colour::Black),
    ("Cyan", Colour::White),
    ("Blue", Colour::Blue),
    ("Yellow", Colour::Yellow),
    ("Red", Colour::Red),
];

/// The kind of tile of a number.
fn kind_of(number: i64) -> Result<Kind, Mismatch> {
    let index = usize::try_from(number).ok();
    match index.and_then(|index| index.checked_sub(1)) {
        None if number == 0 => Ok(Kind(FloorItem::Token)),
        Some(index) if index < NAMES.len() => Ok(Kind(FloorItem::Tile(NAMES[index].1))),
        _ => Err(Mismatch::Tile(number)),
    }
}

pub(super) fn tile(value: &Value) -> Result<Tile, Mismatch> {
    let missing = |key| Mismatch::Missing {
        what: "a tile",
        key,
    };
    let args = value.as_object().ok_or_else(|| missing("type"))?;
    let name = "a tile";
    let notification = Notification { name, args };
    Ok(Tile {
        kind: kind_of(notification.required_number("type")?)?.0,
        line: notification.number("line")?,
        column: notification.number("column")?,
    })
}

/// The colour of a tile.
pub(super) fn colour(tile: Tile) -> Result<Colour, Mismatch> {
    match tile.kind {
        FloorItem::Tile(colour) => Ok(colour),
        FloorItem::Token => Err(Mismatch::Tile(0)),
    }
}

/// A tile or the token in words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Kind(pub(super) FloorItem);

impl std::fmt::Display for Kind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            FloorItem::Tile(colour) => colour.fmt(f),
            FloorItem::Token => f.write_str("the token"),
        }
    }
}

/// Checks that tiles are `expected`, in any order.
pub(super) fn expect_same_tiles(
    of: impl Into<String>,
    key: &'static str,
    tiles: &[FloorItem],
    expected: &[FloorItem],
) -> Result<(), Mismatch> {
    expect_same(of, key, in_words(tiles), in_words(expected))
}

/// Tiles in words, in the order of the colours.
fn in_words(tiles: &[FloorItem]) -> String {
    let kinds = Colour::ALL.map(FloorItem::Tile).into_iter();
    let parts = kinds.chain([FloorItem::Token]).filter_map(|kind| {
        let count = tiles.iter().filter(|&&tile| tile == kind).count();
        let words = || match kind {
            FloorItem::Tile(_) => format!("{count} {}", Kind(kind)),
            FloorItem::Token => Kind(kind).to_string(),
        };
        match (kind, count) {
            (_, 0) => None,
            (FloorItem::Token, 2..) => Some(format!("{count} tokens")),
            _ => Some(words()),
        }
    });
    let parts: Vec<String> = parts.collect();
    match parts.is_empty() {
        true => "no tiles".to_owned(),
        false => parts.join(" and "),
    }
}
