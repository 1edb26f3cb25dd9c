//! The command line of the game: records.

use crate::games;
use crate::run::{azulejo, azulejo_reading};
use serde_json::Value;

/// Records of random games, a game a line.
fn records(games: u64) -> Vec<String> {
    let record = |seed| {
        let (record, _) = games::random_game(games::players(seed), seed, |_| ());
        record.completed().expect("true").to_json()
    };
    (0..games).map(record).collect()
}

#[test]
fn true_records_are_found_true_a_thousand_of_them_within_a_second() {
    let lines = records(1000).join("\n");
    let began = std::time::Instant::now();
    let run = azulejo_reading("game check -", &*lines).ended(0);
    let seconds = began.elapsed().as_secs_f64();
    assert_eq!(run.out.trim(), "1000 games: every statement is true");
    // The check takes a fifth of a second where nothing else runs.
    assert!(seconds < 10.0, "{seconds} s");
    let file = format!("{}/records.jsonl", env!("CARGO_TARGET_TMPDIR"));
    std::fs::write(&file, lines).expect("a file");
    let json = azulejo(&format!("game check \"{file}\" --format json")).json(0);
    assert_eq!(
        (&json["games"], &json["valid"]),
        (&1000.into(), &true.into())
    );
    assert_eq!(json["false"], Value::Array(Vec::new()));
}

#[test]
fn the_first_false_statement_of_each_game_is_named_with_its_round_and_move() {
    let mut lines = records(6);
    let edited = |line: &str, edit: &dyn Fn(&mut Value)| {
        let mut record: Value = serde_json::from_str(line).expect("JSON");
        edit(&mut record);
        record.to_string()
    };
    let first_move =
        serde_json::from_str::<Value>(&lines[1]).expect("JSON")["rounds"][1]["moves"][0].clone();
    lines[1] = edited(&lines[1], &|record| {
        record["rounds"][1]["moves"][2] = first_move.clone()
    });
    lines[2] = edited(&lines[2], &|record| {
        record["rounds"][2]["scores"][1] = 99.into()
    });
    lines[3] = edited(&lines[3], &|record| {
        record["winners"] = serde_json::json!([0, 1])
    });
    lines[4] = "{\"players\": 2, \"\\u001b[2J\": 1}".to_owned();
    let text = lines.join("\n");
    let run = azulejo_reading("game check -", &*text).ended(3);
    run.says("line 2, round 2, move 3: ")
        .says("line 3, round 3: scores says 99 for player 1");
    run.says("line 4: winners says [0, 1]")
        .says("line 5: not a record")
        .says("6 games: 4 false");
    run.is_silent_about("\u{1b}")
        .is_silent_about("line 1,")
        .is_silent_about("line 6");
    let json = azulejo_reading("game check - --format json", &*text).json(3);
    assert_eq!((&json["games"], &json["valid"]), (&6.into(), &false.into()));
    let found = json["false"].as_array().expect("a list").iter();
    let found: Vec<_> = found
        .map(|one| [&one["line"], &one["round"], &one["move"]].map(Value::as_u64))
        .collect();
    let wanted = [
        [Some(2), Some(2), Some(3)],
        [Some(3), Some(3), None],
        [Some(4), None, None],
        [Some(5), None, None],
    ];
    assert_eq!(found, wanted);
}

#[test]
fn a_file_without_records_is_an_error() {
    for (text, part) in [
        ("", "standard input holds no record"),
        ("\n\n", "standard input holds no record"),
        ("no record", "standard input: no game that azulejo knows: "),
        ("[1, 2]", "standard input: no game that azulejo knows: "),
        (
            &*"x".repeat(2 << 20),
            "standard input: no game that azulejo knows: ",
        ),
        (
            &*format!("{}\n{}", records(1)[0], " {".repeat(1 << 20)),
            "line 2: longer than",
        ),
        (
            &*"[".repeat(100_000),
            "no game that azulejo knows, and no JSON from line 1, column 128 on",
        ),
    ] {
        let run = azulejo_reading("game check -", text).ended(1);
        run.says(part);
        assert!(run.err.len() < 1000, "{}", run.err);
    }
}
