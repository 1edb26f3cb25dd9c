use super::read;
use azulejo_solver::milp::FileValues;

/// The program of a file in a canonical form: objective with constant, rows, bounds; or the fault of the file.
fn summary(text: &str) -> String {
    let linear = match read(text) {
        Ok(linear) => linear,
        Err(fault) => return fault.to_string(),
    };
    let program = &linear.program;
    let term = |&(column, factor): &(usize, f64)| format!("{factor:+}{}", linear.names[column]);
    let costs = program.columns.iter().map(|column| column.cost).enumerate();
    let costs: Vec<(usize, f64)> = costs.filter(|(_, cost)| *cost != 0.0).collect();
    let sum = |terms: &[(usize, f64)]| terms.iter().map(term).collect::<String>();
    let mut summary = format!(
        "{}{}{:+}",
        if program.maximizes { "max" } else { "min" },
        sum(&costs),
        program.offset
    );
    for (row, name) in program.rows.iter().zip(&linear.rows) {
        let [low, high] = row.sides;
        summary += &format!("; {name}: {low}..{}..{high}", sum(&row.terms));
    }
    for (column, name) in program.columns.iter().zip(&linear.names) {
        let [low, high] = column.bounds;
        if column.values == FileValues::Integral || [low, high] != [0.0, f64::INFINITY] {
            let kind = if column.values == FileValues::Integral {
                "in"
            } else {
                "of"
            };
            summary += &format!("; {name} {kind} {low}..{high}");
        }
    }
    summary
}

#[test]
fn each_file_has_its_canonical_form() {
    for (text, expected) in [
        // A name twice, in the objective and in a row; constants in both.
        (
            "max\n f: x + 2 x - y + 7\nst\n 2 x + y - x - 1 <= 4\nend",
            "max+3x-1y+7; the row of line 4: -inf..+1x+1y..5",
        ),
        // Every relation, and both sides.
        (
            "Minimise x\ns.t.\n a: x =< 4\n b: x => 1\n c: x < 3\n d: 1 <= x + y <= 4\n e: 5 >= x\n f: x = - 1",
            "min+1x+0; a: -inf..+1x..4; b: 1..+1x..inf; c: -inf..+1x..3; d: 1..+1x+1y..4; e: -inf..+1x..5; f: -1..+1x..-1",
        ),
        // A row may have the name of a section, or one that HiGHS gives, and two rows the same.
        (
            "MAXIMUM x SUBJECT TO: bound: x <= 4 HiGHS_R0: x <= 5\n c: x <= 1\n c: x <= 2",
            "max+1x+0; bound: -inf..+1x..4; HiGHS_R0: -inf..+1x..5; c: -inf..+1x..1; c: -inf..+1x..2",
        ),
        // Bounds, and a binary column that is bounded too far.
        (
            "max x st c: x + y + z + b <= 9\nBounds\n x <= 5\n 1 <= y <= 2\n z free\n -inf <= w <= -2\n b <= 5\nint x\nBinary\n b",
            "max+1x+0; c: -inf..+1x+1y+1z+1b..9; x in 0..5; y of 1..2; z of -inf..inf; b in 0..1; w of -inf..-2",
        ),
        // Comments, and the constant that glpsol writes in one.
        (
            "\\* Problem: a *\\\nMaximize\n score: + o(2,1)\n\\* constant term = 2 *\\\nSubject To /* was: minimize\n more */ c: A[1, 2] >= 2e1\nEnd \\ end",
            "max+1o(2,1)+2; c: 20..+1A[1, 2]..inf",
        ),
        (
            "max: x\nst c: x <= 1",
            "line 1: no colon comes after Maximize or Minimize: 'max:' is of another language",
        ),
    ] {
        assert_eq!(summary(text), expected, "{text}");
    }
}

#[test]
fn ambiguous_files_are_refused_with_the_line() {
    let whole = "Maximize\n f: 3 x + 2 y\nSubject To\n c: x + y <= 4\nEnd\n";
    for (old, new, line, part) in [
        (
            "Maximize",
            "Maximiere",
            1,
            "begins with Maximize or Minimize",
        ),
        ("+ 2 y", "2 y", 2, "a + or - was expected"),
        ("+ 2 y", "+ 2 3 y", 2, "a + or - was expected"),
        ("2 y", "2 y\n g: x", 3, "one objective"),
        ("2 y", "2 y\nMinimize\n x", 3, "second objective"),
        ("2 y", "2 y <= 3", 2, "an objective has none"),
        ("2 y", "2 y * x", 2, "products"),
        ("2 y", "[ x ^ 2 ] / 2", 2, "products"),
        ("x + y", "x y", 4, "+, - or a relation"),
        ("<= 4", "", 4, "has no relation"),
        ("<= 4", "<= 4; d: x <= 1", 4, "';' ends nothing"),
        ("<= 4", "<= 4 x", 4, "the right side is one number"),
        ("<= 4", "<= 4 + 1", 4, "the right side is one number"),
        ("<= 4", "<= x", 4, "the right side is one number"),
        ("x + y", "x = 1 -> y", 4, "the right side is one number"),
        ("2 y", "2 y +", 3, "expected after the sign"),
        ("Subject To", "", 4, "one objective"),
        (
            "End",
            "Lazy Constraints\n d: x <= 1\nEnd",
            5,
            "are not read",
        ),
        ("End", "Bounds\n x <= -3\nEnd", 2, "give both"),
        ("End", "Bounds\n x\nEnd", 7, "a bound was expected"),
        ("End", "Binary\n x: y\nEnd", 6, "names of variables"),
        ("End", "End\n d: x <= 1", 6, "nothing is read after End"),
    ] {
        assert!(whole.contains(old), "{old}");
        let text = whole.replacen(old, new, 1);
        let summary = summary(&text);
        assert!(
            summary.starts_with(&format!("line {line}: ")) && summary.contains(part),
            "{text}\n{summary}"
        );
    }
}
