use super::LayerError;
use super::record::Layout;
use super::run::{Extent, Records, Run, Storage};
use super::shard::{SHARDS, shard_of};
use crate::outcome::Orders;
use crate::wall::Covering;
use azulejo_control::{Control, Stopped};
use std::fs::File;
use std::io::{BufWriter, Read, Seek, SeekFrom, Write};
use std::sync::{Arc, Mutex, PoisonError};

/// A layer in a file: a header with checksums, then the records. The header is written last, and its first
/// byte after all others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::frontier) struct Section {
    /// Tiles of its coverings, the initial ones not counted.
    pub(in crate::frontier) tiles: usize,
    /// Classes of all layers up to this one.
    pub(in crate::frontier) coverings: u64,
    /// Classes of the largest of them.
    pub(in crate::frontier) peak_layer: u64,
}

/// Errors of a section that cannot be resumed.
#[derive(Debug)]
pub(in crate::frontier) enum SectionError {
    /// The section is damaged; the text says how.
    Damaged(String),
    /// The file cannot be read.
    Disk(std::io::Error),
    /// The run was stopped before the section was read.
    Stopped,
}

impl From<Stopped> for SectionError {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

impl From<std::io::Error> for SectionError {
    fn from(error: std::io::Error) -> Self {
        Self::Disk(error)
    }
}

/// The header: a mark, five numbers and the ends of the shards in 8 bytes each, and their checksum.
const HEADER: usize = 1 + 8 * (NUMBERS + SHARDS) + 4;
/// The first byte of a finished section's header: before, it is 0. It is written last and alone, so that a
/// header is there as a whole or not at all.
const FINISHED: u8 = 0xa5;
const NUMBERS: usize = 5;

impl Section {
    /// Writes the records of a run and then the header to a place in a file, and returns the run in the
    /// file.
    pub(in crate::frontier) fn write(
        &self,
        run: &Run,
        file: &Arc<Mutex<File>>,
        start: u64,
        control: &Control,
    ) -> Result<Run, LayerError> {
        let mut guard = file.lock().unwrap_or_else(PoisonError::into_inner);
        guard.seek(SeekFrom::Start(start))?;
        guard.write_all(&[0; HEADER])?;
        let mut checksum = crc32fast::Hasher::new();
        let mut out = BufWriter::with_capacity(1 << 20, &mut *guard);
        run.blocks(|records| {
            let pieces = records.iter().flat_map(|records| records.pieces());
            for piece in pieces {
                control.go_on()?;
                checksum.update(piece.bytes());
                out.write_all(piece.bytes())?;
            }
            Ok::<_, LayerError>(())
        })?;
        out.flush()?;
        drop(out);
        guard.sync_data()?;
        let numbers = [
            self.tiles as u64,
            run.layout().width() as u64,
            self.coverings,
            self.peak_layer,
            checksum.finalize().into(),
        ];
        let words = numbers.iter().chain(run.ends());
        let mut header: Vec<u8> = words.flat_map(|word| word.to_le_bytes()).collect();
        header.extend(crc32fast::hash(&header).to_le_bytes());
        guard.seek(SeekFrom::Start(start + 1))?;
        guard.write_all(&header)?;
        guard.sync_data()?;
        guard.seek(SeekFrom::Start(start))?;
        guard.write_all(&[FINISHED])?;
        guard.sync_data()?;
        Ok(run_at(
            run.layout(),
            run.ends(),
            file,
            start + HEADER as u64,
        ))
    }

    /// The tiles of the coverings of a section that begins with these bytes, if it is finished.
    #[cfg(feature = "cluster")]
    pub(in crate::frontier) fn tiles_of(start: [u8; 9]) -> Option<usize> {
        let [mark, tiles @ ..] = start;
        (mark == FINISHED).then(|| u64::from_le_bytes(tiles) as usize)
    }

    /// Reads the section at a place in a file and checks it: its layer, and where the next begins. None
    /// where no finished section is. `layout` is the layout for a number of tiles, if that number is possible; `is_valid` tells whether a
    /// covering may be in a layer of as many tiles.
    pub(in crate::frontier) fn read(
        file: &Arc<Mutex<File>>,
        start: u64,
        layout: impl Fn(usize) -> Option<Layout>,
        is_valid: impl Fn(Covering, usize) -> bool,
        control: &Control,
    ) -> Result<Option<(Self, Run, u64)>, SectionError> {
        let damaged = |reason: String| SectionError::Damaged(reason);
        let mut guard = file.lock().unwrap_or_else(PoisonError::into_inner);
        let length = guard.metadata()?.len();
        if length < start + HEADER as u64 {
            return Ok(None);
        }
        let mut header = [0; HEADER];
        guard.seek(SeekFrom::Start(start))?;
        guard.read_exact(&mut header)?;
        drop(guard);
        if header[0] == 0 {
            return Ok(None);
        }
        let (words, checksum) = header[1..].split_at(HEADER - 5);
        if header[0] != FINISHED || checksum != crc32fast::hash(words).to_le_bytes() {
            return Err(damaged("the checksum of a layer's header is wrong".into()));
        }
        let words: Vec<u64> = words
            .chunks_exact(8)
            .map(|word| {
                word.iter()
                    .rev()
                    .fold(0, |sum, &byte| sum << 8 | u64::from(byte))
            })
            .collect();
        let (numbers, ends) = words.split_at(NUMBERS);
        let tiles = numbers[0] as usize;
        let layout = layout(tiles)
            .filter(|layout| layout.width() as u64 == numbers[1] && ends.is_sorted())
            .ok_or_else(|| damaged(format!("there is no layer {tiles} such as it holds")))?;
        let records = start + HEADER as u64;
        let end = ends[SHARDS - 1]
            .checked_mul(layout.width() as u64)
            .and_then(|bytes| records.checked_add(bytes))
            .filter(|&end| end <= length)
            .ok_or_else(|| damaged(format!("it ends within layer {tiles}")))?;
        let run = run_at(layout, ends, file, records);
        let (checksum, is_sound) = examine(&run, |covering| is_valid(covering, tiles), control)?;
        if u64::from(checksum) != numbers[4] {
            return Err(damaged(format!("the checksum of layer {tiles} is wrong")));
        }
        if !is_sound {
            return Err(damaged(format!(
                "layer {tiles} holds what is not part of it"
            )));
        }
        let section = Self {
            tiles,
            coverings: numbers[2],
            peak_layer: numbers[3],
        };
        let (all, peak) = (section.coverings, section.peak_layer);
        if all > i64::MAX as u64 || all < peak || peak < run.len() {
            return Err(damaged(format!("layer {tiles} counts its classes wrong")));
        }
        Ok(Some((section, run, end)))
    }
}

/// The run whose records begin at a place in a file.
fn run_at(layout: Layout, ends: &[u64], file: &Arc<Mutex<File>>, place: u64) -> Run {
    let storage = Storage::Checkpoint(Arc::clone(file), place);
    let records = ends[SHARDS - 1];
    let extents = vec![Extent { place: 0, records }];
    Run::on_disk(layout, ends.to_vec(), storage, extents)
}

/// The checksum of a run, and whether every class is in its place and may be in the layer.
fn examine(
    run: &Run,
    is_valid: impl Fn(Covering) -> bool,
    control: &Control,
) -> Result<(u32, bool), SectionError> {
    let mut checksum = crc32fast::Hasher::new();
    let (mut index, mut shard, mut is_sound) = (0, 0, true);
    let mut before: Option<Covering> = None;
    run.blocks(|blocks: &[Records<'_>]| {
        for records in blocks {
            control.go_on()?;
            checksum.update(records.bytes());
            for (covering, label) in records.iter::<Orders>() {
                while run.ends()[shard] == index {
                    (shard, before) = (shard + 1, None);
                }
                is_sound &= shard_of(covering) == shard
                    && before < Some(covering)
                    && !label.orders.is_zero()
                    && is_valid(covering);
                (index, before) = (index + 1, Some(covering));
            }
        }
        Ok::<_, SectionError>(())
    })?;
    Ok((checksum.finalize(), is_sound))
}
