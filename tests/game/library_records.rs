//! Records: read, checked, completed; and corrupted in every way, each fault named.

use crate::games::{players, random_game};
use azulejo::game::import::{LineError, read};
use azulejo::game::record::{Event, Record, Round, Statement};
use azulejo::game::{Phase, Players, Position};
use proptest::prelude::*;

fn complete_record(seed: u64) -> Record {
    let (record, _) = random_game(players(seed), seed, |_| ());
    record.completed().expect("it was played by the rules")
}

#[test]
fn a_record_plays_the_game_that_was_written_down() {
    for seed in 0..60 {
        let mut positions = Vec::new();
        let (record, end) = random_game(players(seed), seed, |position| positions.push(*position));
        assert_eq!(record.check(), Ok(end));
        let mut replayed = vec![positions[0]];
        let mut moves = 0;
        let replay = record.replay(|step| {
            assert_eq!(Some(step.before), replayed.last());
            replayed.push(*step.after);
            moves += u32::from(matches!(step.event, Event::Move(_)));
        });
        assert_eq!(replay, Ok(end));
        assert_eq!(replayed, positions);
        assert!(moves > 40);
        let completed = record.clone().completed().expect("it is true");
        assert_eq!(completed.check(), Ok(end));
        assert_eq!(
            Record::from_json(&completed.to_json()).expect("a record"),
            completed
        );
        assert_eq!(completed.finals.is_some(), end.phase() == Phase::Over);
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
    assert_eq!(
        Record::new(Players::Three, 2).check(),
        Ok(Position::new(Players::Three, 2))
    );
}

/// Where and in which way a record was made false.
type Corrupt = (
    &'static str,
    fn(&mut Record),
    Option<usize>,
    Option<usize>,
    fn(&Statement) -> bool,
);

fn round(record: &mut Record) -> &mut Round {
    &mut record.rounds[1]
}

#[test]
fn every_corrupted_record_is_refused_with_its_place() {
    use Statement as S;
    let corrupts: Vec<Corrupt> = vec![
        (
            "first",
            |r| r.first = 9,
            None,
            None,
            |s| matches!(s, S::First { first: 9, .. }),
        ),
        (
            "no colour",
            |r| round(r).deal[2][1] = 5,
            Some(2),
            None,
            |s| {
                matches!(
                    s,
                    S::Colour {
                        index: 5,
                        factory: 3
                    }
                )
            },
        ),
        (
            "a tile less",
            |r| _ = round(r).deal[2].pop(),
            Some(2),
            None,
            |s| matches!(s, S::Deal(_)),
        ),
        (
            "a tile more",
            |r| round(r).deal[2].push(0),
            Some(2),
            None,
            |s| matches!(s, S::Deal(_)),
        ),
        (
            "a factory less",
            |r| _ = round(r).deal.pop(),
            Some(2),
            None,
            |s| matches!(s, S::Deal(_)),
        ),
        (
            "all blue",
            |r| round(r).deal.fill(vec![0; 4]),
            Some(2),
            None,
            |s| matches!(s, S::Deal(_)),
        ),
        (
            "no code",
            |r| round(r).moves[3] = 300,
            Some(2),
            Some(4),
            |s| matches!(s, S::Code(_)),
        ),
        (
            "huge code",
            |r| round(r).moves[3] = u64::MAX,
            Some(2),
            Some(4),
            |s| matches!(s, S::Code(_)),
        ),
        (
            "the move before",
            |r| round(r).moves[3] = round(r).moves[2],
            Some(2),
            Some(4),
            |s| matches!(s, S::Move { .. }),
        ),
        (
            "legal",
            |r| round(r).legal.as_mut().expect("complete")[4] += 1,
            Some(2),
            Some(5),
            |s| matches!(s, S::Legal { .. }),
        ),
        (
            "legal, one less",
            |r| _ = round(r).legal.as_mut().expect("complete").pop(),
            Some(2),
            None,
            |s| matches!(s, S::Length { key: "legal", .. }),
        ),
        (
            "scores",
            |r| round(r).scores.as_mut().expect("complete")[1] += 1,
            Some(2),
            None,
            |s| {
                matches!(
                    s,
                    S::Result {
                        key: "scores",
                        player: 1,
                        ..
                    }
                )
            },
        ),
        (
            "scores of too many",
            |r| round(r).scores.as_mut().expect("complete").push(0),
            Some(2),
            None,
            |s| matches!(s, S::Length { key: "scores", .. }),
        ),
        (
            "walls",
            |r| round(r).walls.as_mut().expect("complete")[0] ^= 1 << 24,
            Some(2),
            None,
            |s| {
                matches!(
                    s,
                    S::Result {
                        key: "walls",
                        player: 0,
                        ..
                    }
                )
            },
        ),
        (
            "26 places",
            |r| round(r).walls.as_mut().expect("complete")[0] |= 1 << 25,
            Some(2),
            None,
            |s| {
                matches!(
                    s,
                    S::Result {
                        key: "walls",
                        player: 0,
                        ..
                    }
                )
            },
        ),
        (
            "a move less",
            |r| _ = round(r).moves.pop(),
            Some(2),
            None,
            |s| matches!(s, S::Length { key: "legal", .. }),
        ),
        (
            "a move less, plain",
            |r| {
                *round(r) = bare(round(r));
                _ = round(r).moves.pop()
            },
            Some(3),
            None,
            |s| matches!(s, S::Unfinished),
        ),
        (
            "scores too early",
            |r| {
                r.rounds.truncate(2);
                _ = round(r).moves.pop();
                round(r).legal = None
            },
            Some(2),
            None,
            |s| {
                matches!(
                    s,
                    S::TooEarly {
                        key: "scores",
                        what: "the round"
                    }
                )
            },
        ),
        (
            "a round after the end",
            |r| r.rounds.push(r.rounds[0].clone()),
            Some(0),
            None,
            |s| matches!(s, S::Over),
        ),
        (
            "bonus",
            |r| r.bonus.as_mut().expect("complete")[0] += 2,
            None,
            None,
            |s| {
                matches!(
                    s,
                    S::Result {
                        key: "bonus",
                        player: 0,
                        ..
                    }
                )
            },
        ),
        (
            "final",
            |r| r.finals.as_mut().expect("complete")[1] += 2,
            None,
            None,
            |s| {
                matches!(
                    s,
                    S::Result {
                        key: "final",
                        player: 1,
                        ..
                    }
                )
            },
        ),
        (
            "winners",
            |r| r.winners.as_mut().expect("complete").push(9),
            None,
            None,
            |s| matches!(s, S::Winners { .. }),
        ),
        (
            "nobody wins",
            |r| r.winners = Some(vec![]),
            None,
            None,
            |s| matches!(s, S::Winners { .. }),
        ),
        (
            "an end too early",
            |r| _ = r.rounds.pop(),
            None,
            None,
            |s| {
                matches!(
                    s,
                    S::TooEarly {
                        key: "bonus",
                        what: "the game"
                    }
                )
            },
        ),
    ];
    for seed in 0..9 {
        let record = complete_record(seed);
        for (name, corrupt, round, number, is_right) in &corrupts {
            let mut corrupted = record.clone();
            corrupt(&mut corrupted);
            let error = corrupted.check().expect_err(name);
            // A round 0 stands for the last.
            let round = if *round == Some(0) {
                Some(corrupted.rounds.len())
            } else {
                *round
            };
            assert_eq!(
                (error.round, error.number),
                (round, *number),
                "{name}: {error}"
            );
            assert!(is_right(&error.statement), "{name}: {error}");
            assert_eq!(corrupted.completed(), Err(error));
        }
    }
}

fn bare(round: &Round) -> Round {
    Round {
        legal: None,
        scores: None,
        walls: None,
        ..round.clone()
    }
}

#[test]
fn texts_that_are_no_records_are_refused() {
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
    let [Ok(one), Err(LineError::Syntax { number: 4, .. }), Ok(other)] = &lines[..] else {
        panic!("{lines:?}");
    };
    assert_eq!((one.number, other.number), (1, 5));
    assert_eq!((&one.game.record, &other.game.record), (&record, &record));
    let long = format!("{json}\n{}\n{json}", " ".repeat(1 << 20) + "{}");
    let lines: Vec<_> = read(long.as_bytes()).collect();
    assert!(
        matches!(
            lines[..],
            [Ok(_), Err(LineError::TooLong { number: 2, .. })]
        ),
        "{lines:?}"
    );
}

/// 1,000 games take milliseconds; the limit is that of a promise, with slack for a busy machine.
#[test]
fn a_thousand_games_are_checked_within_a_second() {
    let lines: Vec<String> = (0..1000)
        .map(|seed| complete_record(3 * seed).to_json())
        .collect();
    let text = lines.join("\n");
    let began = std::time::Instant::now();
    let checked = read(text.as_bytes()).filter(|line| {
        let line = line.as_ref().expect("a record");
        line.game.record.check().is_ok()
    });
    assert_eq!(checked.count(), 1000);
    let seconds = began.elapsed().as_secs_f64();
    eprintln!("1,000 games, {} bytes: {seconds:.3} s", text.len());
    assert!(seconds < 5.0, "{seconds} s");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn readers_of_records_hold(
        seed in 0u64..200, edits in proptest::collection::vec((any::<prop::sample::Index>(), "[0-9,\\[\\]{}\":a-z-]"), 0..3),
    ) {
        let mut text: Vec<char> = complete_record(seed).to_json().chars().collect();
        for (place, with) in edits {
            let place = place.index(text.len());
            text.splice(place..=place, with.chars());
        }
        crate::readers::record_holds(&text.into_iter().collect::<String>());
    }
}
