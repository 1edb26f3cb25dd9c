//! The checkpoint of a process: `FILE.3` for process 3, and the layer before in `FILE.3.before`.
//!
//! Together the files of all processes are a layer. Whoever is killed leaves at least one layer that all have written,
//! for nobody begins to write a layer before all have written the one before.

use super::super::checkpoint::{self, Journal, Part};
use super::super::error::Halt;
use super::super::layer::{Builder, LayerError, Layout, Run, Section, as_wide_as, shard_of};
use super::super::options::Checkpoint;
use super::super::search::Search;
use super::ClusterError;
use super::link::Link;
use crate::control::Control;
use crate::harmless::harmless_path;
use itertools::Itertools;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The file of a process.
pub(super) fn file(path: &Path, process: usize) -> PathBuf {
    with(path, &format!(".{process}"))
}

fn with(path: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(ending);
    name.into()
}

/// A layer of which files are there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Layer {
    tiles: usize,
    /// The processes that it was written by.
    processes: usize,
}

/// A file of a layer that this process can read.
#[derive(Debug)]
struct Found {
    layer: Layer,
    process: usize,
    path: PathBuf,
}

/// The files that this process can see: in a shared folder those of all, else its own.
fn visible(search: &Search<'_>, path: &Path) -> Vec<Found> {
    let parts = |process: usize| {
        let latest = file(path, process);
        let before = with(&latest, ".before");
        [latest, before].map(|path| (process, path))
    };
    let there = (0..).map(parts).take_while(|files| {
        files
            .iter()
            .any(|(_, path)| path.symlink_metadata().is_ok())
    });
    // A folder of its own has the file of this process alone, which need not be the first.
    let (folder, name) = (path.parent(), path.file_name());
    let gaps = folder.zip(name).and_then(|(folder, name)| {
        let folder = if folder.as_os_str().is_empty() {
            Path::new(".")
        } else {
            folder
        };
        let start = format!("{}.", name.to_string_lossy());
        let entries = folder.read_dir().ok()?;
        let numbers = entries.filter_map(|entry| {
            let name = entry.ok()?.file_name();
            let rest = name.to_str()?.strip_prefix(&start)?.to_owned();
            let number = rest.strip_suffix(".before").unwrap_or(&rest);
            number.parse::<usize>().ok()
        });
        Some(numbers.collect::<Vec<_>>())
    });
    let gaps = gaps.unwrap_or_default().into_iter().map(parts);
    let all = there.chain(gaps).flatten().unique();
    let found = all.filter_map(|(process, path)| {
        let part = checkpoint::peek(&path, search.problem)?;
        let layer = Layer {
            tiles: part.tiles,
            processes: part.processes,
        };
        (part.process == process).then_some(Found {
            layer,
            process,
            path,
        })
    });
    found.collect()
}

/// The layer to go on from: the latest one of which every file is there, and what this process keeps of it.
pub(super) fn resume(
    search: &Search<'_>,
    from: &Checkpoint,
    link: &Link,
    control: &Control,
) -> Result<(Run, Section), Stop> {
    let found = visible(search, &from.path);
    let known = found
        .iter()
        .map(|it| (it.layer.tiles, it.layer.processes, it.process));
    let known: Vec<(usize, usize, usize)> = known.collect();
    let word = known
        .iter()
        .map(|(tiles, of, process)| format!("{tiles} {of} {process}"))
        .join("\n");
    let words = link
        .gather(word.into_bytes(), control)
        .ok_or(Stop::Stopped)?;
    let everywhere = words.iter().flat_map(|word| {
        let word = String::from_utf8_lossy(word).into_owned();
        let parts = word.lines().filter_map(|line| {
            let numbers = line.split(' ').map(|number| number.parse().ok());
            let numbers: Option<Vec<usize>> = numbers.collect();
            numbers?.try_into().ok()
        });
        parts.collect::<Vec<[usize; 3]>>()
    });
    let mut layers = everywhere
        .unique()
        .into_group_map_by(|&[tiles, processes, _]| Layer { tiles, processes });
    layers.retain(|layer, parts| parts.len() == layer.processes);
    let path = harmless_path(&from.path);
    let Some(&layer) = layers.keys().max() else {
        return Err(Stop::Failed(ClusterError::Resume(format!(
            "of no layer are the files of all processes there, {path}.0 and the following"
        ))));
    };
    let parts: Vec<&Found> = found
        .iter()
        .filter(|it| it.layer == layer)
        .filter(|it| layer.processes != link.processes() || it.process == link.me())
        .unique_by(|it| it.process)
        .collect();
    let needed = if layer.processes == link.processes() {
        1
    } else {
        layer.processes
    };
    if parts.len() < needed {
        return Err(Stop::Failed(ClusterError::Resume(format!(
            "layer {} was written by {} processes, and this one does not see all their files; put them into one \
             folder that all hosts share, as {path}.0 and the following",
            layer.tiles, layer.processes
        ))));
    }
    if let ([part], true) = (&parts[..], needed == 1) {
        return Ok(read(&part.path, search, control)?);
    }
    own_shards(&parts, layer, search, link, control)
}

/// Reads a file and checks it.
fn read(path: &Path, search: &Search<'_>, control: &Control) -> Result<(Run, Section), Halt> {
    let (run, section) = checkpoint::read_part(path, search.problem, control)?;
    Ok((run, section))
}

/// What this process keeps of a layer that other processes wrote.
fn own_shards(
    parts: &[&Found],
    layer: Layer,
    search: &Search<'_>,
    link: &Link,
    control: &Control,
) -> Result<(Run, Section), Stop> {
    let layout = Layout::new(search.problem, layer.tiles);
    let room = search.space.memory / 4;
    let mut section = None;
    let run = as_wide_as!(layout, N => {
        let builder = Builder::<N>::new(layout, search.problem.sense(), room, &search.space.scratch);
        for part in parts {
            let (run, its) = read(&part.path, search, control)?;
            section = Some(its);
            let taken = run.in_pieces(|records| {
                control.go_on()?;
                let mut found = builder.found();
                for (covering, reached) in records.iter::<N>() {
                    if link.owner(shard_of(covering)) == link.me() {
                        found.add(covering, reached);
                    }
                }
                found.finish()
            });
            taken.map_err(|error: LayerError| search.unreadable(error))?;
        }
        builder.finish(room, control)
    });
    let run = run.map_err(|error| search.unreadable(error))?;
    let section = section.ok_or(Stop::Stopped)?;
    Ok((run, section))
}

/// Why there is nothing to go on from.
pub(super) enum Stop {
    Stopped,
    Failed(ClusterError),
}

impl From<Halt> for Stop {
    fn from(halt: Halt) -> Self {
        match halt {
            Halt::Stopped => Self::Stopped,
            Halt::Failed(error) => Self::Failed(error.into()),
        }
    }
}

/// The journal of a process.
pub(super) fn journal(
    search: &Search<'_>,
    to: &Checkpoint,
    link: &Link,
) -> Result<Journal, super::super::FrontierError> {
    let part = Part {
        processes: link.processes(),
        process: link.me(),
        tiles: 0,
    };
    let path = file(&to.path, part.process);
    Journal::of_part(
        &path,
        &with(&path, ".before"),
        search.problem,
        part,
        to.resume,
    )
}
