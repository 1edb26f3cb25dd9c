//! Three and four players who each maximise their own margin: max^n.

use super::frame::margin;
use super::key::PositionKey;
use super::moves;
use super::null_window::NullWindowSearch;
use super::solve::RoundSolution;
use crate::search::principal_variation;
use azulejo_control::Stopped;
use azulejo_rules::{Move, Phase, Players, Position};
use rustc_hash::FxHashMap;

/// The margin of each player after the rest of the round: the player's points less those of the best other player.
type Margins = [i16; Players::MAX];

/// The max^n search of every move, with a table of visited positions.
///
/// Max^n has no cutoffs: a bound that another player has elsewhere refutes nothing. Only equal positions are searched
/// once.
#[derive(Debug)]
pub(super) struct MaxN<'a> {
    search: &'a mut NullWindowSearch,
    table: FxHashMap<(u128, u64), Margins>,
    capacity: usize,
}

impl<'a> MaxN<'a> {
    pub(super) fn new(search: &'a mut NullWindowSearch, bytes: usize) -> Self {
        Self {
            search,
            table: FxHashMap::default(),
            // The bytes of a slot, of its index and of the free space of a table.
            capacity: bytes / 96,
        }
    }

    /// The value of a position for its mover. Where the search is stopped, the bounds are the static ones.
    pub(super) fn solve(mut self, position: &Position) -> RoundSolution {
        let mover = position.mover();
        let (low, high) = self.search.margin_bounds(position);
        let mut solution = RoundSolution {
            low,
            high,
            best: position.legal().collect(),
            variation: Vec::new(),
            nodes: 0,
        };
        let mut values = Vec::new();
        for taken in position.legal() {
            let mut after = *position;
            after.play_unchecked(taken);
            let Ok(margins) = self.margins(&mut after) else {
                solution.nodes = self.search.budget.nodes();
                return solution;
            };
            values.push((taken, i32::from(margins[mover])));
        }
        let value = values.iter().map(|(_, value)| *value).max();
        let value = value.expect("a position that waits for a move");
        values.retain(|(_, margin)| *margin == value);
        (solution.low, solution.high) = (value, value);
        solution.best = values.into_iter().map(|(taken, _)| taken).collect();
        let best = |position: &Position| Some(self.best(&mut position.clone()).ok()?.0);
        solution.variation = principal_variation(*position, best).collect();
        solution.nodes = self.search.budget.nodes();
        solution
    }

    /// The margins after the rest of the round.
    fn margins(&mut self, position: &mut Position) -> Result<Margins, Stopped> {
        self.search.count_node()?;
        if position.phase() == Phase::RoundEnd {
            return Ok(self.end_margins(position));
        }
        let key = PositionKey::of(position);
        let key = (key.boards, key.sources);
        if let Some(margins) = self.table.get(&key) {
            return Ok(*margins);
        }
        let (_, margins) = self.best(position)?;
        if self.table.len() < self.capacity {
            self.table.insert(key, margins);
        }
        Ok(margins)
    }

    /// The mover's choice and its margins. Ties are broken against the next player, then against the player after that.
    fn best(&mut self, position: &mut Position) -> Result<(Move, Margins), Stopped> {
        let (mover, count) = (position.mover(), position.players().count());
        let merit = |margins: &Margins| {
            let mut merit = [0; Players::MAX];
            for turn in 0..count {
                let margin = margins[(mover + turn) % count];
                merit[turn] = if turn == 0 { margin } else { -margin };
            }
            merit
        };
        let mut best: Option<(Move, Margins)> = None;
        // The choice among equal moves matters to the other players: only moves from twin factories are pruned.
        for taken in moves::candidates(position, false) {
            let undo = position.play_unchecked(taken);
            let margins = self.margins(position);
            position.take_back(undo);
            let margins = margins?;
            if best.is_none_or(|(_, best)| merit(&margins) > merit(&best)) {
                best = Some((taken, margins));
            }
        }
        Ok(best.expect("a position that waits for a move"))
    }

    fn end_margins(&self, end: &Position) -> Margins {
        let points = self.search.frame.points(end);
        let players = end.players();
        let mut margins = [0; Players::MAX];
        for (player, entry) in margins.iter_mut().enumerate().take(players.count()) {
            *entry = margin(players, &points, player) as i16;
        }
        margins
    }
}
