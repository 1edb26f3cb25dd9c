//! Answers repeat the text of any field of any page without characters that could trick a reader.

use crate::server::{Answer, PageServer};
use crate::tricks::tricks;
use azulejo::pages::{Method, PAGES};
use std::collections::BTreeSet;
use std::iter;

/// Characters that command, hide or change directions, and code points that are no characters.
fn hostile() -> Vec<char> {
    let mut hostile = tricks();
    hostile.extend(['\0', '\u{fffe}', '\u{ffff}']);
    hostile
}

fn percent_encode(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

/// Appends every text in a value of JSON.
fn append_texts(json: &serde_json::Value, output: &mut String) {
    match json {
        serde_json::Value::String(text) => output.push_str(text),
        serde_json::Value::Array(items) => items.iter().for_each(|item| append_texts(item, output)),
        serde_json::Value::Object(fields) => fields.iter().for_each(|(name, value)| {
            output.push_str(name);
            append_texts(value, output);
        }),
        _ => {}
    }
}

/// The texts of an answer: the body as it is, and the texts of its JSON and its events.
fn texts_of(answer: &Answer) -> String {
    let mut texts = answer.body.clone();
    if let Ok(json) = serde_json::from_str(&answer.body) {
        append_texts(&json, &mut texts);
    }
    for (_, event) in answer.events() {
        append_texts(&event, &mut texts);
    }
    texts
}

fn assert_harmless(answer: &Answer, hostile: &[char], request: &str) {
    let is_answered = answer.status >= 200 && answer.status != 500;
    assert!(is_answered, "{request}: {answer:?}");
    let texts = texts_of(answer);
    let letters = texts.chars().filter(|letter| *letter != '\n');
    let raw: BTreeSet<char> = letters.filter(|letter| hostile.contains(letter)).collect();
    assert!(raw.is_empty(), "{request}: {raw:?}");
}

/// The fields of *Explore*, of the *Lab*, and of the pages about the game.
const EXPLORE: &str = "size rows columns sense turns bonus initial rule fix window only before first last cell kind \
                       without seed method order unknown kept scored";
const LAB: &str = "size sense fix kind without row drop exercise line query unknown";
const GAME: &str =
    "players first from seed round seat strength move do at play puzzle effort position unknown";

/// The addresses of the pages and of their parts, with their methods, the beginning of a readable query, and fields.
fn addresses() -> impl Iterator<Item = (Method, String, [&'static str; 2])> {
    PAGES.iter().flat_map(|page| {
        let query = match page.path {
            "/explore" => ["size=2x2", EXPLORE],
            "/lab" => ["size=2x2", LAB],
            _ => ["seed=1", GAME],
        };
        let parts = page.parts.iter();
        let parts = parts.map(move |part| (part.method, format!("{}/{}", page.path, part.name)));
        let paths = iter::once((Method::Get, page.path.to_owned())).chain(parts);
        paths.map(move |(method, path)| (method, path, query))
    })
}

#[test]
fn no_field_of_any_page_comes_back_with_a_trick() {
    // No answer here needs a search.
    let server = PageServer::within(azulejo::serve::Limits {
        time: std::time::Duration::from_millis(50),
        ..Default::default()
    });
    let hostile = hostile();
    let headers_of_answers = [
        [("Host", "localhost"), ("Accept", "text/html")],
        [("Host", "localhost"), ("Accept", "application/json")],
    ];
    // A message may repeat only the beginning of a value.
    for (group, letters) in hostile.chunks(35).enumerate() {
        let evil = percent_encode(&letters.iter().collect::<String>());
        for (method, path, [beginning, fields]) in addresses() {
            let fields = fields.split(' ').enumerate().map(|(index, field)| {
                // Alone, and after a readable value.
                let prefix = ["", "1", "1@"][(index + group) % 3];
                format!("{field}={prefix}{evil}")
            });
            let unknown = [format!("{evil}=1"), format!("rule={evil}&{evil}={evil}")];
            for (index, query) in fields.chain(unknown).enumerate() {
                let query = format!("{beginning}&{query}");
                let headers = &headers_of_answers[(index + group) % 2];
                let answer = match method {
                    Method::Get => server.request("GET", &format!("{path}?{query}"), headers, ""),
                    Method::Post => server.request("POST", &path, headers, &query),
                };
                assert_harmless(&answer, &hostile, &format!("{method:?} {path} {query}"));
            }
        }
    }
}

#[test]
fn addresses_and_records_come_back_without_a_trick() {
    let server = PageServer::start();
    let hostile = hostile();
    for letter in &hostile {
        let evil = percent_encode(&letter.to_string());
        for path in [
            format!("/assets/{evil}"),
            format!("/{evil}"),
            format!("/explore/{evil}"),
        ] {
            for accept in ["text/html", "application/json"] {
                let headers = [("Host", "localhost"), ("Accept", accept)];
                assert_harmless(&server.request("GET", &path, &headers, ""), &hostile, &path);
            }
        }
        let json = |text: &str| serde_json::to_string(text).expect("a text");
        let name = json(&format!("a{letter}"));
        for record in [
            format!(r#"{{"players": 2, "first": 0, "rounds": [], {name}: 1}}"#),
            format!(r#"{{"players": {name}, "first": 0, "rounds": []}}"#),
            letter.to_string(),
        ] {
            let answer = server.post_refusal("/play/load", &record);
            assert_harmless(&answer, &hostile, &format!("{record:?}"));
        }
    }
}

/// The example of the guide.
#[test]
fn a_mark_of_direction_is_shown_as_a_replacement() {
    let server = PageServer::start();
    for field in ["fix", "only", "before", "first", "unknown"] {
        let page = server.get(&format!("/explore?size=2x2&{field}=%E2%80%AEevil"));
        assert!(!page.body.contains('\u{202e}'), "{field}");
        if field != "unknown" {
            assert!(page.body.contains("\u{fffd}evil"), "{field}");
        }
    }
}
