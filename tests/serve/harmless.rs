//! A text that people write into any field of any page comes back without what could trick its reader.

use crate::server::{Answer, Served};
use crate::tricks::tricks;
use std::collections::BTreeSet;

/// Characters that command, hide, or change directions, and what is no character.
fn hostile() -> Vec<char> {
    let mut hostile = tricks();
    hostile.extend(['\0', '\u{fffe}', '\u{ffff}']);
    hostile
}

fn escaped(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

/// Every text in a value of JSON.
fn texts(json: &serde_json::Value, into: &mut String) {
    match json {
        serde_json::Value::String(text) => into.push_str(text),
        serde_json::Value::Array(all) => all.iter().for_each(|one| texts(one, into)),
        serde_json::Value::Object(all) => all.iter().for_each(|(name, one)| {
            into.push_str(name);
            texts(one, into);
        }),
        _ => {}
    }
}

/// All that a person can read of an answer: as it is, and as a script reads it.
fn shown(answer: &Answer) -> String {
    let mut shown = answer.body.clone();
    if let Ok(json) = serde_json::from_str(&answer.body) {
        texts(&json, &mut shown);
    }
    for (_, event) in answer.events() {
        texts(&event, &mut shown);
    }
    shown
}

fn assert_harmless(answer: &Answer, hostile: &[char], asked: &str) {
    let is_answered = answer.status >= 200 && answer.status != 500;
    assert!(is_answered, "{asked}: {answer:?}");
    let shown = shown(answer);
    let letters = shown.chars().filter(|letter| *letter != '\n');
    let raw: BTreeSet<char> = letters.filter(|it| hostile.contains(it)).collect();
    assert!(raw.is_empty(), "{asked}: {raw:?}");
}

const EXPLORE: [&str; 23] = [
    "size", "rows", "columns", "sense", "turns", "bonus", "initial", "rule", "fix", "window",
    "only", "before", "first", "last", "cell", "kind", "without", "seed", "method", "order",
    "unknown", "kept", "scored",
];
const GAME: [&str; 12] = [
    "players", "first", "from", "seed", "round", "seat", "strength", "move", "do", "at", "play",
    "puzzle",
];
const LAB: [&str; 10] = [
    "size", "sense", "fix", "kind", "without", "row", "drop", "exercise", "line", "unknown",
];
const LEARN: [&str; 4] = ["effort", "position", "move", "unknown"];

/// The addresses with the fields that they read.
fn addresses() -> Vec<(&'static str, &'static str, Vec<&'static str>)> {
    let explore = [
        "/explore",
        "/explore/run",
        "/explore/instance.json",
        "/explore/count",
        "/explore/order",
        "/explore/kept",
        "/explore/formulation",
        "/explore/questions",
        "/explore/model.lp",
        "/explore/model.mps",
    ];
    let explore = explore.map(|path| ("GET", path, EXPLORE.to_vec()));
    let game = || GAME.into_iter().chain(LEARN).collect::<Vec<_>>();
    let get =
        ["/play", "/play/record", "/learn", "/learn/puzzle"].map(|path| ("GET", path, game()));
    let post = [
        "/play/act",
        "/play/think",
        "/play/hint",
        "/learn/show",
        "/learn/best",
        "/learn/grade",
        "/learn/review",
        "/learn/check",
    ];
    let post = post.map(|path| ("POST", path, game()));
    let lab = [
        ("GET", "/lab", LAB.to_vec()),
        ("POST", "/lab/relaxed", vec!["query", "line"]),
    ];
    let all = explore.into_iter().chain(get).chain(post);
    all.chain(lab).collect()
}

#[test]
fn no_field_of_any_page_comes_back_with_what_can_trick() {
    // Nothing here is worth a search.
    let server = Served::within(azulejo::serve::Limits {
        time: std::time::Duration::from_millis(50),
        ..Default::default()
    });
    let hostile = hostile();
    let accepted = [
        [("Host", "localhost"), ("Accept", "text/html")],
        [("Host", "localhost"), ("Accept", "application/json")],
    ];
    // A message may repeat the beginning of a value alone.
    for (group, some) in hostile.chunks(35).enumerate() {
        let evil = escaped(&some.iter().collect::<String>());
        for (method, path, fields) in addresses() {
            let named = fields.iter().enumerate().map(|(index, field)| {
                // Alone, and after what can be read.
                let before = ["", "1", "1@"][(index + group) % 3];
                format!("{field}={before}{evil}")
            });
            let unknown = [format!("{evil}=1"), format!("rule={evil}&{evil}={evil}")];
            for (index, written) in named.chain(unknown).enumerate() {
                let written = match path.starts_with("/explore") || path == "/lab" {
                    true => format!("size=2x2&{written}"),
                    false => format!("seed=1&{written}"),
                };
                let headers = &accepted[(index + group) % 2];
                let answer = match method {
                    "GET" => server.ask(method, &format!("{path}?{written}"), headers, ""),
                    _ => server.ask(method, path, headers, &written),
                };
                assert_harmless(&answer, &hostile, &format!("{method} {path} {written}"));
            }
        }
    }
}

#[test]
fn neither_addresses_nor_records_come_back_with_what_can_trick() {
    let server = Served::start();
    let hostile = hostile();
    for letter in &hostile {
        let evil = escaped(&letter.to_string());
        for path in [
            format!("/assets/{evil}"),
            format!("/{evil}"),
            format!("/explore/{evil}"),
        ] {
            for accept in ["text/html", "application/json"] {
                let headers = [("Host", "localhost"), ("Accept", accept)];
                assert_harmless(&server.ask("GET", &path, &headers, ""), &hostile, &path);
            }
        }
        let json = |text: &str| serde_json::to_string(text).expect("a text");
        let named = json(&format!("a{letter}"));
        for record in [
            format!(r#"{{"players": 2, "first": 0, "rounds": [], {named}: 1}}"#),
            format!(r#"{{"players": {named}, "first": 0, "rounds": []}}"#),
            letter.to_string(),
        ] {
            let answer = server.refused("/play/load", &record);
            assert_harmless(&answer, &hostile, &format!("{record:?}"));
        }
    }
}

/// The example of the guide.
#[test]
fn a_mark_of_direction_is_shown_as_a_replacement() {
    let server = Served::start();
    for field in ["fix", "only", "before", "first", "unknown"] {
        let page = server.get(&format!("/explore?size=2x2&{field}=%E2%80%AEevil"));
        assert!(!page.body.contains('\u{202e}'), "{field}");
        if field != "unknown" {
            assert!(page.body.contains("\u{fffd}evil"), "{field}");
        }
    }
}
