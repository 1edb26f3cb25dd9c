use super::bits::bits;
use super::position::Token;
use super::{Board, Colour, Floor, Phase, Players, Position, Tiles, WrongPhase};

/// A tile that a full line puts on the wall at the end of a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct TilePlacement {
    /// The colour of the tile. Its column is [`Colour::column`].
    pub colour: Colour,
    /// The points of the tile, 1–10.
    pub points: u8,
}

/// The score of a board at the end of a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct BoardScore {
    tiles: [Option<TilePlacement>; Board::ROWS],
    floor: Floor,
    before: u16,
    after: u16,
}

impl BoardScore {
    /// The new tile of each row of the wall, from the top, in the order of scoring.
    pub fn tiles(&self) -> [Option<TilePlacement>; Board::ROWS] {
        self.tiles
    }

    /// The points of all tiles.
    pub fn points(&self) -> u32 {
        let tiles = self.tiles.iter().flatten();
        tiles.map(|tile| u32::from(tile.points)).sum()
    }

    /// The floor line with its charge.
    pub fn floor(&self) -> Floor {
        self.floor
    }

    /// The score before the round's end.
    pub fn before(&self) -> u32 {
        u32::from(self.before)
    }

    /// The score after the round's end: `max(0, before + points − floor charge)`.
    pub fn after(&self) -> u32 {
        u32::from(self.after)
    }
}

/// The scores of all boards at the end of a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct RoundScore {
    boards: [BoardScore; Players::MAX],
    players: Players,
}

impl RoundScore {
    /// The score of each board, by player.
    pub fn boards(&self) -> &[BoardScore] {
        &self.boards[..self.players.count()]
    }
}

impl Position {
    /// Ends the round, when all sources are empty: on each board, full lines from top to bottom put a tile on the wall,
    /// which scores; then the floor is charged; the score is never below 0. The other tiles of those lines and of the
    /// floor go to the lid. The holder of the token begins the next round; without a holder, the same player begins
    /// again.
    ///
    /// # Errors
    /// When the position does not wait for the end of the round; the position is then unchanged.
    pub fn end_round(&mut self) -> Result<RoundScore, WrongPhase> {
        self.expect_phase(Phase::RoundEnd)?;
        let empty = BoardScore {
            tiles: [None; Board::ROWS],
            floor: Floor::EMPTY,
            before: 0,
            after: 0,
        };
        let mut scores = [empty; Players::MAX];
        self.starter = self.next_starter() as u8;
        let players = self.players;
        for (board, score) in self
            .boards
            .iter_mut()
            .zip(&mut scores)
            .take(players.count())
        {
            let (board_score, discarded) = board.end_round();
            *score = board_score;
            self.lid += discarded;
        }
        self.mover = self.starter;
        self.token = Token::Starter;
        self.debug_assert_tiles();
        Ok(RoundScore {
            boards: scores,
            players,
        })
    }
}

impl Board {
    /// Scores full lines and the floor. Returns the score, and the tiles that go to the lid.
    #[inline]
    fn end_round(&mut self) -> (BoardScore, Tiles) {
        let (before, floor) = (self.score, self.floor);
        let mut discarded = floor.tiles();
        let mut tiles = [None; Board::ROWS];
        let mut points = 0;
        for place in bits(self.full_lines()) {
            let (row, column) = (place / Board::ROWS, place % Board::ROWS);
            let colour = Colour::at(row, column);
            let tile_points = self.tile(row, place);
            discarded += Tiles::of(colour, row as u8);
            points += u16::from(tile_points);
            tiles[row] = Some(TilePlacement {
                colour,
                points: tile_points,
            });
        }
        self.floor = Floor::EMPTY;
        self.score = (before + points).saturating_sub(u16::from(floor.charge()));
        let score = BoardScore {
            tiles,
            floor,
            before,
            after: self.score,
        };
        (score, discarded)
    }
}
