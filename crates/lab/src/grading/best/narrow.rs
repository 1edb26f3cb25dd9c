//! Bounds of rows and of the objective on columns that are not fixed yet.

use super::model::IntegerModel;
use super::row::Range;
use itertools::Itertools;

/// No values of the columns satisfy the rows.
#[derive(Debug)]
pub(super) struct NoSolution;

impl IntegerModel {
    /// Narrows ranges by the rows and the objective to a fixed point. An optimal solution remains, if there is one.
    pub(super) fn narrow(
        &self,
        ranges: &mut [Range],
        changed: Option<usize>,
    ) -> Result<(), NoSolution> {
        let first = match changed {
            None => (0..self.rows.len()).collect_vec(),
            Some(column) => self.rows_of[column].clone(),
        };
        self.propagate_rows(ranges, first)?;
        loop {
            let fixed = self.fix_by_costs(ranges);
            if fixed.is_empty() {
                return Ok(());
            }
            let rows = fixed.iter().flat_map(|&column| &self.rows_of[column]);
            self.propagate_rows(ranges, rows.copied().unique().collect())?;
        }
    }

    /// Narrows ranges by the rows of a queue, and by the rows of each column with a narrower range.
    fn propagate_rows(
        &self,
        ranges: &mut [Range],
        mut queue: Vec<usize>,
    ) -> Result<(), NoSolution> {
        let mut is_queued = vec![false; self.rows.len()];
        queue.iter().for_each(|&row| is_queued[row] = true);
        while let Some(index) = queue.pop() {
            is_queued[index] = false;
            let row = &self.rows[index];
            let activity = row.activity(ranges);
            if row.is_violated(activity) {
                return Err(NoSolution);
            }
            if row.is_satisfied(activity) {
                continue;
            }
            for (place, &(column, factor)) in row.terms.iter().enumerate() {
                let range = ranges[column];
                let has_integer_bounds = self.is_integral[column] || factor.abs() == 1;
                if range.only().is_some() || !has_integer_bounds {
                    continue;
                }
                // The activity of the ranges before this row is valid, if not the narrowest.
                let implied_bounds = row.implied_bounds(place, activity, ranges);
                let narrower = range.intersection(implied_bounds).ok_or(NoSolution)?;
                if narrower != range {
                    ranges[column] = narrower;
                    for &other in &self.rows_of[column] {
                        if !std::mem::replace(&mut is_queued[other], true) {
                            queue.push(other);
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Fixes the columns that no row limits on the side that the objective prefers, and gives these columns.
    fn fix_by_costs(&self, ranges: &mut [Range]) -> Vec<usize> {
        let mut is_limited = vec![[false; 2]; ranges.len()];
        for row in self.open(ranges) {
            let row = &self.rows[row];
            let sides = [row.sides.low.is_some(), row.sides.high.is_some()];
            for &(column, factor) in &row.terms {
                // A lower side limits a column with a positive coefficient from below.
                let sides = if factor > 0 {
                    sides
                } else {
                    [sides[1], sides[0]]
                };
                is_limited[column] = [0, 1].map(|side| is_limited[column][side] || sides[side]);
            }
        }
        let columns = ranges.iter_mut().enumerate();
        let fixed = columns.filter_map(|(column, range)| {
            let cost = self.costs[column];
            let [below, above] = is_limited[column];
            let best_value = match () {
                () if range.only().is_some() => None,
                () if cost >= 0 && !above => range.high,
                () if cost <= 0 && !below => range.low,
                () => None,
            };
            *range = best_value.map_or(*range, |best_value| Range::of(best_value, best_value));
            best_value.map(|_| column)
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
    pub(super) fn fixed_value(&self, ranges: &[Range]) -> i64 {
        let columns = self.costs.iter().zip(ranges);
        let fixed = columns.filter_map(|(cost, range)| Some(cost * range.only()?));
        fixed.sum()
    }
}
