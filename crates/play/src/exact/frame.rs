//! What does not change within a round, and who counts for what.

use super::factories::{contents, offered};
use super::reach::CompleteRow;
use azulejo_rules::{Board, Destination, Move, Phase, Players, Position, Prospect, Source, Tiles};

/// Whether end bonuses count where the game ends with the round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum EndBonuses {
    /// They do: where the game ends, complete rows, columns and colours earn what the rules say.
    #[default]
    Counted,
    /// They never do.
    LeftOut,
}

/// What a game counts that goes on after the round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Unfinished {
    /// The points after the round.
    #[default]
    Points,
    /// As if this player, of two, had won it by more points than any other game. Solved so for the one and for the other,
    /// the two values are those between which the value of the whole game lies, whatever the rounds to come bring.
    WonBy(usize),
}

impl Unfinished {
    /// What a game counts that a player of two is said to win.
    pub const POINTS: i32 = 10_000;

    /// What it counts for the searcher, if not the points.
    #[inline]
    fn value(self, searcher: usize) -> Option<i32> {
        match self {
            Self::Points => None,
            Self::WonBy(player) if player == searcher => Some(Self::POINTS),
            Self::WonBy(_) => Some(-Self::POINTS),
        }
    }
}

/// A round for a search: all its positions are worth the same for it whatever came before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct RoundFrame {
    players: Players,
    /// Who wants the most of the value; all others want the least.
    pub(super) searcher: usize,
    bonuses: EndBonuses,
    /// What the searcher has of a game that goes on, if not the points.
    goes_on: Option<i32>,
    walls: [u32; Players::MAX],
    scores: [u32; Players::MAX],
    /// The tiles of each factory when the search first saw it, in the order of their numbers.
    factories: [Tiles; Source::MAX_FACTORIES],
    /// The factories that had tiles then, bit `k` for number `k + 1`.
    offered: u16,
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
            goes_on: unfinished.value(searcher),
            walls,
            scores,
            factories: contents(position),
            offered: offered(position),
            exhaustible: position.bag().is_empty() && position.lid().is_empty(),
        }
    }

    /// Whether what is known of this frame holds for another, which may have fewer factories left.
    pub(super) fn includes(&self, later: &Self) -> bool {
        let same_factories = (0..Source::MAX_FACTORIES).all(|place| {
            later.offered >> place & 1 == 0 || later.factories[place] == self.factories[place]
        });
        let with_factories_of = Self {
            factories: later.factories,
            offered: later.offered,
            ..*self
        };
        same_factories && with_factories_of == *later
    }

    /// Whether all sources can be empty after the round, bag and lid too.
    pub(super) fn is_exhaustible(&self) -> bool {
        self.exhaustible
    }

    /// Whether the game ends with the round and bonuses count, from what is known of a complete row.
    #[inline]
    pub(super) fn ends(&self, row: CompleteRow) -> CompleteRow {
        match self.bonuses {
            EndBonuses::LeftOut => CompleteRow::Never,
            EndBonuses::Counted if self.exhaustible => row.max(CompleteRow::Perhaps),
            EndBonuses::Counted => row,
        }
    }

    /// Bounds of the value where it is known whether the game goes on.
    #[inline]
    pub(super) fn with_unfinished(&self, low: i32, high: i32, ends: CompleteRow) -> (i32, i32) {
        match (self.goes_on, ends) {
            (None, _) | (Some(_), CompleteRow::Surely) => (low, high),
            (Some(value), CompleteRow::Never) => (value, value),
            (Some(value), CompleteRow::Perhaps) => (low.min(value), high.max(value)),
        }
    }

    /// The value for the searcher once all tiles are taken.
    #[inline]
    pub(super) fn ended_value(&self, ended: &Position) -> i32 {
        let rows = |board: &Board| board.prospect().end_bonus().rows > 0;
        if let Some(value) = self.goes_on {
            let over = ended.boards().iter().any(rows);
            if !(over || self.exhaustible && nothing_to_deal(ended)) {
                return value;
            }
        }
        self.value(&self.points(ended))
    }

    /// The final points of each player once all tiles are taken; 0 for players whom the game does not have.
    #[inline]
    pub(super) fn points(&self, ended: &Position) -> [i32; Players::MAX] {
        debug_assert_eq!(ended.phase(), Phase::RoundEnd);
        let mut points = [0; Players::MAX];
        let mut bonuses = [0; Players::MAX];
        let mut rows = 0;
        for (player, board) in ended.boards().iter().enumerate() {
            let prospect = board.prospect();
            let bonus = prospect.end_bonus();
            rows += bonus.rows;
            points[player] = prospect.score() as i32;
            bonuses[player] = bonus.points() as i32;
        }
        let over = rows > 0 || self.exhaustible && nothing_to_deal(ended);
        if over && self.bonuses == EndBonuses::Counted {
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
                let mut ended = *position;
                ended.play_unchecked(taken);
                return self.ended_value(&ended);
            }
            let mut ends = ends;
            ends[position.mover()] = BoardEnd::from(prospect);
            self.value_of(&ends)
        })
    }

    /// The value for the searcher of a position of two players with two groups left: the mover takes one of them, and the
    /// other player the other one. None where the end of the game cannot be told from the boards alone.
    ///
    /// What one of them does with a group changes nothing for the other, so that no move has to be played twice.
    pub(super) fn last_two(&self, position: &Position) -> Option<i32> {
        if self.exhaustible {
            return None;
        }
        let (mover, other) = (position.mover(), 1 - position.mover());
        let sign = if mover == self.searcher { 1 } else { -1 };
        let mut best = None;
        let mut answers = [BoardEnd::default(); Destination::COUNT];
        let mut answered = (None, 0);
        let (mut rows, mut most) = (0, 0);
        for (taken, prospect) in position.prospects() {
            let group = (taken.source(), taken.colour());
            if answered.0 != Some(group) {
                let mut after = *position;
                after.play_unchecked(Move::new(group.0, group.1, Destination::Floor));
                let mut count = 0;
                for (_, prospect) in after.prospects() {
                    answers[count] = BoardEnd::from(prospect);
                    count += 1;
                }
                let given = &answers[..count];
                rows = given.iter().map(|end| end.rows).max().unwrap_or(0);
                most = given.iter().map(|end| end.score).max().unwrap_or(0);
                answered = (Some(group), count);
            }
            let end = BoardEnd::from(prospect);
            // Where no bonus counts, the other player does best with the most points.
            if rows == 0 && end.rows == 0 {
                let ahead = self.goes_on.map_or(end.score - most, |value| sign * value);
                best = best.max(Some(ahead));
                continue;
            }
            let mut ends = [BoardEnd::default(); Players::MAX];
            ends[mover] = end;
            let values = answers[..answered.1].iter().map(|&answer| {
                ends[other] = answer;
                sign * self.value_of(&ends)
            });
            best = best.max(values.min());
        }
        best.map(|value| sign * value)
    }

    /// The value for the searcher where something can be dealt after the round.
    #[inline]
    fn value_of(&self, ends: &[BoardEnd; Players::MAX]) -> i32 {
        let over = ends.iter().any(|end| end.rows > 0);
        if let Some(value) = self.goes_on.filter(|_| !over) {
            return value;
        }
        let counted = i32::from(over && self.bonuses == EndBonuses::Counted);
        self.value(&ends.map(|end| end.score + counted * end.bonus))
    }

    /// The value for the searcher: the points of the searcher less those of the best other.
    #[inline]
    pub(super) fn value(&self, points: &[i32; Players::MAX]) -> i32 {
        margin(self.players, points, self.searcher)
    }
}

/// What the end of the round makes of a board.
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

/// Whether the next round has no tiles, where bag and lid have none: nothing comes to the lid at the end of the round.
fn nothing_to_deal(ended: &Position) -> bool {
    let keeps_all = |board: &Board| {
        let full = |row: usize| {
            board
                .line(row)
                .is_some_and(|line| usize::from(line.count) > row)
        };
        board.floor().tiles().is_empty() && !(1..Board::ROWS).any(full)
    };
    ended.lid().is_empty() && ended.boards().iter().all(keeps_all)
}
