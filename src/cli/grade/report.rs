//! `grade --report`: every model of a folder, a row each.

use super::args::{GradeArgs, instances};
use super::child::{FaultySide, Reply, graded_apart, program};
use super::marked::OnWalls;
use crate::cli::exit::Exit;
use crate::cli::input;
use crate::cli::progress::Line;
use crate::course::{Exercise, Marking, Verdict, given_out};
use crate::grading::{GradedSense, Language, Model};
use crate::instance::Instance;
use crate::schema::{FileReport, FileVerdict, Report, Version};
use anyhow::{Context, bail};
use itertools::Itertools;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Without a time limit, a file takes at most so long.
const LIMIT: Duration = Duration::from_secs(60);
/// A folder of more files is hardly one that was handed in.
const MOST_FILES: usize = 10_000;
/// A larger file is not read.
const MOST_BYTES: u64 = 16 << 20;
/// Points of a right model without a marking scheme.
const POINTS: u32 = 4;
/// Files of these kinds belong to a model.
const DATA: [&str; 2] = ["dat", "dzn"];

pub(super) fn report(args: &GradeArgs, folder: &Path) -> anyhow::Result<(Report, Exit)> {
    let marking = args.marking.as_deref().map(marking).transpose()?;
    let root = fs::canonicalize(folder)
        .with_context(|| format!("cannot open {}", input::file_name(folder)))?;
    let mut files = Vec::new();
    collect(&root, &mut files)
        .with_context(|| format!("cannot read {}", input::file_name(folder)))?;
    files.sort();
    if files.is_empty() {
        bail!("{} has no files", input::file_name(folder));
    }
    let line = Line::new(&args.limits)?;
    let stop = Arc::clone(&line.stop);
    let done = AtomicUsize::new(0);
    let rows: anyhow::Result<Vec<FileReport>> = files
        .par_iter()
        .map(|file| {
            let name = file.strip_prefix(&root).unwrap_or(file);
            let row = reported(args, marking.as_ref(), file, name, &stop);
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            line.stage(&format!("graded {done} of {}", files.len()));
            row
        })
        .collect();
    drop(line);
    let files = rows?;
    let is = |verdict| files.iter().any(|file| file.verdict == verdict);
    use FileVerdict::{GivenOut, NotRead, Stopped, Wrong};
    let exit = match () {
        () if stop.load(Ordering::Relaxed) => Exit::Stopped,
        () if [GivenOut, NotRead, Wrong].into_iter().any(is) => Exit::Infeasible,
        () if is(Stopped) => Exit::Stopped,
        () => Exit::Done,
    };
    let report = Report {
        schema: Version,
        folder: folder.display().to_string(),
        files,
    };
    Ok((report, exit))
}

fn marking(path: &Path) -> anyhow::Result<Marking> {
    let text = input::text(path)?;
    Marking::from_json(&text).with_context(|| input::file_name(path))
}

/// The files below a folder, but for hidden ones and data. What is no file is one of them, too, so that nothing that was handed
/// in is passed over; no link is followed.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> anyhow::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        let ending = path.extension().and_then(|ending| ending.to_str());
        if entry.file_name().to_string_lossy().starts_with('.')
            || ending.is_some_and(|ending| DATA.contains(&ending))
        {
            continue;
        }
        if entry.file_type()?.is_dir() {
            collect(&path, files)?;
        } else {
            files.push(path);
        }
        if files.len() > MOST_FILES {
            bail!("it has more than {MOST_FILES} files");
        }
    }
    Ok(())
}

/// The row of a file. An error is one of this machine, and not of the file.
fn reported(
    args: &GradeArgs,
    marking: Option<&Marking>,
    file: &Path,
    name: &Path,
    stop: &AtomicBool,
) -> anyhow::Result<FileReport> {
    let exercise = marking.and_then(|marking| marking.exercise(name));
    let of = match (marking, exercise) {
        (None, _) => POINTS,
        (Some(_), None) => 0,
        (Some(_), Some(exercise)) => exercise.points,
    };
    let row = |verdict, points, says: Option<String>| FileReport {
        file: name.display().to_string(),
        exercise: exercise.map(|exercise| exercise.name.clone()),
        verdict,
        points,
        of,
        // In one line, whatever a solver says.
        says: says.map(|says| says.split_whitespace().join(" ")),
    };
    let refused = |says: String| Ok(row(FileVerdict::NotRead, 0, Some(says)));
    if marking.is_some() && exercise.is_none() {
        return refused(
            "no word of its name or its folder is an exercise of the marking scheme".into(),
        );
    }
    let (text, walls) = match text_and_walls(args, exercise, file) {
        Ok(found) => found,
        Err(says) => return refused(says),
    };
    let model = args.model(file);
    let program = program()?;
    let sense = match exercise {
        Some(_) => GradedSense::Instance,
        None => args.sense(),
    };
    let until = Instant::now() + args.limits.time_limit.unwrap_or(LIMIT);
    let language = Language::of(file).unwrap_or(Language::File);
    let asks = |model: &Model| on_walls(&program, model, &walls, sense, until, stop);
    let said = match asks(&model)? {
        Ok(said) => said,
        Err(says) => return refused(says),
    };
    let unchanged = || -> anyhow::Result<Option<OnWalls>> {
        let Some(name) = exercise.and_then(|exercise| exercise.from.as_deref()) else {
            return Ok(None);
        };
        let folder = tempfile::tempdir()?;
        let path = folder.path().join(name);
        fs::write(&path, given_out(name).unwrap_or_default())?;
        let unchanged = Model {
            path,
            data: Vec::new(),
            reading: None,
        };
        Ok(asks(&unchanged)?.ok().filter(|said| !said.is_stopped))
    };
    let (verdict, first) = said.verdict(&text, language, exercise, unchanged)?;
    let verdict_of_report = match verdict {
        Verdict::Right => FileVerdict::Right,
        Verdict::Wrong { is_given_out, .. } if is_given_out => FileVerdict::GivenOut,
        Verdict::Wrong { .. } => FileVerdict::Wrong,
        Verdict::Nothing => FileVerdict::Stopped,
    };
    let reason = verdict.reason().filter(|_| of > 0);
    let says = [first, said.objective(), reason]
        .into_iter()
        .flatten()
        .join("; ");
    let says = Some(says).filter(|says| !says.is_empty());
    Ok(row(verdict_of_report, verdict.points(of), says))
}

/// The answers of a model about each wall, or the reason why it is none. A file that is a model of one wall need not be one of the
/// others.
fn on_walls(
    program: &[OsString],
    model: &Model,
    walls: &[Instance],
    sense: GradedSense,
    until: Instant,
    stop: &AtomicBool,
) -> anyhow::Result<Result<OnWalls, String>> {
    let is_of_one_wall = Language::of(&model.path) == Some(Language::File);
    let (mut said, mut refused) = (OnWalls::default(), None);
    for (place, instance) in walls.iter().enumerate() {
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() || stop.load(Ordering::Relaxed) {
            said.is_stopped = true;
            break;
        }
        match graded_apart(program, model, instance, sense, Some(left), stop)? {
            Reply::Refused { what, says } => {
                let says = plain(&says, &model.path);
                // Only on its own wall does each order of a file lack the same.
                if what == FaultySide::Constant {
                    return Ok(Err(format!("on {}, {says}", instance.wall())));
                }
                refused.get_or_insert(says);
                if !is_of_one_wall {
                    break;
                }
            }
            Reply::Stopped => said.is_stopped = true,
            Reply::Graded(wall) => {
                said.is_stopped |= !wall.compared;
                said.graded.push((place, *wall));
            }
        }
    }
    Ok(match refused {
        Some(says) if said.graded.is_empty() || !is_of_one_wall => Err(says),
        _ => Ok(said),
    })
}

/// The reason why a file is not read, without what its row says anyway.
fn plain(says: &str, file: &Path) -> String {
    // glpsol names itself, its flags and what it reads before it says what is wrong.
    let noise = ["GLPSOL", "Parameter(s)", " --", "Reading "];
    let lines = says.lines();
    let lines = lines.filter(|line| !noise.iter().any(|begin| line.starts_with(begin)));
    let says = lines.map(str::trim).join(" ");
    let folder = file.parent().map(|folder| format!("{}/", folder.display()));
    folder.map_or(says.clone(), |folder| says.replace(&folder, ""))
}

/// The text of a model, and the walls on which it is graded; or why it is none.
fn text_and_walls(
    args: &GradeArgs,
    exercise: Option<&Exercise>,
    file: &Path,
) -> Result<(String, Vec<Instance>), String> {
    let says = |error: &dyn std::fmt::Display| format!("{error:#}");
    let found = fs::symlink_metadata(file).map_err(|error| says(&error))?;
    if !found.is_file() {
        return Err("it is no file: links and devices are not read".into());
    }
    if found.len() > MOST_BYTES {
        return Err(format!("it is larger than {MOST_BYTES} bytes"));
    }
    let model = args.model(file);
    model.language().map_err(|error| says(&error))?;
    let bytes = fs::read(file).map_err(|error| says(&error))?;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    if text.trim().is_empty() {
        return Err("it is empty".into());
    }
    let walls = match exercise {
        Some(exercise) => exercise.instances.clone(),
        None => instances(args, &model).map_err(|error| says(&error))?,
    };
    Ok((text, walls))
}
