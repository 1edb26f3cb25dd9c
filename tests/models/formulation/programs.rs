//! Programs for themselves: what fits, what names stand for, and what rows and facts say in words.

use crate::common::{cells, parse, plain};
use azulejo::bounds::Bound;
use azulejo::control::Control;
use azulejo::formulation::{
    CaseStudy, Equation, Fact, Family, Formulation, Kind, OrderingFormulation, Program, Unwritten,
};
use azulejo::instance::{Sense, Turn};
use azulejo::problem::Problem;
use azulejo::wall::Axis;
use itertools::Itertools;
use std::collections::BTreeSet;

fn of_wall(rows: u64, columns: u64) -> Problem {
    Problem::from(&plain(rows, columns, Sense::Minimize))
}

/// The whole ordering formulation.
pub(super) fn complete(problem: &Problem) -> Program {
    let formulation = OrderingFormulation::complete(problem, &BTreeSet::new(), &Control::default());
    formulation.expect("small").program().clone()
}

fn shown(program: &Program, name: &str) -> String {
    let row = program.rows().iter().find(|row| row.name == name);
    program.row_formula(row.expect(name))
}

#[test]
fn the_largest_walls_fit_and_larger_ones_are_refused_by_name() {
    let largest = CaseStudy::new(&of_wall(6, 6)).expect("it fits");
    let program = largest.program();
    assert_eq!(program.columns().len(), 21_312);
    assert_eq!(program.rows().len(), 40_104);
    for kind in [Kind::CaseStudy, Kind::Disaggregated] {
        let refused = kind.formulate(&of_wall(1, 37), &BTreeSet::new());
        let Err(Unwritten::Unfit(unfit)) = refused.map(|_| ()) else {
            panic!("{kind} takes 37 cells");
        };
        assert_eq!((unfit.limit, unfit.size), (36, 37));
        assert_eq!(unfit.taker, format!("the {kind} formulation takes"));
    }
    let refused = |rows, columns| {
        let unfit = OrderingFormulation::takes(&of_wall(rows, columns)).err()?;
        Some((unfit.what, unfit.limit, unfit.size))
    };
    assert_eq!((refused(30, 30), refused(14, 64)), (None, None));
    assert_eq!(refused(17, 53), Some(("cells", 900, 901)));
    assert_eq!(refused(1, 65), Some(("cells in a line", 64, 65)));
}

#[test]
fn facts_are_told_in_words() {
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
    for (fact, of, words) in [
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
        assert_eq!(fact.cells(), of, "{words}");
    }
}

#[test]
fn an_equation_is_titled_by_what_it_says_before_a_semicolon() {
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
fn families_and_formulations_show_their_names_and_what_they_are() {
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
fn a_name_stands_for_its_column_in_each_formulation() {
    for (kind, name) in [(Kind::CaseStudy, "B(2,1,3)"), (Kind::Ordering, "o(1,2)")] {
        let formulation = kind.formulate(&of_wall(2, 2), &BTreeSet::new());
        let formulation = formulation.expect("small");
        let quantity = formulation.quantity(name).expect(name);
        assert_eq!(formulation.program().formula(&quantity), name, "{kind}");
        for other in ["", "o", "o(0,1)", "o(1,0)", "B(2,1,4)"] {
            assert_eq!(formulation.quantity(other), None, "{kind} {other}");
        }
    }
}

#[test]
fn ranks_alone_are_numbers() {
    let program = complete(&of_wall(3, 3));
    for column in program.columns() {
        let is_rank = column.kind() == "rank";
        assert_eq!(column.is_number(), is_rank, "{}", column.name);
    }
    // With cell 1 before cell 2 it has a lower rank; else any ranks of 1 to 9 will do.
    let row = shown(&program, "c15_rank(1,2)");
    assert_eq!(row, "9·o(1,2) + rank(1) ≤ rank(2) + 8");
    let row = shown(&program, "c15_rank(2,1)");
    assert_eq!(row, "rank(2) + 1 ≤ 9·o(1,2) + rank(1)");
}

/// Equations O-1 and O-2 and those of longer cycles are told, too, where they are generated.
#[test]
fn what_is_added_later_is_described() {
    let problem = of_wall(3, 3);
    let (all, control) = (BTreeSet::new(), Control::default());
    for (formulation, numbers) in [
        (
            OrderingFormulation::generating(&problem, &all),
            "O-1 O-2 O-11",
        ),
        (OrderingFormulation::new(&problem), "O-11"),
        (OrderingFormulation::complete(&problem, &all, &control), ""),
    ] {
        let later = formulation.expect("small").describe(&problem).later;
        assert_eq!(
            later.iter().map(|equation| equation.number).join(" "),
            numbers
        );
    }
}

/// Rows O-8 are left out where there are more than 10,000 of them and more than four phases, as `rounds` has on 10×10.
#[test]
fn rows_of_phases_are_left_out_where_these_are_many_and_the_phases_too() {
    let numbers = |size: usize, rule: &str| {
        let text = format!(
            r#"{{"wall": {{"rows": {size}, "columns": {size}}}, "sense": "minimize", "constraints": [{{"type": "{rule}"}}]}}"#
        );
        let problem = Problem::from(&parse(&text));
        let (known, all) = (Bound::trivial(&problem), BTreeSet::new());
        let formulation = OrderingFormulation::to_solve(&problem, known, &all, &Control::default());
        let formulation = formulation.expect("small");
        let mut rows = formulation.program().rows().iter();
        let has = rows.any(|row| row.equation.number == "O-8");
        let later = formulation.describe(&problem).later;
        (has, later.iter().any(|equation| equation.number == "O-8"))
    };
    assert_eq!(numbers(4, "rounds"), (true, false));
    assert_eq!(numbers(10, "rounds"), (false, true));
}

#[test]
fn rows_are_left_out_by_name_and_by_equation() {
    let program = complete(&of_wall(2, 3));
    let without = |names: &[&str]| {
        let names = names.iter().map(|name| String::from(*name)).collect_vec();
        let (fewer, unknown) = program.without_rows(&names);
        let nonzeros = fewer.rows().iter().map(|row| row.expression.terms().len());
        assert_eq!(fewer.nonzeros(), nonzeros.sum::<usize>());
        let rows = program.rows().iter();
        let left_out = rows.filter(|row| !fewer.rows().contains(row));
        let left_out = left_out.map(|row| row.name.clone()).collect_vec();
        assert_eq!(left_out.len() + fewer.rows().len(), program.rows().len());
        (left_out, unknown.join(" "))
    };
    let one = "c1_cycle(1,2,3)";
    let (left_out, unknown) = without(&[one, "c1_cycle(1,2)", "2"]);
    assert_eq!((left_out, &*unknown), (vec![one.into()], "c1_cycle(1,2) 2"));
    // One way round and the other, of two rows, and of three rectangles.
    let (circles, unknown) = without(&["c1", "c2"]);
    assert_eq!((circles.len(), &*unknown), (2 * 2 + 2 * 3, ""));
    assert!(circles.iter().all(|name| name.contains("_cycle(")));
    assert_eq!(without(&[]), (vec![], String::new()));
}

#[test]
fn a_program_of_cells_that_wait_for_each_other_is_contradictory() {
    let waiting = |constraints: &str| {
        let problem = Problem::from(&parse(&format!(
            r#"{{"wall": {{"rows": 1, "columns": 3}}, "sense": "maximize", "constraints": [{constraints}]}}"#
        )));
        complete(&problem).is_contradictory()
    };
    let before = r#"{"type": "before", "first": 1, "then": 2}"#;
    assert!(!waiting(before));
    assert!(waiting(&format!(
        r#"{before}, {{"type": "before", "first": 2, "then": 1}}"#
    )));
}
