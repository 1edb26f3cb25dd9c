//! Where a result goes to: a file, or standard output.

use super::exit::Usage;
use super::output;
use crate::disk;
use crate::harmless::harmless_path;
use anyhow::{Context, anyhow, bail};
use std::fs;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};

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
        let cannot = |error| {
            anyhow!(
                "cannot write {}: {}",
                harmless_path(&self.named),
                disk::told(&error)
            )
        };
        let Some(folder) = &self.folder else {
            return fs::write(&self.path, bytes).map_err(cannot);
        };
        let mut beside = tempfile::Builder::new();
        // Readable as any new file is: the default is for secrets.
        #[cfg(unix)]
        beside.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let mut file = beside.tempfile_in(folder).map_err(cannot)?;
        file.as_file_mut().write_all(bytes).map_err(cannot)?;
        file.persist(&self.path)
            .map_err(|refused| cannot(refused.error))?;
        Ok(())
    }
}

/// The file that `--output` names, unless it is standard output.
pub(super) fn file(output: Option<&Path>) -> Option<&Path> {
    output.filter(|path| *path != Path::new("-"))
}

/// The format that was `asked` for, or else what the ending of the file's name says; without a file, the default.
pub(super) fn format<F: Copy>(
    asked: Option<F>,
    file: Option<&Path>,
    default: F,
    endings: [(&str, F); 4],
) -> Result<F, Usage> {
    let (None, Some(path)) = (asked, file) else {
        return Ok(asked.unwrap_or(default));
    };
    let found = path.extension().and_then(|found| found.to_str());
    let is_found =
        |(ending, _): &(&str, F)| found.is_some_and(|it| it.eq_ignore_ascii_case(ending));
    let named = endings.into_iter().find(is_found);
    named.map(|(_, format)| format).ok_or_else(|| {
        let path = harmless_path(path);
        let [first, second, third, last] = endings.map(|(ending, _)| ending);
        Usage(format!(
            "--output {path}: give --format, or a name that ends with .{first}, .{second}, .{third} or .{last}"
        ))
    })
}

/// Refuses a width for what is no PNG picture, and a PNG picture for a terminal.
pub(super) fn check_png(png: bool, width: Option<u32>, file: Option<&Path>) -> Result<(), Usage> {
    let refusal = if !png && width.is_some() {
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

/// The same with text, which has colours on a terminal only.
pub(super) fn write_text(target: Option<&Target>, text: &str) -> anyhow::Result<()> {
    match target {
        Some(target) => {
            let plain = anstream::adapter::strip_str(text);
            target.write(format!("{plain}\n").as_bytes())
        }
        None => output::result(text),
    }
}
