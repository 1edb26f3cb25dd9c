use super::position::Token;
use super::{Board, IllegalMove, Move, Position, Source, Tiles};

/// The state that [`Position::take_back`] restores.
#[derive(Debug, Clone, Copy)]
pub struct Undo {
    source: Source,
    taken_from: Tiles,
    centre: Tiles,
    lid: Tiles,
    board: Board,
    offered: u32,
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

    /// Plays a move that is [legal](Position::legal). Any other move leads to a position that the rules do not allow,
    /// or panics.
    // Always, so that no `Undo` is written where nobody takes back.
    #[inline(always)]
    pub fn play_unchecked(&mut self, taken: Move) -> Undo {
        debug_assert!(self.is_legal(taken), "{taken:?} is illegal");
        const CENTRE: usize = Source::CENTRE.place();
        let place = taken.source().place();
        let source = self.sources[place];
        let mover = self.mover();
        let undo = Undo {
            source: taken.source(),
            taken_from: source,
            centre: self.sources[CENTRE],
            lid: self.lid,
            board: self.boards[mover],
            offered: self.offered,
            mover: self.mover,
            token: self.token,
        };
        let board = &mut self.boards[mover];
        let rest = source.without(taken.colour());
        let mut offered = self.offered;
        if place == CENTRE {
            if self.token == Token::Centre {
                self.token = Token::Floor;
                board.floor.push_token(); // before the tiles
            }
            self.sources[CENTRE] = rest;
        } else {
            self.sources[place] = Tiles::NONE;
            offered &= !(1 << place);
            self.sources[CENTRE] += rest;
        }
        offered &= !(1 << CENTRE);
        self.offered = offered | u32::from(!self.sources[CENTRE].is_empty()) << CENTRE;
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

    /// Takes back the last move: the position is what it was before [`Position::play`] returned `undo`.
    #[inline]
    pub fn take_back(&mut self, undo: Undo) {
        self.sources[Source::CENTRE.place()] = undo.centre;
        self.sources[undo.source.place()] = undo.taken_from;
        self.lid = undo.lid;
        self.offered = undo.offered;
        self.mover = undo.mover;
        self.token = undo.token;
        self.boards[self.mover()] = undo.board;
        self.debug_assert_tiles();
    }
}
