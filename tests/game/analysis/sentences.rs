//! Truth of sentences: each number belongs to the player of the sentence, by the count of the referee.

use crate::analysis::replay::{Replay, SentenceKind, final_game, is_last_round};
use crate::analysis::{assert_adds_up, judgement};
use crate::referee::Board;
use azulejo::analysis::{JudgeSettings, MoveGrade, Side, grade, graded};
use azulejo::control::Control;
use azulejo::game::random::{ChaCha8Rng, SeedableRng, below};
use azulejo::game::{Move, Players, Position};
use azulejo::players::azulejo::Part;
use std::collections::BTreeMap;

/// Positions of all rounds of games with random moves.
fn positions(players: Players, count: usize, seed: u64) -> Vec<Position> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut position = Position::new(players, 0);
        let result = position.play_out(u32::MAX, &mut rng, |position, rng| {
            // Moves to the floor lead to few sentences.
            let (lines, floor): (Vec<Move>, Vec<Move>) = position
                .legal()
                .partition(|move_| move_.destination().row().is_some());
            if below(rng, 12) == 0 {
                positions.push(*position);
            }
            match lines.is_empty() {
                true => floor.first().copied(),
                false => Some(lines[below(rng, lines.len() as u32) as usize]),
            }
        });
        result.expect("legal moves");
    }
    positions.truncate(count);
    positions
}

/// Grades of about four legal moves, by a short search.
fn grades(position: &Position) -> Vec<MoveGrade> {
    let settings = JudgeSettings {
        nodes: 3000,
        proof: 3000,
        ..JudgeSettings::default()
    };
    let count = position.legal_count();
    let legal = position.legal().step_by(count.div_ceil(4));
    let moves: Vec<Move> = legal.collect();
    let judgement = judgement(position, &settings, &moves);
    let grade = |move_: &Move| graded(position, *move_, judgement.clone());
    moves.iter().map(grade).collect()
}

fn sentences(grade: &MoveGrade) -> impl Iterator<Item = &String> {
    grade
        .reasons
        .iter()
        .filter_map(|reason| reason.sentence.as_ref())
}

#[test]
fn every_number_of_a_sentence_belongs_to_its_player() {
    let mut kinds: BTreeMap<SentenceKind, usize> = BTreeMap::new();
    let mut errors = Vec::new();
    let mut other_best = 0;
    for players in Players::ALL {
        for position in positions(players, 100, 11) {
            for grade in grades(&position) {
                other_best += usize::from(grade.best.leaf.other != grade.chosen.leaf.other);
                let replay = Replay::of(&position, &grade);
                for sentence in sentences(&grade) {
                    match replay.kind_of(sentence) {
                        Ok(kind) => *kinds.entry(kind).or_default() += 1,
                        Err(error) => errors.push(format!("{position}: {sentence} {error}")),
                    }
                }
            }
        }
    }
    let count: usize = kinds.values().sum();
    let (all, lines) = (count + errors.len(), errors.join("\n"));
    assert!(
        errors.is_empty(),
        "some of {all} sentences are wrong:\n{lines}"
    );
    assert!(count > 800, "{count} {kinds:?}");
    assert!(other_best > 10, "{other_best} {kinds:?}");
    use SentenceKind::{End, Floor, Lines, Neighbours, PartialLines, Sets, Starter};
    for kind in [Lines, Neighbours, Floor, PartialLines, Sets, Starter, End] {
        assert!(kinds.contains_key(&kind), "{kind:?} of {kinds:?}");
    }
}

/// A count on a board.
type Count = fn(&Board) -> usize;

/// Parts of the end bonus, each with its points and its count on a board.
const SETS: [(Part, f64, Count); 3] = [
    (Part::Rows, 2.0, Board::complete_rows),
    (Part::Columns, 7.0, Board::complete_columns),
    (Part::Colours, 10.0, Board::complete_colours),
];

#[test]
fn parts_at_the_end_of_the_game_equal_the_counts_of_the_rules() {
    let (mut two_ends, mut one_end) = (0, 0);
    for players in Players::ALL {
        for position in positions(players, 1000, 5) {
            if position.group_count() > 4 {
                continue;
            }
            for grade in grades(&position) {
                if grade.best.taken == grade.chosen.taken {
                    continue;
                }
                assert_adds_up(&grade, &position);
                let replay = Replay::of(&position, &grade);
                let last = replay.ends.each_ref().map(is_last_round);
                let finals = replay.ends.each_ref().map(final_game);
                let points_of = |part: Part, side: Side| {
                    let mut reasons = grade.reasons.iter();
                    let reason = reasons.find(|reason| (reason.part, reason.side) == (part, side));
                    reason.map_or(0.0, |reason| reason.points)
                };
                if last[0] != last[1] {
                    one_end += 1;
                    assert!(grade.reasons.iter().all(|reason| reason.part != Part::Rest));
                }
                let has_token = grade
                    .reasons
                    .iter()
                    .any(|reason| reason.part == Part::Token);
                assert!(!has_token || last == [false; 2], "{position}");
                let [Some(best), Some(choice)] = finals else {
                    continue;
                };
                two_ends += 1;
                let player = [position.mover(), grade.chosen.leaf.other];
                for (side, player, sign) in [
                    (Side::Mover, player[0], 1.0),
                    (Side::Other, player[1], -1.0),
                ] {
                    let [best, choice] = [&best, &choice].map(|game| &game.boards[player]);
                    let lead = |count: fn(&Board) -> usize| {
                        sign * (count(best) as f64 - count(choice) as f64)
                    };
                    for (part, points, count) in SETS {
                        assert_eq!(points_of(part, side), points * lead(count), "{position}");
                    }
                    let score = sign * f64::from(best.score - choice.score);
                    let parts = [Part::Points, Part::Neighbours, Part::Floor];
                    let sum: f64 = parts.iter().map(|&part| points_of(part, side)).sum();
                    assert!((sum - score).abs() < 1e-9, "{position} {sum} {score}");
                }
            }
        }
    }
    assert!(two_ends > 30 && one_end > 3, "{two_ends} {one_end}");
}

/// Sentences on a move.
fn sentences_on(position: &str, move_: &str) -> Vec<String> {
    let position: Position = position.parse().expect("a position");
    let move_ = move_.parse().expect("a move");
    let (settings, control) = (JudgeSettings::default(), Control::default());
    let grade = grade(&position, move_, &settings, &control);
    sentences(&grade.expect("it is legal")).cloned().collect()
}

#[test]
fn a_sentence_tells_the_end_of_the_game_and_its_outcome() {
    let game_without_end = sentences_on(
        "W/B/-/-/- - 60:-/-/-/-/-:-:BYRK./...../...../...../.....|10:-/-/-/-/-:*:...../...../...../...../..... 1 1 5 9,9,9,9,9 9,10,10,10,10",
        "2B2",
    );
    assert_eq!(
        game_without_end,
        [
            "Your tiles beside others: after 1W1 white in row 1 for 5 points, after 2B2 none: 4.0 points.",
            "Your rows: after 1W1 5 of 5 in row 1, after 2B2 4 of 5 in row 1: 2.0 points.",
            "The game ends with this round after 1W1, and you win it with 67 points against player 2's 10; after 2B2 it goes on.",
        ]
    );
    let loss = sentences_on(
        "W/-/-/-/- YY 20:-/Y1/-/-/-:-:BYRK./W..../...../...../.....|40:-/-/-/-/-:*:BYR../WBY../...../...../..... 1 1 5 8,7,9,9,8 9,7,9,10,9",
        "1W1",
    );
    assert_eq!(
        loss,
        [
            "The game ends with this round after 1W1, and you lose it with 27 points against player 2's 39; after CY2 it goes on.",
        ]
    );
}

#[test]
fn neighbours_are_a_reason() {
    let sentences = sentences_on(
        "B/K/-/-/- - 2:-/-/-/-/-:-:..R../...../...../...../.....|2:-/-/-/-/-:*:..R../...../...../...../..... 1 1 2 9,10,9,9,10 10,10,9,10,10",
        "1B1",
    );
    assert_eq!(
        sentences[..2],
        [
            "Your tiles beside others: after 2K1 black in row 1 for 2 points, after 1B1 none: 1.0 points.",
            "Player 2's tiles beside others: after 2K1 none, after 1B1 black in row 1 for 2 points: 1.0 points.",
        ]
    );
}
