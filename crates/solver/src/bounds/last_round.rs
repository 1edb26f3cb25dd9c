//! Lower bound on the score where the last round fills row 1, row 2, … in that order.

use super::blocks::{begins_pair, unpaired_lines};
use super::closed::least_runs;
use crate::instance::{Sense, Turn};
use crate::problem::Problem;
use crate::wall::CellSet;
use azulejo_control::{Control, Stopped};
use itertools::{Itertools, iproduct};

/// Largest number of rows: a table has an entry for each set of rows.
const MOST_ROWS: usize = 13;

/// Lower bound on the score when the whole wall is filled and its last turns fill row 1, row 2, … in that order, one cell each, as
/// the rules `last-round` and `rounds` demand. None for other problems, and none for more than 13 rows.
///
/// Each row reserves one cell for the last round, row i that in column c(i). With a rows and b columns, both 2 or more,
/// and runs of length 1 where a tile is alone, the [block bound](super::block_bound) counts
///
/// ```text
/// score = Σ_lines runs − a·b + (cells that are no start).
/// ```
///
/// **Rows.** The reserved cell makes a run of b, and parts the others: the runs of row i sum up to
/// b + Λ(c(i) − 1) + Λ(b − c(i)) at least.
///
/// **Columns.** Let K be the rows with their reserved cell in a column, k₁ < k₂ < … < kₛ. They part the other cells, which
/// have Λ(length) at least for each part. Then K is filled from the top: with kⱼ everything above k_{j+1} is filled, so
/// its run is k_{j+1} − 1, and the last one is a.
///
/// **Cells that are no start.** A reserved cell has a filled neighbour in its row, because b ≥ 2; and above it, or, in row 1,
/// below it, unless row 2 has its reserved cell in the same column. So all reserved cells are no starts, but perhaps that of row 1.
/// Each block of four has a cell that is no start, its last one. So has each block of a set of blocks side by side as
/// many as it has reserved cells that are none, and 1 at least; and outside of them all such reserved cells count.
///
/// All is a sum over pairs of columns of what follows from the rows that reserve a cell in each. The minimum over all c is
/// found column pair by column pair, over the sets of rows that have a reserved cell so far: `3^a` steps a pair. It is the
/// minimum itself on n×n with `last-round` up to 8×8.
///
/// # Errors
/// When the run has to end.
pub(crate) fn last_round_bound(
    problem: &Problem,
    control: &Control,
) -> Result<Option<u32>, Stopped> {
    if !applies(problem) {
        return Ok(None);
    }
    let wall = problem.wall();
    let mut best = 0;
    for (row, column) in iproduct!(unpaired_lines(wall.rows()), unpaired_lines(wall.columns())) {
        best =
            best.max(ReserveCosts::new(wall.rows(), wall.columns(), (row, column)).least(control)?);
    }
    let bound = u32::try_from(best).ok();
    Ok(bound.map(|bound| bound + problem.full_bonus()))
}

fn applies(problem: &Problem) -> bool {
    let wall = problem.wall();
    problem.sense() == Sense::Minimize
        && problem.horizon() == wall.len()
        && (2..=MOST_ROWS).contains(&wall.rows())
        && wall.columns() >= 2
        && last_round_cells(problem).is_some()
}

/// Per row, the cells that may be its last one, where the last turns fill a cell of row 1, one of row 2, … in that order.
pub(super) fn last_round_cells(problem: &Problem) -> Option<Vec<&CellSet>> {
    let wall = problem.wall();
    let first = problem.horizon().checked_sub(wall.rows())?;
    let reserve = (0..wall.rows()).map(|row| {
        let cells = problem.allowed(Turn::from_index(first + row));
        let is_in_row = cells.iter().all(|cell| wall.row_of(cell) == row);
        is_in_row.then_some(cells)
    });
    reserve.collect()
}

/// Costs of reserved cells, where blocks leave out a row and a column.
struct ReserveCosts {
    rows: usize,
    columns: usize,
    unpaired: Option<usize>,
    /// Per set of rows with their reserved cell in a column, the least runs of the column, less the tile of row 1 if it may be
    /// a start.
    column: Vec<i64>,
    /// Per set of rows, the second of two reserved cells in a block, and the reserved cells outside of all blocks.
    surplus: Vec<i64>,
    /// Per column, the least runs of a row with its reserved cell there.
    row: Vec<i64>,
}

impl ReserveCosts {
    fn new(rows: usize, columns: usize, (row, column): (Option<usize>, Option<usize>)) -> Self {
        let runs = |cells: usize| least_runs(cells as u64) as i64;
        let in_rows = |set: usize| (0..rows).filter(move |row| set >> row & 1 == 1);
        let of_column = |set: usize| {
            let mut sum = if set & 0b11 == 0b11 { -1 } else { 0 };
            let mut from = 0;
            for reserve in in_rows(set) {
                sum += runs(reserve - from);
                from = reserve + 1;
            }
            let ends = in_rows(set).skip(1).chain((set > 0).then_some(rows));
            sum + runs(rows - from) + ends.map(|end| end as i64).sum::<i64>()
        };
        let surplus = |set: usize| {
            let has_both = |first: &usize| begins_pair(*first, row) && set >> first & 0b11 == 0b11;
            let pairs = (0..rows - 1).filter(|first| Some(*first) != row && has_both(first));
            pairs.count() as i64 + row.map_or(0, |row| (set >> row & 1) as i64)
        };
        let of_row = |reserve: usize| columns as i64 + runs(reserve) + runs(columns - 1 - reserve);
        Self {
            rows,
            columns,
            unpaired: column,
            column: (0..1 << rows).map(of_column).collect(),
            surplus: (0..1 << rows).map(surplus).collect(),
            row: (0..columns).map(of_row).collect(),
        }
    }

    /// The least score over all ways to reserve cells.
    fn least(&self, control: &Control) -> Result<i64, Stopped> {
        let all = (1usize << self.rows) - 1;
        let mut best = vec![i64::MAX / 2; all + 1];
        best[0] = 0;
        let mut column = 0;
        while column < self.columns {
            control.go_on()?;
            let of_group = if Some(column) == self.unpaired {
                (0..=all).map(|set| self.single(column, set)).collect_vec()
            } else {
                (0..=all).map(|set| self.pair(column, set)).collect_vec()
            };
            best = (0..=all)
                .map(|set| {
                    subsets(set)
                        .map(|new| best[set ^ new] + of_group[new])
                        .min()
                })
                .map(|least| least.unwrap_or(0))
                .collect();
            column += if Some(column) == self.unpaired { 1 } else { 2 };
        }
        let blocks = (self.rows / 2) * (self.columns / 2);
        Ok(best[all] + blocks as i64 - (self.rows * self.columns) as i64)
    }

    /// Cost where the rows of a set reserve their cells in this column, which has no blocks.
    fn single(&self, column: usize, set: usize) -> i64 {
        let reserve = i64::from(set.count_ones());
        self.column[set] + reserve * self.row[column] + reserve
    }

    /// Cost where the rows of a set reserve their cells in this column or the next.
    fn pair(&self, column: usize, set: usize) -> i64 {
        let shared = subsets(set).map(|left| {
            let right = set ^ left;
            let rows = i64::from(left.count_ones()) * self.row[column]
                + i64::from(right.count_ones()) * self.row[column + 1];
            self.column[left] + self.column[right] + rows
        });
        shared.min().unwrap_or(0) + self.surplus[set]
    }
}

/// Every subset of a set, the set and the empty set included.
fn subsets(set: usize) -> impl Iterator<Item = usize> {
    let smaller = move |part: &usize| (*part > 0).then(|| (part - 1) & set);
    std::iter::successors(Some(set), smaller)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::small::{json_of, valid};

    fn problem(rows: usize, columns: usize, rule: &str) -> Problem {
        let constraints = format!(r#", "constraints": [{{"type": "{rule}"}}]"#);
        valid(&json_of((rows, columns), Sense::Minimize, &constraints))
    }

    fn bound(rows: usize, columns: usize, rule: &str) -> Option<u32> {
        last_round_bound(&problem(rows, columns, rule), &Control::default()).expect("not stopped")
    }

    #[test]
    fn the_bound_is_the_minimum_or_near_it() {
        for (n, least) in [
            (2, 9),
            (3, 24),
            (4, 53),
            (5, 92),
            (6, 147),
            (7, 210),
            (8, 297),
        ] {
            for rule in ["last-round", "rounds"] {
                assert_eq!(bound(n, n, rule), Some(least), "{n}×{n}, {rule}");
            }
        }
        assert_eq!(bound(1, 5, "rounds"), None);
        assert_eq!(bound(14, 2, "rounds"), None);
    }

    /// The figures of `docs/proofs.md`, section 9.
    #[test]
    fn the_bound_depends_on_the_places_of_the_blocks() {
        for (n, bounds) in [(5, 91..=92), (7, 208..=210), (9, 394..=396)] {
            let pairs = iproduct!(unpaired_lines(n), unpaired_lines(n));
            let scores =
                pairs.map(|unpaired| ReserveCosts::new(n, n, unpaired).least(&Control::default()));
            let scores: Result<Vec<i64>, Stopped> = scores.collect();
            let scores = scores.expect("not stopped").into_iter().minmax();
            let (least, most) = scores.into_option().expect("several");
            assert_eq!(least..=most, bounds, "{n}×{n}");
        }
    }

    #[test]
    fn a_filled_wall_earns_its_bonus_too() {
        let members = r#", "bonus": {"row": 2, "column": 7, "colour": 10}, "constraints": [{"type": "last-round"}]"#;
        let problem = valid(&json_of((3, 3), Sense::Minimize, members));
        let bound = last_round_bound(&problem, &Control::default());
        assert_eq!(bound, Ok(Some(24 + 3 * (2 + 7 + 10))));
    }

    /// The state graph knows no reserved cells.
    #[test]
    fn no_order_of_a_small_wall_scores_less() {
        for (rows, columns) in iproduct!(2..=8, 2..=8).filter(|(a, b)| a * b <= 16) {
            for rule in ["last-round", "rounds"] {
                let problem = problem(rows, columns, rule);
                let outcome = crate::graph::solve(&problem, &Control::default());
                let least = outcome
                    .expect("small")
                    .verdict
                    .score()
                    .expect("there are orders");
                let bound = bound(rows, columns, rule).expect("it applies");
                assert!(
                    bound <= least,
                    "{rows}×{columns}, {rule}: {least} beats {bound}"
                );
            }
        }
    }

    /// Every choice of reserved cells by itself, column by column and block by block, by the formula.
    #[test]
    fn the_table_finds_the_least_of_all_choices() {
        for (a, b) in iproduct!(2usize..=5, 2usize..=4) {
            let runs = |cells: usize| least_runs(cells as u64) as i64;
            let mut best = 0;
            for (row, column) in iproduct!(unpaired_lines(a), unpaired_lines(b)) {
                let choices = (0..a).map(|_| 0..b).multi_cartesian_product();
                let least = choices.map(|reserve| {
                    let rows: i64 = reserve
                        .iter()
                        .map(|&c| b as i64 + runs(c) + runs(b - 1 - c))
                        .sum();
                    let columns: i64 = (0..b)
                        .map(|c| {
                            let of_column = (0..a).filter(|&r| reserve[r] == c).collect_vec();
                            let mut filled = vec![true; a];
                            of_column.iter().for_each(|&r| filled[r] = false);
                            let parts = filled.split(|filled| !filled).map(|part| runs(part.len()));
                            let mut sum: i64 = parts.sum();
                            for &r in &of_column {
                                filled[r] = true;
                                let above = filled[..r]
                                    .iter()
                                    .rev()
                                    .take_while(|is_filled| **is_filled)
                                    .count();
                                let below = filled[r..]
                                    .iter()
                                    .take_while(|is_filled| **is_filled)
                                    .count();
                                sum += (above + below) as i64;
                            }
                            sum
                        })
                        .sum();
                    let no_start = |r: usize| r > 0 || reserve[1] != reserve[0];
                    let in_block =
                        |r: usize, c: usize| (r, c) != (a, b) && reserve[r] == c && no_start(r);
                    let (mut blocks, mut inside) = (0, 0);
                    for (r, c) in iproduct!(0..a - 1, 0..b - 1) {
                        if Some(r) != row
                            && Some(c) != column
                            && begins_pair(r, row)
                            && begins_pair(c, column)
                        {
                            let cells = iproduct!(r..r + 2, c..c + 2);
                            let reserve = cells.filter(|&(r, c)| in_block(r, c)).count();
                            blocks += reserve.max(1) as i64;
                            inside += reserve as i64;
                        }
                    }
                    let all = (0..a).filter(|&r| no_start(r)).count() as i64;
                    rows + columns - (a * b) as i64 + blocks + all - inside
                });
                best = best.max(least.min().expect("some choice"));
            }
            let bound = bound(a, b, "last-round").expect("it applies");
            assert_eq!(i64::from(bound), best, "{a}×{b}");
        }
    }
}
