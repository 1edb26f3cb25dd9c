use itertools::Itertools;

/// Gain of an impossible state: below every sum, also as a summand of the gains of all lines. A gain up to [`POSSIBLE`] has such a
/// summand.
pub(super) const NEVER: i32 = i32::MIN / 64;
pub(super) const POSSIBLE: i32 = NEVER / 2;

/// Values that a processor takes at once.
const LANES: usize = 8;

/// A line, or a strip of two rows, with its moves.
#[derive(Debug, Clone)]
pub(super) struct Subproblem {
    places: Places,
    /// Gain of a tile by its run, by place and places that are filled before: 0 for a start, and [`NEVER`] where the place
    /// is filled or waits.
    runs: Vec<Vec<i32>>,
    /// The gains of `runs` with those of marked tiles.
    gains: Vec<Vec<i32>>,
    /// Marks, 1 for a tile that is marked, by place and places that are filled before.
    marks: Vec<Vec<i32>>,
}

/// Best gains of a subproblem, by number of turns that are over, for all sets of places. A turn that fills none of the places has the
/// table of the turn before.
#[derive(Debug, Default)]
pub(super) struct GainTables {
    tables: Vec<Vec<i32>>,
    /// Index of the table, by number of turns that are over.
    indices: Vec<usize>,
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
    pub(super) mandatory: usize,
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
        let table = |entry: &dyn Fn(usize, usize) -> i32| {
            let row = |place: usize| (0..sets).map(|bits| entry(place, bits)).collect_vec();
            (0..places.cells.len()).map(row).collect_vec()
        };
        let run = |place: usize, bits: usize| {
            let is_legal = bits >> place & 1 == 0 && places.waits[place] & !bits == 0;
            if is_legal { gain(place, bits) } else { NEVER }
        };
        let runs = table(&run);
        Self {
            gains: runs.clone(),
            runs,
            marks: table(&|place, bits| i32::from(is_marked(place, bits))),
            places,
        }
    }

    /// Sets the gain of a marked tile in each cell.
    pub(super) fn weigh(&mut self, of_cell: impl Fn(usize) -> i32) {
        for (place, &cell) in self.places.cells.iter().enumerate() {
            let weight = of_cell(cell);
            let runs = self.runs[place].iter().zip(&self.marks[place]);
            for (gain, (run, mark)) in self.gains[place].iter_mut().zip(runs) {
                *gain = run + weight * mark;
            }
        }
    }

    fn full(&self) -> usize {
        (1 << self.places.cells.len()) - 1
    }

    /// The places that a turn may fill, each with the gains of a tile there, by the places that are filled before, and with its
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

    /// Writes the gains of the subproblem into tables, which may be those of another subproblem or of other prices.
    pub(super) fn write_gains(&self, prices: &[Vec<i32>], tables: &mut GainTables) {
        tables.begin(self.full() + 1, self.places.initial);
        for (turn, prices) in prices.iter().enumerate() {
            if self.places.open[turn] == 0 {
                tables.repeat();
                continue;
            }
            let (before, table) = tables.advance();
            for (place, gains, price) in self.open(turn, prices) {
                let (bit, block) = self.blocks(place);
                let blocks = table.chunks_mut(block).zip(before.chunks(block));
                for ((after, before), gains) in blocks.zip(gains.chunks(block)) {
                    raise(&mut after[bit..], before, gains, price);
                }
            }
        }
    }

    /// The most that the subproblem can still gain, by number of turns that are over, for all sets of places.
    pub(super) fn rest(&self, prices: &[Vec<i32>]) -> Vec<Vec<i32>> {
        let mut table: Vec<i32> = (0..=self.full()).map(|bits| self.end_gain(bits)).collect();
        let mut rest = vec![table.clone()];
        for (turn, prices) in prices.iter().enumerate().rev() {
            let after = table.clone();
            for (place, gains, price) in self.open(turn, prices) {
                let (bit, block) = self.blocks(place);
                let blocks = table.chunks_mut(block).zip(after.chunks(block));
                for ((to, after), gains) in blocks.zip(gains.chunks(block)) {
                    raise(to, &after[bit..], gains, price);
                }
            }
            rest.push(table.clone());
        }
        rest.reverse();
        rest
    }

    /// Best gain of the subproblem with each set of places at the end, after all turns.
    pub(super) fn ends(&self, tables: &GainTables, turns: usize) -> Vec<i32> {
        let gains = tables.after(turns).iter().enumerate();
        let ends = gains.map(|(bits, gain)| gain + self.end_gain(bits));
        ends.collect()
    }

    fn end_gain(&self, bits: usize) -> i32 {
        if self.places.mandatory & !bits != 0 {
            return NEVER;
        }
        let complete = self.places.complete.iter();
        let complete = complete.filter(|&&(set, _)| set & !bits == 0);
        complete.map(|(_, gain)| gain).sum()
    }

    /// Traces a best path to an end through the gain tables: for each tile the turn, the cell, and whether the tile is marked.
    pub(super) fn trace(
        &self,
        mut bits: usize,
        gain_tables: &GainTables,
        prices: &[Vec<i32>],
        tiles: &mut Vec<(usize, usize, bool)>,
    ) {
        tiles.clear();
        for turn in (0..prices.len()).rev() {
            let (before_turn, gain) = (gain_tables.after(turn), gain_tables.after(turn + 1)[bits]);
            if before_turn[bits] == gain {
                continue;
            }
            let step = self
                .open(turn, &prices[turn])
                .find(|&(place, gains, price)| {
                    let before = bits & !(1 << place);
                    before != bits
                        && before_turn[before] > POSSIBLE
                        && before_turn[before] + gains[before] - price == gain
                });
            let Some((place, ..)) = step else {
                return;
            };
            let before = bits & !(1 << place);
            let is_marked = self.marks[place][before] == 1;
            tiles.push((turn, self.places.cells[place], is_marked));
            bits = before;
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
    /// Begins before the first turn, with one set of filled places.
    fn begin(&mut self, sets: usize, initial: usize) {
        if self.tables.is_empty() {
            self.tables.push(Vec::new());
        }
        let first = &mut self.tables[0];
        first.clear();
        first.resize(sets, NEVER);
        first[initial] = 0;
        self.indices = vec![0];
    }

    /// Adds a turn that changes nothing.
    fn repeat(&mut self) {
        self.indices.push(self.last());
    }

    /// Adds a turn: the table before it, and a copy to be written on.
    fn advance(&mut self) -> (&[i32], &mut [i32]) {
        let last = self.last();
        self.indices.push(last + 1);
        if self.tables.len() == last + 1 {
            self.tables.push(Vec::new());
        }
        let (before, after) = self.tables.split_at_mut(last + 1);
        after[0].clone_from(&before[last]);
        (&before[last], &mut after[0])
    }

    fn last(&self) -> usize {
        self.indices.last().copied().unwrap_or(0)
    }

    /// The table after `turns` turns.
    fn after(&self, turns: usize) -> &[i32] {
        &self.tables[self.indices[turns]]
    }
}

/// Raises the gain of each state of `to` to that with a tile from its state of `from`.
///
/// A state to which no way leads gains with tiles, too, and stays below [`POSSIBLE`] all the same: it is farther from
/// [`POSSIBLE`] than all tiles of a subproblem can gain.
fn raise(to: &mut [i32], from: &[i32], gains: &[i32], price: i32) {
    for ((to, &from), &gain) in to.iter_mut().zip(from).zip(gains) {
        *to = (*to).max(from + gain - price);
    }
}
