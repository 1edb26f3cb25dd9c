//! The command line of `render`.

use crate::helpers::{place, read};
use crate::run::{Run, azulejo, azulejo_reading, command};
use resvg::tiny_skia::Pixmap;
use std::fs;
use std::path::Path;

/// The case study's order of table 2.
const TABLE_2: &str = "--size 3 --order \"5 7 3 4 2 1 6 8 9\"";
const CENTRE_LAST: &str = "instances/case-study/3x3-centre-last.json";

fn render(words: &str) -> Run {
    azulejo(&format!("render {words}"))
}

#[test]
fn an_instance_is_solved_and_drawn_with_its_proof() {
    let svg = render(CENTRE_LAST).ended(0).out;
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    assert!(svg.contains("score 30: the proven maximum"));
    let words = format!("{CENTRE_LAST} --method graph --format text");
    let text = render(&words).ended(0).out;
    assert!(text.starts_with(" turn\n") && !text.contains('\u{1b}'));
}

#[test]
fn an_order_is_drawn_from_flags_from_solve_and_from_orders() {
    let text = "--format text --picture turns,points";
    let expected = " turn      points\n 6 5 3     6 4 1\n 4 1 7     4 1 5\n 2 8 9     1 5 6\n";
    assert_eq!(render(&format!("{TABLE_2} {text}")).ended(0).out, expected);
    let solution = format!("render --size 3 --solution - {text}");
    let json = r#"{"order": [5, 7, 3, 4, 2, 1, 6, 8, 9]}"#;
    assert_eq!(azulejo_reading(&solution, json).ended(0).out, expected);
    let json = r#"{"listed": [[1, 2, 3, 4, 5, 6, 7, 8, 9], [5, 7, 3, 4, 2, 1, 6, 8, 9]]}"#;
    let nth = |nth: u32| azulejo_reading(&format!("{solution} --nth {nth}"), json);
    assert_eq!(nth(2).ended(0).out, expected);
    nth(3).ended(1).says("holds only 2 orders");
}

#[test]
fn the_name_of_the_file_decides_about_its_format() {
    let file = |name: &str, more: &str| {
        let path = place("render", name);
        let run = render(&format!("{TABLE_2} -o \"{path}\" {more}")).ended(0);
        assert_eq!(run.printed(), "");
        fs::read(path).expect("a file")
    };
    assert!(file("wall.svg", "").starts_with(b"<svg "));
    let png = Pixmap::decode_png(&file("wall.PNG", "--width 700")).expect("a PNG file");
    assert_eq!(png.width(), 700);
    assert!(file("wall.txt", "--picture breakdown").starts_with(b"points by kind"));
    assert!(file("wall.xml", "--format svg").starts_with(b"<svg "));
    let path = place("render", "wall.gif");
    render(&format!("{TABLE_2} -o \"{path}\""))
        .ended(2)
        .says("--format");
    assert!(!Path::new(&path).exists());
    // `-` is standard output, not a file.
    let run = render(&format!("{TABLE_2} -o -")).ended(0);
    assert!(run.out.starts_with("<svg "));
    // Without a terminal a PNG goes to the pipe.
    let output = command(&format!("render {TABLE_2} --format png")).output();
    let output = output.expect("it starts");
    assert!(output.status.success());
    assert!(Pixmap::decode_png(&output.stdout).is_ok());
}

#[test]
fn a_file_is_replaced_whole_and_can_be_read_by_others() {
    let path = place("render", "replaced.svg");
    fs::write(&path, "old").expect("a file");
    render(&format!("--size 1 --order 1 -o \"{path}\"")).ended(0);
    assert!(read(&path).starts_with("<svg "));
    let nowhere = place("render", "no-such-folder/wall.svg");
    render(&format!("--size 1 --order 1 -o \"{nowhere}\""))
        .ended(1)
        .says("cannot write");
    #[cfg(unix)]
    {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let plain = place("render", "plain");
        fs::write(&plain, "").expect("a file");
        let [mode, plain_mode] = [&path, &plain].map(|path| {
            let metadata = fs::metadata(path).expect("a file");
            metadata.permissions().mode()
        });
        assert_eq!(mode, plain_mode);
        let link = place("render", "link.svg");
        symlink(&path, &link).expect("a link");
        render(&format!("--size 2 --order \"1 2 3 4\" -o \"{link}\"")).ended(0);
        let metadata = fs::symlink_metadata(&link).expect("there");
        assert!(metadata.is_symlink(), "it stays a link");
        assert!(read(&path).contains("2×2 wall"));
        render("--size 1 --order 1 --format svg -o /dev/null").ended(0);
        let metadata = fs::metadata("/dev/null").expect("there");
        assert!(!metadata.is_file(), "it stays a device");
    }
}

#[test]
fn an_order_that_breaks_constraints_is_drawn_with_a_message() {
    let run = render(&format!("{CENTRE_LAST} --order \"5 7 3 4 2 1 6 8 9\""));
    assert!(
        run.code == 3 && run.err.contains("constraints[0]"),
        "{run:?}"
    );
    let message = "not valid: a constraint does not hold: cell 5 in turn 9";
    assert!(run.out.contains(message), "{run:?}");
    let run = render(&format!("{CENTRE_LAST} --order \"1 1 2\""));
    assert_eq!((run.code, &*run.out), (3, ""));
    run.says("cannot be played");
    render(&format!("{CENTRE_LAST} --order \"1 2 10\""))
        .ended(1)
        .says("10");
}

#[test]
fn without_an_order_nothing_is_written() {
    let path = place("render", "infeasible.svg");
    let run = render(&format!(
        "instances/constraints/infeasible.json -o \"{path}\""
    ));
    assert_eq!(run.code, 3);
    assert!(
        run.err.contains("infeasible: no order satisfies"),
        "{run:?}"
    );
    assert!(!Path::new(&path).exists());
    let run = render("--size 4 --method graph --time-limit 0s");
    assert_eq!((run.code, &*run.out), (5, ""));
    run.says("no order was found");
}

/// Maps of the costs of each cell in the first or the last turn.
#[test]
fn a_map_has_a_cell_of_the_picture_for_each_of_the_wall_and_a_turn_is_its_number() {
    let [last, by_number] =
        ["--last", "--turn 36"].map(|turn| azulejo(&format!("map --size 6 {turn}")).ended(0).out);
    assert_eq!(by_number, last);
    let picture = azulejo("map --size 4x3 --first --format svg").ended(0).out;
    let picture = roxmltree::Document::parse(&picture).expect("SVG");
    let cells = picture.descendants();
    assert_eq!(
        cells.filter(|node| node.has_attribute("data-cell")).count(),
        12
    );
}
