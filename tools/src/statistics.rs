//! Times of measurements, and their means and medians.

use azulejo::published::Comparison;
use itertools::Itertools;
use std::time::Instant;

/// A value, and the seconds of its computation.
pub(crate) fn timed<T>(make: impl FnOnce() -> T) -> (T, f64) {
    let clock = Instant::now();
    let value = make();
    (value, clock.elapsed().as_secs_f64())
}

/// The mean; 0 without values.
pub(crate) fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = values.fold((0.0, 0.0), |(sum, count), value| (sum + value, count + 1.0));
    if count > 0.0 { sum / count } else { 0.0 }
}

/// The item with the median of the keys, the upper one of two. Items without a key come last.
pub(crate) fn median<T>(
    items: impl IntoIterator<Item = T>,
    key: impl Fn(&T) -> Option<f64>,
) -> Option<T> {
    let key = |item: &T| key(item).unwrap_or(f64::INFINITY);
    let sorted = items
        .into_iter()
        .sorted_by(|left, right| key(left).total_cmp(&key(right)))
        .collect_vec();
    let middle = sorted.len() / 2;
    sorted.into_iter().nth(middle)
}

/// The quantile of sorted items, with `part` from 0 to 1; none without items.
pub(crate) fn quantile<T: Copy>(sorted: &[T], part: f64) -> Option<T> {
    let at = (sorted.len() as f64 * part) as usize;
    sorted.get(at.min(sorted.len().saturating_sub(1))).copied()
}

/// Differences between figures and published ones, in per cent.
pub(crate) struct Distance {
    pub(crate) root_mean_square: f64,
    pub(crate) largest: f64,
    /// The number of differences that are near.
    pub(crate) near: usize,
    pub(crate) count: usize,
}

impl Distance {
    pub(crate) fn of(differences: &[f64]) -> Self {
        let squares: f64 = differences
            .iter()
            .map(|difference| difference * difference)
            .sum();
        let sizes = differences.iter().map(|difference| difference.abs());
        Self {
            root_mean_square: (squares / differences.len() as f64).sqrt(),
            largest: sizes.clone().fold(0.0, f64::max),
            near: sizes.filter(|size| *size <= Comparison::NEAR).count(),
            count: differences.len(),
        }
    }
}

/// A value to four digits behind the point.
pub(crate) fn rounded(value: f64) -> f64 {
    (1e4 * value).round() / 1e4
}
