//! The envelope of a log: the packets in it, and its facts about the table.

use super::Args;
use super::notification::{id, list, number};
use crate::import::Mismatch;
use serde_json::Value;

/// The name of the log in a saved page.
pub(in crate::import) const IN_PAGE: &str = "g_gamelogs";

/// The log of a table.
#[derive(Debug)]
pub(in crate::import) struct Table<'a> {
    packets: Vec<&'a Value>,
    /// The identifiers and names of the people at the table; empty where the envelope has none.
    pub(super) people: Vec<(String, &'a str)>,
    /// The variant of the rules in the envelope, if azulejo does not support it.
    pub(super) variant: Option<&'static str>,
}

/// The values that a saved page assigns to its log. Such a page has several assignments, and one log.
pub(in crate::import) fn of_page(text: &str) -> impl Iterator<Item = Value> {
    let matches = text.match_indices(IN_PAGE).take(16);
    matches.filter_map(|(index, name)| {
        let rest = text[index + name.len()..].trim_start().strip_prefix('=')?;
        let mut values = serde_json::Deserializer::from_str(rest).into_iter();
        values.next()?.ok()
    })
}

/// The table of a value; none where the value is no log.
pub(in crate::import) fn table(value: &Value) -> Option<Table<'_>> {
    let mut inner = value;
    let (mut people, mut variant) = (Vec::new(), None);
    // `data.logs` of an answer, `data.data` in a page, `packets` of a log that an extension of a browser saves.
    let packets = loop {
        if let Some(list) = list(inner).filter(|list| !list.is_empty()) {
            break list;
        }
        let object = inner.as_object()?;
        let state = object.get("gamedatas").and_then(Value::as_object);
        variant = variant.or_else(|| state.and_then(unsupported_variant));
        for players in [Some(object), state].into_iter().flatten() {
            if let Some(players) = players.get("players") {
                people.extend(people_in(players));
            }
        }
        let mut keys = ["logs", "packets", "data"].into_iter();
        inner = keys.find_map(|key| object.get(key))?;
    };
    let notifications = packets
        .iter()
        .filter_map(|packet| list(packet.get("data")?));
    let is_log = notifications
        .flatten()
        .any(|packet| packet.get("type").is_some_and(Value::is_string));
    // Of two entries of one person, an entry with a name stays.
    people.sort_unstable_by(|first, second| (&first.0, second.1).cmp(&(&second.0, first.1)));
    people.dedup_by(|later, first| later.0 == first.0);
    is_log.then_some(Table {
        packets,
        people,
        variant,
    })
}

/// The people of a list, or of an object by their identifiers: as objects, or by their names alone.
fn people_in(players: &Value) -> Vec<(String, &str)> {
    fn name(person: &Value) -> &str {
        let name = person.as_str().or_else(|| person.get("name")?.as_str());
        name.unwrap_or_default()
    }
    match players {
        Value::Array(list) => {
            let pairs = list
                .iter()
                .filter_map(|person| Some((id(person.get("id")?)?, person)));
            pairs.map(|(id, person)| (id, name(person))).collect()
        }
        Value::Object(object) => {
            let pairs = object.iter();
            pairs
                .map(|(id, person)| (id.clone(), name(person)))
                .collect()
        }
        _ => Vec::new(),
    }
}

/// The variant of the rules in the state of the page, if azulejo does not support it.
fn unsupported_variant(state: &Args) -> Option<&'static str> {
    let is_set = |key| {
        state.get(key).is_some_and(|value| {
            let is_empty_list = list(value).is_some_and(|list| list.is_empty());
            !(value.is_null()
                || *value == Value::Bool(false)
                || number(value) == Some(0)
                || is_empty_list)
        })
    };
    match state.get("boardNumber").and_then(number) {
        Some(2) => return Some("the grey wall"),
        Some(3..) => return Some("the walls of Crystal Mosaic"),
        _ => {}
    }
    if is_set("variant") {
        return Some("the grey wall");
    }
    is_set("specialFactories").then_some("special factories")
}

impl<'a> Table<'a> {
    /// The notifications to all, with their arguments.
    pub(super) fn notifications(
        &self,
    ) -> impl Iterator<Item = Result<(&'a str, &'a Args), Mismatch>> {
        let public = self.packets.iter().filter(|packet| {
            // A notification to one player comes to the page of the player twice.
            let channel = packet.get("channel").and_then(Value::as_str);
            channel.is_none_or(|channel| !channel.starts_with("/player/"))
        });
        let notifications = public.flat_map(|packet| match packet.get("data") {
            None | Some(Value::Null) => Vec::new(),
            Some(data) => match list(data) {
                Some(list) => list.into_iter().map(Ok).collect(),
                None => vec![Err(Mismatch::Missing {
                    what: "a packet",
                    key: "data",
                })],
            },
        });
        notifications.filter_map(|notification| match notification {
            Ok(notification) => {
                let name = notification.get("type").and_then(Value::as_str)?;
                let args = notification.get("args").and_then(Value::as_object);
                Some(Ok((name, args.unwrap_or(no_args()))))
            }
            Err(error) => Some(Err(error)),
        })
    }
}

/// The arguments of a notification without arguments.
fn no_args() -> &'static Args {
    static ARGS: std::sync::LazyLock<Args> = std::sync::LazyLock::new(Args::new);
    &ARGS
}
