//! The thesis's players against its pseudocode, and what each reading changes.

use crate::games::{players, position};
use crate::kit::{contestant, play_out};
use crate::players::pseudocode::{Algorithm, choose};
use azulejo::game::Position;
use azulejo::game::random::{ChaCha8Rng, SeedableRng};
use azulejo::players::{Contestant, KINDS, OptionValues};

/// Every position with a choice of games in which all the contestants take turns.
fn positions(contestants: &[Contestant], games: u64) -> Vec<Position> {
    let mut seen = Vec::new();
    for seed in 0..games {
        let mut turn = 0;
        play_out(players(seed), seed, 12, |position, rng| {
            seen.push(*position);
            turn += 1;
            contestants[(turn - 1) % contestants.len()].choose(position, rng)
        });
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
        ("opponent", Algorithm::Opponent),
    ] {
        let player = contestant(name);
        for position in &positions {
            let chosen = player.choose(position, &mut rng);
            assert_eq!(chosen, choose(algorithm, position), "{name}: {position}");
        }
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

fn plays(text: &str, position: &Position) -> String {
    let mut rng = ChaCha8Rng::seed_from_u64(0);
    contestant(text).choose(position, &mut rng).to_string()
}

#[test]
fn greedy_takes_most_and_the_others_leave_least() {
    // Two yellow fill line 2; three red fill line 3; four white fill line 4.
    let board = "1:-/-/-/-/-:-:B..../...../...../...../.....";
    let position = position(
        &format!("RRRY/YYKB/WWWW/-/- K* {board}|{board} 1 1 2"),
        [0; 5],
    );
    assert_eq!(plays("greedy", &position), "3W4");
    // One yellow fills line 1, beside the blue of the wall.
    assert_eq!(plays("smart", &position), "1Y1");
    assert_eq!(plays("strategic", &position), "1Y1");
    // The larger of the moves that fill their lines.
    assert_eq!(plays("smart-altered", &position), "3W4");
    assert_eq!(plays("greedy:lines=up", &position), "3W5");
    let centre_first = "greedy:sources=centre-first,lines=up";
    assert_eq!(plays(centre_first, &position), "3W5");
}
