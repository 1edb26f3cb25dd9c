use super::{Colour, Tiles};
use std::fmt;

/// The content of a place on a floor line: a tile or the token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FloorItem {
    /// A tile.
    Tile(Colour),
    /// The first-player token.
    Token,
}

/// A floor line, in the order in which it was filled.
///
/// The line has seven places. A token that is taken while all seven are filled lies beside them: it costs nothing, and
/// is the last of at most eight.
// Four bits a place from the lowest: 0 for none, colour + 1 for a tile, 8 for the token.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Floor(u32);

impl Floor {
    /// The places of a floor line.
    pub const PLACES: usize = 7;

    /// The points that each place costs.
    pub const CHARGES: [u8; Self::PLACES] = [1, 1, 2, 2, 2, 3, 3];

    /// An empty floor line.
    pub const EMPTY: Self = Self(0);

    const BITS: usize = 4;

    const TOKEN: u32 = 0b1000;

    /// The tile of each code of a place.
    const TILES: [Tiles; 1 << Self::BITS] = {
        let mut tiles = [Tiles::NONE; 1 << Self::BITS];
        let mut colour = 0;
        while colour < Colour::COUNT {
            tiles[colour + 1] = Tiles::of(Colour::ALL[colour], 1);
            colour += 1;
        }
        tiles
    };

    /// The lowest bit of each place, the place beside the line included.
    const ONES: u32 = 0x1111_1111;

    /// The bits of a place.
    const PLACE_BITS: u32 = 0b1111;

    /// The charge of each number of filled places.
    const CHARGE_BY_COUNT: [u8; Self::PLACES + 2] = {
        let mut charges = [0; Self::PLACES + 2];
        let mut filled = 0;
        while filled < Self::PLACES {
            charges[filled + 1] = charges[filled] + Self::CHARGES[filled];
            filled += 1;
        }
        charges[Self::PLACES + 1] = charges[Self::PLACES];
        charges
    };

    /// The number of tiles on the line, with the token: 0–8.
    #[inline]
    pub const fn len(self) -> usize {
        (32 - self.0.leading_zeros() as usize).div_ceil(Self::BITS)
    }

    /// Whether the line is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the token is on the line.
    #[inline]
    pub const fn has_token(self) -> bool {
        self.0 & (Self::ONES * Self::TOKEN) != 0
    }

    /// The charge of the line in points: 0–14.
    pub fn charge(self) -> u8 {
        Self::CHARGE_BY_COUNT[self.len()]
    }

    /// The charge of the line with `more` further tiles, the token counted.
    #[inline]
    pub(super) const fn charge_with(self, more: u8) -> u8 {
        Self::charge_of(self.len() as u8 + more)
    }

    /// The charge of a floor line with `count` tiles, the token counted: 0–14.
    #[inline]
    pub const fn charge_of(count: u8) -> u8 {
        Self::CHARGE_BY_COUNT[if (count as usize) < Self::PLACES {
            count as usize
        } else {
            Self::PLACES
        }]
    }

    /// The contents of the line, in the order in which they fell.
    pub fn iter(self) -> impl Iterator<Item = FloorItem> {
        (0..self.len()).map(
            move |place| match self.0 >> (Self::BITS * place) & Self::PLACE_BITS {
                Self::TOKEN => FloorItem::Token,
                colour => FloorItem::Tile(Colour::ALL[colour as usize - 1]),
            },
        )
    }

    /// The tiles without the token.
    pub fn tiles(self) -> Tiles {
        let mut tiles = Tiles::NONE;
        let mut places = self.0;
        while places != 0 {
            tiles += Self::TILES[(places & Self::PLACE_BITS) as usize];
            places >>= Self::BITS;
        }
        tiles
    }

    /// Drops the token on the line.
    #[inline]
    pub(super) const fn push_token(&mut self) {
        self.0 |= Self::TOKEN << (Self::BITS * self.len());
    }

    /// Drops tiles of a colour on the line, at most 20, and returns the number of tiles without a place.
    #[inline]
    pub(super) fn push(&mut self, colour: Colour, count: u8) -> u8 {
        let filled = self.len();
        let placed_count = count.min(Self::PLACES.saturating_sub(filled) as u8);
        let places = Self::ONES & ((1 << (Self::BITS * usize::from(placed_count))) - 1);
        // Beside a token on the eighth place the shift would be by all 32 bits, but nothing falls then.
        self.0 |= (places * (colour as u32 + 1)).wrapping_shl((Self::BITS * filled) as u32);
        count - placed_count
    }
}

impl fmt::Display for Floor {
    /// Writes a letter for each tile, `*` for the token, and `-` for an empty line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("-");
        }
        self.iter().try_for_each(|item| match item {
            FloorItem::Tile(colour) => write!(f, "{}", colour.letter()),
            FloorItem::Token => f.write_str("*"),
        })
    }
}

impl fmt::Debug for Floor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn charges_add_up_over_the_seven_places() {
        let mut floor = Floor::EMPTY;
        for (colour, charge) in Colour::ALL.iter().cycle().zip([1, 2, 4, 6, 8, 11, 14]) {
            assert_eq!(floor.push(*colour, 1), 0);
            assert_eq!(floor.charge(), charge);
        }
        assert_eq!(floor.to_string(), "BYRKWBY");
        assert_eq!((floor.push(Colour::Red, 3), floor.charge()), (3, 14));
        assert_eq!(floor.to_string(), "BYRKWBY");
    }

    #[test]
    fn tiles_without_a_place_are_returned() {
        let mut floor = Floor::EMPTY;
        assert_eq!(floor.push(Colour::White, 5), 0);
        floor.push_token();
        assert_eq!(floor.push(Colour::Black, 20), 19);
        assert_eq!(floor.to_string(), "WWWWW*K");
        assert_eq!(
            floor.tiles(),
            Tiles::from_counts([0, 0, 0, 1, 5]).expect("few")
        );
    }

    #[test]
    fn a_token_beside_a_full_floor_costs_nothing() {
        let mut floor = Floor::EMPTY;
        assert_eq!(floor.push(Colour::White, 7), 0);
        assert!(!floor.has_token());
        floor.push_token();
        assert!(floor.has_token());
        assert_eq!((floor.len(), floor.charge()), (8, 14));
        assert_eq!(floor.push(Colour::Blue, 2), 2);
        assert_eq!(floor.to_string(), "WWWWWWW*");
    }

    #[test]
    fn no_tiles_look_like_the_token() {
        for colours in [[Colour::White, Colour::Black], [Colour::Black, Colour::Red]] {
            let mut floor = Floor::EMPTY;
            for colour in colours.into_iter().cycle().take(7) {
                assert_eq!(floor.push(colour, 1), 0);
            }
            assert!(!floor.has_token(), "{floor}");
        }
    }
}
