//! The command line of the analysis: values, best moves.

use crate::run::{azulejo, azulejo_reading, numbers};
use azulejo::analysis::Puzzle;
use azulejo::game::record::Record;
use azulejo::game::{Phase, Position};

/// Two groups are left, and player 2 can fill a line with one of them.
const LATE: &str = "-/-/-/-/- BRR 3:K1/W1/-/-/-:*:...../...../...../...../.....|\
                    0:W1/-/-/-/-:-:...../...../...../...../..... 2 2 1 19,20,18,19,18 0,0,0,0,0";

/// A position of three players in the middle of a round.
const THREE: &str = "-/-/-/-/-/-/YYKW RW* 3:-/-/-/-/-:-:...../...../...../...../.....|\
                     0:-/-/-/-/-:-:...../...../...../...../.....|\
                     0:-/-/-/-/-:-:...../...../...../...../..... 1 1 1 20,18,19,19,18 0,0,0,0,0";

#[test]
fn solve_proves_the_value_of_the_rest_of_a_round() {
    let json = azulejo_reading("game solve - --format json", LATE).json(0);
    assert_eq!(
        (&json["proven"], &json["value"]),
        (&true.into(), &(-1).into())
    );
    assert_eq!((&json["low"], &json["high"]), (&(-1).into(), &(-1).into()));
    assert_eq!(numbers(&json["best"]), [163], "CR2");
    let mut position: Position = LATE.parse().expect("a position");
    for code in numbers(&json["pv"]) {
        let taken = azulejo::game::Move::from_code(code, position.players()).expect("a code");
        position.play(taken).expect("it is legal");
    }
    assert_eq!(position.phase(), Phase::RoundEnd);
    assert_eq!(json["model"], "minimax");
    let told = azulejo_reading("game solve -", LATE).ended(0);
    told.says("−1: after the round the mover has 1 point less than the other player, proven");
    told.says("CR2");
}

#[test]
fn solve_says_what_three_players_want() {
    let paranoid = azulejo_reading("game solve - --format json", THREE).json(0);
    let max_n = azulejo_reading("game solve - --format json --model max-n", THREE).json(0);
    assert_eq!(
        (&paranoid["model"], &max_n["model"]),
        (&"paranoid".into(), &"max-n".into())
    );
    let [paranoid, max_n] = [paranoid, max_n].map(|json| json["value"].as_i64().expect("proven"));
    assert!(
        paranoid <= max_n,
        "the others want the least: {paranoid} {max_n}"
    );
    azulejo_reading("game solve -", THREE).says("paranoid");
    azulejo_reading("game solve - --model max-n", THREE)
        .says("each wants as much as possible for himself");
}

#[test]
fn solve_stops_with_bounds() {
    let json = azulejo("game solve --seed 7 --nodes 2000 --format json").json(4);
    assert_eq!(
        (&json["proven"], &json["value"]),
        (&false.into(), &().into())
    );
    assert!(json["low"].as_i64() < json["high"].as_i64(), "{json}");
    let again = azulejo("game solve --seed 7 --nodes 2000 --format json").json(4);
    assert_eq!(json, again, "a limit of positions gives the same result");
    azulejo("game solve --seed 7 --time-limit 100ms")
        .ended(4)
        .says("not proven: at least");
}

#[test]
fn best_lets_any_player_choose() {
    let json = azulejo("game best --seed 7 --player alpha-beta:depth=2 --format json").json(0);
    assert!(json["value"].is_i64() && json["depth"] == 2, "{json}");
    let taken = json["move"].as_str().expect("a move");
    azulejo("game best --seed 7 --player alpha-beta:depth=2")
        .ended(0)
        .says(taken);
    let json = azulejo("game best --seed 7 --player strategic --format json").json(0);
    assert!(json["value"].is_null() && json["code"].is_u64(), "{json}");
    let codes: std::collections::BTreeSet<u64> = (0..10)
        .map(|seed| {
            azulejo(&format!(
                "game best --seed 7 --player random --rng-seed {seed} --format json"
            ))
            .json(0)
        })
        .filter_map(|json| json["code"].as_u64())
        .collect();
    assert!(codes.len() > 3, "{codes:?}");
}

#[test]
fn best_lists_the_moves_of_the_judge_with_their_lines() {
    let json = azulejo("game best --seed 7 --moves 5 --format json").json(0);
    let best = json["best"].as_array().expect("a list");
    assert_eq!((best.len(), &json["player"]), (5, &"judge".into()));
    assert_eq!(json["move"], best[0]["move"]);
    let win = |it: &serde_json::Value| it["win"].as_f64().expect("a number");
    assert!(
        best.is_sorted_by(|one, other| win(one) >= win(other)),
        "{json}"
    );
    for judged in best {
        let line = judged["line"].as_array().expect("a list");
        assert_eq!(line[0]["move"], judged["move"]);
        assert!(judged["depth"].as_u64() >= Some(6), "{judged}");
    }
    let graded = azulejo(&format!(
        "game grade \"{}\" {} --format json",
        json["position"].as_str().expect("a text"),
        json["move"].as_str().expect("a text")
    ));
    assert_eq!(graded.json(0)["grade"], "BEST", "both ask one judge");
    azulejo("game best --seed 7 --moves 2 --player greedy")
        .ended(2)
        .says("cannot be used with");
}

/// A last round: player 1 has four tiles in three rows.
const LAST: &str = "RRWW/BBBW/BBBY/YRRK/RKWW * 24:-/-/-/R2/-:-:.YRK./WBY.K/KW..R/.K..Y/.R...|17:-/-/-/K3/B4:-:BYR.W/.BYR./.WBY./...../..... 1 1 5 0,0,0,0,0 6,12,8,11,11";

#[test]
fn grade_says_what_a_move_gives_away_and_why() {
    let graded =
        |taken: &str| azulejo(&format!("game grade \"{LAST}\" {taken} --format json")).json(0);
    let floor = graded("2B-");
    assert_eq!(
        (&floor["certainty"], &floor["exact"]),
        (&"proven".into(), &true.into())
    );
    let points = |it: &serde_json::Value| it["points"].as_f64().expect("a number");
    let (loss, best) = (points(&floor["loss"]), points(&floor["best"]));
    assert_eq!((best, floor["delta"].as_f64()), (29.0, Some(loss)));
    assert_eq!(points(&floor["chosen"]), best - loss);
    assert!(
        loss >= 5.0 && floor["grade"] == "MISTAKE",
        "a won game: {floor}"
    );
    let reasons = floor["reasons"].as_array().expect("a list");
    let sum: f64 = reasons.iter().map(points).sum();
    assert!((sum - loss).abs() <= 0.1, "{sum} {loss}");
    let told: Vec<&serde_json::Value> = reasons
        .iter()
        .filter(|it| it["sentence"].is_string())
        .collect();
    assert!((1..=3).contains(&told.len()), "{floor}");
    assert!(
        told.iter().all(|it| points(it) > 0.0),
        "no reason speaks for the chosen move"
    );
    let best = graded("4R2");
    assert_eq!(
        (&best["grade"], &best["delta"]),
        (&"BEST".into(), &0.0.into())
    );
    assert_eq!(best["reasons"].as_array().map(Vec::len), Some(0));
    azulejo(&format!("game grade \"{LAST}\" 4R2"))
        .ended(0)
        .says("the best move");
    let wrong = azulejo(&format!("game grade \"{LAST}\" 1K2"));
    assert_eq!((wrong.code, &*wrong.out), (3, ""));
    assert!(wrong.err.contains("has no black tiles"), "{wrong:?}");
}

#[test]
fn a_grade_is_the_same_again_and_a_short_search_calls_nothing_a_blunder() {
    let opening = azulejo("game new --seed 7").ended(0).out;
    let grade = format!("game grade \"{}\" 1B- --format json", opening.trim());
    let json = azulejo(&grade).json(0);
    assert_eq!(azulejo(&grade).json(0), json);
    assert_eq!(
        (&json["exact"], &json["grade"]),
        (&false.into(), &"BLUNDER".into())
    );
    assert_eq!(json["certainty"], "deep");
    let short = azulejo(&format!("{grade} --nodes 1")).json(0);
    assert_eq!(
        (&short["certainty"], &short["grade"]),
        (&"shallow".into(), &"MISTAKE".into())
    );
}

#[test]
fn help_has_the_grades_and_the_fields_of_what_runs() {
    use azulejo::analysis::{Grade, rollouts};
    let opening = azulejo("game new --seed 7").ended(0).out;
    let move_of = format!("\"{}\" 1B3 --nodes 100 --format json", opening.trim());
    let file = games("helped");
    for (command, run) in [
        (
            "game best",
            "--seed 7 --effort quick --format json".to_owned(),
        ),
        ("game grade", move_of.clone()),
        ("game grade", format!("{move_of} --judge rollouts")),
        ("game review", format!("{file} --nodes 10 --format json")),
        (
            "game review",
            format!("{file} --nodes 10 --format json --judge rollouts"),
        ),
    ] {
        let help = azulejo(&format!("{command} --help")).ended(0);
        let help = help.rows().join(" ");
        let json = azulejo(&format!("{command} {run}")).json(0);
        let fields: Vec<&String> = json.as_object().expect("an object").keys().collect();
        for field in fields {
            let is_named = |word: &str| word.trim_matches([',', '.', ';']) == field;
            assert!(help.split(' ').any(is_named), "{command}: {field}");
        }
    }
    let help = azulejo("game grade --help").ended(0);
    let help = help.rows().join(" ");
    assert!(
        help.contains("The judge is the search of the player azulejo"),
        "{help}"
    );
    let names = Grade::ALL.iter().map(|it| it.name());
    for name in names.chain(rollouts::Grade::ALL.iter().map(|it| it.name())) {
        assert!(help.contains(name), "{name}");
    }
    assert!(
        help.contains("INACCURACY if it gives away at most 5 %"),
        "{help}"
    );
}

#[test]
fn a_review_without_moves_gives_nothing_away() {
    let empty = r#"{"players": 2, "first": 0, "rounds": []}"#;
    for judge in ["search", "rollouts"] {
        let review = format!("game review - --judge {judge}");
        azulejo_reading(&review, empty)
            .ended(0)
            .is_silent_about("-0");
        let json = azulejo_reading(&format!("{review} --format json"), empty).ended(0);
        assert!(!json.out.contains("-0"), "{}", json.out);
    }
    azulejo_reading("game review -", empty)
        .ended(0)
        .says("player 1: no move is graded");
}

#[test]
fn rollouts_grade_as_their_source_does() {
    // Player 2 takes the blue tile where the red ones fill a line: proven, as two groups are solved at once.
    let late = LATE.replace("  ", "");
    let floor = azulejo(&format!(
        "game grade \"{late}\" CR- --judge rollouts --format json"
    ))
    .json(0);
    assert_eq!(floor["exact"], true);
    assert_eq!(floor["best"]["move"], "CR2");
    // Line 2 earns a point, and the red tiles on the floor take the other one; a score is never below 0.
    assert_eq!(
        (&floor["grade"], &floor["delta"]),
        (&"OKAY".into(), &2.0.into())
    );
    let sentences = floor["feedback"].as_array().expect("a list");
    assert!((1..=3).contains(&sentences.len()), "{floor}");
    let best = azulejo(&format!(
        "game grade \"{late}\" CR2 --judge rollouts --format json"
    ))
    .json(0);
    assert_eq!(
        (&best["grade"], &best["delta"]),
        (&"EXCELLENT".into(), &0.0.into())
    );
    assert_eq!(best["feedback"].as_array().map(Vec::len), Some(0));
    let opening = azulejo("game new --seed 7").ended(0).out;
    let grade = format!(
        "game grade \"{}\" 1B- --judge rollouts --nodes 20000 --format json",
        opening.trim()
    );
    let json = azulejo(&grade).json(0);
    assert_eq!(json["exact"], false);
    assert_eq!(json["grade"], "MISS", "two tiles on the floor: {json}");
    assert!(
        json["best"]["error"].as_f64().expect("a number") < 0.5,
        "{json}"
    );
    assert!(json["best"]["rollouts"].as_u64() >= Some(50), "{json}");
    assert_eq!(azulejo(&grade).json(0), json);
}

/// A file with two games of `random` and `strategic`.
fn games(name: &str) -> String {
    let folder = format!("{}/analysis", env!("CARGO_TARGET_TMPDIR"));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = format!("{folder}/{name}.jsonl");
    azulejo(&format!(
        "game match random strategic --games 2 --seed 3 --records {file} -q"
    ))
    .ended(0);
    file
}

/// The codes of the moves of the first game of a file.
fn recorded(file: &str) -> Vec<u64> {
    let record = std::fs::read_to_string(file).expect("a file");
    let record = Record::from_json(record.lines().next().expect("a game")).expect("a record");
    record
        .rounds
        .iter()
        .flat_map(|it| it.moves.clone())
        .collect()
}

/// The numbers at the side of a plot end before its lines begin, and below the words above it.
fn assert_numbers_keep_off_the_axis(svg: &str) {
    let tree = roxmltree::Document::parse(svg).expect("a picture");
    let number = |node: &roxmltree::Node<'_, '_>, name: &str| {
        let value = node.attribute(name).and_then(|value| value.parse().ok());
        value.unwrap_or(f64::NAN)
    };
    let named = |name: &'static str| {
        tree.descendants()
            .filter(move |node| node.has_tag_name(name))
    };
    let axis = named("line")
        .map(|line| number(&line, "x1"))
        .fold(f64::MAX, f64::min);
    let (numbers, words): (Vec<_>, Vec<_>) =
        named("text").partition(|text| text.attribute("text-anchor") == Some("end"));
    assert_eq!(numbers.len(), 5);
    for one in &numbers {
        // About how wide a letter is.
        let wide = 8.0 * one.text().unwrap_or_default().chars().count() as f64;
        assert!(
            number(one, "x") < axis - 5.0 && number(one, "x") - wide >= 0.0,
            "{one:?}"
        );
    }
    let highest = numbers
        .iter()
        .map(|one| number(one, "y"))
        .fold(f64::MAX, f64::min);
    let above = words
        .iter()
        .map(|one| number(one, "y"))
        .filter(|&y| y < highest);
    assert!(above.fold(0.0, f64::max) < highest - 15.0);
}

#[test]
fn review_grades_every_move_of_a_record() {
    let file = games("judged");
    let review = format!("game review {file} --nodes 3000");
    let json = azulejo(&format!("{review} --format json")).json(0);
    assert_eq!(json["whole"], true);
    let moves = json["moves"].as_array().expect("a list");
    let played: Vec<u64> = moves
        .iter()
        .filter_map(|it| it["chosen"]["code"].as_u64())
        .collect();
    assert_eq!(played, recorded(&file));
    assert!(
        moves.last().is_some_and(|it| it["exact"] == true),
        "the last move is proven"
    );
    for graded in moves {
        let points = |it: &serde_json::Value| it["points"].as_f64().expect("a number");
        let sum: f64 = graded["reasons"]
            .as_array()
            .expect("a list")
            .iter()
            .map(points)
            .sum();
        assert!((sum - points(&graded["loss"])).abs() <= 0.1, "{graded}");
        assert!(graded["grade"] != "BLUNDER" || graded["certainty"] != "shallow");
    }
    // Player 1 is random, and plays worse.
    let accuracy = |player: usize| json["accuracy"][player].as_f64().expect("a number");
    assert!(accuracy(0) + 10.0 < accuracy(1), "{}", json["accuracy"]);
    let worst = numbers(&json["worst"]);
    assert_eq!(worst.len(), 3);
    let cost = |it: &serde_json::Value| it["loss"]["win"].as_f64();
    assert!(
        moves
            .iter()
            .all(|it| cost(it) <= cost(&moves[worst[0] as usize - 1]))
    );
    // Player 1 loses, so that his probability to win stays below a half from some move on.
    let turning = json["turning_points"].as_array().expect("a list");
    let half = turning.iter().find(|it| it["threshold"] == 0.5);
    if let Some(half) = half {
        assert_eq!(half["above"], false, "{half}");
    }
    let svg = azulejo(&format!("{review} --format svg")).ended(0);
    assert_numbers_keep_off_the_axis(&svg.out);
    let told = azulejo(&review).ended(0);
    told.says("Round 1, from 0 : 0")
        .says(" is better by ")
        .says("The game ends at ")
        .says("player 1: accuracy ")
        .says(" % of the probability to win a move: ")
        .says("better  ");
    let stopped = azulejo(&format!(
        "game review {file} --effort deep --time-limit 1ms"
    ));
    assert!([4, 5].contains(&stopped.code), "{stopped:?}");
    azulejo(&format!("game review {file} --game 3"))
        .ended(1)
        .says("holds only 2 games");
    std::fs::write(&file, r#"{"players": 2, "first": 7, "rounds": []}"#).expect("a file");
    let wrong = azulejo(&format!("game review {file}"));
    assert_eq!((wrong.code, &*wrong.out), (3, ""), "{wrong:?}");
}

#[test]
fn rollouts_review_every_move_of_a_record() {
    let file = games("by-rollouts");
    let review = format!("game review {file} --judge rollouts --nodes 2000");
    let json = azulejo(&format!("{review} --format json")).json(0);
    let moves = json["moves"].as_array().expect("a list");
    for graded in moves {
        let delta = graded["delta"].as_f64().expect("a number");
        let wanted = match delta {
            delta if delta <= 0.25 => "EXCELLENT",
            delta if delta <= 1.0 => "GOOD",
            delta if delta <= 2.5 => "OKAY",
            _ => "MISS",
        };
        assert_eq!(graded["grade"], wanted);
    }
    let played: Vec<u64> = moves
        .iter()
        .filter_map(|it| it["chosen"]["code"].as_u64())
        .collect();
    assert_eq!(played, recorded(&file));
    let given_away = |player: usize| {
        json["players"][player]["given_away"]
            .as_f64()
            .expect("a number")
    };
    assert!(given_away(0) > 1.5 * given_away(1), "{}", json["players"]);
    assert_eq!(numbers(&json["worst"]).len(), 3);
    let svg = azulejo(&format!("{review} --format svg")).ended(0);
    assert_numbers_keep_off_the_axis(&svg.out);
    azulejo(&review)
        .ended(0)
        .says("player 1 gave away")
        .says("better  ");
}

#[test]
fn a_puzzle_has_one_best_move() {
    let json = azulejo("game puzzle --number 1 --format json").json(0);
    let position = json["position"].as_str().expect("a text");
    let solved = azulejo(&format!("game solve \"{position}\" --format json")).json(0);
    assert_eq!(
        numbers(&solved["best"]),
        [json["best"]["code"].as_u64().expect("a code")]
    );
    assert_eq!(solved["value"], json["value"]);
    let hidden = azulejo("game puzzle --number 1").ended(0);
    hidden
        .says("one move alone")
        .says("rating  1: level 1, Óbidos, finds the move")
        .is_silent_about("solution  ")
        .is_silent_about("theme  ");
    let last = Puzzle::all().len();
    let rated = azulejo(&format!("game puzzle --number {last} --format json")).json(0);
    let rating = rated["rating"].as_u64().expect("a number");
    assert!(rating >= 10, "{rating}");
    assert!(rated["nodes"].as_u64() > Some(100));
    // The rating is the easiest level from which on every level finds the move.
    assert_eq!(numbers(&rated["failed"]).last(), Some(&(rating - 1)));
    azulejo("game puzzle --number 1 --solution")
        .ended(0)
        .says("solution  ")
        .says("theme  ");
    assert_ne!(azulejo("game puzzle --number 2").out, hidden.out);
}

/// The points of a round that puts a tile in each row of a wall, the most over all colours, by the rules alone.
fn most_of_a_round(position: &Position, player: usize) -> u32 {
    use azulejo::game::Colour;
    fn rows(position: &Position, player: usize, lines: &mut Vec<Colour>) -> u32 {
        let row = lines.len();
        let board = &position.boards()[player];
        if row == 5 {
            let mut fields: Vec<String> =
                position.to_string().split(' ').map(String::from).collect();
            let mut boards: Vec<String> = fields[2].split('|').map(String::from).collect();
            let parts: Vec<&str> = boards[player].split(':').collect();
            let full: Vec<String> = lines
                .iter()
                .enumerate()
                .map(|(row, colour)| format!("{}{}", colour.letter(), row + 1))
                .collect();
            boards[player] = format!("0:{}:-:{}", full.join("/"), parts[3]);
            fields[2] = boards.join("|");
            fields[0] = "-/-/-/-/-".into();
            fields[1] = "-".into();
            fields[6] = "0,0,0,0,0".into();
            // All other tiles are in the lid.
            let letters = fields[2].clone();
            let count = |colour: Colour| {
                let on_walls = letters
                    .split(['|', ':'])
                    .filter(|it| it.len() == 29)
                    .flat_map(str::chars);
                let walls = on_walls.filter(|it| *it == colour.letter()).count();
                let lines: usize = letters
                    .split(['|', ':', '/'])
                    .filter(|it| it.len() == 2 && it.starts_with(colour.letter()))
                    .map(|it| it[1..].parse::<usize>().unwrap_or(0))
                    .sum();
                20 - walls - lines
            };
            fields[7] = Colour::ALL
                .map(|colour| count(colour).to_string())
                .join(",");
            fields[5] = "1".into();
            // The token is on no floor: it lies in the centre, and nobody takes it.
            fields[1] = "*".into();
            let Ok(mut full) = fields.join(" ").parse::<Position>() else {
                return 0;
            };
            let before = full.boards()[player].end_bonus().points();
            full.end_round().expect("all sources are empty");
            let board = &full.boards()[player];
            return board.score() + board.end_bonus().points() - before;
        }
        let mut most = 0;
        for colour in Colour::ALL
            .into_iter()
            .filter(|colour| !board.has(row, *colour))
        {
            lines.push(colour);
            most = most.max(rows(position, player, lines));
            lines.pop();
        }
        most
    }
    rows(position, player, &mut Vec::new())
}

#[test]
fn plan_finds_what_a_wall_can_still_earn() {
    // The maximum of an empty wall in five rounds, with every bonus: 145 points, 5 rows, 5 columns, 5 colours.
    let json = azulejo("game plan --seed 7 --rounds 5 --format json").json(0);
    assert_eq!(json["points"], 145 + 5 * 2 + 5 * 7 + 5 * 10);
    assert_eq!(json["tiles"].as_array().map(Vec::len), Some(5));
    let walls = [
        ".YRK./..Y.K/K..Y./R...Y/YRK..",
        "B..../.B.../..B../...B./.R..B",
        "BYR../...RK/K.BY./.KW../Y.KWB",
    ];
    for wall in walls {
        let letters = |colour: char| wall.chars().filter(|it| *it == colour).count();
        let lid = ['B', 'Y', 'R', 'K', 'W']
            .map(|it| (20 - letters(it)).to_string())
            .join(",");
        let text = format!(
            "-/-/-/-/- * 5:-/-/-/-/-:-:{wall}|0:-/-/-/-/-:-:...../...../...../...../..... 1 1 1 0,0,0,0,0 {lid}"
        );
        let position: Position = text.parse().expect("a position");
        let json = azulejo(&format!("game plan \"{text}\" --format json")).json(0);
        assert_eq!(json["points"], most_of_a_round(&position, 0), "{wall}");
    }
    azulejo("game plan --seed 7").ended(0).says("round 1: ");
    azulejo("game plan --seed 7 --rounds 6")
        .ended(2)
        .says("row 1 of the wall has 5 empty places");
    azulejo("game plan --seed 7 --player 3")
        .ended(2)
        .says("there are 2 players");
}
