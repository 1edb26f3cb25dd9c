use super::bits::bits;
use super::points::tile_points;
use super::position::Token;
use super::{Board, EndBonus, Legal, Move, Position, Source, pattern};

/// The board at the end of the round, if the round ended at once: its full lines on the wall and scored, its floor
/// charged.
///
/// Players judge positions within a round by the prospects of the boards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Prospect {
    wall: u32,
    score: u16,
}

impl Prospect {
    /// The score, without end bonuses.
    #[inline]
    pub fn score(self) -> u32 {
        u32::from(self.score)
    }

    /// The filled places of the wall, bit `5·row + column`, bit 0 the top left.
    pub fn wall(self) -> u32 {
        self.wall
    }

    /// The end bonus of the wall.
    #[inline]
    pub fn end_bonus(self) -> EndBonus {
        EndBonus::of(self.wall)
    }
}

/// A wall with the tiles of full lines, and the points of these tiles.
#[derive(Debug, Clone, Copy)]
struct Tiling {
    wall: u32,
    points: u16,
}

impl Tiling {
    /// Puts tiles on places of the wall, at most one in a row, from top to bottom.
    #[inline]
    fn new(mut wall: u32, places: u32) -> Self {
        let mut points = 0;
        for place in bits(places) {
            points += u16::from(tile_points(wall, place));
            wall |= 1 << place;
        }
        Self { wall, points }
    }
}

impl Board {
    /// The prospect of the board: its wall and score if the round ended at once.
    ///
    /// ```
    /// use azulejo_rules::Position;
    /// let position: Position = "-/-/-/-/- RR* 3:K1/W1/-/-/-:BB:...../...../...../...../.....|\
    ///                           0:-/-/-/-/-:-:...../...../...../...../..... 1 1 1 18,20,18,19,19 0,0,0,0,0".parse()?;
    /// assert_eq!(position.boards()[0].prospect().score(), 3 + 1 - 2); // line 2 is not full
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn prospect(&self) -> Prospect {
        let tiling = Tiling::new(self.wall, self.full_lines());
        self.prospect_with(tiling, 0)
    }

    /// The points of the tiles of full lines, without the charge of the floor.
    pub fn full_points(&self) -> u32 {
        Tiling::new(self.wall, self.full_lines()).points.into()
    }

    /// The places of the wall to which full lines put their tiles.
    #[inline]
    pub fn full_lines(&self) -> u32 {
        let mut places = 0;
        for row in 0..Self::ROWS {
            if let Some(line) = self.line(row)
                && usize::from(line.count) > row
            {
                places |= 1 << pattern::place(row, line.colour);
            }
        }
        places
    }

    /// The prospect with a tiling and `floor_tiles` more tiles on the floor, the token counted.
    #[inline]
    fn prospect_with(&self, tiling: Tiling, floor_tiles: u8) -> Prospect {
        let charge = self.floor.charge_with(floor_tiles);
        Prospect {
            wall: tiling.wall,
            score: (self.score + tiling.points).saturating_sub(u16::from(charge)),
        }
    }
}

/// The legal moves of a position, in the order of their codes, each with the mover's [`Prospect`] after it.
#[derive(Debug, Clone)]
pub struct Prospects<'a> {
    position: &'a Position,
    board: &'a Board,
    legal: Legal,
    /// The places to which full lines put tiles.
    full: u32,
    /// The prospect's wall of moves that fill no line.
    current: Tiling,
    /// The tiles that each line still takes.
    room: [u8; Board::ROWS],
}

impl Position {
    /// The legal moves, in the order of their codes, each with the mover's prospect after it. The moves are not played,
    /// so that the iterator is several times quicker than playing each.
    #[inline]
    pub fn prospects(&self) -> Prospects<'_> {
        let board = &self.boards[self.mover()];
        let full = board.full_lines();
        let mut room = [0; Board::ROWS];
        for (row, room) in room.iter_mut().enumerate() {
            *room = row as u8 + 1 - board.line(row).map_or(0, |line| line.count);
        }
        Prospects {
            position: self,
            board,
            legal: self.legal(),
            full,
            current: Tiling::new(board.wall, full),
            room,
        }
    }

    /// Whether each legal move is the last of the round: only one source has tiles, all of one colour.
    #[inline]
    pub fn awaits_last_move(&self) -> bool {
        self.nonempty_sources.is_power_of_two()
            && self.sources[self.nonempty_sources.trailing_zeros() as usize].are_of_one_colour()
    }
}

impl Iterator for Prospects<'_> {
    type Item = (Move, Prospect);

    #[inline]
    fn next(&mut self) -> Option<(Move, Prospect)> {
        let taken = self.legal.next()?;
        let (source, colour) = (taken.source(), taken.colour());
        let count = self.position.sources[source.place()].count(colour);
        let (floor_tiles, tiling) = match taken.destination().row() {
            None => (count, self.current),
            Some(row) if count < self.room[row] => (0, self.current),
            Some(row) => {
                let full = self.full | 1 << pattern::place(row, colour);
                let tiling = Tiling::new(self.board.wall, full);
                (count - self.room[row], tiling)
            }
        };
        let token = source == Source::CENTRE && self.position.token == Token::Centre;
        Some((
            taken,
            self.board
                .prospect_with(tiling, floor_tiles + u8::from(token)),
        ))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.legal.size_hint()
    }
}

impl ExactSizeIterator for Prospects<'_> {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{ChaCha8Rng, SeedableRng};
    use crate::{Phase, Players, Tiles};

    /// Calls a function with positions of random games that wait for a move. Moves prefer lines, so that walls fill.
    fn random_positions(players: Players, games: u64, mut visit: impl FnMut(&Position)) {
        for seed in 0..games {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let mut position = Position::new(players, 0);
            let result = position.play_out(12, &mut rng, |position, rng| {
                visit(position);
                let [first, second] = [(); 2].map(|()| position.random_move(rng));
                first
                    .filter(|first| first.destination().row().is_some())
                    .or(second)
            });
            result.expect("legal moves");
        }
    }

    /// The position with no tiles left on the sources.
    fn without_sources(position: &Position) -> Position {
        let mut end = *position;
        for source in &mut end.sources {
            end.lid += *source;
            *source = Tiles::NONE;
        }
        end.nonempty_sources = 0;
        end
    }

    #[test]
    fn a_prospect_equals_the_board_after_the_end_of_the_round() {
        let (mut position_count, mut clamped, mut complete) = (0, 0, 0);
        for players in Players::ALL {
            random_positions(players, 60, |position| {
                let mut end = without_sources(position);
                let score = end.end_round().expect("no source has tiles");
                for (board, after) in position.boards().iter().zip(end.boards()) {
                    let prospect = board.prospect();
                    assert_eq!(prospect.score(), after.score(), "{position}");
                    assert_eq!(prospect.wall(), after.wall(), "{position}");
                    assert_eq!(prospect.end_bonus(), after.end_bonus(), "{position}");
                    complete += usize::from(after.end_bonus() != EndBonus::default());
                }
                let scores = score.boards().iter();
                clamped += scores
                    .filter(|score| {
                        score.before() + score.points() < u32::from(score.floor().charge())
                    })
                    .count();
                position_count += 1;
            });
        }
        assert!(position_count > 10_000, "{position_count}");
        assert!(clamped > 1_000 && complete > 1_000, "{clamped} {complete}");
    }

    /// Compares the prospect of each move with the board after the move.
    fn check_prospects(position: &Position) {
        let prospects = position.prospects();
        assert_eq!(prospects.len(), position.legal_count());
        for ((taken, prospect), legal) in prospects.zip(position.legal()) {
            assert_eq!(taken, legal);
            let mut after = *position;
            after.play(taken).expect("a legal move");
            let board = &after.boards()[position.mover()];
            assert_eq!(prospect, board.prospect(), "{position} {taken}");
            let is_last = after.phase() == Phase::RoundEnd;
            assert_eq!(position.awaits_last_move(), is_last, "{position} {taken}");
        }
    }

    #[test]
    fn the_prospect_of_a_move_equals_the_prospect_of_the_board_after_the_move() {
        let (mut tokens, mut last) = (0, 0);
        for players in Players::ALL {
            random_positions(players, 12, |position| {
                check_prospects(position);
                tokens += usize::from(position.token_in_centre());
                last += usize::from(position.awaits_last_move());
            });
        }
        assert!(tokens > 500 && last > 100, "{tokens} {last}");
    }

    #[test]
    fn a_token_beside_a_full_floor_costs_nothing() -> Result<(), Box<dyn std::error::Error>> {
        let text = "BBRR/-/-/-/- WWW* 30:Y1/-/-/-/-:KKKKKKK:...../...../...../...../.....|\
                    0:-/-/-/-/-:-:...../...../...../...../..... 1 1 1 18,19,18,13,17 0,0,0,0,0";
        let position: Position = text.parse()?;
        check_prospects(&position);
        let scores = position.prospects().map(|(_, prospect)| prospect.score());
        assert!(scores.clone().all(|score| score >= 30 + 1 - 14));
        assert!(scores.max() > Some(30 + 1 - 14), "line 2 is filled");
        Ok(())
    }
}
