use crate::problem::Problem;
use itertools::Itertools;

/// The turns of a problem in phases: longest sequences of turns that may fill the same cells.
#[derive(Debug, Clone)]
pub(super) struct Phases {
    /// The phase of each turn.
    of_turn: Vec<usize>,
}

impl Phases {
    /// A piece has a table for each phase. With more than so many, all turns are one phase: under `rounds`,
    /// the number of tiles in a strip tells as much.
    const MOST: usize = 16;

    pub(super) fn new(problem: &Problem) -> Self {
        let changes = problem
            .turns()
            .tuple_windows()
            .map(|(turn, next)| problem.allowed(turn) != problem.allowed(next));
        let of_turn = [false]
            .into_iter()
            .chain(changes)
            .scan(0, |phase, changes| {
                *phase += usize::from(changes);
                Some(*phase)
            });
        let phases = Self {
            of_turn: of_turn.collect(),
        };
        if phases.count() > Self::MOST {
            return Self::one(problem);
        }
        phases
    }

    /// All turns in one phase.
    pub(super) fn one(problem: &Problem) -> Self {
        Self {
            of_turn: vec![0; problem.horizon().max(1)],
        }
    }

    pub(super) fn count(&self) -> usize {
        self.of_turn.last().map_or(1, |last| last + 1)
    }

    /// The phase of the turn after so many; the last after all.
    pub(super) fn of(&self, turns: usize) -> usize {
        let last = self.of_turn.len() - 1;
        self.of_turn[turns.min(last)]
    }
}
