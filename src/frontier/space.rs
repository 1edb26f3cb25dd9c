use super::FrontierError;
use super::error::Halt;
use super::layer::{Builder, LayerError, Layout, Run, Scratch};
use super::options::FrontierOptions;
use crate::control::Control;
use crate::instance::Sense;
use crate::memory;

/// What layers may take of the memory and of the disk.
#[derive(Debug, Clone)]
pub(super) struct Space {
    /// Bytes of memory.
    pub(super) memory: u64,
    pub(super) scratch: Scratch,
}

/// What the program takes beside the layers; an eighth of the memory more is for what the allocator keeps
/// of tables that are gone.
const PROGRAM: u64 = 12 << 20;

impl Space {
    pub(super) fn new(options: &FrontierOptions) -> Self {
        Self {
            memory: memory::limit(options.memory),
            scratch: Scratch::new(options.scratch.clone(), options.disk),
        }
    }

    /// Takes the next layer, beside layers that take so many bytes of memory.
    pub(super) fn builder(&self, layout: Layout, sense: Sense, taken: u64) -> Builder<'_> {
        let overhead = PROGRAM.min(self.memory / 4) + self.memory / 8;
        let room = self.memory.saturating_sub(overhead + taken);
        Builder::new(layout, sense, room, &self.scratch)
    }

    /// The layer that was taken, in memory where there is room beside layers that are kept and take so many bytes of it.
    pub(super) fn finish(
        &self,
        builder: Builder<'_>,
        kept: u64,
        control: &Control,
    ) -> Result<Run, LayerError> {
        // A quarter of the memory is for finished layers.
        builder.finish((self.memory / 4).saturating_sub(kept), control)
    }

    /// What went wrong in a layer, of so many, that takes about so many bytes of the disk.
    pub(super) fn failed(
        &self,
        error: LayerError,
        (layer, of): (usize, usize),
        bytes: u64,
    ) -> Halt {
        Halt::Failed(match error {
            LayerError::Stopped => return Halt::Stopped,
            LayerError::Overflow => FrontierError::Overflow,
            LayerError::NoMemory => FrontierError::NoMemory { limit: self.memory },
            LayerError::Disk(error) => FrontierError::Scratch {
                folder: self.scratch.folder().into(),
                error,
            },
            LayerError::DiskFull => {
                let (others, disk) = (self.scratch.used(), self.scratch.room());
                FrontierError::Full {
                    layer,
                    of,
                    memory: self.memory,
                    disk,
                    folder: self.scratch.folder().into(),
                    needs: others.saturating_add(bytes).max(disk.saturating_add(1)),
                }
            }
        })
    }
}
