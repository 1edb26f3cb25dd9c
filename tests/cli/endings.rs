//! Failures of the command line: wrong usage, faults, stops, unwritable files.

#[cfg(unix)]
use crate::helpers::shell;
use crate::run::{Run, azulejo, azulejo_reading, command};
#[cfg(unix)]
use std::time::Duration;

#[test]
fn wrong_usage_ends_with_2() {
    azulejo("").ended(2).says("--help");
    let no_size = azulejo("solve --sense min");
    let mixed = |line: &str| line.contains("--size") && line.contains("<INSTANCE>");
    assert!(!no_size.err.lines().any(mixed), "{}", no_size.err);
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
fn a_reader_that_closes_the_pipe_is_no_error() {
    for words in ["solve --size 3", "completions bash", "man", "--help"] {
        let mut child = command(words).spawn().expect("it starts");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{words}");
        assert_eq!(output.status.code(), Some(0), "{words}");
    }
}

/// Commands whose result goes to standard output.
#[cfg(unix)]
const PRINTING: &str = "solve --size 2|count --size 3|check --size 1 --order 1|orders --size 2 --list 2|\
    map --size 2 --last|graph --size 2|tiling --size 2|compare --size 2|render --size 2|formulate --size 2|\
    game new --seed 1|completions bash|man|--help|solve --help|--version";

#[cfg(unix)]
#[test]
fn a_result_that_cannot_be_written_is_an_error() {
    let mut redirections = vec![(">&-", "it is closed\n")];
    if cfg!(target_os = "linux") {
        redirections.push((">/dev/full", "No space left on device"));
    }
    for (redirection, message) in redirections {
        for words in PRINTING.split('|') {
            let run = shell(".", &format!("\"$0\" {words} {redirection}")).ended(1);
            run.says(&format!(
                "error: cannot write to standard output: {message}"
            ));
        }
    }
}

/// Several ways to /dev/null, and a result in a file, which needs no standard output.
#[cfg(unix)]
#[test]
fn a_discarded_result_is_no_error() {
    let folder = tempfile::tempdir().expect("a folder");
    for words in [
        "solve --size 2 >/dev/null",
        "solve --size 2 1<>/dev/null",
        "solve --size 2 <&- 2>&- >/dev/null",
        "render --size 2 -o wall.svg >&-",
    ] {
        shell(&folder, &format!("\"$0\" {words}")).ended(0);
    }
    assert!(folder.path().join("wall.svg").exists());
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_that_grows_too_large_is_an_error_that_names_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let count = "count --size 5 --sense min --rule last-round --method frontier";
    let scratch = format!("{count} --memory 1MiB --scratch .");
    let checkpoint = format!("{count} --checkpoint kept");
    for (blocks, words, place) in [
        (0, "render --size 5 -o wall.svg", "cannot write wall.svg: "),
        (100, &scratch, "the scratch folder . cannot be used: "),
        (100, &checkpoint, "the checkpoint kept cannot be written: "),
        (
            0,
            "solve --size 5 > out",
            "cannot write to standard output: ",
        ),
    ] {
        let run = shell(&folder, &format!("ulimit -f {blocks}; \"$0\" {words}"));
        run.ended(1)
            .says(place)
            .says("raise the limit on the size of files (ulimit -f)");
    }
    let part = folder.path().join("kept.part");
    assert!(!part.exists(), "nothing half-written stays");
}

/// The whole layers stay, and nothing behind them.
#[cfg(target_os = "linux")]
#[test]
fn a_checkpoint_of_all_layers_keeps_the_whole_ones_where_the_next_does_not_fit() {
    let folder = tempfile::tempdir().expect("a folder");
    let words = "\"$0\" orders --size 5 --sense min --rule last-round --sample 1 --checkpoint kept";
    let run = shell(&folder, &format!("ulimit -f 100; {words}")).ended(1);
    run.says("cannot be written: ");
    let read = || std::fs::read(folder.path().join("kept")).expect("it is there");
    let whole = read();
    shell(&folder, &format!("{words} --resume")).ended(0);
    let all = read();
    assert!(all.len() > whole.len() && all.starts_with(&whole));
}

#[cfg(unix)]
#[test]
fn a_checkpoint_has_one_writer_and_others_get_its_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = |words: &str| {
        let mut command = command(words);
        command.current_dir(folder.path());
        command
    };
    let words = "count --size 9 --method frontier --checkpoint kept";
    let mut first = run(words).spawn().expect("it starts");
    while !folder.path().join("kept").exists() {
        std::thread::sleep(Duration::from_millis(20));
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
    let third = Run::of(run(&format!("{words} --resume --time-limit 0s")), "");
    assert_eq!(third.code, 5, "{third:?}");
}

/// Counts that begin at the same time are no exception.
#[cfg(unix)]
#[test]
fn of_several_counts_on_one_checkpoint_one_goes_on() {
    let words = "count --size 5 --sense min --rule last-round --method frontier --checkpoint kept";
    for _ in 0..5 {
        let folder = tempfile::tempdir().expect("a folder");
        let children: Vec<_> = (0..6)
            .map(|_| {
                let mut command = command(words);
                let child = command.current_dir(folder.path()).spawn();
                child.expect("it starts")
            })
            .collect();
        let mut finished_count = 0;
        for child in children {
            let output = child.wait_with_output().expect("it ends");
            let text = String::from_utf8_lossy(&output.stderr);
            match output.status.code() {
                Some(0) => finished_count += 1,
                code => {
                    assert_eq!(code, Some(1), "{text}");
                    let messages = ["is being written by another azulejo", "is there already"];
                    let has_message = messages.iter().any(|message| text.contains(message));
                    assert!(has_message, "{text}");
                }
            }
        }
        assert_eq!(finished_count, 1);
        let names = folder.path().read_dir().expect("a folder");
        let names: Vec<_> = names
            .map(|entry| entry.expect("a name").file_name())
            .collect();
        assert_eq!(names, ["kept"]);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn the_default_memory_keeps_to_the_limit_of_the_process() {
    // The tables may take a megabyte; a layer of tens of thousands of classes needs more.
    let count = "count --size 5 --sense min --rule last-round --method frontier --disk 0";
    let run = shell(".", &format!("ulimit -v 200000; \"$0\" {count}")).ended(1);
    run.says("fits neither into 1.0 MiB of memory nor into 0 B of disk");
}

#[test]
fn hostile_input_is_refused_with_a_short_message() {
    let wall = r#""wall":{"rows":3,"columns":3},"sense":"maximize""#;
    let instance = |fields: &str| format!("{{{wall},{fields}}}");
    let list = |key: &str, item: &str, times: usize| {
        instance(&format!("\"{key}\":[{}]", vec![item; times].join(",")))
    };
    let keys: Vec<_> = (0..80_000).map(|key| format!("\"{key}\":1")).collect();
    let mut texts = vec![
        "[".repeat(100_000),
        "{\"wall\":".repeat(20_000),
        " ".repeat(2 << 20),
        String::new(),
        instance("\"turns\":9") + "\0",
        list("constraints", r#"{"type":"place-at","cell":99}"#, 30_000),
        list("constraints", r#"{"type":"rounds","x":1}"#, 50_000),
        list("initial", "1", 450_000),
        instance(&keys.join(",")),
        instance(&vec!["\"sense\":1"; 90_000].join(",")),
        instance(&format!("\"{}\":1", "x".repeat(900_000))),
    ];
    // Repetition is no fault, but its warnings are short, too.
    let repetition = list("constraints", r#"{"type":"rounds"}"#, 5_000);
    let run = azulejo_reading("solve -", repetition.into_bytes());
    assert_eq!((run.code, run.err.lines().count()), (0, 21));
    assert!(run.err.ends_with("… and 4979 more warnings\n"));
    let numbers = "1e400 1e308 18446744073709551615 18446744073709551616 -1 1.5";
    for number in numbers.split(' ') {
        let place = format!(r#"{{"type":"place-at","cell":{number},"turn":{number}}}"#);
        texts.push(list("constraints", &place, 1));
        texts.push(list("initial", &format!("{number},[1,{number}]"), 1));
        texts.push(instance(&format!("\"turns\":{number}")));
        texts.push(instance("\"turns\":9").replacen('3', number, 1));
    }
    let texts = texts.into_iter().map(String::into_bytes);
    for text in texts.chain([b"{\"name\":\"\xff\"}".to_vec()]) {
        let run = azulejo_reading("solve -", text).ended(1);
        assert!(run.err.len() < 8192, "{} bytes", run.err.len());
    }
}
