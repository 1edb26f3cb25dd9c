use super::FrontierError;
use super::error::Halt;
use super::layer::{Builder, LayerError, Layout, Number, Records, Run, Scratch};
use super::options::FrontierOptions;
use super::pace::Pace;
use crate::instance::Sense;
use crate::memory;
use azulejo_control::Control;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Memory and disk of layers.
#[derive(Debug, Clone)]
pub(super) struct Space {
    /// Bytes of memory.
    pub(super) memory: u64,
    pub(super) scratch: Scratch,
}

/// Memory of the program beside the layers, in bytes; a further eighth of the memory is for freed tables that the allocator keeps.
const PROGRAM: u64 = 12 << 20;

/// The system's time to take back a gibibyte of memory. A run that holds gigabytes ends as much earlier.
const RELEASE_PER_GIBIBYTE: Duration = Duration::from_millis(200);

/// The time that the system takes to release `bytes` bytes.
fn release_time(bytes: u64) -> Duration {
    RELEASE_PER_GIBIBYTE.mul_f64(bytes as f64 / (1u64 << 30) as f64)
}

/// Inputs of the next layer.
#[derive(Debug)]
pub(super) struct Next<'a> {
    /// The layer before.
    pub(super) layer: &'a Run,
    pub(super) layout: Layout,
    pub(super) sense: Sense,
    /// The number of layers before it, and of all layers.
    pub(super) number: usize,
    pub(super) count: usize,
    /// Bytes of memory that finished layers take, and whether they stay there.
    pub(super) layer_memory: u64,
    pub(super) keep: bool,
}

impl Space {
    pub(super) fn new(options: &FrontierOptions) -> Self {
        Self {
            memory: memory::limit(options.memory),
            scratch: Scratch::new(options.scratch.clone(), options.disk),
        }
    }

    /// Makes the next layer: `expand` adds the successors of some coverings of the layer before to a builder; `settle` gets the builder
    /// after all of them.
    ///
    /// # Errors
    /// When it is stopped, or the layer fits nowhere.
    pub(super) fn next_layer<N: Number>(
        &self,
        next: &Next<'_>,
        pace: &Pace,
        control: &Control,
        expand: impl Fn(Records<'_>, &Builder<'_, N>) -> Result<(), LayerError> + Sync,
        settle: impl FnOnce(&Builder<'_, N>) -> Result<(), LayerError>,
    ) -> Result<Run, Halt> {
        let overhead = PROGRAM.min(self.memory / 4) + self.memory / 8;
        let room = self.memory.saturating_sub(overhead + next.layer_memory);
        let builder = Builder::new(next.layout, next.sense, room, &self.scratch);
        let (expanded_count, layer) = (AtomicU64::new(0), next.layer);
        let result = layer.in_pieces(|records| {
            let usage = (next.layer_memory + builder.memory(), self.scratch.used());
            control.earlier(release_time(usage.0)).go_on()?;
            let progress = (expanded_count.load(Ordering::Relaxed), layer.len());
            pace.tell(control, next.number, progress, usage);
            expanded_count.fetch_add(records.len() as u64, Ordering::Relaxed);
            expand(records, &builder)
        });
        let result = result.and_then(|()| settle(&builder));
        let (disk_bytes, in_tables) = (builder.disk_bytes(), builder.memory());
        let run = result.and_then(|()| {
            // A quarter of the memory is for finished layers.
            let stored = if next.keep { next.layer_memory } else { 0 };
            let control = control.earlier(release_time(next.layer_memory + in_tables));
            builder.finish((self.memory / 4).saturating_sub(stored), &control)
        });
        run.map_err(|error| {
            // The bytes on disk grow with the expanded classes; the bytes of the tables come on top.
            let (expanded, total) = (
                u128::from(expanded_count.into_inner()),
                u128::from(layer.len()),
            );
            let whole = u128::from(disk_bytes) * total / expanded.max(1);
            let bytes = in_tables.saturating_add(whole as u64);
            self.failed(error, (next.number, next.count), bytes)
        })
    }

    /// The halt after an error in a layer that takes about `bytes` bytes of the disk.
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
                let (used, disk) = (self.scratch.used(), self.scratch.room());
                FrontierError::Full {
                    layer,
                    of,
                    memory: self.memory,
                    disk,
                    folder: self.scratch.folder().into(),
                    needs: used.saturating_add(bytes).max(disk.saturating_add(1)),
                }
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frontier::layer::Buffer;
    use crate::instance::Instance;
    use crate::problem::Problem;
    use ruint::aliases::U256;

    /// No class is expanded where the time left is needed to release the memory.
    #[test]
    fn a_run_with_gigabytes_ends_before_its_deadline() {
        let json = r#"{"wall": {"rows": 5, "columns": 5}, "sense": "minimize"}"#;
        let problem = Problem::from(&Instance::from_json(json).expect("valid"));
        let layer = Run::start(
            Layout::new(&problem, 0),
            crate::wall::Covering::from_bits(1),
        );
        let next_layer = |layer_memory: u64| {
            let next = Next {
                layer: &layer,
                layout: Layout::new(&problem, 1),
                sense: problem.sense(),
                number: 1,
                count: 25,
                layer_memory,
                keep: true,
            };
            let control = Control::default().within(Some(Duration::from_secs(60)));
            let space = Space::new(&FrontierOptions::default());
            let expand = |_: Records<'_>, builder: &Builder<'_, U256>| {
                let buffer: Buffer<'_, U256> = builder.buffer();
                buffer.finish()
            };
            let pace = Pace::new(25);
            space.next_layer(&next, &pace, &control, expand, |_| Ok(()))
        };
        assert!(next_layer(1 << 30).is_ok());
        assert!(matches!(next_layer(1 << 40), Err(Halt::Stopped)));
    }
}
