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
    /// Name of the exercise: a word that stands in the names of the files.
    pub name: String,
    /// The points of a right model.
    pub points: u32,
    /// The model of the course that is to be changed. A model that says the same earns nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// The model of the course that is an answer as it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
    /// The instances on which the model must be right.
    pub instances: Vec<Instance>,
    /// A bound for each wall, which the linear relaxation must reach.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bounds: Option<Vec<f64>>,
    /// The most rows of the model for each wall.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most_rows: Option<Vec<usize>>,
}

/// Errors of a marking scheme.
#[derive(Debug, thiserror::Error)]
pub enum MarkingError {
    /// The text is not JSON, or has other fields.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// A name is no word of letters and digits.
    #[error("the name {0:?} of an exercise is no word of letters and digits")]
    Name(String),
    /// Two exercises have one name.
    #[error("two exercises have the name {0:?}")]
    Twice(String),
    /// An exercise has no wall.
    #[error("the exercise {0:?} has no instances")]
    Empty(String),
    /// An exercise names a model that the course does not have.
    #[error("the exercise {0:?} names {1:?}, which is no model of the course: it has {models}", models = models())]
    Model(String, String),
    /// A list has too few or too many numbers: it needs one for each wall.
    #[error("the exercise {0:?} has a number of {1} that is not that of its instances")]
    Walls(String, &'static str),
}

/// Verdict on a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The model is right.
    Right,
    /// The model is wrong.
    Wrong {
        /// Number of kinds of counterexamples.
        kinds: usize,
        /// Whether the model is a model of the course, or says the same as one.
        is_given_out: bool,
    },
    /// The model gave no result to compare.
    Nothing,
}

impl Verdict {
    /// Points of the verdict, of the points of the exercise, and the reason for a part of them; no reason for a right
    /// model, or one without a result.
    pub fn points(self, of: u32) -> (u32, Option<&'static str>) {
        let (points, reason) = match self {
            Self::Right => return (of, None),
            Self::Nothing => return (0, None),
            Self::Wrong {
                is_given_out: true, ..
            } => (
                0,
                "no points: a model of the course, or one that says the same",
            ),
            Self::Wrong { kinds: 0 | 1, .. } => (of / 2, "half of the points: wrong in one way"),
            Self::Wrong { .. } => (of / 4, "a quarter of the points: wrong in more ways"),
        };
        (points, Some(reason))
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
            let mut references = [&exercise.from, &exercise.answer].into_iter().flatten();
            if let Some(model) = references.find(|model| given_out(model).is_none()) {
                return Err(MarkingError::Model(name.clone(), model.clone()));
            }
            let lists = [
                ("bounds", exercise.bounds.as_ref().map(Vec::len)),
                ("most_rows", exercise.most_rows.as_ref().map(Vec::len)),
            ];
            let walls = exercise.instances.len();
            for (list, length) in lists {
                if length.is_some_and(|length| length != walls) {
                    return Err(MarkingError::Walls(name.clone(), list));
                }
            }
        }
        Ok(marking)
    }

    /// Exercise by the path of a file: a word of the file's name, or else of a folder's name, the nearest folder first.
    pub fn exercise(&self, file: &Path) -> Option<&Exercise> {
        let stem = file.with_extension("");
        let mut parts: Vec<_> = stem.iter().collect();
        parts.reverse();
        let by_name = |word: String| {
            let mut all = self.exercises.iter();
            all.find(|exercise| exercise.name.to_lowercase() == word)
        };
        let mut parts = parts.into_iter().map(|part| part.to_string_lossy());
        parts.find_map(|part| words(&part).find_map(by_name))
    }
}

/// Words of a name, in small letters.
fn words(name: &str) -> impl Iterator<Item = String> {
    let words = name.split(|letter: char| !letter.is_alphanumeric());
    words.filter(|word| !word.is_empty()).map(str::to_lowercase)
}

/// Models of the course, each with its name.
const COURSE_MODELS: [(&str, &str); 4] = [
    (
        "case_study.mod",
        include_str!("../../models/case_study.mod"),
    ),
    (
        "disaggregated.mod",
        include_str!("../../models/disaggregated.mod"),
    ),
    ("ordering.mod", include_str!("../../models/ordering.mod")),
    ("ordering.mzn", include_str!("../../models/ordering.mzn")),
];

fn models() -> String {
    let names = COURSE_MODELS.map(|(name, _)| name);
    names.join(", ")
}

/// Text of a model of the course.
pub fn given_out(name: &str) -> Option<&'static str> {
    let mut models = COURSE_MODELS.into_iter();
    models.find_map(|(model, text)| (model == name).then_some(text))
}

/// Name of the model of the course that equals a text, apart from comments and space.
pub fn as_given_out(text: &str) -> Option<&'static str> {
    let code = code(text);
    let mut models = COURSE_MODELS.into_iter();
    models.find_map(|(name, model)| (self::code(model) == code).then_some(name))
}

/// A model in GMPL or MiniZinc without comments and space.
fn code(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let (end, is_code) = match letter {
            '#' | '%' => (rest.find('\n'), false),
            '/' if rest.starts_with("/*") => (rest[2..].find("*/").map(|at| at + 4), false),
            // In a string, such a sign begins no comment.
            '"' => (rest[1..].find('"').map(|at| at + 2), true),
            _ => (Some(letter.len_utf8()), !letter.is_whitespace()),
        };
        let (part, tail) = rest.split_at(end.unwrap_or(rest.len()));
        if is_code {
            code.push_str(part);
        }
        rest = tail;
    }
    code
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_or_space_makes_no_other_model() {
        for (name, text) in COURSE_MODELS {
            let sign = if name.ends_with("mzn") { '%' } else { '#' };
            for variant in [
                text.to_owned(),
                format!("{sign} mine\n{text}\n{sign} \"the end"),
                format!("/* mine; */{text}"),
                text.replace(" = ", "=").replace('\n', "\r\n"),
                text.replacen('\n', &format!("{sign}\n"), 1),
            ] {
                assert_eq!(as_given_out(&variant), Some(name), "{variant}");
            }
            for variant in [
                text.replace('1', "2"),
                format!("{text} x"),
                text.replace("score", "points"),
            ] {
                assert_eq!(as_given_out(&variant), None, "{variant}");
            }
        }
    }

    /// An unknown model and a list of the wrong length are named in the refusal.
    #[test]
    fn a_scheme_names_models_of_the_course_and_has_a_number_for_each_wall() {
        let scheme = |fields: &str| {
            let wall = r#"{"wall": {"rows": 2, "columns": 2}, "sense": "maximize"}"#;
            Marking::from_json(&format!(
                r#"{{"exercises": [{{"name": "6", "points": 4, "instances": [{wall}], {fields}}}]}}"#
            ))
        };
        assert!(scheme(r#""from": "ordering.mod", "bounds": [13], "most_rows": [20]"#).is_ok());
        for (fields, part) in [
            (r#""from": "order.mod""#, "it has case_study.mod, "),
            (r#""answer": "order.mod""#, "no model of the course"),
            (r#""bounds": [13, 14]"#, "a number of bounds"),
            (r#""most_rows": []"#, "a number of most_rows"),
        ] {
            let error = scheme(fields).expect_err(fields).to_string();
            assert!(error.contains(part), "{error}");
        }
    }
}
