//! A file of finished layers, from which a search goes on.
//!
//! A head names the problem; sections follow, each a layer with its checksum. A search that needs its last
//! layer alone writes a new file beside the old one and puts it in its place. One that needs them all
//! appends: a section counts from when its header is written, after its records.

pub mod claim;
#[cfg(feature = "cluster")]
mod part;

#[cfg(feature = "cluster")]
pub(super) use part::{Part, peek, read_part};

use super::FrontierError;
use super::error::Halt;
use super::layer::{LayerError, Layout, Run, Section, SectionError};
use crate::problem::Problem;
use crate::wall::Covering;
use azulejo_control::Control;
use claim::{LAYERS, PART, refusal, unreadable, unwritable};
use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// Writer of a checkpoint.
#[derive(Debug)]
pub(super) struct Journal {
    path: PathBuf,
    head: Vec<u8>,
    /// Whether layers are kept, or each takes the place of the one before.
    keep: bool,
    /// The place of the layer before, if it is kept in a file of its own.
    before: Option<PathBuf>,
    /// Whether the first layer may take the place of a file that is there.
    replaces: bool,
    /// The file so far, if there is one.
    file: Option<Arc<Mutex<File>>>,
}

/// Contents of a checkpoint.
#[derive(Debug)]
pub(super) struct Contents {
    pub(super) journal: Journal,
    /// The layers before the last, if they are kept.
    pub(super) earlier: Vec<Run>,
    pub(super) last: Run,
    pub(super) section: Section,
}

const VERSION: u32 = 2;

impl Journal {
    /// The journal of a search that begins.
    pub(super) fn start(path: &Path, problem: &Problem, keep: bool) -> Result<Self, FrontierError> {
        claim::vacant(path)?;
        Ok(Self {
            path: path.into(),
            head: head(problem),
            keep,
            before: None,
            replaces: false,
            file: None,
        })
    }

    /// Writes a finished layer, and gives it back as it is on the disk.
    ///
    /// After a stop or an error, the layers before are there as they were, and nothing of this one.
    pub(super) fn append(
        &mut self,
        run: &Run,
        section: &Section,
        control: &Control,
    ) -> Result<Run, Halt> {
        if let Some(file) = self.file.as_ref().filter(|_| self.keep) {
            let result = add(file, run, section, control);
            return result.map_err(|error| self.halt(error));
        }
        let (part_path, file) = claim::beside(&self.path)?;
        let result = self.write_new(file, &part_path, run, section, control);
        if result.is_err() {
            // The file part_path is of no use, and nothing is lost if it stays.
            let _ = fs::remove_file(&part_path);
        }
        result
    }

    fn halt(&self, error: LayerError) -> Halt {
        let unwritable = |error: &std::io::Error| unwritable(&self.path, error).into();
        match error {
            LayerError::Stopped => Halt::Stopped,
            LayerError::Disk(error) => unwritable(&error),
            LayerError::DiskFull => unwritable(&ErrorKind::StorageFull.into()),
            LayerError::NoMemory => unwritable(&ErrorKind::OutOfMemory.into()),
            LayerError::Overflow => FrontierError::Overflow.into(),
        }
    }

    fn write_new(
        &mut self,
        mut file: File,
        part_path: &Path,
        run: &Run,
        section: &Section,
        control: &Control,
    ) -> Result<Run, Halt> {
        if self.file.is_none() {
            // Another process may have written its first layer meanwhile.
            match self.replaces {
                true => claim::idle(&self.path)?,
                false => claim::vacant(&self.path)?,
            }
        }
        let fill = || {
            file.set_len(0)?;
            file.seek(SeekFrom::Start(0))?;
            file.write_all(&self.head)?;
            let file = Arc::new(Mutex::new(file));
            let copy = section.write(run, &file, self.head.len() as u64, control)?;
            if let Some(before) = &self.before
                && self.path.symlink_metadata().is_ok()
            {
                fs::rename(&self.path, before)?;
            }
            fs::rename(part_path, &self.path)?;
            Ok((copy, file))
        };
        let (copy, file) = fill().map_err(|error| self.halt(error))?;
        #[cfg(feature = "cluster")]
        if self.before.is_some() {
            part::sync_names(&self.path);
        }
        self.file = Some(file);
        Ok(copy)
    }

    /// Reads and checks the checkpoint of a problem.
    pub(super) fn resume(
        path: &Path,
        problem: &Problem,
        keep: bool,
        control: &Control,
    ) -> Result<Contents, Halt> {
        let unreadable = |error: std::io::Error| unreadable(path, &error);
        // The target of a link, so that a new file replaces the target and not the link.
        let real = path.canonicalize().map_err(unreadable)?;
        if !real.metadata().map_err(unreadable)?.is_file() {
            return Err(refusal(path, "is not a file").into());
        }
        let result = claim::lock(&real, OpenOptions::new().read(true).write(true));
        let mut file = result
            .map_err(unreadable)?
            .map_err(|file| claim::busy(path, &file))?;
        let head = head(problem);
        let mut bytes = Vec::new();
        let most = head.len() as u64;
        (&mut file)
            .take(most)
            .read_to_end(&mut bytes)
            .map_err(unreadable)?;
        if let Some(reason) = mismatch(&bytes, &head) {
            return Err(refusal(path, reason).into());
        }
        let file = Arc::new(Mutex::new(file));
        let mut end = head.len() as u64;
        let mut earlier = Vec::new();
        let mut last: Option<(Section, Run)> = None;
        let mut is_complete = false;
        while let Some((section, run, next)) = section(path, problem, &file, end, control)? {
            match &last {
                Some((last, _)) if section.tiles != last.tiles + 1 => {
                    return Err(refusal(path, "is damaged: a layer is missing").into());
                }
                None if keep && section.tiles != 0 => {
                    let reason = "holds the last layer alone, as `count` leaves it: \
                                  to find orders, every layer is needed";
                    return Err(refusal(path, reason).into());
                }
                _ => {}
            }
            let before = last.replace((section, run));
            is_complete |= before.as_ref().is_some_and(|(before, _)| before.tiles == 0);
            earlier.extend(before.filter(|_| keep).map(|(_, run)| run));
            end = next;
        }
        let empty = || refusal(path, "is damaged: it holds no layer");
        let (section, last) = last.ok_or_else(empty)?;
        // Cuts off an unfinished layer.
        let guard = file.lock().unwrap_or_else(PoisonError::into_inner);
        guard.set_len(end).map_err(unreadable)?;
        drop(guard);
        Ok(Contents {
            journal: Self {
                path: real,
                head,
                // A file with every layer keeps every layer.
                keep: keep || is_complete,
                before: None,
                replaces: true,
                file: Some(file),
            },
            earlier,
            last,
            section,
        })
    }
}

/// Adds a layer behind those of a file.
fn add(
    file: &Arc<Mutex<File>>,
    run: &Run,
    section: &Section,
    control: &Control,
) -> Result<Run, LayerError> {
    let guard = || file.lock().unwrap_or_else(PoisonError::into_inner);
    let start = guard().seek(SeekFrom::End(0))?;
    let result = section.write(run, file, start, control);
    if result.is_err() {
        // The result part would not be read, and nothing is lost if it stays.
        let _ = guard().set_len(start);
    }
    result
}

/// Reads the section at a place in a file, if one is there, and where the next begins.
fn section(
    path: &Path,
    problem: &Problem,
    file: &Arc<Mutex<File>>,
    start: u64,
    control: &Control,
) -> Result<Option<(Section, Run, u64)>, Halt> {
    let initial = Covering::from(problem.initial());
    let layout = |tiles| (tiles <= problem.horizon()).then(|| Layout::new(problem, tiles));
    let is_valid = |covering: Covering, tiles: usize| {
        covering.includes(initial)
            && covering.len() == initial.len() + tiles
            && covering.bits() >> (problem.wall().len() - 1) <= 1
    };
    Section::read(file, start, layout, is_valid, control).map_err(|error| match error {
        SectionError::Damaged(reason) => refusal(path, &format!("is damaged: {reason}")).into(),
        SectionError::Disk(error) => unreadable(path, &error).into(),
        SectionError::Stopped => Halt::Stopped,
    })
}

/// The reason why a head is not that of the problem.
fn mismatch(bytes: &[u8], head: &[u8]) -> Option<&'static str> {
    let (magic, version) = (LAYERS.len(), LAYERS.len() + 4);
    if bytes.get(..magic) == Some(PART) {
        Some("is the part of one process of several: go on from it with --hosts")
    } else if bytes.get(..magic) != Some(LAYERS) {
        Some("is not a checkpoint of azulejo")
    } else if bytes.get(magic..version) != Some(&head[magic..version]) {
        Some("was written by another version of azulejo")
    } else if bytes != head {
        Some("is the checkpoint of another problem, or damaged")
    } else {
        None
    }
}

/// Magic, version, the problem in its primitives, and a checksum.
pub(super) fn head(problem: &Problem) -> Vec<u8> {
    let (wall, bonus) = (problem.wall(), problem.bonus());
    let numbers = [
        wall.rows() as u32,
        wall.columns() as u32,
        problem.sense() as u32,
        problem.horizon() as u32,
        bonus.row,
        bonus.column,
        bonus.colour,
    ];
    let turn_cells = problem.turns().map(|turn| problem.allowed(turn));
    let before = wall.cells().map(|cell| problem.before(cell));
    let sets = std::iter::once(problem.initial())
        .chain(turn_cells)
        .chain(before);
    let mut head = LAYERS.to_vec();
    head.extend(VERSION.to_le_bytes());
    head.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
    head.extend(sets.flat_map(|set| Covering::from(set).bits().to_le_bytes()));
    for row in problem.rows() {
        head.extend(format!("{row:?}").into_bytes());
    }
    head.extend(crc32fast::hash(&head).to_le_bytes());
    head
}
