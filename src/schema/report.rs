use super::Version;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The output of `grade --report`.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Report {
    /// The version of the outputs.
    pub schema: Version,
    /// The folder.
    pub folder: String,
    /// Its files, by their names.
    pub files: Vec<FileReport>,
}

/// A file of the folder.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Reported")]
pub struct FileReport {
    /// The file, from the folder.
    pub file: String,
    /// Its exercise, where a marking scheme names it.
    pub exercise: Option<String>,
    /// The verdict on the file.
    pub verdict: FileVerdict,
    /// The points that it earns.
    pub points: u32,
    /// The points that a right model earns.
    pub of: u32,
    /// The first counterexample in words, or why there is none.
    pub says: Option<String>,
}

/// A verdict on a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "ReportedVerdict")]
pub enum FileVerdict {
    /// The model is right.
    Right,
    /// The model is wrong.
    Wrong,
    /// The model is one of the course as it was given out, or says the same of every wall.
    GivenOut,
    /// No model was read from the file.
    NotRead,
    /// The model was stopped before all was compared.
    Stopped,
}
