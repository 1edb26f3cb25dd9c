use super::{Colour, Move, Position, Source};

/// The legal moves of a position, in the order of their codes.
///
/// They are held as one set of bits a source, so that counting them and choosing one by its number
/// ([`nth`](Iterator::nth)) list nothing.
#[derive(Debug, Clone, Copy)]
pub struct Legal {
    /// Bit `6·colour + destination`, for each place of a source.
    offsets: [u32; Source::PLACES],
    /// Bit `p` where the source at place `p` has moves left.
    sources: u16,
}

impl Position {
    /// The legal moves of the mover: none unless the position [waits for a move](super::Phase::Moves), and
    /// then at least one, as the floor always takes tiles.
    ///
    /// ```
    /// use azulejo::game::Position;
    /// let position: Position = "BBRR/-/-/-/- * 0:-/-/-/-/-:-:...../...../...../...../.....|\
    ///                           0:-/-/-/-/-:-:...../...../...../...../..... 1 1 1 18,20,18,20,20 0,0,0,0,0".parse()?;
    /// assert_eq!(position.legal().len(), 12); // two colours, five lines and the floor
    /// assert_eq!(position.legal().nth(6).map(|taken| taken.to_string()).as_deref(), Some("1R1"));
    /// # Ok::<(), azulejo::game::notation::InvalidPosition>(())
    /// ```
    pub fn legal(&self) -> Legal {
        let accepts = self.boards[self.mover()].accepts();
        let mut offsets = [0; Source::PLACES];
        for place in bits(u32::from(self.offered)) {
            offsets[place] = self.sources[place].offsets() & accepts;
        }
        Legal {
            offsets,
            sources: self.offered,
        }
    }

    /// The number of legal moves.
    pub fn legal_count(&self) -> usize {
        let accepts = self.boards[self.mover()].accepts();
        bits(u32::from(self.offered))
            .map(|place| (self.sources[place].offsets() & accepts).count_ones() as usize)
            .sum()
    }

    /// Whether the move is legal.
    pub fn is_legal(&self, taken: Move) -> bool {
        let accepts = self.boards[self.mover()].accepts();
        let offsets = self.sources[taken.source().place()].offsets() & accepts;
        offsets >> taken.offset() & 1 == 1
    }

    /// Checks a move.
    ///
    /// # Errors
    /// What the rules have against it.
    pub fn check(&self, taken: Move) -> Result<(), IllegalMove> {
        if self.is_legal(taken) {
            return Ok(());
        }
        let (source, colour) = (taken.source(), taken.colour());
        if self.offered == 0 {
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
            Some(held) if held.colour != colour => IllegalMove::OtherColour {
                line,
                held: held.colour,
                colour,
            },
            Some(_) => IllegalMove::FullLine { line },
            None => IllegalMove::OnWall { line, colour },
        })
    }
}

/// Why a move cannot be played.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum IllegalMove {
    /// The round is over, or not dealt yet.
    #[error("no source has tiles: the round is over")]
    NoTilesLeft,
    /// A factory that only a game for more players has.
    #[error("there is no {factory}: this game has {factories} factories")]
    NoSuchFactory {
        /// The factory.
        factory: Source,
        /// The number of factories.
        factories: usize,
    },
    /// No tile of the colour on the source.
    #[error("{place} has no {colour} tiles")]
    NotThere {
        /// Where tiles should come from.
        place: Source,
        /// Their colour.
        colour: Colour,
    },
    /// The line holds another colour.
    #[error("line {line} holds {held}, so that it takes no {colour}")]
    OtherColour {
        /// The line, from 1.
        line: usize,
        /// What it holds.
        held: Colour,
        /// What it should take.
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
        /// What it should take.
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

    fn nth(&mut self, mut skipped: usize) -> Option<Move> {
        while self.sources != 0 {
            let place = self.sources.trailing_zeros() as usize;
            let count = self.offsets[place].count_ones() as usize;
            if skipped < count {
                for _ in 0..skipped {
                    self.offsets[place] &= self.offsets[place] - 1;
                }
                return self.next();
            }
            skipped -= count;
            self.sources &= self.sources - 1;
        }
        None
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let counts = bits(u32::from(self.sources)).map(|place| self.offsets[place].count_ones());
        let count = counts.sum::<u32>() as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for Legal {}

impl std::iter::FusedIterator for Legal {}

/// The bits that are set, from the lowest.
pub(super) fn bits(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let bit = set.trailing_zeros() as usize;
            set &= set - 1;
            bit
        })
    })
}
