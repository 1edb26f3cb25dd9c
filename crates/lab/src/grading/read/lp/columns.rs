//! The columns and rows of an LP file, in the sequence of the file.

use super::super::Linear;
use super::tokens::Word;
use super::{Fault, fault};
use azulejo_solver::milp::{FileColumn, FileProgram, FileRow, FileValues};
use rustc_hash::FxHashMap;

/// A column with its declarations so far.
#[derive(Debug)]
struct Column {
    cost: f64,
    low: Option<f64>,
    high: Option<f64>,
    is_integral: bool,
    is_binary: bool,
    /// The line of the first occurrence.
    line: usize,
}

/// A program under construction.
#[derive(Debug, Default)]
pub(super) struct Columns {
    names: Vec<String>,
    columns: Vec<Column>,
    places: FxHashMap<String, usize>,
    rows: Vec<FileRow>,
    row_names: Vec<String>,
}

/// A sum of multiples of columns, and a constant.
#[derive(Debug, Default)]
pub(super) struct Sum {
    pub(super) terms: Vec<(usize, f64)>,
    pub(super) constant: f64,
}

impl Sum {
    /// The terms of the sum, one a column, without zeros.
    fn merge(self) -> Vec<(usize, f64)> {
        let mut factors = std::collections::BTreeMap::new();
        for (column, factor) in self.terms {
            *factors.entry(column).or_insert(0.0) += factor;
        }
        factors
            .into_iter()
            .filter(|(_, factor)| *factor != 0.0)
            .collect()
    }
}

impl Columns {
    /// The column of a name; a new column for a new name.
    pub(super) fn column(&mut self, name: &str, line: usize) -> usize {
        if let Some(&place) = self.places.get(name) {
            return place;
        }
        let place = self.names.len();
        self.places.insert(name.to_owned(), place);
        self.names.push(name.to_owned());
        self.columns.push(Column {
            cost: 0.0,
            low: None,
            high: None,
            is_integral: false,
            is_binary: false,
            line,
        });
        place
    }

    pub(super) fn objective(&mut self, sum: Sum) {
        for (column, cost) in sum.terms {
            self.columns[column].cost += cost;
        }
    }

    /// Adds a row whose sum lies between two sides.
    pub(super) fn row(&mut self, name: String, sum: Sum, [low, high]: [f64; 2]) {
        let constant = sum.constant;
        self.rows.push(FileRow {
            sides: [low - constant, high - constant],
            terms: sum.merge(),
        });
        self.row_names.push(name);
    }

    /// Bounds a column.
    pub(super) fn bound(&mut self, column: usize, relation: &Word, number: f64) {
        let column = &mut self.columns[column];
        if *relation != Word::AtMost {
            column.low = Some(number);
        }
        if *relation != Word::AtLeast {
            column.high = Some(number);
        }
    }

    pub(super) fn integral(&mut self, column: usize) {
        self.columns[column].is_integral = true;
    }

    pub(super) fn binary(&mut self, column: usize) {
        self.columns[column].is_binary = true;
    }

    /// The whole program.
    pub(super) fn into_linear(self, maximizes: bool, offset: f64) -> Result<Linear, Fault> {
        let mut columns = Vec::new();
        for (column, name) in self.columns.iter().zip(&self.names) {
            let upper = if column.is_binary { 1.0 } else { f64::INFINITY };
            let low = column.low.unwrap_or(0.0);
            let low = if column.is_binary { low.max(0.0) } else { low };
            let high = column.high.unwrap_or(upper).min(upper);
            if column.low.is_none() && high < low {
                let message = format!(
                    "{name} is at most {high}, and at least 0 where no bound says otherwise: give both"
                );
                return Err(fault(column.line, message));
            }
            columns.push(FileColumn {
                cost: column.cost,
                bounds: [low, high],
                values: match column.is_integral || column.is_binary {
                    true => FileValues::Integral,
                    false => FileValues::Continuous,
                },
            });
        }
        Ok(Linear {
            program: FileProgram {
                maximizes,
                offset,
                is_linear: true,
                columns,
                rows: self.rows,
            },
            names: self.names,
            rows: self.row_names,
        })
    }
}
