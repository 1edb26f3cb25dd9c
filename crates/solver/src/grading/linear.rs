//! Linear models: HiGHS reads them, glpsol writes those in GMPL down for it.

use super::best::best;
use super::blame::{missing, too_strong};
use super::files::reaches_for_files;
use super::variables::{Keys, Reading};
use super::{Answers, GradeError, Language, MOST_CELLS, Model, Said, as_score, tool};
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
    let (mut is_excluded, mut is_wrong) = (false, false);
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
        let report = verify(instance, &order);
        let is_allowed = report.violations.is_empty();
        match said {
            None if is_allowed && !is_excluded => {
                is_excluded = true;
                answers.rows.excluded = too_strong(&mut file, &keys.values(&order), control)?;
            }
            Some(said) if is_allowed && !is_wrong && said != i64::from(report.score) => {
                is_wrong = true;
                answers.rows.scored = missing(file.names(), &values, keys.reading, instance);
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
    let cells = instance.wall().len() - instance.initial().len();
    if all && cells <= MOST_CELLS && keys.reading != Reading::Turns {
        let found = other(&mut file, &keys, &answers.orders, control)?;
        answers.others = found.map(|values| {
            let values = values?;
            answers.rows.no_order = missing(file.names(), &values, keys.reading, instance);
            Some(keys.words(file.names(), &values))
        });
    }
    Ok((keys.reading, answers))
}

/// A solution that is none of these orders, by its values, if there is one; none where that was not found out in time.
fn other(
    file: &mut ModelFile,
    keys: &Keys,
    orders: &[Said],
    control: &Control,
) -> Result<Option<Option<Vec<f64>>>, GradeError> {
    // Several orders can be the same to the model.
    let known = orders.iter().map(|said| keys.values(&said.order));
    for values in
        known.unique_by(|values| values.iter().map(|(_, value)| *value as i64).collect_vec())
    {
        let (terms, right) = keys.other_than(&values);
        file.add_row(&terms, right)?;
    }
    Ok(match file.solve(&[], control)? {
        FileSolution::Optimal { values, .. } => Some(Some(values)),
        FileSolution::Infeasible => Some(None),
        FileSolution::Unbounded | FileSolution::Stopped => None,
    })
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
