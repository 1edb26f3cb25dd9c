use super::{Method, Stats, Status, Version};
use crate::instance::Instance;
use crate::solve::{self, Answer, SolveError};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The output of `compare`.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Compare {
    /// The version of the outputs.
    pub schema: Version,
    /// The instance.
    pub instance: Instance,
    /// The answer of each method.
    pub results: Vec<MethodResult>,
    /// Whether all of that can be true.
    pub agree: bool,
}

/// The answer of a method.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "Compared")]
pub enum MethodResult {
    /// Its answer.
    Answer {
        /// The method.
        method: Method,
        /// The status of the proof.
        status: Status,
        /// The score of its order.
        score: Option<u32>,
        /// The bound: no score is better.
        bound: Option<u32>,
        /// The work for the answer.
        stats: Box<Stats>,
    },
    /// Why it has none.
    Error {
        /// The method.
        method: Method,
        /// The reason.
        error: String,
    },
}

impl Compare {
    /// The output for the answers of methods.
    pub fn new<'a>(
        instance: &Instance,
        results: impl IntoIterator<Item = (solve::Method, &'a Result<Answer, SolveError>)>,
        agree: bool,
    ) -> Self {
        let results = results.into_iter().map(|(method, result)| match result {
            Ok(answer) => MethodResult::Answer {
                method: method.into(),
                status: (&answer.outcome.verdict).into(),
                score: answer.outcome.verdict.score(),
                bound: answer.outcome.verdict.bound(),
                stats: Box::new((&answer.outcome.stats).into()),
            },
            Err(error) => MethodResult::Error {
                method: method.into(),
                error: error.to_string(),
            },
        });
        Self {
            schema: Version,
            instance: instance.clone(),
            results: results.collect(),
            agree,
        }
    }
}
