//! `grade --report`: every model of a folder, a row each.

use super::args::{GradeArgs, instances};
use super::child::{Told, graded_apart, program};
use crate::cli::exit::Exit;
use crate::cli::progress::Line;
use crate::cli::{input, progress};
use crate::course::{Exercise, Marking, Verdict, is_given_out};
use crate::grading::Asked;
use crate::instance::Instance;
use crate::render::grading::sentence;
use crate::schema::{Report, Reported, ReportedVerdict, Version};
use anyhow::{Context, bail};
use itertools::Itertools;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Without a time limit, a file takes at most so long.
const LIMIT: Duration = Duration::from_secs(60);
/// A folder of more files is hardly one that was handed in.
const MOST_FILES: usize = 10_000;
/// A larger file is not read.
const MOST_BYTES: u64 = 16 << 20;
/// What a right model earns without a marking scheme.
const POINTS: u32 = 4;
/// Files of these kinds belong to a model.
const DATA: [&str; 2] = ["dat", "dzn"];

pub(super) fn report(args: &GradeArgs, folder: &Path) -> anyhow::Result<(Report, Exit)> {
    let marking = args.marking.as_deref().map(marking).transpose()?;
    let root = fs::canonicalize(folder)
        .with_context(|| format!("cannot open {}", input::shown(folder)))?;
    let mut files = Vec::new();
    collect(&root, &mut files).with_context(|| format!("cannot read {}", input::shown(folder)))?;
    files.sort();
    if files.is_empty() {
        bail!("{} has no files", input::shown(folder));
    }
    let stop = progress::interrupt()?;
    let line = Line::new(args.limits.quiet);
    let done = AtomicUsize::new(0);
    let rows: anyhow::Result<Vec<Reported>> = files
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
    use ReportedVerdict::{GivenOut, NotRead, Stopped, Wrong};
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
    Marking::from_json(&text).with_context(|| input::shown(path))
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
) -> anyhow::Result<Reported> {
    let exercise = marking.and_then(|marking| marking.exercise(name));
    let of = match (marking, exercise) {
        (None, _) => POINTS,
        (Some(_), None) => 0,
        (Some(_), Some(exercise)) => exercise.points,
    };
    let row = |verdict, points, says: Option<String>| Reported {
        file: name.display().to_string(),
        exercise: exercise.map(|exercise| exercise.name.clone()),
        verdict,
        points,
        of,
        // In one line, whatever a solver says.
        says: says.map(|says| says.split_whitespace().join(" ")),
    };
    let refused = |says: String| Ok(row(ReportedVerdict::NotRead, 0, Some(says)));
    if marking.is_some() && exercise.is_none() {
        return refused(
            "no word of its name or its folder is an exercise of the marking scheme".into(),
        );
    }
    let (text, asked) = match asked(args, exercise, file) {
        Ok(asked) => asked,
        Err(says) => return refused(says),
    };
    let model = args.model(file);
    let program = program()?;
    let sense = match exercise {
        Some(_) => Asked::Instance,
        None => args.sense(),
    };
    let until = Instant::now() + args.limits.time_limit.unwrap_or(LIMIT);
    let (mut kinds, mut first, mut is_stopped) = (BTreeSet::new(), None, false);
    let mut objective = None;
    for instance in &asked {
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() || stop.load(Ordering::Relaxed) {
            is_stopped = true;
            break;
        }
        match graded_apart(&program, &model, instance, sense, Some(left), stop)? {
            Told::Refused { says, .. } => return refused(plain(&says, file)),
            Told::Stopped => is_stopped = true,
            Told::Graded(wall) => {
                is_stopped |= !wall.compared;
                for fault in &wall.faults {
                    kinds.insert(fault.kind);
                    first.get_or_insert_with(|| {
                        let says = sentence(wall.instance.sense(), fault);
                        format!("{}: {says}", wall.instance.wall())
                    });
                }
                objective = objective.or(wall.objective);
            }
        }
    }
    let is_given_out = is_given_out(&text);
    let (verdict, shown) = match (kinds.len(), is_stopped) {
        (0, false) => (Verdict::Right, ReportedVerdict::Right),
        (0, true) => {
            first = Some("the time was up before it was compared".into());
            (Verdict::Nothing, ReportedVerdict::Stopped)
        }
        (kinds, _) => {
            let shown = match is_given_out {
                true => ReportedVerdict::GivenOut,
                false => ReportedVerdict::Wrong,
            };
            (
                Verdict::Wrong {
                    kinds,
                    is_given_out,
                },
                shown,
            )
        }
    };
    let says = [first, objective].into_iter().flatten().join("; ");
    let says = Some(says).filter(|says| !says.is_empty());
    Ok(row(shown, verdict.points(of), says))
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

/// The text of a model, and the walls on which it is asked; or why it is none.
fn asked(
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
    let asked = match exercise {
        Some(exercise) => exercise.instances.clone(),
        None => instances(args, &model).map_err(|error| says(&error))?,
    };
    Ok((text, asked))
}
