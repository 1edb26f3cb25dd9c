//! The course's figures are computed, and its equations are those of the library.

use crate::common::{brute_scores, cells, plain};
use crate::equations::equations;
use crate::formulation::formulations::line_sums;
use crate::tools::text;
use azulejo::control::Control;
use azulejo::formulation::{Families, Family, Kind, Linear, Relation};
use azulejo::instance::{Instance, Sense};
use azulejo::milp::{NodeEnd, Relaxation, branch_and_bound, relax};
use azulejo::order;
use azulejo::problem::Problem;
use itertools::{Itertools, iproduct};
use std::collections::BTreeSet;

/// The numbers with a prefix that a text names: `3a` for CS-3a.
fn named<'a>(text: &'a str, prefix: &str) -> BTreeSet<&'a str> {
    let places = text.match_indices(prefix).map(|(at, _)| at);
    let of_word = |at: &usize| !text[..*at].ends_with(|one: char| one.is_alphanumeric());
    let numbers = places.filter(of_word).map(|at| {
        let rest = &text[at + prefix.len()..];
        let end = rest.find(|one: char| !one.is_ascii_alphanumeric());
        &rest[..end.unwrap_or(rest.len())]
    });
    numbers.filter(|number| !number.is_empty()).collect()
}

#[test]
fn each_equation_has_a_number_of_its_own_and_it_is_the_librarys() {
    let course = text("README.md");
    let kinds = [Kind::CaseStudy, Kind::Disaggregated].into_iter();
    let of_case_study = kinds.flat_map(|kind| equations(kind, &[3])).collect();
    // The longer cycles have rows only while a program is solved.
    let mut of_ordering = equations(Kind::Ordering, &[3, 5]);
    of_ordering.insert("11");
    for (prefix, library) in [("CS-", of_case_study), ("O-", of_ordering)] {
        let is_half = |one: &str, of: &str| {
            let rest = one.strip_prefix(of).unwrap_or_default();
            !rest.is_empty() && !one.ends_with(char::is_numeric)
        };
        // The halves of an equation are also named together, as O-3.
        let mut named = named(&course, prefix);
        named.retain(|number| !library.iter().any(|one| is_half(one, number)));
        assert_eq!(named, library, "{prefix}");
    }
}

/// The starts and the points of a line of five cells, for all its orders.
pub(crate) fn lines_of_five() -> BTreeSet<(u32, u32)> {
    let orders = (0..5).permutations(5);
    let earned = orders.map(|order| {
        let [_, starts, points] = line_sums(&[false; 5], &order);
        (starts as u32, points as u32)
    });
    earned.collect()
}

#[test]
fn the_picture_of_a_line_and_its_edges_are_computed() {
    let course = text("README.md");
    let (_, picture) = course.split_once("```text\n  points\n").expect("a picture");
    let (picture, _) = picture.split_once("```").expect("it ends");
    let drawn: BTreeSet<(u32, u32)> = picture
        .lines()
        .filter_map(|line| line.split_once('|'))
        .filter_map(|(points, marks)| Some((points.trim().parse().ok()?, marks)))
        .flat_map(|(points, marks): (u32, &str)| {
            let places = marks.chars().take(13).positions(|mark| mark == 'o');
            places.map(move |place| ((place as u32 + 1) / 4, points))
        })
        .collect();
    let all = lines_of_five();
    assert_eq!(drawn, all);
    let one_start = all.iter().filter(|(starts, _)| *starts == 1);
    assert_eq!(one_start.map(|(_, points)| points).collect_vec(), [&14]);

    let mut edges = 0;
    for row in course.lines().filter_map(|line| line.strip_prefix("| (")) {
        if !["·S ", "+ S "].iter().any(|starts| row.contains(starts)) {
            continue;
        }
        edges += 1;
        let numbers = row.split(|one: char| !one.is_ascii_digit());
        let numbers = numbers.filter_map(|it| it.parse().ok()).collect_vec();
        let (one, other, factor, right) = match numbers[..] {
            [a, b, c, d, factor, right] => ((a, b), (c, d), factor, right),
            [a, b, c, d, right] => ((a, b), (c, d), 1, right),
            _ => panic!("{row}"),
        };
        let value = |(starts, points): (u32, u32)| points + factor * starts;
        assert_eq!((value(one), value(other)), (right, right), "{row}");
        assert!(all.contains(&one) && all.contains(&other), "{row}");
        let holds = |point: &(u32, u32)| match row.contains('≥') {
            true => value(*point) >= right,
            false => value(*point) <= right,
        };
        assert!(all.iter().all(holds), "{row}");
    }
    assert_eq!(edges, 4);
}

fn bound(kind: Kind, instance: &Instance) -> f64 {
    let problem = Problem::from(instance);
    let formulation = kind.formulate(&problem, &Families::new()).expect("small");
    match relax(formulation.program(), &Control::default()) {
        Ok(Relaxation::Solved { bound, .. }) => bound,
        other => panic!("{other:?}"),
    }
}

fn factorial(most: u128) -> u128 {
    (1..=most).product()
}

/// A number with commas between groups of three digits.
fn grouped(number: u128) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev();
    groups.map(String::from_utf8_lossy).join(",")
}

/// The numbers of two digits and more in a text.
fn numbers(text: &str) -> BTreeSet<String> {
    let is_part = |one: char| one.is_ascii_digit() || one == ',' || one == '.';
    let words = text.split(|one: char| !is_part(one) && !one.is_alphanumeric() && one != '/');
    let numbers = words.map(|word| word.trim_end_matches([',', '.']));
    let is_number = |word: &&str| word.len() > 1 && word.chars().all(is_part);
    numbers.filter(is_number).map(str::to_owned).collect()
}

/// Marks around the tables of the text.
const TABLES: (&str, &str) = ("<!-- formulations: begin -->", "<!-- formulations: end -->");

/// Every second piece of a text between marks: what is outside of them.
fn outside(text: &str, begin: &str, end: &str) -> String {
    let mut rest = text;
    let mut kept = String::new();
    while let Some((before, after)) = rest.split_once(begin) {
        kept += before;
        kept.push(' ');
        rest = after.split_once(end).expect("it ends").1;
    }
    kept + rest
}

#[test]
fn every_figure_of_the_text_is_printed_by_a_command_or_computed() {
    let course = text("README.md");
    let three = plain(3, 3, Sense::Maximize);
    let orders = brute_scores(&plain(2, 2, Sense::Maximize));
    assert_eq!(orders.values().sum::<u128>(), factorial(4));
    assert!(factorial(25) > 10u128.pow(25));
    let case_study = bound(Kind::CaseStudy, &three);
    let disaggregated = bound(Kind::Disaggregated, &three);
    let problem = Problem::from(&three);
    let ordering = Kind::Ordering.formulate(&problem, &Families::new());
    let ordering = ordering.expect("small");
    let columns = ordering.program().columns();
    let pairs = columns.iter().filter(|it| it.name.starts_with("o("));
    let turned = ordering.program().rows().iter();
    let turned = turned.filter(|row| row.equation.number == "O-15").count();
    let measured = include_str!("../../docs/formulations.json");
    let measured: serde_json::Value = serde_json::from_str(measured).expect("JSON");
    let measured = measured.as_array().expect("a list").iter();
    let mut of_3x3 = measured.filter(|it| it["flags"] == "--size 3" && it["step"] == "case study");
    let of_3x3 = of_3x3.next().and_then(|it| it["root_bound"].as_f64());
    let of_3x3 = of_3x3.expect("it was measured");
    // Every o is 1/2, and so is each sh and each of the eight r of a neighbour.
    let (starts, points) = (5.0 / 2.0, (8.0 + 5.0) / 2.0);
    let computed = [
        factorial(4).to_string(),
        grouped(factorial(9)),
        factorial(5).to_string(),
        pairs.count().to_string(),
        turned.to_string(),
        format!("{case_study:.0}"),
        format!("{case_study:.2}"),
        format!("{disaggregated:.0}"),
        format!("{disaggregated:.2}"),
        format!("{of_3x3:.0}"),
        format!("{starts}"),
        format!("{points}"),
        (10 * 11).to_string(),
    ];
    let facets = iproduct!(lines_of_five(), [0, 1, 2, 4, 5]);
    let facets = facets.map(|((starts, points), factor)| points + factor * starts);
    let computed = computed.into_iter().chain(facets.map(|it| it.to_string()));
    let mut known: BTreeSet<String> = computed.collect();
    let blocks = course.split("```console").skip(1);
    for block in blocks.filter_map(|rest| rest.split("```").next()) {
        known.extend(numbers(block));
    }
    let marks = [
        TABLES,
        ("```", "```"),
        ("$`", "`$"),
        ("`", "`"),
        ("](", ")"),
        ("{", "}"),
    ];
    let marks = marks.into_iter();
    let prose = marks.fold(course, |prose, (begin, end)| outside(&prose, begin, end));
    let mut unknown = numbers(&prose);
    unknown.retain(|number| !known.contains(number));
    assert_eq!(unknown, BTreeSet::new());
}

/// Twice the value of a column in that solution.
fn doubled(name: &str) -> i64 {
    let (of, which) = name.split_once('(').expect("a name");
    match of {
        "o" | "sh" | "sv" => 1,
        "u" => 0,
        "r" => i64::from(which.ends_with(",1)")),
        "rank" => 26,
        _ => panic!("{name}"),
    }
}

/// The solution of section 8: every o, sh and sv is 1/2, and so is the r of each neighbour; there is no other r and no single. Numbers
/// are doubled here, so that they are whole.
#[test]
fn the_solution_of_halves_satisfies_each_row_and_has_the_bound() {
    let problem = Problem::from(&plain(5, 5, Sense::Minimize));
    let without = Families::from([Family::LineCuts, Family::BlockCuts]);
    let formulation = Kind::Ordering.formulate(&problem, &without).expect("small");
    let program = formulation.program();
    let columns = program.columns().iter();
    let halves = columns.map(|column| doubled(&column.name)).collect_vec();
    let value = |it: &Linear| it.value(&halves) + it.offset();
    let mut rows = 0;
    for row in program.rows() {
        let (left, right) = (value(&row.expression), 2 * row.right);
        let holds = match row.relation {
            Relation::AtMost => left <= right,
            Relation::AtLeast => left >= right,
            Relation::Equal => left == right,
        };
        assert!(holds, "{}", program.row_formula(row));
        rows += 1;
    }
    assert!(rows > 500, "{rows}");
    assert_eq!(value(program.objective()), 2 * 65);
}

#[test]
fn the_worked_cell_earns_what_the_equation_says() {
    // 1, 3 and 5 are filled, then 2; 8 is empty.
    let order = cells(&[1, 3, 5, 2, 4, 6, 7, 8, 9]);
    let wall = plain(3, 3, Sense::Maximize).wall();
    let points = order::points(wall, &order).expect("an order");
    assert_eq!(points[3], 1 + 3 + 2 - 1);
    assert!(text("README.md").contains("1 + 3 + 2 − 1 = 5"));
}

/// Times stand in the tables, which are those of `docs/formulations.md`, with the machine that they were measured on.
#[test]
fn times_stand_once_and_are_those_that_were_measured() {
    let course = text("README.md");
    let measured = include_str!("../../docs/formulations.md");
    let (_, rest) = course.split_once(TABLES.0).expect("tables");
    let (tables, _) = rest.split_once(TABLES.1).expect("they end");
    let mut rows = BTreeSet::new();
    for line in tables.lines().filter(|line| line.starts_with('|')) {
        rows.insert(line);
        assert!(measured.contains(line), "{line}");
    }
    assert!(rows.len() > 10 && tables.contains("Measured with "));
    let text = outside(&course, TABLES.0, TABLES.1);
    for line in outside(&text, "```", "```").lines() {
        for unit in [" seconds", " minutes", " ms", " milliseconds"] {
            let times = line.match_indices(unit).map(|(at, _)| &line[..at]);
            let mut figures = times.filter(|it| it.ends_with(|one: char| one.is_ascii_digit()));
            assert_eq!(figures.next(), None, "{line}");
        }
    }
}

/// The slide of a tree by hand: each node has the figures of the tree that is computed.
#[test]
fn the_tree_of_the_lecture_is_computed() {
    let problem = Problem::from(&plain(2, 2, Sense::Minimize));
    let without = Families::from([Family::LineCuts, Family::BlockCuts]);
    let formulation = Kind::Ordering.formulate(&problem, &without).expect("small");
    let tree = branch_and_bound(&*formulation, &problem, 100, &Control::default());
    let tree = tree.expect("a tree");
    let drawn = roxmltree::Document::parse(include_str!("../../docs/lecture/tree.svg"));
    let drawn = drawn.expect("a picture");
    let nodes = drawn.descendants();
    let nodes = nodes
        .filter(|node| node.has_attribute("data-node"))
        .collect_vec();
    assert_eq!((nodes.len(), tree.nodes.len()), (5, 5));
    for (number, (drawn, node)) in (1..).zip(nodes.iter().zip(&tree.nodes)) {
        assert_eq!(drawn.attribute("data-node"), Some(&*number.to_string()));
        let parent = node.parent.as_ref();
        let by = parent.map(|(_, column, value)| format!("{column} = {value}"));
        assert_eq!(drawn.attribute("data-by"), by.as_deref(), "node {number}");
        let end = match node.end {
            NodeEnd::Split { .. } => None,
            NodeEnd::Bounded => Some("bounded"),
            NodeEnd::Order { .. } => Some("order"),
            ref other => panic!("{other:?}"),
        };
        assert_eq!(drawn.attribute("data-end"), end, "node {number}");
        let bound = node.bound.expect("it has one");
        let shown = drawn.attribute("data-bound").expect("a bound");
        let shown: f64 = shown.parse().expect("a number");
        assert!((shown - bound).abs() < 1e-3, "node {number}: {bound}");
        let words = match node.end {
            NodeEnd::Order { score } => format!("score {score}"),
            _ => {
                let third = (bound * 3.0).round() as i64 % 3 == 1 && bound.fract() > 0.1;
                let half = (bound.fract() - 0.5).abs() < 1e-6;
                let part = match (half, third) {
                    (true, _) => "½",
                    (false, true) => "⅓",
                    (false, false) => "",
                };
                format!("bound {}{part}", bound.floor())
            }
        };
        assert_eq!(drawn.text(), Some(&*words), "node {number}");
    }
}

/// The value of a sum of products such as `8 · 1/2 + 5 · 1/2`; none where the text is no such sum.
fn sum(text: &str) -> Option<f64> {
    let text = text.replace('−', "-").replace("- ", "-");
    let (mut total, mut depth, mut term) = (0.0, 0, String::new());
    let mut add = |term: &str| {
        let (sign, term) = match term.trim().strip_prefix('-') {
            Some(rest) => (-1.0, rest.trim()),
            None => (1.0, term.trim()),
        };
        total += sign * product(term)?;
        Some(())
    };
    for one in text.chars() {
        depth += i32::from(one == '(') - i32::from(one == ')');
        if depth == 0 && (one == '+' || one == '-') && !term.trim().is_empty() {
            add(&term)?;
            term.clear();
        }
        if depth > 0 || one != '+' {
            term.push(one);
        }
    }
    add(&term)?;
    Some(total)
}

fn product(text: &str) -> Option<f64> {
    if let Some(inside) = text.strip_prefix('(').and_then(|it| it.strip_suffix(')')) {
        return sum(inside);
    }
    let factors = text.split('·').map(|factor| {
        let mut parts = factor.trim().split('/').map(|it| it.parse::<f64>().ok());
        let first = parts.next()??;
        parts.try_fold(first, |value, part| Some(value / part?))
    });
    factors.product()
}

/// Each `=` between two sums of numbers says the truth.
#[test]
fn the_sums_of_the_text_are_right() {
    let course = text("README.md").replace("\\cdot", "·");
    let is_part = |one: char| one.is_ascii_digit() || " .·/+−-()=".contains(one);
    let mut equations = 0;
    // What begins with a bracket belongs to a name, as in sh(2) = 1/2.
    let pieces = course.split(|one: char| !is_part(one));
    for piece in pieces.filter(|piece| !piece.starts_with('(')) {
        let sides = piece.trim_matches([' ', '.']).split('=').map(sum);
        for (left, right) in sides.tuple_windows() {
            let (Some(left), Some(right)) = (left, right) else {
                continue;
            };
            equations += 1;
            assert!((left - right).abs() < 1e-9, "{piece}");
        }
    }
    assert!(equations >= 10, "{equations}");
}
