//! Answers of the page *Explore* to an HTTP client.

use crate::common::{instance, parse, plain};
use crate::server::{LONG, PageServer, event, text};
use crate::templates::EditableServer;
use azulejo::count::Counter;
use azulejo::instance::{Instance, Sense};
use azulejo::solve::{Method, Settings, solve};
use serde_json::{Value, json};
use std::fs;
use std::time::{Duration, Instant};

#[test]
fn a_run_has_the_answer_and_the_counts_of_the_library() {
    let server = PageServer::start();
    let events = server.events("/explore/run?size=3x3&fix=5@9");
    let answer = event(&events, "answer");
    assert_eq!(answer["status"], "optimal");
    assert_eq!(answer["score"], 30); // case study
    assert_eq!(events.last().map(|(name, _)| name.as_str()), Some("end"));
    let count = |query: &str| server.json(&format!("/explore/count?{query}"))["orders"].take();
    assert_eq!(count("size=3x3&fix=5@9"), "1088");
    assert_eq!(count("size=3x3&fix=5@9&method=frontier"), "1088");
    let by_library = |json: &str| {
        let answer = Counter::Frontier.count(&(&parse(json)).into(), &Settings::default());
        answer.expect("small").count.and_then(|count| count.optimum)
    };
    let min = r#"{"wall": {"rows": 3, "columns": 4}, "sense": "minimize", "constraints": [{"type": "rounds"}]}"#;
    let (_, orders) = by_library(min).expect("orders");
    let orders_of_page = count("size=3x4&sense=min&rule=rounds");
    assert_eq!(orders_of_page, orders.to_string());
    let infeasible = count("size=3x3&before=1:2&before=2:1");
    assert_eq!(infeasible, Value::Null);
    let min = server.events("/explore/run?size=5x5&sense=min&rule=rounds");
    assert_eq!(event(&min, "answer")["score"], 92); // thesis, section 3.4
}

#[test]
fn a_run_ends_at_its_time_limit_with_events_of_orders_and_bounds() {
    let server = PageServer::within(azulejo::serve::Limits {
        time: Duration::from_secs(4),
        ..Default::default()
    });
    let start = Instant::now();
    let events = server.events(LONG);
    assert!(start.elapsed() < Duration::from_secs(30));
    let answer = event(&events, "answer");
    assert_eq!(answer["status"], "feasible", "{}", answer["answer"]);
    let orders = events.iter().filter(|(name, _)| name == "order");
    let scores = orders.filter_map(|(_, order)| order["score"].as_u64());
    let scores: Vec<u64> = scores.collect();
    // Each order is better than the order before.
    assert!(scores.is_sorted(), "{scores:?}");
    assert!(!scores.is_empty(), "{}", answer["answer"]);
    let names = events.iter().map(|(name, _)| name.as_str());
    let names: Vec<&str> = names.filter(|name| *name != "queue").take(2).collect();
    assert_eq!(names, ["stated", "progress"], "a bound before any search");
    let bound = event(&events, "progress")["bound"].as_f64();
    assert!(bound >= answer["bound"].as_f64(), "{bound:?}");
    assert!(answer["score"].as_u64() >= scores.last().copied());
    let limits = "This page has a limited time and a limited memory, and came to no proof.";
    let sentence = text(answer, "answer");
    assert!(sentence.contains(limits), "{sentence}");
    assert!(answer["bound"].as_u64() > answer["score"].as_u64());
}

#[test]
fn a_conflict_names_its_constraints_with_a_link_to_drop_each() {
    let server = PageServer::start();
    let events = server.events("/explore/run?size=3x3&before=1:2&fix=9@9&before=2:3&before=3:1");
    assert_eq!(event(&events, "answer")["status"], "infeasible");
    let conflict = event(&events, "conflict");
    assert_eq!(conflict["clash"], json!([0, 2, 3]), "not the second one");
    assert_eq!(conflict["irreducible"], true);
    let list = text(conflict, "constraints");
    assert_eq!(list.matches("class=\"clash\"").count(), 3);
    let link =
        r#"href="/explore?size=3x3&#38;sense=max&#38;before=1:2&#38;fix=9@9&#38;before=3:1""#;
    assert!(list.contains(link), "{list}");
}

#[test]
fn faults_stand_at_their_constraints() {
    let server = PageServer::start();
    let events = server.events("/explore/run?size=3x3&fix=10@1&window=1@5-2&turns=3");
    let statement = event(&events, "stated");
    assert_eq!(statement["valid"], false);
    let list = text(statement, "constraints");
    for fault in [
        "cell 10 is off the 3×3 wall",
        "the window from turn 5 to turn 2 is empty",
    ] {
        assert!(list.contains(fault), "{list}");
    }
    assert!(!events.iter().any(|(name, _)| name == "answer"));
    let refusal = server.get_refusal("/explore/instance.json?size=3x3&fix=10@1");
    assert!(refusal.body.contains("cell 10 is off"), "{refusal:?}");
}

#[test]
fn the_page_is_complete_without_a_script() {
    let server = PageServer::start();
    let page = server.get("/explore?size=3x3&fix=5@9");
    assert_eq!(page.status, 200);
    for part in [
        "data-turn=\"9\"",
        "No order scores more",
        "Cell 5 comes in turn 9.",
        "Without the constraint, the maximum is 33: it costs 3 points.",
        "azulejo solve --size 3x3",
    ] {
        assert!(page.body.contains(part), "{part}: {}", page.body);
    }
    // The script of the page, and the script of the settings.
    assert_eq!(page.body.matches("<script").count(), 2);
    assert!(!page.body.contains("style=\""), "the policy admits none");
    let mut weight = page.body.len();
    let parts = page.body.split('"');
    for asset in parts.filter(|part| part.starts_with("/assets/")) {
        let asset = server.get(asset);
        assert_eq!(asset.status, 200);
        let cache = asset.header("cache-control").expect("a header");
        assert!(cache.contains("immutable"), "{cache}");
        weight += asset.body.len();
    }
    eprintln!("the page weighs {weight} bytes");
    assert!(weight < 150 << 10, "{weight}");
}

/// The server reads styles and scripts at each request, so that the next reload shows an edit.
#[test]
fn an_edit_of_a_style_is_served_without_a_compile() {
    let editable = EditableServer::start();
    let server = &editable.server;
    let style = || server.get("/assets/explore.css");
    let before = style();
    assert_eq!(before.header("cache-control"), Some("no-store"));
    assert_eq!(
        before.body,
        PageServer::start().get("/assets/explore.css").body
    );
    let file = editable.path("pages/explore.css");
    fs::write(&file, ".edited { color: red; }").expect("a file");
    assert!(style().body.contains(".edited{color:red}"));
    fs::remove_file(&file).expect("a file");
    assert_eq!(style().status, 404);
}

#[test]
fn the_instance_comes_back_as_json_and_as_a_model() {
    let server = PageServer::start();
    let centre_last = instance("case-study/3x3-centre-last.json");
    let json = server.json("/explore/instance.json?size=3x3&fix=2,2@9");
    let instance = Instance::from_json(&json.to_string()).expect("an instance");
    assert_eq!(instance.constraints(), centre_last.constraints());
    let lp = server.get("/explore/model.lp?size=2x2&without=line-cuts");
    assert!(lp.body.starts_with("Maximize"), "{lp:?}");
    assert!(lp.body.contains("Subject To"), "{lp:?}");
    assert!(!lp.body.contains("c6"), "no line cuts");
    let mps = server.get("/explore/model.mps?size=2x2");
    assert!(mps.body.contains("ROWS"), "{mps:?}");
}

#[test]
fn random_orders_are_optimal_and_depend_on_their_seed() {
    let server = PageServer::start();
    let settings = Settings::default();
    let best = solve(&plain(3, 3, Sense::Minimize), Method::Dense, &settings).expect("small");
    let best = best.outcome.verdict.score().expect("an order").to_string();
    let sample = |seed: u32| {
        let answer = server.json(&format!("/explore/order?size=3x3&sense=min&seed={seed}"));
        ["answer", "wall"].map(|part| text(&answer, part).to_owned())
    };
    assert!(sample(1)[0].contains(&format!("<strong>{best}</strong>")));
    assert_eq!(sample(1), sample(1));
    assert!((2..6).any(|seed| sample(seed) != sample(1)));
}

#[test]
fn the_formulation_has_the_rows_of_a_cell_and_fractions_of_the_relaxation() {
    let server = PageServer::start();
    let without = "without=line-cuts&without=block-cuts";
    let path = format!("/explore/formulation?size=4x4&sense=min&cell=6&{without}");
    let answer = server.json(&path);
    let html = text(&answer, "html");
    for part in [
        "speak of cell 6",
        "o(5,6)",
        "(1)",
        "comes before cell",
        "52: the bound is 12 away",
    ] {
        assert!(html.contains(part), "{part}: {html}");
    }
    let fractions = answer["fractions"].as_array().expect("a list");
    assert_eq!(fractions.len(), 6, "the other cells of its lines");
    let is_fraction = |entry: &Value| entry["fraction"] == true;
    assert!(fractions.iter().any(is_fraction), "{answer}");
    let bound = |query: &str| {
        let html = server.html(&format!("/explore/formulation?{query}"));
        let bound = html.split("id=\"bound\">").nth(1).expect("a bound");
        let bound = bound.split(['<', ' ']).next().expect("a number");
        bound.parse::<f64>().expect("a number")
    };
    // The minimum of the 4×4 wall is 52.
    assert_eq!(bound("size=4x4&sense=min"), 52.0);
    assert!(bound("size=4x4&sense=min&without=block-cuts") < 52.0);
    assert!(bound("size=4x4&sense=min&without=line-cuts") < 52.0);
    let [case_study, disaggregated] =
        ["case-study", "disaggregated"].map(|kind| bound(&format!("size=3x3&kind={kind}")));
    assert!(case_study > disaggregated && disaggregated > 33.0);
    let html = server.html("/explore/formulation?size=2x2&sense=min");
    assert!(html.contains("Together: score ≥ 9"), "{html}");
    server.get_refusal("/explore/formulation?size=3x3&kind=magic");
}

#[test]
fn the_relaxation_has_the_shadow_price_of_each_row() {
    let server = PageServer::start();
    let html_of = |query: &str| server.html(&format!("/explore/formulation?{query}"));
    // The price by `azulejo relax --duals` (docs/instances.md).
    let html = html_of("size=3x3&subject-to=points(5)+%3E%3D+6&subject-to=x(5,9)+%3D+0");
    let prices = html.split("id=\"prices\"").nth(1).expect("a table");
    for row in [
        "<code>points(5) &#62;= 6</code></th><td>2</td>",
        "no row in the program",
    ] {
        assert!(prices.contains(row), "{row}: {prices}");
    }
    assert!(!html_of("size=3x3").contains("shadow price"));
}

#[test]
fn questions_have_the_answers_of_the_commands() {
    let server = PageServer::start();
    let html_of = |query: &str| server.html(&format!("/explore/questions?{query}"));
    let tiles = html_of("size=2x2&ask=tiles&points=6");
    let fewest = "The fewest tiles that score 6 are 3.";
    assert!(tiles.contains(fewest), "{tiles}");
    let gains = [(0, ""), (1, "+1"), (3, "+2"), (6, "+3"), (10, "+4")];
    for (count, (score, gain)) in gains.into_iter().enumerate() {
        let line = format!("{count}</th><td>{score}</td><td>{gain}</td>");
        assert!(tiles.contains(&line), "{line}: {tiles}");
    }
    let missing = html_of("size=2x2&ask=missing&initial=1");
    assert_eq!(missing.matches("<td>").count(), 4);
    assert!(missing.contains("<td>■</td>"), "{missing}");
    let near = html_of("size=2x2&ask=near&points=0");
    assert!(near.contains("The best score is 10."), "{near}");
    let [items, of_ten] = ["<li>", "<b>10</b>"].map(|part| near.matches(part).count());
    assert_eq!(items, of_ten);
    let (_, link) = near.split_once("explore?").expect("a link");
    let (link, _) = link.split_once('"').expect("an end");
    let page = server
        .get(&format!("/explore?{}", link.replace("&amp;", "&")))
        .body;
    let is_comparison = page.contains("class=\"two\"") || page.contains("data-kept=");
    assert!(is_comparison, "{page}");
    for query in [
        "size=3x3&ask=magic",
        "size=3x3",
        "size=3x3&ask=near&points=many",
        "size=13x13&ask=tiles",
    ] {
        server.get_refusal(&format!("/explore/questions?{query}"));
    }
}

#[test]
fn names_with_markup_stay_text() {
    let server = PageServer::start();
    let hostile = "%3Cscript%3Ealert(1)%3C/script%3E%22%27%3E";
    for query in [
        format!("fix={hostile}"),
        format!("{hostile}=1"),
        format!("size={hostile}"),
        format!("kind={hostile}"),
    ] {
        let page = server.get(&format!("/explore?{query}"));
        assert_eq!(page.status, 200, "{query}");
        assert!(!page.body.contains("<script>alert"), "{query}");
        server.get_refusal(&format!("/explore/formulation?{query}"));
    }
    let page = server.browse(&format!("/assets/{hostile}"));
    assert_eq!(page.status, 404);
    assert!(!page.body.contains("<script>alert"), "{page:?}");
}

#[test]
fn a_stored_wall_is_solved_and_compared() {
    let server = PageServer::start();
    let stored = "kept=size%3D3x3%26sense%3Dmax";
    let html_of = |query: &str| {
        let answer = server.json(&format!("/explore/kept?{query}"));
        answer["html"].as_str().map(ToOwned::to_owned)
    };
    let html = html_of(&format!("size=3x3&fix=5@9&{stored}&scored=30")).expect("HTML");
    for part in [
        "<strong>33</strong>",
        "The first wall scores 3 points less than this one.",
        "Only the first wall",
        "Cell 5 comes in turn 9.",
    ] {
        assert!(html.contains(part), "{part}: {html}");
    }
    assert!(!html.contains("data-cell"), "a wall without controls");
    let unknown = html_of(&format!("size=3x3&fix=5@9&{stored}")).expect("HTML");
    assert!(!unknown.contains("The first wall scores"), "{unknown}");
    assert_eq!(html_of("size=3x3"), None, "no stored wall");
    let page = server.get(&format!("/explore?size=3x3&fix=5@9&{stored}"));
    // The page without a script. A link to drop a constraint has the stored wall.
    for part in [
        "3 points less than this one",
        "sense=max&#38;kept=size%3D3x3",
    ] {
        assert!(page.body.contains(part), "{}", page.body);
    }
    server.get_refusal(&format!("/explore/kept?{stored}&scored=x"));
}

/// An unreadable field stays in the address, and the page has no answer.
#[test]
fn a_fault_of_the_address_is_shown_without_an_answer() {
    let server = PageServer::start();
    for (query, message) in [
        ("size=13x13", "size: the page takes walls of 1 to 12"),
        ("size=0", "size: the page takes walls of 1 to 12"),
        ("size=x", "size: use a number"),
        ("size=5x5&fixx=13@25", "fixx: there is no such constraint"),
        ("size=5x5&rule=round", "rule: there is no rule round"),
        ("size=5x5&sense=up", "sense: use max or min"),
        ("size=5x5&turns=all", "turns: use a whole number"),
        ("size=5x5&bonus=2", "bonus: use ROW,COLUMN,COLOUR"),
        ("size=5x5&initial=x", "initial: "),
    ] {
        let page = server.get(&format!("/explore?{query}"));
        assert!(page.body.contains(message), "{query}: {}", page.body);
        assert!(!page.body.contains("No order scores more"), "{query}");
        // The script requests the query of the page.
        let (_, page_query) = page.body.split_once("data-query=\"").expect("a query");
        let (page_query, _) = page_query.split_once('"').expect("an end");
        let page_query = page_query.replace("&#38;", "&");
        let events = server.events(&format!("/explore/run?{page_query}"));
        let statement = event(&events, "stated");
        assert_eq!(statement["valid"], false, "{query}: {page_query}");
        let list = text(statement, "constraints");
        assert!(list.contains(message), "{query}: {list}");
        assert!(list.contains("Leave out what cannot be read"), "{query}");
        assert!(!events.iter().any(|(name, _)| name == "answer"), "{query}");
    }
}

/// Three cells in one turn, and two cells that wait for each other: each clash is marked.
#[test]
fn every_clash_is_marked() {
    let server = PageServer::start();
    let query = "size=3x3&fix=1@3&fix=2@3&fix=3@3&fix=9@9&before=4:5&before=5:4";
    let events = server.events(&format!("/explore/run?{query}"));
    let event = events.iter().rev().find(|(name, _)| name == "conflict");
    let (_, conflict) = event.expect("a conflict");
    assert_eq!(conflict["clash"], json!([0, 1, 2, 4, 5]), "not the fourth");
    let list = text(conflict, "constraints");
    assert_eq!(list.matches("class=\"clash\"").count(), 5);
    assert!(list.contains("3 clashes are marked."), "{list}");
    assert!(list.contains("one of each has to go"), "{list}");
    let wall = text(conflict, "wall");
    assert_eq!(wall.matches(" clash\"").count(), 5, "{wall}");
    assert!(!list.contains("Drop any"), "one alone does not help");
}

/// A cell shows all its signs or their number. The number of the cell stands on a tile, too.
#[test]
fn every_constraint_of_a_cell_is_readable() {
    let server = PageServer::start();
    let windows: String = (1..=4)
        .map(|turn| format!("&window=1@{turn}-10{turn}"))
        .collect();
    let small = "size=5x5&before=2:24&before=25:2&only=1+3+4@2-3";
    let large = "size=12x12&only=1+2@143-144&before=144:2&fix=3@142&before=141:3";
    let too_many = format!("size=12x12{windows}");
    for (query, number, part) in [
        (small, 2, "<span>&#60;24 &#62;25</span>"),
        (small, 2, "title=\"before cell 24; after cell 25\""),
        (
            small,
            2,
            "<span class=\"number\" aria-hidden=\"true\">2</span>",
        ),
        (small, 3, "among the only cells of turns 2 to 3"),
        (&*too_many, 1, "<span>4…</span>"),
        (&*too_many, 1, "in one of the turns 4 to 104"),
        (large, 1, "<span>143–</span><span>144→</span>"),
        (large, 2, "<span>2…</span>"),
        (large, 3, "<span>=142</span><span>&#62;141</span>"),
    ] {
        let page = server.get(&format!("/explore?{query}")).body;
        let attribute = format!("data-cell=\"{number}\"");
        let (_, cell) = page.split_once(&attribute).expect("a cell");
        let (cell, _) = cell.split_once("</button>").expect("an end");
        assert!(cell.contains(part), "{cell}");
    }
}
