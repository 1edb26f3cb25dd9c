use super::Colour;
use std::fmt;

/// A multiset of tiles, in the bag, in the lid or on a source: the number of tiles of each colour.
///
/// A colour has 20 tiles, so that a count is 0–20.
///
/// ```
/// use azulejo_rules::{Colour, Tiles};
/// let tiles: Tiles = [Colour::Red, Colour::Blue, Colour::Red].into_iter().collect();
/// assert_eq!(tiles.counts(), [1, 0, 2, 0, 0]);
/// assert_eq!(tiles.to_string(), "BRR");
/// ```
// Six bits a colour: a count of 32 or more would not leave the sixth bit free for the comparisons below, and the
// block of a colour has the same six bits as the colour's destinations in a move's code.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Tiles(u32);

impl Tiles {
    /// The number of tiles of each colour in the game.
    pub(super) const PER_COLOUR: u8 = 20;

    /// No tiles.
    pub const NONE: Self = Self(0);

    /// All tiles of the game.
    pub const ALL: Self = Self(Self::ONES * Self::PER_COLOUR as u32);

    const BITS: usize = 6;

    /// One tile of each colour.
    const ONES: u32 = 0b000001_000001_000001_000001_000001;

    /// The bit of each colour that no count reaches.
    const SPARE: u32 = Self::ONES << 5;

    /// The tiles with counts by colour.
    ///
    /// None where a count is above 20.
    pub fn from_counts(counts: [u8; Colour::COUNT]) -> Option<Self> {
        let mut tiles = Self::NONE;
        for (colour, count) in Colour::ALL.into_iter().zip(counts) {
            if count > Self::PER_COLOUR {
                return None;
            }
            tiles += Self::of(colour, count);
        }
        Some(tiles)
    }

    /// The tiles of one colour; `count` is at most 20.
    pub(super) const fn of(colour: Colour, count: u8) -> Self {
        debug_assert!(count <= Self::PER_COLOUR);
        Self((count as u32) << (Self::BITS * colour.index()))
    }

    /// The number of tiles of a colour.
    pub const fn count(self, colour: Colour) -> u8 {
        (self.0 >> (Self::BITS * colour.index()) & 0b111111) as u8
    }

    /// The number of tiles of each colour.
    pub fn counts(self) -> [u8; Colour::COUNT] {
        Colour::ALL.map(|colour| self.count(colour))
    }

    /// The number of all tiles.
    pub fn len(self) -> usize {
        self.counts().into_iter().map(usize::from).sum()
    }

    /// Whether there are no tiles.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether each colour has at least as many tiles as in `other`.
    pub const fn includes(self, other: Self) -> bool {
        ((self.0 | Self::SPARE) - other.0) & Self::SPARE == Self::SPARE
    }

    /// The tiles of all other colours.
    #[must_use]
    pub(super) const fn without(self, colour: Colour) -> Self {
        Self(self.0 & !(0b111111 << (Self::BITS * colour.index())))
    }

    /// The spare bit of each colour with tiles.
    const fn present(self) -> u32 {
        // A count of at least 1 carries into the spare bit.
        (self.0 + Self::ONES * 31) & Self::SPARE
    }

    /// The number of colours with tiles.
    pub const fn colours(self) -> u32 {
        self.present().count_ones()
    }

    /// Whether all tiles have one colour.
    #[inline]
    pub(super) const fn are_of_one_colour(self) -> bool {
        self.present().is_power_of_two()
    }

    /// All bits of the block of each colour with tiles: the colour's offsets in a move's code, `6·colour +
    /// destination`.
    #[inline]
    pub(super) const fn blocks(self) -> u32 {
        let present = self.present();
        present | (present - (present >> 5))
    }

    /// The numbers of destinations of the colours present, summed up from the first colour. `counts` has six bits a
    /// colour, each at most 6.
    #[inline]
    pub(super) const fn cumulative_counts(self, counts: u32) -> CumulativeCounts {
        CumulativeCounts((self.blocks() & counts).wrapping_mul(Self::ONES) & BLOCKS)
    }

    /// The tiles one by one, by colour.
    pub fn iter(self) -> impl Iterator<Item = Colour> {
        Colour::ALL
            .into_iter()
            .flat_map(move |colour| std::iter::repeat_n(colour, usize::from(self.count(colour))))
    }
}

/// The blocks of all five colours.
const BLOCKS: u32 = (1 << (Tiles::BITS * Colour::COUNT)) - 1;

/// Cumulative sums over the colours, six bits a colour, all below 32.
#[derive(Debug, Clone, Copy)]
pub(super) struct CumulativeCounts(u32);

impl CumulativeCounts {
    /// The sums of no destinations.
    pub(super) const NONE: Self = Self(0);

    /// The sum over all colours.
    #[inline]
    pub(super) const fn total(self) -> u32 {
        self.0 >> (Tiles::BITS * (Colour::COUNT - 1))
    }

    /// The block of the first colour whose sum is above `number`, which is below the total, as the index of its lowest
    /// bit; and the difference of `number` and the sum of the previous colour.
    #[inline]
    pub(super) const fn find(self, number: u32) -> (u32, u32) {
        // The spare bit stays set where number ≥ sum.
        let passed = (((number * Tiles::ONES) | Tiles::SPARE) - self.0) & Tiles::SPARE;
        // A sum of the bits by a product is quicker than a count without an instruction of the processor.
        let colour =
            (passed >> 5).wrapping_mul(Tiles::ONES) >> (Tiles::BITS * (Colour::COUNT - 1)) & 0b111;
        let block = Tiles::BITS as u32 * colour;
        let before = self.0 << Tiles::BITS >> block & 0b111111;
        (block, number - before)
    }
}

impl std::ops::Add for Tiles {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl std::ops::AddAssign for Tiles {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl std::ops::Sub for Tiles {
    type Output = Self;

    /// Subtracts tiles, which must be [included](Tiles::includes).
    fn sub(self, other: Self) -> Self {
        debug_assert!(self.includes(other), "{self} has not {other}");
        Self(self.0 - other.0)
    }
}

impl std::ops::SubAssign for Tiles {
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl FromIterator<Colour> for Tiles {
    /// # Panics
    /// With more than 20 tiles of a colour.
    fn from_iter<I: IntoIterator<Item = Colour>>(colours: I) -> Self {
        colours.into_iter().fold(Self::NONE, |tiles, colour| {
            assert!(
                tiles.count(colour) < Self::PER_COLOUR,
                "a colour has 20 tiles"
            );
            tiles + Self::of(colour, 1)
        })
    }
}

impl fmt::Display for Tiles {
    /// Writes the letters in the order of the colours, `-` for no tiles.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("-");
        }
        self.iter()
            .try_for_each(|colour| write!(f, "{}", colour.letter()))
    }
}

impl fmt::Debug for Tiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn packed_counts_are_counts(first: [u8; 5], second: [u8; 5]) {
            let (first, second) = (first.map(|count| count % 21), second.map(|count| count % 21));
            let tiles = |counts| Tiles::from_counts(counts).expect("at most 20");
            prop_assert_eq!(tiles(first).counts(), first);
            prop_assert_eq!(tiles(first).len(), first.iter().map(|&count| usize::from(count)).sum::<usize>());
            prop_assert_eq!(tiles(first).iter().collect::<Tiles>(), tiles(first));
            let includes = first.iter().zip(&second).all(|(first, second)| first >= second);
            prop_assert_eq!(tiles(first).includes(tiles(second)), includes);
            for colour in Colour::ALL {
                let block = tiles(first).blocks() >> (6 * colour.index()) & 0b111111;
                prop_assert_eq!(block, if first[colour.index()] > 0 { 0b111111 } else { 0 });
                prop_assert_eq!(tiles(first).without(colour).count(colour), 0);
            }
            let colours = first.iter().filter(|&&count| count > 0).count();
            prop_assert_eq!(tiles(first).are_of_one_colour(), colours == 1);
            if includes {
                prop_assert_eq!((tiles(first) - tiles(second)) + tiles(second), tiles(first));
            }
        }
    }

    #[test]
    fn a_count_above_20_is_refused() {
        assert_eq!(Tiles::from_counts([0, 21, 0, 0, 0]), None);
        assert_eq!(Tiles::from_counts([20; 5]), Some(Tiles::ALL));
    }
}
