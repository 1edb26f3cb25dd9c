//! Principal variation search: alpha-beta by iterative deepening to the end of the round, with null windows for all
//! moves but the first.

use super::board_weights::POINT;
use super::depth_table::{Bound, DepthEntry, DepthTable};
use super::features::Moment;
use super::incremental::IncrementalPosition;
use super::ingredients::{Azulejo, Ingredient};
use super::static_evaluation::{CERTAIN, StaticEvaluation};
use super::win::win;
use super::zobrist;
use crate::players::limits::Limits;
use crate::players::player::SearchReport;
use crate::search::{
    MoveOrdering, NodeBudget, OrderingWeights, Window, pick_best, principal_variation,
};
use azulejo_control::{Control, Stopped};
use azulejo_rules::{Move, Position};

/// The search of one position.
#[derive(Debug)]
pub(super) struct PrincipalVariationSearch<'a> {
    player: &'a Azulejo,
    walk: IncrementalPosition,
    /// The maximising player, from 0; all other players minimise the value.
    searcher: usize,
    evaluation: StaticEvaluation<'a>,
    table: DepthTable,
    ordering: MoveOrdering,
    /// The moves of all positions on the path from the root, as a stack.
    moves: Vec<RankedMove>,
    /// The best move of the root so far.
    best: Option<Move>,
    /// The searched moves of the root.
    root_moves: RootMoves,
    /// The principal variation from each ply on; none where the search does not collect lines.
    lines: Option<Vec<Vec<Move>>>,
    budget: NodeBudget,
}

/// The root moves that are searched.
#[derive(Debug)]
enum RootMoves {
    /// All root moves except these.
    Except(Vec<Move>),
    /// One root move.
    Only(Move),
}

/// A move that is to be searched, with its rank for the move ordering; the highest rank is searched first.
#[derive(Debug, Clone, Copy)]
struct RankedMove {
    taken: Move,
    rank: i32,
}

/// A bound beyond every value.
const INFINITE: i32 = 1_000_000;

/// The half width of the first aspiration window, in thousandths of a logit.
const ASPIRATION: i32 = 250;

/// The weights of killers and history, in hundredths of a point.
const ORDERING: OrderingWeights = OrderingWeights {
    killer: 150,
    doubled_history: 25,
    most_history: 1 << 24,
};

/// The limit of the depth in plies; no round has so many moves left.
const DEEPEST: u32 = 60;

/// The default limit of the table's positions.
const POSITIONS: u64 = 1 << 20;

/// An upper estimate of the nodes of a search in a millisecond.
const NODES_PER_MILLISECOND: u64 = 2000;

impl<'a> PrincipalVariationSearch<'a> {
    pub(super) fn new(
        player: &'a Azulejo,
        position: &Position,
        limits: &Limits,
        control: &Control,
    ) -> Self {
        let budget = limits.budget(control);
        let walk = IncrementalPosition::new(position);
        let positions = positions(limits);
        let boards = positions.clamp(1 << 10, 1 << 14) as usize;
        let table = match player.has(Ingredient::TranspositionTable) {
            true => DepthTable::new(position.players(), positions),
            false => DepthTable::none(position.players()),
        };
        Self {
            player,
            searcher: position.mover(),
            evaluation: StaticEvaluation::new(player, &walk, boards),
            walk,
            table,
            ordering: MoveOrdering::new(ORDERING),
            moves: Vec::new(),
            best: None,
            root_moves: RootMoves::Except(Vec::new()),
            lines: None,
            budget,
        }
    }

    /// The nodes since the search began.
    pub(super) fn nodes(&self) -> u64 {
        self.budget.nodes()
    }

    /// Searches one depth for the best `most` moves and for the `required` moves that are not among them. Each line has
    /// its value and its principal variation to the leaf. `last` has the lines of the previous depth.
    pub(super) fn search_lines(
        &mut self,
        depth: u32,
        most: usize,
        required: &[Move],
        last: &[(i32, Vec<Move>)],
    ) -> Result<Vec<(i32, Vec<Move>)>, Stopped> {
        self.budget.begin_depth(depth);
        let mut lines: Vec<(i32, Vec<Move>)> = Vec::new();
        let moves =
            super::moves::candidates(self.walk.position(), self.player.has(Ingredient::Pruning))
                .count();
        for number in 0..most.min(moves) {
            let previous = last.get(number);
            self.root_moves = RootMoves::Except(lines.iter().map(|(_, line)| line[0]).collect());
            self.best = previous.map(|(_, line)| line[0]);
            lines.push(self.search_line(depth, previous)?);
        }
        for &taken in required {
            if lines.iter().all(|(_, line)| line[0] != taken) {
                let previous = last.iter().find(|(_, line)| line[0] == taken);
                self.root_moves = RootMoves::Only(taken);
                self.best = Some(taken);
                lines.push(self.search_line(depth, previous)?);
            }
        }
        // A later line can have a higher value, as late moves are searched to a lower depth.
        lines.sort_by_key(|(value, _)| -value);
        Ok(lines)
    }

    fn search_line(
        &mut self,
        depth: u32,
        previous: Option<&(i32, Vec<Move>)>,
    ) -> Result<(i32, Vec<Move>), Stopped> {
        self.lines.get_or_insert_default();
        let last = previous.map_or(0, |(value, _)| *value);
        let value = self.aspiration_search(depth, last)?;
        let line = self.lines.as_ref().map(|lines| lines[0].clone());
        Ok((value, line.unwrap_or_default()))
    }

    /// Searches by iterative deepening, reports the result of each depth, and returns the best move when the limits
    /// strike.
    pub(super) fn deepen(&mut self, depth: Option<u32>, report: &dyn Fn(SearchReport)) -> Move {
        let deepest = self.walk.position().group_count().min(DEEPEST);
        let deepest = deepest.min(depth.unwrap_or(DEEPEST));
        let mut last = 0;
        for depth in 1..=deepest {
            self.budget.begin_depth(depth);
            let Ok(value) = self.aspiration_search(depth, last) else {
                break;
            };
            last = value;
            let variation = self.variation(depth);
            let (points, win) = self.points_and_win(depth, value, &variation);
            report(SearchReport {
                depth,
                value: points,
                win: Some(win),
                nodes: self.budget.nodes(),
                variation,
            });
        }
        self.best.expect("depth 1 is always finished")
    }

    /// The value of a depth as the expected final lead in points, and as the probability to win in thousandths.
    fn points_and_win(&self, depth: u32, value: i32, variation: &[Move]) -> (i32, u16) {
        let root = self.walk.position();
        let leaf = self.player.leaf(root, variation);
        let points = if leaf.value == value {
            (leaf.lead + leaf.lead.signum() * POINT / 2) / POINT
        } else {
            // The table lacks the end of the line; the leaf is `depth` moves ahead.
            let mut end = *root;
            for &taken in variation {
                end.play_unchecked(taken);
            }
            let groups = root.group_count().saturating_sub(depth);
            let moment = Moment::new(groups, root.players(), Moment::of(&end).longest);
            self.evaluation.points(value, moment)
        };
        let win = match value.abs() >= CERTAIN {
            true => f64::from(u8::from(value > 0)),
            false => win(value, root.players(), Moment::of(root).longest),
        };
        (points, (1000.0 * win).round() as u16)
    }

    /// Searches one depth with an aspiration window around `last`, the value of the previous depth. The window is
    /// widened where the search fails.
    fn aspiration_search(&mut self, depth: u32, last: i32) -> Result<i32, Stopped> {
        let mut width = match self.player.has(Ingredient::AspirationWindow) && depth > 2 {
            true => ASPIRATION,
            false => INFINITE,
        };
        loop {
            let window = Window {
                alpha: (last - width).max(-INFINITE),
                beta: (last + width).min(INFINITE),
            };
            let value = self.search(depth, window, 0)?;
            if window.alpha < value && value < window.beta || width == INFINITE {
                return Ok(value);
            }
            width = if width > 4_000 { INFINITE } else { 4 * width };
        }
    }

    /// The value for the mover, if it lies within the window; otherwise a bound (fail-soft).
    fn search(&mut self, depth: u32, window: Window, ply: usize) -> Result<i32, Stopped> {
        self.budget.check()?;
        self.budget.count(1);
        if let Some(lines) = &mut self.lines {
            lines.resize(lines.len().max(ply + 1), Vec::new());
            lines[ply].clear();
        }
        if depth == 0 || self.walk.is_at_end() {
            let value = self.evaluation.value(&self.walk, self.searcher);
            return Ok(if self.maximises() { value } else { -value });
        }
        let key = self.walk.key();
        let hit = self.table.get(key);
        // A value of the table has no line of play to its leaf.
        if ply > 0
            && !(self.lines.is_some() && window.is_open())
            && let Some(value) = hit.and_then(|entry| entry.cutoff_value(depth, window))
        {
            return Ok(value);
        }
        let first = match ply {
            0 => self.best,
            _ => hit.and_then(|entry| entry.best),
        };
        let from = self.moves.len();
        self.rank_moves(depth, ply, first);
        let result = self.search_moves(from, depth, window, ply);
        self.moves.truncate(from);
        let (value, best) = result?;
        let bound = if value >= window.beta {
            Bound::Lower
        } else if value <= window.alpha {
            Bound::Upper
        } else {
            Bound::Exact
        };
        let entry = DepthEntry {
            value,
            bound,
            depth: depth as u8,
            best,
        };
        self.table.put(key, entry);
        Ok(value)
    }

    /// Searches the moves on the stack from `from` on, until one causes a beta cutoff.
    fn search_moves(
        &mut self,
        from: usize,
        depth: u32,
        mut window: Window,
        ply: usize,
    ) -> Result<(i32, Option<Move>), Stopped> {
        let groups = self.walk.position().group_count();
        let (mut value, mut best) = (-INFINITE, None);
        for next in from..self.moves.len() {
            let taken = pick_best(&mut self.moves[next..], |candidate| candidate.rank).taken;
            let reduction = self.reduction(depth, next - from, groups);
            let move_value =
                self.search_move(taken, depth - 1, reduction, window, next == from, ply)?;
            if move_value > value {
                (value, best) = (move_value, Some(taken));
                if value > window.alpha {
                    window.alpha = value;
                    self.store_line(taken, ply);
                    if ply == 0 {
                        self.best = best;
                    }
                }
                if window.is_cut() {
                    if self.player.has(Ingredient::KillersAndHistory) {
                        self.ordering.learn(self.walk.position(), taken, ply, depth);
                    }
                    break;
                }
            }
        }
        Ok((value, best))
    }

    /// Stores a move and the principal variation after it as the variation of this ply.
    fn store_line(&mut self, taken: Move, ply: usize) {
        if let Some(lines) = &mut self.lines {
            let rest = lines.get(ply + 1).cloned().unwrap_or_default();
            lines[ply].clear();
            lines[ply].push(taken);
            lines[ply].extend(rest);
        }
    }

    /// The value of a move by principal variation search: the first move with the full window, the others with a null
    /// window, late moves at a reduced depth first. A move that fails high is searched again.
    fn search_move(
        &mut self,
        taken: Move,
        depth: u32,
        reduction: u32,
        window: Window,
        is_first: bool,
        ply: usize,
    ) -> Result<i32, Stopped> {
        let maximises = self.maximises();
        let undo = self.walk.play(taken);
        let is_same_side = maximises == self.maximises();
        let Window { alpha, beta } = window;
        let null = Window::null(alpha);
        let result = (|| {
            if is_first || depth == 0 {
                return self.child(depth, window, is_same_side, ply);
            }
            let mut value = self.child(depth - reduction, null, is_same_side, ply)?;
            if value > alpha && reduction > 0 {
                value = self.child(depth, null, is_same_side, ply)?;
            }
            if value > alpha && value < beta {
                value = self.child(depth, window, is_same_side, ply)?;
            }
            Ok(value)
        })();
        self.walk.take_back(undo);
        result
    }

    /// The value of the position after a move for the player who moved. With more than two players, the next mover may
    /// be on the same side.
    fn child(
        &mut self,
        depth: u32,
        window: Window,
        is_same_side: bool,
        ply: usize,
    ) -> Result<i32, Stopped> {
        if is_same_side {
            return self.search(depth, window, ply + 1);
        }
        Ok(-self.search(depth, window.negated(), ply + 1)?)
    }

    /// The depth reduction of a move by its number in the order. Near the end of the round no move is reduced.
    fn reduction(&self, depth: u32, number: usize, groups: u32) -> u32 {
        if depth < 3 || depth >= groups || !self.player.has(Ingredient::LateMoveReductions) {
            return 0;
        }
        match number {
            0..=5 => 0,
            6..=19 => 1,
            _ => 2.min(depth - 2),
        }
    }

    /// Pushes the moves onto the stack with their ranks.
    fn rank_moves(&mut self, depth: u32, ply: usize, first: Option<Move>) {
        let position = *self.walk.position();
        let mover = position.mover();
        if ply == 0
            && let RootMoves::Only(taken) = self.root_moves
        {
            return self.moves.push(RankedMove { taken, rank: 0 });
        }
        let ordered = self.player.has(Ingredient::KillersAndHistory);
        let prune = self.player.has(Ingredient::Pruning);
        for taken in super::moves::candidates(&position, prune) {
            if ply == 0
                && let RootMoves::Except(moves) = &self.root_moves
                && moves.contains(&taken)
            {
                continue;
            }
            let rank = if first == Some(taken) {
                i32::MAX
            } else {
                let history = match ordered {
                    true => self.ordering.rank(&position, taken, ply),
                    false => 0,
                };
                history + self.estimate(&position, taken, mover, depth)
            };
            self.moves.push(RankedMove { taken, rank });
        }
    }

    /// An estimate of the mover's board after a move, in hundredths of a point.
    #[inline]
    fn estimate(&mut self, position: &Position, taken: Move, mover: usize, depth: u32) -> i32 {
        if depth == 1 {
            return super::moves::estimate(position, taken);
        }
        let undo = self.walk.play(taken);
        let value = self.evaluation.board_value(&self.walk, mover);
        self.walk.take_back(undo);
        value / 100
    }

    #[inline]
    fn maximises(&self) -> bool {
        self.walk.position().mover() == self.searcher
    }

    /// The principal variation of the root, as far as the table has it.
    fn variation(&self, depth: u32) -> Vec<Move> {
        let mut next = self.best;
        let next_move = |position: &Position| {
            let best = next.take().or_else(|| {
                let entry = self.table.get(zobrist::of(position))?;
                entry.best
            });
            best.filter(|&taken| position.is_legal(taken))
        };
        let variation = principal_variation(*self.walk.position(), next_move);
        variation.take(depth as usize).collect()
    }
}

/// The number of positions for which a search with these limits needs a table.
fn positions(limits: &Limits) -> u64 {
    let time = limits.time.map_or(u64::MAX, |time| time.as_millis() as u64);
    let nodes = limits.nodes.unwrap_or(u64::MAX);
    if let Some(hash) = limits.hash {
        return (hash << 20) / DepthTable::BYTES;
    }
    POSITIONS
        .min(nodes)
        .min(time.saturating_mul(NODES_PER_MILLISECOND))
        .max(1)
}

#[cfg(test)]
mod tests;
