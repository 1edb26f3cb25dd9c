//! Files of problems with known optima: every installed solver has the names, the sizes and the optimum.

use crate::common::{instance, parse, plain};
use crate::export::exact::best;
use crate::export::files::{FORMATS, formulate, model_file_of, value};
use crate::export::highs::{shape, solve};
use crate::export::solvers::{Answer, SOLVERS};
use azulejo::formulation::{Kind, Program};
use azulejo::instance::{Instance, Sense};
use itertools::{Itertools, iproduct};

/// Asserts names, sizes and, if given, the optimum of a program in both formats.
fn assert_survives(program: &Program, optimum: Option<f64>) {
    for format in FORMATS {
        let file = model_file_of(program, format);
        let shape = shape(file.path());
        // An LP file lists columns by their first use.
        let columns = program.columns().iter().map(|column| &*column.name);
        let offset = (program.objective().offset() != 0).then_some("one");
        let names = shape.columns.iter().map(|name| &**name);
        assert_eq!(
            names.sorted().collect_vec(),
            columns.chain(offset).sorted().collect_vec()
        );
        let rows = program.rows().iter().map(|row| &row.name);
        assert_eq!(
            shape.rows.iter().collect_vec(),
            rows.collect_vec(),
            "{format:?}"
        );
        assert_eq!(shape.nonzeros, program.nonzeros(), "{format:?}");
        if let Some(score) = optimum {
            let optimum = solve(file.path()).expect("a solution").objective;
            let expected = value(score, program.sense(), format);
            assert!((optimum - expected).abs() < 1e-6, "{format:?}: {optimum}");
        }
    }
}

#[test]
fn the_ordering_formulation_survives_lp_and_mps() {
    for (sense, optimum) in [(Sense::Maximize, 33.0), (Sense::Minimize, 22.0)] {
        let formulation = formulate(Kind::Ordering, &plain(3, 3, sense));
        assert_survives(formulation.program(), Some(optimum));
    }
    let rounds = instance("thesis/3x3-rounds-max.json");
    assert_survives(formulate(Kind::Ordering, &rounds).program(), Some(33.0));
}

#[test]
fn the_case_studys_formulations_survive_lp_and_mps() {
    for kind in [Kind::CaseStudy, Kind::Disaggregated] {
        let square = formulate(kind, &plain(2, 2, Sense::Maximize));
        assert_survives(square.program(), Some(10.0));
        let line = formulate(kind, &plain(1, 5, Sense::Minimize));
        assert_survives(line.program(), Some(11.0));
        let whole = formulate(kind, &plain(3, 3, Sense::Maximize));
        assert_survives(whole.program(), None);
    }
}

#[test]
fn programs_without_a_column_or_a_solution_survive() {
    let single_cell = r#"{"wall": {"rows": 1, "columns": 1}, "sense": "maximize"}"#;
    for kind in Kind::ALL {
        let formulation = formulate(kind, &parse(single_cell));
        for format in FORMATS {
            let file = model_file_of(formulation.program(), format);
            let optimum = solve(file.path()).map(|solution| solution.objective);
            let expected = value(1.0, Sense::Maximize, format);
            assert_eq!(optimum, Some(expected), "{kind}");
        }
    }
    // Two cells that wait for each other: a row without a column, which cannot hold.
    let waiting = r#"{"wall": {"rows": 1, "columns": 2}, "sense": "maximize", "constraints": [
        {"type": "before", "first": 1, "then": 2}, {"type": "before", "first": 2, "then": 1}]}"#;
    let formulation = formulate(Kind::Ordering, &parse(waiting));
    assert!(formulation.program().is_contradictory());
    for format in FORMATS {
        let file = model_file_of(formulation.program(), format);
        let shape = shape(file.path());
        assert_eq!(shape.rows.len(), formulation.program().rows().len());
        assert!(solve(file.path()).is_none());
    }
}

/// glpsol reads no LP file without rows.
#[test]
fn every_solver_reads_programs_without_a_decision() {
    let wall = |rows, columns, sense| Instance::builder(rows, columns, sense);
    for sense in [Sense::Maximize, Sense::Minimize] {
        let all_fixed = wall(2, 2, sense).place_at(1, 1).place_at(2, 2);
        let all_but_one = wall(2, 2, sense).initial([1, 2, 4]);
        let builders = [
            wall(1, 1, sense),
            wall(1, 1, sense).turns(0),
            wall(1, 2, sense),
            wall(1, 2, sense).place_at(1, 1).place_at(2, 2),
            wall(2, 2, sense).turns(0),
            wall(2, 2, sense).initial([1, 2, 3, 4]),
            wall(2, 2, sense).turns(1),
            all_fixed.place_at(3, 3).place_at(4, 4),
            all_but_one,
            wall(1, 2, sense).before(1, 2).before(2, 1),
        ];
        for instance in builders.map(|builder| builder.build().expect("valid")) {
            let best = best(&instance);
            for (kind, format) in iproduct!(Kind::ALL, FORMATS) {
                let file = model_file_of(formulate(kind, &instance).program(), format);
                let highs = solve(file.path()).map(|solution| solution.objective);
                let objective = |score| value(f64::from(score), sense, format);
                let case = format!("{kind}, {format:?}: {instance:?}");
                assert_eq!(highs, best.map(objective), "{case}");
                let expected = highs.map_or(Answer::Infeasible, Answer::Optimum);
                for solver in &SOLVERS {
                    let answer = solver.solve(file.path(), format);
                    let is_same = answer.is_none_or(|answer| answer == expected);
                    assert!(is_same, "{}, {case}: {answer:?}", solver.name);
                }
            }
        }
    }
}

const ROUNDS: &str = r#"{"wall": {"rows": 2, "columns": 2}, "sense": "minimize",
    "constraints": [{"type": "rounds"}]}"#;

#[test]
fn other_solvers_find_the_optima_of_the_files() {
    let centre_last = instance("case-study/3x3-centre-last.json");
    let rounds = instance("thesis/3x3-rounds-max.json");
    let cases = [
        (Kind::Ordering, plain(2, 2, Sense::Maximize), 10.0),
        (Kind::CaseStudy, plain(2, 2, Sense::Maximize), 10.0),
        (Kind::Disaggregated, plain(2, 2, Sense::Minimize), 9.0),
        (Kind::Ordering, plain(3, 3, Sense::Maximize), 33.0),
        (Kind::Ordering, plain(3, 3, Sense::Minimize), 22.0),
        (Kind::Ordering, centre_last, 30.0),
        (Kind::Ordering, rounds, 33.0),
        // The program of rounds has names of twelve letters, such as w(row,1,2,1).
        (Kind::Ordering, parse(ROUNDS), 9.0),
    ];
    'solver: for solver in &SOLVERS {
        for (kind, instance, score) in &cases {
            let formulation = formulate(*kind, instance);
            for format in FORMATS {
                let file = model_file_of(formulation.program(), format);
                let Some(answer) = solver.solve(file.path(), format) else {
                    continue 'solver;
                };
                let expected = value(*score, instance.sense(), format);
                let is_close = |value: f64| (value - expected).abs() < 1e-6;
                let is_same = matches!(answer, Answer::Optimum(value) if is_close(value));
                let case = format!("{}, {kind}, {format:?}", solver.name);
                assert!(is_same, "{case}: {answer:?} for {expected}");
            }
        }
    }
}
