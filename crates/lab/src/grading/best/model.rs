//! A linear model all of whose numbers are integers.

use super::row::{IntegerRow, Range};
use azulejo_solver::milp::{FileProgram, FileValues};

/// Models with larger numbers are not read, so that no sum overflows.
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
    /// Per column, the rows that it stands in.
    pub(super) rows_of: Vec<Vec<usize>>,
}

impl IntegerModel {
    /// Reads a model; none where it has fractions, very large numbers, an objective that is not linear, or columns that
    /// are 0 out of their bounds.
    pub(super) fn new(program: &FileProgram) -> Option<Self> {
        let is_plain = |values| values != FileValues::OrZero;
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
        while model.takes_a_sum_out() {}
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
        self.is_integral[column] && Range::of(0, 1).has(self.ranges[column])
    }

    /// Takes out a column that only names a sum, such as the total of all points: it stands in one row, which is an
    /// equation, and its own bounds follow from those of the others. The sum then stands for it in the objective.
    fn takes_a_sum_out(&mut self) -> bool {
        let mut uses = vec![0; self.costs.len()];
        for (column, _) in self.rows.iter().flat_map(|row| &row.terms) {
            uses[*column] += 1;
        }
        let named = self.rows.iter().enumerate().find_map(|(index, row)| {
            let mut places = 0..row.terms.len();
            let place =
                places.find(|&place| uses[row.terms[place].0] == 1 && self.names_a_sum(row, place));
            Some((index, place?))
        });
        let Some((index, place)) = named else {
            return false;
        };
        let mut row = self.rows.swap_remove(index);
        // factor · column + others = right, and factor is 1 or −1.
        let (column, factor) = row.terms.swap_remove(place);
        let cost = factor * std::mem::take(&mut self.costs[column]);
        self.offset += cost * row.sides.low.unwrap_or_default();
        for (other, of_other) in row.terms {
            self.costs[other] -= cost * of_other;
        }
        self.ranges[column] = Range::of(0, 0);
        true
    }

    /// Whether an equation leaves its column at this place only values that the column may take.
    fn names_a_sum(&self, row: &IntegerRow, place: usize) -> bool {
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
        let left = row.leaves(place, row.activity(&self.ranges), &self.ranges);
        let is_within = |bound: Option<i64>, left: Option<i64>, sign: i64| match (bound, left) {
            (None, _) => true,
            (Some(bound), Some(left)) => sign * left <= sign * bound,
            (Some(_), None) => false,
        };
        is_within(bounds.high, left.high, 1) && is_within(bounds.low, left.low, -1)
    }
}

/// A number of a file, if it is an integer of no great size.
fn integer(number: f64) -> Option<i64> {
    (number.fract() == 0.0 && number.abs() <= LARGEST).then_some(number as i64)
}

/// The numbers between two, of which each can be infinite.
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
