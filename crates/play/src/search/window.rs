//! The window of an alpha-beta search.

/// What both sides have already elsewhere: one gets at least alpha, the other lets him get at most beta. A value matters
/// only between the two.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Window {
    pub(crate) alpha: i32,
    pub(crate) beta: i32,
}

impl Window {
    /// Nobody has anything yet.
    pub(crate) const OPEN: Self = Self {
        alpha: -i32::MAX,
        beta: i32::MAX,
    };

    /// The window that asks only whether a value is more than `alpha`.
    #[inline]
    pub(crate) fn null(alpha: i32) -> Self {
        Self {
            alpha,
            beta: alpha + 1,
        }
    }

    /// Whether it asks for a value, and not only whether there is a better one.
    #[inline]
    pub(crate) fn is_open(self) -> bool {
        self.beta - self.alpha > 1
    }

    /// The window of the other side, whose values have the opposite sign.
    #[inline]
    pub(crate) fn negated(self) -> Self {
        Self {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }

    /// Whether no value is left between the two: the position is cut off.
    #[inline]
    pub(crate) fn is_cut(self) -> bool {
        self.alpha >= self.beta
    }
}
