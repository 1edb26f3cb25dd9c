use std::path::PathBuf;

/// What a search over coverings may take of the machine, and where it leaves its layers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FrontierOptions {
    /// The memory that it may take, in bytes; half of what is free by default.
    pub memory: Option<u64>,
    /// The folder for layers that do not fit into the memory; the system's for temporary files by default.
    pub scratch: Option<PathBuf>,
    /// What they may take there, in bytes; half of what is free by default.
    pub disk: Option<u64>,
    /// Where each finished layer is written, if anywhere.
    pub checkpoint: Option<Checkpoint>,
}

/// A file of finished layers, of which the last survives whatever happens to the process.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checkpoint {
    /// The file; others may lie beside it for a moment.
    pub path: PathBuf,
    /// Whether to go on from it. If not, there must be no such file.
    pub resume: bool,
}
