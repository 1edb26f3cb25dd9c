use crate::bounds::completion::LineBounds;
use crate::counted::{agreeing, counted};
use crate::disk;
use crate::harmless::harmless_path;
use crate::problem::{Feature, Features, Problem, Unfit};
use crate::wall::Covering;
#[cfg(feature = "cluster")]
use crate::wall::Wall;
use bytesize::ByteSize;
use std::path::PathBuf;

/// Errors of the frontier.
#[derive(Debug, thiserror::Error)]
pub enum FrontierError {
    /// The problem has rows that are no condition on each move.
    #[error(
        "the frontier does not take {feature}: use the method graph for at most 16 empty cells, else ordering"
    )]
    UnsupportedFeature {
        /// The feature.
        feature: Feature,
    },
    /// The wall is too large, or its lines are too long for bounds.
    #[error(transparent)]
    Unfit(#[from] Unfit),
    /// Layers from the last turn back begin with a full wall.
    #[error(
        "layers from the last turn back begin with a full wall; {} not fill {}: use the method frontier",
        agreeing(turns, "turn does", "turns do"),
        counted(cells, "cell")
    )]
    Unfilled {
        /// The turns.
        turns: usize,
        /// The cells that are empty before turn 1.
        cells: usize,
    },
    /// The coverings of optimal orders do not fit into the memory.
    #[error(
        "the optimal orders pass through too many coverings for {} of memory: give more with --memory, or count them alone",
        ByteSize(*limit).display().iec()
    )]
    Memory {
        /// The memory, in bytes.
        limit: u64,
    },
    /// A layer fits neither into the memory nor on the disk.
    #[error(
        "layer {layer} of {of} fits neither into {} of memory nor into {} of disk in {}: it needs about {} there; \
         give it more with --memory or --disk, or another folder with --scratch",
        ByteSize(*memory).display().iec(),
        ByteSize(*disk).display().iec(),
        harmless_path(folder),
        ByteSize(*needs).display().iec()
    )]
    Full {
        /// The layer.
        layer: usize,
        /// The last layer.
        of: usize,
        /// The memory, in bytes.
        memory: u64,
        /// The disk space that is allowed, or that is there, in bytes.
        disk: u64,
        /// The scratch folder.
        folder: PathBuf,
        /// Estimated disk space of the layer, in bytes.
        needs: u64,
    },
    /// A file in the scratch folder cannot be made, written or read.
    #[error(
        "the scratch folder {} cannot be used: {}",
        harmless_path(folder),
        disk::message(error)
    )]
    Scratch {
        /// The folder.
        folder: PathBuf,
        /// The error of the system.
        error: std::io::Error,
    },
    /// A checkpoint cannot be used.
    #[error("the checkpoint {} {reason}", harmless_path(path))]
    Checkpoint {
        /// The file.
        path: PathBuf,
        /// The reason.
        reason: String,
    },
    /// The system does not give the memory.
    #[error(
        "the system gives no more memory, though the frontier may take {}: give it less with --memory, or raise \
         the limit of the process (ulimit -v)",
        ByteSize(*limit).display().iec()
    )]
    NoMemory {
        /// The memory that it may take, in bytes.
        limit: u64,
    },
    /// More orders than possible, in a foreign checkpoint.
    #[error(
        "a layer has more orders than there are: begin anew, without the checkpoint if there is one"
    )]
    Overflow,
}

impl FrontierError {
    /// Whether the frontier can take a wall.
    #[cfg(feature = "cluster")]
    pub(super) fn fits(wall: Wall) -> bool {
        let longest = wall.longest_line();
        longest <= LineBounds::LONGEST && wall.len() <= Covering::MAX_CELLS
    }

    /// The limit that a problem breaks, so that the frontier cannot take it.
    pub(crate) fn unfit(problem: &Problem) -> Self {
        let wall = problem.wall();
        if let Some(feature) = Features::ROWS_OF_MOVES.lacks(problem.features()) {
            return Self::UnsupportedFeature { feature };
        }
        let longest = wall.longest_line();
        let (unit, limit, size) = if longest > LineBounds::LONGEST {
            ("cells in a line", LineBounds::LONGEST, longest)
        } else {
            ("cells", Covering::MAX_CELLS, wall.len())
        };
        Self::Unfit(Unfit {
            taker: "the frontier takes",
            what: unit,
            limit,
            size,
        })
    }
}

/// Reasons why a pass does not come to its end.
pub(super) type Halt = azulejo_control::Halt<FrontierError>;

impl From<FrontierError> for Halt {
    fn from(error: FrontierError) -> Self {
        Self::Failed(error)
    }
}
