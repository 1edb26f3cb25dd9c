//! The linear relaxation of a formulation, perhaps with rows added or left out: its bound, and whether those rows are valid.

use super::shadow::ShadowPrice;
use super::{InequalityError, Validity, inequalities, validity};
use azulejo_control::{Control, Instant};
use azulejo_solver::formulation::{
    ColumnKind, Families, Formulation, Kind, Program, Row, Unwritten,
};
use azulejo_solver::instance::Instance;
use azulejo_solver::milp::{MilpError, Relaxation, relax};
use azulejo_solver::outcome::Verdict;
use azulejo_solver::problem::{Feature, Problem, Untaken};
use azulejo_solver::solve::{Duals, Method, Settings, SolveError, solve};
use std::fmt;
use std::time::Duration;

/// At most so many rows are tried at once.
pub const MOST_ROWS: usize = 1000;

/// The optimum is told beside the bound if it is known by then.
const OPTIMUM_LIMIT: Duration = Duration::from_secs(2);

/// A relaxation with rows added and left out.
#[derive(Debug, Clone, Default)]
pub struct RelaxQuestion {
    /// The formulation.
    pub kind: Kind,
    /// The families of cuts that it is without.
    pub without: Families,
    /// Rows to try, as a person writes them: a text can give a row for each line of the wall.
    pub rows: Vec<String>,
    /// The names of rows to leave out.
    pub without_rows: Vec<String>,
    /// Whether the dual solution is wanted, too.
    pub duals: bool,
}

/// A relaxation and where it comes from.
pub struct RelaxationReport {
    /// The instance.
    pub instance: Instance,
    /// The formulation.
    pub kind: Kind,
    /// The families of cuts that it is without.
    pub without: Families,
    /// The program, if there was time to write it down.
    formulation: Option<Box<dyn Formulation>>,
    /// Program with what was changed in it, if anything was.
    changed: Option<Program>,
    /// The kinds of its columns; none where it was not solved.
    pub columns: Vec<ColumnKind>,
    /// The result of the relaxation.
    pub relaxation: Relaxation,
    /// The best score of an order, if it is known.
    pub optimum: Option<u32>,
    /// The time that it took.
    pub seconds: f64,
    /// The changes that were tried on the program, if any.
    pub tried: Option<RowTrial>,
    /// The dual solution, if it was asked for and found.
    pub duals: Option<Duals>,
    /// The shadow prices of the rows that the instance states, with the dual solution.
    pub shadow_prices: Vec<ShadowPrice>,
}

/// Rows that were added to a program or left out of it.
#[derive(Debug)]
pub struct RowTrial {
    /// The relaxation without the change.
    pub before: Relaxation,
    /// The rows that were added.
    pub rows: Vec<TrialRow>,
    /// The names of the rows that were left out.
    pub left_out: Vec<String>,
}

/// A row that was added.
#[derive(Debug)]
pub struct TrialRow {
    /// The number of the text that it comes from: a text can give a row for each line.
    pub given: usize,
    /// The row as it was written, for one line of the wall.
    pub text: String,
    /// Whether every order satisfies it.
    pub validity: Validity,
    /// The score of the order that it cuts off, if it cuts one off.
    pub score: Option<u32>,
}

/// Errors of a relaxation.
#[derive(Debug, thiserror::Error)]
pub enum RelaxError {
    /// The problem is too large for the formulation.
    #[error(transparent)]
    Unwritten(#[from] Unwritten),
    /// A row to try is none.
    #[error("{error}")]
    Row {
        /// The number of its text, from 0.
        given: usize,
        /// The fault.
        error: InequalityError,
    },
    /// With this text there are too many rows.
    #[error("more than {MOST_ROWS} rows")]
    TooMany {
        /// The number of the text, from 0.
        given: usize,
    },
    /// No row has the name of a row to leave out.
    #[error("no row has the name {0}")]
    NoRow(String),
    /// The solver failed.
    #[error(transparent)]
    Milp(#[from] MilpError),
    /// The solver failed on a row.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

impl fmt::Debug for RelaxationReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Relaxed")
            .field("kind", &self.kind)
            .field("relaxation", &self.relaxation)
            .field("tried", &self.tried)
            .finish_non_exhaustive()
    }
}

impl RelaxationReport {
    /// The program that was relaxed, if there was time to write it down.
    pub fn program(&self) -> Option<&Program> {
        let written = self.formulation.as_ref().map(|written| written.program());
        self.changed.as_ref().or(written)
    }

    /// Whether a row that was tried cuts off an order.
    pub fn refutes_a_row(&self) -> bool {
        let cuts_off = |row: &TrialRow| matches!(row.validity, Validity::CutsOff { .. });
        self.tried
            .as_ref()
            .is_some_and(|tried| tried.rows.iter().any(cuts_off))
    }
}

/// Solves a relaxation within the limits, and asks of each row that is tried whether it is valid. `stage` is told what
/// begins.
///
/// ```
/// use azulejo_lab::rows::{RelaxQuestion, Validity, relaxed};
/// use azulejo_solver::{control::Control, instance::Instance};
/// let instance = Instance::from_json(r#"{"wall": {"rows": 3, "columns": 3}, "sense": "maximize"}"#)?;
/// let question = RelaxQuestion { rows: vec!["o(1,2) + o(2,3) <= 1".into()], ..RelaxQuestion::default() };
/// let found = relaxed(&instance, &question, &Control::default(), |_| ())?;
/// assert_eq!(found.optimum, Some(33));
/// assert!(found.refutes_a_row()); // 1, 2, 3 can come in this order
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the problem is too large for the formulation, a row is none, or the solver fails.
pub fn relaxed(
    instance: &Instance,
    question: &RelaxQuestion,
    control: &Control,
    stage: impl Fn(&str),
) -> Result<RelaxationReport, RelaxError> {
    stage("relaxation");
    let problem = Problem::from(instance);
    let clock = Instant::now();
    if !question.rows.is_empty() {
        // An order has more than one assignment of the columns of free colours.
        let features = [Feature::Passes, Feature::FreeColours];
        let what = "the question whether a row is valid";
        Untaken::unless_without(&problem, &features, what, "solve").map_err(SolveError::from)?;
    }
    let RelaxQuestion { kind, without, .. } = question;
    let formulation = match kind.formulate_within(&problem, without, control) {
        Err(Unwritten::Stopped) => None,
        written => Some(written?),
    };
    let changed = match &formulation {
        Some(formulation) => ModifiedProgram::new(question, instance, &**formulation)?,
        None => None,
    };
    let written = formulation.as_ref().map(|written| written.program());
    let relax = |program: Option<&Program>| match program {
        Some(program) => relax(program, control),
        None => Ok(Relaxation::Stopped),
    };
    let relaxation = relax(changed.as_ref().map(|changed| &changed.program).or(written))?;
    let seconds = clock.elapsed().as_secs_f64();
    let of = changed.as_ref().map(|changed| &changed.program).or(written);
    let duals = match of.filter(|_| question.duals) {
        Some(program) => Duals::of(program, control)?,
        None => None,
    };
    let shadow_prices = match (&duals, of) {
        (Some(duals), Some(program)) => ShadowPrice::all(instance, &problem, program, duals),
        _ => Vec::new(),
    };
    let mut program = None;
    let tried = match (changed, &formulation) {
        (Some(changed), Some(formulation)) => {
            stage("before");
            let before = relax(written)?;
            stage("validity");
            program = Some(changed.program);
            let tried = |row| TrialRow::new(row, &**formulation, &problem, control);
            Some(RowTrial {
                before,
                rows: changed
                    .rows
                    .into_iter()
                    .map(tried)
                    .collect::<Result<_, _>>()?,
                left_out: question.without_rows.clone(),
            })
        }
        _ => None,
    };
    stage("optimum");
    let solved = matches!(relaxation, Relaxation::Solved { .. });
    Ok(RelaxationReport {
        instance: instance.clone(),
        kind: *kind,
        without: without.clone(),
        columns: match &formulation {
            Some(formulation) if solved => formulation.describe(&problem).columns,
            _ => Vec::new(),
        },
        formulation,
        changed: program,
        relaxation,
        optimum: solved.then(|| optimum(instance, control)).flatten(),
        seconds,
        tried,
        duals,
        shadow_prices,
    })
}

/// The best score, if it is known soon.
fn optimum(instance: &Instance, control: &Control) -> Option<u32> {
    let left = control.time_left().unwrap_or(OPTIMUM_LIMIT);
    let soon = Settings::from(control.clone()).within(Some(left.min(OPTIMUM_LIMIT)));
    let answer = solve(instance, Method::default(), &soon).ok()?;
    match answer.outcome.verdict {
        Verdict::Optimal { solution, .. } => Some(solution.score),
        _ => None,
    }
}

/// The program with rows to try and without others.
struct ModifiedProgram {
    program: Program,
    /// Each with the number of the text that it comes from, and with its own text.
    rows: Vec<(usize, String, Row)>,
}

impl ModifiedProgram {
    /// None where nothing is to be changed.
    fn new(
        question: &RelaxQuestion,
        instance: &Instance,
        formulation: &dyn Formulation,
    ) -> Result<Option<Self>, RelaxError> {
        if question.rows.is_empty() && question.without_rows.is_empty() {
            return Ok(None);
        }
        let mut rows = Vec::new();
        for (given, text) in question.rows.iter().enumerate() {
            let read = inequalities(text, instance.wall(), |name| formulation.quantity(name));
            let read = read.map_err(|error| RelaxError::Row { given, error })?;
            rows.extend(read.into_iter().map(|(text, row)| (given, text, row)));
            if rows.len() > MOST_ROWS {
                return Err(RelaxError::TooMany { given });
            }
        }
        let (program, unknown) = formulation.program().without_rows(&question.without_rows);
        if let Some(&name) = unknown.first() {
            return Err(RelaxError::NoRow(name.to_owned()));
        }
        let program = program.with_rows(rows.iter().map(|(_, _, row)| row.clone()));
        Ok(Some(Self { program, rows }))
    }
}

impl TrialRow {
    fn new(
        (given, text, row): (usize, String, Row),
        formulation: &dyn Formulation,
        problem: &Problem,
        control: &Control,
    ) -> Result<Self, SolveError> {
        let validity = validity(formulation, problem, &row, control)?;
        let score = match &validity {
            Validity::CutsOff { order, .. } => Some(order.score(problem)),
            _ => None,
        };
        Ok(Self {
            given,
            text,
            validity,
            score,
        })
    }
}
