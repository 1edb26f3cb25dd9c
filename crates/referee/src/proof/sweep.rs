//! The checker's own walk through all sets of filled cells.

use super::Refusal;
use super::ends::Ends;
use super::facts::Facts;
use super::line::{Line, run};
use crate::statement::Sense;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// As many empty cells have a table of all sets, if nothing else does.
pub const MOST_DENSE: usize = 25;

/// Back from the ends, as many sets are kept at most, of all turns together.
pub const MOST_COVERINGS: usize = 20_000_000;

/// And as many tiles are taken away from one of them.
const MOST_TILES: usize = 100_000_000;

/// And this is the largest wall, in cells.
pub const LARGEST_SWEEP: usize = 128;

/// The longest line of such a wall.
const LONGEST: usize = 10;

/// Whether no order reaches the goal; without one, whether there is no order.
pub(super) fn check(facts: Facts, goal: Option<i128>) -> Result<(), Refusal> {
    let refuse = |reason: String| Err(Refusal::at("sweep", reason));
    let (cells, free) = (facts.cells(), facts.free().count());
    if cells > LARGEST_SWEEP || facts.rows.max(facts.columns) > Line::LONGEST {
        return refuse(format!(
            "the wall is larger than {LARGEST_SWEEP} cells, or has a line longer than {}",
            Line::LONGEST
        ));
    }
    let goal = goal.map(|goal| i64::try_from(goal).unwrap_or(i64::MAX));
    let walk = Walk::new(facts);
    let dense = free <= MOST_DENSE;
    let back = if walk.facts.rows.max(walk.facts.columns) > LONGEST {
        let reason = format!("a line is longer than {LONGEST}");
        Err(Refusal::at("sweep", reason))
    } else if dense && goal.is_none() {
        Err(Refusal::at("sweep", "without a goal nothing is dropped"))
    } else {
        walk.backward(goal)
    };
    let reached = match back {
        Ok(reached) => reached,
        Err(refusal) if !dense => return Err(refusal),
        Err(_) => walk
            .dense()
            .is_some_and(|best| goal.is_none_or(|goal| best >= goal)),
    };
    match reached {
        false => Ok(()),
        true => refuse("an order is better".into()),
    }
}

/// A set of cells.
pub(super) type Cells = u128;

pub(super) struct Walk {
    facts: Facts,
    /// 1 for the maximum, −1 for the minimum.
    sign: i64,
    initial: Cells,
    /// Per turn, from 1, what it may fill.
    allowed: Vec<Cells>,
    /// Per cell, what has to be filled before it, if it is filled.
    before: Vec<Cells>,
}

pub(super) fn bit(cell: usize) -> Cells {
    1 << (cell - 1)
}

/// The cells of a set.
fn each(mut set: Cells) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let cell = (set != 0).then(|| set.trailing_zeros() as usize + 1)?;
        set &= set - 1;
        Some(cell)
    })
}

impl Walk {
    fn new(facts: Facts) -> Self {
        let mut before = vec![0; facts.cells() + 1];
        for &(first, then) in &facts.waits {
            before[then] |= bit(first);
        }
        let of_turn = |turn| {
            (1..=facts.cells())
                .filter(|&cell| facts.may(cell, turn))
                .fold(0, |set, cell| set | bit(cell))
        };
        let allowed = (0..=facts.turns).map(|turn| if turn == 0 { 0 } else { of_turn(turn) });
        let initial = (1..=facts.cells()).filter(|&cell| facts.is_initial(cell));
        Self {
            sign: match facts.sense {
                Sense::Maximize => 1,
                Sense::Minimize => -1,
            },
            initial: initial.fold(0, |set, cell| set | bit(cell)),
            allowed: allowed.collect(),
            before,
            facts,
        }
    }

    /// What a cell earns when it is filled beside a set, of which is also given what it is with rows and columns exchanged.
    fn points(&self, set: Cells, turned: Cells, cell: usize) -> i64 {
        let (row, column) = self.facts.place(cell);
        let (rows, columns) = (self.facts.rows, self.facts.columns);
        let across = (set >> (row * columns)) as u64 & ((1 << columns) - 1);
        let along = (turned >> (column * rows)) as u64 & ((1 << rows) - 1);
        let (across, along) = (run(across, column), run(along, row));
        let counts = |run: usize| if run > 1 { run as i64 } else { 0 };
        counts(across) + counts(along) + i64::from(across + along == 2)
    }

    /// A set with rows and columns exchanged.
    fn turned(&self, set: Cells) -> Cells {
        let turned = |cell| {
            let (row, column) = self.facts.place(cell);
            bit(column * self.facts.rows + row + 1)
        };
        each(set).fold(0, |other, cell| other | turned(cell))
    }

    /// What the lines of a set earn in the end.
    fn bonus(&self, set: Cells) -> i64 {
        let (facts, bonus) = (&self.facts, self.facts.bonus);
        let full = |cells: &[usize]| cells.iter().all(|&cell| set & bit(cell) != 0);
        let lines = (0..facts.rows + facts.columns).filter(|&line| full(&facts.line(line)));
        let lines = lines.map(|line| {
            if line < facts.rows {
                bonus.row
            } else {
                bonus.column
            }
        });
        let colours = facts
            .colours()
            .filter(|&colour| full(&facts.of_colour(colour)));
        lines.map(i64::from).sum::<i64>() + colours.count() as i64 * i64::from(bonus.colour)
    }

    /// The best score of all orders, by a table of all sets of the free cells. Of a minimum, below zero.
    fn dense(&self) -> Option<i64> {
        let free: Vec<usize> = self.facts.free().collect();
        // A set is put together of its halves, each with itself turned.
        let half = |places: &[usize]| {
            let cells = |set: usize| {
                let some = places.iter().enumerate();
                let cells = some
                    .filter(|(place, _)| set >> place & 1 == 1)
                    .fold(0, |cells, (_, &cell)| cells | bit(cell));
                (cells, self.turned(cells))
            };
            (0..1 << places.len()).map(cells).collect::<Vec<_>>()
        };
        let low = free.len() / 2;
        let (lows, highs) = (half(&free[..low]), half(&free[low..]));
        let first = (self.initial, self.turned(self.initial));
        const NEVER: i32 = i32::MIN;
        let mut best = vec![NEVER; 1 << free.len()];
        best[0] = 0;
        let mut found = None;
        for set in 0..best.len() {
            if best[set] == NEVER {
                continue;
            }
            let (some, others) = (lows[set & ((1 << low) - 1)], highs[set >> low]);
            let here = first.0 | some.0 | others.0;
            let turned = first.1 | some.1 | others.1;
            let turn = set.count_ones() as usize + 1;
            if turn > self.facts.turns {
                let must = self
                    .facts
                    .free()
                    .all(|cell| !self.facts.must(cell) || here & bit(cell) != 0);
                let score = i64::from(best[set]) + self.sign * self.bonus(here);
                found = found.max(must.then_some(score));
                continue;
            }
            for (place, &cell) in free.iter().enumerate() {
                let may =
                    self.allowed[turn] & !here & bit(cell) != 0 && self.before[cell] & !here == 0;
                if may {
                    let value = best[set] + (self.sign * self.points(here, turned, cell)) as i32;
                    let after = &mut best[set | 1 << place];
                    *after = value.max(*after);
                }
            }
        }
        found
    }

    /// Whether some order may reach the goal: layer by layer from the ends of orders back to turn 1, without the sets of which
    /// the turns before cannot earn what is left. An error if too many sets are kept.
    fn backward(&self, goal: Option<i64>) -> Result<bool, Refusal> {
        let past = Past::new(self)?;
        let ends = match (self.facts.whole, goal) {
            (true, _) => [(1..=self.facts.cells()).fold(0, |set, cell| set | bit(cell))].into(),
            (false, Some(goal)) => Ends::of(&past, goal)?,
            (false, None) => return Err(Refusal::at("sweep", "there are too many ends")),
        };
        let layer = ends
            .into_iter()
            .map(|end| (end, self.sign * self.bonus(end)));
        let mut layer: Layer = layer.collect();
        let (mut kept, mut tiles) = (0, 0);
        for turn in (1..=self.facts.turns).rev() {
            let mut before = Layer::default();
            for (&set, &score) in &layer {
                let last = set & !self.initial & self.allowed[turn];
                tiles += last.count_ones() as usize;
                if tiles > MOST_TILES || kept + before.len() > MOST_COVERINGS {
                    return Err(Refusal::at("sweep", "it goes through too many sets"));
                }
                let turned = self.turned(set);
                for cell in each(last) {
                    let left = set & !bit(cell);
                    if self.before[cell] & !left != 0 {
                        continue;
                    }
                    let turned = turned & !self.turned(bit(cell));
                    let score = score + self.sign * self.points(left, turned, cell);
                    if let Some(known) = before.get_mut(&left) {
                        *known = score.max(*known);
                        continue;
                    }
                    let Some(most) = past.most(left, turned, turn - 1) else {
                        continue;
                    };
                    if goal.is_none_or(|goal| score + most >= goal) {
                        before.insert(left, score);
                    }
                }
            }
            kept += before.len();
            layer = before;
        }
        let reached = layer.get(&self.initial);
        Ok(reached.is_some_and(|&score| goal.is_none_or(|goal| score >= goal)))
    }
}

type Layer = HashMap<Cells, i64, BuildHasherDefault<Mix>>;

/// Sets of cells are spread by a multiplication.
#[derive(Default)]
pub(super) struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u128(u128::from(*byte));
        }
    }

    fn write_u64(&mut self, numbers: u64) {
        self.write_u128(u128::from(numbers));
    }

    fn write_u128(&mut self, set: u128) {
        let folded = (set as u64) ^ ((set >> 64) as u64).rotate_left(32) ^ self.0;
        let mixed = (folded ^ folded >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 = mixed ^ mixed >> 29;
    }
}

/// A line, and per turn and set of its places the most points of its orders, and the most with a point for each start (of a
/// minimum below zero).
struct LinePast {
    line: Line,
    points: Vec<Vec<i64>>,
    with_starts: Vec<Vec<i64>>,
}

/// What the turns up to one can have earned, if they have filled a set: `docs/proofs.md`, section 7.
pub(super) struct Past<'a> {
    walk: &'a Walk,
    lines: Vec<LinePast>,
    /// The first cells of 2×2 blocks, in the four ways to lay them side by side.
    blocks: [Cells; 4],
}

impl<'a> Past<'a> {
    fn new(walk: &'a Walk) -> Result<Self, Refusal> {
        let facts = &walk.facts;
        let lines = (0..facts.rows + facts.columns).map(|number| {
            let line = Line::new(facts, number)?;
            Ok(LinePast {
                points: line.by_turn(walk.sign, 0),
                with_starts: line.by_turn(walk.sign, 1),
                line,
            })
        });
        let mut blocks = [0; 4];
        for cell in 1..=facts.cells() {
            let (row, column) = facts.place(cell);
            let block = [
                cell,
                cell + 1,
                cell + facts.columns,
                cell + facts.columns + 1,
            ];
            if row + 1 < facts.rows
                && column + 1 < facts.columns
                && !block.iter().all(|&one| facts.is_initial(one))
            {
                blocks[row % 2 * 2 + column % 2] |= bit(cell);
            }
        }
        let lines = lines.collect::<Result<_, _>>()?;
        Ok(Self {
            lines,
            blocks,
            walk,
        })
    }

    pub(super) fn facts(&self) -> &Facts {
        &self.walk.facts
    }

    pub(super) fn initial(&self) -> Cells {
        self.walk.initial
    }

    /// The places of a line that a set has.
    pub(super) fn places(&self, line: usize, set: Cells) -> u64 {
        let cells = self.lines[line].line.cells().iter().enumerate();
        cells.fold(0, |places, (place, &cell)| {
            places | ((set >> (cell - 1)) as u64 & 1) << place
        })
    }

    /// What a line earns if it ends with these places, and with a point for each start; none if it cannot.
    pub(super) fn at_the_end(&self, line: usize, places: u64, with_starts: bool) -> Option<i64> {
        let LinePast {
            line,
            points,
            with_starts: starts,
        } = &self.lines[line];
        let table = if with_starts { starts } else { points };
        let earned = table[self.walk.facts.turns][places as usize];
        let full = places.count_ones() as usize == line.cells().len();
        let bonus = if full {
            self.walk.sign * line.bonus()
        } else {
            0
        };
        (earned != i64::MIN).then(|| earned + bonus)
    }

    /// None if no order fills the set by the turn.
    fn most(&self, set: Cells, turned: Cells, turn: usize) -> Option<i64> {
        let (rows, columns) = (self.walk.facts.rows, self.walk.facts.columns);
        let mut plain = [0; 2];
        let mut with = [0; 2];
        for (
            number,
            LinePast {
                points,
                with_starts: starts,
                ..
            },
        ) in self.lines.iter().enumerate()
        {
            let of_line = match number.checked_sub(rows) {
                None => (set >> (number * columns)) as usize & ((1 << columns) - 1),
                Some(column) => (turned >> (column * rows)) as usize & ((1 << rows) - 1),
            };
            if starts[turn][of_line] == i64::MIN {
                return None;
            }
            let axis = usize::from(number >= rows);
            plain[axis] += points[turn][of_line];
            with[axis] += starts[turn][of_line];
        }
        Some(match self.walk.facts.sense {
            // A single is a start of its row, and one of its column.
            Sense::Maximize => (plain[0] + with[1]).min(with[0] + plain[1]),
            // All runs, less the tiles that are a start: of a block that is full the last tile is none.
            Sense::Minimize => {
                let full = set & set >> 1 & set >> columns & set >> (columns + 1);
                let blocks = self
                    .blocks
                    .iter()
                    .map(|ways| (full & ways).count_ones())
                    .max();
                let lines = with[0] + with[1];
                lines + turn as i64 - i64::from(blocks.unwrap_or(0))
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statement::{Bonus, Constraint, Statement};

    /// Numbers below another that look like chance, the same in every run.
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
            let mut statement = Statement::bare(rows, columns);
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
                statement.constraints.push(match self.below(6) {
                    0 => Constraint::Before {
                        first: cell,
                        then: turn,
                    },
                    1 => Constraint::Window {
                        cell,
                        from: turn,
                        to: cells,
                    },
                    2 => Constraint::Window {
                        cell,
                        from: 1,
                        to: turn,
                    },
                    3 => Constraint::Only {
                        cells: (cell..=cells).collect(),
                        from: turn,
                        to: turn,
                    },
                    4 => Constraint::PlaceAt { cell, turn },
                    _ => Constraint::Rounds,
                });
            }
            statement
        }
    }

    /// Back from the ends nothing is dropped that reaches the goal, and nothing reaches what no order does.
    #[test]
    fn both_walks_agree_on_random_instances() {
        let mut chance = Chance(1);
        let mut orders = 0;
        for _ in 0..400 {
            let statement = chance.statement();
            let walk = Walk::new(Facts::new(&statement));
            let reaches = |goal| walk.backward(Some(goal)).expect("it is small");
            match walk.dense() {
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
