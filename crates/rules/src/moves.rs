use super::{Colour, Players};
use std::fmt;

/// The source of a move: a factory, by its number from 1, or the centre.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Source(u8);

impl Source {
    /// The places that a position has for sources; the centre is the last, with any number of players.
    pub(super) const PLACES: usize = Self::MAX_FACTORIES + 1;

    /// The most factories, those of a game for four players.
    pub const MAX_FACTORIES: usize = Players::Four.factories();

    /// The centre.
    pub const CENTRE: Self = Self(Self::MAX_FACTORIES as u8);

    /// The factory with a number from 1 to 9; none for other numbers.
    #[inline]
    pub fn factory(number: usize) -> Option<Self> {
        (1..=Self::MAX_FACTORIES)
            .contains(&number)
            .then(|| Self(number as u8 - 1))
    }

    /// The number of the factory, from 1; none for the centre.
    pub fn number(self) -> Option<usize> {
        (self != Self::CENTRE).then(|| self.place() + 1)
    }

    /// Whether this is the centre.
    pub fn is_centre(self) -> bool {
        self == Self::CENTRE
    }

    /// The sources of a game for a number of players, the centre last.
    pub fn all(players: Players) -> impl Iterator<Item = Self> + Clone {
        (0..players.factories() as u8)
            .map(Self)
            .chain([Self::CENTRE])
    }

    /// The source at a place of a position.
    pub(super) const fn at(place: usize) -> Self {
        debug_assert!(place < Self::PLACES);
        Self(place as u8)
    }

    /// The place in a position.
    pub(super) const fn place(self) -> usize {
        self.0 as usize
    }

    /// The index in a move's code, from 0; none for a factory that the game does not have.
    #[inline]
    fn code(self, players: Players) -> Option<u16> {
        let factories = players.factories();
        match self.place() {
            place if place < factories => Some(place as u16),
            _ if self.is_centre() => Some(factories as u16),
            _ => None,
        }
    }
}

impl fmt::Display for Source {
    /// Writes `factory 3` or `the centre`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.number() {
            Some(number) => write!(f, "factory {number}"),
            None => f.write_str("the centre"),
        }
    }
}

/// The destination of a move: a pattern line or the floor line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Destination {
    /// The line of one tile.
    Line1,
    /// The line of two tiles.
    Line2,
    /// The line of three tiles.
    Line3,
    /// The line of four tiles.
    Line4,
    /// The line of five tiles.
    Line5,
    /// The floor line.
    Floor,
}

impl Destination {
    /// The number of destinations.
    pub const COUNT: usize = 6;

    /// Every destination, the floor last.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Line1,
        Self::Line2,
        Self::Line3,
        Self::Line4,
        Self::Line5,
        Self::Floor,
    ];

    /// The index in a move's code, from 0.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The row of the line, from 0; none for the floor.
    pub const fn row(self) -> Option<usize> {
        match self {
            Self::Floor => None,
            line => Some(line as usize),
        }
    }
}

/// A move: all tiles of a colour from a source to a destination.
///
/// [`Display`](fmt::Display) and [`FromStr`](std::str::FromStr) are the notation: `3Y2` takes yellow from factory 3 to
/// line 2, `CR-` takes red from the centre to the floor. The code is that of a neural network's 180 actions:
/// `source·30 + colour·6 + destination`, the centre the last source, the floor the last destination.
///
/// ```
/// use azulejo_rules::{Colour, Destination, Move, Players, Source};
/// let taken: Move = "CR-".parse()?;
/// assert_eq!(taken, Move::new(Source::CENTRE, Colour::Red, Destination::Floor));
/// assert_eq!(taken.code(Players::Two), Some(167)); // 5·30 + 2·6 + 5
/// assert_eq!(Move::from_code(167, Players::Two)?, taken);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    source: Source,
    colour: Colour,
    destination: Destination,
}

/// The error of a code without a move.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("code {code} is out of range (0 to {} for {} players)", .players.codes() - 1, .players.count())]
pub struct NoSuchCode {
    /// The code.
    pub code: u64,
    /// The number of players of the game.
    pub players: Players,
}

/// The colour and the destination of each offset, `colour·6 + destination`, in a move's code.
const OFFSETS: [(Colour, Destination); Move::OFFSETS] = {
    let mut offsets = [(Colour::Blue, Destination::Line1); Move::OFFSETS];
    let mut offset = 0;
    while offset < offsets.len() {
        offsets[offset] = (
            Colour::ALL[offset / Destination::COUNT],
            Destination::ALL[offset % Destination::COUNT],
        );
        offset += 1;
    }
    offsets
};

impl Move {
    /// The number of codes of one source.
    pub(super) const OFFSETS: usize = Colour::COUNT * Destination::COUNT;

    /// The move with these parts.
    pub const fn new(source: Source, colour: Colour, destination: Destination) -> Self {
        Self {
            source,
            colour,
            destination,
        }
    }

    /// The source of the tiles.
    pub const fn source(self) -> Source {
        self.source
    }

    /// The colour of the tiles.
    pub const fn colour(self) -> Colour {
        self.colour
    }

    /// The destination of the tiles.
    pub const fn destination(self) -> Destination {
        self.destination
    }

    /// The code, `source·30 + colour·6 + destination`, in a game for a number of players; none where the game does not
    /// have the factory.
    pub fn code(self, players: Players) -> Option<u16> {
        let source = self.source.code(players)?;
        Some(source * Self::OFFSETS as u16 + self.offset() as u16)
    }

    /// The move with a code in a game for a number of players.
    ///
    /// # Errors
    /// When the code is not below [`Players::codes`].
    pub fn from_code(code: u64, players: Players) -> Result<Self, NoSuchCode> {
        if code >= u64::from(players.codes()) {
            return Err(NoSuchCode { code, players });
        }
        let code = code as usize;
        let source = match code / Self::OFFSETS {
            source if source == players.factories() => Source::CENTRE,
            source => Source::at(source),
        };
        Ok(Self::at(source, code % Self::OFFSETS))
    }

    /// The offset in the code, `colour·6 + destination`.
    pub(super) const fn offset(self) -> usize {
        self.colour.index() * Destination::COUNT + self.destination.index()
    }

    /// The move from a source with an offset, `colour·6 + destination`.
    pub(super) const fn at(source: Source, offset: usize) -> Self {
        let (colour, destination) = OFFSETS[offset];
        Self::new(source, colour, destination)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_equal_the_published_codes() {
        // The source lists the 180 codes: factory 1 red to line 2, factory 3 blue to line 1, the centre's last.
        let parts = |code| Move::from_code(code, Players::Two).expect("below 180");
        let first = Source::factory(1).expect("factory 1");
        let third = Source::factory(3).expect("factory 3");
        assert_eq!(parts(13), Move::new(first, Colour::Red, Destination::Line2));
        assert_eq!(
            parts(60),
            Move::new(third, Colour::Blue, Destination::Line1)
        );
        assert_eq!(
            parts(179),
            Move::new(Source::CENTRE, Colour::White, Destination::Floor)
        );
    }

    #[test]
    fn codes_and_moves_are_one_to_one() {
        for (players, codes) in Players::ALL.into_iter().zip([180, 240, 300]) {
            assert_eq!(players.codes(), codes);
            for code in 0..codes {
                let taken = Move::from_code(u64::from(code), players).expect("in range");
                assert_eq!(taken.code(players), Some(code));
                assert_eq!(
                    taken.source().is_centre(),
                    usize::from(code / 30) == players.factories()
                );
            }
            let result = Move::from_code(u64::from(codes), players);
            assert_eq!(
                result,
                Err(NoSuchCode {
                    code: u64::from(codes),
                    players
                })
            );
        }
    }

    #[test]
    fn factories_beyond_the_game_have_no_code() {
        let sixth = Source::factory(6).expect("factory 6");
        let taken = Move::new(sixth, Colour::Blue, Destination::Floor);
        assert_eq!(taken.code(Players::Two), None);
        assert_eq!(taken.code(Players::Three), Some(155));
        assert_eq!((Source::factory(0), Source::factory(10)), (None, None));
    }
}
