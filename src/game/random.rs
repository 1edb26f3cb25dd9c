//! Chance: the only thing that leaves a game open besides the players.
//!
//! Everything here takes any generator of [`rand_core`](rand_chacha::rand_core). A [`ChaCha8Rng`] made with
//! [`SeedableRng::seed_from_u64`] gives the same numbers on every platform.

pub use rand_chacha::ChaCha8Rng;
pub use rand_chacha::rand_core::{Rng, SeedableRng};

/// A number below `bound`, each with the same probability (Lemire 2019, "Fast random integer generation in an
/// interval", algorithm 5).
///
/// # Panics
/// When the bound is 0.
pub fn below(rng: &mut (impl Rng + ?Sized), bound: u32) -> u32 {
    assert!(bound > 0, "no number is below 0");
    let mut draw = || u64::from(rng.next_u32()) * u64::from(bound);
    let mut product = draw();
    // The low halves below 2³² mod bound belong to products that come once too often.
    if (product as u32) < bound {
        let surplus = bound.wrapping_neg() % bound;
        while (product as u32) < surplus {
            product = draw();
        }
    }
    (product >> 32) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_below_the_bound_comes_as_often() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut counts = [0u32; 6];
        for _ in 0..60_000 {
            counts[below(&mut rng, 6) as usize] += 1;
        }
        // Five standard deviations of 60,000 throws of a die are 456.
        assert!(
            counts.iter().all(|&count| count.abs_diff(10_000) < 456),
            "{counts:?}"
        );
        assert_eq!(below(&mut rng, 1), 0);
    }

    #[test]
    fn numbers_that_come_once_too_often_are_thrown_away() {
        // Of the 2³² words, 2³² mod 3·2³⁰ = 2³⁰ must go: the low half of word·bound tells which.
        struct Words(u32);
        impl rand_chacha::rand_core::TryRng for Words {
            type Error = std::convert::Infallible;
            fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
                self.0 += 1;
                Ok(self.0 - 1)
            }
            fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
                unreachable!("only words are drawn")
            }
            fn try_fill_bytes(&mut self, _: &mut [u8]) -> Result<(), Self::Error> {
                unreachable!("only words are drawn")
            }
        }
        let mut words = Words(0);
        let bound = 3 << 30;
        // Word 0 has low half 0 and goes; words 1, 2 and 3 have 3·2³⁰, 2·2³⁰ and 2³⁰; word 4 has 0 again.
        let drawn = [(); 4].map(|()| below(&mut words, bound));
        assert_eq!(drawn, [0, 1, 2, 3]);
        assert_eq!(words.0, 6, "words 0 and 4 were thrown away");
    }
}
