//! The marking scheme: exercises with their points, and what a model earns.

use crate::instance::Instance;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::path::Path;

/// The exercises of a sheet that a computer can mark.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Marking {
    /// The exercises.
    pub exercises: Vec<Exercise>,
}

/// An exercise whose answer is a model.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Exercise {
    /// Its name: a word that stands in the names of the files.
    pub name: String,
    /// What a right model earns.
    pub points: u32,
    /// The walls on which it must be right, with what is asked of their orders.
    pub instances: Vec<Instance>,
}

/// Why a marking scheme cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum MarkingError {
    /// It is not JSON, or has other fields.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// Names of files have words of letters and digits.
    #[error("the name {0:?} of an exercise is no word of letters and digits")]
    Name(String),
    /// Two exercises have one name.
    #[error("two exercises have the name {0:?}")]
    Twice(String),
    /// An exercise has no wall.
    #[error("the exercise {0:?} has no instances")]
    Empty(String),
}

/// What became of a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// It is right.
    Right,
    /// It is wrong in so many ways.
    Wrong {
        /// Kinds of counterexamples.
        kinds: usize,
        /// Whether it is a model of the course as it was given out.
        is_given_out: bool,
    },
    /// It said nothing that could be compared.
    Nothing,
}

impl Verdict {
    /// What it earns of so many points.
    pub fn points(self, of: u32) -> u32 {
        match self {
            Self::Right => of,
            Self::Wrong {
                is_given_out: true, ..
            }
            | Self::Nothing => 0,
            Self::Wrong { kinds: 0 | 1, .. } => of / 2,
            Self::Wrong { .. } => of / 4,
        }
    }
}

impl Marking {
    /// Reads a marking scheme.
    ///
    /// # Errors
    /// When it is not one, or when a name could not be found in the name of a file.
    pub fn from_json(text: &str) -> Result<Self, MarkingError> {
        let marking: Self = serde_json::from_str(text)?;
        let mut names = BTreeSet::new();
        for exercise in &marking.exercises {
            let name = &exercise.name;
            if words(name).ne([name.to_lowercase()]) {
                return Err(MarkingError::Name(name.clone()));
            }
            if exercise.instances.is_empty() {
                return Err(MarkingError::Empty(name.clone()));
            }
            if !names.insert(name.to_lowercase()) {
                return Err(MarkingError::Twice(name.clone()));
            }
        }
        Ok(marking)
    }

    /// The exercise that the path of a file names: a word of the file's name, or else of a folder's, the nearest first.
    pub fn exercise(&self, file: &Path) -> Option<&Exercise> {
        let stem = file.with_extension("");
        let mut parts: Vec<_> = stem.iter().collect();
        parts.reverse();
        let named = |word: String| {
            let mut all = self.exercises.iter();
            all.find(|exercise| exercise.name.to_lowercase() == word)
        };
        let parts = parts.into_iter().map(|part| part.to_string_lossy());
        let mut found = parts.filter_map(|part| words(&part).find_map(named));
        found.next()
    }
}

/// The words of a name, in small letters.
fn words(name: &str) -> impl Iterator<Item = String> {
    let words = name.split(|one: char| !one.is_alphanumeric());
    words.filter(|word| !word.is_empty()).map(str::to_lowercase)
}

/// The models of the course.
const GIVEN_OUT: [&str; 4] = [
    include_str!("../../models/case_study.mod"),
    include_str!("../../models/disaggregated.mod"),
    include_str!("../../models/ordering.mod"),
    include_str!("../../models/ordering.mzn"),
];

/// Whether a model is one of the course, but for spaces and lines.
pub fn is_given_out(text: &str) -> bool {
    let same = |one: &str| one.split_whitespace().eq(text.split_whitespace());
    GIVEN_OUT.iter().any(|one| same(one))
}
