//! Linear model in integers.

use super::row::{IntegerRow, Range};
use azulejo_solver::milp::{FileProgram, FileValues};

/// The largest number of a model, so that no sum overflows.
const LARGEST: f64 = (1 << 24) as f64;

/// A model of integers, to be maximized.
#[derive(Debug)]
pub(super) struct IntegerModel {
    pub(super) offset: i64,
    pub(super) costs: Vec<i64>,
    /// The values that each column can take.
    pub(super) ranges: Vec<Range>,
    pub(super) is_integral: Vec<bool>,
    pub(super) rows: Vec<IntegerRow>,
    /// Per column, the rows with this column.
    pub(super) rows_of: Vec<Vec<usize>>,
}

impl IntegerModel {
    /// Reads a model; none where it has fractions, very large numbers, an objective that is not linear, or columns that
    /// are 0 out of their bounds.
    pub(super) fn new(program: &FileProgram) -> Option<Self> {
        let is_plain = |values| matches!(values, FileValues::Continuous | FileValues::Integral);
        let columns = &program.columns;
        if !program.is_linear || !columns.iter().all(|column| is_plain(column.values)) {
            return None;
        }
        let sign = if program.maximizes { 1 } else { -1 };
        let costs = (columns.iter()).map(|column| Some(sign * integer(column.cost)?));
        let rows = program.rows.iter().map(|row| {
            let terms = row.terms.iter();
            let terms = terms.map(|&(column, factor)| Some((column, integer(factor)?)));
            Some(IntegerRow {
                sides: range(row.sides)?,
                terms: terms.collect::<Option<_>>()?,
            })
        });
        let mut model = Self {
            offset: sign * integer(program.offset)?,
            costs: costs.collect::<Option<_>>()?,
            ranges: (columns.iter().map(|column| range(column.bounds))).collect::<Option<_>>()?,
            is_integral: (columns.iter().map(|column| column.values))
                .map(|values| values == FileValues::Integral)
                .collect(),
            rows: rows.collect::<Option<_>>()?,
            rows_of: Vec::new(),
        };
        while model.eliminate_sum_column() {}
        model.rows_of = vec![Vec::new(); columns.len()];
        for (index, row) in model.rows.iter().enumerate() {
            for &(column, _) in &row.terms {
                model.rows_of[column].push(index);
            }
        }
        Some(model)
    }

    /// Whether a column is an answer: 0 for no, 1 for yes.
    pub(super) fn is_binary(&self, column: usize) -> bool {
        self.is_integral[column] && Range::of(0, 1).contains(self.ranges[column])
    }

    /// Eliminates a column that only names a sum, such as the total of all points: the column occurs in one row, an
    /// equation, and its bounds follow from the bounds of the others. The sum replaces the column in the objective.
    fn eliminate_sum_column(&mut self) -> bool {
        let mut uses = vec![0; self.costs.len()];
        for (column, _) in self.rows.iter().flat_map(|row| &row.terms) {
            uses[*column] += 1;
        }
        let position = self.rows.iter().enumerate().find_map(|(index, row)| {
            let mut places = 0..row.terms.len();
            let place = places
                .find(|&place| uses[row.terms[place].0] == 1 && self.is_sum_column(row, place));
            Some((index, place?))
        });
        let Some((index, place)) = position else {
            return false;
        };
        let mut row = self.rows.swap_remove(index);
        // factor · column + others = right, and factor is 1 or −1.
        let (column, factor) = row.terms.swap_remove(place);
        let cost = factor * std::mem::take(&mut self.costs[column]);
        self.offset += cost * row.sides.low.unwrap_or_default();
        for (other, other_factor) in row.terms {
            self.costs[other] -= cost * other_factor;
        }
        self.ranges[column] = Range::of(0, 0);
        true
    }

    /// Whether the bounds of the column at a place follow from the rest of an equation.
    fn is_sum_column(&self, row: &IntegerRow, place: usize) -> bool {
        let (column, factor) = row.terms[place];
        let bounds = self.ranges[column];
        let mut others = row.terms.iter().filter(|(other, _)| *other != column);
        let is_equation = row.sides.low == row.sides.high;
        if !is_equation
            || factor.abs() != 1
            || (self.is_integral[column] && !others.all(|&(other, _)| self.is_integral[other]))
        {
            return false;
        }
        let implied_bounds = row.implied_bounds(place, row.activity(&self.ranges), &self.ranges);
        let is_within = |bound: Option<i64>, implied: Option<i64>, sign: i64| match (bound, implied)
        {
            (None, _) => true,
            (Some(bound), Some(implied)) => sign * implied <= sign * bound,
            (Some(_), None) => false,
        };
        is_within(bounds.high, implied_bounds.high, 1)
            && is_within(bounds.low, implied_bounds.low, -1)
    }
}

/// A number of a file, if it is an integer of no great size.
fn integer(number: f64) -> Option<i64> {
    (number.fract() == 0.0 && number.abs() <= LARGEST).then_some(number as i64)
}

/// The range between two numbers, each of which can be infinite.
fn range([low, high]: [f64; 2]) -> Option<Range> {
    let end = |end: f64| match end.is_infinite() {
        true => Some(None),
        false => integer(end).map(Some),
    };
    Some(Range {
        low: end(low)?,
        high: end(high)?,
    })
}
