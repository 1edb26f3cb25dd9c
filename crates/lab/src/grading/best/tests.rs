use super::best;
use crate::grading::variables::Keys;
use azulejo_control::Control;
use azulejo_solver::formulation::{Families, Kind, Linear, Program, Relation};
use azulejo_solver::instance::{Instance, Sense};
use azulejo_solver::milp::{FileSolution, ModelFile};
use azulejo_solver::problem::Problem;
use itertools::Itertools;

/// An LP file with a column for the score, as students write it.
fn lp(program: &Program) -> String {
    let sum = |expression: &Linear, sign: i64| {
        let terms = expression.terms();
        let mut terms = terms.map(|(column, factor)| {
            format!(
                "{:+} {}",
                sign * factor,
                program.columns()[column.index()].name
            )
        });
        terms.join(" ")
    };
    let rows = program.rows().iter().map(|row| {
        let relation = match row.relation {
            Relation::AtMost => "<=",
            Relation::AtLeast => ">=",
            Relation::Equal => "=",
        };
        let left = sum(&row.expression, 1);
        format!(" {}: {left} {relation} {}\n", row.name, row.right)
    });
    let bounds = program.columns().iter().map(|column| {
        let (low, high) = (column.range.start(), column.range.end());
        format!(" {low} <= {} <= {high}\n", column.name)
    });
    let integers = program.columns().iter().filter(|column| column.integer);
    format!(
        "{:?}\n score: TP\nSubject To\n{} total: TP {} = 0\nBounds\n{}Generals\n {}\nEnd\n",
        program.sense(),
        rows.collect::<String>(),
        sum(program.objective(), -1),
        bounds.collect::<String>(),
        integers.map(|column| &column.name).join("\n "),
    )
}

/// The program of the case study, in both ways, whole and without one of its rows, has the optimum that HiGHS finds.
#[test]
fn the_search_and_highs_agree_on_right_and_wrong_models() {
    let control = Control::default();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("model.lp");
    let (mut models, mut wrong) = (0, 0);
    for (kind, sense) in [Kind::CaseStudy, Kind::Disaggregated]
        .into_iter()
        .cartesian_product([Sense::Maximize, Sense::Minimize])
    {
        let instance = Instance::builder(2, 2, sense).build().expect("a wall");
        let formulation = kind.formulate(&Problem::from(&instance), &Families::new());
        let program = formulation.expect("small").program().clone();
        let names = program.rows().iter().map(|row| row.name.clone());
        let omission = names.step_by(5).map(|name| vec![name]).chain([Vec::new()]);
        for omission in omission {
            let text = lp(&program.without_rows(&omission).0);
            std::fs::write(&path, text).expect("written");
            let file = ModelFile::read(&path).expect("a model");
            let keys = Keys::new(file.names(), None, &instance).expect("names");
            let by_search = best(file.program(), &keys.turns(), &control);
            let by_highs = match file.solve(&[], &control).expect("solved") {
                FileSolution::Optimal { objective, .. } => Some(objective.round() as i64),
                _ => None,
            };
            assert_eq!(
                by_search,
                Some(by_highs),
                "{kind:?} {sense:?} without {omission:?}"
            );
            let truth = if sense == Sense::Maximize { 10 } else { 9 };
            models += 1;
            wrong += usize::from(by_highs != Some(truth));
        }
    }
    assert!(models > 50 && wrong > 10, "{models} models, {wrong} wrong");
}
