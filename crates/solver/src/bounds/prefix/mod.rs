//! Bounds on the points that lead to a covering by a turn.

mod predecessors;

pub(crate) use predecessors::Predecessors;

use super::blocks::side_by_side;
use super::completion::{LineBits, LineBounds, empty_places, line_points, places_of};
use super::earlier::Earlier;
use crate::instance::Sense;
use crate::problem::Problem;
use crate::wall::{Covering, Line, Wall};
use azulejo_control::{Control, Stopped};
use itertools::Itertools;
use std::sync::Arc;

/// Bound on the points of the tiles of a covering after a number of turns, line by line: the best of all ways to fill the cells of the
/// line in turns that may fill them.
///
/// A tile earns its line points along its row and its column, and 1 more if it is a single: a start of both.
///
/// - For the maximum, singles count as starts of their rows, or as starts of their columns. Both sums hold, so the
///   smaller one does.
/// - For the minimum, all starts of rows and of columns count, and then each cell counts once too often that is a start
///   one way or both. A cell is none if it is the last of a 2×2 block, as in [`block_bound`](super::block_bound).
///
/// A line that cannot have its cells by the turn excludes a covering: each turn may fill only some cells, and a cell comes after the
/// cells for which it waits.
#[derive(Debug, Clone)]
pub(crate) struct PrefixBounds {
    wall: Wall,
    sense: Sense,
    rows: Vec<LinePrefix>,
    columns: Vec<LinePrefix>,
    /// Cells that an order may have as starts.
    starts: Covering,
    /// The first cells of the blocks with a cell that is no start, for each way to pair lines.
    blocks: Vec<Covering>,
}

/// Per number of turns that are over, for each set of filled places, the best sum of the points of a line: of its
/// tiles that have neighbours, and of all its tiles. For the minimum with the opposite sign, so that more is better.
type LinePrefix = Vec<Arc<[[i16; 2]]>>;

/// The value of a state that no order reaches. Sums of lines with one such value are below [`POSSIBLE`], for a wall's score is
/// below 2^13.
const IMPOSSIBLE: i16 = -(1 << 14);
const POSSIBLE: i32 = -(1 << 13);

/// Best points of each line at the end, of a wall of any size.
#[derive(Debug, Clone)]
pub(crate) struct LineEnds {
    rows: Vec<Arc<[[i16; 2]]>>,
    columns: Vec<Arc<[[i16; 2]]>>,
}

impl LineEnds {
    /// The lines of a problem, none longer than [`LineBounds::LONGEST`].
    ///
    /// # Errors
    /// When the run has to end.
    pub(crate) fn new(problem: &Problem, control: &Control) -> Result<Self, Stopped> {
        let (wall, earlier) = (problem.wall(), Earlier::new(problem));
        let end = |line| Ok(line_prefix(problem, &earlier, line, control)?.pop());
        let rows = (0..wall.rows() as u32).map(Line::Row).map(end);
        let columns = (0..wall.columns() as u32).map(Line::Column).map(end);
        Ok(Self {
            rows: rows.flatten_ok().collect::<Result<_, Stopped>>()?,
            columns: columns.flatten_ok().collect::<Result<_, Stopped>>()?,
        })
    }

    /// Best points of a line with these places filled, in the two ways to count: with the opposite sign for the minimum; none where
    /// no order fills it so.
    pub(super) fn of(&self, line: Line, bits: usize) -> Option<[i32; 2]> {
        let ends = match line {
            Line::Row(row) => &self.rows[row as usize],
            Line::Column(column) => &self.columns[column as usize],
        };
        let points = ends[bits];
        (points[1] != IMPOSSIBLE).then(|| points.map(i32::from))
    }
}

/// Sums over the rows and over the columns.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PrefixSums {
    rows: [i32; 2],
    columns: [i32; 2],
}

impl PrefixBounds {
    /// The bounds of a problem; none where a line is longer than [`LineBounds::LONGEST`] or the wall larger than a
    /// [`Covering`].
    ///
    /// # Errors
    /// When the run has to end.
    pub(crate) fn new(problem: &Problem, control: &Control) -> Result<Option<Self>, Stopped> {
        let (wall, sense) = (problem.wall(), problem.sense());
        let longest = wall.longest_line();
        if longest > LineBounds::LONGEST || wall.len() > Covering::MAX_CELLS {
            return Ok(None);
        }
        let earlier = Earlier::new(problem);
        let prefix = |line| line_prefix(problem, &earlier, line, control);
        let (starts, packings) = side_by_side(problem, &earlier);
        let blocks = packings
            .iter()
            .map(|blocks| blocks.iter().map(|block| block[0]).collect());
        let rows = (0..wall.rows() as u32).map(Line::Row).map(prefix);
        let columns = (0..wall.columns() as u32).map(Line::Column).map(prefix);
        Ok(Some(Self {
            wall,
            sense,
            rows: rows.collect::<Result<_, _>>()?,
            columns: columns.collect::<Result<_, _>>()?,
            starts: Covering::from(&starts),
            blocks: blocks.collect(),
        }))
    }

    /// Best points of each line at the end.
    pub(super) fn line_ends(&self) -> LineEnds {
        let last = |line: &LinePrefix| line.last().cloned();
        LineEnds {
            rows: self.rows.iter().filter_map(last).collect(),
            columns: self.columns.iter().filter_map(last).collect(),
        }
    }

    /// Bound on the points of a covering after `turns` turns: an upper bound when maximizing, a lower bound when minimizing; none where
    /// no order reaches the covering.
    pub(crate) fn of(&self, covering: Covering, turns: usize) -> Option<u32> {
        let sums = self.sums(&LineBits::of(self.wall, covering), turns);
        self.best(&sums, covering)
    }

    /// The sums of a covering's lines after `turns` turns.
    pub(crate) fn sums(&self, bits: &LineBits, turns: usize) -> PrefixSums {
        let sum = |lines: &[LinePrefix], bits: &[u16]| {
            let entries = lines.iter().zip(bits);
            let entries = entries.map(|(line, &bits)| line[turns][usize::from(bits)]);
            entries.fold([0; 2], |[some, all], entry| {
                [some + i32::from(entry[0]), all + i32::from(entry[1])]
            })
        };
        PrefixSums {
            rows: sum(&self.rows, &bits.rows),
            columns: sum(&self.columns, &bits.columns),
        }
    }

    /// The bound of the covering without the cell in `row` and `column`, by the sums with the cell.
    pub(crate) fn without(
        &self,
        sums: &PrefixSums,
        (bits, turns): (&LineBits, usize),
        (row, column): (usize, usize),
        covering: Covering,
    ) -> Option<u32> {
        let (in_row, in_column) = (bits.rows[row], bits.columns[column]);
        let sums_without = |sums: &[i32; 2], table: &[[i16; 2]], bits: u16, place: usize| {
            let (before, after) = (usize::from(bits & !(1 << place)), usize::from(bits));
            let change = |way: usize| i32::from(table[before][way]) - i32::from(table[after][way]);
            [sums[0] + change(0), sums[1] + change(1)]
        };
        let sums = PrefixSums {
            rows: sums_without(&sums.rows, &self.rows[row][turns], in_row, column),
            columns: sums_without(&sums.columns, &self.columns[column][turns], in_column, row),
        };
        self.best(&sums, covering)
    }

    fn best(&self, sums: &PrefixSums, covering: Covering) -> Option<u32> {
        let ([rows, all_rows], [columns, all_columns]) = (sums.rows, sums.columns);
        if all_rows < POSSIBLE || all_columns < POSSIBLE {
            return None;
        }
        let best = match self.sense {
            Sense::Maximize => (rows + all_columns).min(all_rows + columns),
            Sense::Minimize => -(all_rows + all_columns) - self.most_starts(covering) as i32,
        };
        Some(best.max(0) as u32)
    }

    /// Upper bound on the number of starts in a covering.
    fn most_starts(&self, covering: Covering) -> usize {
        let (bits, columns) = (covering.bits(), self.wall.columns());
        let whole = bits & bits >> 1 & bits >> columns & bits >> (columns + 1);
        let whole = Covering::from_bits(whole);
        let blocks = self.blocks.iter().map(|firsts| whole.within(*firsts).len());
        covering.within(self.starts).len() - blocks.max().unwrap_or(0)
    }
}

/// The table of a line.
fn line_prefix(
    problem: &Problem,
    earlier: &Earlier,
    line: Line,
    control: &Control,
) -> Result<LinePrefix, Stopped> {
    let cells = problem.wall().line_cells(line).collect_vec();
    let waits = cells.iter().map(|&then| {
        let before = problem.before(then);
        places_of(&cells, |first| {
            before.contains(first) || earlier.comes(first, then)
        })
    });
    let waits = waits.collect_vec();
    let sign = problem.sense().gain(1);
    let mut initial = vec![[IMPOSSIBLE; 2]; 1 << cells.len()];
    initial[places_of(&cells, |cell| problem.initial().contains(cell))] = [0, 0];
    let mut tables: LinePrefix = vec![initial.into()];
    let (mut last_open, mut is_settled) = (0, true);
    for turn in problem.turns() {
        let before = tables[turn.index()].clone();
        let turn_cells = problem.allowed(turn);
        let open = places_of(&cells, |cell| turn_cells.contains(cell));
        // A turn that may fill only cells of this line fills one of them.
        let is_certain = open.count_ones() as usize == turn_cells.len();
        // A turn with the cells of the last turn changes nothing if the last turn changed nothing.
        if open == 0 || !is_certain && is_settled && open == last_open {
            tables.push(before);
            continue;
        }
        control.go_on()?;
        let mut table = match is_certain {
            true => vec![[IMPOSSIBLE; 2]; before.len()],
            false => before.to_vec(),
        };
        for from in 0..table.len() {
            if before[from][1] == IMPOSSIBLE {
                continue;
            }
            for place in
                empty_places(from | !open, cells.len()).filter(|&place| waits[place] & !from == 0)
            {
                let points = line_points(from, place) as i16;
                let gains = [sign * points, sign * points.max(1)];
                let to = &mut table[from | 1 << place];
                for (way, gain) in gains.into_iter().enumerate() {
                    to[way] = to[way].max(before[from][way] + gain);
                }
            }
        }
        (is_settled, last_open) = (table[..] == before[..], open);
        tables.push(if is_settled { before } else { table.into() });
    }
    Ok(tables)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::brute_force::forward_layers;
    use crate::problem::small::{json_of, problem_of, valid};
    use crate::wall::CellSet;
    use itertools::iproduct;

    fn new(problem: &Problem) -> Option<PrefixBounds> {
        PrefixBounds::new(problem, &Control::default()).expect("not stopped")
    }

    #[test]
    fn the_bound_of_a_full_wall_is_the_closed_bound() {
        for (n, least, most) in [(2, 9, 10), (3, 22, 33), (5, 89, 145), (8, 288, 568)] {
            let bound = |sense| {
                let problem = valid(&json_of((n, n), sense, ""));
                let full = Covering::from(&CellSet::full(problem.wall()));
                new(&problem)?.of(full, problem.horizon())
            };
            let bounds = (bound(Sense::Minimize), bound(Sense::Maximize));
            assert_eq!(bounds, (Some(least), Some(most)), "{n}×{n}");
        }
    }

    /// Forward, move by move, with the best score of every covering.
    #[test]
    fn no_order_beats_the_bound_or_reaches_an_excluded_covering() {
        let walls = [(1, 5), (2, 3), (4, 2), (3, 3), (3, 4), (5, 2)];
        let extras = [
            "",
            r#", "initial": [2, 3]"#,
            r#", "turns": 4"#,
            r#", "initial": [1, 6], "turns": 3, "constraints": [{"type": "before", "first": 3, "then": 2}]"#,
            r#", "constraints": [{"type": "last-round"}]"#,
            r#", "constraints": [{"type": "rounds"}]"#,
            r#", "constraints": [{"type": "place-at", "cell": 5, "turn": 5}]"#,
            r#", "constraints": [{"type": "window", "cell": 3, "from": 1, "to": 2}, {"type": "before", "first": 4, "then": 1}]"#,
            r#", "constraints": [{"type": "first", "cells": [1, 4]}, {"type": "last", "cells": [2, 5]}]"#,
        ];
        let (mut comparisons, mut matches, mut exact_layers) = (0, 0, 0);
        for ((rows, columns), extra, sense) in
            iproduct!(walls, extras, [Sense::Maximize, Sense::Minimize])
        {
            let json = json_of((rows, columns), sense, extra);
            let Some(problem) = problem_of(&json) else {
                continue;
            };
            let bounds = new(&problem).expect("short lines");
            let initial = Covering::from(problem.initial());
            for (turn, layer) in problem.turns().zip(forward_layers(&problem).iter().skip(1)) {
                for (&covering, &score) in layer {
                    let bound = bounds.of(covering, turn.number());
                    let bound = bound.unwrap_or_else(|| panic!("{json} comes to {covering:?}"));
                    assert!(
                        !sense.better(score, bound),
                        "{json} {covering:?}: {score} beats {bound}"
                    );
                    (comparisons, matches) = (comparisons + 1, matches + u32::from(score == bound));
                }
                let all = (0..1u128 << problem.wall().len()).map(Covering::from_bits);
                let all = all.filter(|covering| covering.includes(initial));
                let all = all.filter(|covering| covering.minus(initial).len() == turn.number());
                let possible = all
                    .filter(|covering| bounds.of(*covering, turn.number()).is_some())
                    .count();
                exact_layers += usize::from(possible == layer.len());
            }
        }
        // Numbers of bounds, of exact bounds, and of layers with bounds for exactly the coverings that orders reach. A looser bound
        // lowers the last two numbers.
        assert_eq!((comparisons, matches, exact_layers), (50_014, 45_631, 708));
    }

    /// The bound of a step is the bound of the covering before it.
    #[test]
    fn the_bound_without_a_cell_is_the_bound_of_the_smaller_covering() {
        let rounds = r#", "constraints": [{"type": "rounds"}]"#;
        for (rows, columns) in [(3, 4), (4, 3)] {
            let problem = valid(&json_of((rows, columns), Sense::Minimize, rounds));
            let bounds = new(&problem).expect("short lines");
            let wall = problem.wall();
            for (bits, turns) in iproduct!(0..1u128 << 12, [5, 8, 11]) {
                let covering = Covering::from_bits(bits);
                let lines = LineBits::of(wall, covering);
                let sums = bounds.sums(&lines, turns);
                for cell in covering.cells() {
                    let (before, state) = (covering.without(cell), (&lines, turns));
                    let place = (wall.row_of(cell), wall.column_of(cell));
                    assert_eq!(
                        bounds.without(&sums, state, place, before),
                        bounds.of(before, turns)
                    );
                }
            }
        }
    }
}
