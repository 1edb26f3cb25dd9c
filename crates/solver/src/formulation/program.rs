use super::{BuildError, Column, Equation, Fact, Linear, Timetable, sum};
use crate::instance::Sense;
use azulejo_control::Control;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// A mixed-integer linear program in integers, every column a fact about an order.
#[derive(Debug, Clone)]
pub struct Program {
    sense: Sense,
    columns: Vec<Variable>,
    rows: Vec<Row>,
    /// Coefficients in the rows.
    nonzeros: usize,
    objective: Linear,
}

/// A column: 1 if its fact is true and 0 if not, or a number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variable {
    /// A name that survives LP and MPS files.
    pub name: String,
    /// The fact that it states.
    pub fact: Fact,
    /// Whether the solver has to make the column 0 or 1; the other columns follow from these.
    pub integer: bool,
    /// The least and the greatest value: from 0 to 1, unless the column is a number.
    pub range: RangeInclusive<i64>,
}

/// Relation of a row's expression to its right-hand side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Relation {
    /// At most.
    AtMost,
    /// At least.
    AtLeast,
    /// Equal.
    Equal,
}

/// A row: `expression relation right`, the expression without a constant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The equation that it is an instance of.
    pub equation: &'static Equation,
    /// A name that survives LP and MPS files: `c`, the number of its equation, and a label.
    pub name: String,
    /// The left-hand side; its constant is 0.
    pub expression: Linear,
    /// The relation of the sides.
    pub relation: Relation,
    /// The right-hand side.
    pub right: i64,
}

impl Row {
    /// `left relation right`, with the constants gathered on the right. The label tells the row from
    /// the others of its equation.
    pub fn new(
        equation: &'static Equation,
        label: String,
        left: impl Into<Linear>,
        relation: Relation,
        right: impl Into<Linear>,
    ) -> Self {
        let difference = left.into() - right;
        let right = -difference.offset();
        let expression = difference + right;
        Self {
            equation,
            name: format!("c{}{label}", equation.within()),
            expression,
            relation,
            right,
        }
    }

    /// Whether the row is satisfied when each column has the value at its index.
    pub fn holds(&self, values: &[i64]) -> bool {
        let left = self.expression.value(values);
        match self.relation {
            Relation::AtMost => left <= self.right,
            Relation::AtLeast => left >= self.right,
            Relation::Equal => left == self.right,
        }
    }
}

impl Variable {
    /// The kind of the column: its name up to the parenthesis.
    pub fn kind(&self) -> &str {
        self.name.split('(').next().unwrap_or(&self.name)
    }

    /// Whether the column is a number, not true or false.
    pub fn is_number(&self) -> bool {
        matches!(self.fact, Fact::Rank { .. } | Fact::Earned { .. })
    }
}

impl Program {
    /// Largest number of coefficients: with its names and with the copies of the solver, a program of this size takes most of a
    /// gigabyte.
    pub const MOST_NONZEROS: usize = 2_000_000;

    /// A program without columns and rows.
    pub(super) fn new(sense: Sense) -> Self {
        Self {
            sense,
            columns: Vec::new(),
            rows: Vec::new(),
            nonzeros: 0,
            objective: Linear::default(),
        }
    }

    /// An error when the run has to end or the program is too large: a check wherever many rows are written.
    pub(super) fn go_on(&self, control: &Control) -> Result<(), BuildError> {
        control.go_on()?;
        match self.nonzeros > Self::MOST_NONZEROS {
            true => Err(BuildError::TooLarge),
            false => Ok(()),
        }
    }

    /// Adds a binary column.
    pub(super) fn binary(&mut self, name: String, fact: Fact) -> Column {
        let column = self.number(name, fact, 0..=1);
        self.columns[column.index()].integer = true;
        column
    }

    /// Adds a column for a number in a range. The number need not be whole. In `[0, 1]` it follows from the binaries: the
    /// rows make it 0 or 1 when the binaries are.
    pub(super) fn number(
        &mut self,
        name: String,
        fact: Fact,
        range: RangeInclusive<i64>,
    ) -> Column {
        self.columns.push(Variable {
            name,
            fact,
            integer: false,
            range,
        });
        Column(self.columns.len() - 1)
    }

    /// Adds a row. A row without columns is added only if it cannot hold: it makes the program infeasible.
    pub(super) fn row(
        &mut self,
        equation: &'static Equation,
        label: String,
        left: impl Into<Linear>,
        relation: Relation,
        right: impl Into<Linear>,
    ) {
        self.push(Row::new(equation, label, left, relation, right));
    }

    /// Adds a row, as [`Self::row`].
    pub(super) fn push(&mut self, row: Row) {
        if row.expression.terms().len() > 0 || !row.holds(&[]) {
            self.nonzeros += row.expression.terms().len();
            self.rows.push(row);
        }
    }

    /// Adds to the objective.
    pub(super) fn reward(&mut self, coefficient: i64, expression: impl Into<Linear>) {
        self.objective.add_times(coefficient, &expression.into());
    }

    /// Whether the objective is maximized or minimized.
    pub fn sense(&self) -> Sense {
        self.sense
    }

    /// The columns, by index.
    pub fn columns(&self) -> &[Variable] {
        &self.columns
    }

    /// The rows.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// The rows of each equation, by its number.
    pub fn rows_by_equation(&self) -> Vec<(&'static Equation, Vec<&Row>)> {
        let mut rows: BTreeMap<_, (_, Vec<&Row>)> = BTreeMap::new();
        for row in &self.rows {
            let of_equation = rows.entry(row.equation.key());
            let (_, rows) = of_equation.or_insert((row.equation, Vec::new()));
            rows.push(row);
        }
        rows.into_values().collect()
    }

    /// Whether a row without columns cannot hold: the program is infeasible on sight.
    pub fn is_contradictory(&self) -> bool {
        self.rows
            .iter()
            .any(|row| row.expression.terms().len() == 0)
    }

    /// The score of an order, as a function of the columns.
    pub fn objective(&self) -> &Linear {
        &self.objective
    }

    /// A linear expression with the names of the columns: `o(1,2) − 2·u(1) + 8`.
    pub fn formula(&self, expression: &Linear) -> String {
        let name = |column: Column| self.columns[column.index()].name.clone();
        let terms = expression
            .terms()
            .map(|(column, coefficient)| (coefficient, name(column)));
        let constant = Some((expression.offset(), String::new()));
        sum(terms.chain(constant.filter(|(constant, _)| *constant != 0)))
    }

    /// A row with the names of the columns and no minus sign at the front of a side:
    /// `2·B(1,1,2) ≤ A(1,1)`.
    pub fn row_formula(&self, row: &Row) -> String {
        let (mut left, mut right) = (Linear::default(), Linear::default());
        let constant = Linear::constant(row.right.abs());
        for (column, coefficient) in row.expression.terms() {
            let side = if coefficient > 0 {
                &mut left
            } else {
                &mut right
            };
            side.add_times(coefficient.abs(), &column.into());
        }
        *(if row.right < 0 { &mut left } else { &mut right }) += constant;
        let relation = match row.relation {
            Relation::AtMost => "≤",
            Relation::AtLeast => "≥",
            Relation::Equal => "=",
        };
        format!(
            "{} {relation} {}",
            self.formula(&left),
            self.formula(&right)
        )
    }

    /// Number of coefficients in the rows.
    pub fn nonzeros(&self) -> usize {
        self.nonzeros
    }

    /// The linear relaxation: no column has to be 0 or 1.
    #[must_use]
    pub fn relaxed(&self) -> Self {
        let mut relaxed = self.clone();
        for column in &mut relaxed.columns {
            column.integer = false;
        }
        relaxed
    }

    /// The program with more rows.
    #[must_use]
    pub fn with_rows(&self, rows: impl IntoIterator<Item = Row>) -> Self {
        let mut program = self.clone();
        for row in rows {
            program.push(row);
        }
        program
    }

    /// The program without the rows of some names: a row by its name, or every row of an equation by the letter c and its number, such as
    /// c2. The second value has the names of no row.
    #[must_use]
    pub fn without_rows<'a>(&self, names: &'a [String]) -> (Self, Vec<&'a str>) {
        let is_named = |row: &Row, name: &str| {
            row.name == name || name.strip_prefix('c') == Some(row.equation.within())
        };
        let mut program = self.clone();
        program
            .rows
            .retain(|row| !names.iter().any(|name| is_named(row, name)));
        program.nonzeros = program
            .rows
            .iter()
            .map(|row| row.expression.terms().len())
            .sum();
        let unknown = names.iter().map(String::as_str);
        let unknown = unknown.filter(|name| !self.rows.iter().any(|row| is_named(row, name)));
        (program, unknown.collect())
    }

    /// The columns and rows with another objective.
    #[must_use]
    pub fn with_objective(&self, sense: Sense, objective: Linear) -> Self {
        Self {
            sense,
            objective,
            ..self.clone()
        }
    }

    /// The program with these ranges of the columns, one a column.
    ///
    /// # Panics
    /// When there are more or fewer ranges than columns.
    #[must_use]
    pub fn with_ranges(&self, ranges: &[RangeInclusive<i64>]) -> Self {
        assert_eq!(ranges.len(), self.columns.len(), "a range for each column");
        let mut program = self.clone();
        for (column, range) in program.columns.iter_mut().zip(ranges) {
            column.range = range.clone();
        }
        program
    }

    /// The column of this name, if there is one.
    pub fn column_named(&self, name: &str) -> Option<Linear> {
        let index = self.columns.iter().position(|column| column.name == name)?;
        Some(Column(index).into())
    }

    /// Number of integer columns.
    pub fn binaries(&self) -> usize {
        self.columns.iter().filter(|column| column.integer).count()
    }

    /// The value of every column for an order with this timetable.
    pub fn assignment(&self, timetable: &Timetable) -> Vec<i64> {
        let columns = self.columns.iter();
        columns
            .map(|column| timetable.value(&column.fact))
            .collect()
    }
}
