//! The constants of a round for a search, and the value of its end.

use super::factories::{contents, nonempty_factories};
use super::reach::CompleteRow;
use azulejo_rules::{Board, Destination, Move, Phase, Players, Position, Prospect, Source, Tiles};

/// Whether end bonuses count where the game ends with the round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum EndBonuses {
    /// Complete rows, columns and colours earn the rules' bonuses where the game ends.
    #[default]
    Counted,
    /// No bonus counts.
    LeftOut,
}

/// The value of a game that goes on after the round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Unfinished {
    /// The points after the round.
    #[default]
    Points,
    /// A victory of this player, of two, by more points than any finished game has. The solutions for the two players
    /// are bounds of the value of the whole game, whatever the later rounds bring.
    WonBy(usize),
}

impl Unfinished {
    /// The margin of a game that counts as won by one of two players, in points.
    pub const POINTS: i32 = 10_000;

    /// The value for the searcher; none where the points count.
    #[inline]
    fn value(self, searcher: usize) -> Option<i32> {
        match self {
            Self::Points => None,
            Self::WonBy(player) if player == searcher => Some(Self::POINTS),
            Self::WonBy(_) => Some(-Self::POINTS),
        }
    }
}

/// A round for a search: equal frames give equal values to equal keys, whatever moves came before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct RoundFrame {
    players: Players,
    /// The maximising player, from 0; all other players minimise the value.
    pub(super) searcher: usize,
    bonuses: EndBonuses,
    /// The value of a game that goes on after the round; none where the points count.
    unfinished_value: Option<i32>,
    walls: [u32; Players::MAX],
    scores: [u32; Players::MAX],
    /// The tiles of each factory at the beginning of the search, in the order of their numbers.
    factories: [Tiles; Source::MAX_FACTORIES],
    /// The factories with tiles at the beginning of the search, bit `k` for number `k + 1`.
    nonempty_factories: u16,
    /// Whether bag and lid are empty, so that there may be nothing to deal.
    exhaustible: bool,
}

impl RoundFrame {
    pub(super) fn of(
        position: &Position,
        searcher: usize,
        bonuses: EndBonuses,
        unfinished: Unfinished,
    ) -> Self {
        let (mut walls, mut scores) = ([0; Players::MAX], [0; Players::MAX]);
        for (player, board) in position.boards().iter().enumerate() {
            (walls[player], scores[player]) = (board.wall(), board.score());
        }
        Self {
            players: position.players(),
            searcher,
            bonuses,
            unfinished_value: unfinished.value(searcher),
            walls,
            scores,
            factories: contents(position),
            nonempty_factories: nonempty_factories(position),
            exhaustible: position.bag().is_empty() && position.lid().is_empty(),
        }
    }

    /// Whether results of this frame hold for `later`, a frame of the same round that may have fewer factories left.
    pub(super) fn includes(&self, later: &Self) -> bool {
        let same_factories = (0..Source::MAX_FACTORIES).all(|place| {
            later.nonempty_factories >> place & 1 == 0
                || later.factories[place] == self.factories[place]
        });
        let with_factories_of = Self {
            factories: later.factories,
            nonempty_factories: later.nonempty_factories,
            ..*self
        };
        same_factories && with_factories_of == *later
    }

    /// Whether all sources can be empty after the round, bag and lid included.
    pub(super) fn is_exhaustible(&self) -> bool {
        self.exhaustible
    }

    /// Whether bonuses count because the game ends with the round, by whether a row is complete.
    #[inline]
    pub(super) fn ends(&self, row: CompleteRow) -> CompleteRow {
        match self.bonuses {
            EndBonuses::LeftOut => CompleteRow::Never,
            EndBonuses::Counted if self.exhaustible => row.max(CompleteRow::Perhaps),
            EndBonuses::Counted => row,
        }
    }

    /// Bounds of the value, with the value of a game that goes on folded in where the game may go on.
    #[inline]
    pub(super) fn with_unfinished(&self, low: i32, high: i32, ends: CompleteRow) -> (i32, i32) {
        match (self.unfinished_value, ends) {
            (None, _) | (Some(_), CompleteRow::Surely) => (low, high),
            (Some(value), CompleteRow::Never) => (value, value),
            (Some(value), CompleteRow::Perhaps) => (low.min(value), high.max(value)),
        }
    }

    /// The value for the searcher once all tiles are taken.
    #[inline]
    pub(super) fn end_value(&self, end: &Position) -> i32 {
        let rows = |board: &Board| board.prospect().end_bonus().rows > 0;
        if let Some(value) = self.unfinished_value {
            let is_over = end.boards().iter().any(rows);
            if !(is_over || self.exhaustible && has_no_next_deal(end)) {
                return value;
            }
        }
        self.value(&self.points(end))
    }

    /// The final points of each player once all tiles are taken; 0 for players whom the game does not have.
    #[inline]
    pub(super) fn points(&self, end: &Position) -> [i32; Players::MAX] {
        debug_assert_eq!(end.phase(), Phase::RoundEnd);
        let mut points = [0; Players::MAX];
        let mut bonuses = [0; Players::MAX];
        let mut rows = 0;
        for (player, board) in end.boards().iter().enumerate() {
            let prospect = board.prospect();
            let bonus = prospect.end_bonus();
            rows += bonus.rows;
            points[player] = prospect.score() as i32;
            bonuses[player] = bonus.points() as i32;
        }
        let is_over = rows > 0 || self.exhaustible && has_no_next_deal(end);
        if is_over && self.bonuses == EndBonuses::Counted {
            for (points, bonus) in points.iter_mut().zip(bonuses) {
                *points += bonus;
            }
        }
        points
    }

    /// The value for the searcher after each move that is the last of the round.
    pub(super) fn last_values<'a>(
        &'a self,
        position: &'a Position,
    ) -> impl Iterator<Item = i32> + 'a {
        let mut ends = [BoardEnd::default(); Players::MAX];
        for (player, board) in position.boards().iter().enumerate() {
            ends[player] = BoardEnd::from(board.prospect());
        }
        position.prospects().map(move |(taken, prospect)| {
            if self.exhaustible {
                let mut end = *position;
                end.play_unchecked(taken);
                return self.end_value(&end);
            }
            let mut ends = ends;
            ends[position.mover()] = BoardEnd::from(prospect);
            self.value_of(&ends)
        })
    }

    /// The value for the searcher of a position of two players with two groups left: the mover takes one group, and the
    /// opponent the other. None where the boards alone do not decide whether the game ends.
    ///
    /// A player's use of a group changes nothing for the opponent, so that each pair of a move and an answer is valued
    /// by two boards, without playing the moves.
    pub(super) fn last_two(&self, position: &Position) -> Option<i32> {
        if self.exhaustible {
            return None;
        }
        let (mover, other) = (position.mover(), 1 - position.mover());
        let sign = if mover == self.searcher { 1 } else { -1 };
        let mut best = None;
        let mut answers = [BoardEnd::default(); Destination::COUNT];
        let mut group_answers = (None, 0);
        let (mut rows, mut most) = (0, 0);
        for (taken, prospect) in position.prospects() {
            let group = (taken.source(), taken.colour());
            if group_answers.0 != Some(group) {
                let mut after = *position;
                after.play_unchecked(Move::new(group.0, group.1, Destination::Floor));
                let mut count = 0;
                for (_, prospect) in after.prospects() {
                    answers[count] = BoardEnd::from(prospect);
                    count += 1;
                }
                let ends = &answers[..count];
                rows = ends.iter().map(|end| end.rows).max().unwrap_or(0);
                most = ends.iter().map(|end| end.score).max().unwrap_or(0);
                group_answers = (Some(group), count);
            }
            let end = BoardEnd::from(prospect);
            // Where no bonus counts, the other player does best with the most points.
            if rows == 0 && end.rows == 0 {
                let lead = self
                    .unfinished_value
                    .map_or(end.score - most, |value| sign * value);
                best = best.max(Some(lead));
                continue;
            }
            let mut ends = [BoardEnd::default(); Players::MAX];
            ends[mover] = end;
            let values = answers[..group_answers.1].iter().map(|&answer| {
                ends[other] = answer;
                sign * self.value_of(&ends)
            });
            best = best.max(values.min());
        }
        best.map(|value| sign * value)
    }

    /// The value for the searcher where tiles for a next round are left.
    #[inline]
    fn value_of(&self, ends: &[BoardEnd; Players::MAX]) -> i32 {
        let is_over = ends.iter().any(|end| end.rows > 0);
        if let Some(value) = self.unfinished_value.filter(|_| !is_over) {
            return value;
        }
        let factor = i32::from(is_over && self.bonuses == EndBonuses::Counted);
        self.value(&ends.map(|end| end.score + factor * end.bonus))
    }

    /// The value for the searcher: the points of the searcher less those of the best other.
    #[inline]
    pub(super) fn value(&self, points: &[i32; Players::MAX]) -> i32 {
        margin(self.players, points, self.searcher)
    }
}

/// The result of a board at the end of the round: score, end bonus, complete rows.
#[derive(Debug, Clone, Copy, Default)]
struct BoardEnd {
    score: i32,
    bonus: i32,
    rows: u32,
}

impl From<Prospect> for BoardEnd {
    #[inline]
    fn from(prospect: Prospect) -> Self {
        let bonus = prospect.end_bonus();
        Self {
            score: prospect.score() as i32,
            bonus: bonus.points() as i32,
            rows: bonus.rows,
        }
    }
}

/// The points of a player less those of the best other.
#[inline]
pub(super) fn margin(players: Players, points: &[i32; Players::MAX], player: usize) -> i32 {
    let others = (0..players.count()).filter(|&other| other != player);
    let best = others.map(|other| points[other]).max().unwrap_or(0);
    points[player] - best
}

/// Whether no tiles are left for a next round, where bag and lid are empty already: no board gives tiles to the lid.
fn has_no_next_deal(end: &Position) -> bool {
    let has_no_lid_tiles = |board: &Board| {
        let is_full = |row: usize| {
            board
                .line(row)
                .is_some_and(|line| usize::from(line.count) > row)
        };
        board.floor().tiles().is_empty() && !(1..Board::ROWS).any(is_full)
    };
    end.lid().is_empty() && end.boards().iter().all(has_no_lid_tiles)
}
