//! Integer rows, and the bounds that they imply for their columns.

/// The numbers from `low` to `high`, either of which can be absent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Range {
    pub(super) low: Option<i64>,
    pub(super) high: Option<i64>,
}

impl Range {
    pub(super) fn of(low: i64, high: i64) -> Self {
        let (low, high) = (Some(low), Some(high));
        Self { low, high }
    }

    /// The only number, if there is one.
    pub(super) fn only(self) -> Option<i64> {
        self.low.filter(|_| self.low == self.high)
    }

    /// The numbers of both ranges; none where there is no such number.
    pub(super) fn intersection(self, other: Self) -> Option<Self> {
        let low = self.low.max(other.low);
        let high = match (self.high, other.high) {
            (Some(left), Some(right)) => Some(left.min(right)),
            (left, right) => left.or(right),
        };
        let is_empty = matches!((low, high), (Some(low), Some(high)) if low > high);
        (!is_empty).then_some(Self { low, high })
    }

    /// Whether the range has all numbers of the other.
    pub(super) fn contains(self, other: Self) -> bool {
        self.intersection(other) == Some(other)
    }

    /// Range of the numbers times a factor that is not 0.
    fn times(self, factor: i64) -> Self {
        let [low, high] = [self.low, self.high].map(|end| end.map(|end| factor * end));
        match factor > 0 {
            true => Self { low, high },
            false => Self {
                low: high,
                high: low,
            },
        }
    }
}

/// A linear row.
#[derive(Debug, Clone)]
pub(super) struct IntegerRow {
    /// The range of the sum.
    pub(super) sides: Range,
    /// A column and its coefficient, which is not 0, each.
    pub(super) terms: Vec<(usize, i64)>,
}

/// The least or the greatest value of a sum: the sum of the finite terms, and the number of infinite ones.
#[derive(Debug, Clone, Copy, Default)]
struct End {
    finite: i64,
    infinite: usize,
}

impl End {
    fn add(&mut self, term: Option<i64>) {
        match term {
            Some(term) => self.finite += term,
            None => self.infinite += 1,
        }
    }

    fn value(self) -> Option<i64> {
        (self.infinite == 0).then_some(self.finite)
    }

    /// The sum without one of its terms.
    fn without(self, term: Option<i64>) -> Option<i64> {
        match (self.infinite, term) {
            (0, Some(term)) => Some(self.finite - term),
            (1, None) => Some(self.finite),
            _ => None,
        }
    }
}

/// The ends of a row's sum.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Activity {
    low: End,
    high: End,
}

impl Activity {
    fn range(self) -> Range {
        Range {
            low: self.low.value(),
            high: self.high.value(),
        }
    }
}

impl IntegerRow {
    /// The ends of the sum of the row while its columns are within ranges.
    pub(super) fn activity(&self, ranges: &[Range]) -> Activity {
        let mut activity = Activity::default();
        for &(column, factor) in &self.terms {
            let term = ranges[column].times(factor);
            activity.low.add(term.low);
            activity.high.add(term.high);
        }
        activity
    }

    /// Whether all values within the ranges satisfy the row.
    pub(super) fn is_satisfied(&self, activity: Activity) -> bool {
        self.sides.contains(activity.range())
    }

    /// Whether no values within the ranges satisfy the row.
    pub(super) fn is_violated(&self, activity: Activity) -> bool {
        self.sides.intersection(activity.range()).is_none()
    }

    /// The range of integers that the other columns imply for the column at a place. A coefficient other than 1 and −1
    /// removes fractions.
    pub(super) fn implied_bounds(
        &self,
        place: usize,
        activity: Activity,
        ranges: &[Range],
    ) -> Range {
        let (column, factor) = self.terms[place];
        let term = ranges[column].times(factor);
        let less = |side: Option<i64>, others: Option<i64>| Some(side? - others?);
        let bounds = Range {
            low: less(self.sides.low, activity.high.without(term.high)),
            high: less(self.sides.high, activity.low.without(term.low)),
        };
        // Divided by −1 the ends change places.
        let bounds = bounds.times(factor.signum());
        Range {
            low: bounds.low.map(|low| -(-low).div_euclid(factor.abs())),
            high: bounds.high.map(|high| high.div_euclid(factor.abs())),
        }
    }

    /// The sum of the fixed columns.
    pub(super) fn fixed_sum(&self, ranges: &[Range]) -> i64 {
        let terms = self.terms.iter();
        let fixed = terms.filter_map(|&(column, factor)| Some(factor * ranges[column].only()?));
        fixed.sum()
    }
}
