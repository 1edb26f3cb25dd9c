//! The window of an alpha-beta search.

/// The alpha-beta window: alpha is the value that the mover can force elsewhere, beta the value that the opponent can
/// force elsewhere. The exact value of a position matters only between the two.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Window {
    pub(crate) alpha: i32,
    pub(crate) beta: i32,
}

impl Window {
    /// The full window, without a bound on either side.
    pub(crate) const OPEN: Self = Self {
        alpha: -i32::MAX,
        beta: i32::MAX,
    };

    /// The null window (alpha, alpha + 1), which decides only whether a value is more than `alpha`.
    #[inline]
    pub(crate) fn null(alpha: i32) -> Self {
        Self {
            alpha,
            beta: alpha + 1,
        }
    }

    /// Whether the window is wider than a null window, so that a search of it gives an exact value.
    #[inline]
    pub(crate) fn is_open(self) -> bool {
        self.beta - self.alpha > 1
    }

    /// The window of the opponent, whose values have the opposite sign.
    #[inline]
    pub(crate) fn negated(self) -> Self {
        Self {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }

    /// Whether the window is empty, so that the position is cut off.
    #[inline]
    pub(crate) fn is_cut(self) -> bool {
        self.alpha >= self.beta
    }
}
