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
const A_GIBIBYTE_BACK: Duration = Duration::from_millis(200);

/// The time that it takes to give so many bytes back.
fn giving_back(bytes: u64) -> Duration {
    A_GIBIBYTE_BACK.mul_f64(bytes as f64 / (1u64 << 30) as f64)
}

/// A layer that is to be made.
#[derive(Debug)]
pub(super) struct Next<'a> {
    /// The layer before.
    pub(super) layer: &'a Run,
    pub(super) layout: Layout,
    pub(super) sense: Sense,
    /// The layers before it, and those that there are in all.
    pub(super) number: usize,
    pub(super) of: usize,
    /// Bytes of memory that finished layers take, and whether they stay there.
    pub(super) taken: u64,
    pub(super) keep: bool,
}

impl Space {
    pub(super) fn new(options: &FrontierOptions) -> Self {
        Self {
            memory: memory::limit(options.memory),
            scratch: Scratch::new(options.scratch.clone(), options.disk),
        }
    }

    /// Makes the next layer: `expand` is given some coverings of the layer before and a builder for what it finds;
    /// `settle` is given the builder after all of them.
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
        let room = self.memory.saturating_sub(overhead + next.taken);
        let builder = Builder::new(next.layout, next.sense, room, &self.scratch);
        let (done, layer) = (AtomicU64::new(0), next.layer);
        let expanded = layer.in_pieces(|records| {
            let taken = (next.taken + builder.memory(), self.scratch.used());
            control.earlier(giving_back(taken.0)).go_on()?;
            let at = (done.load(Ordering::Relaxed), layer.len());
            pace.tell(control, next.number, at, taken);
            done.fetch_add(records.len() as u64, Ordering::Relaxed);
            expand(records, &builder)
        });
        let settled = expanded.and_then(|()| settle(&builder));
        let (spilled, in_tables) = (builder.spilled(), builder.memory());
        let finished = settled.and_then(|()| {
            // A quarter of the memory is for finished layers.
            let retained = if next.keep { next.taken } else { 0 };
            let control = control.earlier(giving_back(next.taken + in_tables));
            builder.finish((self.memory / 4).saturating_sub(retained), &control)
        });
        finished.map_err(|error| {
            // What went to the disk grows with what was expanded; what is in the tables follows.
            let (done, of) = (u128::from(done.into_inner()), u128::from(layer.len()));
            let whole = u128::from(spilled) * of / done.max(1);
            let bytes = in_tables.saturating_add(whole as u64);
            self.failed(error, (next.number, next.of), bytes)
        })
    }

    /// The halt after an error in a layer, of so many, that takes about so many bytes of the disk.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frontier::layer::Buffer;
    use crate::instance::Instance;
    use crate::problem::Problem;
    use ruint::aliases::U256;

    /// Nothing is expanded where the time that is left is needed to give the memory back.
    #[test]
    fn what_holds_gigabytes_ends_before_its_deadline() {
        let json = r#"{"wall": {"rows": 5, "columns": 5}, "sense": "minimize"}"#;
        let problem = Problem::from(&Instance::from_json(json).expect("valid"));
        let layer = Run::start(
            Layout::new(&problem, 0),
            crate::wall::Covering::from_bits(1),
        );
        let made = |taken: u64| {
            let next = Next {
                layer: &layer,
                layout: Layout::new(&problem, 1),
                sense: problem.sense(),
                number: 1,
                of: 25,
                taken,
                keep: true,
            };
            let control = Control::default().within(Some(Duration::from_secs(60)));
            let space = Space::new(&FrontierOptions::default());
            let expand = |_: Records<'_>, builder: &Builder<'_, U256>| {
                let found: Buffer<'_, U256> = builder.found();
                found.finish()
            };
            let pace = Pace::new(25);
            space.next_layer(&next, &pace, &control, expand, |_| Ok(()))
        };
        assert!(made(1 << 30).is_ok());
        assert!(matches!(made(1 << 40), Err(Halt::Stopped)));
    }
}
