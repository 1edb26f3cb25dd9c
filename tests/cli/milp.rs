//! The command line where HiGHS is built in: long proofs, formulations, relaxations.

use crate::helpers::{list, number, plot, shell};
use crate::run::{azulejo, azulejo_reading, numbers};
use serde_json::{Value, json};

#[test]
fn a_solve_that_runs_out_of_time_ends_with_4_and_its_bound() {
    for limit in ["0s", "1s"] {
        let words = format!("solve --size 8 --sense min --without block-cuts --time-limit {limit}");
        let json = azulejo(&format!("{words} --format json")).json(4);
        assert_eq!(json["status"], "feasible");
        let (score, bound) = (json["score"].as_u64(), json["bound"].as_u64());
        assert_eq!(score, Some(numbers(&json["points"]).iter().sum()));
        assert!(Some(64) <= bound && bound <= score, "{bound:?}");
    }
}

#[test]
fn explain_has_the_bound_moment_by_moment_and_the_rows_by_kind() {
    let starts = "--window 1@1-2 --window 2@1-2 --window 3@1-2";
    let minimum = "--sense min --without block-cuts";
    let limited = "--time-limit 2s";
    for (words, code, parts) in [
        (
            format!("--size 5 {minimum}"),
            0,
            [
                "at least 87.00",
                "Branching had to close",
                "points ≥ 11 − starts",
            ],
        ),
        (
            "--size 2 --method case-study".into(),
            0,
            ["A product is 1 only if", "10 is the maximum", ""],
        ),
        (
            "--size 20 --method ordering".into(),
            0,
            ["no solver was needed", "points ≤", ""],
        ),
        (
            format!("--size 4 {starts} --method ordering"),
            3,
            ["nothing satisfies all rows", "has no solution", ""],
        ),
        (
            format!("--size 8 {minimum} {limited}"),
            4,
            ["points apart", "is not known", ""],
        ),
    ] {
        let run = azulejo(&format!("solve {words} --explain")).ended(code);
        for part in parts {
            run.says(part);
        }
        let (_, moments) = run.out.split_once("Moment by moment\n").expect("a table");
        let rows = moments.lines().take_while(|line| !line.is_empty()).count();
        assert!((2..=16).contains(&rows), "{rows} rows: {moments}");
        let json = azulejo(&format!("solve {words} --explain --format json")).json(code);
        let moments = &json["explain"]["history"]["milp"]["moments"];
        assert!(!list(moments).is_empty());
    }
}

#[test]
fn explain_of_the_case_studys_extension() {
    let words = "solve instances/case-study/3x3-centre-last.json --method ordering --explain";
    let run = azulejo(words).ended(0);
    let (_, text) = run.out.split_once("\nThe bound\n").expect("the bound");
    // The times, and with them the table, depend on the machine.
    let (bound, rest) = text.split_once("Moment by moment\n").expect("a table");
    let (_, rows) = rest.split_once("\n\n").expect("an end");
    insta::assert_snapshot!(format!("{bound}{rows}"));
}

#[test]
fn a_plot_of_the_bound_has_its_axes_and_lines() {
    let svg = plot("solve --size 5 --sense min --without block-cuts");
    let axes = ["seconds", "score", "nodes"];
    let lines = ["best order so far", "no order scores less", "optimum 89"];
    for words in axes.into_iter().chain(lines) {
        assert!(svg.contains(words), "{words}: {svg}");
    }
}

#[test]
fn a_cross_check_of_an_unproven_answer_has_the_proof_of_the_state_graph() {
    let words = "solve --size 4 --sense min --rule rounds --mip-gap 0.9 --without block-cuts";
    let run = azulejo(words).ended(4);
    let score = run.line("score");
    assert!(score.contains("stopped early"), "{}", run.out);
    let score = score
        .split(' ')
        .next()
        .and_then(|number| number.parse::<u32>().ok());
    run.says(match score.expect("a score") {
        53 => "the state graph proves that 53 is the minimum, 146 optimal orders",
        _ => "the state graph proves a better score: the minimum is 53, 146 optimal orders",
    });
    run.is_silent_about("agrees");
}

#[cfg(target_os = "linux")]
#[test]
fn without_the_memory_for_highs_a_run_ends_with_a_message() {
    let solve = "ulimit -v 300000; \"$0\" solve --size 5 --sense min --without block-cuts";
    shell(".", solve)
        .ended(1)
        .says("HiGHS needs about 38")
        .says("ulimit -v");
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_solve_with_the_best_wall_so_far() {
    let solve = "\"$0\" solve --size 8 --sense min --without block-cuts --time-limit 60s";
    let script = format!("{solve} & sleep 1.5; kill -INT $! && wait $!");
    let run = shell(".", &script).ended(4);
    run.says("(stopped early: the minimum is at least");
    let mut rows = run.rows();
    rows.retain(|row| row.split(' ').flat_map(str::parse::<u32>).count() == 16);
    assert_eq!(rows.len(), 8, "turns beside points: {}", run.out);
}

#[test]
fn the_json_of_a_comparison_has_the_result_of_each_method() {
    let json = azulejo("compare --size 2 --format json").json(0);
    assert_eq!(json["agree"], true);
    let results = list(&json["results"]);
    let exact = ["ordering", "dense", "frontier", "graph"];
    for method in exact.into_iter().chain(["disaggregated", "case-study"]) {
        let result = results.iter().find(|result| result["method"] == method);
        assert_eq!(result.expect("a result")["score"], 10);
    }
}

#[test]
fn the_model_of_the_case_study_has_its_columns_and_integers() {
    let words = "formulate --method case-study --size 3";
    let sizes = azulejo(words).ended(0).rows();
    for (kind, count) in [("A", 81), ("B", 216), ("C", 252), ("D", 72), ("E", 9)] {
        let mut rows = sizes.iter();
        let row = rows.find(|row| row.starts_with(&format!("{kind}(i,j")));
        let end = format!(": {count}");
        assert!(row.is_some_and(|row| row.ends_with(&end)), "{kind}");
    }
    let lp = azulejo(&format!("{words} --format lp")).ended(0).out;
    assert!(
        lp.starts_with("Maximize\n score: + A(1,1) + "),
        "{}",
        &lp[..80]
    );
    let (_, integers) = lp.split_once("\nGenerals\n").expect("integers");
    assert_eq!(integers.matches('(').count(), 630);
}

#[test]
fn a_relaxation_fits_on_a_screen_and_its_columns_add_up_to_the_bound() {
    let words = "relax --size 2 --method case-study";
    let lines = azulejo(words).ended(0).out.lines().count();
    assert!(lines <= 45, "a screenful: {lines}");
    let all = azulejo(&format!("{words} --all")).ended(0);
    assert!(all.out.lines().count() > lines);
    let json = azulejo(&format!("{words} --format json")).json(0);
    let bound = number(&json["bound"]);
    assert!((bound - 58.0 / 3.0).abs() < 1e-9);
    let columns = list(&json["columns"]).iter();
    let points = columns.map(|column| number(&column["value"]) * number(&column["points"]));
    assert!(
        (points.sum::<f64>() - bound).abs() < 1e-9,
        "the columns add up to it"
    );
}

#[test]
fn a_family_of_cuts_can_be_left_out() {
    let rows = |without: &str| {
        let run = azulejo(&format!("formulate --size 3 {without}")).ended(0);
        run.line("rows").parse::<u32>().expect("a number")
    };
    let bare = rows("--without rectangle-cuts,line-cuts");
    let lines = rows("--without rectangle-cuts");
    let rectangles = rows("--without line-cuts");
    assert!(bare < lines && bare < rectangles);
    assert_eq!(rows("") + bare, lines + rectangles);
    let minimum = "--sense min --rule last-round";
    let all = rows(minimum);
    assert_eq!(rows(&format!("{minimum} --without block-cuts")), all - 4);
    assert!(rows(&format!("{minimum} --without schedules")) < all);
}

#[test]
fn one_conflict_is_found_among_fifteen_thousand_contradictory_constraints() {
    let pairs = (1..=144).flat_map(|first| (1..=144).map(move |then| (first, then)));
    let pairs = pairs.filter(|(first, then)| first != then).take(15_000);
    let before = |(first, then)| json!({"type": "before", "first": first, "then": then});
    let all: Vec<Value> = pairs.map(before).collect();
    let wall = json!({"rows": 12, "columns": 12});
    let text = json!({"wall": wall, "sense": "maximize", "constraints": all}).to_string();
    let json = azulejo_reading("solve - --format json", text).json(3);
    let [first, second] = numbers(&json["conflict"]["constraints"])[..] else {
        panic!("not two constraints: {}", json["conflict"])
    };
    let constraint = |index: u64| &json["instance"]["constraints"][index as usize];
    assert_eq!(constraint(first)["first"], constraint(second)["then"]);
    assert_eq!(constraint(first)["then"], constraint(second)["first"]);
}
