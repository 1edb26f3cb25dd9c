//! The command line where HiGHS is built in: proofs that take long, formulations, relaxations.

use crate::run::{Run, azulejo, azulejo_reading, numbers};
use serde_json::{Value, json};
use std::process::Command;

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
fn explain_tells_the_bound_moment_by_moment_and_the_rows_by_kind() {
    for (words, code, parts) in [
        (
            "--size 5 --sense min --without block-cuts",
            0,
            "at least 87.00|Branching had to close|points ≥ 11 − starts",
        ),
        (
            "--size 2 --method case-study",
            0,
            "A product is 1 only if|10 is the maximum",
        ),
        (
            "--size 20 --method ordering",
            0,
            "no solver was needed|points ≤",
        ),
        (
            "--size 4 --window 1@1-2 --window 2@1-2 --window 3@1-2 --method ordering",
            3,
            "nothing satisfies all rows|has no solution",
        ),
        (
            "--size 8 --sense min --without block-cuts --time-limit 2s",
            4,
            "points apart|is not known",
        ),
    ] {
        let run = azulejo(&format!("solve {words} --explain")).ended(code);
        for part in parts.split('|') {
            run.says(part);
        }
        let (_, moments) = run.out.split_once("Moment by moment\n").expect("a table");
        let rows = moments.lines().take_while(|line| !line.is_empty()).count();
        assert!((2..=16).contains(&rows), "{rows} rows: {moments}");
        let json = azulejo(&format!("solve {words} --explain --format json")).json(code);
        let history = &json["explain"]["history"]["milp"];
        assert!(
            history["moments"]
                .as_array()
                .is_some_and(|all| !all.is_empty())
        );
    }
}

#[test]
fn explain_of_the_case_studys_extension() {
    let words = "solve instances/case-study/3x3-centre-last.json --method ordering --explain";
    let run = azulejo(words).ended(0);
    let (_, told) = run.out.split_once("\nThe bound\n").expect("it is told");
    // The times, and with them the table, depend on the machine.
    let (bound, rest) = told.split_once("Moment by moment\n").expect("a table");
    let (_, rows) = rest.split_once("\n\n").expect("an end");
    insta::assert_snapshot!(format!("{bound}{rows}"));
}

#[test]
fn a_plot_of_the_bound_has_its_axes_and_lines() {
    let path = format!("{}/bound.svg", env!("CARGO_TARGET_TMPDIR"));
    azulejo(&format!(
        "solve --size 5 --sense min --without block-cuts --plot \"{path}\""
    ))
    .ended(0);
    let svg = std::fs::read_to_string(&path).expect("a picture");
    for words in [
        "seconds",
        "score",
        "nodes",
        "best order so far",
        "no order scores less",
        "optimum 89",
    ] {
        assert!(svg.contains(words), "{words}: {svg}");
    }
}

#[test]
fn a_cross_check_keeps_to_the_time_limit() {
    let run = azulejo("solve --size 4 --sense min --rule rounds --time-limit 0s").ended(4);
    run.says("stopped early").is_silent_about("cross-check");
    let json = azulejo("solve --size 4 --sense min --rule rounds --time-limit 0s --format json");
    assert_eq!(json.json(4)["cross_check"], Value::Null);
}

#[test]
fn a_cross_check_of_what_is_not_proven_says_what_the_state_graph_proves() {
    let run =
        azulejo("solve --size 4 --sense min --rule rounds --mip-gap 0.9 --without block-cuts")
            .ended(4);
    assert!(run.line("score").contains("stopped early"), "{}", run.out);
    let score: u32 = run
        .line("score")
        .split(' ')
        .next()
        .and_then(|it| it.parse().ok())
        .expect("a score");
    let proven = match score {
        53 => "the state graph proves that 53 is the minimum, 146 optimal orders".to_owned(),
        _ => "the state graph proves a better score: the minimum is 53, 146 optimal orders"
            .to_owned(),
    };
    run.says(&proven).is_silent_about("agrees");
}

#[test]
fn a_long_line_needs_no_solver() {
    for words in [
        "1x64 --sense min",
        "64x1 --sense min",
        "1x64",
        "2x64 --sense min",
    ] {
        let json = azulejo(&format!(
            "solve --method ordering --size {words} --format json"
        ))
        .json(0);
        assert_eq!(json["stats"]["rounds"], 0, "{words}: HiGHS was asked");
    }
    // Λ(64) = 65·7 − 2⁷ + 1
    azulejo("solve --method ordering --size 1x64 --sense min")
        .ended(0)
        .says("score        328 = bound 328");
}

#[cfg(target_os = "linux")]
#[test]
fn without_the_memory_for_highs_a_run_ends_with_a_message() {
    let binary = env!("CARGO_BIN_EXE_azulejo");
    let mut shell = Command::new("sh");
    let solve =
        format!("ulimit -v 300000; '{binary}' solve --size 5 --sense min --without block-cuts");
    shell.args(["-c", &solve]);
    Run::of(shell, "")
        .ended(1)
        .says("HiGHS needs about 38")
        .says("ulimit -v");
}

#[test]
fn a_wall_of_one_long_line_is_refused_with_the_limit() {
    let run = azulejo("solve --method ordering --size 1x400 --time-limit 1s").ended(1);
    run.says("at most 64 cells in a line; this wall has 400");
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_solve_with_the_best_wall_so_far() {
    let binary = env!("CARGO_BIN_EXE_azulejo");
    let solve =
        format!("'{binary}' solve --size 8 --sense min --without block-cuts --time-limit 60s");
    let interrupted = format!("{solve} & sleep 1.5; kill -INT $! && wait $!");
    let mut shell = Command::new("sh");
    shell.args(["-c", &interrupted]);
    let run = Run::of(shell, "").ended(4);
    run.says("(stopped early: the minimum is at least");
    let mut rows = run.rows();
    rows.retain(|row| row.split(' ').flat_map(str::parse::<u32>).count() == 16);
    assert_eq!(rows.len(), 8, "turns beside points: {}", run.out);
}

#[test]
fn compare_has_a_row_for_each_method_and_ends_with_0_when_they_agree() {
    let methods = [
        "ordering",
        "dense",
        "frontier",
        "disaggregated",
        "case-study",
        "graph",
    ];
    let run = azulejo("compare --size 2").ended(0);
    run.says("All methods agree.");
    for method in methods {
        let row = run.line(method);
        assert!(row.starts_with("optimal 10 10 "), "{method}: {row}");
    }
    let json = azulejo("compare --size 2 --format json").json(0);
    assert_eq!(json["agree"], true);
    for method in methods {
        let mut results = json["results"].as_array().expect("a list").iter();
        let result = results.find(|result| result["method"] == method);
        assert_eq!(result.expect("a result")["score"], 10);
    }
}

#[test]
fn compare_says_which_method_does_not_fit() {
    let run = azulejo("compare --size 5 --time-limit 2s").ended(0);
    assert_eq!(run.line("graph"), "does not fit");
    for method in ["ordering", "dense", "frontier"] {
        assert!(run.line(method).starts_with("optimal 145 145 "));
    }
}

#[test]
fn formulate_prints_the_sizes_and_the_model_of_the_case_study() {
    let words = "formulate --method case-study --size 3";
    let sizes = azulejo(words).ended(0);
    assert_eq!(sizes.line("columns"), "630 (630 binary)");
    assert_eq!(sizes.line("rows"), "1116");
    for (kind, count) in [("A", 81), ("B", 216), ("C", 252), ("D", 72), ("E", 9)] {
        let line = sizes
            .rows()
            .into_iter()
            .find(|row| row.starts_with(&format!("{kind}(i,j")));
        assert!(
            line.is_some_and(|line| line.ends_with(&format!(": {count}"))),
            "{kind}"
        );
    }
    let lp = azulejo(&format!("{words} --format lp")).ended(0);
    assert!(
        lp.out.starts_with("Maximize\n score: + A(1,1) + "),
        "{}",
        &lp.out[..80]
    );
    let (_, integers) = lp.out.split_once("\nGenerals\n").expect("integers");
    assert_eq!(integers.matches('(').count(), 630);
    let mps = azulejo(&format!("{words} --format mps"));
    mps.ended(0).says("\nROWS\n").says("\n A(1,5) score -1\n");
}

#[test]
fn formulate_has_equations_for_people_documents_and_papers() {
    let words = "formulate --size 3 --method case-study";
    let general = azulejo(words).ended(0);
    general
        .says("U1(j,k)")
        .says("1.2, 1.4, 2.1")
        .says("Σ_{o<i} A(o,k)");
    general.is_silent_about("c1_once(1)");
    let rows = azulejo(&format!("{words} --expand")).ended(0);
    rows.says("c1_once(1)")
        .says("p[5] = A[5] + B[5,2] + ")
        .says("more (--all)");
    let all = azulejo(&format!("{words} --expand --all")).ended(0);
    all.says("c3b(9,9,6,8)").is_silent_about("more (--all)");
    let markdown = azulejo(&format!("{words} --format markdown")).ended(0);
    markdown.says("\n$$\n\\sum_{i} A(i,j) = 1\n$$\n");
    let latex = azulejo(&format!("{words} --format latex")).ended(0);
    latex.says("\\begin{document}").says("\\tag{CS-3a}");
    let file = "instances/case-study/3x3-centre-last.json";
    let named = azulejo(&format!("formulate {file} --without line-cuts")).ended(0);
    named
        .says("3×3, centre last: 3×3 wall, 9 turns")
        .says("cell 5 in turn 9");
    named.says("the ordering formulation without line-cuts");
}

#[test]
fn relax_shows_the_fractions_and_what_they_fake() {
    let words = "relax --size 2 --method case-study";
    let run = azulejo(words).ended(0);
    assert_eq!(run.line("bound"), "19.3333 (58/3)");
    assert!(run.line("optimum").starts_with("10: the bound is 9.3333 "));
    run.says(" = 1/3 ").says("is filled before = 0)");
    assert!(run.out.lines().count() <= 45, "a screenful: {}", run.out);
    let all = azulejo(&format!("{words} --all")).ended(0);
    assert!(all.out.lines().count() > run.out.lines().count());

    let json = azulejo(&format!("{words} --format json")).json(0);
    assert_eq!(
        (&json["optimum"], &json["method"]),
        (&json!(10), &json!("case-study"))
    );
    let bound = json["bound"].as_f64().expect("a number");
    assert!((bound - 58.0 / 3.0).abs() < 1e-9);
    let columns = json["columns"].as_array().expect("a list");
    let number = |column: &Value, key: &str| column[key].as_f64().expect("a number");
    let points = columns
        .iter()
        .map(|it| number(it, "value") * number(it, "points"));
    assert!(
        (points.sum::<f64>() - bound).abs() < 1e-9,
        "the columns add up to it"
    );

    let disaggregated = azulejo("relax --size 2 --method disaggregated").ended(0);
    disaggregated.is_silent_about("too large");
    let tight = azulejo("relax --size 3").ended(0);
    assert_eq!(tight.line("optimum"), "33: the bound is tight");
}

#[test]
fn relax_ends_with_3_where_not_even_fractions_do_and_with_5_when_it_is_stopped() {
    azulejo("relax instances/constraints/infeasible.json")
        .ended(3)
        .says("infeasible");
    let json = azulejo("relax instances/constraints/infeasible.json --format json").json(3);
    assert_eq!(
        (&json["status"], &json["bound"]),
        (&json!("infeasible"), &Value::Null)
    );
    let run = azulejo("relax --size 6 --sense min --method case-study --time-limit 0s");
    run.ended(5).says("stopped");
    azulejo("relax --size 7 --method disaggregated")
        .ended(1)
        .says("disaggregated formulation takes at most 36");
}

#[test]
fn a_family_of_cuts_can_be_left_out() {
    let rows = |without: &str| {
        let run = azulejo(&format!("formulate --size 3 {without}")).ended(0);
        run.line("rows").parse::<u32>().expect("a number")
    };
    let bare = rows("--without rectangle-cuts,line-cuts");
    let (lines, rectangles) = (
        rows("--without rectangle-cuts"),
        rows("--without line-cuts"),
    );
    assert!(bare < lines && bare < rectangles);
    assert_eq!(rows("") + bare, lines + rectangles);
    let minimum = "--sense min --rule last-round";
    let all = rows(minimum);
    assert_eq!(rows(&format!("{minimum} --without block-cuts")), all - 4);
    assert!(rows(&format!("{minimum} --without schedules")) < all);
    let run = azulejo("solve --size 3 --without rectangle-cuts,line-cuts").ended(0);
    assert_eq!(run.line("score"), "33 = bound 33 (proven maximum)");
}

/// Cells 5 and 9 have no line in common: without equation O-15 the file would not know that 5 comes first.
#[test]
fn what_is_written_and_what_is_relaxed_is_the_whole_program() {
    let words = "--size 3 --sense min --before 5:9";
    for form in ["text", "markdown", "latex"].map(|form| format!("{form} --expand --all")) {
        let run = azulejo(&format!("formulate {words} --format {form}")).ended(0);
        run.says("rank(5,9)");
    }
    let lp = azulejo(&format!("formulate {words} --format lp")).ended(0);
    lp.says(" c15_rank(5,9): + rank(5) - rank(9) <= -1");
    lp.says(" 1 <= rank(9) <= 9");
    let mps = azulejo(&format!("formulate {words} --format mps")).ended(0);
    mps.says(" rank(9) c15_rank(5,9) -1")
        .says(" LO box rank(9) 1");
    let run = azulejo(&format!("formulate {words}")).ended(0);
    assert_eq!(run.line("columns"), "54 (18 binary)");
    assert_eq!(run.line("rows"), "170");
    run.says("Columns that are numbers").says("(O-15)");
    let run = azulejo(&format!("relax {words}")).ended(0);
    run.says("ordering formulation, 54 columns, 170 rows, ");
    assert_eq!(run.line("bound"), "22.6667 (68/3)");
    let run = azulejo(&format!("solve {words} --method ordering")).ended(0);
    run.says("HiGHS, 45 columns, 133 rows, ");
    assert_eq!(run.line("score"), "25 = bound 25 (proven minimum)");
}

#[test]
fn one_conflict_is_found_among_fifteen_thousand_contradictory_constraints() {
    let pairs = (1..=144).flat_map(|one| (1..=144).map(move |other| (one, other)));
    let pairs = pairs.filter(|(one, other)| one != other).take(15_000);
    let before = |(one, other)| json!({"type": "before", "first": one, "then": other});
    let all: Vec<Value> = pairs.map(before).collect();
    let wall = json!({"rows": 12, "columns": 12});
    let text = json!({"wall": wall, "sense": "maximize", "constraints": all}).to_string();
    let json = azulejo_reading("solve - --format json", text).json(3);
    let [one, other] = numbers(&json["conflict"]["constraints"])[..] else {
        panic!("not two constraints: {}", json["conflict"])
    };
    let constraint = |index: u64| &json["instance"]["constraints"][index as usize];
    assert_eq!(constraint(one)["first"], constraint(other)["then"]);
    assert_eq!(constraint(one)["then"], constraint(other)["first"]);
}
