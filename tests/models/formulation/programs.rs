//! Programs: size limits, names, and the words of rows and facts.

use crate::common::{cells, constrained, plain};
use azulejo::bounds::Bound;
use azulejo::control::Control;
use azulejo::formulation::{
    CaseStudy, Equation, Fact, Family, Formulation, Kind, OrderingFormulation, Program,
};
use azulejo::instance::{Sense, Turn};
use azulejo::problem::Problem;
use azulejo::wall::Axis;
use itertools::Itertools;
use std::collections::BTreeSet;

fn problem(rows: u64, columns: u64) -> Problem {
    Problem::from(&plain(rows, columns, Sense::Minimize))
}

/// The whole ordering formulation.
pub(super) fn complete(problem: &Problem) -> Program {
    let formulation = OrderingFormulation::complete(problem, &BTreeSet::new(), &Control::default());
    formulation.expect("small").program().clone()
}

fn formula(program: &Program, name: &str) -> String {
    let row = program.rows().iter().find(|row| row.name == name);
    program.row_formula(row.expect(name))
}

/// Larger walls are refused (`tests/data/cli/tables/limits.txt`).
#[test]
fn the_largest_wall_fits_into_the_case_studys_formulation() {
    let largest = CaseStudy::new(&problem(6, 6)).expect("a fit");
    let program = largest.program();
    assert_eq!(program.columns().len(), 21_312);
    assert_eq!(program.rows().len(), 40_104);
}

#[test]
fn facts_have_words() {
    let [one, two, three] = [1, 2, 3].map(|number| cells(&[number])[0]);
    let turn = Turn::from_index;
    let after = |turn, set: &[_]| Fact::After {
        cell: one,
        turn,
        set: set.to_vec(),
    };
    let start = |axes: &[Axis]| Fact::Start {
        cell: one,
        axes: axes.to_vec(),
    };
    let (first, then) = (two, one);
    let windows = vec![(one, turn(0), turn(0)), (two, turn(1), turn(2))];
    let (cell, cells) = (two, vec![one, two]);
    let in_turn_4 = turn(3);
    for (fact, cells, words) in [
        (
            Fact::At {
                cell,
                turn: in_turn_4,
            },
            vec![two],
            "cell 2 is filled in turn 4",
        ),
        (
            Fact::By {
                cell,
                turn: in_turn_4,
            },
            vec![two],
            "cell 2 is filled by turn 4",
        ),
        (
            Fact::Before { first, then },
            vec![two, one],
            "cell 2 comes before cell 1",
        ),
        (
            after(None, &[two]),
            vec![two, one],
            "cell 1 is filled, and before it cell 2",
        ),
        (
            after(Some(in_turn_4), &[two, three]),
            vec![two, three, one],
            "cell 1 is filled in turn 4, and before it cells 2, 3",
        ),
        (
            start(&[Axis::Horizontal]),
            vec![one],
            "cell 1 is filled, and no cell beside it in its row before",
        ),
        (
            start(&Axis::ALL),
            vec![one],
            "cell 1 is filled, and no cell beside it in its row and its column before",
        ),
        (
            Fact::Within { windows },
            vec![one, two],
            "cell 1 is filled in turn 1, cell 2 is filled in turns 2 to 3",
        ),
        (
            Fact::Complete { cells },
            vec![one, two],
            "cells 1, 2 filled in the end",
        ),
        (
            Fact::Rank { cell: three },
            vec![three],
            "the rank of cell 3",
        ),
    ] {
        assert_eq!(fact.to_string(), words);
        assert_eq!(fact.cells(), cells, "{words}");
    }
}

#[test]
fn the_title_of_an_equation_ends_before_a_semicolon() {
    let title = |statement| {
        let equation = Equation {
            number: "1",
            statement,
            each: "",
            formula: "",
        };
        equation.title()
    };
    for statement in ["Each cell is filled; $t$ is a turn", "Each cell is filled"] {
        assert_eq!(title(statement), "Each cell is filled");
    }
}

#[test]
fn families_and_formulations_have_names_and_families_have_help() {
    for family in Family::ALL {
        assert_eq!(family.to_string(), family.name());
        let number = family.equations()[0].number;
        let number = format!("({}) ", number.trim_end_matches(char::is_alphabetic));
        let help = family.help();
        assert!(help.starts_with(&number), "{family}: {help}");
    }
    for kind in Kind::ALL {
        assert_eq!(kind.to_string(), kind.name());
    }
}

#[test]
fn the_quantity_of_a_name_is_its_column_in_each_formulation() {
    for (kind, name) in [(Kind::CaseStudy, "B(2,1,3)"), (Kind::Ordering, "o(1,2)")] {
        let formulation = kind.formulate(&problem(2, 2), &BTreeSet::new());
        let formulation = formulation.expect("small");
        let quantity = formulation.quantity(name).expect(name);
        assert_eq!(formulation.program().formula(&quantity), name, "{kind}");
        for other in ["", "o", "o(0,1)", "o(1,0)", "B(2,1,4)"] {
            assert_eq!(formulation.quantity(other), None, "{kind} {other}");
        }
    }
}

#[test]
fn only_ranks_are_numbers() {
    let program = complete(&problem(3, 3));
    for column in program.columns() {
        let is_rank = column.kind() == "rank";
        assert_eq!(column.is_number(), is_rank, "{}", column.name);
    }
    // If cell 1 precedes cell 2, the rank of cell 1 is lower; else the row holds for all ranks from 1 to 9.
    let row = formula(&program, "c15_rank(1,2)");
    assert_eq!(row, "9·o(1,2) + rank(1) ≤ rank(2) + 8");
    let row = formula(&program, "c15_rank(2,1)");
    assert_eq!(row, "rank(2) + 1 ≤ 9·o(1,2) + rank(1)");
}

/// The description has the generated equations, too: O-1, O-2 and the equation of longer cycles.
#[test]
fn generated_equations_are_described() {
    let problem = problem(3, 3);
    let (families, control) = (BTreeSet::new(), Control::default());
    for (formulation, numbers) in [
        (
            OrderingFormulation::generating(&problem, &families),
            "O-1 O-2 O-11",
        ),
        (OrderingFormulation::new(&problem), "O-11"),
        (
            OrderingFormulation::complete(&problem, &families, &control),
            "",
        ),
    ] {
        let later = formulation.expect("small").describe(&problem).later;
        assert_eq!(
            later.iter().map(|equation| equation.number).join(" "),
            numbers
        );
    }
}

/// A program with more than 10,000 rows O-8 and more than four phases omits these rows, as for `rounds` on 10×10.
#[test]
fn programs_with_many_phases_and_many_rows_of_phases_omit_the_rows() {
    let rows_and_later = |size| {
        let rounds = constrained(size, size, Sense::Minimize, r#"{"type": "rounds"}"#);
        let problem = Problem::from(&rounds);
        let (bound, families) = (Bound::trivial(&problem), BTreeSet::new());
        let formulation =
            OrderingFormulation::to_solve(&problem, bound, &families, &Control::default());
        let formulation = formulation.expect("small");
        let mut rows = formulation.program().rows().iter();
        let has_rows = rows.any(|row| row.equation.number == "O-8");
        let later = formulation.describe(&problem).later;
        (
            has_rows,
            later.iter().any(|equation| equation.number == "O-8"),
        )
    };
    assert_eq!(rows_and_later(4), (true, false));
    assert_eq!(rows_and_later(10), (false, true));
}

#[test]
fn rows_are_removed_by_name_and_by_equation() {
    let program = complete(&problem(2, 3));
    let without = |names: &[&str]| {
        let names = names.iter().map(|name| String::from(*name)).collect_vec();
        let (reduced, unknown) = program.without_rows(&names);
        let nonzeros = reduced
            .rows()
            .iter()
            .map(|row| row.expression.terms().len());
        assert_eq!(reduced.nonzeros(), nonzeros.sum::<usize>());
        let rows = program.rows().iter();
        let removed = rows.filter(|row| !reduced.rows().contains(row));
        let removed = removed.map(|row| row.name.clone()).collect_vec();
        assert_eq!(removed.len() + reduced.rows().len(), program.rows().len());
        (removed, unknown.join(" "))
    };
    let name = "c1_cycle(1,2,3)";
    let (removed, unknown) = without(&[name, "c1_cycle(1,2)", "2"]);
    assert_eq!((removed, &*unknown), (vec![name.into()], "c1_cycle(1,2) 2"));
    // Both directions in two rows, and in three rectangles.
    let (cycles, unknown) = without(&["c1", "c2"]);
    assert_eq!((cycles.len(), &*unknown), (2 * 2 + 2 * 3, ""));
    assert!(cycles.iter().all(|name| name.contains("_cycle(")));
    assert_eq!(without(&[]), (vec![], String::new()));
}

#[test]
fn a_program_with_a_cycle_of_precedences_is_contradictory() {
    let is_contradictory = |constraints: &str| {
        let instance = constrained(1, 3, Sense::Maximize, constraints);
        complete(&Problem::from(&instance)).is_contradictory()
    };
    let before = r#"{"type": "before", "first": 1, "then": 2}"#;
    assert!(!is_contradictory(before));
    assert!(is_contradictory(&format!(
        r#"{before}, {{"type": "before", "first": 2, "then": 1}}"#
    )));
}
