//! Formulations in words and formulas: they tell of every row and column, and what was published.

use super::formulations::published;
use crate::common::{instances, parse, plain};
use crate::export::files::formulate;
use azulejo::formulation::{Equation, Family, Formulation, Kind, OrderingFormulation};
use azulejo::instance::{Instance, Sense};
use azulejo::problem::Problem;
use azulejo::published::{POINT_EQUATIONS, SETS};
use azulejo::render::document::{markdown, text};
use azulejo::render::formulation::{Detail, document};
use itertools::Itertools;
use std::collections::{BTreeMap, BTreeSet};

/// Nothing row by row, some rows, and all of them.
const GENERAL: Detail = Detail {
    rows: false,
    all: false,
};
const SOME: Detail = Detail {
    rows: true,
    all: false,
};
const ALL: Detail = Detail {
    rows: true,
    all: true,
};

/// A formulation as text.
fn shown(formulation: &dyn Formulation, problem: &Problem, detail: Detail) -> String {
    text(&document(String::new(), formulation, problem, detail))
}

/// An instance with turns that constraints speak of, waiting across lines, a short horizon and a bonus: all that has equations of
/// its own.
fn everything() -> Instance {
    parse(
        r#"{"wall": {"rows": 3, "columns": 3}, "sense": "maximize", "turns": 8, "bonus": {"row": 2, "column": 7},
            "constraints": [{"type": "before", "first": 1, "then": 6}, {"type": "window", "cell": 5, "from": 3, "to": 6}]}"#,
    )
}

/// The equations of the rows, by number.
fn of_rows(formulation: &dyn Formulation) -> BTreeMap<&'static str, &'static Equation> {
    let rows = formulation.program().rows().iter();
    rows.map(|row| (row.equation.number, row.equation))
        .collect()
}

#[test]
fn every_row_is_named_by_its_equation_and_every_equation_has_rows() {
    for (kind, numbers) in [
        (
            Kind::Ordering,
            "O-1 O-2 O-3a O-3b O-4a O-4b O-5a O-5b O-6 O-7 O-7a O-8 O-9 O-10a O-10b O-15",
        ),
        (Kind::CaseStudy, "CS-1 CS-2 CS-3a CS-3b CS-9 CS-10a CS-10b"),
        (
            Kind::Disaggregated,
            "CS-1 CS-2 CS-3b CS-3c CS-3d CS-9 CS-10a CS-10b",
        ),
    ] {
        let problem = Problem::from(&everything());
        let formulation = formulate(kind, &everything());
        let shown = shown(&*formulation, &problem, ALL);
        let equations = of_rows(&*formulation);
        let found = equations.values().sorted_by_key(|equation| equation.key());
        let found = found.map(|equation| equation.number).join(" ");
        assert_eq!(found, numbers, "{kind}");
        for row in formulation.program().rows() {
            let number = row.equation.number;
            assert_eq!(equations[number], row.equation, "{kind}: two of one number");
            let label = format!("c{}", row.equation.within());
            let label = row.name.strip_prefix(&label);
            let apart = label.is_some_and(|label| label.starts_with(['_', '(']));
            assert!(apart, "{kind}: {}", row.name);
            assert!(shown.contains(&row.name), "{kind}: {}", row.name);
        }
        let described = formulation.describe(&problem);
        let points = described.points.iter().map(|points| points.equation);
        for other in points.chain(described.later) {
            let number = other.number;
            assert!(!equations.contains_key(number), "{kind}: ({number})");
        }
    }
}

/// Each column is of a kind that is described.
fn assert_columns_are_described(formulation: &dyn Formulation, problem: &Problem, name: &str) {
    let described = formulation.describe(problem).columns;
    let known: BTreeSet<&str> = described.iter().map(|kind| &*kind.prefix).collect();
    for column in formulation.program().columns() {
        assert!(known.contains(column.kind()), "{name}: {}", column.name);
    }
}

/// The maximum counts cells that complete colours have; the minimum names lines with too few of them.
#[test]
fn free_colours_have_equations_of_each_sense() {
    let text = r#"{"wall": {"rows": 3, "columns": 3}, "sense": "maximize", "turns": 7, "bonus": {"colour": 10, "colours": "free"}}"#;
    for (sense, of_sense) in [("maximize", "a b"), ("minimize", "c d e")] {
        let instance = parse(&text.replace("maximize", sense));
        let problem = Problem::from(&instance);
        for kind in Kind::ALL {
            let formulation = formulate(kind, &instance);
            let prefix = match kind {
                Kind::Ordering => "O-18",
                _ => "CS-13",
            };
            let numbers = of_rows(&*formulation).into_keys();
            let mut numbers = numbers.filter_map(|number| number.strip_prefix(prefix));
            assert_eq!(numbers.join(" ").trim(), of_sense, "{kind}");
            let described = formulation.describe(&problem);
            let points = described.points.last().expect("some");
            let colours = "10·colours(1) + 20·colours(2) + 30·colours(3)";
            assert_eq!(points.expanded, [colours]);
            assert_columns_are_described(&*formulation, &problem, kind.name());
        }
    }
}

#[test]
fn every_column_of_every_instance_is_of_a_kind_that_is_described() {
    for (path, instance) in instances() {
        let problem = Problem::from(&instance);
        let is_small = problem.free_len() <= 16;
        for kind in Kind::ALL {
            if is_small || kind == Kind::Ordering {
                let formulation = formulate(kind, &instance);
                let name = path.display().to_string();
                assert_columns_are_described(&*formulation, &problem, &name);
            }
        }
    }
}

#[test]
fn the_sets_of_the_case_study_are_listed_as_it_lists_them() {
    let instance = plain(3, 3, Sense::Maximize);
    let problem = Problem::from(&instance);
    for kind in [Kind::CaseStudy, Kind::Disaggregated] {
        let sets = formulate(kind, &instance).describe(&problem).sets;
        for (name, members) in published(SETS) {
            let begin = format!("{name}(");
            let found = sets.iter().find(|set| set.name.starts_with(&begin));
            let found: BTreeSet<String> = found.expect(name).members.iter().cloned().collect();
            // 2.1.3.5 is 2135 in our file of them
            let digits = |word: &str| word.chars().filter(char::is_ascii_digit).join(".");
            let published: BTreeSet<String> = members.into_iter().map(digits).collect();
            assert_eq!(found, published, "{name}");
        }
    }
}

#[test]
fn the_point_equations_of_the_case_study_are_written_out_term_by_term() {
    let instance = plain(3, 3, Sense::Maximize);
    let formulation = formulate(Kind::CaseStudy, &instance);
    let shown = shown(&*formulation, &Problem::from(&instance), SOME);
    let words = shown.split_whitespace().join(" ");
    let (_, after) = words.split_once("p[5] = ").expect("the centre's");
    let (centre, _) = after.split_once(" p[6] = ").expect("another follows");
    assert_eq!(
        centre,
        "A[5] + B[5,2] + B[5,4] + B[5,6] + B[5,8] + C[5,2,4] + C[5,2,6] + C[5,4,8] + C[5,6,8] \
         − D[5,2,4,6] − D[5,2,4,8] − D[5,2,6,8] − D[5,4,6,8] + E[5,2,4,6,8]"
    );
    for (position, terms) in published(POINT_EQUATIONS) {
        let position = position.chars().filter(char::is_ascii_digit).join("");
        let term = |word: &str| {
            let sign = if word.starts_with('-') { "−" } else { "+" };
            let letter = word.chars().find(char::is_ascii_uppercase);
            let set = word.chars().filter(char::is_ascii_digit);
            let set: String = set.map(|cell| format!(",{cell}")).collect();
            format!("{sign}{}[{position}{set}]", letter.expect("a letter"))
        };
        let published: BTreeSet<String> = terms.into_iter().map(term).collect();
        let begin = format!("p[{position}] = ");
        let (_, rest) = words.split_once(&begin).expect("it is there");
        let end = rest.find(" p[").or(rest.find(" (CS-8)")).expect("an end");
        let ours = rest[..end].replace("− ", "−").replace("+ ", "+");
        let signed = |word: &str| match word.starts_with(['+', '−']) {
            true => word.into(),
            false => format!("+{word}"),
        };
        let ours: BTreeSet<String> = ours.split(' ').map(signed).collect();
        assert_eq!(ours, published, "position {position}");
    }
}

#[test]
fn what_is_left_out_is_counted() {
    let instance = plain(3, 3, Sense::Maximize);
    let problem = Problem::from(&instance);
    let formulation = formulate(Kind::CaseStudy, &instance);
    let of = |detail| self::shown(&*formulation, &problem, detail);
    let general = of(GENERAL);
    assert!(!general.contains("c3a(") && general.contains("Σ_{k∈S} Σ_{o<i} A(o,k)"));
    let (shown, whole) = (of(SOME), of(ALL));
    let listed = |text: &str| {
        let lines = text.lines().map(str::trim_start);
        lines.filter(|line| line.starts_with("c3a(")).count()
    };
    let (_, rest) = shown.split_once("\n  (CS-3a)").expect("its rows");
    let (_, more) = rest.split_once("… and ").expect("more");
    let more: usize = more
        .split(' ')
        .next()
        .and_then(|it| it.parse().ok())
        .expect("how many");
    assert_eq!(listed(&shown) + more, 549);
    assert_eq!(listed(&whole), 549);
}

#[test]
fn without_a_family_its_equation_is_not_described() {
    let problem = Problem::from(&plain(4, 4, Sense::Minimize));
    let bare = OrderingFormulation::without(&problem, &Family::all()).expect("small");
    let whole = OrderingFormulation::new(&problem).expect("small");
    let shown = |of: &OrderingFormulation| self::shown(of, &problem, ALL);
    for (number, words) in [
        ("O-2", "rectangle"),
        ("O-6", "Line cuts"),
        ("O-13", "Block cuts"),
    ] {
        assert!(of_rows(&whole).contains_key(number) && !of_rows(&bare).contains_key(number));
        assert!(shown(&whole).contains(words), "{words}");
    }
    assert!(!shown(&bare).contains("Line cuts") && !shown(&bare).contains("Block cuts"));
}

#[test]
fn markdown_escapes_what_it_would_take_for_its_own() {
    let instance = plain(2, 2, Sense::Maximize);
    let formulation = formulate(Kind::CaseStudy, &instance);
    let title = String::from("a*b_c`d <e> [f]");
    let problem = Problem::from(&instance);
    let shown = markdown(&document(title, &*formulation, &problem, ALL));
    let escaped = "# a\\*b\\_c\\`d \\<e\\> \\[f\\]\n";
    assert!(shown.starts_with(escaped), "{}", &shown[..40]);
    assert_eq!(shown.matches("$`").count(), shown.matches("`$").count());
    assert_eq!(shown.lines().filter(|line| *line == "$$").count() % 2, 0);
}
