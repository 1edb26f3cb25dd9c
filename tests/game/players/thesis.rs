//! The players of the thesis against its pseudocode, and the effect of each reading.

use crate::games::{players, position};
use crate::kit::{contestant, play_out};
use crate::players::pseudocode::{Algorithm, choose};
use azulejo::game::Position;
use azulejo::game::random::{ChaCha8Rng, SeedableRng};
use azulejo::players::{Contestant, KINDS, OptionValues};

/// Positions with a choice of moves in games in which the contestants move in turn.
fn positions(contestants: &[Contestant], games: u64) -> Vec<Position> {
    let mut positions = Vec::new();
    for seed in 0..games {
        let mut turn = 0;
        play_out(players(seed), seed, 12, |position, rng| {
            positions.push(*position);
            turn += 1;
            contestants[(turn - 1) % contestants.len()].choose(position, rng)
        });
    }
    positions
}

#[test]
fn players_choose_the_moves_of_the_pseudocode() {
    // The random player leads to positions in which no tile fits.
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
            let move_ = player.choose(position, &mut rng);
            assert_eq!(move_, choose(algorithm, position), "{name}: {position}");
        }
    }
}

#[test]
fn each_reading_is_legal_and_changes_a_move() {
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
                let different = positions.iter().filter(|position| {
                    let move_ = other.choose(position, &mut rng);
                    assert!(position.is_legal(move_), "{other}: {position}");
                    move_ != default.choose(position, &mut rng)
                });
                assert!(different.count() > 0, "{other} never differs");
            }
        }
    }
}

fn choice(text: &str, position: &Position) -> String {
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
    assert_eq!(choice("greedy", &position), "3W4");
    // One yellow fills line 1, beside the blue of the wall.
    assert_eq!(choice("smart", &position), "1Y1");
    assert_eq!(choice("strategic", &position), "1Y1");
    // The larger of the moves that fill their lines.
    assert_eq!(choice("smart-altered", &position), "3W4");
    assert_eq!(choice("greedy:lines=up", &position), "3W5");
    let centre_first = "greedy:sources=centre-first,lines=up";
    assert_eq!(choice(centre_first, &position), "3W5");
}
