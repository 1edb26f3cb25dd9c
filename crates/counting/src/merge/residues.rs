//! Numbers modulo several primes at once: what is too long for a machine word, without long words.

use azulejo_solver::outcome::Orders;

/// Number of primes: six of them hold a number of 377 bits, and the seventh says whether it is longer.
const PRIMES: usize = 7;

/// The primes of a count.
///
/// Both sets have the largest primes below 2^63; a count with the one confirms a count with the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum PrimeSet {
    /// The seven largest.
    #[default]
    First,
    /// The next seven.
    Second,
}

impl PrimeSet {
    /// The distances of the primes below 2^63.
    fn below(self) -> [u64; PRIMES] {
        match self {
            Self::First => [25, 165, 259, 301, 375, 387, 391],
            Self::Second => [409, 457, 471, 517, 529, 549, 627],
        }
    }

    /// The primes.
    fn primes(self) -> [u64; PRIMES] {
        self.below().map(|below| (1 << 63) - below)
    }
}

/// A number: its residues, each times 2^64 (the form of Montgomery).
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Residues([u64; PRIMES]);

impl Residues {
    pub(super) const ZERO: Self = Self([0; PRIMES]);

    /// Number of words of a count.
    pub(super) const WORDS: usize = PRIMES;

    pub(super) fn words(&self) -> &[u64; PRIMES] {
        &self.0
    }
}

/// The primes of a set, and calculation with residues.
#[derive(Debug, Clone)]
pub(super) struct Field {
    primes: [u64; PRIMES],
    /// −1/p modulo 2^64.
    inverses: [u64; PRIMES],
    /// 2^128 modulo p.
    squares: [u64; PRIMES],
}

impl Field {
    pub(super) fn new(set: PrimeSet) -> Self {
        let primes = set.primes();
        Self {
            primes,
            inverses: primes.map(|prime| {
                // Each step of Newton doubles the bits that are right.
                let inverse = (0..6).fold(1u64, |inverse, _| {
                    inverse.wrapping_mul(2u64.wrapping_sub(prime.wrapping_mul(inverse)))
                });
                inverse.wrapping_neg()
            }),
            squares: primes.map(|prime| {
                let once = (1u128 << 64) % u128::from(prime);
                (once * once % u128::from(prime)) as u64
            }),
        }
    }

    /// A number of one word.
    pub(super) fn number(&self, number: u64) -> Residues {
        Residues(std::array::from_fn(|at| {
            self.reduction(u128::from(number) * u128::from(self.squares[at]), at)
        }))
    }

    /// The number of these words, if each is below its prime.
    pub(super) fn residues(&self, words: [u64; PRIMES]) -> Option<Residues> {
        let mut both = words.iter().zip(&self.primes);
        both.all(|(word, prime)| word < prime)
            .then_some(Residues(words))
    }

    /// t / 2^64 modulo the prime at a place, for t below 2^64 times the prime.
    fn reduction(&self, t: u128, at: usize) -> u64 {
        let prime = self.primes[at];
        let factor = (t as u64).wrapping_mul(self.inverses[at]);
        let reduction = ((t + u128::from(factor) * u128::from(prime)) >> 64) as u64;
        if reduction >= prime {
            reduction - prime
        } else {
            reduction
        }
    }

    pub(super) fn add(&self, sum: &mut Residues, other: &Residues) {
        for (at, residue) in sum.0.iter_mut().enumerate() {
            let total = *residue + other.0[at];
            let prime = self.primes[at];
            *residue = if total >= prime { total - prime } else { total };
        }
    }

    pub(super) fn subtract(&self, from: &mut Residues, other: &Residues) {
        for (at, residue) in from.0.iter_mut().enumerate() {
            let total = *residue + (self.primes[at] - other.0[at]);
            let prime = self.primes[at];
            *residue = if total >= prime { total - prime } else { total };
        }
    }

    pub(super) fn product(&self, one: &Residues, other: &Residues) -> Residues {
        Residues(std::array::from_fn(|at| {
            self.reduction(u128::from(one.0[at]) * u128::from(other.0[at]), at)
        }))
    }

    /// 1 through a number that no prime divides.
    pub(super) fn inverse(&self, number: &Residues) -> Residues {
        Residues(std::array::from_fn(|at| {
            self.inverse_residue(number.0[at], at)
        }))
    }

    /// 1 through a residue, both times 2^64: by Fermat, its power with the exponent p − 2.
    fn inverse_residue(&self, residue: u64, at: usize) -> u64 {
        let times = |one: u64, other: u64| self.reduction(u128::from(one) * u128::from(other), at);
        let (mut inverse, mut power) = (times(1, self.squares[at]), residue);
        let mut exponent = self.primes[at] - 2;
        while exponent > 0 {
            if exponent & 1 == 1 {
                inverse = times(inverse, power);
            }
            power = times(power, power);
            exponent >>= 1;
        }
        inverse
    }

    /// The number with these residues, by the Chinese remainder theorem: of all primes but the last. None if the last prime
    /// disagrees, as for a number with more digits than the primes can tell.
    pub(super) fn whole(&self, number: &Residues) -> Option<Orders> {
        let residue = |at: usize| self.reduction(u128::from(number.0[at]), at);
        let (mut whole, mut product) = (Orders::ZERO, Orders::ONE);
        let (&last, others) = self.primes.split_last()?;
        for (at, &prime) in others.iter().enumerate() {
            let modulus = Orders::from(prime);
            let [remainder, step] = [whole, product].map(|number| (number % modulus).to::<u64>());
            let missing =
                (u128::from(residue(at)) + u128::from(prime - remainder)) % u128::from(prime);
            let step = self.reduction(u128::from(step) * u128::from(self.squares[at]), at);
            let factor = self.reduction(missing * u128::from(self.inverse_residue(step, at)), at);
            whole += product * Orders::from(factor);
            product *= modulus;
        }
        (whole % Orders::from(last) == Orders::from(residue(PRIMES - 1))).then_some(whole)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_factorial_of_thirty_comes_back() {
        for set in [PrimeSet::First, PrimeSet::Second] {
            let field = Field::new(set);
            let factorial = (1..=30).fold(field.number(1), |product, factor| {
                field.product(&product, &field.number(factor))
            });
            let whole = field.whole(&factorial).map(|whole| whole.to_string());
            assert_eq!(whole.as_deref(), Some("265252859812191058636308480000000"));
            let back = field.product(&factorial, &field.inverse(&field.number(30)));
            let whole = field.whole(&back).map(|whole| whole.to_string());
            assert_eq!(whole.as_deref(), Some("8841761993739701954543616000000"));
        }
    }

    #[test]
    fn a_number_that_is_too_long_is_no_number() {
        let field = Field::new(PrimeSet::First);
        let long = (0..8).fold(field.number(1), |product, _| {
            field.product(&product, &field.number(1 << 61))
        });
        assert_eq!(field.whole(&long), None);
    }
}
