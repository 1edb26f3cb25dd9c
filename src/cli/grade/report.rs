//! `grade --report`: every model of a folder, a row each.

use super::args::{GradeArgs, instances};
use super::child::{FaultySide, Reply, graded_apart, program};
use super::marks::WallAnswers;
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

/// Default time limit of a file.
const LIMIT: Duration = Duration::from_secs(60);
/// Maximum number of files in a folder.
const MAX_FILES: usize = 10_000;
/// Maximum size of a file, in bytes.
const MAX_BYTES: u64 = 16 << 20;
/// Points of a right model without a marking scheme.
const POINTS: u32 = 4;
/// Endings of the data files of a model.
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
    let finished_count = AtomicUsize::new(0);
    let rows: anyhow::Result<Vec<FileReport>> = files
        .par_iter()
        .map(|file| {
            let name = file.strip_prefix(&root).unwrap_or(file);
            let row = file_row(args, marking.as_ref(), file, name, &stop);
            let finished_count = finished_count.fetch_add(1, Ordering::Relaxed) + 1;
            line.stage(&format!("graded {finished_count} of {}", files.len()));
            row
        })
        .collect();
    drop(line);
    let files = rows?;
    let has = |verdict| files.iter().any(|file| file.verdict == verdict);
    use FileVerdict::{GivenOut, NotRead, Stopped, Wrong};
    let exit = match () {
        () if stop.load(Ordering::Relaxed) => Exit::Stopped,
        () if [GivenOut, NotRead, Wrong].into_iter().any(has) => Exit::Infeasible,
        () if has(Stopped) => Exit::Stopped,
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

/// Collects the paths below a folder, except hidden files and data. Links and devices are among them, so that a report has a row
/// for each entry; no link is followed.
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
        if files.len() > MAX_FILES {
            bail!("it has more than {MAX_FILES} files");
        }
    }
    Ok(())
}

/// Row of a file. An error is a fault of this machine, and not of the file.
fn file_row(
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
        // One line, also where a solver has several.
        says: says.map(|says| says.split_whitespace().join(" ")),
    };
    let not_read = |says: String| Ok(row(FileVerdict::NotRead, 0, Some(says)));
    if marking.is_some() && exercise.is_none() {
        return not_read(
            "no word of its name or its folder is an exercise of the marking scheme".into(),
        );
    }
    let (text, walls) = match text_and_walls(args, exercise, file) {
        Ok(parts) => parts,
        Err(says) => return not_read(says),
    };
    let model = args.model(file);
    let program = program()?;
    let sense = match exercise {
        Some(_) => GradedSense::Instance,
        None => args.sense(),
    };
    let deadline = Instant::now() + args.limits.time_limit.unwrap_or(LIMIT);
    let language = Language::of(file).unwrap_or(Language::File);
    let answers_of = |model: &Model| wall_answers(&program, model, &walls, sense, deadline, stop);
    let answers = match answers_of(&model)? {
        Ok(answers) => answers,
        Err(says) => return not_read(says),
    };
    let unchanged = || -> anyhow::Result<Option<WallAnswers>> {
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
        let answers = answers_of(&unchanged)?.ok();
        Ok(answers.filter(|answers| !answers.is_stopped))
    };
    let (verdict, first) = answers.verdict(&text, language, exercise, unchanged)?;
    let verdict_of_report = match verdict {
        Verdict::Right => FileVerdict::Right,
        Verdict::Wrong { is_given_out, .. } if is_given_out => FileVerdict::GivenOut,
        Verdict::Wrong { .. } => FileVerdict::Wrong,
        Verdict::Nothing => FileVerdict::Stopped,
    };
    let (points, reason) = verdict.points(of);
    let reason = reason.filter(|_| of > 0).map(String::from);
    let says = [first, answers.objective(), reason]
        .into_iter()
        .flatten()
        .join("; ");
    let says = Some(says).filter(|says| !says.is_empty());
    Ok(row(verdict_of_report, points, says))
}

/// Answers of a model about each wall, or the reason why the file is no model. A model file is of one wall, and can be unreadable
/// on the others.
fn wall_answers(
    program: &[OsString],
    model: &Model,
    walls: &[Instance],
    sense: GradedSense,
    deadline: Instant,
    stop: &AtomicBool,
) -> anyhow::Result<Result<WallAnswers, String>> {
    let is_of_one_wall = Language::of(&model.path) == Some(Language::File);
    let (mut answers, mut refusal) = (WallAnswers::default(), None);
    for (index, instance) in walls.iter().enumerate() {
        let rest = deadline.saturating_duration_since(Instant::now());
        if rest.is_zero() || stop.load(Ordering::Relaxed) {
            answers.is_stopped = true;
            break;
        }
        match graded_apart(program, model, instance, sense, Some(rest), stop)? {
            Reply::Refused { what, says } => {
                let says = reason(&says, &model.path);
                // A missing constant shows on the wall of the file alone.
                if what == FaultySide::Constant {
                    return Ok(Err(format!("on {}, {says}", instance.wall())));
                }
                refusal.get_or_insert(says);
                if !is_of_one_wall {
                    break;
                }
            }
            Reply::Stopped => answers.is_stopped = true,
            Reply::Graded(wall) => {
                answers.is_stopped |= !wall.compared;
                answers.graded.push((index, *wall));
            }
        }
    }
    Ok(match refusal {
        Some(says) if answers.graded.is_empty() || !is_of_one_wall => Err(says),
        _ => Ok(answers),
    })
}

/// Reason why a file is not read, without its path and without the preamble of the solver.
fn reason(says: &str, file: &Path) -> String {
    // glpsol prints its name, its flags and its files before the fault.
    let noise = ["GLPSOL", "Parameter(s)", " --", "Reading "];
    let lines = says.lines();
    let lines = lines.filter(|line| !noise.iter().any(|begin| line.starts_with(begin)));
    let says = lines.map(str::trim).join(" ");
    let folder = file.parent().map(|folder| format!("{}/", folder.display()));
    folder.map_or(says.clone(), |folder| says.replace(&folder, ""))
}

/// Text of a model and the walls on which it is graded, or the reason why the file is no model.
fn text_and_walls(
    args: &GradeArgs,
    exercise: Option<&Exercise>,
    file: &Path,
) -> Result<(String, Vec<Instance>), String> {
    let message = |error: &dyn std::fmt::Display| format!("{error:#}");
    let metadata = fs::symlink_metadata(file).map_err(|error| message(&error))?;
    if !metadata.is_file() {
        return Err("it is no file: links and devices are not read".into());
    }
    if metadata.len() > MAX_BYTES {
        return Err(format!("it is larger than {MAX_BYTES} bytes"));
    }
    let model = args.model(file);
    model.language().map_err(|error| message(&error))?;
    let bytes = fs::read(file).map_err(|error| message(&error))?;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    if text.trim().is_empty() {
        return Err("it is empty".into());
    }
    let walls = match exercise {
        Some(exercise) => exercise.instances.clone(),
        None => instances(args, &model).map_err(|error| message(&error))?,
    };
    Ok((text, walls))
}
