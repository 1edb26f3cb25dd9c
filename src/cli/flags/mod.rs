//! Flags that commands share, a group a file. No group knows a command.

mod choice;
mod constraints;
mod format;
mod formulation;
mod frontier;
mod instance;
mod limits;
mod order;
mod run;

pub(super) use choice::{by_name, with_help};
pub(super) use format::{Format, TableFormat};
pub(super) use formulation::{CutArgs, FormulationArgs, formulation_of};
pub(super) use frontier::{CheckpointArgs, FrontierArgs, no_checkpoint, size};
pub(super) use instance::{InstanceArgs, InstanceFlags};
pub(super) use limits::{LimitArgs, time};
pub(super) use order::OrderArgs;
pub(super) use run::{RunArgs, SearchArgs};
