//! The levels of the player `azulejo`.

use crate::kit::{contestant, play_out, played};
use azulejo::game::random::{ChaCha8Rng, SeedableRng};
use azulejo::game::{Move, Players, Position};
use azulejo::players::Contestant;
use azulejo::players::azulejo::LEVELS;
use std::collections::HashSet;

fn level(number: usize) -> Contestant {
    contestant(&LEVELS[number - 1].contestant())
}

/// The positions of a game of two levels in which there is something to choose.
fn positions(seed: u64) -> Vec<Position> {
    let players = [level(2), level(5)];
    let mut found = Vec::new();
    play_out(Players::Two, seed, 8, |position, rng| {
        found.push(*position);
        players[position.mover()].choose(position, rng)
    });
    found
}

fn chosen(player: &Contestant, position: &Position, seed: u64) -> Move {
    player.choose(position, &mut ChaCha8Rng::seed_from_u64(seed))
}

#[test]
fn levels_have_numbers_names_and_texts_of_their_own() {
    let numbers: Vec<u8> = LEVELS.iter().map(|it| it.number).collect();
    assert_eq!(numbers, Vec::from_iter(1..=10));
    let words = LEVELS.iter().flat_map(|it| [it.name, it.about]);
    assert_eq!(words.collect::<HashSet<_>>().len(), 20);
    for one in &LEVELS {
        let limits = *contestant(&one.contestant()).limits();
        assert_eq!(limits.nodes, Some(one.nodes));
    }
    assert!("azulejo:level=11".parse::<Contestant>().is_err());
    // Level 7 is the first with the network: it judges better than level 6, and looks less far.
    let (without, with) = LEVELS.split_at(6);
    for levels in [without, with] {
        assert!(levels.is_sorted_by_key(|it| it.nodes));
    }
}

#[test]
fn a_level_two_higher_wins_nearly_always_and_the_first_loses_to_greedy() {
    for number in 1..=7 {
        let tally = played(&[&level(number + 2), &level(number)], 5, 15);
        assert!(tally.contestants[0].wins >= 21, "level {number}: {tally:?}");
    }
    let tally = played(&[&level(1), &contestant("greedy")], 5, 150);
    assert!(tally.contestants[0].wins < 150, "{tally:?}");
}

#[test]
fn more_time_makes_a_level_no_stronger_but_the_last_one() {
    let (mut same, mut other) = (0, 0);
    for position in positions(1) {
        for number in [4, 7] {
            let text = LEVELS[number - 1].contestant();
            let more = contestant(&format!("{text},nodes=20000"));
            let found = chosen(&level(number), &position, 3);
            assert_eq!(found, chosen(&more, &position, 3));
            same += 1;
        }
        let few = contestant("azulejo:level=10,nodes=10");
        let more = contestant("azulejo:level=10,nodes=2000");
        other += u32::from(chosen(&few, &position, 3) != chosen(&more, &position, 3));
        let full = contestant("azulejo:nodes=2000");
        assert_eq!(chosen(&full, &position, 3), chosen(&more, &position, 3));
    }
    assert!(same > 60 && other > 5, "{same} {other}");
}

#[test]
fn an_opinion_differs_from_move_to_move_and_is_no_chance_in_the_move() {
    let player = level(3);
    let all = positions(2);
    let differs = all
        .iter()
        .filter(|it| chosen(&player, it, 1) != chosen(&player, it, 2));
    assert!(differs.count() > 10);
    for position in &all {
        assert_eq!(chosen(&player, position, 1), chosen(&player, position, 1));
    }
}

#[test]
fn what_ends_the_game_at_once_is_counted_without_error() {
    let mut seen = 0;
    for position in (0..40).flat_map(positions) {
        let last = position.group_count() == 1;
        let result = |taken: Move| {
            let mut after = position;
            after.play_unchecked(taken);
            after.end_round().expect("it is the last move");
            let scores = after.outcome()?.scores().to_vec();
            let mover = position.mover();
            Some(i64::from(scores[mover]) - i64::from(scores[1 - mover]))
        };
        if !last || position.legal().any(|taken| result(taken).is_none()) {
            continue;
        }
        let most = position.legal().map(result).max();
        for number in 1..=9 {
            let found = result(chosen(&level(number), &position, 7));
            assert_eq!(Some(found), most, "{number}: {position}");
        }
        seen += 1;
    }
    assert!(seen > 10, "{seen}");
}
