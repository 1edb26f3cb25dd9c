use super::Moments;
use num_rational::BigRational;
use std::collections::BTreeMap;

/// The number of orders of a problem for each score; at most 25 cells are filled, in at most 25! < 2^84 orders.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Distribution {
    orders: BTreeMap<u32, u128>,
}

impl Distribution {
    /// The scores of all orders, the least first, with the number of orders of each.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (u32, u128)> + Clone {
        self.orders.iter().map(|(&score, &orders)| (score, orders))
    }

    /// Whether no order satisfies the constraints.
    pub fn is_empty(&self) -> bool {
        self.orders.is_empty()
    }

    /// The number of all orders.
    pub fn total(&self) -> u128 {
        self.orders.values().sum()
    }

    /// The mean score of an order, if there is any.
    pub fn mean(&self) -> Option<f64> {
        // A score is below 2^12, so that the sum fits.
        let sum: u128 = self
            .iter()
            .map(|(score, orders)| u128::from(score) * orders)
            .sum();
        let total = self.total();
        // The whole part is exact, so that the float has all its digits for the rest.
        let whole = sum.checked_div(total)?;
        Some(whole as f64 + (sum % total) as f64 / total as f64)
    }

    /// The standard deviation of the score over all orders, if there are any.
    pub fn deviation(&self) -> Option<f64> {
        let (mean, total) = (self.mean()?, self.total() as f64);
        let square = |score: u32| (f64::from(score) - mean).powi(2);
        let terms = self
            .iter()
            .map(|(score, orders)| square(score) * (orders as f64 / total));
        Some(terms.sum::<f64>().sqrt())
    }
}

impl Distribution {
    /// The exact mean and variance, if there are orders.
    pub fn moments(&self) -> Option<Moments> {
        let whole = |number: u128| BigRational::from_integer(number.into());
        let mean_of = |power: fn(u128) -> u128| {
            let terms = self.iter();
            let terms = terms.map(|(score, orders)| whole(power(score.into())) * whole(orders));
            terms.sum::<BigRational>() / whole(self.total())
        };
        if self.is_empty() {
            return None;
        }
        let mean = mean_of(|score| score);
        Some(Moments {
            variance: mean_of(|score| score * score) - &mean * &mean,
            mean,
        })
    }
}

impl FromIterator<(u32, u128)> for Distribution {
    /// Adds up the orders of each score; a score without orders is left out.
    fn from_iter<I: IntoIterator<Item = (u32, u128)>>(scores: I) -> Self {
        let mut orders = BTreeMap::new();
        for (score, count) in scores.into_iter().filter(|(_, count)| *count > 0) {
            *orders.entry(score).or_default() += count;
        }
        Self { orders }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mean_and_deviation_match_all_orders() {
        let scores = Distribution::from_iter([(4, 1), (2, 1), (7, 0), (4, 2), (9, 1)]);
        assert!(scores.iter().eq([(2, 1), (4, 3), (9, 1)]));
        // 2, 4, 4, 4, 9: the mean is 23/5, the variance 133/5 − (23/5)² = 136/25.
        assert_eq!((scores.total(), scores.mean()), (5, Some(4.6)));
        let deviation = scores.deviation().expect("there are orders");
        assert!((deviation - (136.0_f64 / 25.0).sqrt()).abs() < 1e-12);
        let moments = scores.moments().expect("there are orders");
        let moments = (moments.mean.to_string(), moments.variance.to_string());
        assert_eq!(moments, ("23/5".into(), "136/25".into()));
        let empty = Distribution::default();
        assert_eq!((empty.mean(), empty.deviation()), (None, None));
        assert_eq!(empty.moments(), None);
    }

    #[test]
    fn means_of_huge_counts_are_exact() {
        let count = 1 << 83;
        let scores = Distribution::from_iter([(100, count), (101, count)]);
        assert_eq!(
            (scores.mean(), scores.deviation()),
            (Some(100.5), Some(0.5))
        );
    }
}
