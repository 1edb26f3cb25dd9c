//! The sweep: the checker's own dynamic program over all sets of filled cells.

use super::facts::Facts;
use super::final_coverings::FinalCoverings;
use super::line::{Line, NEVER, each, run};
use crate::refusal::{Refusal, need};
use crate::row::Condition;
use crate::statement::{Constraint, Sense};
use rustc_hash::FxHashMap;

/// The limit of empty cells for a table of all sets, without other limits.
pub const MOST_DENSE: usize = 25;

/// The limit of sets stored in the backward sweep, over all turns together.
pub const MOST_COVERINGS: usize = 20_000_000;

/// The limit of tiles taken away from stored sets in the backward sweep.
const MOST_TILES: usize = 100_000_000;

/// The limit of the backward sweep's wall, in cells.
pub const LARGEST_SWEEP: usize = 128;

/// The limit of a line's cells in the backward sweep.
const LONGEST: usize = 10;

/// Checks that no order reaches the goal; without a goal, that there is no order.
pub(super) fn check(
    facts: Facts,
    goal: Option<i128>,
    is_stopped: &dyn Fn() -> bool,
) -> Result<(), Refusal> {
    let longest = facts.wall.rows.max(facts.wall.columns);
    let fits = facts.wall.size() <= LARGEST_SWEEP && longest <= Line::LONGEST;
    let reason = "the wall is too large, or has a line that is too long";
    need(fits, "sweep", reason)?;
    let (is_dense, is_short) = (facts.free().count() <= MOST_DENSE, longest <= LONGEST);
    let reason = format_args!("a line is longer than {LONGEST}");
    need(is_dense || is_short, "sweep", reason)?;
    if facts.is_impossible {
        return Ok(());
    }
    let goal = goal.map(|goal| i64::try_from(goal).unwrap_or(i64::MAX));
    let walk = Walk::new(facts, is_stopped)?;
    // Without a goal nothing is dropped on the way back.
    let backward_result = (is_short && (goal.is_some() || !is_dense)).then(|| walk.backward(goal));
    let is_reachable = match backward_result {
        Some(Ok(is_reachable)) => is_reachable,
        Some(Err(refusal)) if !is_dense => return Err(refusal),
        _ => {
            let best = walk.dense()?;
            best.is_some_and(|best| goal.is_none_or(|goal| best >= goal))
        }
    };
    need(!is_reachable, "sweep", "an order is better")
}

/// A set of cells.
pub(super) type Cells = u128;

/// A set of cells, and the set with rows and columns exchanged, so that each line is a row of one of them.
pub(super) type SetPair = (Cells, Cells);

fn bit(cell: usize) -> Cells {
    1 << (cell - 1)
}

pub(super) fn set_of(cells: impl IntoIterator<Item = usize>) -> Cells {
    cells.into_iter().fold(0, |set, cell| set | bit(cell))
}

fn cells_of(set: Cells) -> impl Iterator<Item = usize> {
    let (low, high) = (set as u64, (set >> 64) as u64);
    let places = each(low).chain(each(high).map(|place| place + 64));
    places.map(|place| place + 1)
}

/// The most points of a line's orders, by turn and by the set of places filled by then.
type Table = Vec<Vec<i64>>;

pub(super) struct Walk<'a> {
    pub(super) facts: Facts,
    pub(super) sign: i64,
    pub(super) initial: Cells,
    /// The cells that every order fills.
    pub(super) forced: Cells,
    /// The cells that each turn, from 1, may fill.
    turn_cells: Vec<Cells>,
    /// The cells that come before each cell.
    before: Vec<Cells>,
    /// The conditions of rows on the tile of each turn, from 1.
    conditions: Vec<Vec<Condition>>,
    /// Each line with two tables: its maximum points, and its maximum points with one more for each start.
    pub(super) lines: Vec<(Line, [Table; 2])>,
    /// The first cells of 2×2 blocks, for each of the four tilings of the wall by blocks.
    blocks: [Cells; 4],
    is_stopped: &'a dyn Fn() -> bool,
}

impl<'a> Walk<'a> {
    fn new(facts: Facts, is_stopped: &'a dyn Fn() -> bool) -> Result<Self, Refusal> {
        let (wall, sign) = (facts.wall, facts.statement.sense.sign());
        let mut before = vec![0; wall.size() + 1];
        for &(first, then) in &facts.arcs {
            before[then] |= bit(first);
        }
        let cells_of_turn = |turn| set_of(wall.cells().filter(|&cell| facts.domain[cell][turn]));
        let lines = (0..wall.lines()).map(|number| {
            let line = Line::new(&facts, number)?;
            let tables = [0, 1].map(|start| line.by_turn(sign, start));
            Ok((line, tables))
        });
        let mut blocks = [0; 4];
        for first in wall.cells() {
            let (row, column) = wall.place(first);
            let mut cells = wall.block(first).into_iter().flatten();
            if cells.any(|cell| facts.is_free(cell)) {
                blocks[row % 2 * 2 + column % 2] |= bit(first);
            }
        }
        let mut conditions = vec![Vec::new(); facts.turns + 1];
        let rows = facts.statement.constraints.iter();
        for row in rows.filter_map(Constraint::row) {
            let row_conditions = row.conditions(wall, facts.turns).into_iter();
            row_conditions.for_each(|condition| conditions[condition.turn].push(condition));
        }
        Ok(Self {
            conditions,
            sign,
            initial: set_of(wall.cells().filter(|&cell| facts.initial[cell])),
            forced: set_of(wall.cells().filter(|&cell| facts.is_forced[cell])),
            turn_cells: (0..=facts.turns).map(cells_of_turn).collect(),
            before,
            lines: lines.collect::<Result<_, Refusal>>()?,
            blocks,
            is_stopped,
            facts,
        })
    }

    /// Refuses at a stop of the check, every 4096 steps.
    pub(super) fn check_stop(&self, step: usize) -> Result<(), Refusal> {
        let is_due = step.is_multiple_of(4096);
        need(!is_due || !(self.is_stopped)(), "sweep", "stopped")
    }

    /// The number of a cell with rows and columns exchanged.
    fn transposed(&self, cell: usize) -> usize {
        let (row, column) = self.facts.wall.place(cell);
        column * self.facts.wall.rows + row + 1
    }

    pub(super) fn pair(&self, set: Cells) -> SetPair {
        (set, set_of(cells_of(set).map(|cell| self.transposed(cell))))
    }

    /// The places of a line that a set has.
    pub(super) fn places(&self, line: usize, (set, transposed): SetPair) -> u64 {
        let (rows, columns) = (self.facts.wall.rows, self.facts.wall.columns);
        match line.checked_sub(rows) {
            None => (set >> (line * columns)) as u64 & ((1 << columns) - 1),
            Some(column) => (transposed >> (column * rows)) as u64 & ((1 << rows) - 1),
        }
    }

    /// The points of a cell that is filled beside a set; negative for a minimum.
    fn points(&self, set: SetPair, cell: usize) -> i64 {
        let (row, column) = self.facts.wall.place(cell);
        let across = run(self.places(row, set), column);
        let along = run(self.places(self.facts.wall.rows + column, set), row);
        let counts = |run: usize| if run > 1 { run as i64 } else { 0 };
        self.sign * (counts(across) + counts(along) + i64::from(across + along == 2))
    }

    /// The bonus of a set's complete lines at the end.
    fn bonus(&self, set: Cells) -> i64 {
        let filled = |cell| set & bit(cell) != 0;
        self.sign * i64::from(self.facts.statement.bonus(filled))
    }

    /// Whether a turn may fill a cell beside a set.
    fn is_allowed(&self, turn: usize, set: Cells, cell: usize) -> bool {
        let wall = self.facts.wall;
        let mut conditions = self.conditions[turn].iter();
        self.turn_cells[turn] & !set & bit(cell) != 0
            && self.before[cell] & !set == 0
            && conditions.all(|condition| {
                let filled = |other: usize| set & bit(other) != 0;
                condition.holds(wall, self.facts.turns, cell, filled)
            })
    }

    /// The best score of all orders, by a table of all sets of the free cells; negative for a minimum.
    fn dense(&self) -> Result<Option<i64>, Refusal> {
        let free: Vec<usize> = self.facts.free().collect();
        // From one number to the next, a set changes up to the lowest place of the next set.
        let lowest = (1..=free.len()).map(|places| set_of(free[..places].iter().copied()));
        let flips: Vec<SetPair> = lowest.map(|cells| self.pair(cells)).collect();
        let mut covering = self.pair(self.initial);
        const NEVER: i32 = i32::MIN;
        let mut best = vec![NEVER; 1 << free.len()];
        best[0] = 0;
        let mut maximum = None;
        for set in 0..best.len() {
            self.check_stop(set)?;
            if let Some(flip) = flips.get(set.trailing_zeros() as usize) {
                covering = (covering.0 ^ flip.0, covering.1 ^ flip.1);
            }
            if best[set] == NEVER {
                continue;
            }
            let turn = set.count_ones() as usize + 1;
            if turn > self.facts.turns {
                let score = i64::from(best[set]) + self.bonus(covering.0);
                maximum = maximum.max((self.forced & !covering.0 == 0).then_some(score));
                continue;
            }
            for (place, &cell) in free.iter().enumerate() {
                if self.is_allowed(turn, covering.0, cell) {
                    let value = best[set] + self.points(covering, cell) as i32;
                    let successor = &mut best[set | 1 << place];
                    *successor = value.max(*successor);
                }
            }
        }
        Ok(maximum)
    }

    /// Whether some order may reach the goal: layer by layer from the final coverings back to turn 1, without the sets
    /// from which the earlier turns cannot earn the missing points. An error if too many sets are stored.
    fn backward(&self, goal: Option<i64>) -> Result<bool, Refusal> {
        let ends = match (self.facts.is_full, goal) {
            (true, _) => [set_of(self.facts.wall.cells())].into(),
            (false, Some(goal)) => FinalCoverings::of(self, goal)?,
            (false, None) => return Err(Refusal::at("sweep", "there are too many ends")),
        };
        let meets = |score| goal.is_none_or(|goal| score >= goal);
        let layer = ends.into_iter().map(|end| (end, self.bonus(end)));
        let mut layer: FxHashMap<Cells, i64> = layer.collect();
        let (mut stored, mut tiles) = (0, 0);
        for turn in (1..=self.facts.turns).rev() {
            let mut before = FxHashMap::default();
            for ((&set, &score), step) in layer.iter().zip(0..) {
                self.check_stop(step)?;
                let last = set & !self.initial & self.turn_cells[turn];
                tiles += last.count_ones() as usize;
                let is_bounded = tiles <= MOST_TILES && stored + before.len() <= MOST_COVERINGS;
                need(is_bounded, "sweep", "it goes through too many sets")?;
                let (_, transposed) = self.pair(set);
                for cell in cells_of(last) {
                    let predecessor = set & !bit(cell);
                    if !self.is_allowed(turn, predecessor, cell) {
                        continue;
                    }
                    let pair = (predecessor, transposed & !bit(self.transposed(cell)));
                    let score = score + self.points(pair, cell);
                    if let Some(best) = before.get_mut(&predecessor) {
                        *best = score.max(*best);
                        continue;
                    }
                    let bound = self.points_bound(pair, turn - 1);
                    if bound.is_some_and(|bound| meets(score + bound)) {
                        before.insert(predecessor, score);
                    }
                }
            }
            stored += before.len();
            layer = before;
        }
        Ok(layer.get(&self.initial).is_some_and(|&score| meets(score)))
    }

    /// An upper bound of the points of the turns up to `turn`, if they have filled a set: `docs/proofs.md`, section 7.
    /// None if no order fills the set by the turn.
    fn points_bound(&self, set: SetPair, turn: usize) -> Option<i64> {
        // Along rows and along columns.
        let (mut plain, mut with_starts) = ([0; 2], [0; 2]);
        for ((_, [points, starts]), number) in self.lines.iter().zip(0..) {
            let line_set = self.places(number, set) as usize;
            if starts[turn][line_set] == NEVER {
                return None;
            }
            let axis = usize::from(number >= self.facts.wall.rows);
            plain[axis] += points[turn][line_set];
            with_starts[axis] += starts[turn][line_set];
        }
        Some(match self.facts.statement.sense {
            // A single is a start of its row, and one of its column.
            Sense::Maximize => (plain[0] + with_starts[1]).min(with_starts[0] + plain[1]),
            // All runs, less the tiles that are a start: the last tile of a full block is no start.
            Sense::Minimize => {
                let (set, columns) = (set.0, self.facts.wall.columns);
                let full = set & set >> 1 & set >> columns & set >> (columns + 1);
                let blocks = self.blocks.iter().map(|ways| (full & ways).count_ones());
                with_starts[0] + with_starts[1] + turn as i64 - i64::from(blocks.max().unwrap_or(0))
            }
        })
    }

    /// The points of a line with the given places at the end, with a point more for each start if `with_starts`; none
    /// if no order ends so.
    pub(super) fn at_the_end(&self, line: usize, places: u64, with_starts: bool) -> Option<i64> {
        let (line, tables) = &self.lines[line];
        let earned = tables[usize::from(with_starts)][self.facts.turns][places as usize];
        (earned != NEVER).then(|| earned + self.sign * line.bonus_of(places))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::row::Row;
    use crate::statement::{Bonus, Constraint, Sense, Statement};

    /// Pseudorandom numbers below a bound, the same in every run.
    struct Chance(u64);

    impl Chance {
        fn below(&mut self, bound: usize) -> usize {
            self.0 = self
                .0
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (self.0 >> 33) as usize % bound
        }

        fn statement(&mut self) -> Statement {
            let (rows, columns) = (1 + self.below(4), 2 + self.below(3));
            let json = format!(
                r#"{{"wall": {{"rows": {rows}, "columns": {columns}}}, "sense": "maximize"}}"#
            );
            let mut statement = Statement::from_json(&json).expect("it is a wall");
            let cells = rows * columns;
            statement.initial = (1..=cells).filter(|_| self.below(5) == 0).collect();
            let free = cells - statement.initial.len();
            statement.turns = if self.below(2) == 0 {
                free
            } else {
                self.below(free + 1)
            };
            if self.below(2) == 0 {
                statement.sense = Sense::Minimize;
            }
            if self.below(2) == 0 {
                statement.bonus = Bonus {
                    row: 2,
                    column: 7,
                    colour: 10,
                };
            }
            for _ in 0..self.below(4) {
                let (cell, turn) = (1 + self.below(cells), 1 + self.below(cells));
                statement.constraints.push(match self.below(9) {
                    0 => Constraint::Before(cell, turn),
                    1 => Constraint::Window(cell, turn..=cells),
                    2 => Constraint::Window(cell, 1..=turn),
                    3 => Constraint::Only((cell..=cells).collect(), turn..=turn),
                    4 => Constraint::Filled(vec![cell], turn..=turn),
                    5..8 => {
                        let (time, number) = (self.below(statement.turns + 1), self.below(4));
                        let row = match self.below(4) {
                            0 => format!("count(row, {time}) <= {number}"),
                            1 => format!("earned({}) >= {number}", time.max(1)),
                            2 => format!("y({cell},{time}) + 2 y({cell},end) <= {number}"),
                            _ => format!("count(line, t) - count(line, t-1) <= 1 - y({cell},t)"),
                        };
                        let row = Row::read(&row, statement.wall, statement.turns);
                        Constraint::SubjectTo(row.expect("it is a row"))
                    }
                    _ => Constraint::Rows(Some(0)),
                });
            }
            statement
        }
    }

    /// Tests that the backward sweep drops no set from which the goal is reached, and reaches no goal above the
    /// maximum.
    #[test]
    fn both_walks_agree_on_random_instances() {
        let mut chance = Chance(1);
        let mut orders = 0;
        for _ in 0..400 {
            let statement = chance.statement();
            let walk = Walk::new(Facts::new(&statement), &|| false).expect("it is small");
            let reaches = |goal| walk.backward(Some(goal)).expect("it is small");
            match walk.dense().expect("it is small") {
                Some(best) => {
                    orders += 1;
                    assert!(reaches(best) && reaches(best - 3), "{best}: {statement:?}");
                    assert!(!reaches(best + 1), "{best}: {statement:?}");
                }
                None => assert!(!reaches(-10_000), "{statement:?}"),
            }
        }
        assert!(orders > 200, "{orders}");
    }
}
