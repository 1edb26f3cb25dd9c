use super::LONGEST;
use super::counts::{Counts, NEVER};
use super::lines::{Gains, gain, until_the_end};
use crate::bounds::past::PastBounds;
use crate::bounds::rest::LineBits;
use crate::instance::Sense;
use crate::problem::Problem;
use crate::wall::{Cell, Covering, Line, Wall};
use itertools::{Itertools, chain};
use rustc_hash::FxHashMap;

/// The ends in which certain colours are complete.
pub(super) struct Task {
    pub(super) wall: Wall,
    pub(super) turns: usize,
    initial: LineBits,
    /// By row and bits, what the row gains until it has these places.
    rows: Vec<Gains<Vec<i32>>>,
    /// By rows that are decided, what the others gain, by multiset of their numbers of tiles.
    rest: Vec<Gains<Vec<i32>>>,
    /// By rows that are decided, column, and the column's places in them: one of the lists.
    columns: Vec<Vec<Vec<u32>>>,
    /// What a column gains by the number of further tiles.
    lists: Vec<Gains<Vec<i32>>>,
    /// By rows that are decided, tiles that are left, and sorted lists of the columns: what all that is left gains.
    seen: FxHashMap<(usize, usize, Vec<u32>), Gains<i32>>,
    /// The points of the colours, and what the ways to count add.
    extra: Gains<i32>,
}

impl Task {
    pub(super) fn new(
        problem: &Problem,
        past: &PastBounds,
        colours: &[Vec<Cell>],
        counts: &[Counts],
    ) -> Self {
        let (wall, sense, turns) = (problem.wall(), problem.sense(), problem.horizon());
        let initial: Covering = problem.initial().iter().collect();
        let must: Covering =
            chain!(problem.initial().iter(), colours.iter().flatten().copied()).collect();
        let [initial, must] = [initial, must].map(|cells| LineBits::of(wall, cells));
        // What a line gains until it has certain places; never, if it may not have these.
        let ends = |length: usize, line: Line, must: u16, bonus: u32| {
            until_the_end(past, line, length).map(|mut gains| {
                let full = gains.len() - 1;
                for (bits, gains) in gains.iter_mut().enumerate() {
                    if usize::from(must) & !bits != 0 {
                        *gains = NEVER;
                    }
                }
                gains[full] += gain(sense, bonus);
                gains
            })
        };
        let bonus = problem.bonus();
        let rows = (0..wall.rows()).map(|row| {
            let line = Line::Row(row as u32);
            ends(wall.columns(), line, must.rows[row], bonus.row)
        });
        let rows = rows.collect_vec();
        let columns = (0..wall.columns()).map(|column| {
            let line = Line::Column(column as u32);
            ends(wall.rows(), line, must.columns[column], bonus.column)
        });
        let columns = columns.collect_vec();
        let rest = (0..=wall.rows()).map(|decided| {
            let by_number = (decided..wall.rows()).map(|row| {
                rows[row]
                    .each_ref()
                    .map(|gains| by_number(gains, initial.rows[row]))
            });
            let by_number = by_number.collect_vec();
            [0, 1].map(|way| {
                let gains = by_number.iter().map(|gains| gains[way].as_slice());
                counts[decided].of_rows(gains)
            })
        });
        let rest = rest.collect_vec();
        let points = gain(sense, bonus.colour) * colours.len() as i32;
        let mut task = Self {
            wall,
            turns,
            initial,
            rows,
            rest,
            columns: Vec::new(),
            lists: Vec::new(),
            seen: FxHashMap::default(),
            extra: match sense {
                Sense::Maximize => [points, points],
                Sense::Minimize => [0, turns as i32],
            },
        };
        task.list_columns(&columns);
        // For the maximum the starts count along one axis, and for the minimum along both or none.
        if sense == Sense::Maximize {
            for gains in &mut task.lists {
                gains.swap(0, 1);
            }
        }
        task
    }

    /// What each column gains in the rows that are not decided, by number of tiles, for all places in those that are.
    /// What it gained in those is not known by itself: all that it gains is here.
    fn list_columns(&mut self, columns: &[Gains<Vec<i32>>]) {
        let rows = self.wall.rows();
        let mut known: FxHashMap<Gains<Vec<i32>>, u32> = FxHashMap::default();
        for decided in 0..=rows {
            let mut by_column = Vec::with_capacity(columns.len());
            for (gains, initial) in columns.iter().zip(self.initial.columns) {
                let below = initial >> decided;
                let lists = (0..1usize << decided).map(|places| {
                    let list = gains.each_ref().map(|gains| {
                        let ends = (0..1usize << (rows - decided))
                            .map(|end| gains[places | end << decided]);
                        by_number(&ends.collect_vec(), below)
                    });
                    *known.entry(list).or_insert_with_key(|list| {
                        self.lists.push(list.clone());
                        self.lists.len() as u32 - 1
                    })
                });
                by_column.push(lists.collect());
            }
            self.columns.push(by_column);
        }
    }

    /// What is gained at most.
    pub(super) fn root(&mut self, counts: &mut [Counts]) -> i32 {
        let places = [0; LONGEST];
        let rest = self.rest(0, &places, self.turns, counts);
        self.sum([0, 0], rest)
    }

    /// The tighter of both ways to count.
    pub(super) fn sum(&self, before: Gains<i32>, rest: Gains<i32>) -> i32 {
        let ways = (0..2).map(|way| before[way] + rest[way] + self.extra[way]);
        ways.min().unwrap_or(NEVER)
    }

    /// What all columns and the rows that are not decided gain at most from so many tiles.
    pub(super) fn rest(
        &mut self,
        decided: usize,
        places: &[u16; LONGEST],
        tiles: usize,
        counts: &mut [Counts],
    ) -> Gains<i32> {
        let lists = self.columns[decided].iter().zip(places);
        let lists = lists.map(|(lists, &places)| lists[usize::from(places)]);
        let key = (decided, tiles, lists.sorted_unstable().collect_vec());
        if let Some(&known) = self.seen.get(&key) {
            return known;
        }
        let columns = [0, 1].map(|way| {
            let gains = key
                .2
                .iter()
                .map(|&list| self.lists[list as usize][way].as_slice());
            counts[decided].of_columns(gains)
        });
        let rest = counts[decided].together(tiles, &self.rest[decided], &columns);
        self.seen.insert(key, rest);
        rest
    }

    /// The node with one more row, if the row may end so.
    pub(super) fn with_row(&self, node: &Node, bits: u16) -> Option<Node> {
        let (wall, row) = (self.wall, node.decided);
        let gained = self.rows[row]
            .each_ref()
            .map(|gains| gains[usize::from(bits)]);
        let tiles = bits
            .count_ones()
            .checked_sub(self.initial.rows[row].count_ones())?;
        let tiles = node.tiles.checked_sub(tiles as usize)?;
        if gained[0] <= NEVER / 2 {
            return None;
        }
        let mut next = Node {
            decided: row + 1,
            tiles,
            gains: [0, 1].map(|way| node.gains[way] + gained[way]),
            ..*node
        };
        for column in (0..wall.columns()).filter(|column| bits >> column & 1 == 1) {
            next.places[column] |= 1 << row;
            next.end = next.end.with(wall.cell(row, column)?);
        }
        Some(next)
    }
}

/// Rows that are decided.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) decided: usize,
    pub(super) end: Covering,
    /// The places of the columns in the decided rows.
    pub(super) places: [u16; LONGEST],
    /// Tiles that are left.
    pub(super) tiles: usize,
    /// What the decided rows gain.
    pub(super) gains: Gains<i32>,
}

/// The best gain of all ends of a line, by the number of tiles beside the initial ones.
fn by_number(gains: &[i32], initial: u16) -> Vec<i32> {
    let length = gains.len().ilog2() as usize;
    let mut best = vec![NEVER; length + 1];
    for (bits, &gain) in gains.iter().enumerate() {
        let tiles = bits.count_ones().checked_sub(initial.count_ones());
        if let Some(best) = tiles.and_then(|tiles| best.get_mut(tiles as usize)) {
            *best = gain.max(*best);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instance::Instance;
    use azulejo_control::Control;
    use itertools::iproduct;
    use rustc_hash::FxHashSet;
    use std::hash::Hash;

    /// What a line gains at best by the number of its new tiles, over all its ends that have what they must have and
    /// certain first places.
    fn by_new_tiles(
        (past, line, length): (&PastBounds, Line, usize),
        (must, initial): (u16, u16),
        (first, places): (usize, u16),
        way: usize,
        bonus: i32,
    ) -> Vec<Option<i32>> {
        let new_tiles = |end: usize| ((end as u16 & !initial) >> first).count_ones() as usize;
        let ends = (0..1 << length).filter(|end| {
            let begins_so = (end ^ usize::from(places)) & ((1 << first) - 1) == 0;
            begins_so && usize::from(must) & !end == 0
        });
        let mut best = vec![None; length - first + 1];
        for end in ends {
            let whole = if end + 1 == 1 << length { bonus } else { 0 };
            let gain = past.at_the_end(line, end).map(|gains| gains[way] + whole);
            let best = &mut best[new_tiles(end)];
            *best = gain.max(*best);
        }
        best
    }

    /// The best sum for all numbers of tiles that lines may have, by what the numbers are, whichever line has which.
    fn by_numbers(lines: &[Vec<Option<i32>>]) -> FxHashMap<Vec<usize>, i32> {
        let mut best = FxHashMap::default();
        let numbers = lines.iter().map(|line| 0..line.len());
        for numbers in numbers.multi_cartesian_product() {
            let gains = lines
                .iter()
                .zip(&numbers)
                .map(|(line, &number)| line[number]);
            if let Some(sum) = gains.sum::<Option<i32>>() {
                let best = best.entry(sorted(numbers)).or_insert(sum);
                *best = sum.max(*best);
            }
        }
        // The product of no lines is nothing at all.
        if lines.is_empty() {
            best.insert(Vec::new(), 0);
        }
        best
    }

    fn sorted<T: Ord + Hash>(items: impl IntoIterator<Item = T>) -> Vec<T> {
        items.into_iter().sorted().collect()
    }

    /// The numbers of tiles in the rows and in the columns, of all sets of so many cells.
    fn pairs(rows: usize, columns: usize, tiles: usize) -> FxHashSet<(Vec<usize>, Vec<usize>)> {
        let sets = (0..rows * columns).combinations(tiles);
        let pairs = sets.map(|set| {
            let in_row = |row| set.iter().filter(|&&cell| cell / columns == row).count();
            let in_column = |column| set.iter().filter(|&&cell| cell % columns == column).count();
            (
                sorted((0..rows).map(in_row)),
                sorted((0..columns).map(in_column)),
            )
        });
        pairs.collect()
    }

    /// After every choice of the first rows, against all sets of cells that the other tiles may have.
    #[test]
    fn what_is_left_gains_what_the_best_numbers_of_tiles_gain() {
        let extras = [
            "",
            r#", "initial": [2, 4], "bonus": {"row": 2, "column": 7}"#,
            r#", "constraints": [{"type": "window", "cell": 3, "from": 1, "to": 2}, {"type": "before", "first": 1, "then": 5}]"#,
            r#", "initial": [6], "bonus": {"row": 2, "column": 7, "colour": 10}"#,
        ];
        let mut compared = [0, 0];
        for ((rows, columns), extra, sense, turns) in iproduct!(
            [(2, 3), (3, 2), (3, 3)],
            extras,
            [Sense::Maximize, Sense::Minimize],
            [2, 4]
        ) {
            let json = format!(
                r#"{{"wall": {{"rows": {rows}, "columns": {columns}}}, "sense": "{}", "turns": {turns}{extra}}}"#,
                sense.word()
            );
            // Only a square wall has colours.
            let Ok(instance) = Instance::from_json(&json) else {
                continue;
            };
            let problem = Problem::from(&instance);
            let past = PastBounds::new(&problem, &Control::default());
            let past = past.expect("nobody stops it").expect("short lines");
            let counts = |decided| Counts::new(rows - decided, columns, turns).expect("few");
            let mut counts = (0..=rows).map(counts).collect_vec();
            let wall = problem.wall();
            let coloured = extra.contains("colour") && sense == Sense::Maximize;
            let colour = (0..rows).filter_map(|row| wall.cell_of(row, 0).filter(|_| coloured));
            let colours = [colour.collect_vec()];
            let colours = &colours[..usize::from(coloured)];
            let mut task = Task::new(&problem, &past, colours, &counts);

            let initial: Covering = problem.initial().iter().collect();
            let must: Covering = initial.cells().chain(colours.concat()).collect();
            let (initial, must) = (LineBits::of(wall, initial), LineBits::of(wall, must));
            let bonus = problem.bonus();
            let of_row = |row: usize, way: usize| {
                let line = (&past, Line::Row(row as u32), columns);
                let cells = (must.rows[row], initial.rows[row]);
                by_new_tiles(line, cells, (0, 0), way, gain(sense, bonus.row))
            };
            let of_column = |column: usize, decided: usize, places: u16, way: usize| {
                let line = (&past, Line::Column(column as u32), rows);
                let cells = (must.columns[column], initial.columns[column]);
                by_new_tiles(
                    line,
                    cells,
                    (decided, places),
                    way,
                    gain(sense, bonus.column),
                )
            };
            // Starts count along one axis for the maximum, and along both or none for the minimum.
            let of_columns = |way: usize| match sense {
                Sense::Maximize => 1 - way,
                Sense::Minimize => way,
            };
            let added = match sense {
                Sense::Maximize => [10 * colours.len() as i32; 2],
                Sense::Minimize => [0, turns as i32],
            };
            let expected = |node: &Node| {
                let (decided, left) = (
                    node.decided,
                    pairs(rows - node.decided, columns, node.tiles),
                );
                let ways = (0..2).map(|way| {
                    let row_lines = (decided..rows).map(|row| of_row(row, way)).collect_vec();
                    let column_lines = (0..columns).map(|column| {
                        of_column(column, decided, node.places[column], of_columns(way))
                    });
                    let by_rows = by_numbers(&row_lines);
                    let by_columns = by_numbers(&column_lines.collect_vec());
                    let sums = left.iter().filter_map(|(in_rows, in_columns)| {
                        Some(by_rows.get(in_rows)? + by_columns.get(in_columns)?)
                    });
                    Some(sums.max()? + node.gains[way] + added[way])
                });
                ways.min().flatten()
            };

            let root = Node {
                decided: 0,
                end: Covering::EMPTY,
                places: [0; LONGEST],
                tiles: turns,
                gains: [0, 0],
            };
            let said = task.root(&mut counts);
            assert_eq!(
                (said > NEVER / 2).then_some(said),
                expected(&root),
                "{json}"
            );
            let mut nodes = vec![root];
            while let Some(node) = nodes.pop() {
                let rest = task.rest(node.decided, &node.places, node.tiles, &mut counts);
                let said = task.sum(node.gains, rest);
                let said = (said > NEVER / 2).then_some(said);
                assert_eq!(said, expected(&node), "{json} {:?}", node.end);
                compared[usize::from(said.is_some())] += 1;
                if node.decided == rows {
                    continue;
                }
                for bits in 0..1u16 << columns {
                    let (row, missing) = (node.decided, must.rows[node.decided] & !bits);
                    let new_tiles = (bits & !initial.rows[row]).count_ones() as usize;
                    let gained = past.at_the_end(Line::Row(row as u32), usize::from(bits));
                    let may = missing == 0 && new_tiles <= node.tiles && gained.is_some();
                    let next = task.with_row(&node, bits);
                    assert_eq!(next.is_some(), may, "{json} {:?} {bits:b}", node.end);
                    nodes.extend(next);
                }
            }
        }
        assert!(
            compared.iter().all(|&compared| compared > 500),
            "{compared:?}"
        );
    }
}
