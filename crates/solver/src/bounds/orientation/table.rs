//! Best sums of the runs of the intervals of a line, by the letters of its cells.

use super::line::{LONGEST, Letter, LineRules, Reserve, Stage};

/// Best sum of the runs of an interval; none where no order is possible.
#[derive(Debug, Clone, Copy, Default)]
struct Interval {
    best: Option<i32>,
    /// Places that may be filled last, and the places of these with the best sum.
    lasts: u16,
    best_lasts: u16,
}

/// The best sums of the intervals of a word. In an interval the last cell to be filled makes a run of it all, and parts the rest.
pub(super) struct Table<'a> {
    rules: &'a LineRules,
    letters: Vec<Letter>,
    /// The reserved places among the places with a letter.
    reserve: u16,
    /// Best interval by its first and its last place.
    best: [[Interval; LONGEST]; LONGEST],
}

impl<'a> Table<'a> {
    pub(super) fn new(rules: &'a LineRules) -> Self {
        Self {
            rules,
            letters: vec![Letter::new(false, true); rules.stages.len()],
            reserve: 0,
            best: [[Interval::default(); LONGEST]; LONGEST],
        }
    }

    pub(super) fn places(&self) -> usize {
        self.letters.len()
    }

    /// The letter of a place.
    pub(super) fn letter(&self, place: usize) -> Letter {
        self.letters[place]
    }

    /// Sets the letter of a place after the letters of the places before it; false where the rules exclude the letter.
    pub(super) fn put(&mut self, place: usize, letter: Letter) -> bool {
        let before = self.reserve & ((1 << place) - 1);
        let is_possible = match self.rules.reserve {
            Reserve::None => !letter.in_reserve,
            Reserve::One(places) => {
                let takes_reserve = letter.in_reserve && before == 0 && places >> place & 1 == 1;
                let leaves_reserve =
                    !letter.in_reserve && (before > 0 || places >> (place + 1) > 0);
                takes_reserve || leaves_reserve
            }
            Reserve::Some(places) => !letter.in_reserve || places >> place & 1 == 1,
        };
        if !is_possible {
            return false;
        }
        self.letters[place] = letter;
        self.reserve = before | u16::from(letter.in_reserve) << place;
        if place > 0 {
            let forward = self.letters[place - 1].forward;
            let (first, then) = match forward {
                true => (place - 1, place),
                false => (place, place - 1),
            };
            if self.later(then) >> first & 1 == 1 {
                return false;
            }
        }
        for from in (0..=place).rev() {
            self.best[from][place] = self.of_interval(from, place);
        }
        true
    }

    /// The places with a letter that every order with these letters fills after a place.
    fn later(&self, place: usize) -> u16 {
        let reserve = match (self.rules.stages[place], self.reserve >> place & 1 == 1) {
            (Stage::Never, _) => 0,
            (_, true) => self.reserve & !((2 << place) - 1),
            (_, false) => self.reserve,
        };
        self.rules.later[place] | reserve
    }

    /// The intervals on both sides of the last place of an interval to be filled.
    fn sides(from: usize, last: usize, to: usize) -> impl Iterator<Item = (usize, usize)> {
        let left = (last > from).then(|| (from, last - 1));
        let right = (last < to).then_some((last + 1, to));
        left.into_iter().chain(right)
    }

    fn of_interval(&self, from: usize, to: usize) -> Interval {
        let places = (2u16 << to) - (1 << from);
        let mut interval = Interval::default();
        for last in from..=to {
            let after_left = last == from || self.letters[last - 1].forward;
            let after_right = last == to || !self.letters[last].forward;
            if !after_left || !after_right || self.later(last) & places > 0 {
                continue;
            }
            let run = match self.rules.stages[last] {
                Stage::Initial | Stage::Never => 0,
                Stage::Turn => (to - from + 1) as i32,
            };
            let mut sides = Self::sides(from, last, to).map(|(from, to)| self.best[from][to].best);
            let Some(sum) = sides.try_fold(run, |sum, side| Some(sum + side?)) else {
                continue;
            };
            interval.lasts |= 1 << last;
            if interval.best < Some(sum) {
                interval.best = Some(sum);
                interval.best_lasts = 0;
            }
            if interval.best == Some(sum) {
                interval.best_lasts |= 1 << last;
            }
        }
        interval
    }

    /// The best sum of the whole line, once all places have their letters.
    pub(super) fn best(&self) -> Option<i32> {
        self.best[0][self.places() - 1].best
    }

    /// Pairs of places. An order that keeps to the letters, and fills the first before the second place of each pair, has the best sum.
    pub(super) fn pairs(&self) -> Vec<(usize, usize)> {
        let mut pairs = Vec::new();
        let mut intervals = vec![(0, self.places() - 1)];
        let mut visited = [[false; LONGEST]; LONGEST];
        while let Some((from, to)) = intervals.pop() {
            if std::mem::replace(&mut visited[from][to], true) {
                continue;
            }
            let interval = self.best[from][to];
            let lasts = (from..=to).filter(|last| interval.best_lasts >> last & 1 == 1);
            let worse = interval.lasts & !interval.best_lasts;
            // One of the best places is the last of an order in which each worse place comes before one of them.
            if let Some(last) = lasts.clone().next() {
                let worse = (from..=to).filter(|place| worse >> place & 1 == 1);
                pairs.extend(worse.map(|place| (place, last)));
            }
            intervals.extend(lasts.flat_map(|last| Self::sides(from, last, to)));
        }
        pairs
    }
}
