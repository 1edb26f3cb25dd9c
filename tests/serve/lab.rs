//! Answers of the page *Lab*: bounds, verdicts on rows, and exercises, whose solutions are written here.

use crate::common::optional::skipped;
use crate::server::{Answer, Served, text};
use form_urlencoded::Serializer;
use std::process::Command;

/// The answer to the page's question with an address and the lines of its text.
fn asked(server: &Served, query: &str, lines: &[&str]) -> Answer {
    let mut body = Serializer::new(String::new());
    body.append_pair("query", query);
    for line in lines {
        body.append_pair("line", line);
    }
    server.post("/lab/relaxed", &body.finish())
}

/// The address of a page with rows of one's own.
fn with(query: &str, rows: &[&str]) -> String {
    let mut written = Serializer::new(String::new());
    written.extend_pairs(rows.iter().map(|row| ("row", row)));
    format!("{query}&{}", written.finish())
}

/// Text of HTML without its escapes.
fn as_read(html: &str) -> String {
    let signs = [("&#60;", "<"), ("&#62;", ">"), ("&#38;", "&")];
    let read = |text: String, (escape, sign): &(&str, &str)| text.replace(escape, sign);
    signs.iter().fold(html.to_owned(), read)
}

/// The words of an answer that a person reads.
fn words(answer: &Answer) -> String {
    let json = answer.json();
    let parts = text(&json, "html").split('<');
    let texts = parts.map(|part| part.split_once('>').map_or(part, |(_, text)| text));
    as_read(&texts.collect::<Vec<_>>().join(" "))
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
}

/// The lines of the page's text.
fn lines(server: &Served, query: &str) -> Vec<String> {
    let page = server.get(&format!("/lab?{query}")).body;
    let (_, text) = page.split_once("<textarea").expect("a text");
    let (_, text) = text.split_once('>').expect("its beginning");
    let (text, _) = text.split_once("</textarea>").expect("its end");
    text.lines().map(as_read).collect()
}

#[test]
fn a_text_that_nobody_changed_is_the_program() {
    let server = Served::start();
    for (query, bound) in [
        ("size=2x2&sense=max&kind=case-study", "19 1/3 is the bound"),
        ("size=1x2&sense=max&kind=case-study", "3 1/2 is the bound"),
        (
            "size=3x3&sense=min&kind=ordering&without=line-cuts&without=block-cuts",
            "21 is the bound",
        ),
    ] {
        let lines = lines(&server, query);
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        let answer = asked(&server, query, &lines);
        assert_eq!(answer.json()["query"], query);
        let words = words(&answer);
        assert!(words.starts_with(bound), "{query}: {words}");
        assert!(!words.contains("Your changes"), "{query}");
    }
}

#[test]
fn a_row_is_told_with_the_order_that_it_cuts_off() {
    let server = Served::start();
    let plain = "size=3x3&sense=max";
    let valid = words(&asked(&server, &with(plain, &["sh(1) + sh(2) <= 1"]), &[]));
    let said = "Valid: every order satisfies it, and some order with equality.";
    assert!(valid.contains(said), "{valid}");
    let strict = asked(&server, &with(plain, &["o(1,2) + o(2,3) <= 1"]), &[]);
    let told = words(&strict);
    for said in [
        "It cuts off an order of score 31, which breaks it by 1:",
        "Wrong. The row “o(1,2) + o(2,3) <= 1” excludes an order",
    ] {
        assert!(told.contains(said), "{told}");
    }
    let strict = strict.json();
    let drawn = "aria-label=\"The order 1 2 3 4 5 6 7 8 9\"";
    assert!(text(&strict, "html").contains(drawn), "{strict}");
    // What the page writes back is what it was asked.
    let query = text(&strict, "query");
    assert_eq!(words(&asked(&server, query, &[])), told);
    assert!(lines(&server, query).contains(&"o(1,2) + o(2,3) <= 1".to_owned()));
}

#[test]
fn what_cannot_be_read_is_refused_with_its_row() {
    let server = Served::start();
    let refused = |query: &str, lines: &[&str], why: &str| {
        let answer = asked(&server, query, lines);
        assert_eq!(answer.status, 422, "{query}");
        assert!(answer.body.contains(why), "{query}: {}", answer.body);
    };
    refused("size=5x5", &[], "at most 9 cells");
    refused("size=3x3&kind=case-study", &[], "1116 rows");
    refused("size=2x2&kind=other", &[], "no formulation other");
    refused("size=2x2&exercise=none", &[], "no exercise none");
    let other = "The exercise before has another program";
    refused("size=3x3&sense=max&exercise=before", &[], other);
    refused("size=2x2&sense=max&exercise=before", &[], other);
    // A row that is being written is no error of the page.
    let fault = |query: &str, lines: &[&str], why: &str| {
        let answer = asked(&server, query, lines).json();
        let fault = answer["fault"].as_str().unwrap_or_default();
        assert!(fault.contains(why), "{query}: {answer}");
        assert_eq!(answer["html"], serde_json::Value::Null);
    };
    let why = "the program has nothing of the name x.";
    fault("size=2x2", &["c1: x <= 1"], why);
    fault("size=2x2", &["o(1,2)"], "a row has one of");
    fault("size=2x2&drop=c99", &[], "no row has the name c99.");
    let many: Vec<&str> = std::iter::repeat_n("o(1,2) <= 1", 1001).collect();
    fault("size=2x2", &many, "more than 1000 rows");
}

/// An exercise: its address, an answer that is not one, and one that is.
type Solved = (
    &'static str,
    &'static [&'static str],
    &'static [&'static str],
);

const SOLVED: [Solved; 7] = [
    (
        "size=1x2&sense=max&kind=case-study&exercise=half",
        &["B(2,1,2) + B(2,2,1) <= 1"],
        &["B(1,1,2) + B(1,2,1) <= 0"],
    ),
    (
        "size=2x2&sense=max&kind=case-study&exercise=before",
        &["A(1,1) = 0"],
        &["A(1,1) + 2 A(2,1) + 3 A(3,1) + 4 A(4,1) >= A(1,4) + 2 A(2,4) + 3 A(3,4) + 4 A(4,4) + 1"],
    ),
    (
        "size=1x5&sense=max&exercise=last",
        &["o(1,3) + o(2,3) = 2"],
        &["o(1,3) + o(2,3) >= 2 + o(3,4) + o(3,5)"],
    ),
    (
        "size=3x3&sense=max&exercise=valid",
        &[
            "o(1,2) + o(2,3) + o(3,1) <= 2",
            "sh(1) + sh(2) + sh(3) >= 1",
            "sh(1) + sh(2) <= 1",
            "u(1) + u(2) + u(3) <= 1",
        ],
        &[
            "o(1,2) + o(2,3) + o(3,1) <= 2",
            "sh(1) + sh(2) + sh(3) >= 1",
            "sh(1) + sh(2) <= 1",
            "r(1,R,2) <= o(3,1)",
        ],
    ),
    (
        "size=2x2&sense=min&drop=c2&drop=c13&exercise=cycle",
        &["o(1,2) + o(2,4) + o(4,3) + o(3,1) <= 3"],
        &[
            "o(1,2) + o(2,4) + o(4,3) + o(3,1) <= 3",
            "o(2,1) + o(4,2) + o(3,4) + o(1,3) <= 3",
        ],
    ),
    (
        "size=1x5&sense=min&without=line-cuts&exercise=cut",
        &["P(row) + S(row) >= 12"],
        &["P(row) + S(row) >= 11"],
    ),
    (
        "size=3x3&sense=min&without=line-cuts&without=block-cuts&exercise=block",
        &["u(1) + u(2) + u(4) + u(5) >= 1"],
        &[
            "sh(1) + sv(1) - u(1) + sh(2) + sv(2) - u(2) + sh(4) + sv(4) - u(4) + sh(5) + sv(5) - u(5) <= 3",
        ],
    ),
];

/// An exercise whose answer is a row that is left out.
const NEEDLESS: &str = "size=2x2&sense=max&kind=case-study&exercise=needless";

/// The addresses of all exercises.
fn exercises() -> impl Iterator<Item = &'static str> {
    SOLVED.iter().map(|(query, ..)| *query).chain([NEEDLESS])
}

#[test]
fn exercises_are_done_when_they_are_done() {
    let server = Served::start();
    let done = |query: &str| asked(&server, query, &[]).json()["done"].clone();
    for (query, wrong, right) in SOLVED {
        assert_eq!(done(query), false, "{query}");
        assert_eq!(done(&with(query, wrong)), false, "{query} {wrong:?}");
        assert_eq!(done(&with(query, right)), true, "{query} {right:?}");
    }
    assert_eq!(done(NEEDLESS), false);
    assert_eq!(done(&format!("{NEEDLESS}&drop=c3a")), false);
    assert_eq!(done(&format!("{NEEDLESS}&drop=c3b")), true);
    // These are all, and each begins as the page offers it.
    let page = server.get("/lab").body;
    assert_eq!(page.matches("data-exercise=").count(), SOLVED.len() + 1);
    for query in exercises() {
        let link = format!("/lab?{}\"", query.replace('&', "&#38;"));
        assert!(page.contains(&link), "{query}");
    }
}

/// An exercise has the number and the title of the one of the course that is about the same, and says the same: the same
/// constraint, and the same rows.
#[test]
fn exercises_are_those_of_the_course() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/models/README.md");
    // A package has no course.
    let Ok(course) = std::fs::read_to_string(path) else {
        return;
    };
    let server = Served::start();
    for query in exercises() {
        let page = as_read(&server.get(&format!("/lab?{query}")).body);
        let (_, after) = page.split_once("Exercise ").expect("its exercise");
        let (number, _) = after.split_once(" of the course").expect("a number");
        let (_, title) = page.split_once("<h2>").expect("a title");
        let (title, _) = title.split_once("</h2>").expect("its end");
        // The list of exercises names it in the same way.
        let listed = format!("<b><i>{number}</i> {title}</b>");
        assert!(page.contains(&listed), "{query}");
        let begin = course.find(&format!("> **Your turn {number}. {title}"));
        let section = &course[begin.unwrap_or_else(|| panic!("{query}: no exercise {number}"))..];
        let section = section.split("\n\n").next().unwrap_or_default();
        if query.ends_with("=before") {
            assert!(section.contains("--before 4:1"), "{section}");
        }
        let rows = page.split("<li><code>").skip(1);
        let mut rows: Vec<&str> = rows.filter_map(|row| row.split("</code>").next()).collect();
        if query.ends_with("=valid") {
            let (_, text) = section.split_once("```text\n").expect("rows");
            let (text, _) = text.split_once("```").expect("their end");
            let lines = text.lines().map(|line| line.trim_start_matches('>').trim());
            let mut asked: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
            asked.sort_unstable();
            rows.sort_unstable();
            assert_eq!(rows, asked);
        }
    }
}

/// The program of a lesson: the model of the course as GLPK writes it has the same relaxation, and is right.
#[test]
fn a_model_of_a_lesson_is_judged() {
    let model = tempfile::NamedTempFile::new().expect("a file");
    let mut glpsol = Command::new("glpsol");
    glpsol.args(["--check", "--wlp"]).arg(model.path());
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/models");
    glpsol.args(["-m", "case_study.mod", "-d", "data/2x2.dat"]);
    let Ok(written) = glpsol.current_dir(folder).output() else {
        return skipped("glpsol", "deps-models");
    };
    assert!(written.status.success(), "{written:?}");
    let text = std::fs::read_to_string(model.path()).expect("the model");
    let server = Served::start();
    let query = "size=2x2&sense=max&kind=case-study";
    let told = |lines: &[&str]| words(&asked(&server, query, lines));
    let all: Vec<&str> = text.lines().collect();
    let right = told(&all);
    assert!(right.starts_with("19 1/3 is the bound"), "{right}");
    let words = "The program is right: it was asked about all 24 orders";
    assert!(right.contains(words), "{right}");
    // A pupil wrote the wrong number.
    let wrong = text.replacen("A(4,1) = 1", "A(4,1) = 2", 1);
    let wrong = told(&wrong.lines().collect::<Vec<_>>());
    assert!(wrong.contains("Wrong."), "{wrong}");
}
