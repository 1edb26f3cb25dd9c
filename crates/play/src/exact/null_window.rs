//! The null-window search of two sides: is the value of a position at least a given number?

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

/// A null-window search with its transposition table and its move ordering, for positions of one round.
#[derive(Debug)]
pub(super) struct NullWindowSearch {
    pub(super) frame: RoundFrame,
    table: SharedBounds,
    reaches: Reaches,
    ordering: MoveOrdering,
    /// The moves of all positions on the path from the root, as a stack.
    children: Vec<RankedChild>,
    /// The node budget; a node is a position that was judged, statically or by a search.
    pub(super) budget: NodeBudget,
}

/// The bounds of a position that hold without a search of its moves: static bounds and the table's.
#[derive(Debug, Clone, Copy)]
pub(super) struct PositionBounds {
    /// The value is at least this.
    pub(super) low: i32,
    /// The value is at most this.
    pub(super) high: i32,
    /// The best move of the position's last search.
    best: Option<Move>,
    key: PositionKey,
}

/// A move that is to be searched, with the bounds of the position after it.
#[derive(Debug, Clone, Copy)]
struct RankedChild {
    taken: Move,
    known: PositionBounds,
    /// The rank for the move ordering, in sixteenths of a point; the highest is searched first.
    rank: i32,
}

/// The penalty of a move's rank for each group that is left, in sixteenths of a point. The fewer groups are left, the
/// smaller the subtree.
const GROUP_PENALTY: i32 = 48;

/// The weights of killers and history, in sixteenths of a point.
const ORDERING: OrderingWeights = OrderingWeights {
    killer: 24,
    doubled_history: 4,
    most_history: 1 << 20,
};

impl NullWindowSearch {
    /// A search with an empty table of at most `bytes` bytes, for `threads` threads.
    pub(super) fn new(frame: RoundFrame, bytes: usize, threads: usize) -> Self {
        Self::with(frame, SharedBounds::new(bytes, threads))
    }

    /// A search for another thread that shares the table.
    pub(super) fn sharing_table(&self) -> Self {
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

    /// Begins a search of a position. Table, caches and move ordering are kept where they hold for the position's
    /// round.
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

    /// A bound of the value of a position, fail-soft: where the value is at least `wanted`, a lower bound that is at
    /// least `wanted`; otherwise an upper bound below `wanted`.
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

    /// The bound of a position whose known bounds do not decide, from a search of its moves.
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

    /// Pushes the moves that have to be searched onto the stack. Returns a bound and its move where the bounds after
    /// one move already cause a cutoff.
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
                8 * if maximises { middle } else { -middle } - GROUP_PENALTY * groups
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

    /// Searches the moves on the stack from `from` on, until one causes a cutoff.
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

    /// The bounds of a position without a search of its moves.
    pub(super) fn static_bounds(&mut self, position: &Position, wanted: i32) -> PositionBounds {
        self.static_bounds_beside(position, &mut None, wanted)
    }

    /// The bounds of the position after a move. `sides` are the sides after another move with the same group, if such a
    /// move has been judged.
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
                sides.update(position, &mut self.reaches);
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

    /// The value where at most two groups are left; none where that does not suffice.
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

    /// Stores a best move for a position, with bounds that say nothing.
    #[cfg(test)]
    pub(super) fn advise(&mut self, position: &Position, best: Move) {
        let (low, high) = (i16::MIN.into(), i16::MAX.into());
        let slot = BoundsSlot::new(PositionKey::of(position), low, high, Some(best));
        self.table.put(slot);
    }

    /// Counts a position, and checks the limits.
    pub(super) fn count_node(&mut self) -> Result<(), Stopped> {
        self.budget.count(1);
        self.budget.check()
    }

    /// The static lower and upper bound of the value.
    pub(super) fn static_span(&mut self, position: &Position) -> (i32, i32) {
        let known = self.static_bounds(position, 0);
        (known.low, known.high)
    }

    /// A lower and an upper bound of the searcher's margin that hold whatever the other players aim at.
    pub(super) fn margin_bounds(&mut self, position: &Position) -> (i32, i32) {
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

    /// The value at the end of a greedy line, in which each move has the best middle of its bounds: a guess at the
    /// value.
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

    /// The bound that decides whether the value is at least `wanted`, if the known bounds decide it.
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
