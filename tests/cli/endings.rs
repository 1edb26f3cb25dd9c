//! The command line where it does not end well: wrong usage, faults, conflicts, stops, what cannot be written.

use crate::run::{Run, azulejo, azulejo_reading, command};
use serde_json::{Value, json};

const MAX: &str = "instances/case-study/3x3-max.json";
const ALL_KINDS: &str = "instances/constraints/all-kinds.json";

#[test]
fn wrong_usage_ends_with_2() {
    for words in include_str!("../data/cli/wrong-usage.txt").lines() {
        azulejo(words).ended(2).says("--help");
    }
}

#[test]
fn usage_errors_tell_both_ways_to_give_an_instance_and_blame_only_what_was_given() {
    azulejo("solve").says("INSTANCE").says("--size");
    let both = azulejo("solve instance.json --fix 5@9");
    both.says("--fix").is_silent_about("--window");
    let no_size = azulejo("solve --sense min");
    let mixed = |line: &str| line.contains("--size") && line.contains("<INSTANCE>");
    assert!(!no_size.err.lines().any(mixed), "{}", no_size.err);
}

#[test]
fn an_instance_that_cannot_be_used_ends_with_1_and_says_where_the_fault_is() {
    for line in include_str!("../data/cli/refused.txt").lines() {
        let (words, part) = line.split_once(" => ").expect("two parts");
        azulejo(words).ended(1).says(part);
    }
}

#[test]
fn two_things_cannot_both_come_from_standard_input() {
    let instance = std::fs::read(MAX).expect("a file");
    let run = azulejo_reading("check - --solution -", instance);
    run.is_silent_about("EOF").says("standard input");
    assert!([1, 2].contains(&run.code), "{}", run.code);
}

#[test]
fn an_infeasible_instance_ends_with_3_and_an_irreducible_conflict() {
    let words = "solve instances/constraints/infeasible.json";
    let run = azulejo(words).ended(3);
    let clash = run.out.split("the others can:").nth(1).expect("a clash");
    assert!(clash.contains("cell 5 before cell 9"), "{clash}");
    let named = |index: &usize| clash.contains(&format!("constraints[{index}]"));
    assert_eq!((0..5).filter(named).collect::<Vec<_>>(), [0, 1, 2]);
    let json = azulejo(&format!("{words} --format json")).json(3);
    assert_eq!(json["status"], "infeasible");
    let conflict = json!({"constraints": [0, 1, 2], "irreducible": true});
    assert_eq!(json["conflict"], conflict);
    for key in ["score", "bound", "order", "points"] {
        assert_eq!(json[key], Value::Null, "{key}");
    }
}

#[test]
fn json_is_printed_where_nothing_is_found_and_where_a_run_is_stopped() {
    let file = "instances/constraints/infeasible.json";
    let conflict = json!({"constraints": [0, 1, 2], "irreducible": true});
    for (command, found) in [
        ("count", json!({"score": null, "orders": "0"})),
        ("count --all-scores", json!({"scores": {}})),
        ("orders --list 1", json!({"score": null, "orders": "0"})),
        ("orders --sample 1", json!({"score": null, "orders": "0"})),
        (
            "orders --first-tiles 1",
            json!({"score": null, "orders": "0"}),
        ),
    ] {
        let json = azulejo(&format!("{command} {file} --format json")).json(3);
        assert_eq!(json["status"], "infeasible", "{command}");
        assert_eq!(json["conflict"], conflict, "{command}");
        let read = |key: &String| (key.clone(), json[key].clone());
        let keys = found.as_object().expect("an object").keys();
        assert_eq!(Value::Object(keys.map(read).collect()), found, "{command}");

        let run = azulejo(&format!("{command} {file}"));
        assert_eq!(run.code, 3, "{command}");
        run.says("infeasible: no order satisfies the constraints");
        run.says("\n  constraints[2] (before): cell 5 before cell 9");
        assert_eq!(
            run.out.is_empty(),
            command.starts_with("orders"),
            "{command}"
        );
    }
    for command in [
        "count",
        "count --all-scores",
        "orders --list 1",
        "orders --first-tiles 1",
    ] {
        let words = format!("{command} --size 4x5 --rule rounds --time-limit 0s --format json");
        let json = azulejo(&words).json(5);
        assert_eq!(json["status"], "unknown", "{command}");
        for key in ["score", "orders", "scores", "conflict"] {
            assert_eq!(json[key], Value::Null, "{command}: {key}");
        }
    }
    for command in [
        "count",
        "count --all-scores",
        "orders --list 1",
        "orders --first-tiles 1",
    ] {
        let json = azulejo(&format!("{command} --size 2 --format json")).json(0);
        assert_eq!(json["status"], "optimal", "{command}");
        assert_eq!(json.get("conflict"), None, "{command}");
    }
}

#[test]
fn an_order_that_breaks_constraints_ends_with_3_and_names_each_of_them() {
    let order = (1..=16).map(|cell| format!("{cell} ")).collect::<String>();
    let words = format!("check {ALL_KINDS} --order \"{order}\"");
    let run = azulejo(&words).ended(3);
    let named = |index: &usize| run.out.contains(&format!("constraints[{index}]"));
    assert_eq!((0..5).filter(named).collect::<Vec<_>>(), [0, 2, 3, 4]);
    let json = azulejo(&format!("{words} --format json")).json(3);
    assert_eq!(json["valid"], false);
    assert_eq!(json["violations"].as_array().map(Vec::len), Some(4));
    let run = azulejo("check --size 3 --order \"1 1 2\"").ended(3);
    run.says("turn 2: cell 1 is filled").says("has 3 turns");
}

#[test]
fn a_run_that_is_stopped_before_it_has_an_order_ends_with_5() {
    let run = azulejo("solve --size 4 --method graph --time-limit 0s --format json");
    let json = run.json(5);
    assert_eq!(json["status"], "unknown");
    assert!(json["order"].is_null() && json["score"].is_null());
    assert!(json["bound"].as_u64() >= Some(76), "{}", json["bound"]);
}

#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    for words in ["solve --size 3", "completions bash", "man", "--help"] {
        let mut child = command(words).spawn().expect("it starts");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{words}");
        assert_eq!(output.status.code(), Some(0), "{words}");
    }
}

/// The program in a shell, with what the shell does to its output.
#[cfg(unix)]
fn in_a_shell(words: &str) -> Run {
    let mut shell = std::process::Command::new("sh");
    let binary = env!("CARGO_BIN_EXE_azulejo");
    shell.args(["-c", &format!("'{binary}' {words}")]);
    Run::of(shell, "")
}

#[cfg(unix)]
#[test]
fn a_result_that_cannot_be_written_is_an_error() {
    let mut ways = vec![(">&-", "it is closed\n")];
    if cfg!(target_os = "linux") {
        ways.push((">/dev/full", "No space left on device"));
    }
    for (way, says) in ways {
        for words in [
            "solve --size 2",
            "count --size 3",
            "check --size 1 --order 1",
            "orders --size 2 --list 2",
            "map --size 2 --last",
            "graph --size 2",
            "tiling --size 2",
            "compare --size 2",
            "render --size 2",
            "formulate --size 2",
            "game new --seed 1",
            "completions bash",
            "man",
            "--help",
            "solve --help",
            "--version",
        ] {
            let run = in_a_shell(&format!("{words} {way}")).ended(1);
            run.says(&format!("error: cannot write to standard output: {says}"));
        }
    }
}

/// A program can get /dev/null in many ways; a result that goes to a file needs no standard output.
#[cfg(unix)]
#[test]
fn a_result_that_nobody_wants_is_no_error() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let file = folder.path().join("wall.svg");
    for words in [
        "solve --size 2 >/dev/null",
        "solve --size 2 1<>/dev/null",
        "solve --size 2 <&- 2>&- >/dev/null",
        &format!("render --size 2 -o '{}' >&-", file.display()),
    ] {
        in_a_shell(words).ended(0);
    }
    assert!(file.exists());
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_that_grows_too_large_is_an_error_that_names_it() {
    let binary = env!("CARGO_BIN_EXE_azulejo");
    let folder = tempfile::TempDir::new().expect("a folder");
    let count = "count --size 5 --sense min --rule last-round --method frontier";
    for (words, place) in [
        ("render --size 5 -o wall.svg", "cannot write wall.svg: "),
        (
            &format!("{count} --memory 1MiB --scratch ."),
            "the scratch folder . cannot be used: ",
        ),
        (
            &format!("{count} --checkpoint kept"),
            "the checkpoint kept cannot be written: ",
        ),
        ("solve --size 5 > out", "cannot write to standard output: "),
    ] {
        let blocks = if words.contains("count") { 100 } else { 0 };
        let mut shell = std::process::Command::new("sh");
        shell.args(["-c", &format!("ulimit -f {blocks}; '{binary}' {words}")]);
        let run = Run::of(
            {
                shell.current_dir(folder.path());
                shell
            },
            "",
        );
        run.ended(1)
            .says(place)
            .says("raise the limit on the size of files (ulimit -f)");
    }
    let part = folder.path().join("kept.part");
    assert!(!part.exists(), "nothing half-written stays");
}

/// The layers that were whole are of use, and behind them is nothing.
#[cfg(target_os = "linux")]
#[test]
fn a_checkpoint_of_all_layers_keeps_the_whole_ones_where_the_next_does_not_fit() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let kept = folder.path().join("kept");
    let words = format!(
        "orders --size 5 --sense min --rule last-round --sample 1 --checkpoint {}",
        kept.display()
    );
    let binary = env!("CARGO_BIN_EXE_azulejo");
    let mut shell = std::process::Command::new("sh");
    shell.args(["-c", &format!("ulimit -f 100; '{binary}' {words}")]);
    Run::of(shell, "").ended(1).says("cannot be written: ");
    let whole = std::fs::read(&kept).expect("it is there");
    azulejo(&format!("{words} --resume")).ended(0);
    let all = std::fs::read(&kept).expect("it is there");
    assert!(all.len() > whole.len() && all.starts_with(&whole));
}

#[cfg(unix)]
#[test]
fn a_checkpoint_has_one_writer_and_others_are_told_who() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let run = |words: &str| {
        let mut command = command(words);
        command.current_dir(folder.path());
        command
    };
    let words = "count --size 9 --method frontier --checkpoint kept";
    let mut first = run(words).spawn().expect("it starts");
    while !folder.path().join("kept").exists() {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    for words in [words, &format!("{words} --resume")] {
        let second = Run::of(run(words), "").ended(1);
        let writer = match cfg!(target_os = "linux") {
            true => format!("another azulejo, process {}: ", first.id()),
            false => "another azulejo: ".into(),
        };
        second.says(&format!(
            "error: the checkpoint kept is being written by {writer}wait for it, or name another file by --checkpoint"
        ));
    }
    first.kill().expect("it runs");
    first.wait().expect("it ends");
    Run::of(run(words), "").ended(1).says("is there already");
    let resumed = Run::of(run(&format!("{words} --resume --time-limit 0s")), "");
    assert_eq!(resumed.code, 5, "{resumed:?}");
}

/// Counts that begin at the same time are told apart, too.
#[cfg(unix)]
#[test]
fn of_several_counts_on_one_checkpoint_one_goes_on() {
    let words = "count --size 5 --sense min --rule last-round --method frontier --checkpoint kept";
    for _ in 0..5 {
        let folder = tempfile::TempDir::new().expect("a folder");
        let children: Vec<_> = (0..6)
            .map(|_| {
                let mut command = command(words);
                let child = command.current_dir(folder.path()).spawn();
                child.expect("it starts")
            })
            .collect();
        let mut whole = 0;
        for child in children {
            let output = child.wait_with_output().expect("it ends");
            let told = String::from_utf8_lossy(&output.stderr);
            match output.status.code() {
                Some(0) => whole += 1,
                code => {
                    assert_eq!(code, Some(1), "{told}");
                    let says = ["is being written by another azulejo", "is there already"];
                    assert!(says.iter().any(|says| told.contains(says)), "{told}");
                }
            }
        }
        assert_eq!(whole, 1);
        let names = folder.path().read_dir().expect("a folder");
        let names: Vec<_> = names.map(|it| it.expect("a name").file_name()).collect();
        assert_eq!(names, ["kept"]);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn the_default_memory_keeps_to_the_limit_of_the_process() {
    let binary = env!("CARGO_BIN_EXE_azulejo");
    let mut shell = std::process::Command::new("sh");
    // Its tables may take a megabyte, of which a layer of tens of thousands of classes needs more.
    let count = "count --size 5 --sense min --rule last-round --method frontier --disk 0";
    shell.args(["-c", &format!("ulimit -v 200000; '{binary}' {count}")]);
    let run = Run::of(shell, "").ended(1);
    run.says("fits neither into 1.0 MiB of memory nor into 0 B of disk");
}

#[test]
fn a_size_that_is_none_is_refused_in_words() {
    for (size, says) in [
        ("99999999999999999999", "at most 16EiB"),
        ("18EiB", "at most 16EiB"),
        ("lots", "a size such as 512MiB or 8GiB"),
        ("-1", "a size such as 512MiB or 8GiB"),
    ] {
        for flag in ["--memory", "--disk"] {
            azulejo(&format!("count --size 3 {flag}={size}"))
                .ended(2)
                .says(says);
        }
    }
}

#[test]
fn hostile_input_is_refused_with_a_short_message() {
    let wall = r#""wall":{"rows":3,"columns":3},"sense":"maximize""#;
    let with = |rest: &str| format!("{{{wall},{rest}}}");
    let list = |key: &str, item: &str, times: usize| {
        with(&format!("\"{key}\":[{}]", vec![item; times].join(",")))
    };
    let keys: Vec<_> = (0..80_000).map(|key| format!("\"{key}\":1")).collect();
    let mut texts = vec![
        "[".repeat(100_000),
        "{\"wall\":".repeat(20_000),
        " ".repeat(2 << 20),
        String::new(),
        with("\"turns\":9") + "\0",
        list("constraints", r#"{"type":"place-at","cell":99}"#, 30_000),
        list("constraints", r#"{"type":"rounds","x":1}"#, 50_000),
        list("initial", "1", 450_000),
        with(&keys.join(",")),
        with(&vec!["\"sense\":1"; 90_000].join(",")),
        with(&format!("\"{}\":1", "x".repeat(900_000))),
    ];
    // What is said too often is no fault, but its warnings are short, too.
    let often = list("constraints", r#"{"type":"rounds"}"#, 5_000);
    let run = azulejo_reading("solve -", often.into_bytes());
    assert_eq!((run.code, run.err.lines().count()), (0, 21));
    assert!(run.err.ends_with("… and 4979 more warnings\n"));
    let numbers = "1e400 1e308 18446744073709551615 18446744073709551616 -1 1.5";
    for number in numbers.split(' ') {
        let place = format!(r#"{{"type":"place-at","cell":{number},"turn":{number}}}"#);
        texts.push(list("constraints", &place, 1));
        texts.push(list("initial", &format!("{number},[1,{number}]"), 1));
        texts.push(with(&format!("\"turns\":{number}")));
        texts.push(with("\"turns\":9").replacen('3', number, 1));
    }
    let texts = texts.into_iter().map(String::into_bytes);
    for text in texts.chain([b"{\"name\":\"\xff\"}".to_vec()]) {
        let run = azulejo_reading("solve -", text).ended(1);
        assert!(run.err.len() < 8192, "{} bytes", run.err.len());
    }
}
