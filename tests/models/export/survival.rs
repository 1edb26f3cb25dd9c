//! Files of problems with known optima: every installed solver has the names, the sizes and the optimum.

use crate::common::{built, constrained, instance, plain};
use crate::export::exact::{best, check_by};
use crate::export::files::{FORMATS, formulate, model_file_of, value};
use crate::export::highs::{read, solve};
use crate::export::solvers::{Answer, SOLVERS};
use azulejo::formulation::{Families, Kind, Program};
use azulejo::instance::{Instance, Sense};
use itertools::{Itertools, iproduct};

/// Asserts names and sizes of a program in both formats.
fn assert_survives(program: &Program) {
    for format in FORMATS {
        let model = model_file_of(program, format);
        let file = read(model.path());
        // An LP file lists columns by their first use.
        let columns = program.columns().iter().map(|column| &*column.name);
        let offset = (program.objective().offset() != 0).then_some("one");
        let names = file.names().iter().map(|name| &**name);
        assert_eq!(
            names.sorted().collect_vec(),
            columns.chain(offset).sorted().collect_vec()
        );
        let rows = program.rows().iter().map(|row| &row.name);
        let names = file.row_names().iter();
        assert_eq!(names.collect_vec(), rows.collect_vec(), "{format:?}");
        let nonzeros = file.program().rows.iter().map(|row| row.terms.len());
        let nonzeros: usize = nonzeros.sum();
        assert_eq!(nonzeros, program.nonzeros(), "{format:?}");
    }
}

#[test]
fn files_have_the_names_the_sizes_and_the_optima_of_their_programs() {
    let centre_last = instance("case-study/3x3-centre-last.json");
    let rounds = instance("thesis/3x3-rounds-max.json");
    // The program of these rounds has names of twelve letters, such as w(row,1,2,1).
    let minimum_in_rounds = constrained(2, 2, Sense::Minimize, r#"{"type": "rounds"}"#);
    let [square, whole] = [2, 3].map(|side| plain(side, side, Sense::Maximize));
    let [small_minimum, minimum] = [2, 3].map(|side| plain(side, side, Sense::Minimize));
    let line = plain(1, 5, Sense::Minimize);
    let solvers = SOLVERS;
    let all = solvers.each_ref();
    // The optimum by HiGHS and these solvers, where that takes seconds.
    for (kind, instance, optimum, solvers) in [
        (Kind::Ordering, &square, Some(10), &all[..]),
        (Kind::CaseStudy, &square, Some(10), &all),
        (Kind::Disaggregated, &square, Some(10), &all),
        (Kind::Disaggregated, &small_minimum, Some(9), &all),
        (Kind::CaseStudy, &line, Some(11), &[]),
        (Kind::Disaggregated, &line, Some(11), &[]),
        (Kind::CaseStudy, &whole, None, &[]),
        (Kind::Disaggregated, &whole, None, &[]),
        (Kind::Ordering, &whole, Some(33), &all),
        (Kind::Ordering, &minimum, Some(22), &all),
        (Kind::Ordering, &centre_last, Some(30), &all),
        (Kind::Ordering, &rounds, Some(33), &all),
        (Kind::Ordering, &minimum_in_rounds, Some(9), &all),
    ] {
        assert_survives(formulate(kind, instance).program());
        if optimum.is_some() {
            check_by(solvers, instance, kind, &Families::new(), optimum);
        }
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
        for instance in builders.map(built) {
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
