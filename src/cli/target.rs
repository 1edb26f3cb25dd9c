//! Where a result goes to: a file, or standard output.

use super::exit::Usage;
use super::output;
use crate::disk;
use crate::harmless::harmless_path;
use anyhow::{Context, anyhow, bail};
use std::fs::{self, File};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use tempfile::{NamedTempFile, TempPath};

/// A file that can be written, looked at before there is anything to write.
#[derive(Debug)]
pub(super) struct Target {
    /// As it was named.
    named: PathBuf,
    /// Where it is: a link stays, and what it points to changes.
    path: PathBuf,
    /// Where it is written beside; none for what is written as it is: a pipe, a device.
    folder: Option<PathBuf>,
}

impl Target {
    /// The file of this name, which need not be there yet.
    pub(super) fn new(named: &Path) -> anyhow::Result<Self> {
        let cannot = || format!("cannot write {}", harmless_path(named));
        let path = fs::canonicalize(named);
        // A link that leads nowhere, or to a file without a name, as standard output may be.
        let loose = path.is_err() && named.is_symlink();
        let path = path.unwrap_or_else(|_| named.to_owned());
        let known = path.metadata().ok();
        if known.as_ref().is_some_and(fs::Metadata::is_dir) {
            bail!("{}: it is a folder", cannot());
        }
        let folder = match path.parent() {
            _ if loose || known.is_some_and(|known| !known.is_file()) => None,
            Some(folder) if folder != Path::new("") => Some(folder.to_owned()),
            _ => Some(".".into()),
        };
        if let Some(folder) = &folder {
            // Without a name, it leaves nothing behind.
            tempfile::tempfile_in(folder).with_context(cannot)?;
        }
        Ok(Self {
            named: named.to_owned(),
            path,
            folder,
        })
    }

    /// Writes the file whole or not at all: what was there is there until then.
    pub(super) fn write(&self, bytes: &[u8]) -> anyhow::Result<()> {
        let mut draft = self.draft()?;
        draft.write(bytes)?;
        draft.finish()
    }

    /// Begins to write the file, which is what it was until that is finished.
    pub(super) fn draft(&self) -> anyhow::Result<Draft<'_>> {
        let (file, beside) = match &self.folder {
            None => (File::create(&self.path), None),
            Some(folder) => {
                let mut beside = tempfile::Builder::new();
                // Readable as any new file is: the default is for secrets.
                #[cfg(unix)]
                beside.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
                let parts = beside.tempfile_in(folder).map(NamedTempFile::into_parts);
                let (file, beside) = parts.map_err(|error| self.cannot(&error))?;
                (Ok(file), Some(beside))
            }
        };
        let file = file.map_err(|error| self.cannot(&error))?;
        Ok(Draft {
            target: self,
            file: BufWriter::new(file),
            beside,
        })
    }

    fn cannot(&self, error: &io::Error) -> anyhow::Error {
        let (name, reason) = (harmless_path(&self.named), disk::message(error));
        anyhow!("cannot write {name}: {reason}")
    }
}

/// A file that is being written. Where it is not finished, nothing is left of it, but for what went to a pipe or a
/// device.
#[derive(Debug)]
pub(super) struct Draft<'a> {
    target: &'a Target,
    file: BufWriter<File>,
    beside: Option<TempPath>,
}

impl Draft<'_> {
    /// Writes what comes next.
    pub(super) fn write(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        let written = self.file.write_all(bytes);
        written.map_err(|error| self.target.cannot(&error))
    }

    /// Puts the file in its place.
    pub(super) fn finish(mut self) -> anyhow::Result<()> {
        let flushed = self.file.flush();
        flushed.map_err(|error| self.target.cannot(&error))?;
        let Some(beside) = self.beside else {
            return Ok(());
        };
        let persisted = beside.persist(&self.target.path);
        persisted.map_err(|refused| self.target.cannot(&refused.error))
    }
}

/// The file that a flag names for a picture.
pub(super) fn svg_file(flag: &str, path: &Path) -> anyhow::Result<Target> {
    let named = path.extension();
    if !named.is_some_and(|extension| extension.eq_ignore_ascii_case("svg")) {
        let path = harmless_path(path);
        let mend = "the picture is SVG; name a file that ends in .svg";
        return Err(Usage(format!("{flag} {path}: {mend}")).into());
    }
    Target::new(path)
}

/// The file of `--plot`, where the flag is given.
pub(super) fn plot_file(path: Option<&Path>) -> anyhow::Result<Option<Target>> {
    path.map(|path| svg_file("--plot", path)).transpose()
}

/// The file that `--output` names, unless it is standard output.
pub(super) fn file(output: Option<&Path>) -> Option<&Path> {
    output.filter(|path| *path != Path::new("-"))
}

/// The `format` of a flag, or else what the ending of the file's name says; without a file, the default.
pub(super) fn format<F: Copy>(
    format: Option<F>,
    file: Option<&Path>,
    default: F,
    endings: &[(&str, F)],
) -> Result<F, Usage> {
    let (None, Some(path)) = (format, file) else {
        return Ok(format.unwrap_or(default));
    };
    let found = path.extension().and_then(|found| found.to_str());
    let is_found =
        |(ending, _): &(&str, F)| found.is_some_and(|it| it.eq_ignore_ascii_case(ending));
    let named = endings.iter().find(|ending| is_found(ending));
    named.map(|(_, format)| *format).ok_or_else(|| {
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

/// The refusal of PNG pictures, as the crate that draws them takes long to compile.
const NO_PNG: &str = "PNG pictures are not built into this azulejo: \
                      cargo install --path . --features png builds them in; or take SVG";

/// An SVG picture as a PNG file.
#[cfg(feature = "png")]
pub(super) fn png(svg: &str, width: Option<u32>) -> anyhow::Result<Vec<u8>> {
    Ok(crate::render::png::png(svg, width)?)
}

#[cfg(not(feature = "png"))]
pub(super) fn png(_: &str, _: Option<u32>) -> anyhow::Result<Vec<u8>> {
    Err(Usage(NO_PNG.into()).into())
}

/// Refuses a width for what is no PNG picture, and a PNG picture for a terminal.
pub(super) fn check_png(png: bool, width: Option<u32>, file: Option<&Path>) -> Result<(), Usage> {
    let refusal = if png && cfg!(not(feature = "png")) {
        NO_PNG
    } else if !png && width.is_some() {
        "--width is for PNG pictures"
    } else if png && file.is_none() && std::io::stdout().is_terminal() {
        "a terminal shows no PNG: give --output FILE"
    } else {
        return Ok(());
    };
    Err(Usage(refusal.into()))
}

/// Writes to the file, or to standard output without one.
pub(super) fn write(target: Option<&Target>, bytes: &[u8]) -> anyhow::Result<()> {
    match target {
        Some(target) => target.write(bytes),
        None => output::bytes(bytes),
    }
}

/// Writes text to the file, or to standard output without one; it has colours on a terminal only.
pub(super) fn write_text(target: Option<&Target>, text: &str) -> anyhow::Result<()> {
    match target {
        Some(target) => {
            let plain = anstream::adapter::strip_str(text);
            target.write(format!("{plain}\n").as_bytes())
        }
        None => output::result(text),
    }
}
