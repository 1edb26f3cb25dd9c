use itertools::Itertools;

/// A gain below every sum, also after it has been added to those of all lines; gains up to [`EVER`] come of it.
pub(super) const NEVER: i32 = i32::MIN / 64;
pub(super) const EVER: i32 = NEVER / 2;

/// Values that a processor takes at once.
const LANES: usize = 8;

/// A line, or a strip of two rows, and what turns may do in it.
#[derive(Debug, Clone)]
pub(super) struct Subproblem {
    places: Places,
    /// Gain of a tile by its run, by place and places that are filled before: 0 for a start, and [`NEVER`] where the place
    /// is filled or waits.
    runs: Vec<Vec<i32>>,
    /// The gains of `runs` with those of marked tiles.
    gains: Vec<Vec<i32>>,
    /// Marks, 1 for a tile that is marked, by place and places that are filled before.
    marked: Vec<Vec<i32>>,
}

/// The most that a subproblem has gained, by number of turns that are over, for all sets of places. A turn that fills none of the
/// places has the table of the turn before.
#[derive(Debug, Default)]
pub(super) struct GainTables {
    tables: Vec<Vec<i32>>,
    /// The number of the table, by number of turns that are over.
    at: Vec<usize>,
}

/// The places of a subproblem.
#[derive(Debug, Clone)]
pub(super) struct Places {
    /// Index of the cell of each place.
    pub(super) cells: Vec<usize>,
    pub(super) initial: usize,
    /// The places that each turn may fill, as a set.
    pub(super) open: Vec<usize>,
    /// The places that come before each place, as a set.
    pub(super) waits: Vec<usize>,
    /// The places that every order fills, as a set, with the places that are filled before.
    pub(super) wanted: usize,
    /// Sets of places, and what each gains at the end when it is complete.
    pub(super) complete: Vec<(usize, i32)>,
}

impl Subproblem {
    /// A subproblem on these places. `gain` is the gain of a tile by its run in a place, and `is_marked` whether the tile is marked,
    /// by the places that are filled before.
    pub(super) fn new(
        places: Places,
        gain: impl Fn(usize, usize) -> i32,
        is_marked: impl Fn(usize, usize) -> bool,
    ) -> Self {
        let sets = 1 << places.cells.len();
        let table = |of: &dyn Fn(usize, usize) -> i32| {
            let row = |place: usize| (0..sets).map(|bits| of(place, bits)).collect_vec();
            (0..places.cells.len()).map(row).collect_vec()
        };
        let run = |place: usize, bits: usize| {
            let may_be = bits >> place & 1 == 0 && places.waits[place] & !bits == 0;
            if may_be { gain(place, bits) } else { NEVER }
        };
        let runs = table(&run);
        Self {
            gains: runs.clone(),
            runs,
            marked: table(&|place, bits| i32::from(is_marked(place, bits))),
            places,
        }
    }

    /// Sets what a marked tile gains in each cell.
    pub(super) fn weigh(&mut self, of_cell: impl Fn(usize) -> i32) {
        for (place, &cell) in self.places.cells.iter().enumerate() {
            let mark = of_cell(cell);
            let runs = self.runs[place].iter().zip(&self.marked[place]);
            for (gain, (run, marked)) in self.gains[place].iter_mut().zip(runs) {
                *gain = run + mark * marked;
            }
        }
    }

    fn full(&self) -> usize {
        (1 << self.places.cells.len()) - 1
    }

    /// The places that a turn may fill, each with what a tile gains there, by the places that are filled before, and with its
    /// price.
    fn open<'a>(
        &'a self,
        turn: usize,
        prices: &'a [i32],
    ) -> impl Iterator<Item = (usize, &'a [i32], i32)> {
        let open = self.places.open[turn];
        let cells = &self.places.cells;
        let places = (0..cells.len()).filter(move |place| open >> place & 1 == 1);
        places.map(|place| (place, &*self.gains[place], prices[cells[place]]))
    }

    /// Distance of a set from the set with the place, and the number of sets to go through at a time: first those without the
    /// place and then those with it, or all where these would be too few for a processor to take many at once.
    fn blocks(&self, place: usize) -> (usize, usize) {
        let bit = 1 << place;
        let block = if bit < LANES {
            self.full() + 1
        } else {
            2 * bit
        };
        (bit, block)
    }

    /// Writes the gains of the subproblem into tables that may be those of another subproblem or of other prices.
    pub(super) fn write_past(&self, prices: &[Vec<i32>], past: &mut GainTables) {
        past.begin(self.full() + 1, self.places.initial);
        for (turn, prices) in prices.iter().enumerate() {
            if self.places.open[turn] == 0 {
                past.stay();
                continue;
            }
            let (before, now) = past.go_on();
            for (place, gains, price) in self.open(turn, prices) {
                let (bit, block) = self.blocks(place);
                let blocks = now.chunks_mut(block).zip(before.chunks(block));
                for ((after, before), gains) in blocks.zip(gains.chunks(block)) {
                    raise(&mut after[bit..], before, gains, price);
                }
            }
        }
    }

    /// The most that the subproblem can still gain, by number of turns that are over, for all sets of places.
    pub(super) fn rest(&self, prices: &[Vec<i32>]) -> Vec<Vec<i32>> {
        let mut now: Vec<i32> = (0..=self.full())
            .map(|bits| self.at_the_end(bits))
            .collect();
        let mut rest = vec![now.clone()];
        for (turn, prices) in prices.iter().enumerate().rev() {
            let after = now.clone();
            for (place, gains, price) in self.open(turn, prices) {
                let (bit, block) = self.blocks(place);
                let blocks = now.chunks_mut(block).zip(after.chunks(block));
                for ((here, after), gains) in blocks.zip(gains.chunks(block)) {
                    raise(here, &after[bit..], gains, price);
                }
            }
            rest.push(now.clone());
        }
        rest.reverse();
        rest
    }

    /// The most that the subproblem gains with each set of places at the end, when so many turns are over, which are all.
    pub(super) fn ends(&self, past: &GainTables, turns: usize) -> Vec<i32> {
        let gained = past.after(turns).iter().enumerate();
        let ends = gained.map(|(bits, gained)| gained + self.at_the_end(bits));
        ends.collect()
    }

    fn at_the_end(&self, bits: usize) -> i32 {
        if self.places.wanted & !bits != 0 {
            return NEVER;
        }
        let complete = self.places.complete.iter();
        let complete = complete.filter(|&&(set, _)| set & !bits == 0);
        complete.map(|(_, gain)| gain).sum()
    }

    /// A best way to come to an end, by what is known of the subproblem from the first turn on: for each tile the turn, the cell, and
    /// whether it is marked.
    pub(super) fn way_to(
        &self,
        mut bits: usize,
        past: &GainTables,
        prices: &[Vec<i32>],
        tiles: &mut Vec<(usize, usize, bool)>,
    ) {
        tiles.clear();
        for turn in (0..prices.len()).rev() {
            let (before_turn, gained) = (past.after(turn), past.after(turn + 1)[bits]);
            if before_turn[bits] == gained {
                continue;
            }
            let from = self
                .open(turn, &prices[turn])
                .find(|&(place, gains, price)| {
                    let before = bits & !(1 << place);
                    before != bits
                        && before_turn[before] > EVER
                        && before_turn[before] + gains[before] - price == gained
                });
            let Some((place, ..)) = from else {
                return;
            };
            let from = bits & !(1 << place);
            let marked = self.marked[place][from] == 1;
            tiles.push((turn, self.places.cells[place], marked));
            bits = from;
        }
    }

    /// The places of these cells, as a set.
    pub(super) fn set_of(&self, cells: &[usize]) -> usize {
        let places = self
            .places
            .cells
            .iter()
            .positions(|cell| cells.contains(cell));
        places.map(|place| 1 << place).sum()
    }

    pub(super) fn initial(&self) -> usize {
        self.places.initial
    }
}

impl GainTables {
    /// Begins before the first turn, when the places of one set are filled.
    fn begin(&mut self, sets: usize, initial: usize) {
        if self.tables.is_empty() {
            self.tables.push(Vec::new());
        }
        let first = &mut self.tables[0];
        first.clear();
        first.resize(sets, NEVER);
        first[initial] = 0;
        self.at = vec![0];
    }

    /// Goes on by a turn that changes nothing.
    fn stay(&mut self) {
        self.at.push(self.last());
    }

    /// Goes on by a turn: the table before it, and a copy to be written on.
    fn go_on(&mut self) -> (&[i32], &mut [i32]) {
        let last = self.last();
        self.at.push(last + 1);
        if self.tables.len() == last + 1 {
            self.tables.push(Vec::new());
        }
        let (before, now) = self.tables.split_at_mut(last + 1);
        now[0].clone_from(&before[last]);
        (&before[last], &mut now[0])
    }

    fn last(&self) -> usize {
        self.at.last().copied().unwrap_or(0)
    }

    /// The table when so many turns are over.
    fn after(&self, turns: usize) -> &[i32] {
        &self.tables[self.at[turns]]
    }
}

/// Raises the gain of each state of `to` to that with a tile from its state of `from`.
///
/// A state to which no way leads gains with tiles, too, and stays below [`EVER`] all the same: it is farther from
/// [`EVER`] than all tiles of a subproblem can gain.
fn raise(to: &mut [i32], from: &[i32], gains: &[i32], price: i32) {
    for ((to, &from), &gain) in to.iter_mut().zip(from).zip(gains) {
        *to = (*to).max(from + gain - price);
    }
}
