//! Every published figure, with its source, and the computation that gives it again.
//!
//! The published figures are data (`figures.json` beside this file); the computed ones are computed each time.

mod compare;
mod compute;
mod error;
pub mod games;
mod tilings;

pub use compare::Comparison;
pub use error::ComputeError;

use crate::control::Instant;
use crate::solve::Settings;
use compute::Compute;
use games::{MatchTallies, SEARCH_MATCHES, SearchMatch, Table};
use serde::Deserialize;

/// The point equations of the case study (section III.D.7), a position a line.
pub const POINT_EQUATIONS: &str = include_str!("case_study_points.txt");

/// The sets U1 to U4 of the case study (section IV), a set a line.
pub const SETS: &str = include_str!("case_study_sets.txt");

/// A published figure.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Figure {
    /// The figure in words.
    pub figure: String,
    /// The place of publication.
    pub source: String,
    /// The published value; `3.15×10^14` is rounded.
    pub published: String,
    /// Whether the computation takes minutes.
    #[serde(default)]
    pub slow: bool,
    /// Whether the computed value is shown beside the published one and need not be the same.
    #[serde(default)]
    informative: bool,
    compute: Compute,
}

impl Figure {
    /// All figures, in the order of their sources. Without HiGHS, those that need none of its methods.
    pub fn all() -> Vec<Self> {
        let figures: Vec<Self> = serde_json::from_str(include_str!("figures.json"))
            .expect("the file is a part of the program");
        let figures = figures
            .into_iter()
            .filter(|figure| figure.compute.is_possible());
        figures
            .chain(Table::all().iter().flat_map(of_table))
            .chain(SEARCH_MATCHES.iter().map(of_searches))
            .collect()
    }

    /// Computes it and compares. Figures of games share the `tallies` of matches.
    ///
    /// # Errors
    /// When a method fails, or two of them disagree.
    pub fn reproduce(
        self,
        settings: &Settings,
        tallies: &mut MatchTallies,
    ) -> Result<Reproduction, ComputeError> {
        let clock = Instant::now();
        let computed = self.compute.run(settings, tallies)?.map(|computed| {
            let comparison = match self.informative {
                true => Comparison::Informative,
                false => Comparison::of(&self.published, &computed),
            };
            (computed, comparison)
        });
        Ok(Reproduction {
            figure: self,
            computed,
            seconds: clock.elapsed().as_secs_f64(),
        })
    }
}

/// The percentages of a table of games.
fn of_table(table: &Table) -> Vec<Figure> {
    let entries = table.entries().map(|entry| Figure {
        figure: entry.name.clone(),
        source: table.source.clone(),
        published: entry.words(entry.published),
        slow: false,
        informative: false,
        compute: Compute::Percentage(entry),
    });
    entries.collect()
}

/// A match between searches: what comes out depends on how quick the machine is.
fn of_searches(searches: &SearchMatch) -> Figure {
    let [first, second] = searches.contestants;
    Figure {
        figure: format!("100 games of {first} against {second}"),
        source: "Wilson, Azul AI".into(),
        published: SearchMatch::words(searches.published),
        slow: true,
        informative: true,
        compute: Compute::SearchMatch(*searches),
    }
}

/// A figure that was computed.
#[derive(Debug, Clone)]
pub struct Reproduction {
    /// The figure.
    pub figure: Figure,
    /// The computed value, with its relation to the published one; none if the run was stopped.
    pub computed: Option<(String, Comparison)>,
    /// How long it took.
    pub seconds: f64,
}

impl Reproduction {
    /// The word for how it compares.
    pub fn verdict(&self) -> &'static str {
        match &self.computed {
            Some((_, comparison)) => comparison.word(),
            None => "stopped",
        }
    }
}
