use crate::bounds::rest::line_points;
use itertools::Itertools;

/// Worse than every sum, and still after it has been added to those of all lines.
pub(super) const NEVER: i32 = i32::MIN / 64;
pub(super) const EVER: i32 = NEVER / 2;

/// So many numbers a processor takes at once.
const LANES: usize = 8;

/// A line, and what turns may do in it.
#[derive(Debug, Clone)]
pub(super) struct PricedLine {
    /// By place, the index of the cell.
    pub(super) cells: Vec<usize>,
    initial: usize,
    /// By turn, the places that may be filled, as a set.
    open: Vec<usize>,
    /// By place and places that are filled before, what the tile gains by its run; 0 for a start, and [`NEVER`] where the place
    /// is filled or waits.
    runs: Vec<Vec<i32>>,
    /// The same with what a start gains, and what any tile gains beside.
    gains: Vec<Vec<i32>>,
    /// What the complete line gains at the end.
    complete: i32,
}

impl PricedLine {
    /// A line of these cells. `waits` has the places that come before each place, and `gain` says what the points of a run
    /// gain.
    pub(super) fn new(
        cells: Vec<usize>,
        (initial, open, waits): (usize, Vec<usize>, &[usize]),
        complete: i32,
        gain: impl Fn(i32) -> i32,
    ) -> Self {
        let length = cells.len();
        let runs = waits.iter().enumerate().map(|(place, waits)| {
            let run = |bits: usize| match bits >> place & 1 == 0 && waits & !bits == 0 {
                true => gain(line_points(bits, place) as i32),
                false => NEVER,
            };
            (0..1 << length).map(run).collect_vec()
        });
        let runs = runs.collect_vec();
        Self {
            cells,
            initial,
            open,
            gains: runs.clone(),
            runs,
            complete,
        }
    }

    /// Sets what a start in a place gains, and what any tile there gains beside.
    pub(super) fn weigh(&mut self, place: usize, start: i32, tile: i32) {
        for (gain, &run) in self.gains[place].iter_mut().zip(&self.runs[place]) {
            *gain = run + tile + if run == 0 { start } else { 0 };
        }
    }

    fn full(&self) -> usize {
        (1 << self.cells.len()) - 1
    }

    /// The places that a turn may fill, each with what a tile gains there, by the places that are filled before, and with its
    /// price.
    fn places<'a>(
        &'a self,
        turn: usize,
        prices: &'a [i32],
    ) -> impl Iterator<Item = (usize, &'a [i32], i32)> {
        let open = self.open[turn];
        let places = (0..self.cells.len()).filter(move |place| open >> place & 1 == 1);
        places.map(|place| (place, &*self.gains[place], prices[self.cells[place]]))
    }

    /// How far behind a set the set with the place stands, and how many sets to go through at a time: first those without the
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

    /// By number of turns that are over, for all sets of places, the most that the line has gained.
    pub(super) fn past(&self, prices: &[Vec<i32>]) -> Vec<Vec<i32>> {
        let mut now = vec![NEVER; self.full() + 1];
        now[self.initial] = 0;
        let mut past = vec![now];
        for (turn, prices) in prices.iter().enumerate() {
            let before = &past[turn];
            let mut now = before.clone();
            for (place, gains, price) in self.places(turn, prices) {
                let (bit, block) = self.blocks(place);
                let blocks = now.chunks_mut(block).zip(before.chunks(block));
                for ((after, before), gains) in blocks.zip(gains.chunks(block)) {
                    raise(&mut after[bit..], before, gains, price);
                }
            }
            past.push(now);
        }
        past
    }

    /// By number of turns that are over, for all sets of places, the most that the line can still gain.
    pub(super) fn rest(&self, prices: &[Vec<i32>]) -> Vec<Vec<i32>> {
        let mut now: Vec<i32> = (0..=self.full())
            .map(|bits| self.at_the_end(bits))
            .collect();
        let mut rest = vec![now.clone()];
        for (turn, prices) in prices.iter().enumerate().rev() {
            let after = now.clone();
            for (place, gains, price) in self.places(turn, prices) {
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

    fn at_the_end(&self, bits: usize) -> i32 {
        match bits == self.full() {
            true => self.complete,
            false => 0,
        }
    }

    /// A best way to fill the line, by what is known of it from the first turn on: the gain, and for each tile the turn,
    /// the cell, and whether it is a start.
    pub(super) fn best(
        &self,
        past: &[Vec<i32>],
        prices: &[Vec<i32>],
        tiles: &mut Vec<(usize, usize, bool)>,
    ) -> i32 {
        tiles.clear();
        let Some(last) = past.last() else {
            return NEVER;
        };
        let ends = last
            .iter()
            .enumerate()
            .filter(|(_, gained)| **gained > EVER);
        let ends = ends.map(|(bits, gained)| (gained + self.at_the_end(bits), bits));
        let Some((best, mut bits)) = ends.max() else {
            return NEVER;
        };
        for turn in (0..prices.len()).rev() {
            let gained = past[turn + 1][bits];
            if past[turn][bits] == gained {
                continue;
            }
            let from = self
                .places(turn, &prices[turn])
                .find(|&(place, gains, price)| {
                    let before = bits & !(1 << place);
                    before != bits
                        && past[turn][before] > EVER
                        && past[turn][before] + gains[before] - price == gained
                });
            let Some((place, ..)) = from else {
                return NEVER;
            };
            let from = bits & !(1 << place);
            let start = self.runs[place][from] == 0;
            tiles.push((turn, self.cells[place], start));
            bits = from;
        }
        best
    }
}

/// Puts in place of what each state of `to` gains what it gains with a tile from its state of `from`, where that is more.
///
/// A state to which no way leads gains with tiles, too, and stays below [`EVER`] all the same: it is farther from
/// [`EVER`] than all tiles of a line can gain.
fn raise(to: &mut [i32], from: &[i32], gains: &[i32], price: i32) {
    for ((to, &from), &gain) in to.iter_mut().zip(from).zip(gains) {
        *to = (*to).max(from + gain - price);
    }
}
