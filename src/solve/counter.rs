//! Ways to count the optimal orders, by name.

use super::{Settings, SolveError, auto, search};
use crate::dense;
use crate::outcome::Count;
use crate::problem::Problem;
use std::fmt;

/// A way to count the optimal orders of a problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Counter {
    /// The frontier where a closed bound is the score, so that it drops nearly everything, or where a checkpoint is asked
    /// for; else dense layers, if they fit.
    #[default]
    Auto,
    /// Dense layers.
    Dense,
    /// The frontier dynamic program, with no more than two layers in memory.
    Frontier,
}

/// What was counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counted {
    /// How: never [`Counter::Auto`].
    pub by: Counter,
    /// The count; none if it was stopped.
    pub count: Option<Count>,
}

impl Counter {
    /// Every way.
    pub const ALL: &'static [Self] = &[Self::Auto, Self::Dense, Self::Frontier];

    /// The name on the command line and in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Dense => "dense",
            Self::Frontier => "frontier",
        }
    }

    /// Counts the optimal orders.
    ///
    /// ```
    /// use azulejo::{instance::Instance, problem::Problem, solve::{Counter, Settings}};
    /// let instance = Instance::from_json(
    ///     r#"{"wall": {"rows": 5, "columns": 5}, "sense": "minimize", "constraints": [{"type": "rounds"}]}"#,
    /// )?;
    /// let counted = Counter::Auto.count(&Problem::from(&instance), &Settings::default())?;
    /// assert_eq!(counted.by, Counter::Dense);
    /// let count = counted.count.expect("nobody stops it");
    /// let (score, orders) = count.optimum.expect("there are orders");
    /// assert_eq!((score, orders.to_string().as_str()), (92, "1096")); // thesis, section 3.4
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the problem is too large for it, or what it keeps fits nowhere.
    pub fn count(self, problem: &Problem, settings: &Settings) -> Result<Counted, SolveError> {
        let count = match self {
            Self::Auto if suits_the_frontier(problem, settings) => {
                return Self::Frontier.count(problem, settings);
            }
            Self::Auto => {
                return match Self::Dense.count(problem, settings) {
                    Err(error) if error.is_unfit() => Self::Frontier.count(problem, settings),
                    counted => counted,
                };
            }
            Self::Dense => dense::count(problem, settings.frontier.memory, &settings.control)?,
            Self::Frontier => search::count(problem, settings)?,
        };
        Ok(Counted { by: self, count })
    }
}

fn suits_the_frontier(problem: &Problem, settings: &Settings) -> bool {
    settings.frontier.checkpoint.is_some() || auto::closed(problem, &settings.control).1.is_some()
}

impl fmt::Display for Counter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
