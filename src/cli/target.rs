//! Targets of results: a file, or standard output.

use super::exit::Usage;
use super::output;
use crate::disk;
use crate::harmless::harmless_path;
use anyhow::{Context, anyhow, bail};
use std::fs::{self, File};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use tempfile::{NamedTempFile, TempPath};

/// File for a result, tested before the run.
#[derive(Debug)]
pub(super) struct Target {
    /// Path of the command line.
    name: PathBuf,
    /// Path behind links, so that a link stays and its file changes.
    path: PathBuf,
    /// Folder of the draft; `None` for a pipe or a device, which has no draft.
    folder: Option<PathBuf>,
}

impl Target {
    /// Target of a path, with or without a file.
    pub(super) fn new(name: &Path) -> anyhow::Result<Self> {
        let message = || format!("cannot write {}", harmless_path(name));
        let path = fs::canonicalize(name);
        // A link that leads nowhere, or to a file without a name, as standard output may be.
        let is_loose = path.is_err() && name.is_symlink();
        let path = path.unwrap_or_else(|_| name.to_owned());
        let metadata = path.metadata().ok();
        if metadata.as_ref().is_some_and(fs::Metadata::is_dir) {
            bail!("{}: it is a folder", message());
        }
        let folder = match path.parent() {
            _ if is_loose || metadata.is_some_and(|file| !file.is_file()) => None,
            Some(folder) if folder != Path::new("") => Some(folder.to_owned()),
            _ => Some(".".into()),
        };
        if let Some(folder) = &folder {
            // A file without a name leaves nothing behind.
            tempfile::tempfile_in(folder).with_context(message)?;
        }
        Ok(Self {
            name: name.to_owned(),
            path,
            folder,
        })
    }

    /// Writes the file whole or not at all. An older file stays until then.
    pub(super) fn write(&self, bytes: &[u8]) -> anyhow::Result<()> {
        let mut draft = self.draft()?;
        draft.write(bytes)?;
        draft.finish()
    }

    /// Draft of the file. An older file stays until the draft is finished.
    pub(super) fn draft(&self) -> anyhow::Result<Draft<'_>> {
        let (file, draft) = match &self.folder {
            None => (File::create(&self.path), None),
            Some(folder) => {
                let mut builder = tempfile::Builder::new();
                // The permissions of any new file, as the default is for secrets.
                #[cfg(unix)]
                builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
                let parts = builder.tempfile_in(folder).map(NamedTempFile::into_parts);
                let (file, draft) = parts.map_err(|error| self.write_error(&error))?;
                (Ok(file), Some(draft))
            }
        };
        let file = file.map_err(|error| self.write_error(&error))?;
        Ok(Draft {
            target: self,
            file: BufWriter::new(file),
            draft,
        })
    }

    fn write_error(&self, error: &io::Error) -> anyhow::Error {
        let (name, reason) = (harmless_path(&self.name), disk::message(error));
        anyhow!("cannot write {name}: {reason}")
    }
}

/// File in progress. A draft that is not finished leaves nothing behind, except in a pipe or a device.
#[derive(Debug)]
pub(super) struct Draft<'a> {
    target: &'a Target,
    file: BufWriter<File>,
    /// Path of the draft; `None` for a pipe or a device.
    draft: Option<TempPath>,
}

impl Draft<'_> {
    /// Writes the next bytes.
    pub(super) fn write(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        let result = self.file.write_all(bytes);
        result.map_err(|error| self.target.write_error(&error))
    }

    /// Puts the file in its place.
    pub(super) fn finish(mut self) -> anyhow::Result<()> {
        let result = self.file.flush();
        result.map_err(|error| self.target.write_error(&error))?;
        let Some(draft) = self.draft else {
            return Ok(());
        };
        let result = draft.persist(&self.target.path);
        result.map_err(|error| self.target.write_error(&error.error))
    }
}

/// File of a picture, by its flag.
pub(super) fn svg_file(flag: &str, path: &Path) -> anyhow::Result<Target> {
    let extension = path.extension();
    if !extension.is_some_and(|extension| extension.eq_ignore_ascii_case("svg")) {
        let path = harmless_path(path);
        let hint = "the picture is SVG; name a file that ends in .svg";
        return Err(Usage(format!("{flag} {path}: {hint}")).into());
    }
    Target::new(path)
}

/// File of `--plot`.
pub(super) fn plot_file(path: Option<&Path>) -> anyhow::Result<Option<Target>> {
    path.map(|path| svg_file("--plot", path)).transpose()
}

/// File of `--output`; `None` for standard output.
pub(super) fn file(output: Option<&Path>) -> Option<&Path> {
    output.filter(|path| *path != Path::new("-"))
}

/// Format of a flag, or else of the ending of the file's name; without a file, the default.
pub(super) fn format<F: Copy>(
    format: Option<F>,
    file: Option<&Path>,
    default: F,
    endings: &[(&str, F)],
) -> Result<F, Usage> {
    let (None, Some(path)) = (format, file) else {
        return Ok(format.unwrap_or(default));
    };
    let extension = path.extension().and_then(|extension| extension.to_str());
    let is_ending =
        |ending: &str| extension.is_some_and(|extension| extension.eq_ignore_ascii_case(ending));
    let entry = endings.iter().find(|(ending, _)| is_ending(ending));
    entry.map(|(_, format)| *format).ok_or_else(|| {
        let path = harmless_path(path);
        let names: Vec<String> = endings
            .iter()
            .map(|(ending, _)| format!(".{ending}"))
            .collect();
        let (last, others) = names.split_last().expect("a format has an ending");
        let others = others.join(", ");
        Usage(format!(
            "--output {path}: give --format, or a name that ends with {others} or {last}"
        ))
    })
}

/// Usage error of PNG pictures without their feature, as the crate that draws them takes long to compile.
const NO_PNG: &str = "PNG pictures are not built into this azulejo: \
                      cargo install --path . --features png builds them in; or take SVG";

/// PNG file of an SVG picture.
#[cfg(feature = "png")]
pub(super) fn png(svg: &str, width: Option<u32>) -> anyhow::Result<Vec<u8>> {
    Ok(crate::render::png::png(svg, width)?)
}

#[cfg(not(feature = "png"))]
pub(super) fn png(_: &str, _: Option<u32>) -> anyhow::Result<Vec<u8>> {
    Err(Usage(NO_PNG.into()).into())
}

/// Usage error of a width without a PNG picture, and of a PNG picture for a terminal.
pub(super) fn check_png(
    is_png: bool,
    width: Option<u32>,
    file: Option<&Path>,
) -> Result<(), Usage> {
    let message = if is_png && cfg!(not(feature = "png")) {
        NO_PNG
    } else if !is_png && width.is_some() {
        "--width is for PNG pictures"
    } else if is_png && file.is_none() && std::io::stdout().is_terminal() {
        "a terminal shows no PNG: give --output FILE"
    } else {
        return Ok(());
    };
    Err(Usage(message.into()))
}

/// Writes to the file, or to standard output without one.
pub(super) fn write(target: Option<&Target>, bytes: &[u8]) -> anyhow::Result<()> {
    match target {
        Some(target) => target.write(bytes),
        None => output::bytes(bytes),
    }
}

/// Writes text to the file, or to standard output without one. Only a terminal shows its colours.
pub(super) fn write_text(target: Option<&Target>, text: &str) -> anyhow::Result<()> {
    match target {
        Some(target) => {
            let plain = anstream::adapter::strip_str(text);
            target.write(format!("{plain}\n").as_bytes())
        }
        None => output::result(text),
    }
}
