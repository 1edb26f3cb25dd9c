//! Conditions of rows on single moves.

use super::{Clause, Part, Replay, Row};
use crate::grid::{Grid, Tile};
use crate::wall::Wall;

/// A row that is written out once, as a condition on a move: on what is filled before a turn, and on its tile.
#[derive(Debug, Clone)]
pub(crate) struct Condition {
    pub(crate) turn: usize,
    any: Vec<Clause>,
}

impl Row {
    /// The parts of it, written out, that speak of what is filled before a turn and of its tile alone. What it says
    /// beyond them is left out.
    pub(crate) fn conditions(&self, wall: Wall, turns: usize) -> Vec<Condition> {
        let conditions = self.written_out(wall, turns as i64).filter_map(|at| {
            let any = self.clauses(wall, turns as i64, &at);
            turn_of(&any, turns as i64).map(|turn| Condition { turn, any })
        });
        conditions.collect()
    }
}

/// The turn of a condition; none if more turns than one matter, or none at all.
fn turn_of(any: &[Clause], last: i64) -> Option<usize> {
    let (mut least, mut most) = (i64::MAX, i64::MIN);
    for (_, part) in any.iter().flat_map(Clause::parts) {
        let (from, to) = match *part {
            Part::One => continue,
            Part::By(_, time) => (time, time),
            // What a turn earns is told by the time before it, too.
            Part::Earned(turn) => (turn - 1, turn),
            Part::Turn(_) | Part::Points(_) | Part::Before(..) => return None,
        };
        (least, most) = (least.min(from), most.max(to));
    }
    let turn = usize::try_from(most.max(1)).ok()?;
    let is_of_one = 0 <= least && most <= last && most - least <= 1;
    (is_of_one && turn as i64 <= last).then_some(turn)
}

impl Condition {
    /// Whether the condition holds where the turn fills a cell beside others; `filled` tells the others.
    pub(crate) fn holds(
        &self,
        wall: Wall,
        turns: usize,
        cell: usize,
        filled: impl Fn(usize) -> bool,
    ) -> bool {
        let turn = self.turn;
        // All that is filled before may have been filled in the turn before, or at first.
        let early = turn.saturating_sub(1);
        let when = |one: usize| match one {
            0 => turns + 1,
            _ if one == cell => turn,
            _ if filled(one) => early,
            _ => turns + 1,
        };
        let others = (0..=wall.size()).map(|one| one > 0 && filled(one));
        let filled = others.collect();
        let tile = Grid { wall, filled }.place(cell);
        let mut points = vec![0; turn];
        points.extend(tile.map(Tile::points));
        let played = Replay {
            turn: (0..=wall.size()).map(when).collect(),
            points,
            turns,
        };
        self.any.iter().any(|one| one.holds(&played))
    }
}
