//! The command line of the game: records.

use crate::games;
use crate::helpers::{assert_fields, list, place};
use crate::run::{azulejo, azulejo_reading};
use serde_json::{Value, json};

/// Records of random games, a game a line.
fn records(games: u64) -> Vec<String> {
    let record = |seed| {
        let (record, _) = games::random_game(games::players(seed), seed, |_| ());
        record.completed().expect("true").to_json()
    };
    (0..games).map(record).collect()
}

#[test]
fn a_thousand_true_records_are_checked_within_a_second() {
    let lines = records(1000).join("\n");
    let clock = std::time::Instant::now();
    let run = azulejo_reading("game check -", &*lines).ended(0);
    let seconds = clock.elapsed().as_secs_f64();
    assert_eq!(run.out.trim(), "1000 games: every statement is true");
    // The check takes a fifth of a second where nothing else runs.
    assert!(seconds < 10.0, "{seconds} s");
    let file = place("game_records", "records.jsonl");
    std::fs::write(&file, lines).expect("a file");
    let json = azulejo(&format!("game check \"{file}\" --format json")).json(0);
    assert_fields(&json, &json!({"games": 1000, "valid": true, "false": []}));
}

#[test]
fn the_first_false_statement_of_each_game_is_named_with_its_round_and_move() {
    let lines = records(6);
    let mut games: Vec<Value> = lines
        .iter()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    games[1]["rounds"][1]["moves"][2] = games[1]["rounds"][1]["moves"][0].clone();
    games[2]["rounds"][2]["scores"][1] = json!(99);
    games[3]["winners"] = json!([0, 1]);
    games[4] = json!({"players": 2, "\u{1b}[2J": 1});
    let games: Vec<String> = games.iter().map(Value::to_string).collect();
    let text = games.join("\n");
    let run = azulejo_reading("game check -", &*text).ended(3);
    run.says("line 2, round 2, move 3: ")
        .says("line 3, round 3: scores says 99 for player 1")
        .says("line 4: winners says [0, 1]")
        .says("line 5: not a record")
        .says("6 games: 4 false")
        .is_silent_about("\u{1b}")
        .is_silent_about("line 1,")
        .is_silent_about("line 6");
    let json = azulejo_reading("game check - --format json", &*text).json(3);
    assert_fields(&json, &json!({"games": 6, "valid": false}));
    let faults = list(&json["false"]).iter();
    let places = faults.map(|fault| ["line", "round", "move"].map(|key| fault[key].as_u64()));
    let expected = [
        [Some(2), Some(2), Some(3)],
        [Some(3), Some(3), None],
        [Some(4), None, None],
        [Some(5), None, None],
    ];
    assert_eq!(places.collect::<Vec<_>>(), expected);
}

#[test]
fn a_file_without_records_is_an_error() {
    let none = "standard input holds no record";
    let unknown = "standard input: no game that azulejo knows: ";
    let deep = "no game that azulejo knows, and no JSON from line 1, column 128 on";
    let long = format!("{}\n{}", records(1)[0], " {".repeat(1 << 20));
    for (text, part) in [
        ("", none),
        ("\n\n", none),
        ("no record", unknown),
        ("[1, 2]", unknown),
        (&"x".repeat(2 << 20), unknown),
        (&long, "line 2: longer than"),
        (&"[".repeat(100_000), deep),
    ] {
        let run = azulejo_reading("game check -", text).ended(1);
        run.says(part);
        assert!(run.err.len() < 1000, "{}", run.err);
    }
}
