//! Records: the referee writes games down and says whether an altered record is true; the library checks it.

use crate::policies::{POLICIES, below, factories, one_of};
use crate::referee::{Board, COLOURS, Colour, Game};
use azulejo::game::record::Record;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde_json::{Value, json};

/// The fields that may be missing in a round and in a record.
const OPTIONAL: [&str; 6] = ["legal", "scores", "walls", "bonus", "final", "winners"];

/// Plays a game and returns its players, its first player, its deals and its moves.
fn bare_record(rng: &mut ChaCha8Rng) -> Value {
    let players = one_of(rng, &[2, 3, 4]);
    let first = below(rng, players);
    let mut game = Game::new(players, first);
    let mut rounds = Vec::new();
    let policy = one_of(rng, &POLICIES);
    while !game.game_is_over() && rounds.len() < 12 && (rounds.is_empty() || below(rng, 12) > 0) {
        let dealt = factories(&game, false, rng);
        game.deal(&dealt).expect("it is possible");
        let mut moves = Vec::new();
        while !game.round_is_over() && below(rng, 300) > 0 {
            let chosen = policy.choose(&game, &game.legal(), rng);
            moves.push(game.code(chosen));
            game.play(chosen);
        }
        let indices = |tiles: &Vec<Colour>| tiles.iter().map(|&tile| tile as u64).collect();
        let deal: Vec<Vec<_>> = dealt.iter().map(indices).collect();
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

/// The record with all that can be said of its game, or nothing if the rules forbid a deal or a move.
fn complete_record(said: &Value) -> Option<Value> {
    let players = said["players"].as_u64()? as usize;
    let first = said["first"].as_u64()? as usize;
    if !(2..=4).contains(&players) || first >= players {
        return None;
    }
    let mut game = Game::new(players, first);
    let mut rounds = Vec::new();
    for round in said["rounds"].as_array()? {
        if !game.round_is_over() || game.game_is_over() {
            return None;
        }
        rounds.push(complete_round(&mut game, round)?);
    }
    let mut record = json!({"players": players, "first": first, "rounds": rounds});
    if game.game_is_over() {
        let bonus = game.boards.iter().map(Board::bonus);
        record["bonus"] = bonus.collect();
        record["final"] = json!(game.final_scores());
        record["winners"] = json!(game.winners());
    }
    Some(record)
}

fn complete_round(game: &mut Game, said: &Value) -> Option<Value> {
    game.deal(&deal(&said["deal"])?).ok()?;
    let moves = numbers(&said["moves"])?;
    let mut counts = Vec::new();
    for &code in &moves {
        let legal = game.legal();
        counts.push(legal.len());
        let chosen = legal.into_iter().find(|&one| game.code(one) == code)?;
        game.play(chosen);
    }
    let mut round = json!({"deal": said["deal"], "moves": moves, "legal": counts});
    if game.round_is_over() {
        game.end_round();
        let boards = game.boards.iter();
        round["scores"] = boards.clone().map(|board| board.score).collect();
        round["walls"] = boards.map(wall_bits).collect();
    }
    Some(round)
}

/// Bit 5·row + column for each tile.
fn wall_bits(board: &Board) -> u64 {
    let places = board.wall.iter().flatten().enumerate();
    let filled = places.filter(|(_, place)| place.is_some());
    filled.map(|(number, _)| 1u64 << number).sum()
}

/// Whether the game can be played, and all that is said of it is so.
fn is_true(said: &Value) -> bool {
    let Some(mut complete) = complete_record(said) else {
        return false;
    };
    forget_what_is_not_said(&mut complete, said);
    let rounds = complete["rounds"].as_array_mut().expect("it is a list");
    for (number, round) in rounds.iter_mut().enumerate() {
        forget_what_is_not_said(round, &said["rounds"][number]);
    }
    complete == *said
}

fn forget_what_is_not_said(complete: &mut Value, said: &Value) {
    for key in OPTIONAL {
        if said.get(key).is_none() {
            complete.as_object_mut().expect("an object").remove(key);
        }
    }
}

/// Changes a number somewhere, or makes a list shorter or longer, or leaves a key out.
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
            let said = number.as_i64().expect("a number");
            *number = json!(said + one_of(rng, &[-6, -1, 1, 6, 30]));
        }
    }
}

/// A round that is dealt as the last was, and in which nobody has moved.
fn with_another_round(mut record: Value) -> Value {
    let rounds = record["rounds"].as_array_mut().expect("a list");
    let deal = rounds.last().expect("a round was dealt")["deal"].clone();
    rounds.push(json!({"deal": deal, "moves": []}));
    record
}

#[test]
fn a_record_is_accepted_if_all_it_says_is_true() {
    let mut rng = ChaCha8Rng::seed_from_u64(8);
    let (mut accepted, mut refused, mut finished) = (0, 0, 0);
    for _ in 0..60 {
        let bare = bare_record(&mut rng);
        let complete = complete_record(&bare).expect("the referee has played it");
        finished += usize::from(complete.get("winners").is_some());
        let record = Record::from_json(&bare.to_string()).expect("it is a record");
        let completed = record.completed().expect("it is true").to_json();
        let completed: Value = serde_json::from_str(&completed).expect("JSON");
        assert_eq!(completed, complete);
        let mut altered = vec![complete.clone(); 60];
        for record in &mut altered {
            alter(record, &mut rng);
        }
        altered.push(with_another_round(complete));
        for record in altered {
            let found = Record::from_json(&record.to_string()).ok();
            let found = found.is_some_and(|record| record.check().is_ok());
            assert_eq!(found, is_true(&record), "{record}");
            accepted += usize::from(found);
            refused += usize::from(!found);
        }
    }
    assert!(accepted >= 100 && refused >= 1000, "{accepted} {refused}");
    assert!(finished >= 10, "{finished}");
}
