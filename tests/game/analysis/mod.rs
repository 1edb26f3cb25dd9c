//! The judge: what it says of positions whose value is proven, and of games.

mod replay;
mod sentences;

use azulejo::analysis::{
    Certainty, Effort, Grade, JudgeSettings, Loss, Side, grade, graded, judge, review,
};
use azulejo::control::Control;
use azulejo::game::random::{ChaCha8Rng, SeedableRng};
use azulejo::game::{Move, Players, Position};
use azulejo::players::azulejo::Part;
use azulejo::players::{Contestant, Limits, Player};
use serde::Deserialize;
use serde_json::Value;

/// A last round whose value is proven.
#[derive(Deserialize)]
struct LastRound {
    position: String,
    value: f64,
    /// The codes of all best moves.
    best: Vec<u16>,
    /// Codes of moves with their values; none where the move lets the game go on.
    moves: Vec<(u16, Option<i32>)>,
}

/// Some of those in `tools/coach/`.
fn last_rounds(every: usize) -> Vec<LastRound> {
    let text = std::fs::read_to_string("tools/coach/last-rounds.jsonl").expect("the set");
    let some = text.lines().step_by(every);
    some.map(|line| serde_json::from_str(line).expect("a last round"))
        .collect()
}

#[test]
fn what_is_proven_is_the_truth_and_reasons_add_up_to_what_is_given_away() {
    let control = Control::default();
    let (mut proven, mut losses) = (0, 0);
    for entry in last_rounds(25) {
        let position: Position = entry.position.parse().expect("a position");
        let value = entry.value;
        for &(code, worth) in &entry.moves {
            let taken = Move::from_code(code.into(), position.players()).expect("a code");
            let judgement = judge(
                &position,
                &JudgeSettings::default(),
                &[taken],
                &control,
                |_| (),
            );
            let first = judgement.best().clone();
            let found = graded(&position, taken, judgement);
            let sum: f64 = found.reasons.iter().map(|it| it.points).sum();
            assert!((sum - found.loss.points).abs() < 0.1, "{position} {taken}");
            let told = found.reasons.iter().filter(|it| it.sentence.is_some());
            assert!(
                told.clone().count() <= 3
                    && found.reasons.is_sorted_by(|a, b| a.points >= b.points)
            );
            if first.certainty == Certainty::Proven {
                proven += 1;
                assert_eq!(first.points, value, "{position}");
                let code = first.taken.code(position.players()).expect("a legal move");
                assert!(entry.best.contains(&code), "{position} {}", first.taken);
                assert_eq!(first.win, 0.5 + 0.5 * value.signum(), "{position}");
            }
            if let Some(worth) = worth
                && found.certainty == Certainty::Proven
            {
                losses += 1;
                assert_eq!(
                    found.loss.points,
                    value - f64::from(worth),
                    "{position} {taken}"
                );
            }
        }
    }
    assert!(proven >= 150 && losses >= 100, "{proven} {losses}");
}

#[test]
fn who_begins_is_told_once_between_two_players_and_parts_add_up() {
    let control = Control::default();
    let settings = JudgeSettings {
        nodes: 20_000,
        ..Effort::Quick.settings()
    };
    let mut begins = 0;
    for seed in 0..10 {
        let mut position = Position::new(Players::Two, 0);
        let deal = position.deal(&mut ChaCha8Rng::seed_from_u64(seed));
        deal.expect("a new game waits for a deal");
        let taken = position.legal().nth(seed as usize).expect("a move");
        let judgement = judge(&position, &settings, &[taken], &control, |_| ());
        let found = graded(&position, taken, judgement);
        let sum: f64 = found.reasons.iter().map(|it| it.points).sum();
        assert!((sum - found.loss.points).abs() < 0.1, "{position} {taken}");
        let parts = found.reasons.iter().filter(|it| it.part == Part::Token);
        let parts: Vec<Side> = parts.map(|it| it.side).collect();
        assert!(parts.is_empty() || parts == [Side::Mover], "{parts:?}");
        begins += parts.len();
    }
    assert!(begins > 0, "no move changes who begins");
}

#[test]
fn the_worst_grade_needs_a_search_that_stands_by_it() {
    let loss = |win, points| Loss { win, points };
    let of = Grade::of;
    let (shallow, deep, proven) = (Certainty::Shallow, Certainty::Deep, Certainty::Proven);
    assert_eq!(of(loss(0.5, 20.0), shallow), Grade::Mistake);
    assert_eq!(of(loss(0.5, 20.0), deep), Grade::Blunder);
    assert_eq!(of(loss(1.0, 20.0), proven), Grade::Blunder);
    // A game that is won or lost anyway still shows what was given away, but is no blunder.
    assert_eq!(of(loss(0.0, 20.0), proven), Grade::Mistake);
    assert_eq!(of(loss(0.0, 20.0), deep), Grade::Best);
    assert_eq!(of(loss(0.0, 0.0), proven), Grade::Best);
    for certainty in Certainty::ALL {
        let grades: Vec<Grade> = (0..100)
            .map(|it| of(loss(f64::from(it) / 100.0, 0.0), certainty))
            .collect();
        assert!(grades.is_sorted(), "{grades:?}");
    }
}

#[test]
fn more_work_is_needed_before_a_search_is_sure() {
    let mut position = Position::new(Players::Two, 0);
    let deal = position.deal(&mut ChaCha8Rng::seed_from_u64(7));
    deal.expect("a new game waits for a deal");
    let control = Control::default();
    let judged = |nodes| {
        let settings = JudgeSettings {
            nodes,
            ..Effort::Quick.settings()
        };
        judge(&position, &settings, &[], &control, |_| ())
            .best()
            .clone()
    };
    assert_eq!(
        judged(1).certainty,
        Certainty::Shallow,
        "one depth has nothing to be compared with"
    );
    let long = judged(400_000);
    assert!(
        long.certainty == Certainty::Deep && long.depth >= 6,
        "{long:?}"
    );
    assert!((0.4..0.7).contains(&long.win), "an opening: {}", long.win);
    // Each of several moves has its own value, as if it were asked for alone.
    let settings = JudgeSettings {
        nodes: u64::MAX,
        depth: Some(3),
        moves: 4,
        ..Effort::Quick.settings()
    };
    let several = judge(&position, &settings, &[], &control, |_| ());
    assert_eq!(several.moves.len(), 4);
    assert!(
        several
            .moves
            .is_sorted_by(|one, other| one.win >= other.win)
    );
}

#[test]
fn a_review_is_the_same_on_any_number_of_threads_and_comes_in_order() {
    let players = ["strategic", "random"].map(|it| it.parse::<Contestant>().expect("a player"));
    let record = played(&players);
    let settings = JudgeSettings {
        nodes: 2000,
        proof: 2000,
        ..Effort::Quick.settings()
    };
    let control = Control::default();
    let one = review(&record, &settings, 1, &control).expect("it is true");
    let two = review(&record, &settings, 2, &control).expect("it is true");
    let all = one.summary();
    assert!(all.is_whole() && all.moves.len() > 20);
    for (index, (a, b)) in one.moves.iter().zip(&two.moves).enumerate() {
        assert_eq!((a.number, b.number), (index + 1, index + 1));
        assert_eq!(a.graded, b.graded);
    }
    let accuracy = |player| all.accuracy(player).expect("he moved");
    assert!(accuracy(0) > accuracy(1), "{} {}", accuracy(0), accuracy(1));
    for turning in all.turning_points() {
        let after = all
            .wins(turning.player)
            .filter(|(number, _)| *number >= turning.number);
        assert!(
            after
                .map(|it| it.1)
                .all(|win| (win >= turning.threshold) == turning.above)
        );
        let before = all
            .wins(turning.player)
            .filter(|(number, _)| *number < turning.number);
        let last = before.last().expect("a move before it").1;
        assert_ne!(last >= turning.threshold, turning.above);
    }
}

/// A game of two players as a record.
fn played(players: &[Contestant; 2]) -> azulejo::game::record::Record {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let mut position = Position::new(Players::Two, 0);
    let mut rounds: Vec<(Vec<Vec<usize>>, Vec<u64>)> = Vec::new();
    loop {
        match position.phase() {
            azulejo::game::Phase::Deal => {
                position.deal(&mut rng).expect("it is time for it");
                let factories = azulejo::game::Source::all(Players::Two)
                    .filter_map(|source| source.number().map(|_| source))
                    .map(|source| {
                        position
                            .source(source)
                            .iter()
                            .map(|it| it.index())
                            .collect()
                    });
                rounds.push((factories.collect(), Vec::new()));
            }
            azulejo::game::Phase::RoundEnd => drop(position.end_round()),
            azulejo::game::Phase::Over => break,
            azulejo::game::Phase::Moves => {
                let taken = players[position.mover()].choose(&position, &mut rng);
                let code = taken.code(Players::Two).expect("a legal move");
                rounds.last_mut().expect("a round").1.push(code.into());
                position.play_unchecked(taken);
            }
        }
    }
    let rounds: Vec<Value> = rounds
        .iter()
        .map(|(deal, moves)| serde_json::json!({"deal": deal, "moves": moves}))
        .collect();
    let text = serde_json::json!({"players": 2, "first": 0, "rounds": rounds}).to_string();
    azulejo::game::record::Record::from_json(&text).expect("a record")
}

#[test]
fn the_judge_takes_the_move_of_the_player_or_a_better_one() {
    // The search behind both is one; the judge looks longer.
    let player = azulejo::players::azulejo::Azulejo::default();
    let mut position = Position::new(Players::Two, 0);
    position
        .deal(&mut ChaCha8Rng::seed_from_u64(9))
        .expect("a new game waits for a deal");
    let limits = Limits::of_nodes(20_000);
    let taken = player.choose(&position, &mut ChaCha8Rng::seed_from_u64(0), &limits);
    let found = grade(
        &position,
        taken,
        &JudgeSettings::default(),
        &Control::default(),
    );
    let found = found.expect("it is legal");
    assert!(found.grade <= Grade::Inaccuracy, "{:?}", found.loss);
}
