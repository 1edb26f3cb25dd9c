//! Conditions of rows on single moves.

use super::{Clause, Part, Replay, Row};
use crate::grid::{Grid, Tile};
use crate::wall::Wall;

/// One expansion of a row as a condition on a move: on the cells filled before a turn, and on the tile of the turn.
#[derive(Debug, Clone)]
pub(crate) struct Condition {
    pub(crate) turn: usize,
    any: Vec<Clause>,
}

impl Row {
    /// The conditions of the expansions that depend on the cells filled before one turn and on its tile alone.
    pub(crate) fn conditions(&self, wall: Wall, turns: usize) -> Vec<Condition> {
        let conditions = self.expansions(wall, turns as i64).filter_map(|at| {
            let any = self.clauses(wall, turns as i64, &at);
            turn_of(&any, turns as i64).map(|turn| Condition { turn, any })
        });
        conditions.collect()
    }
}

/// The turn of a condition; none for clauses of no turn or of several.
fn turn_of(any: &[Clause], last: i64) -> Option<usize> {
    let (mut first_time, mut last_time) = (i64::MAX, i64::MIN);
    for (_, part) in any.iter().flat_map(Clause::parts) {
        let (from, to) = match *part {
            Part::One => continue,
            Part::By(_, time) => (time, time),
            // The points of a turn depend on the time before it, too.
            Part::Earned(turn) => (turn - 1, turn),
            Part::Turn(_) | Part::Points(_) | Part::Before(..) => return None,
        };
        (first_time, last_time) = (first_time.min(from), last_time.max(to));
    }
    let turn = usize::try_from(last_time.max(1)).ok()?;
    let is_single_turn = 0 <= first_time && last_time <= last && last_time - first_time <= 1;
    (is_single_turn && turn as i64 <= last).then_some(turn)
}

impl Condition {
    /// Whether the condition holds where the turn fills a cell beside the cells of `filled`.
    pub(crate) fn holds(
        &self,
        wall: Wall,
        turns: usize,
        cell: usize,
        filled: impl Fn(usize) -> bool,
    ) -> bool {
        let turn = self.turn;
        // Each cell filled before counts as filled in the turn before, or at first.
        let early = turn.saturating_sub(1);
        let turn_of_cell = |other: usize| match other {
            0 => turns + 1,
            _ if other == cell => turn,
            _ if filled(other) => early,
            _ => turns + 1,
        };
        let others = (0..=wall.size()).map(|other| other > 0 && filled(other));
        let filled = others.collect();
        let tile = Grid { wall, filled }.place(cell);
        let mut points = vec![0; turn];
        points.extend(tile.map(Tile::points));
        let replay = Replay {
            turn: (0..=wall.size()).map(turn_of_cell).collect(),
            points,
            turns,
        };
        self.any.iter().any(|clause| clause.holds(&replay))
    }
}
