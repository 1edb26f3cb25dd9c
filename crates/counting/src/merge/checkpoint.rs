//! A file with all that a count has when a layer is done, from which it goes on.
//!
//! A head names the count; the sums so far follow, and the layers of the parts that are not kept, each class with its ways; a
//! checksum ends it. A new file is written beside the old one and takes its place. The parts of few rows are found again.

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

/// Between two files lies at least so many times what it takes to write one.
const SELDOM: u32 = 10;

/// Classes that are read for a portion of a layer.
const PORTION: usize = 1 << 16;

/// All that a count has when a layer is done.
#[derive(Debug)]
pub(super) struct State {
    /// The orders so far, of the parts that are not kept.
    pub(super) orders: Residues,
    /// The classes of these parts so far.
    pub(super) tally: Tally,
    pub(super) growth: Growth,
    /// The parts of one row less, where these are not kept.
    pub(super) below: Option<Growth>,
}

/// The file of a count.
#[derive(Debug)]
pub(super) struct Journal {
    path: PathBuf,
    head: Vec<u8>,
    /// Whether the first state may take the place of a file that is there.
    replaces: bool,
    /// The file that has the name now; it stays locked while the count goes on.
    file: Option<File>,
    /// When a state was written, and how long that took.
    written: Option<(Instant, Duration)>,
}

/// The bytes that name a count.
fn head(rows: usize, primes: PrimeSet) -> Vec<u8> {
    let mut head = claim::LAST_MERGE.to_vec();
    head.extend(VERSION.to_le_bytes());
    head.extend([rows as u8, primes as u8]);
    head
}

impl Journal {
    /// The file of a count, and what it has already.
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
            written: None,
        };
        if !checkpoint.resume {
            claim::vacant(&journal.path)?;
            return Ok((journal, None));
        }
        let unreadable = |error: io::Error| claim::unreadable(&checkpoint.path, &error);
        // Behind a link, so that the file there is written again and not the link.
        journal.path = checkpoint.path.canonicalize().map_err(unreadable)?;
        let locked = claim::lock(&journal.path, OpenOptions::new().read(true).write(true));
        let file = locked
            .map_err(unreadable)?
            .map_err(|held| claim::busy(&journal.path, &held))?;
        let state = read(&file, &journal.head, rows, field);
        let state = state.map_err(|unread| match unread {
            Unread::Disk(error) => claim::unreadable(&checkpoint.path, &error),
            Unread::Foreign(why) => claim::refusal(&checkpoint.path, why),
        })?;
        journal.file = Some(file);
        Ok((journal, Some(state)))
    }

    /// Writes a state, unless one was written a moment ago.
    pub(super) fn write(&mut self, state: &State) -> Result<(), FrontierError> {
        let is_soon = |(at, took): (Instant, Duration)| at.elapsed() < took * SELDOM;
        if self.written.is_some_and(is_soon) {
            return Ok(());
        }
        let clock = Instant::now();
        let unwritable = |error: io::Error| claim::unwritable(&self.path, &error);
        let (beside, file) = claim::beside(&self.path)?;
        if self.file.is_none() && !self.replaces {
            claim::vacant(&self.path)?;
        }
        let filled = fill(&file, &self.head, state);
        let placed = filled.and_then(|()| fs::rename(&beside, &self.path));
        if let Err(error) = placed {
            // The file beside is of no use, and nothing is lost if it stays.
            let _ = fs::remove_file(&beside);
            return Err(unwritable(error));
        }
        self.file = Some(file);
        self.written = Some((Instant::now(), clock.elapsed()));
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
    let mut to = ChecksumWriter {
        inner: BufWriter::new(file),
        sum: crc32fast::Hasher::new(),
    };
    to.put(head)?;
    to.residues(&state.orders)?;
    to.number(state.tally.classes as u64)?;
    to.number(state.tally.largest as u64)?;
    for growth in [Some(&state.growth), state.below.as_ref()] {
        let Some(growth) = growth else {
            to.number(0)?;
            continue;
        };
        to.number(growth.rows as u64)?;
        to.number(growth.tiles as u64)?;
        to.number(growth.layer.len() as u64)?;
        for (class, ways) in growth.layer.iter() {
            to.put(&class.bytes())?;
            to.residues(ways)?;
        }
    }
    let sum = to.sum.clone().finalize();
    to.put(&sum.to_le_bytes())?;
    to.inner.flush()
}

/// Errors of a file that is not read.
enum Unread {
    Disk(io::Error),
    Foreign(&'static str),
}

impl From<io::Error> for Unread {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => DAMAGED,
            _ => Self::Disk(error),
        }
    }
}

const DAMAGED: Unread = Unread::Foreign("is damaged");

/// A reader that adds up a checksum.
struct Reading<'a> {
    from: BufReader<&'a File>,
    sum: crc32fast::Hasher,
    field: &'a Field,
}

impl Reading<'_> {
    fn get<const BYTES: usize>(&mut self) -> io::Result<[u8; BYTES]> {
        let mut bytes = [0; BYTES];
        self.from.read_exact(&mut bytes)?;
        self.sum.update(&bytes);
        Ok(bytes)
    }

    fn number(&mut self) -> io::Result<u64> {
        Ok(u64::from_le_bytes(self.get()?))
    }

    fn residues(&mut self) -> Result<Residues, Unread> {
        let mut words = [0; Residues::WORDS];
        for word in &mut words {
            *word = self.number()?;
        }
        self.field.residues(words).ok_or(DAMAGED)
    }

    /// A layer of parts of so many rows, if there is one.
    fn growth(&mut self, rows: usize) -> Result<Option<Growth>, Unread> {
        let found = self.number()?;
        if found == 0 {
            return Ok(None);
        }
        let mut growth = Growth::new(rows);
        let (tiles, count) = (self.number()?, self.number()?);
        let most = (rows * rows) as u64;
        let begin = growth.tiles as u64;
        let is_fit = begin < tiles && tiles <= most || (tiles, count) == (begin, 0);
        if found != rows as u64 || !is_fit {
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
fn read(mut file: &File, head: &[u8], rows: usize, field: &Field) -> Result<State, Unread> {
    file.seek(SeekFrom::Start(0))?;
    let mut reading = Reading {
        from: BufReader::new(file),
        sum: crc32fast::Hasher::new(),
        field,
    };
    for (at, &wanted) in head.iter().enumerate() {
        let [found] = reading.get()?;
        if found != wanted {
            return Err(Unread::Foreign(match at {
                0..8 => "is not a checkpoint of the last merge",
                8..12 => "was written by another version of azulejo",
                _ => "is the checkpoint of another count",
            }));
        }
    }
    let orders = reading.residues()?;
    let (classes, largest) = (reading.number()? as usize, reading.number()? as usize);
    let growth = reading.growth(enumerated(rows))?.ok_or(DAMAGED)?;
    let below = reading.growth(enumerated(rows).saturating_sub(1))?;
    // The classes of one row less go on one layer ahead of the tile that joins them to a single.
    let is_beside = |below: &Growth| below.tiles == (growth.tiles - 2).min(below.rows * below.rows);
    let sum = reading.sum.clone().finalize();
    let is_whole = u32::from_le_bytes(reading.get()?) == sum && below.iter().all(is_beside);
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
