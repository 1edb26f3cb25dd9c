use crate::problem::{Feature, Unfit};
use bytesize::ByteSize;

/// Errors of dense layers.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DenseError {
    /// The problem has rows that are no condition on each move.
    #[error(
        "dense layers do not take {feature}: use the method graph for at most 16 empty cells, else ordering"
    )]
    UnsupportedFeature {
        /// The feature.
        feature: Feature,
    },
    /// Turns may pass, and more than the best score is asked for.
    #[error(
        "dense layers count and list no orders where turns may pass: use the state graph, for at most 16 empty cells"
    )]
    Passes,
    /// Too many cells are empty, or the wall is too large.
    #[error(transparent)]
    Unfit(#[from] Unfit),
    /// The layers do not fit into the memory.
    #[error(
        "dense layers need {} of memory, of which {} are allowed: give more with --memory",
        ByteSize(*needs).display().iec(),
        ByteSize(*limit).display().iec()
    )]
    Memory {
        /// The memory that the layers need, in bytes.
        needs: u64,
        /// The memory that is allowed, in bytes.
        limit: u64,
    },
    /// The system does not give the memory.
    #[error(
        "the system gives no more memory, though dense layers may take {}: raise the limit of the process (ulimit -v)",
        ByteSize(*limit).display().iec()
    )]
    NoMemory {
        /// The memory that is allowed, in bytes.
        limit: u64,
    },
}

/// Reasons for the end of a table before its last sets.
pub(super) type Halt = azulejo_control::Halt<DenseError>;

impl From<DenseError> for Halt {
    fn from(error: DenseError) -> Self {
        Self::Failed(error)
    }
}

impl DenseError {
    /// Refuses layers that need more bytes than they may take.
    pub(super) fn unless_within(limit: u64, needs: u64) -> Result<(), Self> {
        match needs > limit {
            true => Err(Self::Memory { needs, limit }),
            false => Ok(()),
        }
    }
}
