use std::ops::Neg;

/// The direction of optimization.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Sense {
    /// The largest score.
    Maximize,
    /// The smallest score.
    Minimize,
}

impl Sense {
    /// The gain of a value: the value itself when maximizing, its negative when minimizing, so that a greater gain is better. The
    /// gain of a gain is the value.
    pub fn gain<T: Neg<Output = T>>(self, value: T) -> T {
        match self {
            Self::Maximize => value,
            Self::Minimize => -value,
        }
    }

    /// Whether `value` is strictly better than `other`.
    pub fn better<T: Ord>(self, value: T, other: T) -> bool {
        match self {
            Self::Maximize => value > other,
            Self::Minimize => value < other,
        }
    }

    /// The better of two values: the larger when maximizing, the smaller when minimizing.
    pub fn better_of<T: Ord>(self, value: T, other: T) -> T {
        match self {
            Self::Maximize => value.max(other),
            Self::Minimize => value.min(other),
        }
    }

    /// The best of several values, if there are any.
    pub fn best_of<T: Ord>(self, values: impl Iterator<Item = T>) -> Option<T> {
        values.reduce(|left, right| self.better_of(left, right))
    }

    /// The tighter of two bounds: the smaller when maximizing, the larger when minimizing.
    pub fn tighter<T: Ord>(self, bound: T, other: T) -> T {
        match self {
            Self::Maximize => bound.min(other),
            Self::Minimize => bound.max(other),
        }
    }

    /// The best integer within a dual bound, which is exact up to a `tolerance`.
    pub fn rounded(self, dual_bound: f64, tolerance: f64) -> f64 {
        self.gain((self.gain(dual_bound) + tolerance).floor())
    }

    /// The optimum in a word, and the relation of every score to it: `("maximum", "at most")`.
    pub fn best(self) -> (&'static str, &'static str) {
        match self {
            Self::Maximize => ("maximum", "at most"),
            Self::Minimize => ("minimum", "at least"),
        }
    }

    /// The word of the instance format: `maximize` or `minimize`.
    pub fn word(self) -> &'static str {
        match self {
            Self::Maximize => "maximize",
            Self::Minimize => "minimize",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Sense::{Maximize, Minimize};

    #[test]
    fn senses_are_mirror_images() {
        for (left, right) in [(1, 2), (2, 1), (3, 3)] {
            assert_eq!(Maximize.better(left, right), Minimize.better(-left, -right));
            assert_eq!(Maximize.better(left, right), left > right);
            assert_eq!(Maximize.better_of(left, right), left.max(right));
            assert_eq!(Minimize.better_of(left, right), left.min(right));
            assert_eq!(Minimize.tighter(left, right), left.max(right));
            assert_eq!(Maximize.tighter(left, right), left.min(right));
        }
        assert_eq!([Maximize, Minimize].map(|sense| sense.gain(2)), [2, -2]);
        let best = |values: &[u32]| {
            [Maximize, Minimize].map(|sense| sense.best_of(values.iter().copied()))
        };
        assert_eq!(best(&[3, 1, 2]), [Some(3), Some(1)]);
        assert_eq!(best(&[]), [None, None]);
    }

    /// A bound of 29.7 leaves 29 to the maximum and 30 to the minimum; 30 within the tolerance is 30 for both.
    #[test]
    fn bounds_round_to_the_feasible_side() {
        for (bound, most, least) in [
            (29.7, 29.0, 30.0),
            (30.000_001, 30.0, 30.0),
            (29.999_999, 30.0, 30.0),
        ] {
            assert!(Maximize.rounded(bound, 1e-5) == most, "{bound}");
            assert!(Minimize.rounded(bound, 1e-5) == least, "{bound}");
        }
    }
}
