//! The number of orders: a question and its answer, the same for every front door.

use super::{CountError, Counter, OptimalCount};
use azulejo_control::Instant;
use azulejo_solver::dense;
use azulejo_solver::graph;
use azulejo_solver::instance::Instance;
use azulejo_solver::outcome::{Count, Distribution};
use azulejo_solver::problem::{Feature, Problem};
use azulejo_solver::solve::conflict::{self, Conflict};
use azulejo_solver::solve::{Settings, SolveError};

/// Kinds of counted orders.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CountQuestion {
    /// The orders with the best score, by this counter.
    Best(Counter),
    /// The orders of every score.
    AllScores,
}

/// The numbers of orders.
#[derive(Debug, Clone)]
pub enum Counts {
    /// The orders with the best score.
    Best(OptimalCount),
    /// The orders of every score; none for a stopped count.
    AllScores(Option<Distribution>),
}

fn is_any(count: &Count) -> bool {
    count.optimum.is_some()
}

impl Counts {
    /// Whether there are orders; none for a stopped count.
    pub fn any(&self) -> Option<bool> {
        match self {
            Self::Best(best) => best.count.as_ref().map(is_any),
            Self::AllScores(scores) => scores.as_ref().map(|scores| !scores.is_empty()),
        }
    }
}

/// The numbers of orders, and the reason where there are none.
#[derive(Debug)]
pub struct CountAnswer {
    /// The numbers of orders.
    pub counts: Counts,
    /// The time that the count took.
    pub seconds: f64,
    /// Constraints that cannot hold together, or the error of the search for them; only where there are no orders.
    pub conflict: Option<Result<Conflict, SolveError>>,
}

impl CountAnswer {
    /// Counts within the settings, and looks for a [conflict](conflict::find_soon) where there are no orders. `stage` receives
    /// the name of each stage.
    ///
    /// ```
    /// use azulejo_counting::count::{CountAnswer, CountQuestion, Counter};
    /// use azulejo_solver::{instance::Instance, solve::Settings};
    /// let instance = Instance::from_json(
    ///     r#"{"wall": {"rows": 2, "columns": 2}, "sense": "maximize", "constraints": [
    ///         {"type": "before", "first": 1, "then": 2}, {"type": "before", "first": 2, "then": 1}]}"#,
    /// )?;
    /// let question = CountQuestion::Best(Counter::Auto);
    /// let answer = CountAnswer::find(&instance, question, &Settings::default(), |_| ())?;
    /// assert_eq!(answer.counts.any(), Some(false));
    /// assert_eq!(answer.conflict.expect("there is one")?.constraints, [0, 1]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the wall is too large, or the layers fit nowhere.
    pub fn find(
        instance: &Instance,
        question: CountQuestion,
        settings: &Settings,
        stage: impl Fn(&str),
    ) -> Result<Self, CountError> {
        stage("count");
        let clock = Instant::now();
        let problem = Problem::from(instance);
        let counts = match question {
            CountQuestion::Best(counter) => Counts::Best(counter.count(&problem, settings)?),
            CountQuestion::AllScores => {
                let memory = settings.frontier.memory;
                let control = &settings.control;
                let features = problem.features();
                let scores = match features.has(Feature::OrderRows) || features.has(Feature::Passes)
                {
                    true => graph::distribution(&problem, control).map_err(SolveError::from),
                    false => {
                        dense::distribution(&problem, memory, control).map_err(SolveError::from)
                    }
                };
                Counts::AllScores(scores?)
            }
        };
        let seconds = clock.elapsed().as_secs_f64();
        Ok(Self::explained(instance, counts, seconds, settings, stage))
    }

    /// The answer with numbers of another source, such as several processes, and a conflict where there are no orders.
    pub fn explained(
        instance: &Instance,
        counts: Counts,
        seconds: f64,
        settings: &Settings,
        stage: impl Fn(&str),
    ) -> Self {
        let conflict = (counts.any() == Some(false)).then(|| {
            stage("conflict");
            conflict::find_soon(instance, settings).transpose()
        });
        Self {
            counts,
            seconds,
            conflict: conflict.flatten(),
        }
    }
}
