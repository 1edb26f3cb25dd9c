//! The judge: judgements of positions with a proven value, and of games.

mod replay;
mod sentences;

use crate::kit::{contestant, tally_and_records};
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

fn judgement(position: &Position, settings: &JudgeSettings, moves: &[Move]) -> Judgement {
    judge(position, settings, moves, &Control::default(), |_| ())
}

/// The reasons of a grade add up to the loss of the move.
#[track_caller]
fn assert_adds_up(grade: &MoveGrade, position: &Position) {
    let sum: f64 = grade.reasons.iter().map(|reason| reason.points).sum();
    let loss = grade.loss.points;
    assert!((sum - loss).abs() < 0.1, "{position}: {sum}, not {loss}");
}

/// A last round with its proven value.
#[derive(Deserialize)]
struct LastRound {
    position: String,
    value: f64,
    /// The codes of all best moves.
    best: Vec<u16>,
    /// Codes of moves with their values; a move without the end of the game has no value.
    moves: Vec<(u16, Option<i32>)>,
}

/// Every `every`-th last round of `tools/coach/`.
fn last_rounds(every: usize) -> Vec<LastRound> {
    let text = std::fs::read_to_string("tools/coach/last-rounds.jsonl").expect("the set");
    let lines = text.lines().step_by(every);
    lines
        .map(|line| serde_json::from_str(line).expect("a last round"))
        .collect()
}

#[test]
fn proven_values_are_true_and_reasons_add_up_to_the_loss() {
    let (mut proven, mut losses) = (0, 0);
    for entry in last_rounds(25) {
        let position: Position = entry.position.parse().expect("a position");
        let value = entry.value;
        for &(code, worth) in &entry.moves {
            let move_ = Move::from_code(code.into(), position.players()).expect("a code");
            let judgement = judgement(&position, &JudgeSettings::default(), &[move_]);
            let best = judgement.best().clone();
            let grade = graded(&position, move_, judgement);
            assert_adds_up(&grade, &position);
            let sentences = grade
                .reasons
                .iter()
                .filter(|reason| reason.sentence.is_some());
            assert!(sentences.count() <= 3);
            assert!(
                grade
                    .reasons
                    .is_sorted_by(|first, second| first.points >= second.points)
            );
            if best.certainty == Certainty::Proven {
                proven += 1;
                assert_eq!(best.points, value, "{position}");
                let code = best.taken.code(position.players()).expect("a legal move");
                assert!(entry.best.contains(&code), "{position} {}", best.taken);
                assert_eq!(best.win, 0.5 + 0.5 * value.signum(), "{position}");
            }
            if let Some(worth) = worth
                && grade.certainty == Certainty::Proven
            {
                losses += 1;
                let loss = value - f64::from(worth);
                assert_eq!(grade.loss.points, loss, "{position} {move_}");
            }
        }
    }
    assert!(proven >= 150 && losses >= 100, "{proven} {losses}");
}

#[test]
fn the_next_starter_is_a_single_reason_between_two_players_and_parts_add_up() {
    let settings = JudgeSettings {
        nodes: 20_000,
        ..Effort::Quick.settings()
    };
    let mut starter_reasons = 0;
    for seed in 0..10 {
        let position = opening(seed);
        let move_ = position.legal().nth(seed as usize).expect("a move");
        let judgement = judgement(&position, &settings, &[move_]);
        let grade = graded(&position, move_, judgement);
        assert_adds_up(&grade, &position);
        let parts = grade
            .reasons
            .iter()
            .filter(|reason| reason.part == Part::Token);
        let parts: Vec<Side> = parts.map(|reason| reason.side).collect();
        assert!(parts.is_empty() || parts == [Side::Mover], "{parts:?}");
        starter_reasons += parts.len();
    }
    assert!(starter_reasons > 0, "no move changes who begins");
}

#[test]
fn the_worst_grade_needs_a_deep_search() {
    let loss = |win, points| Loss { win, points };
    let grade = Grade::of;
    let (shallow, deep, proven) = (Certainty::Shallow, Certainty::Deep, Certainty::Proven);
    assert_eq!(grade(loss(0.5, 20.0), shallow), Grade::Mistake);
    assert_eq!(grade(loss(0.5, 20.0), deep), Grade::Blunder);
    assert_eq!(grade(loss(1.0, 20.0), proven), Grade::Blunder);
    // A loss of points without a loss of winning chances is no blunder.
    assert_eq!(grade(loss(0.0, 20.0), proven), Grade::Mistake);
    assert_eq!(grade(loss(0.0, 20.0), deep), Grade::Best);
    assert_eq!(grade(loss(0.0, 0.0), proven), Grade::Best);
    for certainty in Certainty::ALL {
        let grades =
            (0..100).map(|percent| grade(loss(f64::from(percent) / 100.0, 0.0), certainty));
        let grades: Vec<Grade> = grades.collect();
        assert!(grades.is_sorted(), "{grades:?}");
    }
}

#[test]
fn certainty_needs_more_nodes() {
    let position = opening(7);
    let best = |nodes| {
        let settings = JudgeSettings {
            nodes,
            ..Effort::Quick.settings()
        };
        judgement(&position, &settings, &[]).best().clone()
    };
    // A single depth has no other depth to compare.
    assert_eq!(best(1).certainty, Certainty::Shallow);
    let long = best(400_000);
    assert_eq!(long.certainty, Certainty::Deep, "{long:?}");
    assert!(long.depth >= 6, "{long:?}");
    assert!((0.4..0.7).contains(&long.win), "an opening: {}", long.win);
    // Each of several moves has its own value.
    let settings = JudgeSettings {
        nodes: u64::MAX,
        depth: Some(3),
        moves: 4,
        ..Effort::Quick.settings()
    };
    let several = judgement(&position, &settings, &[]).moves;
    assert_eq!(several.len(), 4);
    assert!(several.is_sorted_by(|first, second| first.win >= second.win));
}

#[test]
fn a_review_is_the_same_on_any_number_of_threads_and_comes_in_order() {
    let players = ["strategic", "random"].map(contestant);
    let game = Match::new(players.iter().collect(), Starter::Always(0), 4).expect("two");
    let (_, records) = tally_and_records(&game, 0..1);
    let settings = JudgeSettings {
        nodes: 2000,
        proof: 2000,
        ..Effort::Quick.settings()
    };
    let [review_on_one, review_on_two] = [1, 2].map(|threads| {
        let review = review(&records[0], &settings, threads, &Control::default());
        review.expect("it is true")
    });
    let summary = review_on_one.summary();
    assert!(summary.is_whole() && summary.moves.len() > 20);
    for (index, (first, second)) in review_on_one
        .moves
        .iter()
        .zip(&review_on_two.moves)
        .enumerate()
    {
        assert_eq!((first.number, second.number), (index + 1, index + 1));
        assert_eq!(first.graded, second.graded);
    }
    let accuracy = |player| summary.accuracy(player).expect("he moved");
    assert!(accuracy(0) > accuracy(1), "{} {}", accuracy(0), accuracy(1));
    for point in summary.turning_points() {
        let is_above = |win: f64| (win >= point.threshold) == point.above;
        let wins: Vec<_> = summary.wins(point.player).collect();
        let (before, after): (Vec<_>, Vec<_>) =
            wins.iter().partition(|(number, _)| *number < point.number);
        assert!(after.iter().all(|(_, win)| is_above(*win)));
        let (_, last) = before.last().expect("a move before it");
        assert!(!is_above(*last));
    }
}

#[test]
fn the_judge_grades_a_move_of_the_player_as_an_inaccuracy_at_worst() {
    // Judge and player have the same search; the judge has more nodes.
    let position = opening(9);
    let (limits, mut rng) = (Limits::of_nodes(20_000), ChaCha8Rng::seed_from_u64(0));
    let move_ = Azulejo::default().choose(&position, &mut rng, &limits);
    let (settings, control) = (JudgeSettings::default(), Control::default());
    let grade = grade(&position, move_, &settings, &control).expect("it is legal");
    assert!(grade.grade <= Grade::Inaccuracy, "{:?}", grade.loss);
}
