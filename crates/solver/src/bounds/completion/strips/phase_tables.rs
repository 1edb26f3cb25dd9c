use crate::problem::Problem;

/// The tables of a subproblem: one for each phase of the turns, or one for all turns.
#[derive(Debug, Clone)]
pub(super) struct PhaseTables {
    /// The table of each turn.
    of_turn: Vec<usize>,
}

impl PhaseTables {
    /// Largest number of phases with a table each. With more, one table serves all turns: under `rounds`, the number of tiles in a strip
    /// carries as much.
    const MOST: usize = 16;

    pub(super) fn new(problem: &Problem) -> Self {
        let phases = problem.phases();
        if phases.is_empty() || phases.len() > Self::MOST {
            return Self::one(problem);
        }
        let of_turn = phases.iter().enumerate();
        Self {
            of_turn: of_turn
                .flat_map(|(table, phase)| std::iter::repeat_n(table, phase.turns))
                .collect(),
        }
    }

    /// One table for all turns.
    pub(super) fn one(problem: &Problem) -> Self {
        Self {
            of_turn: vec![0; problem.horizon().max(1)],
        }
    }

    pub(super) fn count(&self) -> usize {
        self.of_turn.last().map_or(1, |last| last + 1)
    }

    /// The table of the turn after `turns` turns; after all turns, the table of the last one.
    pub(super) fn of(&self, turns: usize) -> usize {
        let last = self.of_turn.len() - 1;
        self.of_turn[turns.min(last)]
    }
}
