//! Bounds of rows and of the objective on columns that are not fixed yet.

use super::model::IntegerModel;
use super::row::Range;
use itertools::Itertools;

/// No values of the columns satisfy the rows.
#[derive(Debug)]
pub(super) struct NoSolution;

impl IntegerModel {
    /// Narrows ranges until neither rows nor the objective say more of them. An optimal solution stays, if there is one.
    pub(super) fn narrow(
        &self,
        ranges: &mut [Range],
        changed: Option<usize>,
    ) -> Result<(), NoSolution> {
        let first = match changed {
            None => (0..self.rows.len()).collect_vec(),
            Some(column) => self.rows_of[column].clone(),
        };
        self.by_rows(ranges, first)?;
        loop {
            let fixed = self.by_costs(ranges);
            if fixed.is_empty() {
                return Ok(());
            }
            let rows = fixed.iter().flat_map(|&column| &self.rows_of[column]);
            self.by_rows(ranges, rows.copied().unique().collect())?;
        }
    }

    /// Narrows ranges by these rows, and by those of each column whose range becomes narrower.
    fn by_rows(&self, ranges: &mut [Range], mut waiting: Vec<usize>) -> Result<(), NoSolution> {
        let mut waits = vec![false; self.rows.len()];
        waiting.iter().for_each(|&row| waits[row] = true);
        while let Some(index) = waiting.pop() {
            waits[index] = false;
            let row = &self.rows[index];
            let activity = row.activity(ranges);
            if row.is_broken(activity) {
                return Err(NoSolution);
            }
            if row.is_satisfied(activity) {
                continue;
            }
            for (place, &(column, factor)) in row.terms.iter().enumerate() {
                let range = ranges[column];
                let says_integers = self.is_integral[column] || factor.abs() == 1;
                if range.only().is_some() || !says_integers {
                    continue;
                }
                // The activity is that of before this row: still right, if not the narrowest.
                let left = row.leaves(place, activity, ranges);
                let narrow = range.and(left).ok_or(NoSolution)?;
                if narrow != range {
                    ranges[column] = narrow;
                    for &other in &self.rows_of[column] {
                        if !std::mem::replace(&mut waits[other], true) {
                            waiting.push(other);
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Fixes the columns that no row holds back from the side that the objective prefers; returns them.
    fn by_costs(&self, ranges: &mut [Range]) -> Vec<usize> {
        let mut is_held = vec![[false; 2]; ranges.len()];
        for row in self.open(ranges) {
            let row = &self.rows[row];
            let held = [row.sides.low.is_some(), row.sides.high.is_some()];
            for &(column, factor) in &row.terms {
                // What is at least something holds back a column with a positive coefficient from below.
                let held = if factor > 0 { held } else { [held[1], held[0]] };
                is_held[column] = [0, 1].map(|side| is_held[column][side] || held[side]);
            }
        }
        let columns = ranges.iter_mut().enumerate();
        let fixed = columns.filter_map(|(column, range)| {
            let cost = self.costs[column];
            let [below, above] = is_held[column];
            let wanted = match () {
                () if range.only().is_some() => None,
                () if cost >= 0 && !above => range.high,
                () if cost <= 0 && !below => range.low,
                () => None,
            };
            *range = wanted.map_or(*range, |wanted| Range::of(wanted, wanted));
            wanted.map(|_| column)
        });
        fixed.collect()
    }

    /// The rows that not all values within the ranges satisfy.
    pub(super) fn open(&self, ranges: &[Range]) -> impl Iterator<Item = usize> {
        let rows = self.rows.iter().enumerate();
        rows.filter(|(_, row)| !row.is_satisfied(row.activity(ranges)))
            .map(|(index, _)| index)
    }

    /// The objective value of the fixed columns.
    pub(super) fn gained(&self, ranges: &[Range]) -> i64 {
        let columns = self.costs.iter().zip(ranges);
        let fixed = columns.filter_map(|(cost, range)| Some(cost * range.only()?));
        fixed.sum()
    }
}
