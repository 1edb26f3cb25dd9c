//! The figures of the course are computed, and the course has the equations of the library.

use crate::common::{brute_scores, cells, plain};
use crate::equations::equations;
use crate::formulation::formulations::line_sums;
use crate::tools::text;
use azulejo::control::Control;
use azulejo::formulation::{Families, Family, Kind, Linear, Relation};
use azulejo::instance::{Instance, Sense};
use azulejo::milp::{Relaxation, relax};
use azulejo::order;
use azulejo::problem::Problem;
use azulejo::tree::{NodeEnd, branch_and_bound};
use itertools::{Itertools, iproduct};
use std::collections::BTreeSet;

/// The numbers after a prefix in a text: `3a` for CS-3a.
fn numbers_after<'a>(text: &'a str, prefix: &str) -> BTreeSet<&'a str> {
    let places = text.match_indices(prefix).map(|(index, _)| index);
    let begins_word =
        |index: &usize| !text[..*index].ends_with(|letter: char| letter.is_alphanumeric());
    let numbers = places.filter(begins_word).map(|index| {
        let rest = &text[index + prefix.len()..];
        let end = rest.find(|letter: char| !letter.is_ascii_alphanumeric());
        &rest[..end.unwrap_or(rest.len())]
    });
    numbers.filter(|number| !number.is_empty()).collect()
}

#[test]
fn the_equations_have_the_numbers_of_the_library() {
    let course = text("README.md");
    let kinds = [Kind::CaseStudy, Kind::Disaggregated].into_iter();
    let case_study = kinds.flat_map(|kind| equations(kind, &[3])).collect();
    // The longer cycles have rows only while a program is solved.
    let mut ordering = equations(Kind::Ordering, &[3, 5]);
    ordering.insert("11");
    for (prefix, library) in [("CS-", case_study), ("O-", ordering)] {
        let is_half = |half: &str, number: &str| {
            let rest = half.strip_prefix(number).unwrap_or_default();
            !rest.is_empty() && !half.ends_with(char::is_numeric)
        };
        // The course also names both halves of an equation together, as O-3.
        let mut numbers = numbers_after(&course, prefix);
        numbers.retain(|number| !library.iter().any(|half| is_half(half, number)));
        assert_eq!(numbers, library, "{prefix}");
    }
}

/// The starts and the points of all orders of a line of five cells.
pub(crate) fn lines_of_five() -> BTreeSet<(u32, u32)> {
    let orders = (0..5).permutations(5);
    let pairs = orders.map(|order| {
        let [_, starts, points] = line_sums(&[false; 5], &order);
        (starts as u32, points as u32)
    });
    pairs.collect()
}

#[test]
fn the_picture_of_a_line_and_its_edges_are_computed() {
    let course = text("README.md");
    let (_, picture) = course.split_once("```text\n  points\n").expect("a picture");
    let (picture, _) = picture.split_once("```").expect("an end");
    let marks: BTreeSet<(u32, u32)> = picture
        .lines()
        .filter_map(|line| line.split_once('|'))
        .filter_map(|(points, signs)| Some((points.trim().parse().ok()?, signs)))
        .flat_map(|(points, signs): (u32, &str)| {
            let places = signs.chars().take(13).positions(|mark| mark == 'o');
            places.map(move |place| ((place as u32 + 1) / 4, points))
        })
        .collect();
    let pairs = lines_of_five();
    assert_eq!(marks, pairs);
    let single_start = pairs.iter().filter(|(starts, _)| *starts == 1);
    assert_eq!(single_start.map(|(_, points)| points).collect_vec(), [&14]);

    let mut edges = 0;
    for row in course.lines().filter_map(|line| line.strip_prefix("| (")) {
        if !["·S ", "+ S "].iter().any(|starts| row.contains(starts)) {
            continue;
        }
        edges += 1;
        let numbers = row.split(|letter: char| !letter.is_ascii_digit());
        let numbers = numbers
            .filter_map(|number| number.parse().ok())
            .collect_vec();
        let (first, second, factor, right) = match numbers[..] {
            [a, b, c, d, factor, right] => ((a, b), (c, d), factor, right),
            [a, b, c, d, right] => ((a, b), (c, d), 1, right),
            _ => panic!("{row}"),
        };
        let value = |(starts, points): (u32, u32)| points + factor * starts;
        assert_eq!((value(first), value(second)), (right, right), "{row}");
        assert!(pairs.contains(&first) && pairs.contains(&second), "{row}");
        let holds = |point: &(u32, u32)| match row.contains('≥') {
            true => value(*point) >= right,
            false => value(*point) <= right,
        };
        assert!(pairs.iter().all(holds), "{row}");
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

fn factorial(number: u128) -> u128 {
    (1..=number).product()
}

/// A number with commas between groups of three digits.
fn with_commas(number: u128) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev();
    groups.map(String::from_utf8_lossy).join(",")
}

/// The numbers of two digits and more in a text.
fn numbers(text: &str) -> BTreeSet<String> {
    let is_part = |letter: char| letter.is_ascii_digit() || letter == ',' || letter == '.';
    let words =
        text.split(|letter: char| !is_part(letter) && !letter.is_alphanumeric() && letter != '/');
    let numbers = words.map(|word| word.trim_end_matches([',', '.']));
    let is_number = |word: &&str| word.len() > 1 && word.chars().all(is_part);
    numbers.filter(is_number).map(str::to_owned).collect()
}

/// Marks around the tables of the text.
const TABLES: (&str, &str) = ("<!-- formulations: begin -->", "<!-- formulations: end -->");

/// The parts of a text outside of a pair of marks.
fn outside(text: &str, begin: &str, end: &str) -> String {
    let mut rest = text;
    let mut parts = String::new();
    while let Some((before, after)) = rest.split_once(begin) {
        parts += before;
        parts.push(' ');
        rest = after.split_once(end).expect("an end").1;
    }
    parts + rest
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
    let pairs = columns
        .iter()
        .filter(|column| column.name.starts_with("o("));
    let cycle_rows = ordering.program().rows().iter();
    let cycle_rows = cycle_rows
        .filter(|row| row.equation.number == "O-15")
        .count();
    let measurements = include_str!("../../docs/formulations.json");
    let measurements: serde_json::Value = serde_json::from_str(measurements).expect("JSON");
    let measurements = measurements.as_array().expect("a list").iter();
    let mut entries =
        measurements.filter(|entry| entry["flags"] == "--size 3" && entry["step"] == "case study");
    let root_bound = entries
        .next()
        .and_then(|entry| entry["root_bound"].as_f64());
    let root_bound = root_bound.expect("a measurement");
    // Each o, each sh and each of the eight r of a neighbour is 1/2.
    let (starts, points) = (5.0 / 2.0, (8.0 + 5.0) / 2.0);
    let computed = [
        factorial(4).to_string(),
        with_commas(factorial(9)),
        factorial(5).to_string(),
        pairs.count().to_string(),
        cycle_rows.to_string(),
        format!("{case_study:.0}"),
        format!("{case_study:.2}"),
        format!("{disaggregated:.0}"),
        format!("{disaggregated:.2}"),
        format!("{root_bound:.0}"),
        format!("{starts}"),
        format!("{points}"),
        (10 * 11).to_string(),
    ];
    let facets = iproduct!(lines_of_five(), [0, 1, 2, 4, 5]);
    let facets = facets.map(|((starts, points), factor)| points + factor * starts);
    let computed = computed
        .into_iter()
        .chain(facets.map(|value| value.to_string()));
    let mut sources: BTreeSet<String> = computed.collect();
    let blocks = course.split("```console").skip(1);
    for block in blocks.filter_map(|rest| rest.split("```").next()) {
        sources.extend(numbers(block));
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
    unknown.retain(|number| !sources.contains(number));
    assert_eq!(unknown, BTreeSet::new());
}

/// Twice the value of a column in the solution of halves.
fn double_value(name: &str) -> i64 {
    let (family, indices) = name.split_once('(').expect("a name");
    match family {
        "o" | "sh" | "sv" => 1,
        "u" => 0,
        "r" => i64::from(indices.ends_with(",1)")),
        "rank" => 26,
        _ => panic!("{name}"),
    }
}

/// The solution of section 8: each o, sh and sv and the r of each neighbour are 1/2, each other r and each single is 0. The values
/// here are doubled, so that all are integers.
#[test]
fn the_solution_of_halves_satisfies_each_row_and_has_the_bound() {
    let problem = Problem::from(&plain(5, 5, Sense::Minimize));
    let without = Families::from([Family::LineCuts, Family::BlockCuts]);
    let formulation = Kind::Ordering.formulate(&problem, &without).expect("small");
    let program = formulation.program();
    let columns = program.columns().iter();
    let values = columns
        .map(|column| double_value(&column.name))
        .collect_vec();
    let value = |expression: &Linear| expression.value(&values) + expression.offset();
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
fn the_example_of_a_cell_earns_the_points_of_its_equation() {
    // 1, 3 and 5 are filled, then 2; 8 is empty.
    let order = cells(&[1, 3, 5, 2, 4, 6, 7, 8, 9]);
    let wall = plain(3, 3, Sense::Maximize).wall();
    let points = order::points(wall, &order).expect("an order");
    assert_eq!(points[3], 1 + 3 + 2 - 1);
    assert!(text("README.md").contains("1 + 3 + 2 − 1 = 5"));
}

/// The tables of `docs/formulations.md` with their machine are the only place of times.
#[test]
fn times_stand_in_the_tables_of_measurements_alone() {
    let course = text("README.md");
    let document = include_str!("../../docs/formulations.md");
    let (_, rest) = course.split_once(TABLES.0).expect("tables");
    let (tables, _) = rest.split_once(TABLES.1).expect("an end");
    let mut rows = BTreeSet::new();
    for line in tables.lines().filter(|line| line.starts_with('|')) {
        rows.insert(line);
        assert!(document.contains(line), "{line}");
    }
    assert!(rows.len() > 10 && tables.contains("Measured with "));
    let text = outside(&course, TABLES.0, TABLES.1);
    for line in outside(&text, "```", "```").lines() {
        for unit in [" seconds", " minutes", " ms", " milliseconds"] {
            let times = line.match_indices(unit).map(|(index, _)| &line[..index]);
            let mut figures =
                times.filter(|part| part.ends_with(|letter: char| letter.is_ascii_digit()));
            assert_eq!(figures.next(), None, "{line}");
        }
    }
}

/// Each node on the slide of a tree has the figures of the tree by the library.
#[test]
fn the_tree_of_the_lecture_is_computed() {
    let problem = Problem::from(&plain(2, 2, Sense::Minimize));
    let without = Families::from([Family::LineCuts, Family::BlockCuts]);
    let formulation = Kind::Ordering.formulate(&problem, &without).expect("small");
    let tree = branch_and_bound(&*formulation, &problem, 100, &Control::default());
    let tree = tree.expect("a tree");
    let picture = roxmltree::Document::parse(include_str!("../../docs/lecture/tree.svg"));
    let picture = picture.expect("a picture");
    let nodes = picture.descendants();
    let nodes = nodes
        .filter(|node| node.has_attribute("data-node"))
        .collect_vec();
    assert_eq!((nodes.len(), tree.nodes.len()), (5, 5));
    for (number, (element, node)) in (1..).zip(nodes.iter().zip(&tree.nodes)) {
        assert_eq!(element.attribute("data-node"), Some(&*number.to_string()));
        let parent = node.parent.as_ref();
        let branch = parent.map(|(_, column, value)| format!("{column} = {value}"));
        assert_eq!(
            element.attribute("data-by"),
            branch.as_deref(),
            "node {number}"
        );
        let end = match node.end {
            NodeEnd::Split { .. } => None,
            NodeEnd::Bounded => Some("bounded"),
            NodeEnd::Order { .. } => Some("order"),
            ref other => panic!("{other:?}"),
        };
        assert_eq!(element.attribute("data-end"), end, "node {number}");
        let bound = node.bound.expect("a bound");
        let label = element.attribute("data-bound").expect("a bound");
        let label: f64 = label.parse().expect("a number");
        assert!((label - bound).abs() < 1e-3, "node {number}: {bound}");
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
        assert_eq!(element.text(), Some(&*words), "node {number}");
    }
}

/// The value of a sum of products such as `8 · 1/2 - (5 - 2)`; none for another text.
fn sum(text: &str) -> Option<f64> {
    // The last opening bracket has no bracket inside.
    if let Some((before, rest)) = text.rsplit_once('(') {
        let (inside, after) = rest.split_once(')')?;
        return sum(&format!("{before}{}{after}", sum(inside)?));
    }
    let text = text.trim().replace(['−', '-'], "+-");
    let mut terms = text.trim_start_matches('+').split('+').map(str::trim);
    terms.try_fold(0.0, |sum, term| match term.strip_prefix('-') {
        Some(term) => Some(sum - product(term)?),
        None => Some(sum + product(term)?),
    })
}

/// The value of a product of numbers and fractions; none for another text.
fn product(text: &str) -> Option<f64> {
    let factors = text.split('·').map(|factor| {
        let parts = factor
            .split('/')
            .map(|part| part.trim().parse::<f64>().ok());
        let parts: Vec<f64> = parts.collect::<Option<_>>()?;
        parts.into_iter().reduce(|value, part| value / part)
    });
    factors.product()
}

/// Two sums of numbers around an `=` are equal.
#[test]
fn the_sums_of_the_text_are_right() {
    let course = text("README.md").replace("\\cdot", "·");
    let is_part = |letter: char| letter.is_ascii_digit() || " .·/+−-()=".contains(letter);
    let mut equations = 0;
    // A piece with a bracket at its beginning belongs to a name, as in sh(2) = 1/2.
    let pieces = course.split(|letter: char| !is_part(letter));
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
