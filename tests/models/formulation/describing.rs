//! Formulations in words and formulas: they tell of every row and column, and what was published.

use crate::common::{instances, parse, plain};
use azulejo::formulation::{Equation, Family, Formulation, Kind, OrderingFormulation};
use azulejo::instance::{Instance, Sense};
use azulejo::problem::Problem;
use azulejo::published::{POINT_EQUATIONS, SETS};
use azulejo::render::document::{markdown, text};
use azulejo::render::formulation::{Detail, document};
use itertools::Itertools;
use std::collections::{BTreeMap, BTreeSet};

const ALL: Detail = Detail {
    rows: true,
    all: true,
};

fn formulate(kind: Kind, instance: &Instance) -> Box<dyn Formulation> {
    kind.formulate(&Problem::from(instance), &BTreeSet::new())
        .expect("small")
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
        let formulation = formulate(kind, &everything());
        let equations = of_rows(&*formulation);
        let found = equations.values().sorted_by_key(|equation| equation.key());
        let found = found.map(|equation| equation.number).join(" ");
        assert_eq!(found, numbers, "{kind}");
        for row in formulation.program().rows() {
            assert_eq!(
                equations[row.equation.number], row.equation,
                "{kind}: two of one number"
            );
            let label = row
                .name
                .strip_prefix(&format!("c{}", row.equation.within()));
            let apart = label.is_some_and(|label| label.starts_with(['_', '(']));
            assert!(apart, "{kind}: {}", row.name);
        }
        let described = formulation.describe(&Problem::from(&everything()));
        for other in described
            .points
            .iter()
            .map(|points| points.equation)
            .chain(described.later)
        {
            assert!(
                !equations.contains_key(other.number),
                "{kind}: ({})",
                other.number
            );
        }
        let shown = text(&document(
            String::new(),
            &*formulation,
            &Problem::from(&everything()),
            ALL,
        ));
        for row in formulation.program().rows() {
            assert!(shown.contains(&row.name), "{kind}: {}", row.name);
        }
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
            let prefix = if kind == Kind::Ordering {
                "O-18"
            } else {
                "CS-13"
            };
            let numbers = of_rows(&*formulation).into_keys();
            let numbers: Vec<&str> = numbers
                .filter_map(|number| number.strip_prefix(prefix))
                .collect();
            assert_eq!(numbers.join(" ").trim(), of_sense, "{kind}");
            let described = formulation.describe(&problem);
            let points = described.points.last().expect("some");
            assert_eq!(
                points.expanded,
                ["10·colours(1) + 20·colours(2) + 30·colours(3)"]
            );
            let known: BTreeSet<&str> =
                described.columns.iter().map(|kind| &*kind.prefix).collect();
            let columns = formulation.program().columns().iter();
            assert!(
                columns
                    .map(|column| column.kind())
                    .all(|kind| known.contains(kind))
            );
        }
    }
}

#[test]
fn every_column_of_every_instance_is_of_a_kind_that_is_described() {
    for (path, instance) in instances() {
        let problem = Problem::from(&instance);
        for kind in Kind::ALL
            .into_iter()
            .filter(|kind| *kind == Kind::Ordering || problem.free_len() <= 16)
        {
            let formulation = formulate(kind, &instance);
            let described = formulation.describe(&problem).columns;
            let known: BTreeSet<&str> = described.iter().map(|kind| &*kind.prefix).collect();
            for column in formulation.program().columns() {
                assert!(
                    known.contains(column.kind()),
                    "{}: {}",
                    path.display(),
                    column.name
                );
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
        let published = SETS.lines().filter(|line| !line.starts_with('#'));
        for line in published {
            let (name, members) = line.split_once(": ").expect("a head");
            let found = sets
                .iter()
                .find(|set| set.name.starts_with(&format!("{name}(")));
            let found: BTreeSet<String> = found.expect(name).members.iter().cloned().collect();
            // 2.1.3.5 is 2135 in our file of them
            let digits = |word: &str| word.chars().filter(char::is_ascii_digit).join(".");
            let published: BTreeSet<String> = members.split(' ').map(digits).collect();
            assert_eq!(found, published, "{name}");
        }
    }
}

#[test]
fn the_point_equations_of_the_case_study_are_written_out_term_by_term() {
    let instance = plain(3, 3, Sense::Maximize);
    let shown = text(&document(
        String::new(),
        &*formulate(Kind::CaseStudy, &instance),
        &Problem::from(&instance),
        Detail {
            rows: true,
            all: false,
        },
    ));
    let words = shown.split_whitespace().join(" ");
    let (_, after) = words.split_once("p[5] = ").expect("the centre's");
    let (centre, _) = after.split_once(" p[6] = ").expect("another follows");
    assert_eq!(
        centre,
        "A[5] + B[5,2] + B[5,4] + B[5,6] + B[5,8] + C[5,2,4] + C[5,2,6] + C[5,4,8] + C[5,6,8] \
         − D[5,2,4,6] − D[5,2,4,8] − D[5,2,6,8] − D[5,4,6,8] + E[5,2,4,6,8]"
    );
    for line in POINT_EQUATIONS
        .lines()
        .filter(|line| !line.starts_with('#'))
    {
        let (position, terms) = line.split_once(": ").expect("a head");
        let position = position.chars().filter(char::is_ascii_digit).join("");
        let term = |word: &str| {
            let sign = if word.starts_with('-') { "−" } else { "+" };
            let letter = word
                .chars()
                .find(char::is_ascii_uppercase)
                .expect("a letter");
            let set = word.chars().filter(char::is_ascii_digit);
            format!(
                "{sign}{letter}[{}]",
                [position.clone()]
                    .into_iter()
                    .chain(set.map(String::from))
                    .join(",")
            )
        };
        let published: BTreeSet<String> = terms.split(' ').map(term).collect();
        let (_, rest) = words
            .split_once(&format!("p[{position}] = "))
            .expect("it is there");
        let end = rest.find(" p[").or(rest.find(" (CS-8)")).expect("an end");
        let ours = rest[..end].replace("− ", "−").replace("+ ", "+");
        let signed = |word: &str| {
            if word.starts_with(['+', '−']) {
                word.into()
            } else {
                format!("+{word}")
            }
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
    let of = |detail| text(&document(String::new(), &*formulation, &problem, detail));
    let general = of(Detail {
        rows: false,
        all: false,
    });
    assert!(!general.contains("c3a(") && general.contains("Σ_{k∈S} Σ_{o<i} A(o,k)"));
    let (shown, whole) = (
        of(Detail {
            rows: true,
            all: false,
        }),
        of(ALL),
    );
    let listed = |text: &str| {
        text.lines()
            .filter(|line| line.trim_start().starts_with("c3a("))
            .count()
    };
    let more: usize = shown
        .lines()
        .skip_while(|line| !line.starts_with("  (CS-3a)"))
        .find_map(|line| {
            line.trim()
                .strip_prefix("… and ")?
                .split(' ')
                .next()?
                .parse()
                .ok()
        })
        .expect("it says how many more");
    assert_eq!(listed(&shown) + more, 549);
    assert_eq!(listed(&whole), 549);
}

#[test]
fn without_a_family_its_equation_is_not_described() {
    let problem = Problem::from(&plain(4, 4, Sense::Minimize));
    let bare = OrderingFormulation::without(&problem, &Family::all()).expect("small");
    let whole = OrderingFormulation::new(&problem).expect("small");
    let shown = |of: &OrderingFormulation| text(&document(String::new(), of, &problem, ALL));
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
    let shown = markdown(&document(
        title,
        &*formulation,
        &Problem::from(&instance),
        ALL,
    ));
    assert!(
        shown.starts_with("# a\\*b\\_c\\`d \\<e\\> \\[f\\]\n"),
        "{}",
        &shown[..40]
    );
    assert_eq!(shown.matches("$`").count(), shown.matches("`$").count());
    assert_eq!(shown.lines().filter(|line| *line == "$$").count() % 2, 0);
}
