use crate::frontier::FrontierOptions;
use crate::heuristics::HeuristicOptions;
use crate::milp::MilpOptions;
use crate::order::Watcher;
use azulejo_control::Control;
use std::time::Duration;

/// Settings of a solve: the limits of the run, and the options of the methods. The default runs to the end,
/// silently.
///
/// ```
/// use azulejo_solver::{control::Control, milp::MilpOptions, solve::Settings};
/// use std::time::Duration;
/// let settings = Settings {
///     control: Control::default().within(Some(Duration::from_secs(10))),
///     milp: MilpOptions { seed: 7, ..MilpOptions::default() },
///     ..Settings::default()
/// };
/// assert_eq!(settings.frontier.memory, None); // half of what is free
/// ```
#[derive(Debug, Clone, Default)]
pub struct Settings {
    /// The limits of the run, and the listener to its progress.
    pub control: Control,
    /// Options of the mixed-integer methods.
    pub milp: MilpOptions,
    /// Options of the frontier.
    pub frontier: FrontierOptions,
    /// The listener to each better order of the methods that find orders on their way: `auto` and the ordering formulation.
    pub watcher: Watcher,
}

impl Settings {
    /// The settings with a time limit from now on.
    #[must_use]
    pub fn within(self, limit: Option<Duration>) -> Self {
        Self {
            control: self.control.within(limit),
            ..self
        }
    }

    /// The limits and the seed of the search for a first order.
    pub(super) fn heuristics(&self) -> HeuristicOptions {
        HeuristicOptions {
            seed: self.milp.seed,
            memory: self.frontier.memory,
        }
    }
}

impl From<Control> for Settings {
    /// The default options within these limits.
    fn from(control: Control) -> Self {
        Self {
            control,
            ..Self::default()
        }
    }
}
