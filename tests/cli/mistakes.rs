//! What people write by mistake: it is understood, or the message says what to write.

use crate::run::azulejo;

#[test]
fn an_order_is_read_with_commas_with_spaces_and_in_brackets() {
    for order in [
        "1 4 2 3",
        "1,4,2,3",
        "1, 4, 2, 3",
        "[1, 4, 2, 3]",
        "1;4;2;3",
        "1,1 2,2 1,2 2,1",
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
        ("min minimum minimize minimise", "9"),
        ("max maximum maximize maximise", "10"),
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
fn a_time_without_a_unit_is_seconds() {
    for time in ["2", "0.5", "2s", "1m"] {
        azulejo(&format!("solve --size 2 --time-limit {time}")).ended(0);
    }
    // It is a limit: no time at all is too short for a search.
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
        "the row turn(1) + 1 <= turn(5), or --before 1:5, says that cell 1 comes before cell 5",
    );
    let run = row("3", "turn(1) + 1 <= turn(5)");
    assert_eq!(
        run.code, 3,
        "it is a row, which cuts off other orders: {run:?}"
    );
    // A wall of two rows needs no turns.
    let run = row("2", "o(1,4) <= 1").ended(1);
    run.says("--before 1:4 says that cell 1 comes before cell 4")
        .is_silent_about("turn(");
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
