use super::{Board, Phase, Players, Position, wall_bits};

/// The end bonus of a wall: its complete rows, columns and colours, and their points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct EndBonus {
    /// The number of complete rows, 2 points each.
    pub rows: u32,
    /// The number of complete columns, 7 points each.
    pub columns: u32,
    /// The number of colours with all five tiles, 10 points each.
    pub colours: u32,
}

impl EndBonus {
    /// The points of a complete row.
    pub const ROW: u32 = 2;
    /// The points of a complete column.
    pub const COLUMN: u32 = 7;
    /// The points of a complete colour.
    pub const COLOUR: u32 = 10;

    /// The end bonus of a wall that has bit `5·row + column` for a tile.
    #[inline]
    pub const fn of(wall: u32) -> Self {
        let rows = wall_bits::complete_rows(wall);
        // A search calls the function at every leaf, and most walls have no tile in the last row.
        let (columns, colours) = if wall_bits::row(wall, Board::ROWS - 1) == 0 {
            (0, 0)
        } else {
            let columns = wall_bits::complete_columns(wall);
            (columns, wall_bits::complete_colours(wall))
        };
        Self {
            rows,
            columns,
            colours,
        }
    }

    /// The points of the bonus.
    #[inline]
    pub fn points(self) -> u32 {
        Self::ROW * self.rows + Self::COLUMN * self.columns + Self::COLOUR * self.colours
    }
}

/// The outcome of a game: final scores, bonuses and winners.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Outcome {
    scores: [u32; Players::MAX],
    bonuses: [EndBonus; Players::MAX],
    players: Players,
}

impl Outcome {
    /// The final scores with end bonuses, by player.
    pub fn scores(&self) -> &[u32] {
        &self.scores[..self.players.count()]
    }

    /// The end bonuses, by player.
    pub fn bonuses(&self) -> &[EndBonus] {
        &self.bonuses[..self.players.count()]
    }

    /// The players, from 0, who share the victory: among the players with the most points, those with the most complete
    /// rows.
    pub fn winners(&self) -> impl Iterator<Item = usize> + Clone + use<> {
        let outcome = *self;
        let merit = move |player: usize| (outcome.scores[player], outcome.bonuses[player].rows);
        let players = 0..self.players.count();
        let best = players.clone().map(merit).max();
        players.filter(move |&player| Some(merit(player)) == best)
    }

    /// The only winner, from 0; none where the victory is shared.
    pub fn winner(&self) -> Option<usize> {
        let mut winners = self.winners();
        let winner = winners.next();
        winner.filter(|_| winners.next().is_none())
    }
}

impl Board {
    /// The end bonus of the wall.
    pub fn end_bonus(&self) -> EndBonus {
        EndBonus::of(self.wall)
    }
}

impl Position {
    /// The outcome of the game, if it is [over](Phase::Over).
    pub fn outcome(&self) -> Option<Outcome> {
        (self.phase() == Phase::Over).then(|| self.standing())
    }

    /// The outcome if the game were over: the scores so far, and the end bonuses of the walls. Tiles on lines and
    /// floors do not count.
    pub fn standing(&self) -> Outcome {
        let mut outcome = Outcome {
            scores: [0; Players::MAX],
            bonuses: [EndBonus::default(); Players::MAX],
            players: self.players,
        };
        for (player, board) in self.boards().iter().enumerate() {
            let bonus = board.end_bonus();
            outcome.bonuses[player] = bonus;
            outcome.scores[player] = board.score() + bonus.points();
        }
        outcome
    }
}
