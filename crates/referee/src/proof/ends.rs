//! The sets of cells that orders may have filled when they end: `docs/proofs.md`, section 6.

use super::Refusal;
use super::sweep::{Cells, Mix, Past, bit};
use crate::statement::Sense;
use std::collections::{BTreeSet, HashMap};
use std::hash::BuildHasherDefault;

/// As many beginnings of ends are looked at.
pub(super) const MOST_BEGINNINGS: usize = 200_000;

/// How often each number occurs, five bits a number.
type Multiset = u64;

/// What lines earn together by the numbers of tiles that they get, the most first.
type Sums = Vec<(i64, Multiset)>;

/// What a line earns by the number of tiles that it gets; none where that cannot be.
type ByNumber = Vec<Option<i64>>;

/// So many sums are kept for columns that look alike.
const KEPT: usize = 500;

/// The ends that may reach the goal, row by row.
pub(super) struct Ends<'a> {
    past: &'a Past<'a>,
    goal: i64,
    /// The cells that are in the end: what must be filled, and the colours that are to be full.
    forced: Cells,
    /// What the ways to count and the full colours add.
    extra: [i64; 2],
    /// Per way, line and set of its places, what the line earns if it ends so; none if it cannot.
    earns: [Vec<Vec<Option<i64>>>; 2],
    /// Per way and number of rows that are decided, what the others earn.
    rest: [Vec<Sums>; 2],
    kept: HashMap<Vec<ByNumber>, Sums>,
    looked: usize,
    found: BTreeSet<Cells>,
}

impl<'a> Ends<'a> {
    /// All ends that may reach a goal.
    pub(super) fn of(past: &'a Past<'a>, goal: i64) -> Result<BTreeSet<Cells>, Refusal> {
        let facts = past.facts();
        let must = (1..=facts.cells()).filter(|&cell| facts.must(cell));
        let must = must.fold(0, |set, cell| set | bit(cell));
        let colours = facts.colours();
        let mut this = Self {
            past,
            goal,
            forced: 0,
            extra: [0; 2],
            earns: Default::default(),
            rest: Default::default(),
            kept: HashMap::new(),
            looked: 0,
            found: BTreeSet::new(),
        };
        // A bonus only makes a score greater: for the minimum no colour needs to be full.
        let maximizes = facts.sense == Sense::Maximize;
        for full in 0..if maximizes { 1u64 << colours.len() } else { 1 } {
            let chosen = colours
                .clone()
                .filter(|colour| full >> (colour - 1) & 1 == 1);
            let cells = chosen.flat_map(|colour| facts.of_colour(colour));
            this.forced = cells.fold(must, |set, cell| set | bit(cell));
            let points = i64::from(full.count_ones()) * i64::from(facts.bonus.colour);
            this.extra = if maximizes {
                [points; 2]
            } else {
                [0, facts.turns as i64]
            };
            this.earns = [0, 1].map(|way| {
                (0..facts.rows + facts.columns)
                    .map(|line| this.ends_of(line, way))
                    .collect()
            });
            this.rest = [0, 1].map(|way| {
                (0..=facts.rows)
                    .map(|decided| this.rows_from(decided, way))
                    .collect()
            });
            this.descend(0, 0, facts.turns, [0; 2])?;
        }
        Ok(this.found)
    }

    fn ends_of(&self, line: usize, way: usize) -> Vec<Option<i64>> {
        let facts = self.past.facts();
        let with_starts = match facts.sense {
            // Singles count as starts of rows, or as starts of columns.
            Sense::Maximize => (line < facts.rows) == (way == 0),
            // Or as none, or as all starts less all tiles.
            Sense::Minimize => way == 1,
        };
        let forced = self.past.places(line, self.forced);
        let sets = 0..1u64 << facts.line(line).len();
        let earns = |places: u64| {
            self.past
                .at_the_end(line, places, with_starts)
                .filter(|_| forced & !places == 0)
        };
        sets.map(earns).collect()
    }

    /// What a line earns by its number of new tiles, if it has these places of the first ones.
    fn by_number(&self, line: usize, decided: usize, places: u64, way: usize) -> ByNumber {
        let length = self.past.facts().line(line).len();
        let initial = self.past.places(line, self.past.initial()) >> decided;
        let mut best = vec![None; length - decided + 1];
        for more in 0..1u64 << (length - decided) {
            let number = (more & !initial).count_ones() as usize;
            best[number] =
                best[number].max(self.earns[way][line][(places | more << decided) as usize]);
        }
        best
    }

    fn rows_from(&self, decided: usize, way: usize) -> Sums {
        let rows = decided..self.past.facts().rows;
        sums(rows.map(|row| self.by_number(row, 0, 0, way)))
    }

    /// Goes on with the next row of a beginning.
    fn descend(
        &mut self,
        row: usize,
        end: Cells,
        left: usize,
        earned: [i64; 2],
    ) -> Result<(), Refusal> {
        let (rows, columns) = (self.past.facts().rows, self.past.facts().columns);
        if row == rows {
            self.found.extend((left == 0).then_some(end));
            return Ok(());
        }
        let initial = self.past.places(row, self.past.initial());
        for places in 0..1u64 << columns {
            let tiles = (places & !initial).count_ones() as usize;
            let earns = [0, 1].map(|way| self.earns[way][row][places as usize]);
            let [Some(one), Some(other)] = earns else {
                continue;
            };
            if tiles > left {
                continue;
            }
            let next = end | Cells::from(places) << (row * columns);
            let earned = [earned[0] + one, earned[1] + other];
            self.looked += 1;
            if self.looked > MOST_BEGINNINGS {
                return Err(Refusal::at(
                    "ends",
                    format!("more than {MOST_BEGINNINGS} beginnings"),
                ));
            }
            if (0..2).all(|way| self.may_reach(row + 1, next, left - tiles, earned[way], way)) {
                self.descend(row + 1, next, left - tiles, earned)?;
            }
        }
        Ok(())
    }

    /// Whether the other rows and all columns can earn what is missing, with numbers of tiles that go together.
    fn may_reach(
        &mut self,
        decided: usize,
        end: Cells,
        left: usize,
        earned: i64,
        way: usize,
    ) -> bool {
        let (rows, columns) = (self.past.facts().rows, self.past.facts().columns);
        let missing = self.goal - earned - self.extra[way];
        let lists = (rows..rows + columns)
            .map(|line| self.by_number(line, decided, self.past.places(line, end), way));
        let mut lists: Vec<ByNumber> = lists.collect();
        // Without a look at the numbers first.
        let alone: Option<i64> = lists
            .iter()
            .map(|list| list.iter().copied().max().flatten())
            .sum();
        let Some((alone, (most, _))) = alone.zip(self.rest[way][decided].first().copied()) else {
            return false;
        };
        if alone + most < missing {
            return false;
        }
        lists.sort_unstable();
        if self.kept.len() > KEPT {
            self.kept.clear();
        }
        let of_columns = self
            .kept
            .entry(lists)
            .or_insert_with_key(|lists| sums(lists.iter().cloned()));
        let all = |sum: &&(i64, Multiset)| total(sum.1) == left;
        let of_columns: Vec<(i64, Multiset)> = of_columns.iter().filter(all).copied().collect();
        let mut of_rows = self.rest[way][decided].iter().filter(all);
        of_rows.any(|&(row, numbers)| {
            let mut enough = of_columns
                .iter()
                .take_while(|(column, _)| row + column >= missing);
            enough.any(|&(_, others)| go_together(numbers, others))
        })
    }
}

/// The best sums of lines, one number of tiles each, by the multiset of the numbers.
fn sums(lines: impl Iterator<Item = ByNumber>) -> Sums {
    let mut sums: HashMap<Multiset, i64, BuildHasherDefault<Mix>> = [(0, 0)].into_iter().collect();
    for line in lines {
        let mut next = HashMap::with_capacity_and_hasher(4 * sums.len(), Default::default());
        for (&numbers, &sum) in &sums {
            for (number, earns) in line.iter().enumerate() {
                if let Some(earns) = earns {
                    let best = next
                        .entry(numbers + (1 << (5 * number)))
                        .or_insert(i64::MIN);
                    *best = (sum + earns).max(*best);
                }
            }
        }
        sums = next;
    }
    let mut sums: Sums = sums
        .into_iter()
        .map(|(numbers, sum)| (sum, numbers))
        .collect();
    sums.sort_unstable_by(|one, other| other.cmp(one));
    sums
}

/// The numbers of a multiset with how often they occur.
fn numbers(multiset: Multiset) -> impl DoubleEndedIterator<Item = (usize, usize)> {
    (0..12).map(move |number| (number, (multiset >> (5 * number) & 31) as usize))
}

fn total(multiset: Multiset) -> usize {
    numbers(multiset)
        .map(|(number, times)| number * times)
        .sum()
}

/// Whether some set of cells has these numbers in its rows and these in its columns, with equal sums: the first columns
/// have no more cells than there is room for in the rows (Gale and Ryser).
fn go_together(rows: Multiset, columns: Multiset) -> bool {
    let largest = numbers(columns)
        .rev()
        .flat_map(|(number, times)| std::iter::repeat_n(number, times));
    let (mut taken, mut room) = (0, 0);
    largest.zip(1..).all(|(number, column)| {
        taken += number;
        room += numbers(rows)
            .filter(|(tiles, _)| *tiles >= column)
            .map(|(_, times)| times)
            .sum::<usize>();
        taken <= room
    })
}
