use super::LayerError;
use super::number::Number;
use super::record::{Label, Layout};
use super::scratch::{ScratchFile, read_at};
use super::shard::{SHARDS, SHARDS_PER_TABLE, TABLES, shard_of, table_of};
use crate::outcome::Orders;
use crate::wall::Covering;
use itertools::Itertools;
use rayon::prelude::*;
use std::fs::File;
use std::sync::{Arc, Mutex, PoisonError};

/// A finished layer: its classes shard by shard, by covering in each.
#[derive(Debug, Clone)]
pub(in crate::frontier) struct Run {
    layout: Layout,
    /// The classes up to the end of each shard.
    ends: Vec<u64>,
    place: Place,
}

/// Place of the records.
#[derive(Debug, Clone)]
enum Place {
    /// Records of each table, with spare bytes at the end.
    Memory(Arc<Vec<Vec<u8>>>),
    /// The records follow each other in extents.
    Disk(Arc<Mutex<Storage>>, Arc<Vec<Extent>>),
}

/// Records one after the other.
#[derive(Debug, Clone, Copy)]
pub(super) struct Extent {
    /// The byte at which the records begin.
    pub(super) place: u64,
    pub(super) records: u64,
}

/// A file with the records.
#[derive(Debug)]
pub(super) enum Storage {
    Scratch(ScratchFile),
    /// A checkpoint, from a place in the file on.
    Checkpoint(Arc<Mutex<File>>, u64),
}

impl Storage {
    fn read_at(&mut self, place: u64, bytes: &mut [u8]) -> std::io::Result<()> {
        match self {
            Self::Scratch(file) => file.read_at(place, bytes),
            Self::Checkpoint(file, start) => {
                let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
                read_at(&mut file, *start + place, bytes)
            }
        }
    }
}

/// Some records of a run.
#[derive(Debug, Clone, Copy)]
pub(in crate::frontier) struct Records<'a> {
    layout: Layout,
    bytes: &'a [u8],
    len: usize,
}

impl<'a> Records<'a> {
    /// The number of classes.
    pub(in crate::frontier) fn len(self) -> usize {
        self.len
    }

    /// The records, packed.
    pub(super) fn bytes(self) -> &'a [u8] {
        &self.bytes[..self.len * self.layout.width()]
    }

    /// The classes, each with its best score and number of orders.
    pub(in crate::frontier) fn iter<N: Number + 'a>(
        self,
    ) -> impl Iterator<Item = (Covering, Label<N>)> + 'a {
        (0..self.len).map(move |index| self.layout.read(&self.bytes[index * self.layout.width()..]))
    }

    /// The classes, a few thousand at a time.
    pub(in crate::frontier) fn pieces(self) -> impl Iterator<Item = Self> {
        self.pieces_of(PIECE)
    }

    /// The classes in batches, each expanded between two looks at the control.
    pub(in crate::frontier) fn batches(self) -> impl Iterator<Item = Self> {
        self.pieces_of(FEW)
    }

    fn pieces_of(self, most: usize) -> impl Iterator<Item = Self> {
        (0..self.len).step_by(most).map(move |start| Self {
            bytes: &self.bytes[start * self.layout.width()..],
            len: most.min(self.len - start),
            ..self
        })
    }
}

/// Records that are read from the disk at once.
const BLOCK: u64 = 1 << 16;

/// Largest number of records that one thread takes at once.
const PIECE: usize = 1 << 12;

/// Number of classes that are expanded in some hundredths of a second at most: a bound by a short horizon takes a tenth of a
/// millisecond for each.
const FEW: usize = 1 << 6;

impl Run {
    /// The classes up to the end of each shard, and the records by table.
    pub(super) fn in_memory(layout: Layout, ends: Vec<u64>, tables: Vec<Vec<u8>>) -> Self {
        let pad = |mut table: Vec<u8>| {
            table.reserve_exact(Layout::PAD);
            table.resize(table.len() + Layout::PAD, 0);
            table
        };
        let tables = tables.into_iter().map(pad).collect();
        Self {
            layout,
            ends,
            place: Place::Memory(Arc::new(tables)),
        }
    }

    /// The classes up to the end of each shard, and where the records are.
    pub(super) fn on_disk(
        layout: Layout,
        ends: Vec<u64>,
        storage: Storage,
        extents: Vec<Extent>,
    ) -> Self {
        // Extents without a gap between them are read at once.
        let width = layout.width() as u64;
        let extents = extents.into_iter().coalesce(|left, right| {
            match left.place + left.records * width == right.place || right.records == 0 {
                true => Ok(Extent {
                    records: left.records + right.records,
                    ..left
                }),
                false => Err((left, right)),
            }
        });
        let extents = Arc::new(extents.collect());
        Self {
            layout,
            ends,
            place: Place::Disk(Arc::new(Mutex::new(storage)), extents),
        }
    }

    /// The layer of one covering, which one order of no tiles reaches.
    pub(in crate::frontier) fn start(layout: Layout, covering: Covering) -> Self {
        let mut tables = vec![Vec::new(); TABLES];
        let mut record = vec![0; layout.width() + Layout::PAD];
        let orders = Orders::ONE;
        layout.write(&mut record, covering, &Label { score: 0, orders });
        record.truncate(layout.width());
        tables[table_of(covering)] = record;
        let shards = (0..SHARDS).map(|shard| u64::from(shard == shard_of(covering)));
        Self::in_memory(layout, ends(shards), tables)
    }

    /// A layer without coverings.
    #[cfg(feature = "cluster")]
    pub(in crate::frontier) fn empty(layout: Layout) -> Self {
        Self::in_memory(layout, vec![0; SHARDS], vec![Vec::new(); TABLES])
    }

    /// A sample of about `most` classes, evenly spread over all; on disk all classes.
    pub(in crate::frontier) fn sample(self, most: u64) -> Self {
        let step = self.len().div_ceil(most.max(1)).max(1) as usize;
        let (layout, width) = (self.layout, self.layout.width());
        match &self.place {
            Place::Memory(tables) if step > 1 => {
                let mut sizes = vec![0; SHARDS];
                let mut thin = |table: &Vec<u8>| {
                    let records = table[..table.len() - Layout::PAD].chunks_exact(width);
                    let sample = records.step_by(step);
                    let count = |record: &&[u8]| sizes[shard_of(layout.covering(record))] += 1;
                    sample.inspect(count).flatten().copied().collect()
                };
                let tables = tables.iter().map(&mut thin).collect();
                Self::in_memory(layout, ends(sizes.into_iter()), tables)
            }
            _ => self,
        }
    }

    /// Number of classes.
    pub(in crate::frontier) fn len(&self) -> u64 {
        self.ends[SHARDS - 1]
    }

    /// Bytes that it takes in memory.
    pub(in crate::frontier) fn memory(&self) -> u64 {
        match &self.place {
            Place::Memory(tables) => tables.iter().map(|table| table.capacity() as u64).sum(),
            Place::Disk(..) => 0,
        }
    }

    pub(super) fn layout(&self) -> Layout {
        self.layout
    }

    pub(super) fn ends(&self) -> &[u64] {
        &self.ends
    }

    /// Applies `work` to all records, piece by piece and several pieces at once.
    pub(in crate::frontier) fn in_pieces<E: From<std::io::Error> + Send>(
        &self,
        work: impl Fn(Records<'_>) -> Result<(), E> + Sync,
    ) -> Result<(), E> {
        // Several pieces for each thread, so that none waits long for another.
        let share = self.len() as usize / (8 * rayon::current_num_threads());
        let most = share.clamp(64, PIECE);
        self.blocks(|records| {
            let pieces: Vec<Records<'_>> = records
                .iter()
                .flat_map(|block| block.pieces_of(most))
                .collect();
            pieces.into_par_iter().try_for_each(&work)
        })
    }

    /// The records in their order: all that are in memory, or a block after another.
    pub(in crate::frontier) fn blocks<E: From<std::io::Error>>(
        &self,
        mut work: impl FnMut(&[Records<'_>]) -> Result<(), E>,
    ) -> Result<(), E> {
        let (layout, width) = (self.layout, self.layout.width());
        match &self.place {
            Place::Memory(tables) => {
                let records = |bytes| Records {
                    layout,
                    bytes,
                    len: (bytes.len() - Layout::PAD) / width,
                };
                let records: Vec<Records<'_>> =
                    tables.iter().map(Vec::as_slice).map(records).collect();
                work(&records)
            }
            Place::Disk(storage, extents) => {
                let mut bytes = Vec::new();
                let blocks = extents.iter().flat_map(|extent| {
                    let starts = (0..extent.records).step_by(BLOCK as usize);
                    starts.map(|start| {
                        let records = BLOCK.min(extent.records - start);
                        (extent.place + start * width as u64, records as usize)
                    })
                });
                for (place, len) in blocks {
                    bytes.resize(len * width + Layout::PAD, 0);
                    let mut file = storage.lock().unwrap_or_else(PoisonError::into_inner);
                    file.read_at(place, &mut bytes[..len * width])?;
                    drop(file);
                    work(&[Records {
                        layout,
                        bytes: &bytes,
                        len,
                    }])?;
                }
                Ok(())
            }
        }
    }

    /// The entry of the class of a representative, if the class is in the layer.
    pub(in crate::frontier) fn get(&self, covering: Covering) -> Result<Option<Label>, LayerError> {
        let (shard, table) = (shard_of(covering), table_of(covering));
        let (mut low, mut high) = (self.start_of(shard), self.ends[shard]);
        while low < high {
            let middle = low + (high - low) / 2;
            let (entry, label) = self.read(table, middle)?;
            match entry.cmp(&covering) {
                std::cmp::Ordering::Equal => return Ok(Some(label)),
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        Ok(None)
    }

    /// The classes before a shard.
    fn start_of(&self, shard: usize) -> u64 {
        if shard == 0 { 0 } else { self.ends[shard - 1] }
    }

    /// The record at an index of all, which is in a table.
    fn read(&self, table: usize, index: u64) -> Result<(Covering, Label), LayerError> {
        let width = self.layout.width();
        match &self.place {
            Place::Memory(tables) => {
                let index = index - self.start_of(table * SHARDS_PER_TABLE);
                Ok(self.layout.read(&tables[table][index as usize * width..]))
            }
            Place::Disk(storage, extents) => {
                let mut before = 0;
                let within = extents.iter().find_map(|extent| {
                    let start = before;
                    before += extent.records;
                    (index < before).then(|| extent.place + (index - start) * width as u64)
                });
                let Some(place) = within else {
                    return Err(std::io::Error::from(std::io::ErrorKind::UnexpectedEof).into());
                };
                let mut record = [0; 2 * Layout::PAD];
                let mut file = storage.lock().unwrap_or_else(PoisonError::into_inner);
                file.read_at(place, &mut record[..width])?;
                Ok(self.layout.read(&record))
            }
        }
    }
}

/// Sums of the counts up to each.
pub(super) fn ends(counts: impl Iterator<Item = u64>) -> Vec<u64> {
    let sum = |sum: &mut u64, count| {
        *sum += count;
        Some(*sum)
    };
    counts.scan(0, sum).collect()
}
