use super::position::Token;
use super::{Board, IllegalMove, Move, Position, Source, Tiles};

/// The state that [`Position::take_back`] restores.
#[derive(Debug, Clone, Copy)]
pub struct Undo {
    source: Source,
    source_tiles: Tiles,
    centre: Tiles,
    lid: Tiles,
    board: Board,
    nonempty_sources: u32,
    mover: u8,
    token: Token,
}

impl Position {
    /// Plays a move of the mover. The next player becomes the mover, even after the last move of the round.
    ///
    /// # Errors
    /// The rule that the move breaks; the position is then unchanged.
    #[inline]
    pub fn play(&mut self, taken: Move) -> Result<Undo, IllegalMove> {
        self.check(taken)?;
        Ok(self.play_unchecked(taken))
    }

    /// Plays a move that is [legal](Position::legal). Any other move leads to a position outside the rules,
    /// or panics.
    // Always, so that a caller without `take_back` writes no `Undo`.
    #[inline(always)]
    pub fn play_unchecked(&mut self, taken: Move) -> Undo {
        debug_assert!(self.is_legal(taken), "{taken:?} is illegal");
        const CENTRE: usize = Source::CENTRE.place();
        let place = taken.source().place();
        let source = self.sources[place];
        let mover = self.mover();
        let undo = Undo {
            source: taken.source(),
            source_tiles: source,
            centre: self.sources[CENTRE],
            lid: self.lid,
            board: self.boards[mover],
            nonempty_sources: self.nonempty_sources,
            mover: self.mover,
            token: self.token,
        };
        let board = &mut self.boards[mover];
        let rest = source.without(taken.colour());
        let mut nonempty_sources = self.nonempty_sources;
        if place == CENTRE {
            if self.token == Token::Centre {
                self.token = Token::Floor;
                board.floor.push_token(); // before the tiles
            }
            self.sources[CENTRE] = rest;
        } else {
            self.sources[place] = Tiles::NONE;
            nonempty_sources &= !(1 << place);
            self.sources[CENTRE] += rest;
        }
        nonempty_sources &= !(1 << CENTRE);
        self.nonempty_sources =
            nonempty_sources | u32::from(!self.sources[CENTRE].is_empty()) << CENTRE;
        let count = source.count(taken.colour());
        let discarded = board.take(taken.colour(), count, taken.destination());
        self.lid += Tiles::of(taken.colour(), discarded);
        self.mover = if mover + 1 == self.players.count() {
            0
        } else {
            self.mover + 1
        };
        self.debug_assert_tiles();
        undo
    }

    /// Takes back the last move: the position is that before [`Position::play`] returned `undo`.
    #[inline]
    pub fn take_back(&mut self, undo: Undo) {
        self.sources[Source::CENTRE.place()] = undo.centre;
        self.sources[undo.source.place()] = undo.source_tiles;
        self.lid = undo.lid;
        self.nonempty_sources = undo.nonempty_sources;
        self.mover = undo.mover;
        self.token = undo.token;
        self.boards[self.mover()] = undo.board;
        self.debug_assert_tiles();
    }
}
