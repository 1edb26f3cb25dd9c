//! Records of games by the referee, true and altered: the library accepts exactly the true records.

use crate::policies::{POLICIES, below, pick, random_factories};
use crate::referee::{Board, COLOURS, Colour, Game};
use azulejo::game::record::Record;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde_json::{Value, json};

/// The fields that may be missing in a round and in a record.
const OPTIONAL: [&str; 6] = ["legal", "scores", "walls", "bonus", "final", "winners"];

/// Record of a random game: its players, its first player, its deals and its moves.
fn bare_record(rng: &mut ChaCha8Rng) -> Value {
    let players = pick(rng, &[2, 3, 4]);
    let first = below(rng, players);
    let mut game = Game::new(players, first);
    let mut rounds = Vec::new();
    let policy = pick(rng, &POLICIES);
    while !game.game_is_over() && rounds.len() < 12 && (rounds.is_empty() || below(rng, 12) > 0) {
        let factories = random_factories(&game, false, rng);
        game.deal(&factories).expect("it is possible");
        let mut moves = Vec::new();
        while !game.round_is_over() && below(rng, 300) > 0 {
            let move_ = policy.choose(&game, &game.legal(), rng);
            moves.push(game.code(move_));
            game.play(move_);
        }
        let indices = |tiles: &Vec<Colour>| tiles.iter().map(|&tile| tile as u64).collect();
        let deal: Vec<Vec<_>> = factories.iter().map(indices).collect();
        rounds.push(json!({"deal": deal, "moves": moves}));
        if !game.round_is_over() {
            break;
        }
        game.end_round();
    }
    json!({"players": players, "first": first, "rounds": rounds})
}

fn numbers(value: &Value) -> Option<Vec<usize>> {
    let number = |number: &Value| Some(number.as_u64()? as usize);
    value.as_array()?.iter().map(number).collect()
}

fn deal(value: &Value) -> Option<Vec<Vec<Colour>>> {
    let colour = |index: usize| COLOURS.get(index).copied();
    let factory = |tiles: &Value| numbers(tiles)?.into_iter().map(colour).collect();
    value.as_array()?.iter().map(factory).collect()
}

/// Record with all fields of its game, or nothing if the rules forbid a deal or a move.
fn complete_record(record: &Value) -> Option<Value> {
    let players = record["players"].as_u64()? as usize;
    let first = record["first"].as_u64()? as usize;
    if !(2..=4).contains(&players) || first >= players {
        return None;
    }
    let mut game = Game::new(players, first);
    let mut rounds = Vec::new();
    for round in record["rounds"].as_array()? {
        if !game.round_is_over() || game.game_is_over() {
            return None;
        }
        rounds.push(complete_round(&mut game, round)?);
    }
    let mut complete = json!({"players": players, "first": first, "rounds": rounds});
    if game.game_is_over() {
        let bonus = game.boards.iter().map(Board::bonus);
        complete["bonus"] = bonus.collect();
        complete["final"] = json!(game.final_scores());
        complete["winners"] = json!(game.winners());
    }
    Some(complete)
}

fn complete_round(game: &mut Game, round: &Value) -> Option<Value> {
    game.deal(&deal(&round["deal"])?).ok()?;
    let moves = numbers(&round["moves"])?;
    let mut counts = Vec::new();
    for &code in &moves {
        let legal = game.legal();
        counts.push(legal.len());
        let move_ = legal.into_iter().find(|&move_| game.code(move_) == code)?;
        game.play(move_);
    }
    let mut complete = json!({"deal": round["deal"], "moves": moves, "legal": counts});
    if game.round_is_over() {
        game.end_round();
        let boards = game.boards.iter();
        complete["scores"] = boards.clone().map(|board| board.score).collect();
        complete["walls"] = boards.map(wall_bits).collect();
    }
    Some(complete)
}

/// Bits 5·row + column of the tiles.
fn wall_bits(board: &Board) -> u64 {
    let places = board.wall.iter().flatten().enumerate();
    let filled = places.filter(|(_, place)| place.is_some());
    filled.map(|(number, _)| 1u64 << number).sum()
}

/// Whether the rules allow the game, and all fields of its record are true.
fn is_true(record: &Value) -> bool {
    let Some(mut complete) = complete_record(record) else {
        return false;
    };
    remove_missing_fields(&mut complete, record);
    let rounds = complete["rounds"].as_array_mut().expect("it is a list");
    for (number, round) in rounds.iter_mut().enumerate() {
        remove_missing_fields(round, &record["rounds"][number]);
    }
    complete == *record
}

fn remove_missing_fields(complete: &mut Value, record: &Value) {
    for key in OPTIONAL {
        if record.get(key).is_none() {
            complete.as_object_mut().expect("an object").remove(key);
        }
    }
}

/// Changes a random number, the length of a random list, or removes a random key.
fn alter(value: &mut Value, rng: &mut ChaCha8Rng) {
    match value {
        Value::Object(entries) => {
            let keys: Vec<String> = entries.keys().cloned().collect();
            let key = &keys[below(rng, keys.len())];
            if below(rng, 10) == 0 {
                entries.remove(key);
            } else {
                alter(&mut entries[key.as_str()], rng);
            }
        }
        Value::Array(items) if items.is_empty() || below(rng, 10) == 0 => {
            if below(rng, 2) == 0 {
                items.pop();
            } else {
                items.push(items.last().cloned().unwrap_or(json!(0)));
            }
        }
        Value::Array(items) => {
            let place = below(rng, items.len());
            alter(&mut items[place], rng);
        }
        number => {
            let integer = number.as_i64().expect("a number");
            *number = json!(integer + pick(rng, &[-6, -1, 1, 6, 30]));
        }
    }
}

/// Record with a further round of the same deal as the last round, without moves.
fn with_further_round(mut record: Value) -> Value {
    let rounds = record["rounds"].as_array_mut().expect("a list");
    let deal = rounds.last().expect("a round was dealt")["deal"].clone();
    rounds.push(json!({"deal": deal, "moves": []}));
    record
}

#[test]
fn a_record_is_accepted_exactly_if_its_fields_are_true() {
    let mut rng = ChaCha8Rng::seed_from_u64(8);
    let (mut accepted, mut refused, mut finished) = (0, 0, 0);
    for _ in 0..60 {
        let bare = bare_record(&mut rng);
        let complete = complete_record(&bare).expect("the referee has played it");
        finished += usize::from(complete.get("winners").is_some());
        let record = Record::from_json(&bare.to_string()).expect("it is a record");
        let json = record.completed().expect("it is true").to_json();
        let completion: Value = serde_json::from_str(&json).expect("JSON");
        assert_eq!(completion, complete);
        let mut alterations = vec![complete.clone(); 60];
        for record in &mut alterations {
            alter(record, &mut rng);
        }
        alterations.push(with_further_round(complete));
        for record in alterations {
            let copy = Record::from_json(&record.to_string()).ok();
            let is_accepted = copy.is_some_and(|record| record.check().is_ok());
            assert_eq!(is_accepted, is_true(&record), "{record}");
            accepted += usize::from(is_accepted);
            refused += usize::from(!is_accepted);
        }
    }
    assert!(accepted >= 100 && refused >= 1000, "{accepted} {refused}");
    assert!(finished >= 10, "{finished}");
}
