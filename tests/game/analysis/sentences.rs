//! Sentences are true: each number is the named player's, by the count of the referee.

use crate::analysis::replay::{Replay, Told, is_last_round, over};
use azulejo::analysis::{JudgeSettings, MoveGrade, Side, grade, graded, judge};
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
            let legal = position
                .legal()
                .filter(|it| it.destination().row().is_some());
            let legal: Vec<Move> = legal.collect();
            if below(rng, 12) == 0 {
                found.push(*position);
            }
            match legal.is_empty() {
                true => position.legal().next(),
                false => Some(legal[below(rng, legal.len() as u32) as usize]),
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
    let judgement = judge(position, &settings, &wanted, &Control::default(), |_| ());
    let graded = |taken: &Move| graded(position, *taken, judgement.clone());
    wanted.iter().map(graded).collect()
}

fn sentences(graded: &MoveGrade) -> impl Iterator<Item = &String> {
    graded.reasons.iter().filter_map(|it| it.sentence.as_ref())
}

#[test]
fn every_number_of_a_sentence_belongs_to_the_player_who_is_named() {
    let mut told: BTreeMap<Told, usize> = BTreeMap::new();
    let mut wrong = Vec::new();
    let mut other_best = 0;
    for (players, count) in [
        (Players::Two, 100),
        (Players::Three, 100),
        (Players::Four, 100),
    ] {
        for position in positions(players, count, 11) {
            for graded in grades(&position) {
                other_best += usize::from(graded.best.leaf.other != graded.chosen.leaf.other);
                let replay = Replay::of(&position, &graded);
                for sentence in sentences(&graded) {
                    match replay.told(sentence) {
                        Ok(kind) => *told.entry(kind).or_default() += 1,
                        Err(why) => wrong.push(format!("{position}: {sentence} {why}")),
                    }
                }
            }
        }
    }
    let count: usize = told.values().sum();
    assert!(
        wrong.is_empty(),
        "{} of {} sentences are wrong:\n{}",
        wrong.len(),
        count + wrong.len(),
        wrong.join("\n")
    );
    assert!(
        count > 800 && other_best > 10,
        "{count} {other_best} {told:?}"
    );
    let kinds = [
        Told::Lines,
        Told::Neighbours,
        Told::Floor,
        Told::Begun,
        Told::Sets,
        Told::Starter,
        Told::End,
    ];
    for kind in kinds {
        assert!(told.contains_key(&kind), "{kind:?} of {told:?}");
    }
}

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
                let sum: f64 = graded.reasons.iter().map(|it| it.points).sum();
                assert!((sum - graded.loss.points).abs() < 0.1, "{position}");
                let replay = Replay::of(&position, &graded);
                let last = replay.ends().each_ref().map(is_last_round);
                let ended = replay.ends().each_ref().map(over);
                let of = |part: Part, side: Side| {
                    let found = graded
                        .reasons
                        .iter()
                        .find(|it| (it.part, it.side) == (part, side));
                    found.map_or(0.0, |it| it.points)
                };
                if last[0] != last[1] {
                    one += 1;
                    assert!(graded.reasons.iter().all(|it| it.part != Part::Rest));
                }
                let token = graded.reasons.iter().find(|it| it.part == Part::Token);
                assert!(
                    token.is_none() || last == [false; 2],
                    "{position} {token:?}"
                );
                let [Some(best), Some(chosen)] = ended else {
                    continue;
                };
                both += 1;
                let player = [position.mover(), graded.chosen.leaf.other];
                for (side, player, sign) in
                    [(Side::Mover, player[0], 1), (Side::Other, player[1], -1)]
                {
                    let [best, chosen] = [&best, &chosen].map(|game| &game.boards[player]);
                    let more =
                        |one: usize, other: usize| f64::from(sign * (one as i32 - other as i32));
                    let (rows, columns, colours) = (
                        more(best.complete_rows(), chosen.complete_rows()),
                        more(best.complete_columns(), chosen.complete_columns()),
                        more(best.complete_colours(), chosen.complete_colours()),
                    );
                    assert_eq!(of(Part::Rows, side), 2.0 * rows, "{position}");
                    assert_eq!(of(Part::Columns, side), 7.0 * columns, "{position}");
                    assert_eq!(of(Part::Colours, side), 10.0 * colours, "{position}");
                    let score = f64::from(sign * (best.score - chosen.score));
                    let parts = [Part::Points, Part::Neighbours, Part::Floor];
                    let sum: f64 = parts.iter().map(|&part| of(part, side)).sum();
                    assert!((sum - score).abs() < 1e-9, "{position} {sum} {score}");
                }
            }
        }
    }
    assert!(both > 30 && one > 3, "{both} {one}");
}

#[test]
fn another_best_opponent_is_not_told_under_the_name_of_the_first() {
    // Player 2 is the best other after the best move, player 3 after the chosen one.
    let position = "Y/-/-/-/-/-/- KKY 10:-/-/-/-/-:-:...../...../...../...../.....|10:-/W1/-/-/-:*:...../...../...../...../.....|10:-/K1/-/-/-:-:...../...../...../...../..... 1 1 3 10,9,10,8,9 10,9,10,9,10";
    let position: Position = position.parse().expect("a position");
    let taken = "1Y4".parse().expect("a move");
    let settings = JudgeSettings::default();
    let graded = grade(&position, taken, &settings, &Control::default()).expect("it is legal");
    assert_ne!(graded.best.leaf.other, graded.chosen.leaf.other);
    let replay = Replay::of(&position, &graded);
    for sentence in sentences(&graded) {
        let told = replay.told(sentence);
        assert!(told.is_ok(), "{sentence} {told:?}");
    }
}

/// The sentences on a move.
fn told(position: &str, taken: &str) -> Vec<String> {
    let position: Position = position.parse().expect("a position");
    let taken = taken.parse().expect("a move");
    let graded = grade(
        &position,
        taken,
        &JudgeSettings::default(),
        &Control::default(),
    );
    sentences(&graded.expect("it is legal")).cloned().collect()
}

#[test]
fn that_a_move_ends_the_game_is_told_and_how_it_ends() {
    let lets_it_go_on = told(
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
    let loses = told(
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
    let told = told(
        "B/K/-/-/- - 2:-/-/-/-/-:-:..R../...../...../...../.....|2:-/-/-/-/-:*:..R../...../...../...../..... 1 1 2 9,10,9,9,10 10,10,9,10,10",
        "1B1",
    );
    assert_eq!(
        told[..2],
        [
            "Your tiles beside others: after 2K1 black in row 1 for 2 points, after 1B1 none: 1.0 points.",
            "Player 2's tiles beside others: after 2K1 none, after 1B1 black in row 1 for 2 points: 1.0 points.",
        ]
    );
}
