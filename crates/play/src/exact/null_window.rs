//! The search of two sides: is a position worth at least so much?

use super::bounds_table::{BoundsSlot, SharedBounds};
use super::frame::RoundFrame;
use super::key::{EnoughTiles, LineStates, PositionKey};
use super::moves;
use super::reach::{CompleteRow, RestOfRound};
use super::reaches::Reaches;
use super::sides::Sides;
use crate::search::{MoveOrdering, NodeBudget, OrderingWeights, pick_best};
use azulejo_control::{Control, Stopped};
use azulejo_rules::{Move, Players, Position};

/// A search that remembers what it found of a round.
#[derive(Debug)]
pub(super) struct NullWindowSearch {
    pub(super) frame: RoundFrame,
    table: SharedBounds,
    reaches: Reaches,
    ordering: MoveOrdering,
    /// The moves of the positions from the root to where the search is.
    children: Vec<RankedChild>,
    /// Its nodes are the positions that were judged since the search began.
    pub(super) budget: NodeBudget,
}

/// What is known of a position without a search of its moves.
#[derive(Debug, Clone, Copy)]
pub(super) struct PositionBounds {
    /// The value is at least this.
    pub(super) low: i32,
    /// The value is at most this.
    pub(super) high: i32,
    /// The move that was best when the position was last searched.
    best: Option<Move>,
    key: PositionKey,
}

/// A move that is to be searched.
#[derive(Debug, Clone, Copy)]
struct RankedChild {
    taken: Move,
    known: PositionBounds,
    /// The highest is searched first.
    rank: i32,
}

/// What a group that is left takes off the rank of a move, in sixteenths of a point. The fewer groups are left, the fewer
/// positions refute the move, or fail to.
const GROUP: i32 = 48;

/// In sixteenths of a point, as all of a rank.
const ORDERING: OrderingWeights = OrderingWeights {
    killer: 24,
    doubled_history: 4,
    most_history: 1 << 20,
};

impl NullWindowSearch {
    /// A search with a new table of at most so many bytes, for so many threads.
    pub(super) fn new(frame: RoundFrame, bytes: usize, threads: usize) -> Self {
        Self::with(frame, SharedBounds::new(bytes, threads))
    }

    /// A search for another thread, which shares the table.
    pub(super) fn beside(&self) -> Self {
        Self::with(self.frame, self.table.clone())
    }

    fn with(frame: RoundFrame, table: SharedBounds) -> Self {
        Self {
            frame,
            table,
            reaches: Reaches::new(),
            ordering: MoveOrdering::new(ORDERING),
            children: Vec::new(),
            budget: NodeBudget::new(None, Control::default()),
        }
    }

    /// Begins a search of a position, with what is known of its round.
    pub(super) fn begin(&mut self, frame: RoundFrame, nodes: Option<u64>, control: &Control) {
        if !self.frame.includes(&frame) {
            self.table.clear();
            self.reaches.clear();
            self.ordering.clear();
            self.frame = frame;
        }
        self.children.clear();
        self.budget = NodeBudget::new(nodes, control.clone());
    }

    /// A bound of the value of a position: where the value is at least `wanted`, a number from `wanted` to the value;
    /// otherwise a number from the value up, below `wanted`.
    pub(super) fn bound(
        &mut self,
        position: &mut Position,
        wanted: i32,
        ply: usize,
    ) -> Result<i32, Stopped> {
        let known = self.static_bounds(position, wanted);
        match known.decides(wanted) {
            Some(bound) => Ok(bound),
            None => self.expand(position, &known, wanted, ply),
        }
    }

    /// A bound of the value of a position whose known bounds do not decide, from its moves.
    fn expand(
        &mut self,
        position: &mut Position,
        known: &PositionBounds,
        wanted: i32,
        ply: usize,
    ) -> Result<i32, Stopped> {
        self.budget.check()?;
        let from = self.children.len();
        let found = match self.judge_moves(position, known, wanted, ply) {
            Some(decided) => Ok(decided),
            None => self.search_moves(position, wanted, ply, from),
        };
        self.children.truncate(from);
        let (value, best) = found?;
        let value = value.clamp(known.low, known.high);
        let (low, high) = if value >= wanted {
            (value, known.high)
        } else {
            (known.low, value)
        };
        let best = best.or(known.best);
        self.table.put(BoundsSlot::new(known.key, low, high, best));
        Ok(value)
    }

    /// Puts the moves on the stack that have to be searched, or finds that one of them decides, or that all do.
    fn judge_moves(
        &mut self,
        position: &mut Position,
        known: &PositionBounds,
        wanted: i32,
        ply: usize,
    ) -> Option<(i32, Option<Move>)> {
        let maximises = self.maximises(position);
        let prune = !self.frame.is_exhaustible();
        let from = self.children.len();
        let (mut group, mut sides) = (None, None);
        // The position that left the best move may have other lines which are worth the same.
        let best = known.best.filter(|&taken| position.is_legal(taken));
        let others = moves::needed(position, prune).filter(|&taken| Some(taken) != best);
        for taken in best.into_iter().chain(others) {
            let undo = position.play_unchecked(taken);
            let taken_group = (taken.source(), taken.colour());
            if group.replace(taken_group) != Some(taken_group) {
                sides = None;
            }
            let after = self.static_bounds_beside(position, &mut sides, wanted);
            let groups = position.group_count() as i32;
            position.take_back(undo);
            if let Some(bound) = after.decides(wanted)
                && maximises == (bound >= wanted)
            {
                return Some((bound, Some(taken)));
            }
            let middle = after.low + after.high;
            let rank = if best == Some(taken) {
                i32::MAX
            } else {
                8 * if maximises { middle } else { -middle } - GROUP * groups
                    + self.ordering.rank(position, taken, ply)
            };
            self.children.push(RankedChild {
                taken,
                known: after,
                rank,
            });
        }
        debug_assert!(
            self.children.len() > from,
            "a position that waits for a move"
        );
        None
    }

    /// Searches the moves on the stack, until one decides.
    fn search_moves(
        &mut self,
        position: &mut Position,
        wanted: i32,
        ply: usize,
        from: usize,
    ) -> Result<(i32, Option<Move>), Stopped> {
        let maximises = self.maximises(position);
        let mut best = (if maximises { i32::MIN } else { i32::MAX }, None);
        for next in from..self.children.len() {
            let RankedChild { taken, known, .. } =
                pick_best(&mut self.children[next..], |child| child.rank);
            let value = match known.decides(wanted) {
                Some(bound) => bound,
                None => {
                    let undo = position.play_unchecked(taken);
                    let value = self.expand(position, &known, wanted, ply + 1);
                    position.take_back(undo);
                    value?
                }
            };
            let better = if maximises {
                value > best.0
            } else {
                value < best.0
            };
            if better {
                best = (value, Some(taken));
            }
            if maximises == (value >= wanted) {
                let groups = position.group_count();
                self.ordering.learn(position, taken, ply, groups);
                break;
            }
        }
        Ok(best)
    }

    #[inline]
    pub(super) fn maximises(&self, position: &Position) -> bool {
        position.mover() == self.frame.searcher
    }

    /// What is known of a position without a search of its moves.
    pub(super) fn static_bounds(&mut self, position: &Position, wanted: i32) -> PositionBounds {
        self.static_bounds_beside(position, &mut None, wanted)
    }

    /// What is known of the position after a move. The sides are those after another move with the same group, if there was
    /// one.
    fn static_bounds_beside(
        &mut self,
        position: &Position,
        sides: &mut Option<Sides>,
        wanted: i32,
    ) -> PositionBounds {
        self.budget.count(1);
        if sides.is_none()
            && let Some(value) = self.near_end(position)
        {
            return PositionBounds::exact(value);
        }
        let sides = match sides {
            Some(sides) => {
                sides.go_to(position, &mut self.reaches);
                sides
            }
            None => sides.insert(Sides::of(position, &mut self.reaches)),
        };
        let (low, high) = sides.bounds(position, &self.frame);
        let mut known = PositionBounds {
            low,
            high,
            best: None,
            key: sides.key(position),
        };
        if known.decides(wanted).is_none()
            && let Some(slot) = self.table.get(known.key)
        {
            known.low = low.max(slot.low.into());
            known.high = high.min(slot.high.into());
            known.best = slot.best;
        }
        known
    }

    /// The value where few groups are left.
    #[inline]
    fn near_end(&self, position: &Position) -> Option<i32> {
        match position.group_count() {
            0 => Some(self.frame.ended_value(position)),
            1 => Some(self.last_move(position)),
            2 if position.players() == Players::Two => self.frame.last_two(position),
            _ => None,
        }
    }

    /// The value where every move is the last of the round.
    fn last_move(&self, position: &Position) -> i32 {
        let values = self.frame.last_values(position);
        let best = if self.maximises(position) {
            values.max()
        } else {
            values.min()
        };
        best.expect("a position that waits for a move")
    }

    /// Makes the search believe that a move is best where nothing else is known.
    #[cfg(test)]
    pub(super) fn advise(&mut self, position: &Position, best: Move) {
        let (low, high) = (i16::MIN.into(), i16::MAX.into());
        let slot = BoundsSlot::new(PositionKey::of(position), low, high, Some(best));
        self.table.put(slot);
    }

    /// Judges one position more.
    pub(super) fn count_node(&mut self) -> Result<(), Stopped> {
        self.budget.count(1);
        self.budget.check()
    }

    /// The value without a search: at least, at most.
    pub(super) fn static_span(&mut self, position: &Position) -> (i32, i32) {
        let known = self.static_bounds(position, 0);
        (known.low, known.high)
    }

    /// What the searcher gets at least and at most, whatever the others want.
    pub(super) fn alone(&mut self, position: &Position) -> (i32, i32) {
        let searcher = self.frame.searcher;
        let sides = Sides::of(position, &mut self.reaches);
        let (low, _) = sides.bounds(position, &self.frame);
        let tiles = position.on_sources().counts();
        let left = RestOfRound {
            tiles,
            moves: position.group_count(),
            token: false,
        };
        let board = &position.boards()[searcher];
        let lines = LineStates::of(board, &tiles, EnoughTiles::of(&tiles));
        let reach = self.reaches.of(searcher, board, lines, &left);
        (
            low,
            reach
                .span(board, left.falls(board), CompleteRow::Perhaps)
                .most,
        )
    }

    /// What the best moves by what is known come to, one after the other: a guess at the value.
    pub(super) fn guess(&mut self, position: &Position) -> i32 {
        let mut position = *position;
        loop {
            let known = self.static_bounds(&position, 0);
            if known.low >= known.high {
                return known.low;
            }
            let maximises = self.maximises(&position);
            let judged = moves::needed(&position, true).map(|taken| {
                let mut after = position;
                after.play_unchecked(taken);
                let known = self.static_bounds(&after, 0);
                let middle = known.low + known.high;
                (if maximises { middle } else { -middle }, after)
            });
            let best = judged.max_by_key(|(rank, _)| *rank);
            position = best.expect("a position that waits for a move").1;
        }
    }
}

impl PositionBounds {
    fn exact(value: i32) -> Self {
        Self {
            low: value,
            high: value,
            best: None,
            key: PositionKey::NONE,
        }
    }

    /// A bound, where what is known says whether the value is at least `wanted`.
    #[inline]
    fn decides(&self, wanted: i32) -> Option<i32> {
        if self.low >= wanted {
            Some(self.low)
        } else if self.high < wanted {
            Some(self.high)
        } else {
            None
        }
    }
}
