//! Why something is refused.

use std::fmt::Display;

/// Why an instance or a certificate is refused: the step that fails, and how.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{step}: {reason}")]
pub struct Refusal {
    /// The step.
    pub step: String,
    /// What is wrong with it.
    pub reason: String,
}

impl Refusal {
    pub(crate) fn at(step: impl Display, reason: impl Display) -> Self {
        let (step, reason) = (step.to_string(), reason.to_string());
        Self { step, reason }
    }

    /// The same, as a part of a larger step.
    pub(crate) fn within(self, step: impl Display) -> Self {
        Self::at(step, self)
    }
}

/// Goes on if that holds; otherwise the step fails, for this reason.
pub(crate) fn need(holds: bool, step: impl Display, reason: impl Display) -> Result<(), Refusal> {
    if holds {
        Ok(())
    } else {
        Err(Refusal::at(step, reason))
    }
}
