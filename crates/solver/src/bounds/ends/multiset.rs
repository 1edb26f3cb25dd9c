//! Multisets of numbers of tiles.

use super::LONGEST;

/// Bits for the number of times that a number is in a multiset: up to [`LONGEST`] times.
const BITS: u32 = 4;

const _: () = assert!(LONGEST < 1 << BITS && (LONGEST + 1) * (BITS as usize) <= 64);

/// A multiset of up to [`LONGEST`] numbers, none greater than [`LONGEST`]: the number of times of each, the least number in the lowest
/// bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(super) struct Multiset(u64);

impl Multiset {
    fn one(number: u8) -> u64 {
        1 << (BITS * u32::from(number))
    }

    /// The multiset with a further number.
    pub(super) fn with(self, number: u8) -> Self {
        Self(self.0 + Self::one(number))
    }

    /// The multiset without one of its numbers.
    pub(super) fn without(self, number: u8) -> Self {
        Self(self.0 - Self::one(number))
    }

    /// Each number, with the number of times that it is in the multiset, from the greatest number down.
    pub(super) fn numbers(self) -> impl Iterator<Item = (u8, u8)> {
        let times = move |number: u8| (self.0 >> (BITS * u32::from(number))) as u8 % (1 << BITS);
        let numbers = (0..=LONGEST as u8).rev();
        numbers
            .map(move |number| (number, times(number)))
            .filter(|&(_, times)| times > 0)
    }

    /// The least number; none where the multiset is empty.
    pub(super) fn least(self) -> Option<u8> {
        (self.0 != 0).then(|| (self.0.trailing_zeros() / BITS) as u8)
    }

    /// Sum of all numbers.
    pub(super) fn sum(self) -> usize {
        let summands = self.numbers().map(|(number, times)| number * times);
        summands.map(usize::from).sum()
    }

    /// The conjugate multiset of `length` numbers: for each number below `length`, how many are greater.
    pub(super) fn conjugate(self, length: usize) -> Self {
        let greater = |than: u8| {
            let numbers = self.numbers().take_while(|&(number, _)| number > than);
            numbers.map(|(_, times)| times).sum()
        };
        (0..length as u8).fold(Self::default(), |conjugate, number| {
            conjugate.with(greater(number))
        })
    }

    /// Transfers, all less than the multiset: one number gives 1 to the greatest that is at least 2 less.
    pub(super) fn transfers(self) -> impl Iterator<Item = Self> {
        self.numbers().filter_map(move |(from, _)| {
            let to = self.numbers().find(|&(to, _)| to + 2 <= from)?.0;
            let rest = self.without(from).without(to);
            Some(rest.with(from - 1).with(to + 1))
        })
    }
}

impl FromIterator<u8> for Multiset {
    fn from_iter<I: IntoIterator<Item = u8>>(numbers: I) -> Self {
        numbers.into_iter().fold(Self::default(), Self::with)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use itertools::Itertools;

    #[test]
    fn numbers_come_from_the_greatest_down() {
        let multiset: Multiset = [3, 0, 12, 3].into_iter().collect();
        assert_eq!(multiset.numbers().collect_vec(), [(12, 1), (3, 2), (0, 1)]);
        assert_eq!((multiset.sum(), multiset.least()), (18, Some(0)));
        assert_eq!(multiset.without(0).least(), Some(3));
        assert_eq!(Multiset::default().least(), None);
        let twelve: Multiset = [12; 12].into_iter().collect();
        assert_eq!((twelve.sum(), twelve.conjugate(12)), (144, twelve));
    }

    #[test]
    fn the_conjugate_counts_greater_numbers() {
        let multiset: Multiset = [4, 2, 1].into_iter().collect();
        let conjugate: Multiset = [3, 2, 1, 1, 0].into_iter().collect();
        assert_eq!(multiset.conjugate(5), conjugate);
        assert_eq!(conjugate.conjugate(3), multiset);
    }

    #[test]
    fn transfers_are_less() {
        let multiset: Multiset = [4, 2, 2, 1].into_iter().collect();
        let transfer: Multiset = [3, 3, 2, 1].into_iter().collect();
        assert_eq!(multiset.transfers().collect_vec(), [transfer]);
        let multiset: Multiset = [4, 4, 1].into_iter().collect();
        let transfer: Multiset = [4, 3, 2].into_iter().collect();
        assert_eq!(multiset.transfers().collect_vec(), [transfer]);
        assert!(transfer < multiset);
    }
}
