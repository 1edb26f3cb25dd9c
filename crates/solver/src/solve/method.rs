//! The table of the methods: names, features, requirements, and runs.

use super::{Settings, SolveError, auto, programs, search};
use crate::dense;
use crate::formulation::Kind;
use crate::graph;
use crate::outcome::Outcome;
use crate::problem::{Features, Problem, UnsupportedFeature};
use std::fmt;
use std::time::Duration;

/// A way to solve a problem. Every method has its name in every build; a run of a method without its solver is an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Method {
    /// Closed bounds, then whatever fits the problem.
    #[default]
    Auto,
    /// The ordering formulation, with a mixed-integer solver.
    Ordering,
    /// Dense layers: the best score of every covering.
    Dense,
    /// The frontier dynamic program.
    Frontier,
    /// The frontier dynamic program from the last turn back.
    Backward,
    /// The whole state graph.
    Graph,
    /// The case study's formulation with its linking rows taken apart, with a mixed-integer solver.
    Disaggregated,
    /// The case study's formulation, with a mixed-integer solver.
    CaseStudy,
}

/// The entry of a method in the table.
struct Entry {
    method: Method,
    /// The name on the command line and in JSON.
    name: &'static str,
    /// The program that it writes for a mixed-integer solver, which it then needs.
    formulation: Option<Kind>,
    /// Whether the method can resume a stopped run.
    keeps_checkpoints: bool,
    /// The features that it takes.
    takes: Features,
    run: fn(&Problem, &Settings) -> Result<Outcome, SolveError>,
}

impl Entry {
    /// A method that needs no other program, keeps nothing, and takes nothing beyond turns and waiting.
    const fn new(
        method: Method,
        name: &'static str,
        run: fn(&Problem, &Settings) -> Result<Outcome, SolveError>,
    ) -> Self {
        Self {
            method,
            name,
            formulation: None,
            keeps_checkpoints: false,
            takes: Features::NONE,
            run,
        }
    }

    /// The method with its features.
    const fn with_features(self, takes: Features) -> Self {
        Self { takes, ..self }
    }

    /// A method that writes a program.
    const fn program(
        method: Method,
        kind: Kind,
        run: fn(&Problem, &Settings) -> Result<Outcome, SolveError>,
    ) -> Self {
        Self {
            formulation: Some(kind),
            ..Self::new(method, kind.name(), run)
        }
    }
}

/// Rows of every class, and every field.
const EVERYTHING: Features = Features::ROWS.or(Features::FIELDS);

/// The methods: the default one, then each by itself, the one that takes longest last.
const TABLE: &[Entry] = &[
    Entry::new(Method::Auto, "auto", |problem, settings| {
        Ok(auto::run(problem, settings, Duration::ZERO)?.1)
    })
    .with_features(EVERYTHING),
    Entry::program(Method::Ordering, Kind::Ordering, programs::ordering).with_features(EVERYTHING),
    Entry::new(Method::Dense, "dense", |problem, settings| {
        let Settings {
            frontier, control, ..
        } = settings;
        Ok(dense::solve(problem, frontier.memory, control)?)
    })
    .with_features(dense::TAKES),
    Entry {
        keeps_checkpoints: true,
        ..Entry::new(Method::Frontier, "frontier", search::from_the_start)
            .with_features(Features::ROWS_OF_MOVES)
    },
    Entry::new(Method::Backward, "backward", search::from_the_end)
        .with_features(Features::ROWS_OF_MOVES),
    Entry::new(Method::Graph, "graph", |problem, settings| {
        Ok(graph::solve(problem, &settings.control)?)
    })
    .with_features(EVERYTHING),
    Entry::program(
        Method::Disaggregated,
        Kind::Disaggregated,
        |problem, settings| programs::without_start(Kind::Disaggregated, problem, settings),
    )
    .with_features(EVERYTHING),
    Entry::program(Method::CaseStudy, Kind::CaseStudy, |problem, settings| {
        programs::without_start(Kind::CaseStudy, problem, settings)
    })
    .with_features(EVERYTHING),
];

/// The methods in the order of the table.
const METHODS: [Method; TABLE.len()] = {
    let mut methods = [Method::Auto; TABLE.len()];
    let mut index = 0;
    while index < TABLE.len() {
        methods[index] = TABLE[index].method;
        // The entry of a method is found by its number.
        assert!(methods[index] as usize == index);
        index += 1;
    }
    methods
};

impl Method {
    /// The methods of a request.
    pub const WITH_AUTO: &'static [Self] = &METHODS;

    /// Every method of its own, the one that takes longest last.
    pub const ALL: &'static [Self] = METHODS.split_at(1).1;

    fn entry(self) -> &'static Entry {
        &TABLE[self as usize]
    }

    /// The name on the command line and in JSON.
    pub fn name(self) -> &'static str {
        self.entry().name
    }

    /// The formulation of the method for a mixed-integer solver, if it has one.
    pub fn formulation(self) -> Option<Kind> {
        self.entry().formulation
    }

    /// Whether the method can resume a stopped run from a checkpoint.
    pub fn keeps_checkpoints(self) -> bool {
        self.entry().keeps_checkpoints
    }

    /// The features of problems that it takes.
    pub fn takes(self) -> Features {
        self.entry().takes
    }

    /// Refuses a problem with a feature that the method does not take; the error names a method that takes it.
    fn gate(self, problem: &Problem) -> Result<(), UnsupportedFeature> {
        let features = problem.features();
        let Some(feature) = self.takes().lacks(features) else {
            return Ok(());
        };
        let alternatives = Self::ALL
            .iter()
            .filter(|method| method.takes().covers(features) && method.fits(problem));
        // A program is slower than layers of coverings, where both take a problem.
        let alternative = alternatives.min_by_key(|method| method.formulation().is_some());
        Err(UnsupportedFeature {
            what: self.name(),
            feature,
            instead: alternative.unwrap_or(&Self::Auto).name(),
        })
    }

    /// Whether a problem is small enough for the method, as far as that is known before it runs.
    fn fits(self, problem: &Problem) -> bool {
        match self {
            Self::Dense => problem.free_len() <= dense::MAX_FREE,
            Self::Graph => problem.free_len() <= graph::StateGraph::MAX_FREE,
            _ => true,
        }
    }

    /// Solves a problem. The order, if any, has not been verified.
    ///
    /// # Errors
    /// When the problem is too large for the method, or has a feature that it does not take, the solver that it needs is not built
    /// in, or the solver fails.
    pub fn run(self, problem: &Problem, settings: &Settings) -> Result<Outcome, SolveError> {
        self.gate(problem)?;
        if self.formulation().is_some() {
            settings.milp.solver.require()?;
        }
        (self.entry().run)(problem, settings)
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
