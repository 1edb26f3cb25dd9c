//! Published figures with their sources and their computations.
//!
//! The published figures are data (`figures.json` beside this file); the computed figures are not stored.

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

/// Point equations of the case study (section III.D.7), a position a line.
pub const POINT_EQUATIONS: &str = include_str!("case_study_points.txt");

/// Sets U1 to U4 of the case study (section IV), a set a line.
pub const SETS: &str = include_str!("case_study_sets.txt");

/// Published figure.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Figure {
    /// Figure in words.
    pub figure: String,
    /// Place of publication.
    pub source: String,
    /// Published value; `3.15×10^14` is rounded.
    pub published: String,
    /// Whether the computation takes minutes.
    #[serde(default)]
    pub slow: bool,
    /// Whether the computed value may differ from the published one.
    #[serde(default)]
    informative: bool,
    compute: Compute,
}

impl Figure {
    /// All figures, in the order of their sources. Without HiGHS, figures of its methods are missing.
    pub fn all() -> Vec<Self> {
        let figures: Vec<Self> = serde_json::from_str(include_str!("figures.json"))
            .expect("the file is a part of the program");
        let figures = figures
            .into_iter()
            .filter(|figure| figure.compute.is_possible());
        figures
            .chain(Table::all().iter().flat_map(table_figures))
            .chain(SEARCH_MATCHES.iter().map(match_figure))
            .collect()
    }

    /// Computes the figure, and compares it with the published value. Figures of games share the `tallies` of matches.
    ///
    /// # Errors
    /// When a method fails, or two methods disagree.
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

/// Percentages of a table of games.
fn table_figures(table: &Table) -> Vec<Figure> {
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

/// Match between searches, whose result depends on the speed of the machine.
fn match_figure(match_: &SearchMatch) -> Figure {
    let [first, second] = match_.contestants;
    Figure {
        figure: format!("100 games of {first} against {second}"),
        source: "Wilson, Azul AI".into(),
        published: match_.published.into(),
        slow: true,
        informative: true,
        compute: Compute::SearchMatch(match_.contestants),
    }
}

/// Computed figure with its published figure.
#[derive(Debug, Clone)]
pub struct Reproduction {
    /// Published figure.
    pub figure: Figure,
    /// Computed value, with its relation to the published one; `None` after a stop.
    pub computed: Option<(String, Comparison)>,
    /// Time of the computation.
    pub seconds: f64,
}

impl Reproduction {
    /// Verdict on the comparison in words.
    pub fn verdict(&self) -> &'static str {
        match &self.computed {
            Some((_, comparison)) => comparison.word(),
            None => "stopped",
        }
    }
}
