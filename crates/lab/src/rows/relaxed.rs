//! Linear relaxation of a formulation, also with rows added or left out: the bound, and the validity of the added rows.

use super::shadow::ShadowPrice;
use super::{InequalityError, Validity, inequalities, validity};
use azulejo_control::{Control, Instant};
use azulejo_solver::formulation::{
    BuildError, ColumnKind, Families, Formulation, Kind, Program, Row,
};
use azulejo_solver::instance::Instance;
use azulejo_solver::milp::{MilpError, Relaxation, relax};
use azulejo_solver::problem::{Feature, Problem, UnsupportedFeature};
use azulejo_solver::solve::{Duals, Method, Settings, SolveError, solve};
use std::time::Duration;

/// The greatest number of rows in one trial.
pub const MOST_ROWS: usize = 1000;

/// Time limit of the optimum beside the bound.
const OPTIMUM_LIMIT: Duration = Duration::from_secs(2);

/// A relaxation with rows added and left out.
#[derive(Debug, Clone, Default)]
pub struct RelaxQuestion {
    /// The formulation.
    pub kind: Kind,
    /// The families of cuts that the formulation is without.
    pub without: Families,
    /// Rows to try, as a person writes them: a text can give a row for each line of the wall.
    pub rows: Vec<String>,
    /// The names of rows to leave out.
    pub without_rows: Vec<String>,
    /// Whether to solve the dual, too.
    pub duals: bool,
}

/// A relaxation with its instance and its formulation.
#[derive(Debug)]
pub struct RelaxationReport {
    /// The instance.
    pub instance: Instance,
    /// The formulation.
    pub kind: Kind,
    /// The families of cuts that the formulation is without.
    pub without: Families,
    /// The program, with the rows of the trial; none where the time ended before it was complete.
    program: Option<Program>,
    /// The kinds of columns; empty without a solution.
    pub columns: Vec<ColumnKind>,
    /// The result of the relaxation.
    pub relaxation: Relaxation,
    /// The best score of an order, if it is known.
    pub optimum: Option<u32>,
    /// The time of the relaxation, in seconds.
    pub seconds: f64,
    /// The trial of rows, if there is one.
    pub tried: Option<RowTrial>,
    /// The dual solution, on request.
    pub duals: Option<Duals>,
    /// The shadow prices of the rows that the instance states, with the dual solution.
    pub shadow_prices: Vec<ShadowPrice>,
}

/// A trial: rows added to a program, and rows left out of it.
#[derive(Debug)]
pub struct RowTrial {
    /// The relaxation before the trial.
    pub before: Relaxation,
    /// The added rows.
    pub rows: Vec<TrialRow>,
    /// The names of the omitted rows.
    pub left_out: Vec<String>,
}

/// An added row.
#[derive(Debug)]
pub struct TrialRow {
    /// The index of the text of the row: a text can give a row for each line.
    pub given: usize,
    /// The text of the row, for one line of the wall.
    pub text: String,
    /// Whether every order satisfies it.
    pub validity: Validity,
    /// The score of the order that the row cuts off, if there is one.
    pub score: Option<u32>,
}

/// Errors of a relaxation.
#[derive(Debug, thiserror::Error)]
pub enum RelaxError {
    /// The problem is too large for the formulation.
    #[error(transparent)]
    BuildError(#[from] BuildError),
    /// A text of the trial is no row.
    #[error("{error}")]
    Row {
        /// The number of its text, from 0.
        given: usize,
        /// The fault.
        error: InequalityError,
    },
    /// The rows up to this text are too many.
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

impl RelaxationReport {
    /// The program of the relaxation; none where the time ended before it was complete.
    pub fn program(&self) -> Option<&Program> {
        self.program.as_ref()
    }

    /// Whether an added row cuts off an order.
    pub fn refutes_a_row(&self) -> bool {
        let cuts_off = |row: &TrialRow| matches!(row.validity, Validity::CutsOff { .. });
        self.tried
            .as_ref()
            .is_some_and(|trial| trial.rows.iter().any(cuts_off))
    }
}

/// Solves a relaxation within the limits, and decides the validity of each added row. `stage` receives the name of each
/// stage.
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
        let purpose = "the question whether a row is valid";
        UnsupportedFeature::unless_without(&problem, &features, purpose, "solve")
            .map_err(SolveError::from)?;
    }
    let RelaxQuestion { kind, without, .. } = question;
    let formulation = kind.formulate_within(&problem, without, control);
    let mut report = RelaxationReport {
        instance: instance.clone(),
        kind: *kind,
        without: without.clone(),
        program: None,
        columns: Vec::new(),
        relaxation: Relaxation::Stopped,
        optimum: None,
        seconds: clock.elapsed().as_secs_f64(),
        tried: None,
        duals: None,
        shadow_prices: Vec::new(),
    };
    let formulation = match formulation {
        Err(BuildError::Stopped) => return Ok(report),
        formulation => formulation?,
    };
    let modification = ModifiedProgram::new(question, instance, &*formulation)?;
    let unmodified = formulation.program();
    let program = modification.as_ref();
    let program = program.map_or(unmodified, |modification| &modification.program);
    report.relaxation = relax(program, control)?;
    report.seconds = clock.elapsed().as_secs_f64();
    if question.duals {
        report.duals = Duals::of(program, control)?;
    }
    if let Some(duals) = &report.duals {
        report.shadow_prices = ShadowPrice::all(instance, &problem, program, duals);
    }
    report.program = Some(program.clone());
    if let Some(ModifiedProgram { rows, .. }) = modification {
        stage("before");
        let before = relax(unmodified, control)?;
        stage("validity");
        let trial = |row| TrialRow::new(row, &*formulation, &problem, control);
        report.tried = Some(RowTrial {
            before,
            rows: rows.into_iter().map(trial).collect::<Result<_, _>>()?,
            left_out: question.without_rows.clone(),
        });
    }
    stage("optimum");
    if matches!(report.relaxation, Relaxation::Solved { .. }) {
        report.columns = formulation.describe(&problem).columns;
        report.optimum = optimum(instance, control);
    }
    Ok(report)
}

/// The best score, if the solver proves it within [`OPTIMUM_LIMIT`].
fn optimum(instance: &Instance, control: &Control) -> Option<u32> {
    let left = control.time_left().unwrap_or(OPTIMUM_LIMIT);
    let soon = Settings::from(control.clone()).within(Some(left.min(OPTIMUM_LIMIT)));
    let answer = solve(instance, Method::default(), &soon).ok()?;
    let verdict = answer.outcome.verdict;
    verdict.score().filter(|_| verdict.is_decided())
}

/// A program with added rows and without omitted rows.
struct ModifiedProgram {
    program: Program,
    /// The index of the source text, the text and the row.
    rows: Vec<(usize, String, Row)>,
}

impl ModifiedProgram {
    /// The modified program; none for a question without rows.
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
            let parsed_rows =
                inequalities(text, instance.wall(), |name| formulation.quantity(name));
            let parsed_rows = parsed_rows.map_err(|error| RelaxError::Row { given, error })?;
            rows.extend(
                parsed_rows
                    .into_iter()
                    .map(|(text, row)| (given, text, row)),
            );
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
