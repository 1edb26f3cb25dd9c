//! One process alone writes a checkpoint: it keeps the lock of its file while it counts.

use crate::disk;
use crate::frontier::FrontierError;
use crate::harmless::harmless_path;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Attempts to lock a file: another process may look at it for a moment.
const ATTEMPTS: usize = 25;

/// Time between two attempts.
const INTERVAL: Duration = Duration::from_millis(20);

/// Opens and locks the file that has this name, or gives it back where another process keeps it locked.
///
/// # Errors
/// When the file cannot be opened or locked.
pub fn lock(path: &Path, options: &OpenOptions) -> io::Result<Result<File, File>> {
    for _ in 0..ATTEMPTS {
        let file = options.open(path)?;
        match file.try_lock() {
            Ok(()) if has_name(&file, path) => return Ok(Ok(file)),
            // Its process has put a newer one in its place.
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => std::thread::sleep(INTERVAL),
            Err(TryLockError::Error(error)) => return Err(error),
        }
    }
    Ok(Err(options.open(path)?))
}

/// The first bytes of a checkpoint of layers.
pub const LAYERS: &[u8; 8] = b"azulejo\n";
/// The first bytes of the part of a process, where several count together.
pub const PART: &[u8; 8] = b"azulejo+";
/// The first bytes of a checkpoint of the last merge.
pub const LAST_MERGE: &[u8; 8] = b"azulejo*";

/// The file beside a checkpoint that is to take its place, for this process alone. It has a name of its own, so that what a
/// killed process leaves is written over.
///
/// # Errors
/// When the file cannot be written, another process writes it, or a file of another kind is in the way.
pub fn beside(path: &Path) -> Result<(PathBuf, File), FrontierError> {
    let unwritable = |error: io::Error| unwritable(path, &error);
    let part_path = with(path, ".part");
    let mut options = OpenOptions::new();
    // Not truncated before the check of its magic.
    options.read(true).write(true).create(true).truncate(false);
    let result = lock(&part_path, &options).map_err(unwritable)?;
    let mut file = result.map_err(|file| busy(path, &file))?;
    let mut bytes = Vec::new();
    (&mut file)
        .take(LAYERS.len() as u64)
        .read_to_end(&mut bytes)
        .map_err(unwritable)?;
    let mut magics = [LAYERS, PART, LAST_MERGE].into_iter();
    if !magics.any(|magic| magic.starts_with(&bytes)) {
        let reason = format!("{} is in the way", harmless_path(&part_path));
        return Err(unwritable(io::Error::other(reason)));
    }
    Ok((part_path, file))
}

/// Refuses an existing file.
///
/// # Errors
/// When the file exists.
pub fn vacant(path: &Path) -> Result<(), FrontierError> {
    match path.symlink_metadata() {
        Err(_) => return Ok(()),
        Ok(metadata) if metadata.is_file() => idle(path)?,
        Ok(metadata) if metadata.is_symlink() => {}
        Ok(_) => return Err(refusal(path, "is not a file")),
    }
    let reason = "is there already: go on from it with --resume, or take it away";
    Err(refusal(path, reason))
}

/// Refuses a file that another process writes.
///
/// # Errors
/// When another process writes it.
pub fn idle(path: &Path) -> Result<(), FrontierError> {
    match File::open(path) {
        Ok(file) if matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)) => {
            Err(busy(path, &file))
        }
        // Any other fault shows when the file is written.
        Ok(_) | Err(_) => Ok(()),
    }
}

/// The error that another process writes a checkpoint, with its number if the system has it.
pub fn busy(path: &Path, file: &File) -> FrontierError {
    // The other process may have put a newer file in the place of this one meanwhile.
    let mut newer = (0..ATTEMPTS).filter_map(|_| holder(&File::open(path).ok()?));
    let writer = holder(file).or_else(|| newer.next());
    let writer = writer.map_or(String::new(), |process| format!(", process {process}"));
    let reason = format!(
        "is being written by another azulejo{writer}: wait for it, or name another file by --checkpoint"
    );
    refusal(path, &reason)
}

/// Whether the file that has this name is still the one that was opened by it.
#[cfg(unix)]
fn has_name(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let pair = file
        .metadata()
        .and_then(|file| Ok((file, path.metadata()?)));
    pair.is_ok_and(|(file, current)| (file.dev(), file.ino()) == (current.dev(), current.ino()))
}

/// A file that is open keeps its name.
#[cfg(not(unix))]
fn has_name(_: &File, _: &Path) -> bool {
    true
}

/// The process that has locked a file, from the table of all locks: lines such as
/// `1: FLOCK  ADVISORY  WRITE 4711 fe:00:123 0 EOF`.
#[cfg(all(target_os = "linux", feature = "system"))]
fn holder(file: &File) -> Option<u32> {
    use std::os::unix::fs::MetadataExt;
    let metadata = file.metadata().ok()?;
    let (major, minor) = (
        rustix::fs::major(metadata.dev()),
        rustix::fs::minor(metadata.dev()),
    );
    let key = format!("{major:02x}:{minor:02x}:{}", metadata.ino());
    let table = std::fs::read_to_string("/proc/locks").ok()?;
    let mut lines = table
        .lines()
        .map(|line| line.split_whitespace().collect::<Vec<_>>());
    lines.find_map(|line| match line[..] {
        [_, "FLOCK", _, "WRITE", process, place, ..] if place == key => process.parse().ok(),
        _ => None,
    })
}

/// Other systems have no such table.
#[cfg(not(all(target_os = "linux", feature = "system")))]
fn holder(_: &File) -> Option<u32> {
    None
}

/// A name with an ending.
pub fn with(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// The error that a file cannot be read.
pub fn unreadable(path: &Path, error: &io::Error) -> FrontierError {
    refusal(path, &format!("cannot be read: {error}"))
}

/// The error that a file cannot be used.
pub fn refusal(path: &Path, reason: &str) -> FrontierError {
    FrontierError::Checkpoint {
        path: path.into(),
        reason: reason.into(),
    }
}

/// The error that a file cannot be written.
pub fn unwritable(path: &Path, error: &io::Error) -> FrontierError {
    refusal(
        path,
        &format!("cannot be written: {}", disk::message(error)),
    )
}
