//! Grades of models: their answers about the orders of a small wall, against the truth.
//!
//! A model is read as it is written, LP files by a reader of our own, and solved: linear ones by HiGHS, and MiniZinc ones by
//! minizinc. It answers three questions on each wall: its best score; its score of each order, allowed or not; and
//! whether it has a solution that is no order. The truth is that of the verifier and of the methods of `solve`.

mod best;
mod blame;
mod files;
mod linear;
mod minizinc;
mod others;
mod read;
mod score;
mod tool;
mod variables;

pub use read::Fault as Unreadable;
pub use score::Score;
pub use tool::ToolError;
pub use variables::{Reading, UnreadError};

use crate::sample::sample_orders;
use azulejo_control::Control;
use azulejo_solver::instance::{Instance, Sense};
use azulejo_solver::milp::MilpError;
use azulejo_solver::order::{Order, verify};
use azulejo_solver::outcome::Verdict;
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
    fn file(path: &Path, error: std::io::Error) -> Self {
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

/// A false answer of a model.
#[derive(Debug, Clone, PartialEq)]
pub enum Fault {
    /// The best score of the model is not the best score of an order.
    Best {
        /// The best score of the model; none for a model without a solution.
        model: Option<Score>,
        /// The best score of an order; none without an order.
        truth: Option<u32>,
        /// An order with the best score.
        order: Option<Order>,
    },
    /// The model excludes an order of the instance.
    Excluded {
        /// The order.
        order: Order,
        /// Score of the order.
        score: u32,
        /// The row of the model that alone excludes the order, if there is one.
        row: Option<String>,
    },
    /// The model admits an order that the instance forbids.
    Allowed {
        /// The order.
        order: Order,
        /// The violations of the order.
        violation: String,
    },
    /// An order has another score in the model.
    Scored {
        /// The order.
        order: Order,
        /// The model's score.
        model: Score,
        /// The score.
        truth: u32,
        /// A row that the model lacks, if known.
        row: Option<String>,
    },
    /// A solution is no order.
    NoOrder {
        /// The solution in words.
        solution: String,
        /// A row that the model lacks, if known.
        row: Option<String>,
    },
}

/// The answer of a model about an order.
#[derive(Debug)]
struct ModelAnswer {
    order: Order,
    /// The precedences of the order in the variables of the model. None where the variables give
    /// the whole order.
    precedences: Option<Vec<(Cell, Cell)>>,
    /// The score of the order in the model; none for an excluded order.
    score: Option<Score>,
}

/// The answers of a model about the orders of a sample.
#[derive(Debug, Default)]
struct Answers {
    /// Whether the model looks for the greatest score.
    maximizes: bool,
    objective: Option<Objective>,
    /// Best score of the model, if the solver was not stopped: none where the model has no solution.
    best: Option<Option<Score>>,
    orders: Vec<ModelAnswer>,
    /// A solution in words that is no order; the outer option is none without a test.
    others: Option<Option<String>>,
    rows: Blame,
    /// Whether A(i,j) is A(cell,turn).
    swapped: bool,
    size: Option<Size>,
}

/// Rows that explain the first fault of a kind, where one does.
#[derive(Debug, Default)]
struct Blame {
    /// A row of the model that excludes an order.
    excluded: Option<String>,
    /// A row that the model lacks, to score an order right.
    scored: Option<String>,
    /// A row that the model lacks, to have no solutions but orders.
    no_order: Option<String>,
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
    let mut compared = false;
    if let Some(best) = answers.best {
        let optimum = match &truth {
            Verdict::Optimal { solution, .. } => Some(Some(solution)),
            Verdict::Infeasible { .. } => Some(None),
            Verdict::Feasible { .. } | Verdict::Unknown { .. } => None,
        };
        if let Some(solution) = optimum {
            compared = true;
            let score = solution.map(|solution| solution.score);
            if best != score.map(Score::from) {
                faults.push(Fault::Best {
                    model: best,
                    truth: score,
                    order: solution.map(|solution| solution.order.clone()),
                });
            }
        }
    }
    let count = answers.orders.len();
    let Blame {
        excluded,
        scored,
        no_order,
    } = answers.rows;
    faults.extend(order_faults(
        instance,
        answers.orders,
        (excluded, scored),
        &settings,
    )?);
    if let Some(Some(solution)) = &answers.others {
        faults.push(Fault::NoOrder {
            solution: solution.clone(),
            row: no_order,
        });
    }
    Ok(Grade {
        instance: instance.clone(),
        reading,
        objective: answers.objective,
        best: answers.best.flatten(),
        compared,
        orders: count,
        all,
        others: answers.others.is_some(),
        swapped: answers.swapped,
        size: answers.size,
        faults,
    })
}

/// The faults about orders, the first of each kind.
fn order_faults(
    instance: &Instance,
    orders: Vec<ModelAnswer>,
    (too_strong, missing): (Option<String>, Option<String>),
    settings: &Settings,
) -> Result<Vec<Fault>, GradeError> {
    let (mut excluded, mut allowed, mut scored) = (None, None, None);
    for ModelAnswer {
        order,
        precedences,
        score,
    } in orders
    {
        let report = verify(instance, &order);
        match (report.violations.first(), score) {
            (None, None) => {
                excluded.get_or_insert_with(|| Fault::Excluded {
                    order,
                    score: report.score,
                    row: too_strong.clone(),
                });
            }
            (None, Some(model)) if model != Score::from(report.score) => {
                scored.get_or_insert_with(|| Fault::Scored {
                    order,
                    model,
                    truth: report.score,
                    row: missing.clone(),
                });
            }
            (Some(violation), Some(_)) if allowed.is_none() => {
                let violation = violation.to_string();
                // In the model, this order may equal an order of the instance.
                let is_ambiguous = match precedences {
                    Some(pairs) => is_allowed(instance, &pairs, settings)?,
                    None => false,
                };
                allowed = (!is_ambiguous).then_some(Fault::Allowed { order, violation });
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
