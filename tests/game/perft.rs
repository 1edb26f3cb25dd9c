//! Numbers of lines of play, by the library and by the referee.

use crate::pair::Pair;
use crate::policies::pick;
use crate::referee::Game;
use crate::unusual::unusual;
use azulejo::game::{Position, perft};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use std::path::Path;

/// Size of the largest trees that the referee counts.
const SMALL: u64 = 5_000;

#[test]
fn referee_and_library_count_the_same_leaves() {
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    let mut ends_of_rounds = 0;
    for _ in 0..100 {
        let players = pick(&mut rng, &[2, 3, 4]);
        let pair = Pair::of(unusual(players, &mut rng));
        for depth in 0..8 {
            let leaves = perft(&pair.library, depth);
            if leaves > SMALL {
                break;
            }
            let referee_leaves = pair.referee.perft(depth as usize);
            assert_eq!(referee_leaves, leaves, "{} {depth}", pair.library);
            ends_of_rounds += usize::from(leaves == perft(&pair.library, depth + 1));
        }
    }
    assert!(ends_of_rounds >= 10, "{ends_of_rounds}");
}

#[test]
fn referee_and_library_count_the_leaves_in_the_files() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/perft");
    let mut comparisons = 0;
    for players in 2..=4 {
        let file = folder.join(format!("{players}-players.txt"));
        let text = std::fs::read_to_string(&file).expect("the file is there");
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let (position, counts) = line.split_once(" ; ").expect("a position and counts");
            let game = Game::from_text(position).expect("a position");
            let position: Position = position.parse().expect("a position");
            assert_eq!(game.boards.len(), players, "{line}");
            for (depth, count) in (1..).zip(counts.split_whitespace()) {
                assert_eq!(perft(&position, depth).to_string(), count, "{line}");
                assert_eq!(game.perft(depth as usize).to_string(), count, "{line}");
                comparisons += 1;
            }
        }
    }
    assert!(comparisons >= 100, "{comparisons}");
}
