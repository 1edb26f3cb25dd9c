use super::LayerError;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The disk of this machine.
#[cfg(feature = "system")]
mod disk {
    use std::fs::File;
    use std::path::{Path, PathBuf};

    /// The system's folder for temporary files.
    pub(super) fn folder() -> PathBuf {
        std::env::temp_dir()
    }

    /// Free disk space at the folder, in bytes.
    pub(super) fn free(folder: &Path) -> u64 {
        fs4::available_space(folder).unwrap_or(0)
    }

    /// A file without a name.
    pub(super) fn file_in(folder: &Path) -> std::io::Result<File> {
        tempfile::tempfile_in(folder)
    }
}

/// No disk: nothing is free there.
#[cfg(not(feature = "system"))]
mod disk {
    use std::fs::File;
    use std::io::{Error, ErrorKind};
    use std::path::{Path, PathBuf};

    pub(super) fn folder() -> PathBuf {
        PathBuf::new()
    }

    pub(super) fn free(_: &Path) -> u64 {
        0
    }

    pub(super) fn file_in(_: &Path) -> std::io::Result<File> {
        Err(Error::from(ErrorKind::Unsupported))
    }
}

/// A folder for layers that do not fit into the memory, and the limit of their size. The files have
/// no names, so that nothing stays behind however the process ends.
#[derive(Debug, Clone)]
pub(in crate::frontier) struct Scratch {
    folder: PathBuf,
    limit: u64,
    used: Arc<AtomicU64>,
}

impl Scratch {
    /// A folder, the system's for temporary files by default, and its limit in bytes, half of what is
    /// free there by default.
    pub(in crate::frontier) fn new(folder: Option<PathBuf>, limit: Option<u64>) -> Self {
        let folder = folder.unwrap_or_else(disk::folder);
        let limit = limit.unwrap_or_else(|| disk::free(&folder) / 2);
        Self {
            folder,
            limit,
            used: Arc::default(),
        }
    }

    /// The folder.
    pub(in crate::frontier) fn folder(&self) -> &std::path::Path {
        &self.folder
    }

    /// The most bytes of all files together: the limit, or less where the disk has less.
    pub(in crate::frontier) fn room(&self) -> u64 {
        let free = disk::free(&self.folder);
        self.limit.min(self.used().saturating_add(free))
    }

    /// Bytes in its files.
    pub(in crate::frontier) fn used(&self) -> u64 {
        self.used.load(Ordering::Relaxed)
    }

    /// An empty file.
    pub(super) fn file(&self) -> Result<ScratchFile, LayerError> {
        Ok(ScratchFile {
            file: disk::file_in(&self.folder)?,
            len: 0,
            byte_count: 0,
            used: Arc::clone(&self.used),
            limit: self.limit,
        })
    }
}

/// A file of a scratch folder. Its bytes are given back when it is dropped.
#[derive(Debug)]
pub(super) struct ScratchFile {
    file: File,
    len: u64,
    /// Bytes that were written: fewer than `len` where some were left out.
    byte_count: u64,
    used: Arc<AtomicU64>,
    limit: u64,
}

impl ScratchFile {
    /// The length, in bytes.
    pub(super) fn len(&self) -> u64 {
        self.len
    }

    /// Writes to the end.
    pub(super) fn append(&mut self, bytes: &[u8]) -> Result<(), LayerError> {
        self.write_at(self.len, bytes)
    }

    /// Writes to a place where nothing is yet.
    pub(super) fn write_at(&mut self, place: u64, bytes: &[u8]) -> Result<(), LayerError> {
        let length = bytes.len() as u64;
        if self.used.fetch_add(length, Ordering::Relaxed) + length > self.limit {
            self.used.fetch_sub(length, Ordering::Relaxed);
            return Err(LayerError::DiskFull);
        }
        self.byte_count += length;
        self.file.seek(SeekFrom::Start(place))?;
        self.file.write_all(bytes)?;
        self.len = self.len.max(place + length);
        Ok(())
    }

    /// Fills the bytes from a place in the file.
    pub(super) fn read_at(&mut self, place: u64, bytes: &mut [u8]) -> std::io::Result<()> {
        read_at(&mut self.file, place, bytes)
    }
}

/// Fills the bytes from a place in a file.
pub(super) fn read_at(file: &mut File, place: u64, bytes: &mut [u8]) -> std::io::Result<()> {
    file.seek(SeekFrom::Start(place))?;
    file.read_exact(bytes)
}

impl Drop for ScratchFile {
    fn drop(&mut self) {
        self.used.fetch_sub(self.byte_count, Ordering::Relaxed);
    }
}
