//! Formulations in words and formulas: a description of every row and column, and the published formulas.

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

/// Details without rows.
const GENERAL: Detail = Detail {
    rows: false,
    all: false,
};
/// Details with some of the rows.
const SOME: Detail = Detail {
    rows: true,
    all: false,
};
/// Details with all rows.
const ALL: Detail = Detail {
    rows: true,
    all: true,
};

/// The heads of published lines, each with its words.
fn published(text: &str) -> impl Iterator<Item = (&str, Vec<&str>)> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| {
        let (head, rest) = line.split_once(": ").expect("a head");
        (head, rest.split(' ').collect())
    })
}

/// A formulation as text.
fn text_of(formulation: &dyn Formulation, problem: &Problem, detail: Detail) -> String {
    text(&document(String::new(), formulation, problem, detail))
}

/// An instance with windows of turns, waiting across lines, a short horizon and a bonus: each has equations of
/// its own.
fn instance_of_all_equations() -> Instance {
    parse(
        r#"{"wall": {"rows": 3, "columns": 3}, "sense": "maximize", "turns": 8, "bonus": {"row": 2, "column": 7},
            "constraints": [{"type": "before", "first": 1, "then": 6}, {"type": "window", "cell": 5, "from": 3, "to": 6}]}"#,
    )
}

/// The equations of a formulation's rows, by number.
fn equations_of(formulation: &dyn Formulation) -> BTreeMap<&'static str, &'static Equation> {
    let rows = formulation.program().rows().iter();
    rows.map(|row| (row.equation.number, row.equation))
        .collect()
}

#[test]
fn every_row_has_the_name_of_its_equation_and_every_equation_has_rows() {
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
        let problem = Problem::from(&instance_of_all_equations());
        let formulation = formulate(kind, &instance_of_all_equations());
        let text = text_of(&*formulation, &problem, ALL);
        let equations = equations_of(&*formulation);
        let names = equations.values().sorted_by_key(|equation| equation.key());
        let names = names.map(|equation| equation.number).join(" ");
        assert_eq!(names, numbers, "{kind}");
        for row in formulation.program().rows() {
            let number = row.equation.number;
            assert_eq!(equations[number], row.equation, "{kind}: two of one number");
            let label = format!("c{}", row.equation.within());
            let label = row.name.strip_prefix(&label);
            let is_separate = label.is_some_and(|label| label.starts_with(['_', '(']));
            assert!(is_separate, "{kind}: {}", row.name);
            assert!(text.contains(&row.name), "{kind}: {}", row.name);
        }
        let description = formulation.describe(&problem);
        let points = description.points.iter().map(|points| points.equation);
        for other in points.chain(description.later) {
            let number = other.number;
            assert!(!equations.contains_key(number), "{kind}: ({number})");
        }
    }
}

/// Asserts that the description of a formulation has the kind of each column.
fn assert_columns_are_described(formulation: &dyn Formulation, problem: &Problem, name: &str) {
    let kinds = formulation.describe(problem).columns;
    let prefixes: BTreeSet<&str> = kinds.iter().map(|kind| &*kind.prefix).collect();
    for column in formulation.program().columns() {
        assert!(prefixes.contains(column.kind()), "{name}: {}", column.name);
    }
}

/// The maximum counts the cells of complete colours, and the minimum marks lines with too few of them.
#[test]
fn free_colours_have_equations_of_each_sense() {
    let text = r#"{"wall": {"rows": 3, "columns": 3}, "sense": "maximize", "turns": 7, "bonus": {"colour": 10, "colours": "free"}}"#;
    for (sense, suffixes) in [("maximize", "a b"), ("minimize", "c d e")] {
        let instance = parse(&text.replace("maximize", sense));
        let problem = Problem::from(&instance);
        for kind in Kind::ALL {
            let formulation = formulate(kind, &instance);
            let prefix = match kind {
                Kind::Ordering => "O-18",
                _ => "CS-13",
            };
            let numbers = equations_of(&*formulation).into_keys();
            let mut numbers = numbers.filter_map(|number| number.strip_prefix(prefix));
            assert_eq!(numbers.join(" ").trim(), suffixes, "{kind}");
            let description = formulation.describe(&problem);
            let points = description.points.last().expect("some");
            let colours = "10·colours(1) + 20·colours(2) + 30·colours(3)";
            assert_eq!(points.expanded, [colours]);
            assert_columns_are_described(&*formulation, &problem, kind.name());
        }
    }
}

#[test]
fn the_description_has_the_kind_of_every_column_of_every_instance() {
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

/// `azulejo reproduce` compares the expansion itself.
#[test]
fn the_sets_of_the_case_study_have_the_published_members() {
    let instance = plain(3, 3, Sense::Maximize);
    let problem = Problem::from(&instance);
    for kind in [Kind::CaseStudy, Kind::Disaggregated] {
        let sets = formulate(kind, &instance).describe(&problem).sets;
        for (name, members) in published(SETS) {
            let heading = format!("{name}(");
            let set = sets.iter().find(|set| set.name.starts_with(&heading));
            let library: BTreeSet<String> = set.expect(name).members.iter().cloned().collect();
            // 2.1.3.5 is 2135 in the file of the published sets
            let digits = |word: &str| word.chars().filter(char::is_ascii_digit).join(".");
            let published: BTreeSet<String> = members.into_iter().map(digits).collect();
            assert_eq!(library, published, "{name}");
        }
    }
}

#[test]
fn the_point_equations_of_the_case_study_have_the_published_terms() {
    let instance = plain(3, 3, Sense::Maximize);
    let formulation = formulate(Kind::CaseStudy, &instance);
    let text = text_of(&*formulation, &Problem::from(&instance), SOME);
    let words = text.split_whitespace().join(" ");
    let (_, after) = words.split_once("p[5] = ").expect("the centre's");
    let (centre, _) = after.split_once(" p[6] = ").expect("another equation");
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
        let heading = format!("p[{position}] = ");
        let (_, rest) = words.split_once(&heading).expect("an equation");
        let end = rest.find(" p[").or(rest.find(" (CS-8)")).expect("an end");
        let expansion = rest[..end].replace("− ", "−").replace("+ ", "+");
        let signed = |word: &str| match word.starts_with(['+', '−']) {
            true => word.into(),
            false => format!("+{word}"),
        };
        let expansion: BTreeSet<String> = expansion.split(' ').map(signed).collect();
        assert_eq!(expansion, published, "position {position}");
    }
}

#[test]
fn the_number_of_omitted_rows_is_shown() {
    let instance = plain(3, 3, Sense::Maximize);
    let problem = Problem::from(&instance);
    let formulation = formulate(Kind::CaseStudy, &instance);
    let text = |detail| text_of(&*formulation, &problem, detail);
    let general = text(GENERAL);
    assert!(!general.contains("c3a(") && general.contains("Σ_{k∈S} Σ_{o<i} A(o,k)"));
    let (partial, complete) = (text(SOME), text(ALL));
    let count = |text: &str| {
        let lines = text.lines().map(str::trim_start);
        lines.filter(|line| line.starts_with("c3a(")).count()
    };
    let (_, rest) = partial.split_once("\n  (CS-3a)").expect("its rows");
    let (_, omitted) = rest.split_once("… and ").expect("a number");
    let omitted: usize = omitted
        .split(' ')
        .next()
        .and_then(|number| number.parse().ok())
        .expect("a number");
    assert_eq!(count(&partial) + omitted, 549);
    assert_eq!(count(&complete), 549);
}

#[test]
fn without_a_family_the_description_lacks_its_equation() {
    let problem = Problem::from(&plain(4, 4, Sense::Minimize));
    let bare = OrderingFormulation::without(&problem, &Family::all()).expect("small");
    let complete = OrderingFormulation::new(&problem).expect("small");
    let text = |formulation: &OrderingFormulation| text_of(formulation, &problem, ALL);
    let (bare, complete) = (text(&bare), text(&complete));
    assert!(complete.contains("rectangle"));
    for words in ["Line cuts", "Block cuts"] {
        assert!(complete.contains(words) && !bare.contains(words), "{words}");
    }
}

#[test]
fn markdown_escapes_its_own_signs() {
    let instance = plain(2, 2, Sense::Maximize);
    let formulation = formulate(Kind::CaseStudy, &instance);
    let title = String::from("a*b_c`d <e> [f]");
    let problem = Problem::from(&instance);
    let text = markdown(&document(title, &*formulation, &problem, ALL));
    let escaped = "# a\\*b\\_c\\`d \\<e\\> \\[f\\]\n";
    assert!(text.starts_with(escaped), "{}", &text[..40]);
    assert_eq!(text.matches("$`").count(), text.matches("`$").count());
    assert_eq!(text.lines().filter(|line| *line == "$$").count() % 2, 0);
}
