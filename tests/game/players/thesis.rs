//! The thesis's players against its pseudocode, and what each reading changes.

use crate::players::pseudocode::{Algorithm, choose, opponent};
use azulejo::game::random::{ChaCha8Rng, SeedableRng};
use azulejo::game::{Players, Position};
use azulejo::players::{Contestant, KINDS, OptionValues};

fn contestant(text: &str) -> Contestant {
    text.parse().expect("a contestant")
}

/// Every position with a choice of games in which all the contestants take turns.
fn positions(contestants: &[Contestant], games: u64) -> Vec<Position> {
    let mut seen = Vec::new();
    for seed in 0..games {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let players = Players::ALL[seed as usize % 3];
        let mut position = Position::new(players, 0);
        let mut turn = 0;
        let played = position.play_out(12, &mut rng, |position, rng| {
            seen.push(*position);
            turn += 1;
            Some(contestants[(turn - 1) % contestants.len()].choose(position, rng))
        });
        played.expect("players keep to the rules");
    }
    seen
}

#[test]
fn players_choose_what_the_pseudocode_chooses() {
    // The random player brings positions in which nothing fits.
    let mixed = ["greedy", "random", "strategic", "improved", "random"].map(contestant);
    let positions = positions(&mixed, 60);
    assert!(positions.len() > 4_000, "{}", positions.len());
    let mut rng = ChaCha8Rng::seed_from_u64(0);
    for (name, algorithm) in [
        ("greedy", Algorithm::Greedy),
        ("smart", Algorithm::Smart { altered: false }),
        ("smart-altered", Algorithm::Smart { altered: true }),
        ("strategic", Algorithm::Strategic),
        ("improved", Algorithm::Improved { altered: false }),
        ("improved-altered", Algorithm::Improved { altered: true }),
    ] {
        let player = contestant(name);
        for position in &positions {
            let chosen = player.choose(position, &mut rng);
            assert_eq!(chosen, choose(algorithm, position), "{name}: {position}");
        }
    }
    let player = contestant("opponent");
    for position in &positions {
        assert_eq!(
            player.choose(position, &mut rng),
            opponent(position),
            "{position}"
        );
    }
}

#[test]
fn each_reading_is_legal_and_changes_something() {
    let mixed = ["greedy", "random", "smart", "opponent", "random"].map(contestant);
    let positions = positions(&mixed, 200);
    let mut rng = ChaCha8Rng::seed_from_u64(0);
    let thesis = KINDS
        .iter()
        .filter(|kind| kind.about.contains("(thesis, section"));
    assert_eq!(thesis.clone().count(), 7);
    for kind in thesis {
        let default = contestant(kind.name);
        for option in kind.options {
            let OptionValues::Words(words) = option.values else {
                panic!("{} is no choice", option.name)
            };
            let others = (0..).zip(words).filter(|(word, _)| *word != option.default);
            for (_, (word, _)) in others {
                let other = contestant(&format!("{}:{}={word}", kind.name, option.name));
                let differing = positions.iter().filter(|position| {
                    let chosen = other.choose(position, &mut rng);
                    assert!(position.is_legal(chosen), "{other}: {position}");
                    chosen != default.choose(position, &mut rng)
                });
                assert!(differing.count() > 0, "{other} never differs");
            }
        }
    }
}

/// A position of the second round, in which each board has a tile on its wall. What each option says can be seen.
fn second_round(factories: &str, centre: &str) -> Position {
    let used = |letter: char| {
        let there = [factories, centre].concat();
        there.matches(letter).count()
    };
    // Both walls have blue at the top left.
    let left = "BYRKW".chars().map(|letter| {
        let on_walls = if letter == 'B' { 2 } else { 0 };
        (20 - used(letter) - on_walls).to_string()
    });
    let bag = left.collect::<Vec<_>>().join(",");
    let board = "1:-/-/-/-/-:-:B..../...../...../...../.....";
    let text = format!("{factories} {centre} {board}|{board} 1 1 2 {bag} 0,0,0,0,0");
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn plays(text: &str, position: &Position) -> String {
    let mut rng = ChaCha8Rng::seed_from_u64(0);
    contestant(text).choose(position, &mut rng).to_string()
}

#[test]
fn greedy_takes_most_and_the_others_leave_least() {
    // Two yellow fill line 2; three red fill line 3; four white fill line 4.
    let position = second_round("RRRY/YYKB/WWWW/-/-", "K*");
    assert_eq!(plays("greedy", &position), "3W4");
    // One yellow fills line 1, beside the blue of the wall.
    assert_eq!(plays("smart", &position), "1Y1");
    assert_eq!(plays("strategic", &position), "1Y1");
    // The larger of the moves that fill their lines.
    assert_eq!(plays("smart-altered", &position), "3W4");
    assert_eq!(plays("greedy:lines=up", &position), "3W5");
    assert_eq!(
        plays("greedy:sources=centre-first,lines=up", &position),
        "3W5"
    );
}
