//! Linear models: HiGHS reads them, glpsol writes those in GMPL down for it.

use super::best::best;
use super::blame::{Library, too_strong};
use super::files::reaches_for_files;
use super::others::other;
use super::variables::{Keys, Reading};
use super::{Answers, GradeError, Language, Model, Said, Size, as_score, tool};
use crate::instance::{Instance, Sense};
use crate::milp::{FileSolution, ModelFile};
use crate::order::{Order, verify};
use azulejo_control::Control;
use itertools::Itertools;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

pub(super) fn answers(
    model: &Model,
    language: Language,
    instance: &Instance,
    asked: Vec<Order>,
    all: bool,
    control: &Control,
) -> Result<(Reading, Answers), GradeError> {
    let folder = tempfile::tempdir()
        .map_err(|error| GradeError::file(Path::new("a temporary folder"), error))?;
    let path = match language {
        Language::Gmpl => written(model, instance, folder.path(), control)?,
        _ => with_parentheses(model, folder.path())?.unwrap_or_else(|| model.path.clone()),
    };
    let mut file = ModelFile::read(&path)?;
    let keys = Keys::new(file.names(), model.reading, instance)?;
    let (maximizes, sense) = (file.program().maximizes, instance.sense());
    let score = |solution: &FileSolution| match solution {
        FileSolution::Optimal { objective, .. } => {
            Some(as_score(objective.round() as i64, maximizes, sense))
        }
        _ => None,
    };
    let mut answers = Answers::default();
    let (mut excluded, mut wrong) = (None, None);
    for order in asked {
        if control.stopped() {
            break;
        }
        let solution = file.solve(&keys.values(&order), control)?;
        if solution == FileSolution::Stopped {
            break;
        }
        let (said, values) = match solution {
            // Whatever the score is, the model allows the order.
            FileSolution::Unbounded => (Some(i64::MAX), Vec::new()),
            solution => {
                let said = score(&solution);
                let values = match solution {
                    FileSolution::Optimal { values, .. } => values,
                    _ => Vec::new(),
                };
                (said, values)
            }
        };
        // Only the first order of each kind is shown, with its row.
        let truth = truth_of(instance, &order);
        match (said, truth) {
            (None, Some(_)) => {
                excluded.get_or_insert_with(|| order.clone());
            }
            (Some(said), Some(truth)) if said != truth => {
                wrong.get_or_insert_with(|| (order.clone(), truth.abs_diff(said), truth, values));
            }
            _ => {}
        }
        let known = keys.known_of(&order);
        answers.orders.push(Said {
            order,
            known,
            score: said,
        });
    }
    answers.best = match best(file.program(), &keys.turns(), control) {
        Some(best) => Some(best.map(|best| as_score(best, maximizes, sense))),
        None => match file.solve(&[], control)? {
            FileSolution::Stopped => None,
            FileSolution::Unbounded => Some(Some(if sense == Sense::Maximize {
                i64::MAX
            } else {
                i64::MIN
            })),
            best => Some(score(&best)),
        },
    };
    let library = || Library::new(file.names(), keys.reading, instance);
    let library = (excluded.is_some() || wrong.is_some()).then(library);
    if let Some(library) = library {
        let orders = answers.orders.iter().map(|said| &said.order);
        answers.swapped = is_swapped(&mut file, &keys, instance, orders, &score, control)?;
        if let Some(order) = excluded.filter(|_| !answers.swapped) {
            answers.rows.excluded = too_strong(&mut file, &keys.values(&order), control)?;
        }
        if let Some((order, off, truth, values)) = wrong.filter(|_| !answers.swapped) {
            let is_nearer = |solution: &FileSolution| {
                score(solution).is_some_and(|said| truth.abs_diff(said) < off)
            };
            let fixed = keys.values(&order);
            answers.rows.scored =
                library.missing_of_score(&mut file, &values, &fixed, is_nearer, control)?;
        }
    }
    let orders = answers.orders.iter().map(|said| &said.order);
    let orders = orders.filter(|_| all).collect_vec();
    let found = other(&mut file, &keys, instance, &orders, control)?;
    answers.others = found.map(|values| {
        let values = values?;
        let orders = orders.into_iter();
        let orders = orders.filter(|order| truth_of(instance, order).is_some());
        let library = Library::new(file.names(), keys.reading, instance);
        answers.rows.no_order = library.missing_of_orders(&keys, &values, &orders.collect_vec());
        Some(keys.words(file.names(), &values))
    });
    // The negative of a score is no bound that a person knows.
    let is_plain = maximizes == (sense == Sense::Maximize);
    answers.size = Some(Size {
        rows: file.program().rows.len(),
        relaxation: match file.solve_relaxed(control)? {
            FileSolution::Optimal { objective, .. } if is_plain => Some(objective),
            FileSolution::Optimal { objective, .. } => Some(objective.abs()),
            _ => None,
        },
    });
    Ok((keys.reading, answers))
}

/// Whether a model that is wrong is right about all of these orders if A(i,j) is read as A(cell,turn).
fn is_swapped<'a>(
    file: &mut ModelFile,
    keys: &Keys,
    instance: &Instance,
    orders: impl Iterator<Item = &'a Order>,
    score: impl Fn(&FileSolution) -> Option<i64>,
    control: &Control,
) -> Result<bool, GradeError> {
    for order in orders {
        let Some(fixed) = keys.swapped(order, instance.wall().len()) else {
            return Ok(false);
        };
        let solution = file.solve(&fixed, control)?;
        let is_known = matches!(
            solution,
            FileSolution::Optimal { .. } | FileSolution::Infeasible
        );
        if !is_known || score(&solution) != truth_of(instance, order) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The score of an order; none where it is not allowed.
fn truth_of(instance: &Instance, order: &Order) -> Option<i64> {
    let report = verify(instance, order);
    (report.violations.is_empty()).then(|| i64::from(report.score))
}

/// A copy of an LP file with parentheses for the brackets of its names, which HiGHS does not read; none where there are no
/// such names.
fn with_parentheses(model: &Model, folder: &Path) -> Result<Option<PathBuf>, GradeError> {
    let ending = model.path.extension().and_then(|ending| ending.to_str());
    if !ending.is_some_and(|ending| ending.eq_ignore_ascii_case("lp")) {
        return Ok(None);
    }
    // What is no text, or cannot be read, HiGHS refuses.
    let text = std::fs::read_to_string(&model.path).unwrap_or_default();
    let before = text.match_indices('[').map(|(at, _)| &text[..at]);
    let mut names = before.filter(|before| before.ends_with(|one: char| one.is_alphanumeric()));
    if names.next().is_none() {
        return Ok(None);
    }
    let path = folder.join("names.lp");
    let copied = std::fs::write(&path, text.replace('[', "(").replace(']', ")"));
    copied.map_err(|error| GradeError::file(&path, error))?;
    Ok(Some(path))
}

/// The LP file of a model in GMPL for a wall: the sizes of the wall and the sense are given to it where it has parameters
/// of these names.
fn written(
    model: &Model,
    instance: &Instance,
    folder: &Path,
    control: &Control,
) -> Result<PathBuf, GradeError> {
    let text = std::fs::read_to_string(&model.path);
    let text = text.map_err(|error| GradeError::file(&model.path, error))?;
    if reaches_for_files(&text) {
        return Err(GradeError::Files);
    }
    let wall = instance.wall();
    let has = |name: &str| {
        let lines = text
            .lines()
            .map(|line| line.split('#').next().unwrap_or_default());
        lines.into_iter().any(|line| {
            let words: Vec<&str> = line
                .split(|one: char| !one.is_ascii_alphanumeric() && one != '_')
                .collect();
            words
                .iter()
                .tuple_windows()
                .any(|(one, other)| *one == "param" && *other == name)
        })
    };
    let mut data = String::from("data;\n");
    for (name, value) in [("rows", wall.rows()), ("columns", wall.columns())] {
        if has(name) {
            data += &format!("param {name} := {value};\n");
        }
    }
    if has("sense") && model.data.is_empty() {
        let sense = match instance.sense() {
            Sense::Maximize => "max",
            Sense::Minimize => "min",
        };
        data += &format!("param sense := {sense};\n");
    }
    data += "end;\n";
    let (given, written) = (folder.join("wall.dat"), folder.join("model.lp"));
    std::fs::write(&given, &data).map_err(|error| GradeError::file(&given, error))?;
    let mut arguments: Vec<OsString> =
        vec!["--check".into(), "-m".into(), model.path.clone().into()];
    // A model that holds its own data takes none from elsewhere.
    if data.contains(":=") {
        arguments.extend(["-d".into(), given.into()]);
    }
    for file in &model.data {
        arguments.extend(["-d".into(), file.clone().into()]);
    }
    arguments.extend(["--wlp".into(), written.clone().into()]);
    tool::run("glpsol", &arguments, control)?;
    Ok(written)
}
