//! The levels of the player `azulejo`.

use crate::kit::{contestant, match_tally, play_out};
use azulejo::game::random::{ChaCha8Rng, SeedableRng};
use azulejo::game::{Move, Players, Position};
use azulejo::players::Contestant;
use azulejo::players::azulejo::LEVELS;
use std::collections::HashSet;

fn level(number: usize) -> Contestant {
    contestant(&LEVELS[number - 1].contestant())
}

/// Positions with a choice of moves in a game of two levels.
fn positions(seed: u64) -> Vec<Position> {
    let players = [level(2), level(5)];
    let mut positions = Vec::new();
    play_out(Players::Two, seed, 8, |position, rng| {
        positions.push(*position);
        players[position.mover()].choose(position, rng)
    });
    positions
}

fn choose(player: &Contestant, position: &Position, seed: u64) -> Move {
    player.choose(position, &mut ChaCha8Rng::seed_from_u64(seed))
}

#[test]
fn levels_have_numbers_names_and_texts_of_their_own() {
    let numbers: Vec<u8> = LEVELS.iter().map(|level| level.number).collect();
    assert_eq!(numbers, Vec::from_iter(1..=10));
    let words = LEVELS.iter().flat_map(|level| [level.name, level.about]);
    assert_eq!(words.collect::<HashSet<_>>().len(), 20);
    for level in &LEVELS {
        let limits = *contestant(&level.contestant()).limits();
        assert_eq!(limits.nodes, Some(level.nodes));
    }
    assert!("azulejo:level=11".parse::<Contestant>().is_err());
    // Level 7 is the first with the network: level 7 judges better than level 6, and searches less far.
    let (without_net, with_net) = LEVELS.split_at(6);
    for levels in [without_net, with_net] {
        assert!(levels.is_sorted_by_key(|level| level.nodes));
    }
}

#[test]
fn a_level_two_higher_wins_nearly_always_and_the_first_loses_to_greedy() {
    for number in 1..=7 {
        let tally = match_tally(&[&level(number + 2), &level(number)], 5, 15);
        assert!(tally.contestants[0].wins >= 21, "level {number}: {tally:?}");
    }
    let tally = match_tally(&[&level(1), &contestant("greedy")], 5, 150);
    assert!(tally.contestants[0].wins < 150, "{tally:?}");
}

#[test]
fn more_time_makes_only_the_last_level_stronger() {
    let (mut equal, mut different) = (0, 0);
    for position in positions(1) {
        for number in [4, 7] {
            let text = LEVELS[number - 1].contestant();
            let more = contestant(&format!("{text},nodes=20000"));
            let move_ = choose(&level(number), &position, 3);
            assert_eq!(move_, choose(&more, &position, 3));
            equal += 1;
        }
        let few = contestant("azulejo:level=10,nodes=10");
        let more = contestant("azulejo:level=10,nodes=2000");
        different += u32::from(choose(&few, &position, 3) != choose(&more, &position, 3));
        let full = contestant("azulejo:nodes=2000");
        assert_eq!(choose(&full, &position, 3), choose(&more, &position, 3));
    }
    assert!(equal > 60 && different > 5, "{equal} {different}");
}

#[test]
fn the_error_of_a_level_is_random_over_seeds_and_constant_for_a_seed() {
    let player = level(3);
    let positions = positions(2);
    let different = positions
        .iter()
        .filter(|position| choose(&player, position, 1) != choose(&player, position, 2));
    assert!(different.count() > 10);
    for position in &positions {
        assert_eq!(choose(&player, position, 1), choose(&player, position, 1));
    }
}

#[test]
fn a_last_move_of_the_game_has_its_exact_value() {
    let mut endings = 0;
    for position in (0..40).flat_map(positions) {
        let is_last = position.group_count() == 1;
        let result = |move_: Move| {
            let mut after = position;
            after.play_unchecked(move_);
            after.end_round().expect("it is the last move");
            let scores = after.outcome()?.scores().to_vec();
            let mover = position.mover();
            Some(i64::from(scores[mover]) - i64::from(scores[1 - mover]))
        };
        if !is_last || position.legal().any(|move_| result(move_).is_none()) {
            continue;
        }
        let most = position.legal().map(result).max();
        for number in 1..=9 {
            let value = result(choose(&level(number), &position, 7));
            assert_eq!(Some(value), most, "{number}: {position}");
        }
        endings += 1;
    }
    assert!(endings > 10, "{endings}");
}
