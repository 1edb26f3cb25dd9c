//! The page of `render --html`, as a text: well-formed, complete, self-contained, and never more than what
//! is true. A browser opens it in `tests/browser/`.

use crate::common::{cells, instance, parse, plain, random_instance};
use azulejo::instance::{Instance, Sense};
use azulejo::order::Replay;
use azulejo::order::Solution;
use azulejo::order::verify;
use azulejo::outcome::{History, MilpHistory, Moment};
use azulejo::outcome::{Outcome, Proof, Stats, Unfinished, Verdict};
use azulejo::render::page::{Findings, page};
use azulejo::solve::{Answer, Method, Settings, cross_check, solve};
use azulejo::wall::Cell;
use proptest::prelude::*;
use roxmltree::{Document, Node, ParsingOptions};
use std::collections::HashSet;
use std::time::Duration;

/// The page of an instance that the state graph's opponent solved, with a comparison of two methods.
fn solved(instance: &Instance) -> String {
    let settings = Settings::default();
    let answer = solve(instance, Method::Frontier, &settings).expect("small");
    let check = cross_check(instance, &answer, &settings.control).expect("small");
    let methods = [Method::Frontier, Method::Graph]
        .map(|method| (method.name(), solve(instance, method, &settings)));
    let findings = Findings {
        answer: Some(&answer),
        cross_check: check.as_ref(),
        comparison: Some((&methods, Duration::from_secs(5))),
        control: None,
    };
    let order = &answer.outcome.verdict.solution().expect("an order").order;
    let replay = Replay::new(instance, order).expect("valid");
    page(&replay, &findings).expect("a page")
}

/// The page of an order that was given.
fn given(instance: &Instance, order: &[Cell]) -> String {
    let replay = Replay::new(instance, order).expect("every tile has a place");
    page(&replay, &Findings::default()).expect("a page")
}

/// Reads a page as XML, which is stricter than HTML: every element is closed, every value quoted. What is
/// between the tags of styles and scripts is no XML.
fn checked(html: &str, look: impl Fn(&Document<'_>)) {
    let mut text = html.to_owned();
    for raw in ["style", "script"] {
        let (open, close) = (format!("<{raw}>"), format!("</{raw}>"));
        assert_eq!(text.matches(&open).count(), 1, "{raw}");
        let start = text.find(&open).expect("there") + open.len();
        let end = text.find(&close).expect("closed");
        text.replace_range(start..end, "");
    }
    let options = ParsingOptions {
        allow_dtd: true,
        ..ParsingOptions::default()
    };
    let tree = Document::parse_with_options(&text, options).expect("well-formed");
    self_contained(&tree);
    look(&tree);
}

fn self_contained(tree: &Document<'_>) {
    let attributes = || tree.descendants().flat_map(|node| node.attributes());
    let ids: Vec<&str> = attributes()
        .filter(|attribute| attribute.name() == "id")
        .map(|attribute| attribute.value())
        .collect();
    let known: HashSet<&str> = ids.iter().copied().collect();
    assert_eq!(ids.len(), known.len(), "an id twice");
    for attribute in attributes() {
        let value = attribute.value();
        match attribute.name() {
            "href" => assert!(
                value.strip_prefix('#').is_some_and(|id| known.contains(id)),
                "{value}"
            ),
            "for" | "aria-labelledby" => assert!(known.contains(value), "{value}"),
            name => assert!(
                !["src", "srcset", "action", "data"].contains(&name) && !name.starts_with("on"),
                "{name}"
            ),
        }
    }
    let policy = tree
        .descendants()
        .find(|node| node.attribute("http-equiv").is_some());
    let policy = policy
        .and_then(|node| node.attribute("content"))
        .expect("a policy");
    assert!(policy.starts_with("default-src 'none';"), "{policy}");
}

/// The words in an element, with single spaces.
fn words(node: Option<Node<'_, '_>>) -> String {
    let nodes = node.expect("it is there").descendants();
    let texts = nodes.filter(Node::is_text).filter_map(|node| node.text());
    texts
        .flat_map(str::split_whitespace)
        .collect::<Vec<_>>()
        .join(" ")
}

fn text_of(tree: &Document<'_>, id: &str) -> String {
    words(
        tree.descendants()
            .find(|node| node.attribute("id") == Some(id)),
    )
}

fn header(tree: &Document<'_>) -> String {
    words(tree.descendants().find(|node| node.has_tag_name("header")))
}

#[test]
fn nothing_comes_from_elsewhere() {
    let html = solved(&instance("case-study/3x3-centre-last.json"));
    let namespace = "http://www.w3.org/2000/svg";
    let rest = html.replace(namespace, "");
    for foreign in [
        "http:", "https:", "//", "url(", "@import", "import(", "fetch(", "<link", "<img",
    ] {
        let found: Vec<&str> = rest.lines().filter(|line| line.contains(foreign)).collect();
        let comments = found
            .iter()
            .all(|line| line.trim_start().starts_with("// "));
        assert!(comments, "{foreign}: {found:?}");
    }
}

#[test]
fn a_page_says_in_its_title_what_the_answer_is_to() {
    let last = Instance::builder(6, 6, Sense::Maximize)
        .place_at(15, 36)
        .build();
    let last = last.expect("valid");
    let settings = Settings::default();
    let answer = solve(&last, Method::Auto, &settings).expect("a closed bound proves it");
    let order = answer
        .outcome
        .verdict
        .solution()
        .expect("optimal")
        .order
        .clone();
    let replay = Replay::new(&last, &order).expect("it can be played");
    let findings = Findings {
        answer: Some(&answer),
        ..Findings::default()
    };
    checked(&page(&replay, &findings).expect("a page"), |tree| {
        let header = header(tree);
        assert!(
            header.contains("maximize the score; cell 15 in turn 36"),
            "{header}"
        );
        assert!(
            header.contains("No order under these conditions scores more."),
            "{header}"
        );
        let proof = text_of(tree, "proof");
        let says =
            "No order is better: its score equals the formula for the wall, before any search.";
        assert!(proof.contains(says) && !proof.contains("auto"), "{proof}");
    });
}

#[test]
fn a_solved_instance_has_everything_on_its_page() {
    let instance = instance("case-study/3x3-centre-last.json");
    checked(&solved(&instance), |tree| {
        let header = header(tree);
        assert!(header.contains("3×3, centre last"), "{header}");
        assert!(
            header.contains("30 points: the proven maximum (score 30 = bound 30)"),
            "{header}"
        );
        let proof = text_of(tree, "proof");
        assert!(
            proof.contains("The frontier method proved that no order is better: every covering")
        );
        assert!(proof.contains("agrees: 30, reached by 1088 optimal orders, over 257 coverings."));
        let formulations = text_of(tree, "formulations");
        // Columns, binaries and rows of the case study, section VI.
        assert!(
            formulations.contains("case-study 462 462 812"),
            "{formulations}"
        );
        let methods = text_of(tree, "methods");
        assert!(
            methods.contains("All methods agree. The frontier method is the one above; each other had at most 5s."),
            "{methods}"
        );
        assert!(
            methods.contains("frontier optimal 30 30") && methods.contains("graph optimal 30 30")
        );
        let asked = text_of(tree, "instance");
        for part in [
            "3×3 wall, 9 turns, maximize",
            "cell 5 in turn 9",
            "case study, section VI",
            "Published: 30, the same",
            "\"place-at\"",
        ] {
            assert!(asked.contains(part), "{part}: {asked}");
        }
    });
}

#[test]
fn a_history_is_drawn_where_there_is_one() {
    let figure = |tree: &Document<'_>| {
        let mut nodes = tree.descendants();
        let figure = nodes.find(|node| node.attribute("id") == Some("history"));
        figure.map(|figure| words(Some(figure)))
    };
    let html = solved(&instance("case-study/3x3-centre-last.json"));
    // Its colours are those that the style sheet has others for in the dark.
    for colour in ["FFFFFF", "222222", "E4E4E4", "005A9C"] {
        assert!(
            html.contains(&format!("fill=\"#{colour}\""))
                || html.contains(&format!("stroke=\"#{colour}\""))
        );
        assert!(html.contains(&format!(".plot [stroke=\"#{colour}\"]{{stroke:#")));
    }
    checked(&html, |tree| {
        let drawn = figure(tree).expect("it is there");
        assert!(
            drawn.contains("tiles") && drawn.contains("gone through"),
            "{drawn}"
        );
        assert!(
            !drawn.contains("centre last"),
            "the page has a title: {drawn}"
        );
    });
    // One tile leaves nothing to tell; the order of a person has no history.
    checked(&solved(&plain(1, 1, Sense::Maximize)), |tree| {
        assert_eq!(figure(tree), None)
    });
    let given = given(&plain(1, 2, Sense::Maximize), &cells(&[1, 2]));
    checked(&given, |tree| assert_eq!(figure(tree), None));
}

#[test]
fn the_bound_and_the_best_order_are_drawn_over_time() {
    let instance = plain(3, 3, Sense::Minimize);
    let known = |bound, incumbent| Moment {
        seconds: 0.5 * f64::from(bound),
        round: 1,
        nodes: 7,
        bound,
        solver_bound: Some(bound),
        incumbent: Some(incumbent),
    };
    let order: Vec<Cell> = instance.wall().cells().collect();
    let page_of = |moments: Vec<Moment>| {
        let score = 22;
        let answer = Answer {
            asked: Method::Frontier,
            method: Method::Frontier,
            outcome: Outcome {
                verdict: Verdict::Optimal {
                    solution: Solution {
                        order: order.clone().into(),
                        score,
                    },
                    proof: Proof::Fixed,
                },
                stats: Stats::default(),
                history: History::Milp(MilpHistory {
                    moments,
                    ..MilpHistory::default()
                }),
            },
            report: None,
        };
        let findings = Findings {
            answer: Some(&answer),
            ..Findings::default()
        };
        page(&Replay::new(&instance, &order).expect("valid"), &findings).expect("a page")
    };
    checked(&page_of(vec![known(21, 24), known(22, 22)]), |tree| {
        let proof = text_of(tree, "history");
        for words in [
            "seconds",
            "score",
            "nodes",
            "no order scores less",
            "best order so far",
            "optimum 22",
        ] {
            assert!(proof.contains(words), "{words}: {proof}");
        }
    });
    let still = page_of(vec![known(22, 22), known(22, 22)]);
    assert!(!still.contains("id=\"history\""), "nothing moved");
}

#[test]
fn every_turn_is_told_with_its_points_and_its_runs() {
    let instance = instance("case-study/3x3-max.json");
    let order = cells(&[5, 7, 3, 4, 2, 1, 6, 8, 9]); // table 2: 1 1 1 4 4 6 5 5 6
    checked(&given(&instance, &order), |tree| {
        let turn = |number: usize| {
            let id = format!("turn-{number}");
            let node = tree
                .descendants()
                .find(|node| node.attribute("id") == Some(&id));
            let node = node.expect("a turn");
            let data = ["points", "total", "row", "column"].map(|name| {
                let value = node.attribute(&*format!("data-{name}"));
                value.expect("there").to_owned()
            });
            assert_eq!(
                node.descendants()
                    .filter(|node| node.tag_name().name() == "svg")
                    .count(),
                1
            );
            data
        };
        assert_eq!(turn(1), ["1", "1", "", ""]);
        assert_eq!(turn(4), ["4", "7", "4 5", "4 7"]);
        assert_eq!(turn(7), ["5", "22", "4 6", "3 6"]);
        assert_eq!(turn(9), ["6", "33", "7 9", "3 9"]);
        let turns = text_of(tree, "turns");
        assert!(turns.contains("Turn 4: cell 4 (row 2, column 1) earns 4: a run of 2 in its row and a run of 2 in its column."));
    });
}

#[test]
fn nothing_is_claimed_of_an_order_that_was_given() {
    let instance = instance("case-study/3x3-max.json");
    let optimal = cells(&[5, 7, 3, 4, 2, 1, 6, 8, 9]);
    let html = given(&instance, &optimal);
    assert!(!html.contains("proven maximum") && !html.contains("No order scores more"));
    checked(&html, |tree| {
        assert!(header(tree).contains("33 points, by an order that was given."));
        assert!(text_of(tree, "proof").contains("nothing is proven here about other orders"));
        assert!(
            !tree
                .descendants()
                .any(|node| node.attribute("id") == Some("methods"))
        );
    });
    let broken = given(&instance_with_centre_last(), &optimal);
    checked(&broken, |tree| {
        let header = header(tree);
        assert!(
            header.contains("The order is not valid: a constraint does not hold: cell 5 in turn 9"),
            "{header}"
        );
    });
}

fn instance_with_centre_last() -> Instance {
    instance("case-study/3x3-centre-last.json")
}

#[test]
fn a_search_that_was_stopped_claims_no_more_than_its_bound() {
    let instance = plain(2, 2, Sense::Minimize);
    let order = cells(&[1, 4, 2, 3]);
    let solution = Solution {
        order: order.clone().into(),
        score: 10,
    };
    let answer = Answer {
        asked: Method::Frontier,
        method: Method::Frontier,
        outcome: Outcome {
            verdict: Verdict::Feasible {
                solution,
                bound: 8,
                unfinished: Unfinished::Stopped,
            },
            stats: Stats::default(),
            history: History::Milp(MilpHistory::default()),
        },
        report: Some(verify(&instance, &order)),
    };
    let findings = Findings {
        answer: Some(&answer),
        ..Findings::default()
    };
    let replay = Replay::new(&instance, &order).expect("valid");
    checked(&page(&replay, &findings).expect("a page"), |tree| {
        let header = header(tree);
        assert!(
            header.contains(
                "10 points, the best so far: the search was stopped, and the minimum is at least 8."
            ),
            "{header}"
        );
        assert!(text_of(tree, "proof").contains("was stopped before it could prove"));
    });
}

#[test]
fn hostile_words_stay_words() {
    let hostile = r#"</title></style><script>alert(1)</script><a href='x' onclick=\"y\">&amp;{{ 7 * 7 }}\u0000\u001b"#;
    let json = format!(
        r#"{{"name": "{hostile}", "source": "{hostile}", "wall": {{"rows": 2, "columns": 2}}, "sense": "maximize"}}"#
    );
    let instance = parse(&json);
    let html = solved(&instance);
    assert!(!html.contains("<script>alert"));
    checked(&html, |tree| {
        let shown = "</title></style><script>alert(1)</script><a href='x' onclick=\"y\">&amp;{{ 7 * 7 }}\u{fffd}\u{fffd}";
        let heading = tree
            .descendants()
            .find(|node| node.has_tag_name("bdi"))
            .and_then(|node| node.text());
        assert_eq!(heading, Some(shown));
        assert_eq!(
            tree.descendants()
                .filter(|node| node.has_tag_name("script"))
                .count(),
            1
        );
    });
}

#[test]
fn walls_of_every_shape_have_a_page() {
    for (rows, columns) in [(1, 1), (1, 9), (9, 1), (20, 20)] {
        let instance = plain(rows, columns, Sense::Maximize);
        let order: Vec<Cell> = instance.wall().cells().collect();
        checked(&given(&instance, &order), |tree| {
            let turns = tree
                .descendants()
                .filter(|node| node.attribute("data-total").is_some());
            assert_eq!(turns.count(), order.len());
        });
    }
    let none = parse(r#"{"wall": {"rows": 2, "columns": 2}, "sense": "maximize", "turns": 0}"#);
    checked(&given(&none, &[]), |tree| {
        assert!(header(tree).contains("0 points"));
    });
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]
    #[test]
    fn every_page_is_well_formed_and_ends_at_the_score(instance in random_instance(9)) {
        let answer = solve(&instance, Method::Frontier, &Settings::default()).expect("small");
        if let Some(solution) = answer.outcome.verdict.solution() {
            checked(&solved(&instance), |tree| {
                let totals = tree.descendants().filter_map(|node| node.attribute("data-total"));
                let last = totals.map(|total| total.parse().expect("a number")).max().unwrap_or(0);
                let bonus = answer.report.as_ref().map_or(0, |report| report.bonus);
                assert_eq!(last + bonus, solution.score);
            });
        }
    }
}
