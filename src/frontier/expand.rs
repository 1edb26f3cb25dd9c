use super::bound::{LineBits, LineBounds};
use crate::instance::{Sense, Turn};
use crate::problem::{Moves, Problem};
use crate::wall::{Covering, Scorer, Wall};

/// The moves of a problem with their points, and bounds on what comes after them.
#[derive(Debug, Clone)]
pub(super) struct Expander {
    moves: Moves,
    wall: Wall,
    sense: Sense,
    scorer: Scorer,
    bounds: LineBounds,
    horizon: usize,
    whole: bool,
    /// The points of all bonus lines: what a full wall has, and the most that any covering has.
    all_bonuses: u32,
}

/// A move: the covering it makes, its points, and the line bound on the rest of the whole wall.
#[derive(Debug, Clone, Copy)]
pub(super) struct Step {
    pub(super) covering: Covering,
    pub(super) points: u32,
    pub(super) rest: u32,
}

impl Expander {
    /// None where the wall has too many cells, or lines that are too long for bounds.
    pub(super) fn new(problem: &Problem) -> Option<Self> {
        let moves = Moves::new(problem)?;
        let bounds = LineBounds::new(problem.wall(), problem.sense())?;
        let all_bonuses = problem.bonus_lines().iter().map(|(_, points)| points).sum();
        Some(Self {
            moves,
            wall: problem.wall(),
            sense: problem.sense(),
            scorer: Scorer::new(problem.wall()),
            bounds,
            horizon: problem.horizon(),
            whole: problem.fills_the_wall(),
            all_bonuses,
        })
    }

    /// The covering before turn 1.
    pub(super) fn initial(&self) -> Covering {
        self.moves.initial()
    }

    /// The bonus of a covering at the end.
    pub(super) fn bonus(&self, covering: Covering) -> u32 {
        self.moves.bonus(covering)
    }

    /// The moves of a turn that begins with a covering.
    pub(super) fn steps(&self, covering: Covering, turn: Turn) -> impl Iterator<Item = Step> {
        let bits = LineBits::of(self.wall, covering);
        let sums = self.bounds.sums(&bits);
        self.moves.legal(covering, turn).cells().map(move |cell| {
            let (row, column) = (self.wall.row_of(cell), self.wall.column_of(cell));
            let (in_row, in_column) = (bits.rows[row].into(), bits.columns[column].into());
            Step {
                covering: covering.with(cell),
                points: self.scorer.points_between(in_row, column, in_column, row),
                rest: self
                    .bounds
                    .value(self.bounds.sums_with(sums, &bits, row, column)),
            }
        })
    }

    /// What no end can beat that is reached by a step in `turn` from `score`, the bonus included.
    pub(super) fn hope(&self, score: u32, step: &Step, turn: Turn) -> u32 {
        score + step.points + self.hope_of_rest(step.rest, self.horizon - turn.number())
    }

    /// What no end can beat.
    pub(super) fn hope_at_start(&self) -> u32 {
        self.hope_of_rest(self.bounds.rest(self.initial()), self.horizon)
    }

    fn hope_of_rest(&self, rest: u32, turns_left: usize) -> u32 {
        let turns_left = turns_left as u32;
        match self.sense {
            Sense::Maximize => {
                let dearest = (self.wall.rows() + self.wall.columns()) as u32;
                rest.min(turns_left * dearest) + self.all_bonuses
            }
            Sense::Minimize if self.whole => rest + self.all_bonuses,
            // A short horizon may leave out whatever is dear; a tile earns at least 1.
            Sense::Minimize => turns_left,
        }
    }
}
