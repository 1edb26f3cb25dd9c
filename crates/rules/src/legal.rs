use super::bits::{bits, write_bits};
use super::tiles::CumulativeCounts;
use super::{Colour, Destination, Move, Position, Source};

/// The legal moves of a position, in the order of their codes.
#[derive(Debug, Clone, Copy)]
pub struct Legal {
    /// The moves left from each source, bit `6·colour + destination`.
    offsets: [u32; Source::PLACES],
    /// The sources with moves left, bit `p` for place `p`.
    sources: u32,
}

/// The number of legal moves of a position, and each move by its number.
#[derive(Debug, Clone, Copy)]
pub struct MoveIndex {
    /// Cumulative counts of the moves from each source, by colour.
    cumulative: [CumulativeCounts; Source::PLACES],
    /// The sources with tiles, bit `p` for place `p`.
    sources: u32,
    /// The destinations that the mover's board accepts, bit `6·colour + destination`.
    accepts: u32,
    count: u32,
}

impl MoveIndex {
    /// The number of legal moves.
    #[inline]
    pub fn count(&self) -> usize {
        self.count as usize
    }

    /// The move with a number from 0, in the order of the codes; none where the number is not below the count.
    #[inline]
    pub fn nth(&self, number: usize) -> Option<Move> {
        let mut number = u32::try_from(number).ok()?;
        for place in bits(self.sources) {
            let cumulative = self.cumulative[place];
            if number < cumulative.total() {
                let (block, number) = cumulative.find(number);
                let destinations = self.accepts >> block & 0b111111;
                let destination = NTH_BIT[destinations as usize][number as usize];
                let offset = block as usize + usize::from(destination);
                return Some(Move::at(Source::at(place), offset));
            }
            number -= cumulative.total();
        }
        None
    }
}

impl Position {
    /// The legal moves of the mover: none unless the position [waits for a move](super::Phase::Moves), and
    /// then at least one, as the floor always takes tiles.
    ///
    /// ```
    /// use azulejo_rules::Position;
    /// let position: Position = "BBRR/-/-/-/- * 0:-/-/-/-/-:-:...../...../...../...../.....|\
    ///                           0:-/-/-/-/-:-:...../...../...../...../..... 1 1 1 18,20,18,20,20 0,0,0,0,0".parse()?;
    /// assert_eq!(position.legal().len(), 12); // two colours, five lines and the floor
    /// assert_eq!(position.legal().nth(6).map(|taken| taken.to_string()).as_deref(), Some("1R1"));
    /// # Ok::<(), azulejo_rules::notation::InvalidPosition>(())
    /// ```
    pub fn legal(&self) -> Legal {
        let accepts = self.boards[self.mover()].accepts();
        let mut offsets = [0; Source::PLACES];
        for place in bits(self.nonempty_sources) {
            offsets[place] = self.sources[place].blocks() & accepts;
        }
        Legal {
            offsets,
            sources: self.nonempty_sources,
        }
    }

    /// The [codes](Move::code) of the legal moves, in ascending order: quicker than the moves.
    pub fn legal_codes(&self) -> impl Iterator<Item = u16> + use<> {
        let (sources, accepts) = (self.sources, self.boards[self.mover()].accepts());
        let sources_with_codes = Source::all(self.players).zip((0..).step_by(Move::OFFSETS));
        sources_with_codes.flat_map(move |(source, first)| {
            let offsets = sources[source.place()].blocks() & accepts;
            bits(offsets).map(move |offset| first + offset as u16)
        })
    }

    /// Writes a byte for each code of a move, 1 where the move is legal.
    ///
    /// # Panics
    /// When `mask` has no room for [`Players::codes`](super::Players::codes) bytes.
    pub fn write_legal_mask(&self, mask: &mut [u8]) {
        let accepts = self.boards[self.mover()].accepts();
        let mask = &mut mask[..usize::from(self.players.codes())];
        let sources = mask.chunks_exact_mut(Move::OFFSETS);
        for (source, mask) in Source::all(self.players).zip(sources) {
            write_bits(self.source(source).blocks() & accepts, mask);
        }
    }

    /// The legal moves, counted and numbered from 0 in the order of the codes, for players that draw one of them at
    /// random.
    ///
    /// ```
    /// use azulejo_rules::random::{ChaCha8Rng, SeedableRng, below};
    /// use azulejo_rules::{Players, Position};
    /// let mut rng = ChaCha8Rng::seed_from_u64(7);
    /// let mut position = Position::new(Players::Two, 0);
    /// position.deal(&mut rng)?;
    /// let numbered = position.numbered();
    /// let number = below(&mut rng, numbered.count() as u32) as usize;
    /// assert_eq!(numbered.nth(number), position.legal().nth(number));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn numbered(&self) -> MoveIndex {
        let board = &self.boards[self.mover()];
        let destination_counts = board.destination_counts();
        // The index is filled in place: a copy would wait for the writes.
        let mut index = MoveIndex {
            cumulative: [CumulativeCounts::NONE; Source::PLACES],
            sources: self.nonempty_sources,
            accepts: board.accepts(),
            count: 0,
        };
        let mut count = 0;
        for place in bits(self.nonempty_sources) {
            let cumulative = self.sources[place].cumulative_counts(destination_counts);
            index.cumulative[place] = cumulative;
            count += cumulative.total();
        }
        index.count = count;
        index
    }

    /// The number of legal moves.
    #[inline]
    pub fn legal_count(&self) -> usize {
        self.numbered().count()
    }

    /// The legal move with a number from 0, in the order of the codes; none where the number is not below the count.
    /// The result equals `legal().nth(number)`, in a time that hardly depends on the number.
    #[inline]
    pub fn nth_legal(&self, number: usize) -> Option<Move> {
        self.numbered().nth(number)
    }

    /// Whether the move is legal.
    pub fn is_legal(&self, taken: Move) -> bool {
        let accepts = self.boards[self.mover()].accepts();
        let offsets = self.sources[taken.source().place()].blocks() & accepts;
        offsets >> taken.offset() & 1 == 1
    }

    /// Checks a move.
    ///
    /// # Errors
    /// The rule that the move breaks.
    pub fn check(&self, taken: Move) -> Result<(), IllegalMove> {
        if self.is_legal(taken) {
            return Ok(());
        }
        let (source, colour) = (taken.source(), taken.colour());
        if self.nonempty_sources == 0 {
            return Err(IllegalMove::NoTilesLeft);
        }
        if taken.code(self.players).is_none() {
            let factories = self.players.factories();
            return Err(IllegalMove::NoSuchFactory {
                factory: source,
                factories,
            });
        }
        if self.source(source).count(colour) == 0 {
            return Err(IllegalMove::NotThere {
                place: source,
                colour,
            });
        }
        let row = taken
            .destination()
            .row()
            .expect("the floor takes any tiles");
        let board = &self.boards[self.mover()];
        let line = row + 1;
        Err(match board.line(row) {
            Some(pattern_line) if pattern_line.colour != colour => IllegalMove::OtherColour {
                line,
                held: pattern_line.colour,
                colour,
            },
            Some(_) => IllegalMove::FullLine { line },
            None => IllegalMove::OnWall { line, colour },
        })
    }
}

/// The rule that a move breaks.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum IllegalMove {
    /// The round is over, or not dealt yet.
    #[error("no source has tiles: the round is over")]
    NoTilesLeft,
    /// The factory is only in games for more players.
    #[error("there is no {factory}: this game has {factories} factories")]
    NoSuchFactory {
        /// The factory.
        factory: Source,
        /// The number of factories.
        factories: usize,
    },
    /// The source has no tile of the colour.
    #[error("{place} has no {colour} tiles")]
    NotThere {
        /// The source.
        place: Source,
        /// The colour.
        colour: Colour,
    },
    /// The line holds another colour.
    #[error("line {line} holds {held}, so that it takes no {colour}")]
    OtherColour {
        /// The line, from 1.
        line: usize,
        /// The colour that the line holds.
        held: Colour,
        /// The colour of the move.
        colour: Colour,
    },
    /// The line is full.
    #[error("line {line} is full")]
    FullLine {
        /// The line, from 1.
        line: usize,
    },
    /// The row of the wall has the colour.
    #[error("row {line} of the wall has {colour} already, so that line {line} takes none")]
    OnWall {
        /// The line, from 1.
        line: usize,
        /// The colour of the move.
        colour: Colour,
    },
}

impl Iterator for Legal {
    type Item = Move;

    fn next(&mut self) -> Option<Move> {
        if self.sources == 0 {
            return None;
        }
        let place = self.sources.trailing_zeros() as usize;
        let offset = self.offsets[place].trailing_zeros() as usize;
        self.offsets[place] &= self.offsets[place] - 1;
        if self.offsets[place] == 0 {
            self.sources &= self.sources - 1;
        }
        Some(Move::at(Source::at(place), offset))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let counts = bits(self.sources).map(|place| self.offsets[place].count_ones());
        let count = counts.sum::<u32>() as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for Legal {}

impl std::iter::FusedIterator for Legal {}

/// The indices of the bits of each set of destinations, in ascending order.
const NTH_BIT: [[u8; Destination::COUNT]; 1 << Destination::COUNT] = {
    let mut table = [[0; Destination::COUNT]; 1 << Destination::COUNT];
    let mut set = 0;
    while set < table.len() {
        let (mut bit, mut number) = (0, 0);
        while bit < Destination::COUNT {
            if set >> bit & 1 == 1 {
                table[set][number] = bit as u8;
                number += 1;
            }
            bit += 1;
        }
        set += 1;
    }
    table
};
