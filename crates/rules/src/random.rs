//! Chance: random numbers below a bound.
//!
//! Every function takes any generator of [`rand_core`](rand_chacha::rand_core). A [`ChaCha8Rng`] made with
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

/// Numbers below each of several bounds, all combinations with the same probability, from one word of the generator
/// (Brackett-Rozinsky, Lemire 2024, "Batched ranged random integer generation", algorithm 3).
///
/// # Panics
/// When a bound is 0, or their product is above 2³² − 1.
#[inline]
pub(super) fn below_each<const N: usize>(
    rng: &mut (impl Rng + ?Sized),
    bounds: [u32; N],
) -> [u32; N] {
    let product = bounds
        .iter()
        .try_fold(1u32, |product, &bound| product.checked_mul(bound));
    let product = product.expect("a word has more values than the bounds have combinations");
    assert!(product > 0, "no number is below 0");
    let mut draw = || {
        let mut numbers = bounds;
        let mut low = rng.next_u32();
        for number in &mut numbers {
            let scaled = u64::from(low) * u64::from(*number);
            *number = (scaled >> 32) as u32;
            low = scaled as u32;
        }
        (numbers, low)
    };
    let (mut numbers, mut low) = draw();
    // As in `below`: the surplus belongs to combinations that come once too often.
    if low < product {
        let surplus = product.wrapping_neg() % product;
        while low < surplus {
            (numbers, low) = draw();
        }
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A generator that counts up.
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

    #[test]
    fn numbers_below_a_bound_have_equal_probabilities() {
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
    fn surplus_products_are_rejected() {
        // Of the 2³² words, 2³² mod 3·2³⁰ = 2³⁰ are surplus, by the low half of word·bound.
        let mut words = Words(0);
        let bound = 3 << 30;
        // Word 0 has low half 0 and is surplus; words 1, 2 and 3 have 3·2³⁰, 2·2³⁰ and 2³⁰; word 4 has 0 again.
        let numbers = [(); 4].map(|()| below(&mut words, bound));
        assert_eq!(numbers, [0, 1, 2, 3]);
        assert_eq!(words.0, 6, "words 0 and 4 are surplus");
    }

    #[test]
    fn combinations_have_equal_probabilities() {
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        let mut counts = [[0u32; 3]; 4];
        for _ in 0..120_000 {
            let [first, second] = below_each(&mut rng, [4, 3]);
            counts[first as usize][second as usize] += 1;
        }
        // Five standard deviations are 479.
        assert!(
            counts
                .iter()
                .flatten()
                .all(|count| count.abs_diff(10_000) < 479),
            "{counts:?}"
        );
    }

    #[test]
    fn surplus_combinations_are_rejected() {
        // As for one bound of 3·2³⁰: of the words 0 to 5, 0 and 4 are surplus. The first number is word·3 / 2³², and
        // word·3 is the word of the second number.
        let mut words = Words(0);
        let numbers = [(); 4].map(|()| below_each(&mut words, [3, 1 << 30]));
        assert_eq!(numbers, [[0, 0], [0, 1], [0, 2], [0, 3]]);
        assert_eq!(words.0, 6, "words 0 and 4 are surplus");
        assert_eq!(
            below_each(&mut Words(u32::MAX - 1), [3, 1 << 30]),
            [2, (1 << 30) - 2]
        );
    }

    #[test]
    #[should_panic(expected = "more values than the bounds have combinations")]
    fn bounds_beyond_the_values_of_a_word_panic() {
        below_each(&mut Words(0), [1 << 16, 1 << 16]);
    }
}
