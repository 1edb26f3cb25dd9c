//! Answers of the page *Lab*: bounds, verdicts on rows, and exercises with their solutions.

use crate::common::optional::skipped;
use crate::server::{Answer, PageServer, text};
use form_urlencoded::Serializer;
use std::process::Command;

/// The answer for the query of the page's address and the lines of the page's text.
fn relaxation(server: &PageServer, query: &str, lines: &[&str]) -> Answer {
    let mut body = Serializer::new(String::new());
    body.append_pair("query", query);
    for line in lines {
        body.append_pair("line", line);
    }
    server.post("/lab/relaxed", &body.finish())
}

/// A query with additional rows.
fn with_rows(query: &str, rows: &str) -> String {
    let mut fields = Serializer::new(String::new());
    fields.extend_pairs(rows.split("; ").map(|row| ("row", row)));
    format!("{query}&{}", fields.finish())
}

/// Text of HTML without escapes.
fn unescape(html: &str) -> String {
    let signs = [("&#60;", "<"), ("&#62;", ">"), ("&#38;", "&")];
    let unescape = |text: String, (escape, sign): &(&str, &str)| text.replace(escape, sign);
    signs.iter().fold(html.to_owned(), unescape)
}

/// The words of an answer's HTML.
fn words(answer: &Answer) -> String {
    let json = answer.json();
    let parts = text(&json, "html").split('<');
    let texts = parts.map(|part| part.split_once('>').map_or(part, |(_, text)| text));
    unescape(&texts.collect::<Vec<_>>().join(" "))
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
}

/// The lines of the text of a page.
fn lines(server: &PageServer, query: &str) -> Vec<String> {
    let page = server.get(&format!("/lab?{query}")).body;
    let (_, text) = page.split_once("<textarea").expect("a text");
    let (_, text) = text.split_once('>').expect("its beginning");
    let (text, _) = text.split_once("</textarea>").expect("its end");
    text.lines().map(unescape).collect()
}

#[test]
fn the_original_text_is_the_program() {
    let server = PageServer::start();
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
        let answer = relaxation(&server, query, &lines);
        assert_eq!(answer.json()["query"], query);
        let words = words(&answer);
        assert!(words.starts_with(bound), "{query}: {words}");
        assert!(!words.contains("Your changes"), "{query}");
    }
}

#[test]
fn the_verdict_on_a_row_shows_an_order_beyond_the_row() {
    let server = PageServer::start();
    let plain = "size=3x3&sense=max";
    let with_row = |row: &str| relaxation(&server, &with_rows(plain, row), &[]);
    let valid = words(&with_row("sh(1) + sh(2) <= 1"));
    let sentence = "Valid: every order satisfies it, and some order with equality.";
    assert!(valid.contains(sentence), "{valid}");
    let strict = with_row("o(1,2) + o(2,3) <= 1");
    let strict_words = words(&strict);
    for sentence in [
        "It cuts off an order of score 31, which breaks it by 1:",
        "Wrong. The row “o(1,2) + o(2,3) <= 1” excludes an order",
    ] {
        assert!(strict_words.contains(sentence), "{strict_words}");
    }
    let strict = strict.json();
    let picture = "aria-label=\"The order 1 2 3 4 5 6 7 8 9\"";
    assert!(text(&strict, "html").contains(picture), "{strict}");
    // The answer has the query of the request.
    let query = text(&strict, "query");
    assert_eq!(words(&relaxation(&server, query, &[])), strict_words);
    assert!(lines(&server, query).contains(&"o(1,2) + o(2,3) <= 1".to_owned()));
}

#[test]
fn unreadable_requests_are_refused_with_a_reason() {
    let server = PageServer::start();
    let assert_refused = |query: &str, lines: &[&str], reason: &str| {
        let answer = relaxation(&server, query, lines);
        assert_eq!(answer.status, 422, "{query}");
        assert!(answer.body.contains(reason), "{query}: {}", answer.body);
    };
    assert_refused("size=5x5", &[], "at most 9 cells");
    assert_refused("size=3x3&kind=case-study", &[], "1116 rows");
    assert_refused("size=2x2&kind=other", &[], "no formulation other");
    assert_refused("size=2x2&exercise=none", &[], "no exercise none");
    let other = "The exercise before has another program";
    assert_refused("size=3x3&sense=max&exercise=before", &[], other);
    assert_refused("size=2x2&sense=max&exercise=before", &[], other);
    // An incomplete row is no error of the page.
    let assert_fault = |query: &str, lines: &[&str], reason: &str| {
        let answer = relaxation(&server, query, lines).json();
        let fault = answer["fault"].as_str().unwrap_or_default();
        assert!(fault.contains(reason), "{query}: {answer}");
        assert_eq!(answer["html"], serde_json::Value::Null);
    };
    let reason = "the program has nothing of the name x.";
    assert_fault("size=2x2", &["c1: x <= 1"], reason);
    assert_fault("size=2x2", &["o(1,2)"], "a row has one of");
    assert_fault("size=2x2&drop=c99", &[], "no row has the name c99.");
    let many: Vec<&str> = std::iter::repeat_n("o(1,2) <= 1", 1001).collect();
    assert_fault("size=2x2", &many, "more than 1000 rows");
}

/// Exercises: a query, the rows of a wrong answer, and the rows of a right answer.
const SOLUTIONS: &str = "\
size=1x2&sense=max&kind=case-study&exercise=half
B(2,1,2) + B(2,2,1) <= 1
B(1,1,2) + B(1,2,1) <= 0

size=2x2&sense=max&kind=case-study&exercise=before
A(1,1) = 0
A(1,1) + 2 A(2,1) + 3 A(3,1) + 4 A(4,1) >= A(1,4) + 2 A(2,4) + 3 A(3,4) + 4 A(4,4) + 1

size=1x5&sense=max&exercise=last
o(1,3) + o(2,3) = 2
o(1,3) + o(2,3) >= 2 + o(3,4) + o(3,5)

size=3x3&sense=max&exercise=valid
o(1,2) + o(2,3) + o(3,1) <= 2; sh(1) + sh(2) + sh(3) >= 1; sh(1) + sh(2) <= 1; u(1) + u(2) + u(3) <= 1
o(1,2) + o(2,3) + o(3,1) <= 2; sh(1) + sh(2) + sh(3) >= 1; sh(1) + sh(2) <= 1; r(1,R,2) <= o(3,1)

size=2x2&sense=min&drop=c2&drop=c13&exercise=cycle
o(1,2) + o(2,4) + o(4,3) + o(3,1) <= 3
o(1,2) + o(2,4) + o(4,3) + o(3,1) <= 3; o(2,1) + o(4,2) + o(3,4) + o(1,3) <= 3

size=1x5&sense=min&without=line-cuts&exercise=cut
P(row) + S(row) >= 12
P(row) + S(row) >= 11

size=3x3&sense=min&without=line-cuts&without=block-cuts&exercise=block
u(1) + u(2) + u(4) + u(5) >= 1
sh(1) + sv(1) - u(1) + sh(2) + sv(2) - u(2) + sh(4) + sv(4) - u(4) + sh(5) + sv(5) - u(5) <= 3";

/// An exercise whose answer is to drop a row.
const NEEDLESS: &str = "size=2x2&sense=max&kind=case-study&exercise=needless";

/// The exercises of [`SOLUTIONS`], with a query, a wrong answer and a right answer each.
fn solutions() -> impl Iterator<Item = [&'static str; 3]> {
    SOLUTIONS.split("\n\n").map(|block| {
        let lines: Vec<&str> = block.lines().collect();
        lines.try_into().expect("three lines")
    })
}

/// The queries of all exercises.
fn exercises() -> impl Iterator<Item = &'static str> {
    solutions().map(|[query, ..]| query).chain([NEEDLESS])
}

#[test]
fn exercises_are_done_with_right_answers_alone() {
    let server = PageServer::start();
    let is_done = |query: &str| relaxation(&server, query, &[]).json()["done"].clone();
    for [query, wrong, right] in solutions() {
        assert_eq!(is_done(query), false, "{query}");
        assert_eq!(is_done(&with_rows(query, wrong)), false, "{query} {wrong}");
        assert_eq!(is_done(&with_rows(query, right)), true, "{query} {right}");
    }
    assert_eq!(is_done(NEEDLESS), false);
    assert_eq!(is_done(&format!("{NEEDLESS}&drop=c3a")), false);
    assert_eq!(is_done(&format!("{NEEDLESS}&drop=c3b")), true);
    // The page offers these exercises, each by a link.
    let page = server.get("/lab").body;
    let count = page.matches("data-exercise=").count();
    assert_eq!(count, exercises().count());
    for query in exercises() {
        let link = format!("/lab?{}\"", query.replace('&', "&#38;"));
        assert!(page.contains(&link), "{query}");
    }
}

/// An exercise has the number, the title, the constraints and the rows of an exercise of the
/// course.
#[test]
fn exercises_are_exercises_of_the_course() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/models/README.md");
    // A package has no course.
    let Ok(course) = std::fs::read_to_string(path) else {
        return;
    };
    let server = PageServer::start();
    for query in exercises() {
        let page = unescape(&server.get(&format!("/lab?{query}")).body);
        let (_, after) = page.split_once("Exercise ").expect("an exercise");
        let (number, _) = after.split_once(" of the course").expect("a number");
        let (_, title) = page.split_once("<h2>").expect("a title");
        let (title, _) = title.split_once("</h2>").expect("an end");
        // The list of exercises has the number and the title, too.
        let entry = format!("<b><i>{number}</i> {title}</b>");
        assert!(page.contains(&entry), "{query}");
        let start = course.find(&format!("> **Your turn {number}. {title}"));
        let section = &course[start.unwrap_or_else(|| panic!("{query}: no exercise {number}"))..];
        let section = section.split("\n\n").next().unwrap_or_default();
        if query.ends_with("=before") {
            assert!(section.contains("--before 4:1"), "{section}");
        }
        let rows = page.split("<li><code>").skip(1);
        let mut rows: Vec<&str> = rows.filter_map(|row| row.split("</code>").next()).collect();
        if query.ends_with("=valid") {
            let (_, text) = section.split_once("```text\n").expect("rows");
            let (text, _) = text.split_once("```").expect("an end");
            let lines = text.lines().map(|line| line.trim_start_matches('>').trim());
            let mut course_rows: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
            course_rows.sort_unstable();
            rows.sort_unstable();
            assert_eq!(rows, course_rows);
        }
    }
}

/// The course's model in the text of GLPK has the bound of the page's program, and is right.
#[test]
fn a_model_of_a_lesson_is_judged() {
    let model = tempfile::NamedTempFile::new().expect("a file");
    let mut glpsol = Command::new("glpsol");
    glpsol.args(["--check", "--wlp"]).arg(model.path());
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/models");
    glpsol.args(["-m", "case_study.mod", "-d", "data/2x2.dat"]);
    let Ok(output) = glpsol.current_dir(folder).output() else {
        return skipped("glpsol", "deps-models");
    };
    assert!(output.status.success(), "{output:?}");
    let text = std::fs::read_to_string(model.path()).expect("the model");
    let server = PageServer::start();
    let query = "size=2x2&sense=max&kind=case-study";
    let verdict = |lines: &[&str]| words(&relaxation(&server, query, lines));
    let lines: Vec<&str> = text.lines().collect();
    let right = verdict(&lines);
    assert!(right.starts_with("19 1/3 is the bound"), "{right}");
    let words = "The program is right: it was asked about all 24 orders";
    assert!(right.contains(words), "{right}");
    // A model with a wrong number.
    let wrong = text.replacen("A(4,1) = 1", "A(4,1) = 2", 1);
    let wrong = verdict(&wrong.lines().collect::<Vec<_>>());
    assert!(wrong.contains("Wrong."), "{wrong}");
}
