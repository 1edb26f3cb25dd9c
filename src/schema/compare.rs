use super::{SCHEMA, pretty};
use crate::instance::Instance;
use crate::outcome::Stats;
use crate::solve::{Answer, SolveError};
use serde::Serialize;

#[derive(Serialize)]
struct Compare<'a> {
    schema: u32,
    instance: &'a Instance,
    results: Vec<Entry<'a>>,
    agree: bool,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Entry<'a> {
    Answer {
        method: &'a str,
        status: &'static str,
        score: Option<u32>,
        bound: Option<u32>,
        stats: &'a Stats,
    },
    Error {
        method: &'a str,
        error: String,
    },
}

/// The output of `compare`.
pub fn compare(
    instance: &Instance,
    rows: &[(&str, Result<Answer, SolveError>)],
    agree: bool,
) -> String {
    let results = rows.iter().map(|(method, result)| match result {
        Ok(answer) => Entry::Answer {
            method,
            status: answer.outcome.verdict.status(),
            score: answer.outcome.verdict.score(),
            bound: answer.outcome.verdict.bound(),
            stats: &answer.outcome.stats,
        },
        Err(error) => Entry::Error {
            method,
            error: error.to_string(),
        },
    });
    pretty(&Compare {
        schema: SCHEMA,
        instance,
        results: results.collect(),
        agree,
    })
}
