//! The pages of results agree with each other, and with the formulas: `docs/results.md`, `docs/large-walls.md`,
//! `docs/distribution.md` and the figures in the text of `docs/proofs.md`.

use azulejo::bounds::{maximum, minimum};
use azulejo::instance::{Instance, Sense};
use azulejo::posets;
use azulejo::solve::{Method, Settings, solve};
use azulejo::wall::{Bonus, Wall};
use itertools::Itertools;
use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

const RESULTS: &str = include_str!("../../docs/results.md");
const PROOFS: &str = include_str!("../../docs/proofs.md");

/// A row of `docs/results.md`.
#[derive(Debug)]
struct Row {
    score: u64,
    /// The decimal digits, where orders were counted.
    orders: Option<&'static str>,
    agree: &'static str,
}

/// The rows by their rule, their sense and their size.
fn rows() -> BTreeMap<(&'static str, &'static str, usize), Row> {
    let mut rows = BTreeMap::new();
    let (mut rule, mut sense) = ("", "");
    for line in RESULTS.lines() {
        if let Some(title) = line.strip_prefix("## ") {
            let first = title.split(' ').next().unwrap_or(title);
            rule = title.split('`').nth(1).unwrap_or(first);
        } else if let Some(title) = line.strip_prefix("### ") {
            sense = title;
        }
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let [_, n, score, orders, agree, ..] = fields[..] else {
            continue;
        };
        let Ok(n) = n.parse() else { continue };
        let open = || panic!("{rule}, {sense}: the score of {n}×{n} is open: {score}");
        let digits = orders.bytes().all(|one| one.is_ascii_digit());
        let row = Row {
            score: score.parse().unwrap_or_else(|_| open()),
            orders: digits.then_some(orders),
            agree,
        };
        assert!(rows.insert((rule, sense, n), row).is_none(), "{line}");
    }
    assert_eq!(rows.len(), 2 * (11 + 10 + 11 + 9));
    rows
}

/// The square wall of this side.
fn square(n: u64) -> Wall {
    Wall::new(n, n).expect("small")
}

/// The minimum of a square wall.
fn least(n: u64) -> u64 {
    minimum(square(n))
}

/// Whether `some` orders, of those that reach a score, can be part of `all` of them.
fn is_part(some: &str, all: &str) -> bool {
    (some.len(), some) <= (all.len(), all)
}

#[test]
fn each_score_is_proven_and_keeps_to_the_formulas() {
    for ((rule, sense, n), row) in rows() {
        assert!(row.agree.contains('('), "{rule}, {sense}, {n}: no method");
        let formula = match sense {
            "Maximum" => maximum(square(n as u64)),
            _ => least(n as u64),
        };
        if rule == "No" {
            assert_eq!(row.score, formula, "{sense}, {n}");
        }
    }
}

/// Each order in rounds ends with a last round, and each order is one without constraints.
#[test]
fn no_rule_has_a_better_score_or_more_optimal_orders_than_a_weaker_rule() {
    let rows = rows();
    for ((rule, sense, n), row) in &rows {
        let weaker: &[&str] = match *rule {
            "No" => &[],
            "rounds" => &["No", "last-round"],
            _ => &["No"],
        };
        for weaker in weaker {
            // The table of `rounds` has larger walls than that of `last-round`.
            let Some(all) = rows.get(&(*weaker, *sense, *n)) else {
                continue;
            };
            let keeps = match *sense {
                "Maximum" => row.score <= all.score,
                _ => row.score >= all.score,
            };
            assert!(keeps, "{sense}, {n}: {rule} {row:?}, {weaker} {all:?}");
            let same = row.score == all.score;
            if let (true, Some(some), Some(all)) = (same, row.orders, all.orders) {
                let of = format!("{sense}, {n}: {rule} {some}, {weaker} {all}");
                assert!(is_part(some, all), "{of}");
            }
        }
    }
}

/// No score in `docs/results.json` is better than the proven one, and no bound excludes the proven one.
#[test]
fn no_measurement_contradicts_the_proven_score() {
    let entries = include_str!("../../docs/results.json");
    let entries: serde_json::Value = serde_json::from_str(entries).expect("JSON");
    let rows = rows();
    for entry in entries.as_array().expect("a list") {
        let rule = match entry["rule"].as_str().expect("a rule") {
            "none" => "No",
            "centre last" => "The",
            rule => rule,
        };
        let (most, sense) = match entry["sense"].as_str() {
            Some("maximize") => (true, "Maximum"),
            _ => (false, "Minimum"),
        };
        let n = entry["n"].as_u64().expect("a size") as usize;
        let proven = rows[&(rule, sense, n)].score;
        let better = |one: u64, other: u64| if most { one > other } else { one < other };
        let at = |method: &str, what: &str| entry[method][what].as_u64();
        let (score, bound) = (at("ordering", "score"), at("ordering", "bound"));
        assert!(score.is_none_or(|score| !better(score, proven)), "{entry}");
        assert!(bound.is_none_or(|bound| !better(proven, bound)), "{entry}");
        for method in ["frontier", "backward", "last_merge"] {
            let score = at(method, "score").unwrap_or(proven);
            assert_eq!(score, proven, "{entry}");
        }
    }
}

#[test]
fn other_pages_have_the_same_figures() {
    let rows = rows();
    let mut compared = 0;
    for line in include_str!("../../docs/large-walls.md").lines() {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let [_, wall, sense, score, orders, classes, ..] = fields[..] else {
            continue;
        };
        let Some((n, _)) = wall.split_once('×') else {
            continue;
        };
        let sense = match sense {
            "maximum" => "Maximum",
            _ => "Minimum",
        };
        let row = &rows[&("No", sense, n.parse().expect("a size"))];
        assert_eq!(row.score.to_string(), score, "{line}");
        assert_eq!(row.orders, Some(orders), "{line}");
        let classes = format!("frontier ({})", classes.replace(',', ""));
        assert!(row.agree.contains(&classes), "{line}");
        compared += 1;
    }
    assert_eq!(compared, 9);

    // What the last merge alone has counted stands in the text.
    let eleven = rows[&("No", "Maximum", 11)].orders.expect("it was counted");
    let text = include_str!("../../docs/large-walls.md");
    assert!(text.contains(&format!("\n{eleven}\n")), "{eleven}");

    let distribution = include_str!("../../docs/distribution.md");
    for sense in ["Maximum", "Minimum"] {
        let Row { score, orders, .. } = &rows[&("No", sense, 5)];
        let line = format!("| {score} | {} |", orders.expect("it was counted"));
        assert!(distribution.contains(&line), "{line}");
    }

    // The table of section 8 has the optima of `last-round` on 5×5 to 8×8.
    let optima = [5, 6, 7, 8].map(|n| rows[&("last-round", "Minimum", n)].score.to_string());
    let line = format!("| optimum | {} |", optima.join(" | "));
    assert!(PROOFS.contains(&line), "{line}");
}

/// Compares a sum over posets with the table of results and with that of section 18 of the proofs.
fn compare_posets(rows: u64, columns: u64) {
    let (orders, posets) = posets::count(Wall::new(rows, columns).expect("small")).expect("small");
    let row = format!("| {rows}×{columns} | {posets} | {orders} |");
    assert!(PROOFS.contains(&row), "the page lacks {row}");
    if rows == columns {
        let known = self::rows()[&("No", "Maximum", rows as usize)].orders;
        assert_eq!(known, Some(&*orders.to_string()), "{rows}×{columns}");
    }
}

#[test]
fn the_sums_over_posets_are_the_numbers_of_orders() {
    for (rows, columns) in [(2, 3), (2, 4), (2, 5), (3, 4)] {
        compare_posets(rows, columns);
    }
    for n in 1..=6 {
        compare_posets(n, n);
    }
}

#[test]
#[ignore = "minutes: make test ARGS=\"--test docs -- --ignored posets\""]
fn the_sums_over_posets_of_7_by_7_and_8_by_8_are_the_numbers_of_orders() {
    compare_posets(7, 7);
    compare_posets(8, 8);
}

#[test]
fn the_figures_in_the_text_of_the_proofs_are_computed() {
    let minima = (1..=12).map(least).join(", ");
    assert!(PROOFS.contains(&format!("known: {minima} for $n \\times n$ up to 12,")));
    assert!(PROOFS.contains(&format!("and {} for 30×30:", least(30))));

    // A line alone has Lambda.
    let mut lambda = (1..=12).map(|n| minimum(Wall::new(1, n).expect("small")));
    let lambda = lambda.join(", ");
    assert!(PROOFS.contains(&format!("\\Lambda(n) = {lambda}, \\dots")));

    let game = Bonus {
        row: 2,
        column: 7,
        colour: 10,
    };
    let after = [(6, 18), (7, 24), (8, 32)].map(|(n, turns)| {
        let instance = Instance::builder(n, n, Sense::Maximize);
        let instance = instance.turns(turns).bonus(game).build().expect("valid");
        let answer = solve(&instance, Method::Auto, &Settings::default());
        let answer = answer.expect("a bound meets it");
        let score = answer.outcome.verdict.score().expect("an order");
        format!("{score} after {turns} turns on {n}×{n}")
    });
    let text = format!("{}, {}, and {}", after[0], after[1], after[2]);
    let words = |text: &str| text.split_whitespace().join(" ");
    assert!(words(PROOFS).contains(&words(&text)), "{text}");
}

/// The figures of three digits and more in the sentences of a page, outside formulas, tables and what a command prints.
fn figures(page: &str) -> BTreeSet<String> {
    let mut prose = String::new();
    let (mut shown, mut formula) = (false, false);
    for line in page.lines() {
        if line.starts_with("```") {
            shown = !shown;
        } else if line == "$$" {
            formula = !formula;
        } else if !shown && !formula && !line.starts_with(['|', '#']) {
            prose += line;
            prose.push('\n');
        }
    }
    // Every second piece between marks is a formula or a name.
    for mark in ['$', '`'] {
        prose = prose.split(mark).step_by(2).join(" ");
    }
    let is_part = |one: char| one.is_ascii_digit() || one == ',' || one == '.';
    let words = prose.split(|one: char| !is_part(one) && !one.is_alphanumeric());
    let numbers = words.map(|word| word.trim_end_matches([',', '.']));
    let is_figure = |word: &&str| word.len() > 2 && word.chars().all(is_part);
    numbers.filter(is_figure).map(str::to_owned).collect()
}

/// Each figure in the sentences of the proofs stands in a table, or is computed, or is a year.
#[test]
fn no_figure_in_the_text_of_the_proofs_comes_from_nowhere() {
    let rows = rows();
    let tables = rows.values().flat_map(|row| {
        let orders = row.orders.map(str::to_owned);
        [row.score.to_string()].into_iter().chain(orders)
    });
    let mut known: BTreeSet<String> = tables.collect();
    known.extend((1..=12).chain([30]).map(|n| least(n).to_string()));
    // The scores with a bonus, which `the_figures_in_the_text_of_the_proofs_are_computed` computes, the wall whose last six cells are
    // given, which `tests/solver/large.rs` proves, the bounds of the last round, which the tests beside them compute, the cells of
    // the boxes that `tests/theorems/boxes.rs` scores, and the years and numbers of sources.
    known.extend(["114", "158", "244", "1640", "208", "394", "396", "700"].map(str::to_owned));
    known.extend(["1972", "1974", "1991", "1907.01940"].map(str::to_owned));
    let unknown: Vec<String> = figures(PROOFS).difference(&known).cloned().collect();
    assert_eq!(unknown, Vec::<String>::new());
}

/// The b-files of the paper are the tables, term by term.
#[test]
fn the_b_files_have_the_figures_of_the_tables() {
    let rows = rows();
    let of = |rule: &'static str, sense: &'static str, orders: bool| {
        let rows = rows
            .iter()
            .filter(move |((of, is, _), _)| (*of, *is) == (rule, sense));
        rows.filter_map(move |((_, _, n), row)| {
            let term = match orders {
                true => row.orders?.to_owned(),
                false => row.score.to_string(),
            };
            Some(format!("{n} {term}\n"))
        })
        .collect::<String>()
    };
    let minima = (1..=100).map(|n| format!("{n} {}\n", least(n)));
    for (file, terms) in [
        ("orders-maximum", of("No", "Maximum", true)),
        ("orders-minimum", of("No", "Minimum", true)),
        ("minimum", minima.collect()),
        ("minimum-last-round", of("last-round", "Minimum", false)),
        ("minimum-rounds", of("rounds", "Minimum", false)),
        ("orders-minimum-rounds", of("rounds", "Minimum", true)),
    ] {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/paper/bfiles");
        let stored = std::fs::read_to_string(format!("{folder}/b-{file}.txt"));
        assert_eq!(stored.expect("a file"), terms, "{file}");
    }
}

/// The paper is set from the data of the repository; `make deps-tex` installs what it takes.
#[test]
fn the_paper_is_set() {
    for (program, target) in [("pdflatex", "deps-tex"), ("python3", "deps-wheel")] {
        if Command::new(program).arg("--version").output().is_err() {
            return crate::common::optional::skipped(program, target);
        }
    }
    let root = env!("CARGO_MANIFEST_DIR");
    let folder = format!("{}/paper", env!("CARGO_TARGET_TMPDIR"));
    let set = Command::new("sh")
        .args([&format!("{root}/scripts/paper.sh"), &folder])
        .output()
        .expect("a shell");
    let said = String::from_utf8_lossy(&set.stderr);
    assert!(set.status.success() && said.is_empty(), "{said}");
    let tables = std::fs::read_to_string(format!("{folder}/rounds.tex")).expect("it is made");
    assert!(tables.contains("9 & 397 & --"), "{tables}");
}
