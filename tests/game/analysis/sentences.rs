//! Sentences are true: each number is the named player's, by the count of the referee.

use crate::analysis::replay::{Replay, SentenceKind, is_last_round, over};
use crate::analysis::{assert_adds_up, judged};
use crate::referee::Board;
use azulejo::analysis::{JudgeSettings, MoveGrade, Side, grade, graded};
use azulejo::control::Control;
use azulejo::game::random::{ChaCha8Rng, SeedableRng, below};
use azulejo::game::{Move, Players, Position};
use azulejo::players::azulejo::Part;
use std::collections::BTreeMap;

/// Positions of games in which moves are chosen at random, of all rounds.
fn positions(players: Players, count: usize, seed: u64) -> Vec<Position> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut found = Vec::new();
    while found.len() < count {
        let mut position = Position::new(players, 0);
        let played = position.play_out(u32::MAX, &mut rng, |position, rng| {
            // Of the floor, little is to be seen.
            let (lines, floor): (Vec<Move>, Vec<Move>) = position
                .legal()
                .partition(|it| it.destination().row().is_some());
            if below(rng, 12) == 0 {
                found.push(*position);
            }
            match lines.is_empty() {
                true => floor.first().copied(),
                false => Some(lines[below(rng, lines.len() as u32) as usize]),
            }
        });
        played.expect("legal moves");
    }
    found.truncate(count);
    found
}

/// Some of the legal moves, graded by a short search.
fn grades(position: &Position) -> Vec<MoveGrade> {
    let settings = JudgeSettings {
        nodes: 3000,
        proof: 3000,
        ..JudgeSettings::default()
    };
    let count = position.legal_count();
    let legal = position.legal().step_by(count.div_ceil(4));
    let wanted: Vec<Move> = legal.collect();
    let judgement = judged(position, &settings, &wanted);
    let graded = |taken: &Move| graded(position, *taken, judgement.clone());
    wanted.iter().map(graded).collect()
}

fn sentences(graded: &MoveGrade) -> impl Iterator<Item = &String> {
    graded.reasons.iter().filter_map(|it| it.sentence.as_ref())
}

#[test]
fn every_number_of_a_sentence_belongs_to_the_player_who_is_named() {
    let mut kinds: BTreeMap<SentenceKind, usize> = BTreeMap::new();
    let mut wrong = Vec::new();
    let mut other_best = 0;
    for players in Players::ALL {
        for position in positions(players, 100, 11) {
            for graded in grades(&position) {
                other_best += usize::from(graded.best.leaf.other != graded.chosen.leaf.other);
                let replay = Replay::of(&position, &graded);
                for sentence in sentences(&graded) {
                    match replay.kind_of(sentence) {
                        Ok(kind) => *kinds.entry(kind).or_default() += 1,
                        Err(why) => wrong.push(format!("{position}: {sentence} {why}")),
                    }
                }
            }
        }
    }
    let count: usize = kinds.values().sum();
    let (all, lines) = (count + wrong.len(), wrong.join("\n"));
    assert!(
        wrong.is_empty(),
        "some of {all} sentences are wrong:\n{lines}"
    );
    assert!(count > 800, "{count} {kinds:?}");
    assert!(other_best > 10, "{other_best} {kinds:?}");
    use SentenceKind::{Begun, End, Floor, Lines, Neighbours, Sets, Starter};
    for kind in [Lines, Neighbours, Floor, Begun, Sets, Starter, End] {
        assert!(kinds.contains_key(&kind), "{kind:?} of {kinds:?}");
    }
}

/// Number of something on a board.
type Number = fn(&Board) -> usize;

/// The parts of the end bonus, each with the points of one and the number on a board.
const SETS: [(Part, f64, Number); 3] = [
    (Part::Rows, 2.0, Board::complete_rows),
    (Part::Columns, 7.0, Board::complete_columns),
    (Part::Colours, 10.0, Board::complete_colours),
];

#[test]
fn at_the_end_of_the_game_parts_are_what_the_rules_count() {
    let (mut both, mut one) = (0, 0);
    for players in Players::ALL {
        for position in positions(players, 1000, 5) {
            if position.group_count() > 4 {
                continue;
            }
            for graded in grades(&position) {
                if graded.best.taken == graded.chosen.taken {
                    continue;
                }
                assert_adds_up(&graded, &position);
                let replay = Replay::of(&position, &graded);
                let last = replay.ends().each_ref().map(is_last_round);
                let ended = replay.ends().each_ref().map(over);
                let of = |part: Part, side: Side| {
                    let mut reasons = graded.reasons.iter();
                    let found = reasons.find(|it| (it.part, it.side) == (part, side));
                    found.map_or(0.0, |it| it.points)
                };
                if last[0] != last[1] {
                    one += 1;
                    assert!(graded.reasons.iter().all(|it| it.part != Part::Rest));
                }
                let token = graded.reasons.iter().any(|it| it.part == Part::Token);
                assert!(!token || last == [false; 2], "{position}");
                let [Some(best), Some(chosen)] = ended else {
                    continue;
                };
                both += 1;
                let player = [position.mover(), graded.chosen.leaf.other];
                for (side, player, sign) in [
                    (Side::Mover, player[0], 1.0),
                    (Side::Other, player[1], -1.0),
                ] {
                    let [best, chosen] = [&best, &chosen].map(|game| &game.boards[player]);
                    let more = |count: fn(&Board) -> usize| {
                        sign * (count(best) as f64 - count(chosen) as f64)
                    };
                    for (part, points, count) in SETS {
                        assert_eq!(of(part, side), points * more(count), "{position}");
                    }
                    let score = sign * f64::from(best.score - chosen.score);
                    let parts = [Part::Points, Part::Neighbours, Part::Floor];
                    let sum: f64 = parts.iter().map(|&part| of(part, side)).sum();
                    assert!((sum - score).abs() < 1e-9, "{position} {sum} {score}");
                }
            }
        }
    }
    assert!(both > 30 && one > 3, "{both} {one}");
}

/// The sentences on a move.
fn sentences_on(position: &str, taken: &str) -> Vec<String> {
    let position: Position = position.parse().expect("a position");
    let taken = taken.parse().expect("a move");
    let (settings, control) = (JudgeSettings::default(), Control::default());
    let graded = grade(&position, taken, &settings, &control);
    sentences(&graded.expect("it is legal")).cloned().collect()
}

#[test]
fn that_a_move_ends_the_game_is_told_and_how_it_ends() {
    let lets_it_go_on = sentences_on(
        "W/B/-/-/- - 60:-/-/-/-/-:-:BYRK./...../...../...../.....|10:-/-/-/-/-:*:...../...../...../...../..... 1 1 5 9,9,9,9,9 9,10,10,10,10",
        "2B2",
    );
    assert_eq!(
        lets_it_go_on,
        [
            "Your tiles beside others: after 1W1 white in row 1 for 5 points, after 2B2 none: 4.0 points.",
            "Your rows: after 1W1 5 of 5 in row 1, after 2B2 4 of 5 in row 1: 2.0 points.",
            "The game ends with this round after 1W1, and you win it with 67 points against player 2's 10; after 2B2 it goes on.",
        ]
    );
    let loses = sentences_on(
        "W/-/-/-/- YY 20:-/Y1/-/-/-:-:BYRK./W..../...../...../.....|40:-/-/-/-/-:*:BYR../WBY../...../...../..... 1 1 5 8,7,9,9,8 9,7,9,10,9",
        "1W1",
    );
    assert_eq!(
        loses,
        [
            "The game ends with this round after 1W1, and you lose it with 27 points against player 2's 39; after CY2 it goes on.",
        ]
    );
}

#[test]
fn neighbours_are_a_reason() {
    let found = sentences_on(
        "B/K/-/-/- - 2:-/-/-/-/-:-:..R../...../...../...../.....|2:-/-/-/-/-:*:..R../...../...../...../..... 1 1 2 9,10,9,9,10 10,10,9,10,10",
        "1B1",
    );
    assert_eq!(
        found[..2],
        [
            "Your tiles beside others: after 2K1 black in row 1 for 2 points, after 1B1 none: 1.0 points.",
            "Player 2's tiles beside others: after 2K1 none, after 1B1 black in row 1 for 2 points: 1.0 points.",
        ]
    );
}
