use super::LayerError;
use super::record::{Layout, Reached};
use super::run::{Run, Stored, ends};
use super::scratch::{Scratch, ScratchFile};
use super::table::{SHARDS, Table, merge, shard_of};
use crate::control::Control;
use crate::instance::Sense;
use crate::wall::Covering;
use rayon::prelude::*;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// A layer that is being built, by several threads at once. Each shard has its share of the memory; when
/// that is full, its classes go to a file of the scratch folder in order, as one more sorted segment, and
/// in the end the segments are merged. What comes out does not depend on who added what when, or on
/// the memory.
#[derive(Debug)]
pub(in crate::frontier) struct Builder<'a> {
    layout: Layout,
    sense: Sense,
    /// Bytes of each shard's table.
    share: usize,
    shards: Vec<Mutex<Shard>>,
    scratch: &'a Scratch,
    /// Bytes of the tables, and bytes that have gone to the disk.
    memory: AtomicU64,
    spilled: AtomicU64,
}

#[derive(Debug)]
struct Shard {
    table: Table,
    file: Option<ScratchFile>,
    /// The bytes up to the end of each segment of the file.
    segments: Vec<u64>,
}

/// What one thread has found and not yet handed over, by shard.
#[derive(Debug)]
pub(in crate::frontier) struct Found<'a> {
    builder: &'a Builder<'a>,
    shards: Vec<Vec<(Covering, Reached)>>,
    result: Result<(), LayerError>,
}

/// A thread hands over so many classes of a shard at once.
const BATCH: usize = 256;

impl Found<'_> {
    /// Adds orders that lead to a class.
    pub(in crate::frontier) fn add(&mut self, covering: Covering, reached: Reached) {
        let shard = shard_of(covering);
        self.shards[shard].push((covering, reached));
        if self.shards[shard].len() == BATCH && self.result.is_ok() {
            self.result = self.builder.hand_over(shard, &mut self.shards[shard]);
        }
    }

    /// Hands over what is left.
    pub(in crate::frontier) fn finish(mut self) -> Result<(), LayerError> {
        self.result?;
        let mut shards = self.shards.iter_mut().enumerate();
        shards.try_for_each(|(shard, entries)| self.builder.hand_over(shard, entries))
    }
}

impl<'a> Builder<'a> {
    /// Takes as many bytes of memory at most, beside a little for each thread.
    pub(in crate::frontier) fn new(
        layout: Layout,
        sense: Sense,
        memory: u64,
        scratch: &'a Scratch,
    ) -> Self {
        let shard = || {
            Mutex::new(Shard {
                table: Table::new(layout),
                file: None,
                segments: Vec::new(),
            })
        };
        // A table is sorted with 32 bytes for each class and into a copy, in as many shards at once as
        // there are threads; three quarters of its slots are classes.
        let (width, shards) = (layout.width() as u128, SHARDS as u128);
        let at_once = shards.min(rayon::current_num_threads() as u128);
        let of_a_slot = 4 * shards * width + 3 * at_once * (width + 32);
        let share = u128::from(memory) * 4 * width / of_a_slot;
        Self {
            layout,
            sense,
            share: usize::try_from(share).unwrap_or(usize::MAX),
            shards: std::iter::repeat_with(shard).take(SHARDS).collect(),
            scratch,
            memory: AtomicU64::new(0),
            spilled: AtomicU64::new(0),
        }
    }

    /// For one thread, to add to.
    pub(in crate::frontier) fn found(&self) -> Found<'_> {
        Found {
            builder: self,
            shards: vec![Vec::new(); SHARDS],
            result: Ok(()),
        }
    }

    /// Bytes of its tables.
    pub(in crate::frontier) fn memory(&self) -> u64 {
        self.memory.load(Ordering::Relaxed)
    }

    /// Bytes that have gone to the disk, or should have.
    pub(in crate::frontier) fn spilled(&self) -> u64 {
        self.spilled.load(Ordering::Relaxed)
    }

    fn hand_over(
        &self,
        shard: usize,
        entries: &mut Vec<(Covering, Reached)>,
    ) -> Result<(), LayerError> {
        if entries.is_empty() {
            return Ok(());
        }
        let mut shard = self.shards[shard]
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        for (covering, reached) in entries.drain(..) {
            if shard.table.is_full() {
                self.make_room(&mut shard)?;
            }
            shard.table.add(self.sense, covering, reached)?;
        }
        Ok(())
    }

    fn make_room(&self, shard: &mut Shard) -> Result<(), LayerError> {
        let before = shard.table.memory();
        if !shard.table.grow(self.share)? {
            return self.spill(shard);
        }
        let more = shard.table.memory() - before;
        self.memory.fetch_add(more as u64, Ordering::Relaxed);
        Ok(())
    }

    fn spill(&self, shard: &mut Shard) -> Result<(), LayerError> {
        let sorted = shard.table.drain_sorted()?;
        let file = match &mut shard.file {
            Some(file) => file,
            empty => empty.insert(self.scratch.file()?),
        };
        file.append(&sorted)?;
        shard.segments.push(file.len());
        self.spilled
            .fetch_add(sorted.len() as u64, Ordering::Relaxed);
        Ok(())
    }

    /// The finished layer, in memory if it takes at most `room` bytes there.
    pub(in crate::frontier) fn finish(
        mut self,
        room: u64,
        control: &Control,
    ) -> Result<Run, LayerError> {
        let shards = std::mem::take(&mut self.shards).into_iter();
        let mut shards: Vec<Shard> = shards
            .map(|shard| shard.into_inner().unwrap_or_else(PoisonError::into_inner))
            .collect();
        let width = self.layout.width() as u64;
        let spilled = shards.iter().any(|shard| shard.file.is_some());
        let bytes: u64 = shards
            .iter()
            .map(|shard| shard.table.len() as u64 * width)
            .sum();
        if !spilled && bytes <= room {
            let sorted = shards.into_par_iter().map(|mut shard| {
                control.go_on()?;
                Ok(shard.table.drain_sorted()?)
            });
            let sorted = sorted.collect::<Result<_, LayerError>>()?;
            return Ok(Run::in_memory(self.layout, sorted));
        }
        let rests = shards.par_iter_mut().filter(|shard| shard.table.len() > 0);
        rests.try_for_each(|shard| {
            control.go_on()?;
            self.spill(shard)?;
            shard.table = Table::new(self.layout);
            Ok::<_, LayerError>(())
        })?;
        let mut out = self.scratch.file()?;
        let mut counts = Vec::with_capacity(SHARDS);
        for shard in shards {
            counts.push(self.merge(shard, &mut out, control)? / width);
        }
        let ends = ends(counts.into_iter());
        Ok(Run::on_disk(self.layout, ends, Stored::Scratch(out)))
    }

    /// Merges the segments of a shard to the end of a file, and says how many bytes that are.
    fn merge(
        &self,
        shard: Shard,
        out: &mut ScratchFile,
        control: &Control,
    ) -> Result<u64, LayerError> {
        control.go_on()?;
        let (before, width) = (out.len(), self.layout.width());
        let Some(mut file) = shard.file else {
            return Ok(0);
        };
        let records = (self.share / width / shard.segments.len().max(1)).clamp(1, READ);
        let mut segments = Vec::with_capacity(shard.segments.len());
        let mut start = 0;
        for end in shard.segments {
            segments.push(Segment::new(self.layout, start, end, records));
            start = end;
        }
        let mut heads = BinaryHeap::with_capacity(segments.len());
        for (index, segment) in segments.iter_mut().enumerate() {
            heads.extend(
                segment
                    .next(&mut file)?
                    .map(|(at, it)| Reverse((at, index, it))),
            );
        }
        let mut merged = Vec::with_capacity(records * width);
        let mut last: Option<(Covering, Reached)> = None;
        while let Some(Reverse((covering, index, reached))) = heads.pop() {
            let next = segments[index].next(&mut file)?;
            heads.extend(next.map(|(at, it)| Reverse((at, index, it))));
            match &mut last {
                Some((at, known)) if *at == covering => {
                    *known = merge(self.sense, *known, reached)?;
                }
                _ => {
                    self.push(&mut merged, last.replace((covering, reached)));
                    if merged.len() >= records * width {
                        control.go_on()?;
                        out.append(&merged)?;
                        merged.clear();
                    }
                }
            }
        }
        self.push(&mut merged, last);
        out.append(&merged)?;
        Ok(out.len() - before)
    }

    fn push(&self, bytes: &mut Vec<u8>, record: Option<(Covering, Reached)>) {
        if let Some((covering, reached)) = record {
            let at = bytes.len();
            bytes.resize(at + self.layout.width() + Layout::PAD, 0);
            self.layout.write(&mut bytes[at..], covering, &reached);
            bytes.truncate(at + self.layout.width());
        }
    }
}

/// The most records of a segment that are read at once.
const READ: usize = 1 << 12;

/// A sorted segment of a shard's file.
#[derive(Debug)]
struct Segment {
    layout: Layout,
    /// Bytes of the file that are not yet read.
    from: u64,
    to: u64,
    most: usize,
    read: Vec<u8>,
    at: usize,
}

impl Segment {
    fn new(layout: Layout, from: u64, to: u64, records: usize) -> Self {
        Self {
            layout,
            from,
            to,
            most: records * layout.width(),
            read: Vec::new(),
            at: 0,
        }
    }

    /// The next record.
    fn next(&mut self, file: &mut ScratchFile) -> Result<Option<(Covering, Reached)>, LayerError> {
        if self.at + Layout::PAD >= self.read.len() {
            let bytes = (self.to - self.from).min(self.most as u64) as usize;
            if bytes == 0 {
                return Ok(None);
            }
            self.read.resize(bytes + Layout::PAD, 0);
            file.read_at(self.from, &mut self.read[..bytes])?;
            self.from += bytes as u64;
            self.at = 0;
        }
        let record = self.layout.read(&self.read[self.at..]);
        self.at += self.layout.width();
        Ok(Some(record))
    }
}
