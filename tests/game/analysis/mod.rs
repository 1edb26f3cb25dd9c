//! The judge: what it says of positions whose value is proven, and of games.

mod replay;
mod sentences;

use crate::kit::{contestant, recorded};
use azulejo::analysis::{
    Certainty, Effort, Grade, JudgeSettings, Judgement, Loss, MoveGrade, Side, grade, graded,
    judge, review,
};
use azulejo::arena::{Match, Starter};
use azulejo::control::Control;
use azulejo::game::random::{ChaCha8Rng, SeedableRng};
use azulejo::game::{Move, Position};
use azulejo::players::azulejo::{Azulejo, Part};
use azulejo::players::tree_search::opening;
use azulejo::players::{Limits, Player};
use serde::Deserialize;

fn judged(position: &Position, settings: &JudgeSettings, wanted: &[Move]) -> Judgement {
    judge(position, settings, wanted, &Control::default(), |_| ())
}

/// The reasons of a grade add up to what the move gives away.
#[track_caller]
fn assert_adds_up(found: &MoveGrade, position: &Position) {
    let sum: f64 = found.reasons.iter().map(|it| it.points).sum();
    let loss = found.loss.points;
    assert!((sum - loss).abs() < 0.1, "{position}: {sum}, not {loss}");
}

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
    let (mut proven, mut losses) = (0, 0);
    for entry in last_rounds(25) {
        let position: Position = entry.position.parse().expect("a position");
        let value = entry.value;
        for &(code, worth) in &entry.moves {
            let taken = Move::from_code(code.into(), position.players()).expect("a code");
            let judgement = judged(&position, &JudgeSettings::default(), &[taken]);
            let first = judgement.best().clone();
            let found = graded(&position, taken, judgement);
            assert_adds_up(&found, &position);
            let sentences = found.reasons.iter().filter(|it| it.sentence.is_some());
            assert!(sentences.count() <= 3);
            assert!(found.reasons.is_sorted_by(|a, b| a.points >= b.points));
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
                let loss = value - f64::from(worth);
                assert_eq!(found.loss.points, loss, "{position} {taken}");
            }
        }
    }
    assert!(proven >= 150 && losses >= 100, "{proven} {losses}");
}

#[test]
fn who_begins_is_told_once_between_two_players_and_parts_add_up() {
    let settings = JudgeSettings {
        nodes: 20_000,
        ..Effort::Quick.settings()
    };
    let mut begins = 0;
    for seed in 0..10 {
        let position = opening(seed);
        let taken = position.legal().nth(seed as usize).expect("a move");
        let judgement = judged(&position, &settings, &[taken]);
        let found = graded(&position, taken, judgement);
        assert_adds_up(&found, &position);
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
        let grades = (0..100).map(|it| of(loss(f64::from(it) / 100.0, 0.0), certainty));
        let grades: Vec<Grade> = grades.collect();
        assert!(grades.is_sorted(), "{grades:?}");
    }
}

#[test]
fn more_work_is_needed_before_a_search_is_sure() {
    let position = opening(7);
    let best = |nodes| {
        let settings = JudgeSettings {
            nodes,
            ..Effort::Quick.settings()
        };
        judged(&position, &settings, &[]).best().clone()
    };
    // One depth has nothing to be compared with.
    assert_eq!(best(1).certainty, Certainty::Shallow);
    let long = best(400_000);
    assert_eq!(long.certainty, Certainty::Deep, "{long:?}");
    assert!(long.depth >= 6, "{long:?}");
    assert!((0.4..0.7).contains(&long.win), "an opening: {}", long.win);
    // Each of several moves has its own value, as if it were asked for alone.
    let settings = JudgeSettings {
        nodes: u64::MAX,
        depth: Some(3),
        moves: 4,
        ..Effort::Quick.settings()
    };
    let several = judged(&position, &settings, &[]).moves;
    assert_eq!(several.len(), 4);
    assert!(several.is_sorted_by(|one, other| one.win >= other.win));
}

#[test]
fn a_review_is_the_same_on_any_number_of_threads_and_comes_in_order() {
    let players = ["strategic", "random"].map(contestant);
    let game = Match::new(players.iter().collect(), Starter::Always(0), 4).expect("two");
    let (_, records) = recorded(&game, 0..1);
    let settings = JudgeSettings {
        nodes: 2000,
        proof: 2000,
        ..Effort::Quick.settings()
    };
    let [one, two] = [1, 2].map(|threads| {
        let found = review(&records[0], &settings, threads, &Control::default());
        found.expect("it is true")
    });
    let all = one.summary();
    assert!(all.is_whole() && all.moves.len() > 20);
    for (index, (a, b)) in one.moves.iter().zip(&two.moves).enumerate() {
        assert_eq!((a.number, b.number), (index + 1, index + 1));
        assert_eq!(a.graded, b.graded);
    }
    let accuracy = |player| all.accuracy(player).expect("he moved");
    assert!(accuracy(0) > accuracy(1), "{} {}", accuracy(0), accuracy(1));
    for turning in all.turning_points() {
        let is_above = |win: f64| (win >= turning.threshold) == turning.above;
        let wins: Vec<_> = all.wins(turning.player).collect();
        let (before, after): (Vec<_>, Vec<_>) = wins
            .iter()
            .partition(|(number, _)| *number < turning.number);
        assert!(after.iter().all(|(_, win)| is_above(*win)));
        let (_, last) = before.last().expect("a move before it");
        assert!(!is_above(*last));
    }
}

#[test]
fn the_judge_takes_the_move_of_the_player_or_a_better_one() {
    // The search behind both is one; the judge looks longer.
    let position = opening(9);
    let (limits, mut rng) = (Limits::of_nodes(20_000), ChaCha8Rng::seed_from_u64(0));
    let taken = Azulejo::default().choose(&position, &mut rng, &limits);
    let (settings, control) = (JudgeSettings::default(), Control::default());
    let found = grade(&position, taken, &settings, &control).expect("it is legal");
    assert!(found.grade <= Grade::Inaccuracy, "{:?}", found.loss);
}
