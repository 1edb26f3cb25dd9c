use std::path::PathBuf;

/// Memory and disk space of a search over coverings, and the places of its layers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FrontierOptions {
    /// The memory of the search, in bytes; half of the free memory by default.
    pub memory: Option<u64>,
    /// The folder for layers that do not fit into the memory; the system's for temporary files by default.
    pub scratch: Option<PathBuf>,
    /// The disk space of the layers in that folder, in bytes; half of the free space by default.
    pub disk: Option<u64>,
    /// The file of each finished layer, if there is to be one.
    pub checkpoint: Option<Checkpoint>,
}

/// A file of finished layers, of which the last survives the end of the process.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checkpoint {
    /// The file; others may lie beside it for a moment.
    pub path: PathBuf,
    /// Whether to go on from it. If not, there must be no such file.
    pub resume: bool,
}
