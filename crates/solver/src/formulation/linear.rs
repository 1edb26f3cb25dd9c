use std::collections::BTreeMap;
use std::ops::{Add, AddAssign, Mul, Sub};

/// A column of a program, by its index from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Column(pub(super) usize);

impl Column {
    /// The index from 0, in the order in which the columns were added.
    pub fn index(self) -> usize {
        self.0
    }
}

/// A linear expression with integer coefficients and a constant, its terms by column.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Linear {
    terms: BTreeMap<Column, i64>,
    constant: i64,
}

impl Linear {
    /// The expression that is always `constant`.
    pub fn constant(constant: i64) -> Self {
        Self {
            terms: BTreeMap::new(),
            constant,
        }
    }

    /// The columns with their coefficients, none of which is 0.
    pub fn terms(&self) -> impl ExactSizeIterator<Item = (Column, i64)> {
        self.terms
            .iter()
            .map(|(&column, &coefficient)| (column, coefficient))
    }

    /// The part without a column.
    pub fn offset(&self) -> i64 {
        self.constant
    }

    /// The coefficients of the first `columns` columns, in their order.
    pub(crate) fn coefficients(&self, columns: usize) -> Vec<i64> {
        let mut coefficients = vec![0; columns];
        for (column, coefficient) in self.terms() {
            coefficients[column.0] = coefficient;
        }
        coefficients
    }

    /// The value when each column has the value at its index.
    pub fn value(&self, values: &[i64]) -> i64 {
        let terms = self.terms();
        self.constant
            + terms
                .map(|(column, coefficient)| coefficient * values[column.0])
                .sum::<i64>()
    }

    /// Adds `coefficient` times `other`.
    pub fn add_times(&mut self, coefficient: i64, other: &Self) {
        self.constant += coefficient * other.constant;
        for (&column, &factor) in &other.terms {
            let entry = self.terms.entry(column).or_default();
            *entry += coefficient * factor;
            if *entry == 0 {
                self.terms.remove(&column);
            }
        }
    }
}

impl From<Column> for Linear {
    fn from(column: Column) -> Self {
        Self {
            terms: BTreeMap::from([(column, 1)]),
            constant: 0,
        }
    }
}

impl From<i64> for Linear {
    fn from(constant: i64) -> Self {
        Self::constant(constant)
    }
}

impl<T: Into<Linear>> AddAssign<T> for Linear {
    fn add_assign(&mut self, other: T) {
        self.add_times(1, &other.into());
    }
}

impl<T: Into<Linear>> Add<T> for Linear {
    type Output = Self;
    fn add(mut self, other: T) -> Self {
        self += other;
        self
    }
}

impl<T: Into<Linear>> Sub<T> for Linear {
    type Output = Self;
    fn sub(mut self, other: T) -> Self {
        self.add_times(-1, &other.into());
        self
    }
}

impl Mul<i64> for Linear {
    type Output = Self;
    fn mul(self, factor: i64) -> Self {
        let mut product = Self::default();
        product.add_times(factor, &self);
        product
    }
}

impl<T: Into<Linear>> std::iter::Sum<T> for Linear {
    fn sum<I: Iterator<Item = T>>(items: I) -> Self {
        items.fold(Self::default(), Add::add)
    }
}
