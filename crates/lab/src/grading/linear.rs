//! Linear models, solved by HiGHS; glpsol translates models in GMPL.

use super::best::best;
use super::blame::{Library, too_strong};
use super::files::accesses_files;
use super::others::other;
use super::read::{self, ParsedModel};
use super::variables::Keys;
use super::{
    Answers, Fault, FaultKind, GradeError, Language, Model, ModelAnswer, Objective, Reading, Score,
    Size, Unbounded, tool,
};
use crate::sample::SampleOrder;
use azulejo_control::Control;
use azulejo_solver::instance::{Instance, Sense};
use azulejo_solver::milp::{FileSolution, ModelFile};
use itertools::Itertools;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

pub(super) fn answers(
    model: &Model,
    language: Language,
    instance: &Instance,
    sample: Vec<SampleOrder>,
    all: bool,
    control: &Control,
) -> Result<(Reading, Answers), GradeError> {
    let folder = tempfile::tempdir()
        .map_err(|error| GradeError::file(Path::new("a temporary folder"), error))?;
    let ParsedModel {
        mut file,
        has_maximum_comment,
        drops_constants,
    } = match language {
        Language::Gmpl => {
            let path = glpsol_file(model, instance, folder.path(), control)?;
            read::glpsol_output(&path)?
        }
        _ => read::file(&model.path)?,
    };
    let keys = Keys::new(file.names(), model.reading, instance)?;
    let is_negated = is_negated(&file, &keys, &sample, control)?;
    let is_in_comment = has_maximum_comment && !file.program().maximizes && !is_negated;
    if is_in_comment {
        file.maximize();
    }
    let sign = if is_negated { -1.0 } else { 1.0 };
    let score = |solution: &FileSolution| match solution {
        FileSolution::Optimal { objective, .. } => Some(Score::of(sign * objective)),
        // The model allows the order, without a bound on the score.
        FileSolution::Unbounded => Some(Score::Unbounded(Unbounded::Unbounded)),
        FileSolution::Infeasible | FileSolution::Stopped => None,
    };
    let maximizes = file.program().maximizes != is_negated;
    let sense = match maximizes {
        true => Sense::Maximize,
        false => Sense::Minimize,
    };
    let mut answers = Answers {
        maximizes,
        objective: match (is_negated, is_in_comment) {
            (true, _) => Some(Objective::Negated(sense)),
            (false, true) => Some(Objective::InComment),
            (false, false) => None,
        },
        ..Answers::default()
    };
    let (mut excluded, mut wrong) = (None, None);
    for sample in sample {
        if control.stopped() {
            break;
        }
        let solution = file.solve(&keys.values(&sample.order), control)?;
        if solution == FileSolution::Stopped {
            break;
        }
        let model_score = score(&solution);
        // Only the first order of each kind is reported, with its row.
        let place = answers.orders.len();
        match (model_score, &sample.truth) {
            (None, Ok(_)) => {
                excluded.get_or_insert(place);
            }
            (Some(model_score), &Ok(truth)) if model_score != Score::from(truth) => {
                wrong.get_or_insert_with(|| {
                    let values = match solution {
                        FileSolution::Optimal { values, .. } => values,
                        _ => Vec::new(),
                    };
                    (place, model_score.distance(truth), truth, values)
                });
            }
            _ => {}
        }
        answers.orders.push(ModelAnswer {
            precedences: keys.precedences(&sample.order),
            sample,
            score: model_score,
            row: None,
        });
    }
    let lacks_constant = drops_constants && file.program().offset == 0.0;
    if let Some(points) = missing_constant(&answers.orders).filter(|_| lacks_constant) {
        return Err(GradeError::Constant(points));
    }
    // glpsol writes the objective as a row, too, without a side.
    let rows = file.program().rows.iter();
    let bounding = rows.filter(|row| row.sides.iter().any(|side| side.is_finite()));
    let rows = bounding.count();
    // Before the search in whole numbers, which may take all the time.
    answers.size = Some(Size {
        rows,
        relaxation: match file.solve_relaxed(control)? {
            FileSolution::Optimal { objective, .. } => Some(sign * objective),
            _ => None,
        },
    });
    answers.best = match best(file.program(), &keys.turns(), control) {
        Some(best) => Some(best.map(|best| Score::of(sign * best as f64))),
        None => match file.solve(&[], control)? {
            FileSolution::Stopped => None,
            best => Some(score(&best)),
        },
    };
    // Rows for a maximum need not do for a minimum.
    let model_instance = instance.with_sense(sense);
    if excluded.is_some() || wrong.is_some() {
        let library = Library::new(file.names(), keys.reading, &model_instance);
        answers.swapped = is_swapped(&file, &keys, instance, &answers.orders, score, control)?;
        if let Some(place) = excluded.filter(|_| !answers.swapped) {
            let answer = &mut answers.orders[place];
            answer.row = too_strong(&file, &keys.values(&answer.sample.order), control)?;
        }
        if let Some((place, distance, truth, values)) = wrong.filter(|_| !answers.swapped) {
            let is_nearer = |solution: &FileSolution| {
                score(solution).is_some_and(|score| score.distance(truth) < distance)
            };
            let answer = &mut answers.orders[place];
            let fixed = keys.values(&answer.sample.order);
            answer.row = library.missing_of_score(&file, &values, &fixed, is_nearer, control)?;
        }
    }
    let sample = answers.orders.iter().map(|answer| &answer.sample);
    let sample = sample.filter(|_| all);
    let orders = sample.clone().map(|sample| &sample.order).collect_vec();
    let no_order = other(&file, &keys, instance, &orders, control)?;
    answers.others = no_order.map(|values| {
        let values = values?;
        let allowed = sample.filter(|sample| sample.truth.is_ok());
        let orders = allowed.map(|sample| &sample.order).collect_vec();
        let library = Library::new(file.names(), keys.reading, &model_instance);
        Some(Fault {
            says: Some(keys.words(file.names(), &values)),
            row: library.missing_of_orders(&keys, &values, &orders),
            ..Fault::from(FaultKind::NoOrder)
        })
    });
    Ok((keys.reading, answers))
}

/// Whether A(cell,turn) as a reading of A(i,j) makes a wrong model right about all of these orders.
fn is_swapped(
    file: &ModelFile,
    keys: &Keys,
    instance: &Instance,
    answers: &[ModelAnswer],
    score: impl Fn(&FileSolution) -> Option<Score>,
    control: &Control,
) -> Result<bool, GradeError> {
    let is_full = instance.horizon() == instance.wall().len();
    let Some(keys) = keys.transposed().filter(|_| is_full) else {
        return Ok(false);
    };
    for ModelAnswer { sample, .. } in answers {
        let solution = file.solve(&keys.values(&sample.order), control)?;
        let is_known = matches!(
            solution,
            FileSolution::Optimal { .. } | FileSolution::Infeasible
        );
        let truth = sample.truth.as_ref().ok();
        if !is_known || score(&solution) != truth.map(|&truth| Score::from(truth)) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The points that each order of the instance lacks in the model, if their number is the same for all orders.
fn missing_constant(orders: &[ModelAnswer]) -> Option<i64> {
    let scores = orders.iter();
    let scores =
        scores.filter_map(|answer| Some((answer.score, *answer.sample.truth.as_ref().ok()?)));
    let differences = scores.map(|(score, truth)| match score {
        Some(Score::Whole(score)) => Some(i64::from(truth) - score),
        _ => None,
    });
    let differences = differences.collect::<Option<Vec<i64>>>()?;
    let difference = differences.into_iter().all_equal_value().ok()?;
    (difference != 0).then_some(difference)
}

/// The greatest number of orders that are tested for a negated objective.
const MOST_EXCLUDED: usize = 24;

/// Whether the objective is the negative of a score: no order scores less than 0.
fn is_negated(
    file: &ModelFile,
    keys: &Keys,
    sample: &[SampleOrder],
    control: &Control,
) -> Result<bool, GradeError> {
    let allowed = sample.iter().filter(|sample| sample.truth.is_ok());
    for SampleOrder { order, .. } in allowed.take(MOST_EXCLUDED) {
        match file.solve(&keys.values(order), control)? {
            FileSolution::Optimal { objective, .. } => return Ok(objective < -Score::TOLERANCE),
            FileSolution::Stopped => break,
            FileSolution::Infeasible | FileSolution::Unbounded => {}
        }
    }
    Ok(false)
}

/// The file that glpsol writes of a model in GMPL for a wall. Parameters `rows`, `columns` and `sense` of the model receive their
/// values.
fn glpsol_file(
    model: &Model,
    instance: &Instance,
    folder: &Path,
    control: &Control,
) -> Result<PathBuf, GradeError> {
    let text = std::fs::read_to_string(&model.path);
    let text = text.map_err(|error| GradeError::file(&model.path, error))?;
    if accesses_files(&text) {
        return Err(GradeError::Files("table, and printf with > or >>"));
    }
    let has = |name: &str| {
        let lines = text
            .lines()
            .map(|line| line.split('#').next().unwrap_or_default());
        lines.into_iter().any(|line| {
            let words: Vec<&str> = line
                .split(|symbol: char| !symbol.is_ascii_alphanumeric() && symbol != '_')
                .collect();
            words
                .iter()
                .tuple_windows()
                .any(|(keyword, word)| *keyword == "param" && *word == name)
        })
    };
    let parameters = model.parameters(instance, has).into_iter();
    let parameters = parameters.map(|(name, value)| format!("param {name} := {value};\n"));
    let data = format!("data;\n{}end;\n", parameters.collect::<String>());
    let (data_path, model_path) = (folder.join("wall.dat"), folder.join("model.glp"));
    std::fs::write(&data_path, &data).map_err(|error| GradeError::file(&data_path, error))?;
    let mut arguments: Vec<OsString> =
        vec!["--check".into(), "-m".into(), model.path.clone().into()];
    // A model with data of its own takes no other data.
    if data.contains(":=") {
        arguments.extend(["-d".into(), data_path.into()]);
    }
    for file in &model.data {
        arguments.extend(["-d".into(), file.clone().into()]);
    }
    arguments.extend(["--wglp".into(), model_path.clone().into()]);
    tool::run("glpsol", &arguments, control)?;
    Ok(model_path)
}
