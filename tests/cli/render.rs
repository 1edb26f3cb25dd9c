//! The command line of `render`.

use assert_cmd::Command;
use resvg::tiny_skia::Pixmap;
use std::fs;
use std::path::PathBuf;
use std::process::Output;

/// The case study's order of table 2.
const TABLE_2: &str = "5 7 3 4 2 1 6 8 9";

struct Run {
    output: Output,
}

impl Run {
    fn out(&self) -> &str {
        std::str::from_utf8(&self.output.stdout).expect("UTF-8")
    }

    #[track_caller]
    fn ended(self, code: i32) -> Self {
        let err = self.err();
        assert_eq!(self.output.status.code(), Some(code), "{err}");
        self
    }

    fn err(&self) -> String {
        String::from_utf8_lossy(&self.output.stderr).into_owned()
    }

    #[track_caller]
    fn says(self, part: &str) -> Self {
        assert!(
            self.err().contains(part),
            "{part:?} is not in: {}",
            self.err()
        );
        self
    }
}

fn render(words: &[&str], stdin: &str) -> Run {
    let mut command = Command::cargo_bin("azulejo").expect("built");
    command.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
    command.arg("render").args(words).write_stdin(stdin);
    Run {
        output: command.output().expect("it starts"),
    }
}

/// A place for a file of a test.
fn place(name: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("render");
    fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(name);
    let _ = fs::remove_file(&path);
    path.to_str().expect("UTF-8").to_owned()
}

#[test]
fn an_instance_is_solved_and_drawn_with_what_is_proven() {
    let instance = "instances/case-study/3x3-centre-last.json";
    let run = render(&[instance], "").ended(0);
    assert!(run.out().starts_with("<svg ") && run.out().ends_with("</svg>\n"));
    assert!(run.out().contains("score 30: the proven maximum"));
    let run = render(&[instance, "--method", "graph", "--format", "text"], "").ended(0);
    assert!(run.out().starts_with(" turn\n") && !run.out().contains('\u{1b}'));
}

#[test]
fn a_given_order_is_drawn_from_flags_from_solve_and_from_orders() {
    let flags = [
        "--size",
        "3",
        "--order",
        TABLE_2,
        "--format",
        "text",
        "--picture",
        "turns,points",
    ];
    let expected = " turn      points\n 6 5 3     6 4 1\n 4 1 7     4 1 5\n 2 8 9     1 5 6\n";
    assert_eq!(render(&flags, "").ended(0).out(), expected);
    let json = r#"{"order": [5, 7, 3, 4, 2, 1, 6, 8, 9]}"#;
    let solution = [
        "--size",
        "3",
        "--solution",
        "-",
        "--format",
        "text",
        "--picture",
        "turns,points",
    ];
    assert_eq!(render(&solution, json).ended(0).out(), expected);
    let json = r#"{"listed": [[1, 2, 3, 4, 5, 6, 7, 8, 9], [5, 7, 3, 4, 2, 1, 6, 8, 9]]}"#;
    let nth = [&solution[..], &["--nth", "2"]].concat();
    assert_eq!(render(&nth, json).ended(0).out(), expected);
    let nth = [&solution[..], &["--nth", "3"]].concat();
    render(&nth, json).ended(1).says("holds only 2 orders");
    render(&["-", "--solution", "-"], "")
        .ended(2)
        .says("standard input");
}

#[test]
fn the_name_of_the_file_says_what_it_holds() {
    let order = ["--size", "3", "--order", TABLE_2];
    let written = |name: &str, more: &[&str]| {
        let path = place(name);
        let words = [&order[..], &["-o", &path], more].concat();
        let run = render(&words, "").ended(0);
        assert_eq!((run.out(), &*run.err()), ("", ""));
        fs::read(path).expect("a file")
    };
    assert!(written("wall.svg", &[]).starts_with(b"<svg "));
    let png = Pixmap::decode_png(&written("wall.PNG", &["--width", "700"])).expect("a PNG file");
    assert_eq!(png.width(), 700);
    assert!(written("wall.txt", &["--picture", "breakdown"]).starts_with(b"points by kind"));
    assert!(written("wall.xml", &["--format", "svg"]).starts_with(b"<svg "));
    let path = place("wall.gif");
    render(&[&order[..], &["-o", &path]].concat(), "")
        .ended(2)
        .says("--format");
    assert!(!PathBuf::from(path).exists());
    // To standard output, and not to a file of that name.
    let run = render(&[&order[..], &["-o", "-"]].concat(), "").ended(0);
    assert!(run.out().starts_with("<svg "));
    // No terminal is here, so that a PNG goes through the pipe.
    let run = render(&[&order[..], &["--format", "png"]].concat(), "").ended(0);
    assert!(Pixmap::decode_png(&run.output.stdout).is_ok());
}

#[test]
fn a_file_is_replaced_whole_and_can_be_read_by_others() {
    let path = place("replaced.svg");
    fs::write(&path, "old").expect("a file");
    let order = ["--size", "1", "--order", "1"];
    render(&[&order[..], &["-o", &path]].concat(), "").ended(0);
    assert!(
        fs::read_to_string(&path)
            .expect("a file")
            .starts_with("<svg ")
    );
    let nowhere = place("no-such-folder/wall.svg");
    render(&[&order[..], &["-o", &nowhere]].concat(), "")
        .ended(1)
        .says("cannot write");
    #[cfg(unix)]
    {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let mode = fs::metadata(&path).expect("a file").permissions().mode();
        let plain = place("plain");
        fs::write(&plain, "").expect("a file");
        assert_eq!(
            mode,
            fs::metadata(&plain).expect("a file").permissions().mode()
        );
        let link = place("link.svg");
        symlink(&path, &link).expect("a link");
        let words = ["--size", "2", "--order", "1 2 3 4", "-o", &link];
        render(&words, "").ended(0);
        assert!(
            fs::symlink_metadata(&link).expect("there").is_symlink(),
            "it stays a link"
        );
        assert!(
            fs::read_to_string(&path)
                .expect("a file")
                .contains("2×2 wall")
        );
        let device = [
            "--size",
            "1",
            "--order",
            "1",
            "--format",
            "svg",
            "-o",
            "/dev/null",
        ];
        render(&device, "").ended(0);
        assert!(
            !fs::metadata("/dev/null").expect("there").is_file(),
            "it stays a device"
        );
    }
}

#[test]
fn an_order_that_breaks_constraints_is_drawn_and_said_to() {
    let instance = "instances/case-study/3x3-centre-last.json";
    let run = render(&[instance, "--order", TABLE_2], "")
        .ended(3)
        .says("constraints[0]");
    assert!(
        run.out()
            .contains("not valid: a constraint does not hold: cell 5 in turn 9")
    );
    let run = render(&[instance, "--order", "1 1 2"], "")
        .ended(3)
        .says("cannot be played");
    assert_eq!(run.out(), "");
    render(&[instance, "--order", "1 2 10"], "")
        .ended(1)
        .says("10");
}

#[test]
fn without_an_order_nothing_is_written() {
    let path = place("infeasible.svg");
    let words = ["instances/constraints/infeasible.json", "-o", &path];
    render(&words, "")
        .ended(3)
        .says("infeasible: no order satisfies");
    assert!(!PathBuf::from(path).exists());
    let words = ["--size", "4", "--method", "graph", "--time-limit", "0s"];
    let run = render(&words, "").ended(5).says("no order was found");
    assert_eq!(run.out(), "");
}

#[test]
fn flags_that_do_not_go_together_are_refused() {
    let order = ["--size", "3", "--order", TABLE_2];
    for (words, part) in [
        ("--width 300", "--width is for PNG"),
        ("--picture walls", "strip"),
        ("--nth 1", "cannot be used with"),
        ("--solution x.json", "cannot be used with"),
        ("--format png --width 0", "--width"),
        ("--method graph", "cannot be used with"),
        ("--time-limit 1s", "cannot be used with"),
    ] {
        let words: Vec<&str> = order.into_iter().chain(words.split(' ')).collect();
        let run = render(&words, "").ended(2).says(part);
        assert_eq!(run.out(), "");
    }
    let words = [
        "--size", "400x1", "--turns", "0", "--order", "", "--format", "png", "--width", "16384",
    ];
    render(&words, "").ended(1).says("too large");
}
