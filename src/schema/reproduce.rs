use super::Version;
use crate::published::Reproduction;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The output of `reproduce`.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Reproduce {
    /// The version of the outputs.
    pub schema: Version,
    /// The published figures.
    pub figures: Vec<Figure>,
}

/// A published figure.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Figure {
    /// Where it was published.
    pub source: String,
    /// A description of the figure.
    pub figure: String,
    /// The published value.
    pub published: String,
    /// The computed value; none where the run was stopped.
    pub computed: Option<String>,
    /// How the two compare, in words.
    pub verdict: String,
    /// Wall-clock time.
    pub seconds: f64,
}

impl From<&[Reproduction]> for Reproduce {
    fn from(rows: &[Reproduction]) -> Self {
        let row = |row: &Reproduction| Figure {
            source: row.figure.source.clone(),
            figure: row.figure.figure.clone(),
            published: row.figure.published.clone(),
            computed: row.computed.as_ref().map(|(computed, _)| computed.clone()),
            verdict: row.verdict().to_owned(),
            seconds: row.seconds,
        };
        Self {
            schema: Version,
            figures: rows.iter().map(row).collect(),
        }
    }
}
