use std::ops::Neg;

/// Whether the largest or the smallest score is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Sense {
    /// The largest score.
    Maximize,
    /// The smallest score.
    Minimize,
}

impl Sense {
    /// The gain of a value, of which more is better in either sense: the value itself when maximizing, its negative when
    /// minimizing. The gain of a gain is the value.
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

    /// The best of several values; none where there is none.
    pub fn best_of<T: Ord>(self, values: impl Iterator<Item = T>) -> Option<T> {
        values.reduce(|one, other| self.better_of(one, other))
    }

    /// The tighter of two bounds: the smaller when maximizing, the larger when minimizing.
    pub fn tighter<T: Ord>(self, bound: T, other: T) -> T {
        match self {
            Self::Maximize => bound.min(other),
            Self::Minimize => bound.max(other),
        }
    }

    /// The best integer that a dual bound leaves possible, where bounds are true up to a `tolerance`.
    pub fn rounded(self, dual_bound: f64, tolerance: f64) -> f64 {
        self.gain((self.gain(dual_bound) + tolerance).floor())
    }

    /// The optimum in a word, and the side of it on which every score lies: `("maximum", "at most")`.
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
    fn both_senses_are_mirror_images() {
        for (one, other) in [(1, 2), (2, 1), (3, 3)] {
            assert_eq!(Maximize.better(one, other), Minimize.better(-one, -other));
            assert_eq!(Maximize.better(one, other), one > other);
            assert_eq!(Maximize.better_of(one, other), one.max(other));
            assert_eq!(Minimize.better_of(one, other), one.min(other));
            assert_eq!(Minimize.tighter(one, other), one.max(other));
            assert_eq!(Maximize.tighter(one, other), one.min(other));
        }
        assert_eq!([Maximize, Minimize].map(|sense| sense.gain(2)), [2, -2]);
        let best = |values: &[u32]| {
            [Maximize, Minimize].map(|sense| sense.best_of(values.iter().copied()))
        };
        assert_eq!(best(&[3, 1, 2]), [Some(3), Some(1)]);
        assert_eq!(best(&[]), [None, None]);
    }

    /// A bound of 29.7 leaves 29 possible to the maximum and 30 to the minimum; 30 and a little is 30 for both.
    #[test]
    fn bounds_are_rounded_to_the_side_that_is_possible() {
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
