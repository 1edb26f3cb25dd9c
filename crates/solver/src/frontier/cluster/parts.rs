//! The checkpoint of a process: `FILE.3` for process 3, and the layer before in `FILE.3.before`.
//!
//! Together the files of all processes are a layer. No process begins to write a layer before all have written the layer
//! before it. So there is always a layer that all have, whenever one of them is killed.

use super::super::checkpoint::{self, Journal, Part, claim::with};
use super::super::error::Halt;
use super::super::layer::{Builder, LayerError, Layout, Run, Section, as_wide_as, shard_of};
use super::super::options::Checkpoint;
use super::super::search::ForwardSearch;
use super::JointCountError;
use crate::harmless::harmless_path;
use azulejo_cluster::Link;
use azulejo_control::Control;
use itertools::Itertools;
use std::path::{Path, PathBuf};

/// The file of a process.
pub(super) fn file(path: &Path, process: usize) -> PathBuf {
    with(path, &format!(".{process}"))
}

/// The ending of the file with the layer before.
const BEFORE: &str = ".before";

/// A layer with files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Layer {
    tiles: usize,
    /// The processes that it was written by.
    processes: usize,
}

/// A file of a layer that this process can read.
#[derive(Debug)]
struct LayerFile {
    layer: Layer,
    process: usize,
    path: PathBuf,
}

/// The files that this process can see: those of all processes in a shared folder, or else its own.
fn visible_files(search: &ForwardSearch<'_>, path: &Path, me: usize) -> Vec<LayerFile> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let start = path.file_name().unwrap_or_default().to_string_lossy();
    let entries = folder.read_dir().into_iter().flatten();
    let processes = entries.filter_map(|entry| {
        let name = entry.ok()?.file_name();
        let number = name.to_str()?.strip_prefix(&*start)?.strip_prefix('.')?;
        number.strip_suffix(BEFORE).unwrap_or(number).parse().ok()
    });
    let files = processes.chain([me]).unique().flat_map(|process: usize| {
        let latest = file(path, process);
        let before = with(&latest, BEFORE);
        [latest, before].map(|path| (process, path))
    });
    let layer_files = files.filter_map(|(process, path)| {
        let part = checkpoint::peek(&path, search.problem)?;
        let layer = Layer {
            tiles: part.tiles,
            processes: part.processes,
        };
        (part.process == process).then_some(LayerFile {
            layer,
            process,
            path,
        })
    });
    layer_files.collect()
}

/// The layer to resume: the latest one with all of its files; of it, the shards of this process.
pub(super) fn resume(
    search: &ForwardSearch<'_>,
    checkpoint: &Checkpoint,
    link: &Link,
    control: &Control,
) -> Result<(Run, Section), Stop> {
    let files = visible_files(search, &checkpoint.path, link.me());
    let entries = files
        .iter()
        .map(|file| (file.layer.tiles, file.layer.processes, file.process));
    let entries: Vec<(usize, usize, usize)> = entries.collect();
    let word = entries
        .iter()
        .map(|(tiles, processes, process)| format!("{tiles} {processes} {process}"))
        .join("\n");
    let words = link
        .gather(word.into_bytes(), control)
        .ok_or(Stop::Stopped)?;
    let all_entries = words.iter().flat_map(|word| {
        let word = String::from_utf8_lossy(word).into_owned();
        let parts = word.lines().filter_map(|line| {
            let numbers = line.split(' ').map(|number| number.parse().ok());
            let numbers: Option<Vec<usize>> = numbers.collect();
            numbers?.try_into().ok()
        });
        parts.collect::<Vec<[usize; 3]>>()
    });
    let mut layers = all_entries
        .unique()
        .into_group_map_by(|&[tiles, processes, _]| Layer { tiles, processes });
    layers.retain(|layer, parts| parts.len() == layer.processes);
    let path = harmless_path(&checkpoint.path);
    let Some(&layer) = layers.keys().max() else {
        return Err(Stop::Failed(JointCountError::Resume(format!(
            "no layer has the files of all its processes, which are {path}.0, {path}.1, and so on"
        ))));
    };
    let is_same_count = layer.processes == link.processes();
    let parts = files.iter().filter(|file| file.layer == layer);
    let parts = parts.filter(|file| !is_same_count || file.process == link.me());
    let parts: Vec<&LayerFile> = parts.unique_by(|file| file.process).collect();
    match &parts[..] {
        [part] if is_same_count => {
            return Ok(checkpoint::read_part(&part.path, search.problem, control)?);
        }
        parts if !is_same_count && parts.len() == layer.processes => {}
        _ => {
            return Err(Stop::Failed(JointCountError::Resume(format!(
                "layer {} was written by {} processes, and this one does not see all their files; put them into a \
                 folder that all machines share, as {path}.0, {path}.1, and so on",
                layer.tiles, layer.processes
            ))));
        }
    }
    own_shards(&parts, layer, search, link, control)
}

/// The shards of this process, of a layer that other processes wrote.
fn own_shards(
    parts: &[&LayerFile],
    layer: Layer,
    search: &ForwardSearch<'_>,
    link: &Link,
    control: &Control,
) -> Result<(Run, Section), Stop> {
    let layout = Layout::new(search.problem, layer.tiles);
    let room = search.space.memory / 4;
    let mut section = None;
    let run = as_wide_as!(layout, N => {
        let builder = Builder::<N>::new(layout, search.problem.sense(), room, &search.space.scratch);
        for part in parts {
            let (run, part_section) = checkpoint::read_part(&part.path, search.problem, control)?;
            section = Some(part_section);
            let result = run.in_pieces(|records| {
                control.go_on()?;
                let mut buffer = builder.buffer();
                for (covering, label) in records.iter::<N>() {
                    if link.owner(shard_of(covering)) == link.me() {
                        buffer.add(covering, label);
                    }
                }
                buffer.finish()
            });
            result.map_err(|error: LayerError| search.unreadable(error))?;
        }
        builder.finish(room, control)
    });
    let run = run.map_err(|error| search.unreadable(error))?;
    let section = section.ok_or(Stop::Stopped)?;
    Ok((run, section))
}

/// Reasons for an end without a count.
pub(super) enum Stop {
    Stopped,
    Failed(JointCountError),
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
    search: &ForwardSearch<'_>,
    checkpoint: &Checkpoint,
    link: &Link,
) -> Result<Journal, super::super::FrontierError> {
    let part = Part {
        processes: link.processes(),
        process: link.me(),
        tiles: 0,
    };
    let path = file(&checkpoint.path, part.process);
    Journal::of_part(
        &path,
        &with(&path, BEFORE),
        search.problem,
        part,
        checkpoint.resume,
    )
}
