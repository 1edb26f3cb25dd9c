//! Agreement of the pages of results with each other and with the formulas: `docs/results.md`, `docs/large-walls.md`,
//! `docs/distribution.md` and the figures in the text of `docs/proofs.md`.

use crate::common::GAME;
use crate::common::optional::is_installed;
use azulejo::bounds::{maximum, minimum};
use azulejo::instance::{Instance, Sense};
use azulejo::posets;
use azulejo::solve::{Method, Settings, solve};
use azulejo::wall::Wall;
use itertools::Itertools;
use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

const RESULTS: &str = include_str!("../../docs/results.md");
const PROOFS: &str = include_str!("../../docs/proofs.md");

/// A row of `docs/results.md`.
#[derive(Debug)]
struct Row {
    score: u64,
    /// Decimal digits of the number of orders, if known.
    orders: Option<&'static str>,
    methods: &'static str,
}

/// Rows by rule, sense and size.
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
        let [_, n, score, orders, methods, ..] = fields[..] else {
            continue;
        };
        let Ok(n) = n.parse() else { continue };
        let open = || panic!("{rule}, {sense}: the score of {n}×{n} is open: {score}");
        let digits = orders.bytes().all(|byte| byte.is_ascii_digit());
        let row = Row {
            score: score.parse().unwrap_or_else(|_| open()),
            orders: digits.then_some(orders),
            methods,
        };
        assert!(rows.insert((rule, sense, n), row).is_none(), "{line}");
    }
    assert_eq!(rows.len(), 2 * (11 + 10 + 11 + 9));
    rows
}

/// A square wall, by its side.
fn square(n: u64) -> Wall {
    Wall::new(n, n).expect("small")
}

/// Minimum of a square wall, by its side.
fn least(n: u64) -> u64 {
    minimum(square(n))
}

/// Whether a number of orders is at most another number, both in decimal digits.
fn is_at_most(orders: &str, limit: &str) -> bool {
    (orders.len(), orders) <= (limit.len(), limit)
}

#[test]
fn each_score_is_proven_and_agrees_with_the_formulas() {
    for ((rule, sense, n), row) in rows() {
        assert!(row.methods.contains('('), "{rule}, {sense}, {n}: no method");
        let formula = match sense {
            "Maximum" => maximum(square(n as u64)),
            _ => least(n as u64),
        };
        if rule == "No" {
            assert_eq!(row.score, formula, "{sense}, {n}");
        }
    }
}

/// An order in rounds ends with a last round, and an order of any rule is an order without constraints.
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
            let is_no_better = match *sense {
                "Maximum" => row.score <= all.score,
                _ => row.score >= all.score,
            };
            assert!(
                is_no_better,
                "{sense}, {n}: {rule} {row:?}, {weaker} {all:?}"
            );
            let is_equal = row.score == all.score;
            if let (true, Some(orders), Some(limit)) = (is_equal, row.orders, all.orders) {
                let label = format!("{sense}, {n}: {rule} {orders}, {weaker} {limit}");
                assert!(is_at_most(orders, limit), "{label}");
            }
        }
    }
}

/// No score in `docs/results.json` is better than the proven score, and no bound excludes the proven score.
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
        let (is_maximum, sense) = match entry["sense"].as_str() {
            Some("maximize") => (true, "Maximum"),
            _ => (false, "Minimum"),
        };
        let n = entry["n"].as_u64().expect("a size") as usize;
        let proven = rows[&(rule, sense, n)].score;
        let better = |score: u64, other: u64| {
            if is_maximum {
                score > other
            } else {
                score < other
            }
        };
        let number = |method: &str, key: &str| entry[method][key].as_u64();
        let (score, bound) = (number("ordering", "score"), number("ordering", "bound"));
        assert!(score.is_none_or(|score| !better(score, proven)), "{entry}");
        assert!(bound.is_none_or(|bound| !better(proven, bound)), "{entry}");
        for method in ["frontier", "backward", "last_merge"] {
            let score = number(method, "score").unwrap_or(proven);
            assert_eq!(score, proven, "{entry}");
        }
    }
}

#[test]
fn other_pages_have_the_same_figures() {
    let rows = rows();
    let mut comparisons = 0;
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
        assert!(row.methods.contains(&classes), "{line}");
        comparisons += 1;
    }
    assert_eq!(comparisons, 9);

    // A number by the last merge alone is in the text.
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
        let orders_of_table = self::rows()[&("No", "Maximum", rows as usize)].orders;
        assert_eq!(
            orders_of_table,
            Some(&*orders.to_string()),
            "{rows}×{columns}"
        );
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

    // Minima of single lines are Lambda.
    let mut lambda = (1..=12).map(|n| minimum(Wall::new(1, n).expect("small")));
    let lambda = lambda.join(", ");
    assert!(PROOFS.contains(&format!("\\Lambda(n) = {lambda}, \\dots")));

    let after = [(6, 18), (7, 24), (8, 32)].map(|(n, turns)| {
        let instance = Instance::builder(n, n, Sense::Maximize);
        let instance = instance.turns(turns).bonus(GAME).build().expect("valid");
        let answer = solve(&instance, Method::Auto, &Settings::default());
        let answer = answer.expect("a bound meets it");
        let score = answer.outcome.verdict.score().expect("an order");
        format!("{score} after {turns} turns on {n}×{n}")
    });
    let text = format!("{}, {}, and {}", after[0], after[1], after[2]);
    let words = |text: &str| text.split_whitespace().join(" ");
    assert!(words(PROOFS).contains(&words(&text)), "{text}");
}

/// Figures of three digits and more in the sentences of a page, outside formulas, tables and outputs of commands.
fn figures(page: &str) -> BTreeSet<String> {
    let mut prose = String::new();
    let (mut in_output, mut in_formula) = (false, false);
    for line in page.lines() {
        if line.starts_with("```") {
            in_output = !in_output;
        } else if line == "$$" {
            in_formula = !in_formula;
        } else if !in_output && !in_formula && !line.starts_with(['|', '#']) {
            prose += line;
            prose.push('\n');
        }
    }
    // Every second piece between marks is a formula or a name.
    for mark in ['$', '`'] {
        prose = prose.split(mark).step_by(2).join(" ");
    }
    let is_digit_or_mark = |letter: char| letter.is_ascii_digit() || letter == ',' || letter == '.';
    let words = prose.split(|letter: char| !is_digit_or_mark(letter) && !letter.is_alphanumeric());
    let numbers = words.map(|word| word.trim_end_matches([',', '.']));
    let is_figure = |word: &&str| word.len() > 2 && word.chars().all(is_digit_or_mark);
    numbers.filter(is_figure).map(str::to_owned).collect()
}

/// Each figure in the sentences of the proofs stands in a table, or is computed, or is a year.
#[test]
fn every_figure_in_the_text_of_the_proofs_has_a_source() {
    let rows = rows();
    let tables = rows.values().flat_map(|row| {
        let orders = row.orders.map(str::to_owned);
        [row.score.to_string()].into_iter().chain(orders)
    });
    let mut sources: BTreeSet<String> = tables.collect();
    sources.extend((1..=12).chain([30]).map(|n| least(n).to_string()));
    // Scores with a bonus, from `the_figures_in_the_text_of_the_proofs_are_computed`; the wall with its last six cells
    // given, from `tests/solver/large.rs`; the bounds of the last round, from the unit tests beside their code; the
    // cells of the boxes of `tests/theorems/boxes.rs`; years and numbers of the literature.
    sources.extend(["114", "158", "244", "1640", "208", "394", "396", "700"].map(str::to_owned));
    sources.extend(["1972", "1974", "1991", "1907.01940"].map(str::to_owned));
    let unknown: Vec<String> = figures(PROOFS).difference(&sources).cloned().collect();
    assert_eq!(unknown, Vec::<String>::new());
}

/// The b-files of the paper equal the tables, term by term.
#[test]
fn the_b_files_have_the_figures_of_the_tables() {
    let rows = rows();
    let terms_of = |rule: &'static str, sense: &'static str, orders: bool| {
        let rows = rows
            .iter()
            .filter(move |((row_rule, row_sense, _), _)| (*row_rule, *row_sense) == (rule, sense));
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
        ("orders-maximum", terms_of("No", "Maximum", true)),
        ("orders-minimum", terms_of("No", "Minimum", true)),
        ("minimum", minima.collect()),
        (
            "minimum-last-round",
            terms_of("last-round", "Minimum", false),
        ),
        ("minimum-rounds", terms_of("rounds", "Minimum", false)),
        ("orders-minimum-rounds", terms_of("rounds", "Minimum", true)),
    ] {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/paper/bfiles");
        let stored = std::fs::read_to_string(format!("{folder}/b-{file}.txt"));
        assert_eq!(stored.expect("a file"), terms, "{file}");
    }
}

/// Typesetting of the paper from the data of the repository; `make deps-tex` installs its programs.
#[test]
fn the_paper_is_set() {
    if !(is_installed("pdflatex", "deps-tex") && is_installed("python3", "deps-wheel")) {
        return;
    }
    let root = env!("CARGO_MANIFEST_DIR");
    let folder = format!("{}/paper", env!("CARGO_TARGET_TMPDIR"));
    let output = Command::new("sh")
        .args([&format!("{root}/scripts/paper.sh"), &folder])
        .output()
        .expect("a shell");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && stderr.is_empty(), "{stderr}");
    let tables = std::fs::read_to_string(format!("{folder}/rounds.tex")).expect("it is made");
    assert!(tables.contains("9 & 397 & --"), "{tables}");
}
