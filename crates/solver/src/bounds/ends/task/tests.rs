use super::*;
use crate::bounds::ends::lines::Decisions;
use crate::bounds::ends::phases::Phases;
use crate::bounds::prefix::LineEnds;
use crate::instance::Sense;
use crate::problem::small::{json_of, problem_of};
use crate::wall::Covering;
use azulejo_control::Control;
use itertools::{chain, iproduct};
use rustc_hash::FxHashSet;
use std::hash::Hash;

/// Best gain of a line by its number of new tiles from place `first` on, over all ends that contain `must` and agree with
/// `places` before `first`.
fn by_new_tiles(
    (line_ends, line, length): (&LineEnds, Line, usize),
    (must, initial): (u16, u16),
    (first, places): (usize, u16),
    way: usize,
    bonus: i32,
) -> Vec<Option<i32>> {
    let new_tiles = |end: usize| ((end as u16 & !initial) >> first).count_ones() as usize;
    let ends = (0..1 << length).filter(|end| {
        let agrees = (end ^ usize::from(places)) & ((1 << first) - 1) == 0;
        agrees && usize::from(must) & !end == 0
    });
    let mut best = vec![None; length - first + 1];
    for end in ends {
        let whole = if end + 1 == 1 << length { bonus } else { 0 };
        let gain = line_ends.of(line, end).map(|gains| gains[way] + whole);
        let best = &mut best[new_tiles(end)];
        *best = gain.max(*best);
    }
    best
}

/// Best sum of gains for each multiset of the numbers of tiles of lines.
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
    // The product over no lines is empty.
    if lines.is_empty() {
        best.insert(Vec::new(), 0);
    }
    best
}

fn sorted<T: Ord + Hash>(items: impl IntoIterator<Item = T>) -> Vec<T> {
    items.into_iter().sorted().collect()
}

/// Numbers of tiles in the rows and in the columns, of all sets of `tiles` cells.
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

/// Comparison with all sets of cells for the remaining tiles, after every choice of the first rows.
#[test]
fn the_bound_of_a_node_is_the_best_sum_by_numbers_of_tiles() {
    let extras = [
        "",
        r#", "initial": [2, 4], "bonus": {"row": 2, "column": 7}"#,
        r#", "constraints": [{"type": "window", "cell": 3, "from": 1, "to": 2}, {"type": "before", "first": 1, "then": 5}]"#,
        r#", "constraints": [{"type": "before", "first": 5, "then": 1}]"#,
        r#", "initial": [6], "bonus": {"row": 2, "column": 7, "colour": 10}"#,
    ];
    let mut comparisons = [0, 0];
    for ((rows, columns), extra, sense, turns) in iproduct!(
        [(2, 3), (3, 2), (3, 3)],
        extras,
        [Sense::Maximize, Sense::Minimize],
        [2, 4]
    ) {
        let members = format!(r#", "turns": {turns}{extra}"#);
        let json = json_of((rows, columns), sense, &members);
        let Some(problem) = problem_of(&json) else {
            continue;
        };
        let line_ends = LineEnds::new(&problem, &Control::default());
        let line_ends = line_ends.expect("not stopped");
        let mut counts = CountsByRows::new((rows, columns), 0..=columns, turns, 1 << 30);
        let wall = problem.wall();
        let coloured = extra.contains("colour") && sense == Sense::Maximize;
        let colour = wall.colour_cells(0).filter(|_| coloured);
        let colours = [colour.collect_vec()];
        let colours = &colours[..usize::from(coloured)];
        let phases = Phases::new(&problem);
        let mut complete = Decisions::new(&problem, Vec::new());
        colours.iter().for_each(|colour| complete.complete(colour));
        let gains = LineGains::new((&problem, &phases), &line_ends, &complete);
        let mut task = Task::new(&problem, &gains, &Multipliers::new(&gains), 1 << 20);

        let initial: Covering = problem.initial().iter().collect();
        let mandatory = problem.mandatory_cells();
        let must = chain!(initial.cells(), mandatory.iter(), colours.concat());
        let must: Covering = must.collect();
        let (initial, must) = (LineBits::of(wall, initial), LineBits::of(wall, must));
        let bonus = problem.bonus();
        let of_row = |row: usize, way: usize| {
            let line = (&line_ends, Line::Row(row as u32), columns);
            let cells = (must.rows[row], initial.rows[row]);
            by_new_tiles(line, cells, (0, 0), way, sense.gain(bonus.row as i32))
        };
        let of_column = |column: usize, decided: usize, places: u16, way: usize| {
            let line = (&line_ends, Line::Column(column as u32), rows);
            let cells = (must.columns[column], initial.columns[column]);
            by_new_tiles(
                line,
                cells,
                (decided, places),
                way,
                sense.gain(bonus.column as i32),
            )
        };
        // Starts count along one axis for the maximum, and along both or none for the minimum.
        let of_columns = |way: usize| match sense {
            Sense::Maximize => 1 - way,
            Sense::Minimize => way,
        };
        let constant = match sense {
            Sense::Maximize => [10 * colours.len() as i32; 2],
            Sense::Minimize => [0, turns as i32],
        };
        let expected = |node: &Node| {
            let (decided, pairs_left) = (
                node.decided,
                pairs(rows - node.decided, columns, node.tiles),
            );
            let ways = (0..2).map(|way| {
                let row_lines = (decided..rows).map(|row| of_row(row, way)).collect_vec();
                let column_lines = (0..columns).map(|column| {
                    of_column(column, decided, node.end.columns[column], of_columns(way))
                });
                let by_rows = by_numbers(&row_lines);
                let by_columns = by_numbers(&column_lines.collect_vec());
                let sums = pairs_left.iter().filter_map(|(in_rows, in_columns)| {
                    Some(by_rows.get(in_rows)? + by_columns.get(in_columns)?)
                });
                Some(sums.max()? + node.gains[way] / PARTS + constant[way])
            });
            ways.min().flatten()
        };

        let mut nodes = vec![task.root()];
        while let Some(node) = nodes.pop() {
            let bound = task.bound(&node, &mut counts, NEVER / 2);
            assert_eq!(bound, expected(&node), "{json} {:?}", node.end);
            if let Some(bound) = bound {
                assert_eq!(task.bound(&node, &mut counts, bound), None, "{json}");
                assert_eq!(
                    task.bound(&node, &mut counts, bound - 1),
                    Some(bound),
                    "{json}"
                );
            }
            comparisons[usize::from(bound.is_some())] += 1;
            if node.decided == rows {
                continue;
            }
            for bits in 0..1u16 << columns {
                let (row, missing) = (node.decided, must.rows[node.decided] & !bits);
                let new_tiles = (bits & !initial.rows[row]).count_ones() as usize;
                let gain = line_ends.of(Line::Row(row as u32), usize::from(bits));
                // Cells of the decided rows wait only for filled cells.
                let filled = |cell: Cell| match wall.row_of(cell) == row {
                    true => bits >> wall.column_of(cell) & 1 == 1,
                    false => node.end.contains(wall, cell),
                };
                let decided = |cell: &Cell| wall.row_of(*cell) <= row;
                let is_closed = wall.cells().filter(decided).all(|then| {
                    let mut first = problem.before(then).iter().filter(decided);
                    !filled(then) || first.all(filled)
                });
                let is_possible =
                    missing == 0 && new_tiles <= node.tiles && gain.is_some() && is_closed;
                let next = task.with_row(&node, bits);
                assert_eq!(
                    next.is_some(),
                    is_possible,
                    "{json} {:?} {bits:b}",
                    node.end
                );
                nodes.extend(next);
            }
        }
    }
    assert!(
        comparisons.iter().all(|&count| count > 500),
        "{comparisons:?}"
    );
}
