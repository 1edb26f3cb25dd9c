//! Checkpoint of a count: its state after a layer.
//!
//! A head names the count. The sums, and the layers of the largest parts, each class with its ways, follow, and a checksum ends
//! the file. A new file is written beside the old one and takes its place. The parts of few rows are computed again.

use super::boundary::Boundary;
use super::grow::Growth;
use super::layer::{Classes, Layer};
use super::residues::{Field, PrimeSet, Residues};
use super::{Tally, enumerated};
use azulejo_control::Instant;
use azulejo_solver::frontier::{Checkpoint, FrontierError, claim};
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::PathBuf;
use std::time::Duration;

const VERSION: u32 = 2;

/// Least time between two files, in multiples of the time of the last write.
const INTERVAL_FACTOR: u32 = 10;

/// Classes that are read for a portion of a layer.
const PORTION: usize = 1 << 16;

/// State of a count after a layer.
#[derive(Debug)]
pub(super) struct State {
    /// The orders so far of the parts that are enumerated layer by layer.
    pub(super) orders: Residues,
    /// The classes of these parts so far.
    pub(super) tally: Tally,
    pub(super) growth: Growth,
    /// The parts of one row less, where they are enumerated layer by layer, too.
    pub(super) below: Option<Growth>,
}

/// The file of a count.
#[derive(Debug)]
pub(super) struct Journal {
    path: PathBuf,
    head: Vec<u8>,
    /// Whether the first state may replace an existing file.
    replaces: bool,
    /// The current file of the name; it stays locked while the count goes on.
    file: Option<File>,
    /// The end and the duration of the last write.
    last_write: Option<(Instant, Duration)>,
}

/// The bytes that name a count.
fn head(rows: usize, primes: PrimeSet) -> Vec<u8> {
    let mut head = claim::LAST_MERGE.to_vec();
    head.extend(VERSION.to_le_bytes());
    head.extend([rows as u8, primes as u8]);
    head
}

impl Journal {
    /// The journal of a count, with the state of an existing file.
    pub(super) fn open(
        checkpoint: &Checkpoint,
        rows: usize,
        primes: PrimeSet,
        field: &Field,
    ) -> Result<(Self, Option<State>), FrontierError> {
        let mut journal = Self {
            path: checkpoint.path.clone(),
            head: head(rows, primes),
            replaces: checkpoint.resume,
            file: None,
            last_write: None,
        };
        if !checkpoint.resume {
            claim::vacant(&journal.path)?;
            return Ok((journal, None));
        }
        let unreadable = |error: io::Error| claim::unreadable(&checkpoint.path, &error);
        // The target of a link is replaced, not the link.
        journal.path = checkpoint.path.canonicalize().map_err(unreadable)?;
        let lock = claim::lock(&journal.path, OpenOptions::new().read(true).write(true));
        let file = lock
            .map_err(unreadable)?
            .map_err(|file| claim::busy(&journal.path, &file))?;
        let state = read(&file, &journal.head, rows, field);
        let state = state.map_err(|error| match error {
            ReadError::Disk(error) => claim::unreadable(&checkpoint.path, &error),
            ReadError::Foreign(why) => claim::refusal(&checkpoint.path, why),
        })?;
        journal.file = Some(file);
        Ok((journal, Some(state)))
    }

    /// Writes a state, unless one was written a moment ago.
    pub(super) fn write(&mut self, state: &State) -> Result<(), FrontierError> {
        let is_soon =
            |(at, duration): (Instant, Duration)| at.elapsed() < duration * INTERVAL_FACTOR;
        if self.last_write.is_some_and(is_soon) {
            return Ok(());
        }
        let clock = Instant::now();
        let unwritable = |error: io::Error| claim::unwritable(&self.path, &error);
        let (beside, file) = claim::beside(&self.path)?;
        if self.file.is_none() && !self.replaces {
            claim::vacant(&self.path)?;
        }
        let replacement =
            fill(&file, &self.head, state).and_then(|()| fs::rename(&beside, &self.path));
        if let Err(error) = replacement {
            // The file beside is of no use, and nothing is lost if it stays.
            let _ = fs::remove_file(&beside);
            return Err(unwritable(error));
        }
        self.file = Some(file);
        self.last_write = Some((Instant::now(), clock.elapsed()));
        Ok(())
    }
}

/// A writer that adds up a checksum.
struct ChecksumWriter<W> {
    inner: W,
    sum: crc32fast::Hasher,
}

impl<W: Write> ChecksumWriter<W> {
    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.sum.update(bytes);
        self.inner.write_all(bytes)
    }

    fn number(&mut self, number: u64) -> io::Result<()> {
        self.put(&number.to_le_bytes())
    }

    fn residues(&mut self, number: &Residues) -> io::Result<()> {
        number
            .words()
            .iter()
            .try_for_each(|&word| self.number(word))
    }
}

fn fill(mut file: &File, head: &[u8], state: &State) -> io::Result<()> {
    file.set_len(0)?;
    file.seek(SeekFrom::Start(0))?;
    let mut writer = ChecksumWriter {
        inner: BufWriter::new(file),
        sum: crc32fast::Hasher::new(),
    };
    writer.put(head)?;
    writer.residues(&state.orders)?;
    writer.number(state.tally.classes as u64)?;
    writer.number(state.tally.largest as u64)?;
    for growth in [Some(&state.growth), state.below.as_ref()] {
        let Some(growth) = growth else {
            writer.number(0)?;
            continue;
        };
        writer.number(growth.rows as u64)?;
        writer.number(growth.tiles as u64)?;
        writer.number(growth.layer.len() as u64)?;
        for (class, ways) in growth.layer.iter() {
            writer.put(&class.bytes())?;
            writer.residues(ways)?;
        }
    }
    let sum = writer.sum.clone().finalize();
    writer.put(&sum.to_le_bytes())?;
    writer.inner.flush()
}

/// Errors of reading a checkpoint.
enum ReadError {
    Disk(io::Error),
    Foreign(&'static str),
}

impl From<io::Error> for ReadError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => DAMAGED,
            _ => Self::Disk(error),
        }
    }
}

const DAMAGED: ReadError = ReadError::Foreign("is damaged");

/// A reader that adds up a checksum.
struct ChecksumReader<'a> {
    inner: BufReader<&'a File>,
    sum: crc32fast::Hasher,
    field: &'a Field,
}

impl ChecksumReader<'_> {
    fn get<const BYTES: usize>(&mut self) -> io::Result<[u8; BYTES]> {
        let mut bytes = [0; BYTES];
        self.inner.read_exact(&mut bytes)?;
        self.sum.update(&bytes);
        Ok(bytes)
    }

    fn number(&mut self) -> io::Result<u64> {
        Ok(u64::from_le_bytes(self.get()?))
    }

    fn residues(&mut self) -> Result<Residues, ReadError> {
        let mut words = [0; Residues::WORDS];
        for word in &mut words {
            *word = self.number()?;
        }
        self.field.residues(words).ok_or(DAMAGED)
    }

    /// A layer of parts of so many rows, if there is one.
    fn growth(&mut self, rows: usize) -> Result<Option<Growth>, ReadError> {
        let row_count = self.number()?;
        if row_count == 0 {
            return Ok(None);
        }
        let mut growth = Growth::new(rows);
        let (tiles, count) = (self.number()?, self.number()?);
        let cells = (rows * rows) as u64;
        let first = growth.tiles as u64;
        let is_fit = first < tiles && tiles <= cells || (tiles, count) == (first, 0);
        if row_count != rows as u64 || !is_fit {
            return Err(DAMAGED);
        }
        growth.tiles = tiles as usize;
        let mut portions: Vec<Classes> = Vec::new();
        for _ in 0..count {
            let class = Boundary::from_bytes(self.get()?);
            if !class.is_of(rows, growth.tiles) {
                return Err(DAMAGED);
            }
            let ways = self.residues()?;
            match portions.last_mut() {
                Some(portion) if portion.len() < PORTION => portion.push((class, ways)),
                _ => portions.push(vec![(class, ways)]),
            }
        }
        growth.layer = Layer::of(portions);
        Ok(Some(growth))
    }
}

/// The state in a file of a count.
fn read(mut file: &File, head: &[u8], rows: usize, field: &Field) -> Result<State, ReadError> {
    file.seek(SeekFrom::Start(0))?;
    let mut reader = ChecksumReader {
        inner: BufReader::new(file),
        sum: crc32fast::Hasher::new(),
        field,
    };
    for (at, &expected) in head.iter().enumerate() {
        let [byte] = reader.get()?;
        if byte != expected {
            return Err(ReadError::Foreign(match at {
                0..8 => "is not a checkpoint of the last merge",
                8..12 => "was written by another version of azulejo",
                _ => "is the checkpoint of another count",
            }));
        }
    }
    let orders = reader.residues()?;
    let (classes, largest) = (reader.number()? as usize, reader.number()? as usize);
    let growth = reader.growth(enumerated(rows))?.ok_or(DAMAGED)?;
    let below = reader.growth(enumerated(rows).saturating_sub(1))?;
    // The classes of one row less go on one layer ahead of the tile that joins them to a single.
    let is_beside = |below: &Growth| below.tiles == (growth.tiles - 2).min(below.rows * below.rows);
    let sum = reader.sum.clone().finalize();
    let is_whole = u32::from_le_bytes(reader.get()?) == sum && below.iter().all(is_beside);
    let tally = Tally { classes, largest };
    is_whole
        .then_some(State {
            orders,
            tally,
            growth,
            below,
        })
        .ok_or(DAMAGED)
}
