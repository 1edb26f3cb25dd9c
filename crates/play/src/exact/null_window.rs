//! The null-window search of two sides: whether the value of a position is at least a threshold.

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
    /// The node budget; a node is an evaluated position, evaluated statically or by a search.
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
    bounds: PositionBounds,
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

    /// A bound of the value of a position, fail-soft: a lower bound of at least `threshold`, or an upper bound below
    /// `threshold`.
    pub(super) fn bound(
        &mut self,
        position: &mut Position,
        threshold: i32,
        ply: usize,
    ) -> Result<i32, Stopped> {
        let bounds = self.static_bounds(position, threshold);
        match bounds.deciding_bound(threshold) {
            Some(bound) => Ok(bound),
            None => self.expand(position, &bounds, threshold, ply),
        }
    }

    /// The bound of a position whose static bounds do not decide, from a search of its moves.
    fn expand(
        &mut self,
        position: &mut Position,
        bounds: &PositionBounds,
        threshold: i32,
        ply: usize,
    ) -> Result<i32, Stopped> {
        self.budget.check()?;
        let from = self.children.len();
        let result = match self.judge_moves(position, bounds, threshold, ply) {
            Some(cutoff) => Ok(cutoff),
            None => self.search_moves(position, threshold, ply, from),
        };
        self.children.truncate(from);
        let (value, best) = result?;
        let value = value.clamp(bounds.low, bounds.high);
        let (low, high) = if value >= threshold {
            (value, bounds.high)
        } else {
            (bounds.low, value)
        };
        let best = best.or(bounds.best);
        self.table.put(BoundsSlot::new(bounds.key, low, high, best));
        Ok(value)
    }

    /// Pushes the moves that have to be searched onto the stack. Returns a bound and its move where the bounds after
    /// one move already cause a cutoff.
    fn judge_moves(
        &mut self,
        position: &mut Position,
        bounds: &PositionBounds,
        threshold: i32,
        ply: usize,
    ) -> Option<(i32, Option<Move>)> {
        let maximises = self.maximises(position);
        let prune = !self.frame.is_exhaustible();
        let from = self.children.len();
        let (mut group, mut sides) = (None, None);
        // The best move of the table can be illegal here: positions of one key can have different lines.
        let best = bounds.best.filter(|&taken| position.is_legal(taken));
        let others = moves::candidates(position, prune).filter(|&taken| Some(taken) != best);
        for taken in best.into_iter().chain(others) {
            let undo = position.play_unchecked(taken);
            let move_group = (taken.source(), taken.colour());
            if group.replace(move_group) != Some(move_group) {
                sides = None;
            }
            let bounds = self.static_bounds_beside(position, &mut sides, threshold);
            let groups = position.group_count() as i32;
            position.take_back(undo);
            if let Some(bound) = bounds.deciding_bound(threshold)
                && maximises == (bound >= threshold)
            {
                return Some((bound, Some(taken)));
            }
            let middle = bounds.low + bounds.high;
            let rank = if best == Some(taken) {
                i32::MAX
            } else {
                8 * if maximises { middle } else { -middle } - GROUP_PENALTY * groups
                    + self.ordering.rank(position, taken, ply)
            };
            self.children.push(RankedChild {
                taken,
                bounds,
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
        threshold: i32,
        ply: usize,
        from: usize,
    ) -> Result<(i32, Option<Move>), Stopped> {
        let maximises = self.maximises(position);
        let mut best = (if maximises { i32::MIN } else { i32::MAX }, None);
        for next in from..self.children.len() {
            let RankedChild { taken, bounds, .. } =
                pick_best(&mut self.children[next..], |child| child.rank);
            let value = match bounds.deciding_bound(threshold) {
                Some(bound) => bound,
                None => {
                    let undo = position.play_unchecked(taken);
                    let value = self.expand(position, &bounds, threshold, ply + 1);
                    position.take_back(undo);
                    value?
                }
            };
            let is_better = if maximises {
                value > best.0
            } else {
                value < best.0
            };
            if is_better {
                best = (value, Some(taken));
            }
            if maximises == (value >= threshold) {
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
    pub(super) fn static_bounds(&mut self, position: &Position, threshold: i32) -> PositionBounds {
        self.static_bounds_beside(position, &mut None, threshold)
    }

    /// The bounds of the position after a move. `sides` are the sides after another move with the same group, if such a
    /// move has been judged.
    fn static_bounds_beside(
        &mut self,
        position: &Position,
        sides: &mut Option<Sides>,
        threshold: i32,
    ) -> PositionBounds {
        self.budget.count(1);
        if sides.is_none()
            && let Some(value) = self.ending_value(position)
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
        let mut bounds = PositionBounds {
            low,
            high,
            best: None,
            key: sides.key(position),
        };
        if bounds.deciding_bound(threshold).is_none()
            && let Some(slot) = self.table.get(bounds.key)
        {
            bounds.low = low.max(slot.low.into());
            bounds.high = high.min(slot.high.into());
            bounds.best = slot.best;
        }
        bounds
    }

    /// The value where at most two groups are left; none where the boards do not decide it.
    #[inline]
    fn ending_value(&self, position: &Position) -> Option<i32> {
        match position.group_count() {
            0 => Some(self.frame.end_value(position)),
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

    /// Stores a best move for a position, with bounds that exclude no value.
    #[cfg(test)]
    pub(super) fn store_best_move(&mut self, position: &Position, best: Move) {
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
        let bounds = self.static_bounds(position, 0);
        (bounds.low, bounds.high)
    }

    /// A lower and an upper bound of the searcher's margin that hold whatever the other players aim at.
    pub(super) fn margin_bounds(&mut self, position: &Position) -> (i32, i32) {
        let searcher = self.frame.searcher;
        let sides = Sides::of(position, &mut self.reaches);
        let (low, _) = sides.bounds(position, &self.frame);
        let tiles = position.on_sources().counts();
        let rest = RestOfRound {
            tiles,
            moves: position.group_count(),
            token: false,
        };
        let board = &position.boards()[searcher];
        let lines = LineStates::of(board, &tiles, EnoughTiles::of(&tiles));
        let reach = self.reaches.of(searcher, board, lines, &rest);
        (
            low,
            reach
                .span(board, rest.floor_tiles(board), CompleteRow::Perhaps)
                .most,
        )
    }

    /// The value at the end of a greedy line, in which each move has the best middle of its bounds: a guess at the
    /// value.
    pub(super) fn guess(&mut self, position: &Position) -> i32 {
        let mut position = *position;
        loop {
            let bounds = self.static_bounds(&position, 0);
            if bounds.low >= bounds.high {
                return bounds.low;
            }
            let maximises = self.maximises(&position);
            let children = moves::candidates(&position, true).map(|taken| {
                let mut after = position;
                after.play_unchecked(taken);
                let bounds = self.static_bounds(&after, 0);
                let middle = bounds.low + bounds.high;
                (if maximises { middle } else { -middle }, after)
            });
            let best = children.max_by_key(|(rank, _)| *rank);
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

    /// The bound that decides whether the value is at least `threshold`; none where neither bound does.
    #[inline]
    fn deciding_bound(&self, threshold: i32) -> Option<i32> {
        if self.low >= threshold {
            Some(self.low)
        } else if self.high < threshold {
            Some(self.high)
        } else {
            None
        }
    }
}
