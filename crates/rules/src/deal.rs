use super::position::Token;
use super::random::{ChaCha8Rng, Rng, SeedableRng, below, below_each};
use super::{Colour, Phase, Players, Position, Source, Tiles, WrongPhase};
use crate::quantity::{phrase, quantity};

/// The tiles that a round puts on the factories.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Deal {
    factories: [Tiles; Source::MAX_FACTORIES],
    players: Players,
}

/// The error of a deal that is impossible in a position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ImpossibleDeal {
    /// The position does not wait for a deal.
    #[error(transparent)]
    WrongPhase(#[from] WrongPhase),
    /// The number of the round would be greater than [`Position::LAST_ROUND`].
    #[error("round: {} is the last that can be dealt", Position::LAST_ROUND)]
    LastRound,
    /// The game has another number of factories.
    #[error(
        "the deal has {}, but a game for {players} players has {wanted}",
        phrase(found, "factory", "factories")
    )]
    Factories {
        /// The factories of the deal.
        found: usize,
        /// The factories of the game.
        wanted: usize,
        /// The players of the game.
        players: usize,
    },
    /// A factory has more than four tiles.
    #[error("factory {number} has {tiles} tiles: at most 4")]
    Factory {
        /// The number of the factory, from 1.
        number: usize,
        /// The tiles of the factory.
        tiles: usize,
    },
    /// The deal leaves places empty although tiles are left, or has more tiles than are left.
    #[error(
        "the deal has {}, but bag ({bag}) and lid ({lid}) give {wanted}",
        quantity(found, "tile")
    )]
    Tiles {
        /// The tiles of the deal.
        found: usize,
        /// The tiles that the rules deal.
        wanted: usize,
        /// The tiles in the bag.
        bag: usize,
        /// The tiles in the lid.
        lid: usize,
    },
    /// The deal has more tiles of a colour than are left.
    #[error(
        "the deal has {}, but bag and lid have only {most} for it",
        quantity(found, &format!("{colour} tile"))
    )]
    TooMany {
        /// The colour.
        colour: Colour,
        /// The tiles of the colour in the deal.
        found: u8,
        /// The tiles of the colour in the bag, and in the lid where the bag becomes empty.
        most: u8,
    },
    /// The lid is used before the bag is empty.
    #[error(
        "the deal leaves {} in the bag, but takes tiles from the lid",
        quantity(left, &format!("{colour} tile"))
    )]
    BagNotEmpty {
        /// The colour.
        colour: Colour,
        /// The tiles of the colour that stay in the bag.
        left: u8,
    },
}

impl Deal {
    /// The tiles of a full factory.
    pub(super) const PER_FACTORY: usize = 4;

    /// A deal of factories.
    ///
    /// # Errors
    /// When the number of factories is not that of the game, or a factory has more than four tiles.
    pub fn new(players: Players, factories: &[Tiles]) -> Result<Self, ImpossibleDeal> {
        if factories.len() != players.factories() {
            return Err(ImpossibleDeal::Factories {
                found: factories.len(),
                wanted: players.factories(),
                players: players.count(),
            });
        }
        let large = factories
            .iter()
            .position(|tiles| tiles.len() > Self::PER_FACTORY);
        if let Some(index) = large {
            return Err(ImpossibleDeal::Factory {
                number: index + 1,
                tiles: factories[index].len(),
            });
        }
        let mut deal = Self::empty(players);
        deal.factories[..factories.len()].copy_from_slice(factories);
        Ok(deal)
    }

    /// The tiles of each factory.
    pub fn factories(&self) -> &[Tiles] {
        &self.factories[..self.players.factories()]
    }

    fn empty(players: Players) -> Self {
        Self {
            factories: [Tiles::NONE; Source::MAX_FACTORIES],
            players,
        }
    }
}

impl Position {
    /// Deals the next round at random, tile by tile and factory by factory: from the bag, and when that is empty,
    /// from the lid, which is poured into it. When both are empty, the remaining places stay empty.
    ///
    /// # Errors
    /// When the position does not wait for a deal, or after the [last round](Position::LAST_ROUND); the position is
    /// then unchanged.
    pub fn deal(&mut self, rng: &mut (impl Rng + ?Sized)) -> Result<Deal, ImpossibleDeal> {
        self.expect_deal()?;
        let mut deal = Deal::empty(self.players);
        let mut bag = Urn::of(self.bag);
        for factory in &mut deal.factories[..self.players.factories()] {
            *factory = if bag.len() >= Deal::PER_FACTORY as u32 {
                bag.draw_four(rng)
            } else {
                self.draw_last(&mut bag, rng)
            };
        }
        self.bag = bag.tiles();
        self.place(&deal);
        Ok(deal)
    }

    /// Deals the next round with the random numbers of a seed. Each round has a stream of its own, so that a game can
    /// be interrupted and continued, and a round that was taken back is dealt again as before.
    ///
    /// # Errors
    /// The errors of [`Position::deal`].
    pub fn deal_by_seed(&mut self, seed: u64) -> Result<Deal, ImpossibleDeal> {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(self.round.into());
        self.deal(&mut rng)
    }

    /// Draws the tiles of a factory from a bag that has too few of them.
    fn draw_last(&mut self, bag: &mut Urn, rng: &mut (impl Rng + ?Sized)) -> Tiles {
        let mut tiles = bag.tiles();
        let rest = Deal::PER_FACTORY - tiles.len();
        *bag = Urn::of(self.lid);
        self.lid = Tiles::NONE;
        for _ in 0..rest.min(bag.len() as usize) {
            tiles += bag.draw(rng);
        }
        tiles
    }

    /// Deals the next round with given tiles.
    ///
    /// The order in which tiles were drawn is not part of a deal. A deal is possible if all its tiles are in the bag,
    /// or if it takes the whole bag and the rest is in the lid; places stay empty only where tiles run out.
    ///
    /// # Errors
    /// When the position does not wait for a deal, after the [last round](Position::LAST_ROUND), or when the deal is
    /// impossible; the position is then unchanged.
    pub fn deal_given(&mut self, deal: &Deal) -> Result<(), ImpossibleDeal> {
        self.expect_deal()?;
        let (bag, lid) = self.after_deal(deal)?;
        self.bag = bag;
        self.lid = lid;
        self.place(deal);
        Ok(())
    }

    fn expect_deal(&self) -> Result<(), ImpossibleDeal> {
        self.expect_phase(Phase::Deal)?;
        match self.round < Self::LAST_ROUND {
            true => Ok(()),
            false => Err(ImpossibleDeal::LastRound),
        }
    }

    /// The bag and the lid after a deal.
    fn after_deal(&self, deal: &Deal) -> Result<(Tiles, Tiles), ImpossibleDeal> {
        if deal.players != self.players {
            return Err(ImpossibleDeal::Factories {
                found: deal.players.factories(),
                wanted: self.players.factories(),
                players: self.players.count(),
            });
        }
        let counts = deal
            .factories()
            .iter()
            .fold([0; Colour::COUNT], |mut sum: [u8; 5], tiles| {
                for (sum, count) in sum.iter_mut().zip(tiles.counts()) {
                    *sum += count;
                }
                sum
            });
        let found = counts.into_iter().map(usize::from).sum();
        let (in_bag, in_lid) = (self.bag.len(), self.lid.len());
        let places = Deal::PER_FACTORY * self.players.factories();
        let wanted = places.min(in_bag + in_lid);
        if found != wanted {
            return Err(ImpossibleDeal::Tiles {
                found,
                wanted,
                bag: in_bag,
                lid: in_lid,
            });
        }
        let uses_lid = wanted > in_bag;
        for colour in Colour::ALL {
            let (found, in_bag) = (counts[colour.index()], self.bag.count(colour));
            let most = in_bag + if uses_lid { self.lid.count(colour) } else { 0 };
            if found > most {
                return Err(ImpossibleDeal::TooMany {
                    colour,
                    found,
                    most,
                });
            }
            if uses_lid && found < in_bag {
                return Err(ImpossibleDeal::BagNotEmpty {
                    colour,
                    left: in_bag - found,
                });
            }
        }
        let tiles = Tiles::from_counts(counts).expect("not more than bag and lid have");
        Ok(if uses_lid {
            (self.bag + self.lid - tiles, Tiles::NONE)
        } else {
            (self.bag - tiles, self.lid)
        })
    }

    /// Puts the tiles of a deal on the factories and the token in the centre.
    #[inline]
    fn place(&mut self, deal: &Deal) {
        for (place, &tiles) in deal.factories().iter().enumerate() {
            self.sources[place] = tiles;
            self.nonempty_sources |= u32::from(!tiles.is_empty()) << place;
        }
        self.token = Token::Centre;
        self.round += 1;
        self.debug_assert_tiles();
    }
}

/// A multiset of tiles to draw from.
#[derive(Debug, Clone, Copy)]
struct Urn {
    /// Cumulative counts: byte `c` is the number of tiles whose colour is at most `c`, at most 100, so that the top bit
    /// is free.
    cumulative: u64,
}

impl Urn {
    const ONES: u64 = 0x01_0101_0101;

    const TOPS: u64 = Self::ONES << 7;

    fn of(tiles: Tiles) -> Self {
        let counts = tiles.counts().into_iter().rev();
        let counts = counts.fold(0, |word, count| word << 8 | u64::from(count));
        Self {
            cumulative: counts.wrapping_mul(Self::ONES) & (Self::ONES * 0xff),
        }
    }

    fn len(self) -> u32 {
        (self.cumulative >> 32) as u32
    }

    /// Draws a tile, each with the same probability; the urn must not be empty.
    fn draw(&mut self, rng: &mut (impl Rng + ?Sized)) -> Tiles {
        let previous = *self;
        self.remove(below(rng, self.len()));
        previous.without(*self)
    }

    /// Draws four tiles one after the other, each with the same probability; the urn must have four tiles.
    #[inline]
    fn draw_four(&mut self, rng: &mut (impl Rng + ?Sized)) -> Tiles {
        let (previous, len) = (*self, self.len());
        for number in below_each(rng, [len, len - 1, len - 2, len - 3]) {
            self.remove(number);
        }
        previous.without(*self)
    }

    /// Removes the tile with a number from 0, in the order of the colours.
    #[inline]
    fn remove(&mut self, number: u32) {
        // The top bit of byte c stays set where number ≥ cumulative[c]: in the bytes of the colours before the tile's.
        let before = ((u64::from(number) * Self::ONES) | Self::TOPS) - self.cumulative;
        self.cumulative -= !before >> 7 & Self::ONES;
    }

    /// The tiles of this urn without those of `other`, a part of this urn.
    #[inline]
    fn without(self, other: Self) -> Tiles {
        let missing = self.cumulative - other.cumulative;
        Self {
            cumulative: missing,
        }
        .tiles()
    }

    fn tiles(self) -> Tiles {
        let counts = self.cumulative - ((self.cumulative << 8) & (Self::ONES * 0xff));
        Colour::ALL.into_iter().fold(Tiles::NONE, |tiles, colour| {
            tiles + Tiles::of(colour, (counts >> (8 * colour.index()) & 0xff) as u8)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{ChaCha8Rng, SeedableRng};

    #[test]
    fn an_urn_gives_back_its_tiles() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let tiles = Tiles::from_counts([3, 0, 20, 1, 7]).expect("few");
        for batch in [1, 4] {
            let mut urn = Urn::of(tiles);
            let mut draws = Tiles::NONE;
            while urn.len() >= batch {
                let draw = match batch {
                    1 => urn.draw(&mut rng),
                    _ => urn.draw_four(&mut rng),
                };
                assert_eq!(draw.len(), batch as usize);
                draws += draw;
                assert_eq!(urn.tiles() + draws, tiles);
                assert_eq!(urn.len() as usize + draws.len(), tiles.len());
            }
            assert_eq!(urn.len(), 31 % batch);
        }
    }

    #[test]
    fn tiles_of_an_urn_have_equal_probabilities() {
        let mut rng = ChaCha8Rng::seed_from_u64(4);
        let counts = [20u8, 0, 5, 15, 10];
        let urn = Urn::of(Tiles::from_counts(counts).expect("few"));
        let (mut single, mut of_four) = ([0u32; 5], [0u32; 5]);
        for _ in 0..50_000 {
            for colour in { urn }.draw(&mut rng).iter() {
                single[colour.index()] += 1;
            }
            for colour in { urn }.draw_four(&mut rng).iter() {
                of_four[colour.index()] += 1;
            }
        }
        for ((single, of_four), count) in single.into_iter().zip(of_four).zip(counts) {
            // Five standard deviations are at most 548, and less than twice that for four tiles.
            let expected = u32::from(count) * 1000;
            assert!(single.abs_diff(expected) < 548, "{single} of {expected}");
            assert!(
                of_four.abs_diff(4 * expected) < 1096,
                "{of_four} of four times {expected}"
            );
        }
    }

    #[test]
    fn four_tiles_at_once_have_the_distribution_of_single_draws() {
        // Of four blue and four yellow tiles, k of four are blue with probability C(4, k)² / C(8, 4).
        let urn = Urn::of(Tiles::from_counts([4, 4, 0, 0, 0]).expect("few"));
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        let mut counts = [0u32; 5];
        for _ in 0..70_000 {
            counts[usize::from({ urn }.draw_four(&mut rng).count(Colour::Blue))] += 1;
        }
        for (count, expected) in counts.into_iter().zip([1000, 16_000, 36_000, 16_000, 1000]) {
            // Five standard deviations are at most 662.
            assert!(count.abs_diff(expected) < 662, "{count} of {expected}");
        }
    }
}
