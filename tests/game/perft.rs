//! The number of ways to play on, counted by the library and, slowly, by the referee.

use crate::both::Both;
use crate::policies::one_of;
use crate::unusual::unusual;
use azulejo::game::perft;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// The referee counts trees up to this size.
const SMALL: u64 = 5_000;

#[test]
fn both_count_the_same_trees() {
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    let mut ends_of_rounds = 0;
    for _ in 0..100 {
        let players = one_of(&mut rng, &[2, 3, 4]);
        let both = Both::of(unusual(players, &mut rng));
        for depth in 0..8 {
            let leaves = perft(&both.library, depth);
            if leaves > SMALL {
                break;
            }
            assert_eq!(
                both.referee.perft(depth as usize),
                leaves,
                "{} {depth}",
                both.library
            );
            ends_of_rounds += usize::from(leaves == perft(&both.library, depth + 1));
        }
    }
    assert!(ends_of_rounds >= 10, "{ends_of_rounds}");
}
