//! Mistakes in writing: each is understood, or the message says what to write.

use crate::run::azulejo;

#[test]
fn an_order_is_read_with_commas_with_spaces_and_in_brackets() {
    for order in [
        "1 4 2 3",
        "1,4,2,3",
        "1, 4, 2, 3",
        "[1, 4, 2, 3]",
        "1;4;2;3",
        "1 , 4 , 2 , 3",
        "1,1 2,2 1,2 2,1",
        "(1,1) (2,2) (1,2) (2,1)",
        "(1, 1), (2, 2), (1, 2), (2, 1)",
        "[(1,1),(2,2),(1,2),(2,1)]",
    ] {
        let run = azulejo(&format!("check --size 2 --order \"{order}\"")).ended(0);
        assert_eq!(run.line("order"), "1 4 2 3", "{order}");
    }
    // Two numbers without a space are a cell by its row and column, as they always were.
    let run = azulejo("check --size 1x2 --order 1,2 --turns 1").ended(0);
    assert_eq!(run.line("order"), "2");
    let run = azulejo("check --size 2 --order 1,4,x,3").ended(2);
    run.says("\"x\" is no cell");
    let run = azulejo("check --size 2 --order 1 4 2 3").ended(2);
    run.says("tip: several cells are one value, in quotes, as in --order \"1 4 2 3\"");
}

#[test]
fn a_sense_is_read_in_every_spelling() {
    for (words, score) in [
        ("min minimum minimize minimise MIN Minimum", "9"),
        ("max maximum maximize maximise MAX Maximum", "10"),
    ] {
        for word in words.split(' ') {
            let run = azulejo(&format!("solve --size 2 --sense {word}")).ended(0);
            assert!(run.line("score").starts_with(score), "{word}");
        }
    }
    azulejo("solve --size 2 --sense most")
        .ended(2)
        .says("use max or min");
}

#[test]
fn a_size_and_a_cell_are_read_as_on_paper() {
    for size in ["2x3", "2X3", "2×3", "2 x 3", "2*3", "2,3", "2 3"] {
        let run = azulejo(&format!("solve --size \"{size}\"")).ended(0);
        assert!(run.out.starts_with("2×3 wall"), "{size}: {run:?}");
    }
    for size in ["2x", "x3", "2x3x4", "two", ""] {
        azulejo(&format!("solve --size \"{size}\""))
            .ended(2)
            .says("use a number, as in 5, or ROWSxCOLUMNS, as in 4x5");
    }
    for fix in ["5@9", "5 @ 9", "2,2@9", "(2,2)@9", "(2, 2) @ 9"] {
        let run = azulejo(&format!("solve --size 3 --fix \"{fix}\"")).ended(0);
        assert!(run.line("score").starts_with("30 "), "{fix}: {run:?}");
    }
    azulejo("solve --size 3 --fix \"(2,2@9\"")
        .ended(2)
        .says("is no cell");
    azulejo("solve --size 3 --fix 5@last")
        .ended(2)
        .says("--last CELLS says which cells come last");
}

#[test]
fn what_stands_without_its_flag_is_told_the_flag() {
    for (words, tip) in [
        ("solve 3", "there is no file 3: write --size 3"),
        ("solve 3x4", "there is no file 3x4: write --size 3x4"),
        (
            "solve --size 3 min",
            "there is no file min: write --sense min",
        ),
        ("solve --size 3 --min", "tip: write --sense min"),
        ("count --size 3 --maximize", "tip: write --sense max"),
        ("solve --size 3 --json", "tip: write --format json"),
        ("solve --size 3 --frontier", "tip: write --method frontier"),
        ("solve -size 3", "tip: a flag has two dashes: --size"),
        (
            "minimise --size 3",
            "tip: azulejo solve --sense min finds such an order",
        ),
        ("puzzle", "tip: it is azulejo game puzzle"),
        ("version", "tip: azulejo --version prints it"),
        ("solve --size 3 --method highs", "HiGHS solves them"),
        ("solve --size 3 --method MILP", "HiGHS solves them"),
        (
            "solve --size 3 --method Gurobi",
            "formulate --format lp writes a file",
        ),
    ] {
        azulejo(words).ended(2).says(tip);
    }
    // What is nothing that azulejo knows is not explained.
    azulejo("solve --size 3 --no-such-flag")
        .ended(2)
        .is_silent_about("tip: write");
    azulejo("solve no-such-file.json")
        .ended(1)
        .says("cannot open no-such-file.json");
}

#[test]
fn a_number_that_is_none_is_told_in_plain_words() {
    for words in [
        "solve --size 3 --turns nine",
        "orders --size 3 --list x",
        "map --size 3 --turn x",
        "exercises --seed x --output target/no-exercises",
    ] {
        let run = azulejo(words).ended(2);
        run.says("use a whole number")
            .is_silent_about("digit found");
    }
    azulejo("check --size 2 --solution x --nth 0")
        .ended(2)
        .says("use a whole number from 1");
    // A map is told of its own flags, and not of the usage of all commands.
    let run = azulejo("map --size 3").ended(2);
    run.says("say which turn to map")
        .is_silent_about("<COMMAND>");
}

#[test]
fn a_time_without_a_unit_is_seconds() {
    for time in ["2", "0.5", "2s", "1m"] {
        azulejo(&format!("solve --size 2 --time-limit {time}")).ended(0);
    }
    // A time of 0 is a limit: no time at all is too short for a search.
    assert_eq!(azulejo("count --size 7 --sense min --time-limit 0").code, 5);
    for time in ["soon", "inf", "nan", "1e300"] {
        let run = azulejo(&format!("solve --size 2 --time-limit {time}")).ended(2);
        run.says("use a number of seconds, or one with its unit, as in 30s or 5m");
    }
}

#[test]
fn a_flag_of_other_commands_names_them() {
    let run = azulejo("solve --size 2 --order \"1 2 3 4\"").ended(2);
    run.says("tip: --order belongs to azulejo check, azulejo render");
    let run = azulejo("reproduce --size=3").ended(2);
    run.says(
        "tip: --size belongs to azulejo solve, azulejo compare, azulejo count, azulejo orders and ",
    );
    let run = azulejo("solve --size 2 --no-such-flag").ended(2);
    run.is_silent_about("belongs to");
}

#[test]
fn cells_after_the_last_turn_of_a_map_are_told_what_they_would_mean() {
    let run = azulejo("map --size 3 --last 5").ended(2);
    run.says("--last maps the last turn for every cell, 5 among them: leave out 5");
    run.says("is --last=5, beside --turn TURN");
    azulejo("map --size 3 --last=5")
        .ended(2)
        .says("--last=CELLS are constraints");
    azulejo("map --size 2 --last=4 --turn 1").ended(0);
}

#[cfg(feature = "highs")]
#[test]
fn a_row_of_names_that_the_program_lacks_says_what_to_write() {
    let row = |size: &str, row: &str| azulejo(&format!("relax --size {size} --row \"{row}\""));
    let run = row("3", "o(1,5) <= 1").ended(1);
    run.says("cells 1 and 5 have no line in common");
    run.says(
        "the row rank(1) + 1 <= rank(5), or --before 1:5, says that cell 1 comes before cell 5",
    );
    let run = row("3", "rank(1) + 1 <= rank(5)");
    assert_eq!(
        run.code, 3,
        "it is a row, which cuts off other orders: {run:?}"
    );
    // A wall of two rows needs no ranks.
    let run = row("2", "o(1,4) <= 1").ended(1);
    run.says("--before 1:4 says that cell 1 comes before cell 4")
        .is_silent_about("rank(");
    row("3", "o(1,12) <= 1")
        .ended(1)
        .says("cell 12 is off the 3×3 wall");
    row("3", "o(5,5) <= 1")
        .ended(1)
        .says("a cell does not come before itself");
    row("3", "A(1,5) <= 1")
        .ended(1)
        .says("A is a column of --method case-study");
    let run = row("3 --method case-study", "o(1,2) <= 1").ended(1);
    run.says("o is a name of --method ordering");
    row("3", "x(1) <= 1")
        .ended(1)
        .says("`azulejo formulate --method ordering --expand`");
}

#[cfg(feature = "highs")]
#[test]
fn a_row_in_the_ways_of_other_languages_is_read_or_told_what_to_write() {
    let row = |row: &str| azulejo(&format!("relax --size 3 --row \"{row}\""));
    for written in [
        "o_1_2 + o_2_3 >= 0",
        "o(1,2) + o(2,3) => 0",
        "2*o[1,2] >= 0",
    ] {
        assert_eq!(row(written).code, 0, "{written}");
    }
    row("o(1,2) + o(2,3) < 2")
        .ended(1)
        .says("write <= in place of <");
    row("o(1,2) <= 1/2")
        .ended(1)
        .says("multiply both sides, so that o(1,2) <= 1/2 becomes 2 o(1,2) <= 1");
    row("o12 <= 1")
        .ended(1)
        .says("write what it is of in parentheses, as in o(1,2)");
    for name in ["15", "O-15", "(15)"] {
        azulejo(&format!("relax --size 3 --without-row \"{name}\""))
            .ended(2)
            .says("the rows of equation O-15 begin with c15");
    }
    assert_eq!(azulejo("relax --size 3 --without-row c15").code, 0);
}

#[cfg(feature = "highs")]
#[test]
fn what_a_grade_cannot_be_of_says_what_to_give() {
    azulejo("grade models/ordering.mod models/case_study.mod")
        .ended(2)
        .says("models/case_study.mod is a second model: grade takes one, or --report FOLDER");
    azulejo("grade mine.py")
        .ended(2)
        .says("in Python, azulejo.grade(model) takes a model");
    let run = azulejo("grade models/ordering.mod --fix 5@9").ended(1);
    run.says("on 2×2, one of the walls that grade takes without --size");
    run.says("--fix 5@9: cell 5 is off the 2×2 wall");
}

#[test]
fn two_cells_in_one_turn_and_two_turns_of_a_cell_are_contradictions_as_others() {
    for (one, other) in [("5@9", "1@9"), ("5@9", "5@8")] {
        for method in ["auto", "dense", "frontier", "backward", "graph"] {
            let words = format!("solve --size 3 --fix {one} --fix {other} --method {method}");
            let run = azulejo(&words).ended(3);
            run.says("infeasible: no order satisfies the constraints");
            run.says("These constraints cannot hold together");
            run.says(&format!("--fix {one}: cell"))
                .says(&format!("--fix {other}: cell"));
        }
        let words = format!("--size 3 --fix {one} --fix {other}");
        assert_eq!(azulejo(&format!("count {words}")).code, 3);
        assert_eq!(azulejo(&format!("orders {words} --list 1")).code, 3);
        assert_eq!(azulejo(&format!("map {words} --first")).code, 3);
        if cfg!(feature = "highs") {
            for method in ["ordering", "case-study", "disaggregated"] {
                azulejo(&format!("solve {words} --method {method}")).ended(3);
            }
            azulejo(&format!("relax {words}")).ended(3);
        }
    }
}

#[test]
fn what_is_wrong_with_flags_names_them() {
    let order = "--order \"9 8 7 6 5 4 3 2 1\"";
    let run = azulejo(&format!("check --size 3 --before 1:9 --fix 5@9 {order}")).ended(3);
    run.says("  --fix 5@9 does not hold: cell 5 in turn 9");
    run.says("  --before 1:9 does not hold: cell 1 before cell 9");
    run.is_silent_about("constraints[");
    let run = azulejo(&format!("check --size 3 --rule rounds {order}")).ended(3);
    run.says("  --rule rounds does not hold: ");
    let run = azulejo(&format!("render --size 3 --fix 5@9 {order} --format text"));
    assert_eq!(run.code, 3);
    run.says("not valid: --fix 5@9 does not hold: cell 5 in turn 9")
        .is_silent_about("constraints[");
    // In a file it is the place in the file.
    let file = "instances/case-study/3x3-centre-last.json";
    let run = azulejo(&format!("check {file} {order}")).ended(3);
    run.says("  constraints[0] does not hold: cell 5 in turn 9");
}

#[test]
fn a_constraint_that_is_said_twice_is_a_warning_and_the_answer_stays() {
    let once = azulejo("solve --size 3 --fix 5@9")
        .ended(0)
        .line("score")
        .to_owned();
    let folder = tempfile::tempdir().expect("a folder");
    let proof = folder.path().join("proof.json");
    let words = "solve --size 3 --fix 5@9 --fix 2,2@9 --certificate";
    let twice = azulejo(&format!("{words} {}", proof.display()));
    let warning = "warning: --fix 2,2@9: says the same as --fix 5@9";
    assert_eq!((twice.code, twice.err.trim()), (0, warning));
    assert_eq!(twice.line("score"), once);
    let proof = std::fs::read_to_string(proof).expect("a certificate");
    let checked = azulejo_check::check(&proof);
    assert!(checked.is_ok(), "{checked:?}");
}

#[cfg(not(feature = "highs"))]
#[test]
fn a_command_that_needs_highs_says_what_builds_it_in() {
    azulejo("grade models/ordering.mod")
        .ended(2)
        .says("grade needs HiGHS, which is not built into this azulejo: cargo install --path . builds it in");
}

/// A value that begins with a dash is taken for a flag by clap: what is said of it is about the value, and no tip leads to
/// another mistake.
#[test]
fn a_value_with_a_dash_is_told_what_is_wrong_with_it() {
    for (words, said) in [
        (
            "solve --size 3 --turns -1",
            "invalid value '-1' for '--turns <TURNS>': use a whole number that is not negative",
        ),
        (
            "solve --size 3 --turns -x",
            "invalid value '-x' for '--turns <TURNS>': use a whole number",
        ),
        (
            "solve --size 3 --turns -v9",
            "a value is required for '--turns <TURNS>'",
        ),
        (
            "solve --size 3 --turns --99",
            "invalid value '--99' for '--turns <TURNS>'",
        ),
        (
            "solve --size -3",
            "use a number, as in 5, or ROWSxCOLUMNS, as in 4x5",
        ),
        ("solve --size 3 --fix -5@9", "is no cell"),
        ("solve --size 3 --initial -1", "is no cell"),
        ("solve --size 3 --sense -max", "use max or min"),
        (
            "solve --size 3 --bonus -2,7,10",
            "use ROW,COLUMN,COLOUR, as in 2,7,10",
        ),
        (
            "solve --size 3 --time-limit -5s",
            "invalid value '-5s' for '--time-limit",
        ),
        (
            "solve --size 3 --method -auto",
            "invalid value '-auto' for '--method",
        ),
        (
            "orders --size 3 --sample -1",
            "invalid value '-1' for '--sample",
        ),
        ("game show --seed -7", "invalid value '-7' for '--seed"),
        (
            "solve --size 3 --plot -wall.svg",
            "tip: write --plot=-wall.svg",
        ),
        (
            "solve --size 3 --quiet -9",
            "unexpected argument '-9' found",
        ),
        ("solve -9", "unexpected argument '-9' found"),
    ] {
        let run = azulejo(words).ended(2);
        run.says(said).is_silent_about("as a value, use");
    }
}
