use crate::cli::exit::Usage;
use bytesize::ByteSize;
use clap::Args;
use std::path::PathBuf;

/// The share of the machine that the frontier takes.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Frontier")]
pub(in crate::cli) struct FrontierArgs {
    /// How much memory the frontier or dense layers may take, such as 8GiB; half of what is free by default
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(in crate::cli) memory: Option<ByteSize>,
    /// Folder for layers that do not fit into the memory; the system's for temporary files by default
    #[arg(long, value_name = "FOLDER")]
    pub(in crate::cli) scratch: Option<PathBuf>,
    /// How much disk these layers may take, such as 100GiB; half of what is free by default
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(in crate::cli) disk: Option<ByteSize>,
}

/// Number of bytes, with a unit or without.
pub(in crate::cli) fn size(word: &str) -> Result<ByteSize, String> {
    let too_large = || "at most 16EiB".to_owned();
    if !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit()) {
        return word.parse().map(ByteSize).map_err(|_| too_large());
    }
    let size: ByteSize = word
        .parse()
        .map_err(|_| "use a number of bytes, or a size such as 512MiB or 8GiB")?;
    match size.as_u64() {
        u64::MAX => Err(too_large()),
        _ => Ok(size),
    }
}

/// Where the frontier can go on.
#[derive(Debug, Args)]
#[command(next_help_heading = "Frontier")]
pub(in crate::cli) struct CheckpointArgs {
    /// Write each finished layer to this file
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) checkpoint: Option<PathBuf>,
    /// Go on from the checkpoint
    #[arg(long, requires = "checkpoint")]
    pub(in crate::cli) resume: bool,
}

/// The error of a method that does not take `--checkpoint`.
pub(in crate::cli) fn no_checkpoint(method: &str) -> anyhow::Error {
    Usage(format!(
        "--checkpoint: the {method} method writes none; use --method frontier"
    ))
    .into()
}
