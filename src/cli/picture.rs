//! A file that a picture goes to.

use super::exit::Usage;
use anyhow::{Context, bail};
use std::fs;
use std::path::{Path, PathBuf};

/// A place for an SVG picture, looked at before there is one.
#[derive(Debug)]
pub(super) struct PictureFile {
    path: PathBuf,
}

impl PictureFile {
    /// The file of this name, which need not be there yet.
    pub(super) fn new(path: &Path) -> anyhow::Result<Self> {
        let shown = path.display();
        let is_svg = path
            .extension()
            .is_some_and(|extension| extension.eq_ignore_ascii_case("svg"));
        if !is_svg {
            return Err(Usage(format!(
                "--plot {shown}: the picture is SVG; name a file that ends in .svg"
            ))
            .into());
        }
        if path.is_dir() {
            bail!("cannot write {shown}: it is a folder");
        }
        let folder = match path.parent() {
            Some(folder) if folder != Path::new("") => folder,
            _ => Path::new("."),
        };
        // Without a name, it leaves nothing behind.
        tempfile::tempfile_in(folder).with_context(|| format!("cannot write {shown}"))?;
        Ok(Self {
            path: path.to_owned(),
        })
    }

    /// Writes the picture beside the file, then puts it in its place: what was there is there until then.
    pub(super) fn write(&self, svg: &str) -> anyhow::Result<()> {
        let mut part = self.path.clone().into_os_string();
        part.push(".part");
        let written = fs::write(&part, svg).and_then(|()| fs::rename(&part, &self.path));
        if written.is_err() {
            // There may be nothing to remove.
            let _ = fs::remove_file(&part);
        }
        written.with_context(|| format!("cannot write {}", self.path.display()))
    }
}
