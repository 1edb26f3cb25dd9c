//! Records: reading, check, completion, and the place of every fault.

use crate::games::{players, random_game};
use crate::imports::assert_fault;
use azulejo::game::import::{LineError, read};
use azulejo::game::record::{Event, Record, Round};
use azulejo::game::{Phase, Players, Position};
use proptest::prelude::*;

fn complete_record(seed: u64) -> Record {
    let (record, _) = random_game(players(seed), seed, |_| ());
    record.completed().expect("it was played by the rules")
}

#[test]
fn a_record_replays_its_game() {
    for seed in 0..60 {
        let mut positions = Vec::new();
        let (record, end) = random_game(players(seed), seed, |position| positions.push(*position));
        assert_eq!(record.check(), Ok(end));
        let mut replay_positions = vec![positions[0]];
        let mut moves = 0;
        let replay = record.replay(|step| {
            assert_eq!(Some(step.before), replay_positions.last());
            replay_positions.push(*step.after);
            moves += u32::from(matches!(step.event, Event::Move(_)));
        });
        assert_eq!(replay, Ok(end));
        assert_eq!(replay_positions, positions);
        assert!(moves > 40);
        let complete = record.clone().completed().expect("it is true");
        assert_eq!(complete.check(), Ok(end));
        let copy = Record::from_json(&complete.to_json());
        assert_eq!(copy.expect("a record"), complete);
        assert_eq!(complete.finals.is_some(), end.phase() == Phase::Over);
    }
}

#[test]
fn a_game_may_stop_after_any_move() {
    let whole = complete_record(1);
    for length in 0..whole.rounds.len() {
        for moves in 0..=whole.rounds[length].moves.len() {
            let mut part = whole.clone();
            part.rounds.truncate(length + 1);
            (part.bonus, part.finals, part.winners) = (None, None, None);
            let last = part.rounds.last_mut().expect("there is one");
            last.moves.truncate(moves);
            last.legal.as_mut().expect("it is complete").truncate(moves);
            (last.scores, last.walls) = (None, None);
            part.check().expect("a beginning of a true record is true");
        }
    }
    let beginning = Record::new(Players::Three, 2).check();
    assert_eq!(beginning, Ok(Position::new(Players::Three, 2)));
}

fn round(record: &mut Record) -> &mut Round {
    &mut record.rounds[1]
}

fn list_of(list: &mut Option<Vec<u64>>) -> &mut Vec<u64> {
    list.as_mut().expect("a complete record")
}

/// The round without its optional fields.
fn bare(round: &Round) -> Round {
    Round {
        legal: None,
        scores: None,
        walls: None,
        ..round.clone()
    }
}

#[test]
fn every_corrupted_record_is_refused_with_its_place() {
    for seed in 0..9 {
        let record = complete_record(seed);
        let assert_refused = |place: &[usize], statement: &str, corrupt: fn(&mut Record)| {
            let mut copy = record.clone();
            corrupt(&mut copy);
            let error = copy.check().expect_err(statement);
            let fault = [error.round, error.number];
            assert_fault(fault, &error.statement, place, statement);
            assert_eq!(copy.completed(), Err(error));
        };
        assert_refused(&[], "First { first: 9,", |r| r.first = 9);
        let colour = "Colour { index: 5, factory: 3 }";
        assert_refused(&[2], colour, |r| round(r).deal[2][1] = 5);
        // A tile less, a tile more, a factory less, all blue.
        assert_refused(&[2], "Deal(", |r| _ = round(r).deal[2].pop());
        assert_refused(&[2], "Deal(", |r| round(r).deal[2].push(0));
        assert_refused(&[2], "Deal(", |r| _ = round(r).deal.pop());
        assert_refused(&[2], "Deal(", |r| round(r).deal.fill(vec![0; 4]));
        assert_refused(&[2, 4], "Code(", |r| round(r).moves[3] = 300);
        assert_refused(&[2, 4], "Code(", |r| round(r).moves[3] = u64::MAX);
        // The previous move again.
        assert_refused(&[2, 4], "Move {", |r| round(r).moves[3] = round(r).moves[2]);
        assert_refused(&[2, 5], "Legal {", |r| list_of(&mut round(r).legal)[4] += 1);
        let length = "Length { key: \"legal\",";
        assert_refused(&[2], length, |r| _ = list_of(&mut round(r).legal).pop());
        assert_refused(&[2], length, |r| _ = round(r).moves.pop());
        let length = "Length { key: \"scores\",";
        assert_refused(&[2], length, |r| list_of(&mut round(r).scores).push(0));
        let result = "Result { key: \"scores\", player: 1,";
        assert_refused(&[2], result, |r| list_of(&mut round(r).scores)[1] += 1);
        let result = "Result { key: \"walls\", player: 0,";
        assert_refused(&[2], result, |r| list_of(&mut round(r).walls)[0] ^= 1 << 24);
        // A wall of 26 places.
        assert_refused(&[2], result, |r| list_of(&mut round(r).walls)[0] |= 1 << 25);
        assert_refused(&[3], "Unfinished", |r| {
            *round(r) = bare(round(r));
            _ = round(r).moves.pop()
        });
        let early = "TooEarly { key: \"scores\", what: \"the round\" }";
        assert_refused(&[2], early, |r| {
            r.rounds.truncate(2);
            _ = round(r).moves.pop();
            round(r).legal = None
        });
        let after_the_last = [record.rounds.len() + 1];
        assert_refused(&after_the_last, "Over", |r| {
            r.rounds.push(r.rounds[0].clone())
        });
        let result = "Result { key: \"bonus\", player: 0,";
        assert_refused(&[], result, |r| list_of(&mut r.bonus)[0] += 2);
        let result = "Result { key: \"final\", player: 1,";
        assert_refused(&[], result, |r| list_of(&mut r.finals)[1] += 2);
        assert_refused(&[], "Winners {", |r| list_of(&mut r.winners).push(9));
        assert_refused(&[], "Winners {", |r| r.winners = Some(vec![]));
        let early = "TooEarly { key: \"bonus\", what: \"the game\" }";
        assert_refused(&[], early, |r| _ = r.rounds.pop());
    }
}

#[test]
fn texts_without_a_record_are_refused() {
    let record = complete_record(0).to_json();
    assert!(Record::from_json(&record).is_ok());
    for (from, to) in [
        ("\"players\":2", "\"players\":5"),
        ("\"players\":2", "\"players\":2,\"players\":2"),
        ("\"players\":2,", ""),
        ("\"first\":", "\"First\":"),
        ("\"first\":", "\"first\":-"),
        ("\"moves\":[", "\"moves\":[1.5,"),
        ("\"rounds\":", "\"colour\":1,\"rounds\":"),
    ] {
        assert!(record.contains(from), "{from}");
        Record::from_json(&record.replacen(from, to, 1)).expect_err(to);
    }
}

#[test]
fn a_file_is_read_line_by_line() {
    let record = complete_record(0);
    let json = record.to_json();
    let text = format!("{json}\r\n\n  \nnonsense\n{json}");
    let lines: Vec<_> = read(text.as_bytes()).collect();
    let [
        Ok(first),
        Err(LineError::Syntax { number: 4, .. }),
        Ok(last),
    ] = &lines[..]
    else {
        panic!("{lines:?}");
    };
    assert_eq!((first.number, last.number), (1, 5));
    assert_eq!((&first.game.record, &last.game.record), (&record, &record));
    let long = format!("{json}\n{}\n{json}", " ".repeat(1 << 20) + "{}");
    let lines: Vec<_> = read(long.as_bytes()).collect();
    let [Ok(_), Err(LineError::TooLong { number: 2, .. })] = lines[..] else {
        panic!("{lines:?}");
    };
}

/// Time of 1,000 games, which is milliseconds; the limit has slack for a busy machine.
#[test]
fn a_thousand_games_are_checked_within_a_second() {
    let lines = (0..1000).map(|seed| complete_record(3 * seed).to_json());
    let text = lines.collect::<Vec<_>>().join("\n");
    let start = std::time::Instant::now();
    let true_lines = read(text.as_bytes()).filter(|line| {
        let line = line.as_ref().expect("a record");
        line.game.record.check().is_ok()
    });
    assert_eq!(true_lines.count(), 1000);
    let seconds = start.elapsed().as_secs_f64();
    eprintln!("1,000 games, {} bytes: {seconds:.3} s", text.len());
    assert!(seconds < 5.0, "{seconds} s");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn texts_of_records_are_read_back_or_refused(
        seed in 0u64..200, edits in proptest::collection::vec((any::<prop::sample::Index>(), "[0-9,\\[\\]{}\":a-z-]"), 0..3),
    ) {
        let mut text: Vec<char> = complete_record(seed).to_json().chars().collect();
        for (place, letters) in edits {
            let place = place.index(text.len());
            text.splice(place..=place, letters.chars());
        }
        crate::readers::record_holds(&text.into_iter().collect::<String>());
    }
}
