//! Duals of `relax --duals`, and the log of `solve --log`.

use crate::run::azulejo;
use serde_json::Value;

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

/// The sum of the constant, the rows and the columns of a dual solution.
fn sum(duals: &Value) -> f64 {
    let rows = list(&duals["rows"]);
    let rows = rows
        .iter()
        .map(|row| number(&row["multiplier"]) * number(&row["right"]));
    let columns = list(&duals["columns"]);
    let columns = columns
        .iter()
        .map(|column| number(&column["reduced_cost"]) * number(&column["value"]));
    number(&duals["constant"]) + rows.sum::<f64>() + columns.sum::<f64>()
}

#[test]
fn the_dual_solution_adds_up_to_the_bound() {
    for words in [
        "--size 2 --sense min",
        "--size 3 --sense min --before 5:9",
        "--size 5 --sense min --without line-cuts,block-cuts",
        "--size 3 --method case-study",
        "--size 3 --method disaggregated",
        "--size 2x3 --fix 5@2",
    ] {
        let relaxed = azulejo(&format!("relax {words} --duals --format json")).json(0);
        let (sum, bound) = (sum(&relaxed["duals"]), number(&relaxed["bound"]));
        assert!((sum - bound).abs() < 1e-6, "{words}: {sum}, {bound}");
        for row in list(&relaxed["duals"]["rows"]) {
            assert!(number(&row["multiplier"]).abs() > 1e-9, "{words}: {row}");
        }
        let plain = azulejo(&format!("relax {words} --format json")).json(0);
        assert!(plain.get("duals").is_none(), "they are not asked for");
    }
}

/// The bound is a convex function of a right side (a minimum; concave for a maximum), and the multiplier is a slope of it: no other right
/// side has a bound on the better side of the line.
#[test]
fn a_multiplier_is_a_slope_of_the_bound() {
    // More than two singles, a minimum of 2×2 cannot have.
    for (sense, relation, most) in [("min", ">=", 2), ("max", "<=", 4)] {
        let relaxed = |right: i64| {
            let row = format!("u(1) + u(2) + u(3) + u(4) {relation} {right}");
            let words =
                format!("relax --size 2 --sense {sense} --row \"{row}\" --duals --format json");
            let run = azulejo(&words);
            assert!([0, 3].contains(&run.code), "{run:?}");
            run.json(run.code)
        };
        let bounds: Vec<f64> = (0..=most)
            .map(|right| number(&relaxed(right)["bound"]))
            .collect();
        let mut slopes = 0;
        for at in 0..=most {
            let relaxed = relaxed(at);
            let duals = &relaxed["duals"];
            let mut own = list(&duals["rows"]).iter().filter(|row| {
                row["name"]
                    .as_str()
                    .is_some_and(|name| name.starts_with("cgiven"))
            });
            let slope = own.next().map_or(0.0, |row| number(&row["multiplier"]));
            slopes += usize::from(slope != 0.0);
            for (right, bound) in (0_i64..).zip(&bounds) {
                let line = bounds[at as usize] + slope * (right - at) as f64;
                let sign = if sense == "min" { 1.0 } else { -1.0 };
                assert!(
                    sign * (bound - line) > -1e-6,
                    "{sense}, {at}, {right}: {bound}, {line}"
                );
            }
        }
        assert!(slopes >= 2, "{sense}: {slopes}");
    }
}

#[test]
fn a_long_dual_solution_ends_with_its_sum() {
    let run = azulejo("relax --size 2 --sense min --duals").ended(0);
    run.says("Together 9: 1 row and 0 reduced costs add up to the bound.");
    assert!(
        run.rows().iter().any(|row| row == "c13_block(1) -1 -1 1"),
        "{run:?}"
    );
    let listed = |words: &str| {
        let run = azulejo(&format!(
            "relax --size 3 --method case-study --duals {words}"
        ))
        .ended(0);
        let rows = run.rows().into_iter();
        let rows = rows.skip_while(|row| !row.starts_with("dual solution "));
        rows.take_while(|row| !row.starts_with("Together 181.2667 (2719/15)"))
            .collect::<Vec<_>>()
    };
    let (some, all) = (listed(""), listed("--all"));
    let left = some.last().and_then(|row| row.strip_prefix("… and "));
    let left = left.and_then(|rest| rest.strip_suffix(" more (--all)"));
    let left: usize = left.and_then(|count| count.parse().ok()).expect("a count");
    assert_eq!(all.len(), some.len() - 1 + left);
}

#[test]
fn where_there_is_no_solution_there_are_no_duals() {
    for (words, code) in [
        ("instances/constraints/infeasible.json", 3),
        (
            "--size 6 --sense min --method case-study --time-limit 0s",
            5,
        ),
    ] {
        let relaxed = azulejo(&format!("relax {words} --duals --format json")).json(code);
        assert!(relaxed.get("duals").is_none_or(Value::is_null), "{relaxed}");
        assert_eq!(relaxed["bound"], Value::Null);
    }
}

#[test]
fn the_log_is_that_of_the_program_which_is_solved() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("highs.log");
    for method in ["case-study", "disaggregated", "ordering"] {
        let words = format!("solve --size 2 --method {method} --format json");
        let plain = azulejo(&words).json(0);
        let logged = azulejo(&format!("{words} --log {}", path.display())).json(0);
        assert_eq!(logged["score"], plain["score"]);
        assert_eq!(logged["order"], plain["order"]);
        let log = std::fs::read_to_string(&path).expect("it is written");
        let stated = log
            .lines()
            .find_map(|line| line.strip_prefix("MIP has "))
            .expect("a size");
        let stated: Vec<u64> = stated
            .split("; ")
            .filter_map(|part| part.split(' ').next()?.parse().ok())
            .collect();
        let text = azulejo(&format!("solve --size 2 --method {method}"))
            .ended(0)
            .line("proof");
        for (count, of) in [(stated[1], "columns"), (stated[0], "rows")] {
            assert!(
                text.contains(&format!(" {count} {of}")),
                "{method}: {stated:?}, {text}"
            );
        }
        assert!(log.contains("Status            Optimal"), "{log}");
    }
}

#[test]
fn the_log_has_each_round_with_the_cycles_that_were_cut_before() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("highs.log");
    std::fs::write(&path, "MIP has nothing: an older log").expect("written");
    let words = "solve --size 2 --sense min --method ordering --without rectangle-cuts,block-cuts";
    let run = azulejo(&format!("{words} --log {}", path.display())).ended(0);
    run.says(" 12 rows").says(" 3 rounds with 2 cycle cuts");
    let log = std::fs::read_to_string(&path).expect("it is written");
    let sizes: Vec<&str> = log
        .lines()
        .filter_map(|line| line.strip_prefix("MIP has ")?.split(';').next())
        .collect();
    assert_eq!(sizes, ["12 rows", "13 rows", "14 rows"], "{log}");
}

#[test]
fn a_log_that_cannot_be_is_refused_before_anything_is_solved() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("highs.log");
    for method in ["auto", "graph", "dense"] {
        azulejo(&format!(
            "solve --size 2 --method {method} --log {}",
            path.display()
        ))
        .ended(2)
        .says(&format!("--log: the {method} method has no formulation"))
        .says("--method case-study, disaggregated or ordering");
        assert!(!path.exists());
    }
    let missing = folder.path().join("no/highs.log");
    azulejo(&format!(
        "solve --size 9 --method ordering --log {}",
        missing.display()
    ))
    .ended(1)
    .says("cannot write ")
    .says("highs.log");
}
