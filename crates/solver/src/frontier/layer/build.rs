use super::LayerError;
use super::number::Number;
use super::record::{Label, Layout};
use super::run::{Extent, Run, Storage, ends};
use super::scratch::{Scratch, ScratchFile};
use super::segment::{Segment, merge_segments};
use super::shard::{SHARDS_PER_TABLE, TABLES, shard_of, table_of};
use super::table::Table;
use crate::instance::Sense;
use crate::wall::Covering;
use azulejo_control::Control;
use rayon::prelude::*;
use std::marker::PhantomData;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// A layer that is being built, by several threads at once. Each table has its share of the memory; when
/// that is full, its classes go to a file of the scratch folder in order, as one more sorted segment, and
/// in the end the segments of each table are merged. The result depends neither on the sequence of additions nor on
/// the memory. Orders are added up as `N`, which no sum of the layer may exceed.
#[derive(Debug)]
pub(in crate::frontier) struct Builder<'a, N> {
    layout: Layout,
    sense: Sense,
    /// Bytes of each table.
    share: usize,
    parts: Vec<Mutex<Part>>,
    scratch: &'a Scratch,
    /// Bytes of the tables, and bytes on the disk.
    memory: AtomicU64,
    disk_bytes: AtomicU64,
    number: PhantomData<N>,
}

/// The classes of some neighbouring shards.
#[derive(Debug)]
struct Part {
    table: Table,
    file: Option<ScratchFile>,
    /// The bytes up to the end of each segment of the file.
    segments: Vec<u64>,
}

/// Classes of one thread that are not yet handed over, by table.
#[derive(Debug)]
pub(in crate::frontier) struct Buffer<'a, N> {
    builder: &'a Builder<'a, N>,
    parts: Vec<Vec<(Covering, Label<N>)>>,
    result: Result<(), LayerError>,
}

/// Number of classes of a table that a thread hands over at once.
const BATCH: usize = 256;

impl<N: Number> Buffer<'_, N> {
    /// Adds orders that lead to a class.
    pub(in crate::frontier) fn add(&mut self, covering: Covering, label: Label<N>) {
        let part = table_of(covering);
        self.parts[part].push((covering, label));
        if self.parts[part].len() == BATCH && self.result.is_ok() {
            self.result = self.builder.hand_over(part, &mut self.parts[part]);
        }
    }

    /// Hands over the remaining classes.
    pub(in crate::frontier) fn finish(mut self) -> Result<(), LayerError> {
        self.result?;
        let mut parts = self.parts.iter_mut().enumerate();
        parts.try_for_each(|(part, entries)| self.builder.hand_over(part, entries))
    }
}

impl<'a, N: Number> Builder<'a, N> {
    /// A builder that takes at most `memory` bytes, beside a little for each thread.
    pub(in crate::frontier) fn new(
        layout: Layout,
        sense: Sense,
        memory: u64,
        scratch: &'a Scratch,
    ) -> Self {
        let part = || {
            Mutex::new(Part {
                table: Table::new(layout),
                file: None,
                segments: Vec::new(),
            })
        };
        // A table is sorted with 32 bytes for each class and into a copy, in as many tables at once as
        // there are threads; three quarters of its slots are classes.
        let (width, tables) = (layout.width() as u128, TABLES as u128);
        let at_once = tables.min(rayon::current_num_threads() as u128);
        let of_a_slot = 4 * tables * width + 3 * at_once * (width + 32);
        let share = u128::from(memory) * 4 * width / of_a_slot;
        Self {
            layout,
            sense,
            share: usize::try_from(share).unwrap_or(usize::MAX),
            parts: std::iter::repeat_with(part).take(TABLES).collect(),
            scratch,
            memory: AtomicU64::new(0),
            disk_bytes: AtomicU64::new(0),
            number: PhantomData,
        }
    }

    /// An empty buffer for one thread.
    pub(in crate::frontier) fn buffer(&self) -> Buffer<'_, N> {
        Buffer {
            builder: self,
            parts: vec![Vec::new(); TABLES],
            result: Ok(()),
        }
    }

    /// Bytes of its tables.
    pub(in crate::frontier) fn memory(&self) -> u64 {
        self.memory.load(Ordering::Relaxed)
    }

    /// Bytes that have gone to the disk, or should have.
    pub(in crate::frontier) fn disk_bytes(&self) -> u64 {
        self.disk_bytes.load(Ordering::Relaxed)
    }

    fn hand_over(
        &self,
        part: usize,
        entries: &mut Vec<(Covering, Label<N>)>,
    ) -> Result<(), LayerError> {
        if entries.is_empty() {
            return Ok(());
        }
        let mut part = self.parts[part]
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        part.table
            .fetch(entries.iter().map(|(covering, _)| *covering));
        for (covering, label) in entries.drain(..) {
            if part.table.is_full() {
                self.make_room(&mut part)?;
            }
            part.table.add(self.sense, covering, label)?;
        }
        Ok(())
    }

    fn make_room(&self, part: &mut Part) -> Result<(), LayerError> {
        let before = part.table.memory();
        if !part.table.grow(self.share)? {
            return self.spill(part);
        }
        let growth = part.table.memory() - before;
        self.memory.fetch_add(growth as u64, Ordering::Relaxed);
        Ok(())
    }

    fn spill(&self, part: &mut Part) -> Result<(), LayerError> {
        let records = part.table.drain_sorted()?;
        let file = match &mut part.file {
            Some(file) => file,
            empty => empty.insert(self.scratch.file()?),
        };
        file.append(&records)?;
        part.segments.push(file.len());
        self.disk_bytes
            .fetch_add(records.len() as u64, Ordering::Relaxed);
        Ok(())
    }

    /// The finished layer, in memory if it takes at most `room` bytes there.
    pub(in crate::frontier) fn finish(
        mut self,
        room: u64,
        control: &Control,
    ) -> Result<Run, LayerError> {
        let parts = std::mem::take(&mut self.parts).into_iter();
        let parts: Vec<Part> = parts
            .map(|part| part.into_inner().unwrap_or_else(PoisonError::into_inner))
            .collect();
        let width = self.layout.width() as u64;
        let is_spilled = parts.iter().any(|part| part.file.is_some());
        let bytes: u64 = parts
            .iter()
            .map(|part| part.table.len() as u64 * width)
            .sum();
        match !is_spilled && bytes <= room {
            true => self.in_memory(parts, control),
            false => self.merge_tables(parts, control),
        }
    }

    fn in_memory(&self, parts: Vec<Part>, control: &Control) -> Result<Run, LayerError> {
        let sorted = parts.into_par_iter().map(|mut part| {
            control.go_on()?;
            let sorted = part.table.drain_sorted()?;
            let mut sizes = Sizes::default();
            let records = sorted.chunks_exact(self.layout.width());
            records.for_each(|record| sizes.add(self.layout.covering(record)));
            Ok((sorted, sizes.0))
        });
        let sorted: Vec<(Vec<u8>, [u64; SHARDS_PER_TABLE])> =
            sorted.collect::<Result<_, LayerError>>()?;
        let (tables, sizes): (Vec<Vec<u8>>, Vec<_>) = sorted.into_iter().unzip();
        Ok(Run::in_memory(
            self.layout,
            ends(sizes.into_iter().flatten()),
            tables,
        ))
    }

    /// The layer on disk: each table is merged to a place of its own, several at once.
    fn merge_tables(&self, mut parts: Vec<Part>, control: &Control) -> Result<Run, LayerError> {
        let remaining = parts.par_iter_mut().filter(|part| part.table.len() > 0);
        remaining.try_for_each(|part| {
            control.go_on()?;
            self.spill(part)?;
            part.table = Table::new(self.layout);
            Ok::<_, LayerError>(())
        })?;
        // Places as if no class were in two segments: the system allocates no room that is never written.
        let bytes = parts
            .iter()
            .map(|part| part.segments.last().copied().unwrap_or(0));
        let ends_of_parts = ends(bytes);
        let places = std::iter::once(0).chain(ends_of_parts.iter().copied());
        let out = Mutex::new(self.scratch.file()?);
        let results = parts.into_par_iter().zip(places.collect::<Vec<_>>());
        let results = results.map(|(part, place)| {
            let sizes = self.merge(part, (&out, place), control)?;
            Ok((place, sizes.0))
        });
        let results: Vec<(u64, [u64; SHARDS_PER_TABLE])> =
            results.collect::<Result<_, LayerError>>()?;
        let extents = results.iter().map(|(place, sizes)| Extent {
            place: *place,
            records: sizes.iter().sum(),
        });
        let extents = extents.collect();
        let out = out.into_inner().unwrap_or_else(PoisonError::into_inner);
        Ok(Run::on_disk(
            self.layout,
            ends(results.into_iter().flat_map(|(_, sizes)| sizes)),
            Storage::Scratch(out),
            extents,
        ))
    }

    /// Merges the segments of a table to a place in a file.
    fn merge(
        &self,
        part: Part,
        (out, mut place): (&Mutex<ScratchFile>, u64),
        control: &Control,
    ) -> Result<Sizes, LayerError> {
        let mut sizes = Sizes::default();
        let Some(mut file) = part.file else {
            return Ok(sizes);
        };
        let width = self.layout.width();
        let records = (self.share / width / part.segments.len().max(1)).clamp(1, READ);
        let starts = std::iter::once(0).chain(part.segments.iter().copied());
        let segments = starts
            .zip(&part.segments)
            .map(|(start, &end)| Segment::new(self.layout, start, end, records));
        let mut bytes = Vec::with_capacity((records + 1) * width + Layout::PAD);
        let mut write = |bytes: &mut Vec<u8>| {
            control.go_on()?;
            let mut out = out.lock().unwrap_or_else(PoisonError::into_inner);
            out.write_at(place, bytes)?;
            place += bytes.len() as u64;
            bytes.clear();
            Ok::<_, LayerError>(())
        };
        merge_segments(
            self.sense,
            segments.collect(),
            &mut file,
            |covering, label: Label<N>| {
                sizes.add(covering);
                self.layout.append(&mut bytes, covering, &label);
                match bytes.len() >= records * width {
                    true => write(&mut bytes),
                    false => Ok(()),
                }
            },
        )?;
        write(&mut bytes)?;
        Ok(sizes)
    }
}

/// Largest number of records of a segment that are read at once.
const READ: usize = 1 << 12;

/// The classes of each shard of a table.
#[derive(Default)]
struct Sizes([u64; SHARDS_PER_TABLE]);

impl Sizes {
    fn add(&mut self, covering: Covering) {
        self.0[shard_of(covering) % SHARDS_PER_TABLE] += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frontier::layer::Section;
    use crate::instance::Instance;
    use crate::problem::Problem;
    use ruint::aliases::U256;
    use std::collections::BTreeMap;
    use std::sync::Arc;

    const CLASSES: u32 = 1 << 16;

    /// A run of classes with numbers of orders by their own numbers, each added in three parts.
    fn run(layout: Layout, memory: u64, room: u64, scratch: &Scratch) -> Run {
        let builder = Builder::<U256>::new(layout, Sense::Minimize, memory, scratch);
        let parts: Vec<u32> = (0..3).collect();
        let result = parts.par_iter().try_for_each(|part| {
            let mut buffer = builder.buffer();
            for number in 1..=CLASSES {
                let orders = U256::from(number + part);
                buffer.add(
                    Covering::from_bits(number.into()),
                    Label { score: 7, orders },
                );
            }
            buffer.finish()
        });
        result.expect("it fits");
        assert_eq!(builder.disk_bytes() > 0, memory < 1 << 20);
        builder.finish(room, &Control::default()).expect("it fits")
    }

    fn records(run: &Run) -> Vec<(Covering, Label)> {
        let mut all = Vec::new();
        let result = run.blocks(|blocks| {
            all.extend(blocks.iter().flat_map(|records| records.iter()));
            Ok::<_, LayerError>(())
        });
        result.expect("it can be read");
        all
    }

    #[cfg(feature = "system")]
    #[test]
    fn a_layer_is_the_same_in_memory_on_disk_and_in_a_file() {
        // A record of 14 bytes, which is less than the word that a covering is read with.
        let json = r#"{"wall": {"rows": 5, "columns": 5}, "sense": "minimize"}"#;
        let problem = Problem::from(&Instance::from_json(json).expect("valid"));
        let layout = Layout::new(&problem, 12);
        let scratch = Scratch::new(None, None);
        let in_memory = run(layout, 1 << 30, 1 << 30, &scratch);
        let on_disk = run(layout, 1 << 17, 0, &scratch);
        let moved_to_disk = run(layout, 1 << 30, 0, &scratch);
        let file = Arc::new(Mutex::new(tempfile::tempfile().expect("a file")));
        let section = Section {
            tiles: 12,
            coverings: in_memory.len(),
            peak_layer: in_memory.len(),
        };
        let stored = section.write(&on_disk, &file, 5, &Control::default());
        let stored = stored.expect("it can be written");
        let mut expected: BTreeMap<(usize, Covering), u32> = BTreeMap::new();
        for number in 1..=CLASSES {
            let covering = Covering::from_bits(number.into());
            expected.insert((shard_of(covering), covering), 3 * number + 3);
        }
        for run in [&in_memory, &on_disk, &moved_to_disk, &stored] {
            assert_eq!((run.len(), run.ends()), (CLASSES.into(), in_memory.ends()));
            let entries = records(run);
            let entries = entries.iter().map(|(covering, label)| {
                assert_eq!(label.score, 7);
                ((shard_of(*covering), *covering), label.orders.to::<u32>())
            });
            assert!(entries.eq(expected.iter().map(|(&key, &orders)| (key, orders))));
            for number in [1, 2, 777, CLASSES] {
                let label = run.get(Covering::from_bits(number.into()));
                let orders = label.expect("it can be read").map(|label| label.orders);
                assert_eq!(orders.map(|orders| orders.to()), Some(3 * number + 3));
            }
            let missing = run.get(Covering::from_bits((CLASSES + 1).into()));
            assert_eq!(missing.expect("it can be read"), None);
        }
        assert_eq!((in_memory.memory() > 0, on_disk.memory()), (true, 0));
        let sample = in_memory.clone().sample(1_000);
        assert!((900..=1_100).contains(&sample.len()), "{}", sample.len());
        for (covering, label) in records(&sample) {
            assert_eq!(sample.get(covering).expect("in memory"), Some(label));
        }
        drop((on_disk, moved_to_disk));
        assert_eq!(scratch.used(), 0, "the room is given back");
    }
}
