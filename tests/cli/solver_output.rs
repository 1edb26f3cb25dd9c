//! Duals of `relax --duals`, and the log of `solve --log`.

use crate::helpers::{list, number, place, read};
use crate::run::azulejo;
use serde_json::Value;

/// The sum of products of two numbers of each item.
fn products(items: &Value, first: &str, second: &str) -> f64 {
    let items = list(items).iter();
    items
        .map(|item| number(&item[first]) * number(&item[second]))
        .sum()
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
        let json = azulejo(&format!("relax {words} --duals --format json")).json(0);
        let (duals, bound) = (&json["duals"], number(&json["bound"]));
        let sum = number(&duals["constant"])
            + products(&duals["rows"], "multiplier", "right")
            + products(&duals["columns"], "reduced_cost", "value");
        assert!((sum - bound).abs() < 1e-6, "{words}: {sum}, {bound}");
        for row in list(&duals["rows"]) {
            assert!(number(&row["multiplier"]).abs() > 1e-9, "{words}: {row}");
        }
        let plain = azulejo(&format!("relax {words} --format json")).json(0);
        assert!(plain.get("duals").is_none(), "they are not asked for");
    }
}

/// The bound of a minimum is a convex function of a right side, the bound of a maximum a concave one, and the multiplier is a slope:
/// the bounds of all right sides lie on one side of the line.
#[test]
fn a_multiplier_is_a_slope_of_the_bound() {
    // A minimum of 2×2 has at most two singles.
    for (sense, sign, relation, most) in [("min", 1.0, ">=", 2), ("max", -1.0, "<=", 4)] {
        let points = (0..=most).map(|right| {
            let row = format!("u(1) + u(2) + u(3) + u(4) {relation} {right}");
            let words = format!("relax --size 2 --sense {sense} --row \"{row}\"");
            let run = azulejo(&format!("{words} --duals --format json"));
            assert!([0, 3].contains(&run.code), "{run:?}");
            let json = run.json(run.code);
            let rows = list(&json["duals"]["rows"]).iter();
            let is_own =
                |name: &Value| name.as_str().is_some_and(|name| name.starts_with("cgiven"));
            let mut own = rows.filter(|row| is_own(&row["name"]));
            let slope = own.next().map_or(0.0, |row| number(&row["multiplier"]));
            (f64::from(right), number(&json["bound"]), slope)
        });
        let points: Vec<(f64, f64, f64)> = points.collect();
        for (origin, value, slope) in &points {
            for (right, bound, _) in &points {
                let line = value + slope * (right - origin);
                let excess = sign * (bound - line);
                assert!(
                    excess > -1e-6,
                    "{sense}, {origin}, {right}: {bound}, {line}"
                );
            }
        }
        let slopes = points.iter().filter(|(.., slope)| *slope != 0.0).count();
        assert!(slopes >= 2, "{sense}: {slopes}");
    }
}

#[test]
fn a_long_dual_solution_ends_with_its_sum() {
    let rows = |words: &str| {
        let words = format!("relax --size 3 --method case-study --duals {words}");
        let rows = azulejo(&words).ended(0).rows().into_iter();
        let rows = rows.skip_while(|row| !row.starts_with("dual solution "));
        rows.take_while(|row| !row.starts_with("Together 181.2667 (2719/15)"))
            .collect::<Vec<_>>()
    };
    let (some, all) = (rows(""), rows("--all"));
    let hidden = some.last().and_then(|row| row.strip_prefix("… and "));
    let hidden = hidden.and_then(|rest| rest.strip_suffix(" more (--all)"));
    let hidden: usize = hidden
        .and_then(|count| count.parse().ok())
        .expect("a count");
    assert_eq!(all.len(), some.len() - 1 + hidden);
}

/// The sizes of the programs of a log.
fn sizes(log: &str) -> Vec<&str> {
    let sizes = log.lines().filter_map(|line| line.strip_prefix("MIP has "));
    sizes.collect()
}

#[test]
fn the_log_is_about_the_program_of_the_answer() {
    let path = place("solver_output", "highs.log");
    for method in ["case-study", "disaggregated", "ordering"] {
        let words = format!("solve --size 2 --method {method}");
        let plain = azulejo(&format!("{words} --format json")).json(0);
        let json = azulejo(&format!("{words} --format json --log \"{path}\"")).json(0);
        assert_eq!(json["score"], plain["score"]);
        assert_eq!(json["order"], plain["order"]);
        let log = read(&path);
        let mut numbers = sizes(&log)[0]
            .split("; ")
            .filter_map(|part| part.split(' ').next());
        let [rows, columns] =
            [numbers.next(), numbers.next()].map(|number| number.expect("a number"));
        let proof = azulejo(&words).ended(0).line("proof");
        for part in [format!(" {columns} columns"), format!(" {rows} rows")] {
            assert!(proof.contains(&part), "{method}: {part}, {proof}");
        }
        assert!(log.contains("Status            Optimal"), "{log}");
    }
}

#[test]
fn the_log_has_each_round_with_the_cuts_of_earlier_cycles() {
    let path = place("solver_output", "rounds.log");
    std::fs::write(&path, "MIP has nothing: an older log").expect("written");
    let words = "solve --size 2 --sense min --method ordering --without rectangle-cuts,block-cuts";
    let run = azulejo(&format!("{words} --log \"{path}\"")).ended(0);
    run.says(" 12 rows").says(" 3 rounds with 2 cycle cuts");
    let log = read(&path);
    let rows: Vec<_> = sizes(&log)
        .into_iter()
        .filter_map(|size| size.split(';').next())
        .collect();
    assert_eq!(rows, ["12 rows", "13 rows", "14 rows"], "{log}");
}

#[test]
fn an_impossible_log_is_refused_before_the_solve() {
    let path = place("solver_output", "refused.log");
    for method in ["auto", "graph", "dense"] {
        let run = azulejo(&format!(
            "solve --size 2 --method {method} --log \"{path}\""
        ))
        .ended(2);
        run.says(&format!("--log: the {method} method has no formulation"));
        run.says("--method case-study, disaggregated or ordering");
        assert!(!std::path::Path::new(&path).exists());
    }
    azulejo("solve --size 9 --method ordering --log no-such-folder/highs.log")
        .ended(1)
        .says("cannot write ")
        .says("highs.log");
}
