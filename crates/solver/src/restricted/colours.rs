//! Points of the colours that a covering can still complete.

use super::cells::Cells;
use crate::instance::Sense;
use crate::problem::Problem;
use crate::wall::{CellBits, CellSet};

/// The colours of a problem with a bonus for colours, by the cells that turns fill later.
#[derive(Debug)]
pub(super) struct Colours {
    cells: Vec<Cells>,
    points: i32,
    sense: Sense,
    /// Cells open to a later turn, by number of finished turns.
    later: Vec<Cells>,
    /// The least number of colours that are complete at the end, which counts for the minimum.
    least: usize,
}

impl Colours {
    /// The colours of a problem whose turns may fill these cells; none without points for colours.
    pub(super) fn new(problem: &Problem, turn_cells: &[Cells]) -> Option<Self> {
        let (wall, points) = (problem.wall(), problem.bonus().colour as i32);
        let of_colour = |colour| Cells::of(wall, &CellSet::of(wall, wall.colour_cells(colour)));
        let cells: Vec<Cells> = (0..wall.colours()).map(of_colour).collect();
        if points == 0 || cells.is_empty() {
            return None;
        }
        let mut later = vec![Cells::default()];
        for open in turn_cells.iter().rev() {
            later.push(later[later.len() - 1].union(*open));
        }
        later.reverse();
        let empty = problem.free_len() - problem.horizon();
        Some(Self {
            least: cells.len().saturating_sub(empty),
            cells,
            points,
            sense: problem.sense(),
            later,
        })
    }

    /// Upper bound on the gain of the colours that are complete at the end, for a covering after `turns` turns.
    pub(super) fn gain(&self, filled: Cells, turns: usize) -> i32 {
        let missing = self.cells.iter().map(|cells| cells.minus(filled));
        match self.sense {
            Sense::Maximize => self.points * self.most_complete(missing, turns) as i32,
            Sense::Minimize => {
                let complete = missing.filter(|missing| *missing == Cells::default());
                -self.points * complete.count().max(self.least) as i32
            }
        }
    }

    /// Upper bound on the number of colours that the turns left complete.
    fn most_complete(&self, missing: impl Iterator<Item = Cells>, turns: usize) -> usize {
        let later = self.later[turns];
        let mut by_number = [0usize; Cells::LONGEST + 1];
        for missing in missing.filter(|missing| later.includes(*missing)) {
            by_number[missing.len()] += 1;
        }
        let (mut turns_left, mut most) = (self.later.len() - 1 - turns, by_number[0]);
        for (number, &colours) in by_number.iter().enumerate().skip(1) {
            let complete = colours.min(turns_left / number);
            turns_left -= complete * number;
            most += complete;
        }
        most
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Moves;
    use crate::problem::brute_force::forward_layers;
    use crate::problem::small::{json_of, valid};
    use crate::wall::Covering;
    use itertools::iproduct;
    use rustc_hash::FxHashMap;

    /// Comparison with every covering that orders reach, and the ends that follow.
    #[test]
    fn no_end_completes_more_colours() {
        let (mut comparisons, mut matches) = (0, 0);
        for (sense, extra, turns) in iproduct!(
            [Sense::Maximize, Sense::Minimize],
            [
                "",
                r#", "initial": [2, 6]"#,
                r#", "constraints": [{"type": "window", "cell": 5, "from": 1, "to": 3}]"#
            ],
            [4, 6]
        ) {
            let members = format!(r#", "turns": {turns}, "bonus": {{"colour": 10}}{extra}"#);
            let json = json_of((3, 3), sense, &members);
            let problem = valid(&json);
            let wall = problem.wall();
            let turn_cells = problem
                .turns()
                .map(|turn| Cells::of(wall, problem.allowed(turn)));
            let turn_cells: Vec<Cells> = turn_cells.collect();
            let colours = Colours::new(&problem, &turn_cells).expect("it has points");
            let moves = Moves::new(&problem).expect("small");
            let layers = forward_layers(&problem);
            // The best gain of the ends to which orders go on from a covering.
            let mut best: FxHashMap<Covering, i32> = FxHashMap::default();
            for end in layers[problem.horizon()].keys() {
                best.insert(*end, sense.gain(moves.bonus(*end) as i32));
            }
            for (turns, layer) in layers.iter().enumerate().rev() {
                for &covering in layer.keys() {
                    if let Some(turn) = problem.turns().nth(turns) {
                        let next = moves.legal(covering, turn).cells();
                        let ends = next.filter_map(|cell| best.get(&covering.with(cell)));
                        if let Some(&gain) = ends.max() {
                            best.insert(covering, gain);
                        }
                    }
                    let Some(&best) = best.get(&covering) else {
                        continue;
                    };
                    let cells = CellSet::of(wall, covering.cells());
                    let bound = colours.gain(Cells::of(wall, &cells), turns);
                    assert!(bound >= best, "{json} {covering:?}: {bound} {best}");
                    comparisons += 1;
                    matches += usize::from(bound == best);
                }
            }
        }
        assert!(matches * 10 > comparisons * 9, "{matches} of {comparisons}");
    }
}
