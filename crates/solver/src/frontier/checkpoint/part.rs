use super::{Journal, PART, claim, refusal, section, unreadable};
use crate::frontier::FrontierError;
use crate::frontier::error::Halt;
use crate::frontier::layer::{Run, Section};
use crate::problem::Problem;
use azulejo_control::Control;
use std::fs::{File, TryLockError};
use std::io::Read;
use std::path::Path;
use std::sync::{Arc, Mutex};

/// Part of a layer in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::frontier) struct Part {
    /// The number of processes that wrote the layer.
    pub(in crate::frontier) processes: usize,
    /// The process that wrote the file.
    pub(in crate::frontier) process: usize,
    /// Tiles of the layer's coverings.
    pub(in crate::frontier) tiles: usize,
}

/// The head of a checkpoint of the problem with another magic; then the number of processes, that of the process, and a
/// checksum.
fn head(problem: &Problem, processes: usize, process: usize) -> Vec<u8> {
    let mut head = super::head(problem);
    head[..PART.len()].copy_from_slice(PART);
    head.extend((processes as u32).to_le_bytes());
    head.extend((process as u32).to_le_bytes());
    head.extend(crc32fast::hash(&head).to_le_bytes());
    head
}

/// The part of a layer in a file, if the file is a finished part of a layer of the problem.
pub(in crate::frontier) fn peek(path: &Path, problem: &Problem) -> Option<Part> {
    let length = head(problem, 0, 0).len();
    let mut bytes = vec![0; length + 9];
    File::open(path).ok()?.read_exact(&mut bytes).ok()?;
    let (head_bytes, start) = bytes.split_at(length);
    let numbers = head_bytes.get(length - 12..length - 4)?;
    let (processes, process) = numbers.split_at(4);
    let number = |bytes: &[u8]| Some(u32::from_le_bytes(bytes.try_into().ok()?) as usize);
    let (processes, process) = (number(processes)?, number(process)?);
    let tiles = Section::tiles_of(start.try_into().ok()?)?;
    (head_bytes == head(problem, processes, process)).then_some(Part {
        processes,
        process,
        tiles,
    })
}

/// Reads and checks a part of a layer.
pub(in crate::frontier) fn read_part(
    path: &Path,
    problem: &Problem,
    control: &Control,
) -> Result<(Run, Section), Halt> {
    let file = File::open(path).map_err(|error| unreadable(path, &error))?;
    if let Err(TryLockError::WouldBlock) = file.try_lock_shared() {
        return Err(claim::busy(path, &file).into());
    }
    let start = head(problem, 0, 0).len() as u64;
    let file = Arc::new(Mutex::new(file));
    match section(path, problem, &file, start, control)? {
        Some((section, run, _)) => Ok((run, section)),
        None => Err(refusal(path, "is damaged: it holds no layer").into()),
    }
}

/// Writes the folder of a file, and so the file's name, to the disk if the system can do that: the other processes rely on this
/// layer even after the machine is switched off.
pub(super) fn sync_names(path: &Path) {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    if let Ok(folder) = File::open(folder.unwrap_or(Path::new("."))) {
        let _ = folder.sync_all();
    }
}

impl Journal {
    /// The journal of the part of a process; the layer before goes to a file of its own. Without `resume`, neither may be there.
    pub(in crate::frontier) fn of_part(
        path: &Path,
        before: &Path,
        problem: &Problem,
        part: Part,
        resume: bool,
    ) -> Result<Self, FrontierError> {
        if !resume {
            claim::vacant(path)?;
            claim::vacant(before)?;
        }
        Ok(Self {
            path: path.into(),
            head: head(problem, part.processes, part.process),
            keep: false,
            before: Some(before.into()),
            replaces: resume,
            file: None,
        })
    }
}
