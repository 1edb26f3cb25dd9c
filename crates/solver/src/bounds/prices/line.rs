use crate::bounds::rest::{empty_places, line_points};

/// Worse than every sum, and still after it has been added to those of all lines.
pub(super) const NEVER: i32 = i32::MIN / 64;
pub(super) const EVER: i32 = NEVER / 2;

/// A line, and what turns may do in it.
#[derive(Debug, Clone)]
pub(super) struct PricedLine {
    /// By place, the index of the cell.
    pub(super) cells: Vec<usize>,
    pub(super) initial: usize,
    /// By turn, the places that may be filled.
    pub(super) open: Vec<usize>,
    /// By place, the places that come before.
    pub(super) waits: Vec<usize>,
    /// By places that are filled before and place, what the tile gains by its run; 0 for a start.
    pub(super) gains: Vec<i32>,
    /// What a start gains, by place, and what any tile gains beside.
    pub(super) starts: Vec<i32>,
    pub(super) tiles: Vec<i32>,
    /// What the complete line gains at the end.
    pub(super) complete: i32,
}

impl PricedLine {
    pub(super) fn gains(length: usize, gain: impl Fn(i32) -> i32) -> Vec<i32> {
        let mut gains = vec![0; (1 << length) * length];
        for bits in 0..1 << length {
            for place in empty_places(bits, length) {
                gains[bits * length + place] = gain(line_points(bits, place) as i32);
            }
        }
        gains
    }

    fn full(&self) -> usize {
        (1 << self.cells.len()) - 1
    }

    /// What a tile gains in a turn of which each cell has a price.
    fn step(&self, bits: usize, place: usize, prices: &[i32]) -> i32 {
        let gain = self.gains[bits * self.cells.len() + place];
        let start = if gain == 0 { self.starts[place] } else { 0 };
        gain + start + self.tiles[place] - prices[self.cells[place]]
    }

    /// The places that a turn may fill.
    fn places(&self, bits: usize, turn: usize) -> impl Iterator<Item = usize> + '_ {
        let places = empty_places(bits | !self.open[turn], self.cells.len());
        places.filter(move |&place| self.waits[place] & !bits == 0)
    }

    /// By number of turns that are over, for all sets of places, the most that the line has gained.
    pub(super) fn past(&self, prices: &[Vec<i32>]) -> Vec<Vec<i32>> {
        let mut now = vec![NEVER; self.full() + 1];
        now[self.initial] = 0;
        let mut past = vec![now];
        for (turn, prices) in prices.iter().enumerate() {
            let before = &past[turn];
            let mut now = before.clone();
            if self.open[turn] != 0 {
                for (bits, &gained) in before.iter().enumerate() {
                    if gained <= EVER {
                        continue;
                    }
                    for place in self.places(bits, turn) {
                        let to = &mut now[bits | 1 << place];
                        *to = (*to).max(gained + self.step(bits, place, prices));
                    }
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
            if self.open[turn] != 0 {
                for (bits, here) in now.iter_mut().enumerate() {
                    for place in self.places(bits, turn) {
                        let gained = after[bits | 1 << place];
                        if gained > EVER {
                            *here = (*here).max(gained + self.step(bits, place, prices));
                        }
                    }
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
            let filled = (0..self.cells.len()).filter(|place| bits >> place & 1 == 1);
            let from = filled
                .map(|place| (place, bits & !(1 << place)))
                .find(|&(place, from)| {
                    self.open[turn] >> place & 1 == 1
                        && self.waits[place] & !from == 0
                        && past[turn][from] > EVER
                        && past[turn][from] + self.step(from, place, &prices[turn]) == gained
                });
            let Some((place, from)) = from else {
                return NEVER;
            };
            let start = self.gains[from * self.cells.len() + place] == 0;
            tiles.push((turn, self.cells[place], start));
            bits = from;
        }
        best
    }
}
