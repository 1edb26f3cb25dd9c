//! Layers of classes of coverings: a [`Builder`] collects the classes of an expansion, in packed tables and, where these are full, on
//! disk; a [`Run`] is the result.

mod build;
mod number;
mod record;
mod run;
mod scratch;
mod section;
mod segment;
mod shard;
mod table;

pub(super) use build::{Buffer, Builder};
pub(super) use number::{Number, as_wide_as};
pub(super) use record::{Label, Layout};
pub(super) use run::{Records, Run};
pub(super) use scratch::Scratch;
pub(super) use section::{Section, SectionError};
#[cfg(feature = "cluster")]
pub(super) use shard::{SHARDS, shard_of};

use azulejo_control::Stopped;
use std::collections::TryReserveError;

/// Errors of a layer that cannot be built, or read.
#[derive(Debug)]
pub(super) enum LayerError {
    /// A number of orders is larger than it can be.
    Overflow,
    /// The scratch folder's limit is reached, or its file system is full.
    DiskFull,
    /// A file cannot be written or read.
    Disk(std::io::Error),
    /// The system does not give the memory.
    NoMemory,
    /// The run was stopped.
    Stopped,
}

impl From<Stopped> for LayerError {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

impl From<TryReserveError> for LayerError {
    fn from(_: TryReserveError) -> Self {
        Self::NoMemory
    }
}

impl From<table::Overflow> for LayerError {
    fn from(_: table::Overflow) -> Self {
        Self::Overflow
    }
}

impl From<std::io::Error> for LayerError {
    fn from(error: std::io::Error) -> Self {
        match error.kind() {
            std::io::ErrorKind::StorageFull | std::io::ErrorKind::QuotaExceeded => Self::DiskFull,
            _ => Self::Disk(error),
        }
    }
}
