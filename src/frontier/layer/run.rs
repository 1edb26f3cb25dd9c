use super::LayerError;
use super::record::{Layout, Reached};
use super::scratch::{ScratchFile, read_at};
use super::table::{SHARDS, shard_of};
use crate::wall::Covering;
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

/// Where the records are.
#[derive(Debug, Clone)]
enum Place {
    /// By shard, each with bytes to spare at the end.
    Memory(Arc<Vec<Vec<u8>>>),
    Disk(Arc<Mutex<Stored>>),
}

/// Records one after the other, in a file.
#[derive(Debug)]
pub(super) enum Stored {
    Scratch(ScratchFile),
    /// From a place in the file on.
    Checkpoint(Arc<Mutex<File>>, u64),
}

impl Stored {
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
    /// How many.
    pub(in crate::frontier) fn len(self) -> usize {
        self.len
    }

    /// The records, packed.
    pub(super) fn bytes(self) -> &'a [u8] {
        &self.bytes[..self.len * self.layout.width()]
    }

    /// The classes with what is known of them.
    pub(in crate::frontier) fn iter(self) -> impl Iterator<Item = (Covering, Reached)> + 'a {
        (0..self.len).map(move |index| self.layout.read(&self.bytes[index * self.layout.width()..]))
    }

    /// The same a few thousand at a time.
    pub(in crate::frontier) fn pieces(self) -> impl Iterator<Item = Self> {
        self.pieces_of(PIECE)
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

/// The most records that one thread takes at once.
const PIECE: usize = 1 << 12;

impl Run {
    pub(super) fn in_memory(layout: Layout, shards: Vec<Vec<u8>>) -> Self {
        let counts = shards
            .iter()
            .map(|shard| (shard.len() / layout.width()) as u64);
        let ends = ends(counts);
        let pad = |mut shard: Vec<u8>| {
            shard.reserve_exact(Layout::PAD);
            shard.resize(shard.len() + Layout::PAD, 0);
            shard
        };
        let shards = shards.into_iter().map(pad).collect();
        Self {
            layout,
            ends,
            place: Place::Memory(Arc::new(shards)),
        }
    }

    pub(super) fn on_disk(layout: Layout, ends: Vec<u64>, stored: Stored) -> Self {
        Self {
            layout,
            ends,
            place: Place::Disk(Arc::new(Mutex::new(stored))),
        }
    }

    /// The layer of one covering, which one order of no tiles reaches.
    pub(in crate::frontier) fn start(layout: Layout, covering: Covering) -> Self {
        let mut shards = vec![Vec::new(); SHARDS];
        let mut record = vec![0; layout.width() + Layout::PAD];
        let orders = ruint::aliases::U256::from(1);
        layout.write(&mut record, covering, &Reached { score: 0, orders });
        record.truncate(layout.width());
        shards[shard_of(covering)] = record;
        Self::in_memory(layout, shards)
    }

    /// At most about so many of the classes, evenly spread over all; on disk all of them.
    pub(in crate::frontier) fn thinned(self, most: u64) -> Self {
        let every = self.len().div_ceil(most.max(1)).max(1) as usize;
        let (layout, width) = (self.layout, self.layout.width());
        match &self.place {
            Place::Memory(shards) if every > 1 => {
                let thin = |shard: &Vec<u8>| {
                    let records = shard[..shard.len() - Layout::PAD].chunks_exact(width);
                    records.step_by(every).flatten().copied().collect()
                };
                Self::in_memory(layout, shards.iter().map(thin).collect())
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
            Place::Memory(shards) => shards.iter().map(|shard| shard.capacity() as u64).sum(),
            Place::Disk(_) => 0,
        }
    }

    pub(super) fn layout(&self) -> Layout {
        self.layout
    }

    pub(super) fn ends(&self) -> &[u64] {
        &self.ends
    }

    /// Does something with all records, a piece after another and several at once.
    pub(in crate::frontier) fn in_pieces<E: From<std::io::Error> + Send>(
        &self,
        work: impl Fn(Records<'_>) -> Result<(), E> + Sync,
    ) -> Result<(), E> {
        // Several pieces for each thread, so that none waits long for another.
        let share = self.len() as usize / (8 * rayon::current_num_threads());
        let most = share.clamp(64, PIECE);
        self.blocks(|records| {
            let pieces: Vec<Records<'_>> =
                records.iter().flat_map(|all| all.pieces_of(most)).collect();
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
            Place::Memory(shards) => {
                let records = |bytes| Records {
                    layout,
                    bytes,
                    len: (bytes.len() - Layout::PAD) / width,
                };
                let records: Vec<Records<'_>> =
                    shards.iter().map(Vec::as_slice).map(records).collect();
                work(&records)
            }
            Place::Disk(stored) => {
                let mut bytes = Vec::new();
                for start in (0..self.len()).step_by(BLOCK as usize) {
                    let len = BLOCK.min(self.len() - start) as usize;
                    bytes.resize(len * width + Layout::PAD, 0);
                    let mut file = stored.lock().unwrap_or_else(PoisonError::into_inner);
                    file.read_at(start * width as u64, &mut bytes[..len * width])?;
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

    /// What is known of the class of a representative, if it is in the layer.
    pub(in crate::frontier) fn get(
        &self,
        covering: Covering,
    ) -> Result<Option<Reached>, LayerError> {
        let shard = shard_of(covering);
        let start = if shard == 0 { 0 } else { self.ends[shard - 1] };
        let (mut low, mut high) = (0, self.ends[shard] - start);
        while low < high {
            let middle = low + (high - low) / 2;
            let (found, reached) = self.read(shard, start, middle)?;
            match found.cmp(&covering) {
                std::cmp::Ordering::Equal => return Ok(Some(reached)),
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        Ok(None)
    }

    /// The record at an index of a shard that begins with the record `start`.
    fn read(
        &self,
        shard: usize,
        start: u64,
        index: u64,
    ) -> Result<(Covering, Reached), LayerError> {
        let width = self.layout.width();
        match &self.place {
            Place::Memory(shards) => Ok(self.layout.read(&shards[shard][index as usize * width..])),
            Place::Disk(stored) => {
                let mut record = [0; 2 * Layout::PAD];
                let mut file = stored.lock().unwrap_or_else(PoisonError::into_inner);
                file.read_at((start + index) * width as u64, &mut record[..width])?;
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
