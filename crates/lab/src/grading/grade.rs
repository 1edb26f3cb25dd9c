//! The grade of a model: its answers, against the truth.

use super::{
    Fault, FaultKind, Reading, Score, ToolError, UnreadError, Unreadable, linear, minizinc,
};
use crate::sample::{SampleOrder, sample_orders};
use azulejo_control::Control;
use azulejo_solver::instance::{Instance, Sense};
use azulejo_solver::milp::MilpError;
use azulejo_solver::problem::{Feature, Problem, UnsupportedFeature};
use azulejo_solver::solve::{Method, Settings, SolveError, solve};
use azulejo_solver::wall::Cell;
use std::fmt;
use std::path::{Path, PathBuf};

/// A model to grade.
#[derive(Debug, Clone)]
pub struct Model {
    /// File of the model; the ending says the language: `.mod`, `.mzn`, `.lp` or `.mps`.
    pub path: PathBuf,
    /// More files with data for the model.
    pub data: Vec<PathBuf>,
    /// The reading of an order from the variables; none for a reading by their names.
    pub reading: Option<Reading>,
}

/// The language of a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// GMPL, for glpsol.
    Gmpl,
    /// MiniZinc.
    MiniZinc,
    /// An LP or MPS file, for one wall.
    File,
}

impl Model {
    /// The language, by the name of the file.
    ///
    /// # Errors
    /// When the name has none of the endings.
    pub fn language(&self) -> Result<Language, GradeError> {
        Language::of(&self.path).ok_or(GradeError::Ending)
    }

    /// The parameters `rows`, `columns` and `sense` that the model declares, with their values for a wall. A model with data
    /// of its own has its sense there.
    pub(super) fn parameters(
        &self,
        instance: &Instance,
        declares: impl Fn(&str) -> bool,
    ) -> Vec<(&'static str, String)> {
        let wall = instance.wall();
        let sense = match instance.sense() {
            Sense::Maximize => "max",
            Sense::Minimize => "min",
        };
        let mut parameters = vec![
            ("rows", wall.rows().to_string()),
            ("columns", wall.columns().to_string()),
        ];
        if self.data.is_empty() {
            parameters.push(("sense", sense.to_owned()));
        }
        parameters.retain(|(name, _)| declares(name));
        parameters
    }
}

impl Language {
    /// The language of a file by the ending of its name.
    pub fn of(path: &Path) -> Option<Self> {
        let ending = path.extension().and_then(|ending| ending.to_str());
        match ending.map(str::to_ascii_lowercase).as_deref() {
            Some("mod" | "gmpl") => Some(Self::Gmpl),
            Some("mzn") => Some(Self::MiniZinc),
            Some("lp" | "mps") => Some(Self::File),
            _ => None,
        }
    }
}

/// Errors of a model that is not graded.
#[derive(Debug, thiserror::Error)]
pub enum GradeError {
    /// A file name without a language.
    #[error("a model's file ends in .mod (GMPL), .mzn (MiniZinc), .lp or .mps")]
    Ending,
    /// A solver is missing, or does not take the model.
    #[error(transparent)]
    Tool(#[from] ToolError),
    /// Variables that tell no order.
    #[error(transparent)]
    Unread(#[from] UnreadError),
    /// A file cannot be read or written.
    #[error("{path}: {error}")]
    File {
        /// The file.
        path: String,
        /// The error of the system.
        error: std::io::Error,
    },
    /// A model that would access files: a graded model is data.
    #[error("it would read or write files: leave out {0}")]
    Files(&'static str),
    /// A file without the constant of the objective: each order scores too little by the same points.
    #[error(
        "each order scores {0} points less in it than it should, and PuLP and python-mip write no constant of the objective: give \
         the constant a variable that is 1, or grade the model itself with azulejo.grade in Python"
    )]
    Constant(i64),
    /// A file in another format than its ending.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    /// HiGHS failed.
    #[error(transparent)]
    Milp(#[from] MilpError),
    /// A failure of the solver of the truth.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

impl GradeError {
    pub(super) fn file(path: &Path, error: std::io::Error) -> Self {
        let path = path.display().to_string();
        Self::File { path, error }
    }
}

/// The grade of a model on one wall: its answers, and their faults.
#[derive(Debug, Clone)]
pub struct Grade {
    /// The instance.
    pub instance: Instance,
    /// The reading of the order.
    pub reading: Reading,
    /// The interpretation of the objective, where it differs from the text.
    pub objective: Option<Objective>,
    /// The model's best score; none where it has no solution.
    pub best: Option<Score>,
    /// Whether the best score was compared with the truth; false for a stopped solver.
    pub compared: bool,
    /// The number of tested orders.
    pub orders: usize,
    /// Whether these are all orders of the wall.
    pub all: bool,
    /// Whether the model was also tested for solutions that are no order.
    pub others: bool,
    /// Whether A(i,j) says that turn j fills cell i: read in this way, the model is right about these orders.
    pub swapped: bool,
    /// Size of a linear model.
    pub size: Option<Size>,
    /// The faults, one of each kind.
    pub faults: Vec<Fault>,
}

/// An objective that is not the score in the sense that the file has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Objective {
    /// The negative of the score, of which the model looks for this extreme.
    Negated(Sense),
    /// Only a comment of the file has its sense.
    InComment,
}

impl fmt::Display for Objective {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Negated(sense) => {
                let (best, _) = sense.best();
                write!(
                    f,
                    "its objective is the negative of a score: it is read as the {best} of that score"
                )
            }
            Self::InComment => f.write_str(
                "only a comment says that it maximizes, and an MPS file without OBJSENSE minimizes: it is read as a maximum",
            ),
        }
    }
}

/// The size of a linear model, and the quality of its relaxation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Size {
    /// The number of its rows.
    pub rows: usize,
    /// The bound of the linear relaxation, in the sense of the model; none without a bound, or for a stopped solver.
    pub relaxation: Option<f64>,
}

/// The answer of a model about an order.
#[derive(Debug)]
pub(super) struct ModelAnswer {
    pub(super) sample: SampleOrder,
    /// The precedences of the order in the variables of the model. None where the variables give
    /// the whole order.
    pub(super) precedences: Option<Vec<(Cell, Cell)>>,
    /// The score of the order in the model; none for an excluded order.
    pub(super) score: Option<Score>,
    /// A row that explains a wrong answer, for the first order of a kind of faults.
    pub(super) row: Option<String>,
}

/// The answers of a model about the orders of a sample.
#[derive(Debug, Default)]
pub(super) struct Answers {
    /// Whether the model looks for the greatest score.
    pub(super) maximizes: bool,
    pub(super) objective: Option<Objective>,
    /// Best score of the model, if the solver was not stopped: none where the model has no solution.
    pub(super) best: Option<Option<Score>>,
    pub(super) orders: Vec<ModelAnswer>,
    /// A solution that is no order; the outer option is none without a test.
    pub(super) others: Option<Option<Fault>>,
    /// Whether A(i,j) is A(cell,turn).
    pub(super) swapped: bool,
    pub(super) size: Option<Size>,
}

/// The greatest number of tested orders of a wall.
const MOST_ORDERS: usize = 720;

/// The sense in which a model is graded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GradedSense {
    /// The sense of the instance.
    Instance,
    /// The sense of the model itself.
    Model,
}

/// Grades a model on a wall.
///
/// # Errors
/// When a solver is missing, does not take the model or fails, or when the variables of the model tell no order.
pub fn grade(
    model: &Model,
    instance: &Instance,
    sense: GradedSense,
    control: &Control,
) -> Result<Grade, GradeError> {
    let problem = Problem::from(instance);
    UnsupportedFeature::unless_without(&problem, &[Feature::Passes], "grade", "solve")
        .map_err(SolveError::from)?;
    let (sample, all) = sample_orders(instance, MOST_ORDERS);
    let (reading, answers) = match model.language()? {
        Language::MiniZinc => minizinc::answers(model, instance, sample, all, control)?,
        language => linear::answers(model, language, instance, sample, all, control)?,
    };
    let model_sense = match answers.maximizes {
        true => Sense::Maximize,
        false => Sense::Minimize,
    };
    let instance = &match sense {
        GradedSense::Instance => instance.clone(),
        GradedSense::Model => instance.with_sense(model_sense),
    };
    let settings = Settings::from(control.clone());
    let truth = solve(instance, Method::Auto, &settings)?.outcome.verdict;
    let mut faults = Vec::new();
    let compared = answers.best.is_some() && truth.is_decided();
    let best = answers.best.flatten();
    if compared && best != truth.score().map(Score::from) {
        let solution = truth.solution();
        faults.push(Fault {
            order: solution.map(|solution| solution.order.numbers()),
            model: best,
            truth: truth.score(),
            ..Fault::from(FaultKind::Best)
        });
    }
    let count = answers.orders.len();
    faults.extend(order_faults(instance, answers.orders, &settings)?);
    let others = answers.others.is_some();
    faults.extend(answers.others.flatten());
    Ok(Grade {
        instance: instance.clone(),
        reading,
        objective: answers.objective,
        best,
        compared,
        orders: count,
        all,
        others,
        swapped: answers.swapped,
        size: answers.size,
        faults,
    })
}

/// The faults about orders, the first of each kind.
fn order_faults(
    instance: &Instance,
    orders: Vec<ModelAnswer>,
    settings: &Settings,
) -> Result<Vec<Fault>, GradeError> {
    let (mut excluded, mut allowed, mut scored) = (None, None, None);
    for ModelAnswer {
        sample: SampleOrder { order, truth },
        precedences,
        score,
        row,
    } in orders
    {
        let order = Some(order.numbers());
        match (truth, score) {
            (Ok(score), None) => {
                excluded.get_or_insert(Fault {
                    order,
                    truth: Some(score),
                    row,
                    ..Fault::from(FaultKind::Excluded)
                });
            }
            (Ok(truth), Some(model)) if model != Score::from(truth) => {
                scored.get_or_insert(Fault {
                    order,
                    model: Some(model),
                    truth: Some(truth),
                    row,
                    ..Fault::from(FaultKind::Scored)
                });
            }
            (Err(violation), Some(_)) if allowed.is_none() => {
                // In the model, this order may equal an order of the instance.
                let is_ambiguous = match precedences {
                    Some(pairs) => is_allowed(instance, &pairs, settings)?,
                    None => false,
                };
                allowed = (!is_ambiguous).then_some(Fault {
                    order,
                    says: Some(violation),
                    ..Fault::from(FaultKind::Allowed)
                });
            }
            _ => {}
        }
    }
    Ok([excluded, allowed, scored].into_iter().flatten().collect())
}

/// Whether an order of the instance has these precedences; true for a stopped solver, too.
fn is_allowed(
    instance: &Instance,
    pairs: &[(Cell, Cell)],
    settings: &Settings,
) -> Result<bool, GradeError> {
    let constrained = pairs
        .iter()
        .try_fold(instance.clone(), |instance, &(first, then)| {
            instance.with_before(first, then)
        });
    let Some(constrained) = constrained else {
        return Ok(false);
    };
    let verdict = solve(&constrained, Method::Auto, settings)?.outcome.verdict;
    Ok(!verdict.is_infeasible())
}
