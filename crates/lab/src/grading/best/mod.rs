//! The best score of a model whose columns say which turn fills which cell: a dynamic program over its own rows.
//!
//! The turns are decided one after the other, and after each decision the rows narrow the other columns. What is left is
//! a smaller model. After the same cells most often the same model is left, in whatever order they were filled, so that
//! it is solved only once. This holds for right and for wrong models: two states are the same only if all that is left
//! of columns, rows and objective is the same.

mod model;
mod narrow;
mod row;
#[cfg(test)]
mod tests;

use azulejo_control::Control;
use azulejo_solver::milp::FileProgram;
use model::IntegerModel;
use row::Range;
use rustc_hash::FxHashMap;

/// After so many states the search gives up: the model has no structure that it knows how to use.
const MOST_STATES: usize = 100_000;

/// The best objective value, where the search finds it out.
///
/// `decisions` are the columns that say what the turns fill, in their order. The value is none where the model has no
/// solution.
pub(super) fn best(
    program: &FileProgram,
    decisions: &[usize],
    control: &Control,
) -> Option<Option<i64>> {
    let model = IntegerModel::new(program)?;
    if decisions.is_empty() || !decisions.iter().all(|&column| model.is_binary(column)) {
        return None;
    }
    let mut search = Search {
        model: &model,
        decisions,
        control,
        known: FxHashMap::default(),
    };
    let value = search.value(model.ranges.clone(), None).ok()?;
    let sign = if program.maximizes { 1 } else { -1 };
    Some(value.map(|value| sign * (value + model.offset)))
}

/// The search ended without an answer.
#[derive(Debug)]
struct GaveUp;

struct Search<'a> {
    model: &'a IntegerModel,
    decisions: &'a [usize],
    control: &'a Control,
    /// The most that open columns can add to the objective, by the state.
    known: FxHashMap<Vec<u8>, Option<i64>>,
}

impl Search<'_> {
    /// The best objective value within these ranges, of which that of one column is new; none without a solution.
    fn value(
        &mut self,
        mut ranges: Vec<Range>,
        changed: Option<usize>,
    ) -> Result<Option<i64>, GaveUp> {
        if self.known.len() >= MOST_STATES || self.control.stopped() {
            return Err(GaveUp);
        }
        if self.model.narrow(&mut ranges, changed).is_err() {
            return Ok(None);
        }
        let gained = self.model.gained(&ranges);
        if ranges.iter().all(|range| range.only().is_some()) {
            return Ok(Some(gained));
        }
        let left = self.left(&ranges);
        if let Some(known) = self.known.get(&left) {
            return Ok(known.map(|value| gained + value));
        }
        let mut open = self.decisions.iter();
        let open = open.find(|&&column| ranges[column].only().is_none());
        // A model in which the turns do not decide everything is another's.
        let &column = open.ok_or(GaveUp)?;
        let mut best = None;
        for answer in [1, 0] {
            let mut ranges = ranges.clone();
            ranges[column] = Range::of(answer, answer);
            best = best.max(self.value(ranges, Some(column))?);
        }
        self.known.insert(left, best.map(|best| best - gained));
        Ok(best)
    }

    /// All that the open columns depend on: their ranges, and the rows that are not satisfied whatever their values are,
    /// with the sum of what is fixed in them.
    fn left(&self, ranges: &[Range]) -> Vec<u8> {
        let mut left = Vec::new();
        let columns = ranges.iter().zip(&self.model.ranges).enumerate();
        for (column, (range, at_first)) in columns.filter(|(_, (range, _))| range.only().is_none())
        {
            left.extend((column as u32).to_le_bytes());
            if range != at_first {
                left.extend(format!("{range:?}").bytes());
            }
        }
        for row in self.model.open(ranges) {
            left.extend((row as u32).to_le_bytes());
            left.extend(self.model.rows[row].fixed(ranges).to_le_bytes());
        }
        left
    }
}
