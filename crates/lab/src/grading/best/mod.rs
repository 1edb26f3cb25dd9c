//! The best score of a model whose columns say which turn fills which cell: a dynamic program over its own rows.
//!
//! The turns are decided one after the other, and after each decision the rows narrow the other columns. The rest is
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

/// The greatest number of states of a search.
const MOST_STATES: usize = 100_000;

/// The best objective value; none for a search without an answer.
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
        memo: FxHashMap::default(),
    };
    let value = search.value(model.ranges.clone(), None).ok()?;
    let sign = if program.maximizes { 1 } else { -1 };
    Some(value.map(|value| sign * (value + model.offset)))
}

/// The search ended without an answer.
#[derive(Debug)]
struct NoAnswer;

struct Search<'a> {
    model: &'a IntegerModel,
    decisions: &'a [usize],
    control: &'a Control,
    /// The best value of the open columns in the objective, by the state.
    memo: FxHashMap<Vec<u8>, Option<i64>>,
}

impl Search<'_> {
    /// The best objective value within ranges, of which the range of one column is new; none without a solution.
    fn value(
        &mut self,
        mut ranges: Vec<Range>,
        changed: Option<usize>,
    ) -> Result<Option<i64>, NoAnswer> {
        if self.memo.len() >= MOST_STATES || self.control.stopped() {
            return Err(NoAnswer);
        }
        if self.model.narrow(&mut ranges, changed).is_err() {
            return Ok(None);
        }
        let fixed_value = self.model.fixed_value(&ranges);
        if ranges.iter().all(|range| range.only().is_some()) {
            return Ok(Some(fixed_value));
        }
        let state = self.state(&ranges);
        if let Some(value) = self.memo.get(&state) {
            return Ok(value.map(|value| fixed_value + value));
        }
        let mut open = self.decisions.iter();
        let open = open.find(|&&column| ranges[column].only().is_none());
        // Not a model for this search: the turns leave other columns open.
        let &column = open.ok_or(NoAnswer)?;
        let mut best = None;
        for value in [1, 0] {
            let mut ranges = ranges.clone();
            ranges[column] = Range::of(value, value);
            best = best.max(self.value(ranges, Some(column))?);
        }
        self.memo.insert(state, best.map(|best| best - fixed_value));
        Ok(best)
    }

    /// The state of the open columns: their ranges, and the rows that some values of these columns violate,
    /// with the sum of their fixed columns.
    fn state(&self, ranges: &[Range]) -> Vec<u8> {
        let mut state = Vec::new();
        let columns = ranges.iter().zip(&self.model.ranges).enumerate();
        for (column, (range, initial_range)) in
            columns.filter(|(_, (range, _))| range.only().is_none())
        {
            state.extend((column as u32).to_le_bytes());
            if range != initial_range {
                state.extend(format!("{range:?}").bytes());
            }
        }
        for row in self.model.open(ranges) {
            state.extend((row as u32).to_le_bytes());
            state.extend(self.model.rows[row].fixed_sum(ranges).to_le_bytes());
        }
        state
    }
}
