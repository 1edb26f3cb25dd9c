use super::{LineEnds, PrefixBounds};
use crate::bounds::completion::LineBits;
use crate::bounds::{Bound, Reason};
use crate::instance::{Sense, Turn};
use crate::problem::{Features, Moves, Problem};
use crate::wall::{Cell, CellSet, Covering, Scorer, Wall};
use azulejo_control::{Control, Stopped};

/// The turns of a problem in reverse, each with its points and a bound on the points before it.
#[derive(Debug, Clone)]
pub(crate) struct Predecessors {
    wall: Wall,
    sense: Sense,
    moves: Moves,
    turns: usize,
    full: Covering,
    /// Per cell, the cells that wait for it.
    waiting: Vec<Covering>,
    scorer: Scorer,
    prefix_bounds: PrefixBounds,
}

/// Predecessor of a covering: the covering before the last tile, the cell and the points of the tile, and a bound on the points before.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Predecessor {
    pub(crate) covering: Covering,
    pub(crate) cell: Cell,
    pub(crate) points: u32,
    pub(crate) prefix_bound: u32,
}

impl Predecessors {
    /// The predecessors of a problem; none where the wall has too many cells, or lines that are too long for bounds.
    ///
    /// # Errors
    /// When the run has to end: the tables of long lines take seconds.
    pub(crate) fn new(problem: &Problem, control: &Control) -> Result<Option<Self>, Stopped> {
        if !Features::ROWS_OF_MOVES.covers(problem.features()) {
            return Ok(None);
        }
        let wall = problem.wall();
        let (Some(prefix_bounds), Some(moves)) =
            (PrefixBounds::new(problem, control)?, Moves::new(problem))
        else {
            return Ok(None);
        };
        let mut waiting = vec![Covering::EMPTY; wall.len()];
        for then in problem.free() {
            for first in problem.before(then).iter() {
                waiting[first.index()] = waiting[first.index()].with(then);
            }
        }
        Ok(Some(Self {
            wall,
            sense: problem.sense(),
            moves,
            turns: problem.horizon(),
            full: Covering::from(&CellSet::full(wall)),
            waiting,
            scorer: Scorer::new(wall),
            prefix_bounds,
        }))
    }

    /// The covering after the last turn.
    pub(crate) fn full(&self) -> Covering {
        self.full
    }

    /// The covering before turn 1.
    pub(crate) fn initial(&self) -> Covering {
        self.moves.initial()
    }

    /// The bonus of a covering at the end.
    pub(crate) fn bonus(&self, end: Covering) -> u32 {
        self.moves.bonus(end)
    }

    /// Best points of each line at the end.
    pub(crate) fn line_ends(&self) -> LineEnds {
        self.prefix_bounds.line_ends()
    }

    /// Dual bound of the orders that end in a covering, with the bonus; none where no order ends so.
    pub(crate) fn end(&self, end: Covering) -> Option<u32> {
        let points = self.prefix_bounds.of(end, self.turns)?;
        let is_end = self.moves.is_closed(end) && self.moves.holds_at(end, self.turns);
        is_end.then(|| points + self.bonus(end))
    }

    /// Dual bound of the orders that fill the wall; none where there is no order.
    pub(crate) fn bound(&self) -> Option<Bound> {
        Some(Bound {
            score: self.end(self.full)?,
            reason: match self.sense {
                Sense::Maximize => Reason::Lines,
                Sense::Minimize => Reason::Blocks,
            },
        })
    }

    /// The predecessors of a covering at the end of a turn, without those that surely no order reaches.
    ///
    /// A covering with every cell for which one of its cells waits has only such predecessors; other coverings are not allowed.
    pub(crate) fn of(&self, covering: Covering, turn: Turn) -> impl Iterator<Item = Predecessor> {
        let bits = LineBits::of(self.wall, covering);
        let sums = self.prefix_bounds.sums(&bits, turn.index());
        let cells = covering.within(self.moves.allowed(turn)).cells();
        let free = cells.filter(move |cell| self.waiting[cell.index()].within(covering).is_empty());
        free.filter_map(move |cell| {
            let before = covering.without(cell);
            let is_legal = self.moves.rows_permit(before, cell, turn)
                && self.moves.holds_at(before, turn.index());
            if !is_legal {
                return None;
            }
            let (row, column) = (self.wall.row_of(cell), self.wall.column_of(cell));
            let state = (&bits, turn.index());
            let prefix_bound = self
                .prefix_bounds
                .without(&sums, state, (row, column), before)?;
            let (in_row, in_column) = (bits.rows[row].into(), bits.columns[column].into());
            Some(Predecessor {
                covering: before,
                cell,
                points: self
                    .scorer
                    .points_by_lines(in_row, column, in_column, row)
                    .total(),
                prefix_bound,
            })
        })
    }

    /// The successors of a covering, in the order of the cells, each with its points.
    pub(crate) fn successors(
        &self,
        covering: Covering,
        turn: Turn,
    ) -> impl Iterator<Item = (Covering, u32)> {
        let cells = self.moves.legal(covering, turn).cells();
        cells.map(move |cell| (covering.with(cell), self.scorer.points(covering, cell)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instance::Instance;
    use crate::problem::small::{json_of, valid};
    use itertools::{Itertools, iproduct};
    use std::collections::{BTreeMap, BTreeSet};

    fn new(problem: &Problem) -> Option<Predecessors> {
        Predecessors::new(problem, &Control::default()).expect("not stopped")
    }

    /// Comparison turn by turn over all coverings that orders reach.
    #[test]
    fn predecessors_reverse_the_moves() {
        let extras = [
            "",
            r#", "constraints": [{"type": "rounds"}]"#,
            r#", "initial": [2], "turns": 4, "bonus": {"row": 2, "column": 7}"#,
            r#", "constraints": [{"type": "window", "cell": 3, "from": 1, "to": 2}, {"type": "before", "first": 4, "then": 1}]"#,
        ];
        let mut step_count = 0;
        for ((rows, columns), extra, sense) in iproduct!(
            [(2, 3), (3, 3), (4, 2)],
            extras,
            [Sense::Maximize, Sense::Minimize]
        ) {
            let json = json_of((rows, columns), sense, extra);
            let problem = valid(&json);
            let predecessors = new(&problem).expect("short lines");
            let moves = Moves::new(&problem).expect("small");
            let scorer = Scorer::new(problem.wall());
            assert_eq!(predecessors.initial(), moves.initial());
            let mut layer = BTreeSet::from([moves.initial()]);
            for turn in problem.turns() {
                let mut next: BTreeMap<Covering, BTreeSet<(Covering, u32)>> = BTreeMap::new();
                for &covering in &layer {
                    let cells = moves.legal(covering, turn).cells();
                    let successors =
                        cells.map(|cell| (covering.with(cell), scorer.points(covering, cell)));
                    let successors = successors.collect_vec();
                    assert_eq!(
                        predecessors.successors(covering, turn).collect_vec(),
                        successors,
                        "{json}"
                    );
                    for (after, points) in successors {
                        next.entry(after).or_default().insert((covering, points));
                    }
                }
                for (&after, expected) in &next {
                    let steps = predecessors.of(after, turn).inspect(|step| {
                        let bound = predecessors.prefix_bounds.of(step.covering, turn.index());
                        assert_eq!(Some(step.prefix_bound), bound, "{json} {after:?}");
                    });
                    // A predecessor may be out of reach of all orders.
                    let steps = steps.filter(|step| layer.contains(&step.covering));
                    let steps = steps.map(|step| (step.covering, step.points)).collect();
                    assert_eq!(expected, &steps, "{json} {after:?}");
                    step_count += steps.len();
                }
                layer = next.into_keys().collect();
            }
            if problem.fills_the_wall() {
                assert!(
                    layer.iter().all(|&end| end == predecessors.full()),
                    "{json}"
                );
            }
        }
        assert!(step_count > 10_000, "{step_count}");
    }

    #[test]
    fn the_bound_of_a_filled_wall_has_its_reason() {
        for (sense, score, reason) in [
            (Sense::Maximize, 145 + 5 * 2, Reason::Lines),
            (Sense::Minimize, 89 + 5 * 2, Reason::Blocks),
        ] {
            let bonus = crate::wall::Bonus {
                row: 2,
                column: 0,
                colour: 0,
            };
            let instance = Instance::builder(5, 5, sense).bonus(bonus).build();
            let problem = Problem::from(&instance.expect("valid"));
            let bound = new(&problem).and_then(|predecessors| predecessors.bound());
            assert_eq!(bound, Some(Bound { score, reason }));
        }
    }
}
