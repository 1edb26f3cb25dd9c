//! The refusal of an instance or a certificate.

use std::fmt::Display;

/// The refusal of an instance or a certificate: the step that fails, and the reason.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{step}: {reason}")]
pub struct Refusal {
    /// The step.
    pub step: String,
    /// The reason.
    pub reason: String,
}

impl Refusal {
    pub(crate) fn at(step: impl Display, reason: impl Display) -> Self {
        let (step, reason) = (step.to_string(), reason.to_string());
        Self { step, reason }
    }

    /// The refusal within a larger step.
    pub(crate) fn within(self, step: impl Display) -> Self {
        Self::at(step, self)
    }
}

/// Requires a condition; if it is false, the step fails with the reason.
pub(crate) fn need(holds: bool, step: impl Display, reason: impl Display) -> Result<(), Refusal> {
    holds.then_some(()).ok_or_else(|| Refusal::at(step, reason))
}
