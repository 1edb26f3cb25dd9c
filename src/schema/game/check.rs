use crate::schema::Version;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A fault of a line of records.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Faulty")]
pub struct RecordFault {
    /// The line, from 1.
    pub line: usize,
    /// The round of the first false statement, from 1; none where it is about the whole game.
    pub round: Option<usize>,
    /// The move of that round, from 1, where the statement is about one.
    pub r#move: Option<usize>,
    /// The false statement.
    pub message: String,
}

/// The output of `game check`.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Check {
    /// The version of the outputs.
    pub schema: Version,
    /// How many games there are.
    pub games: usize,
    /// Whether none is false.
    pub valid: bool,
    /// The faults, one for each faulty line of the file.
    pub r#false: Vec<RecordFault>,
}

impl Check {
    /// The output for a number of games, with the faults of the false ones.
    pub fn new(games: usize, faults: &[RecordFault]) -> Self {
        Self {
            schema: Version,
            games,
            valid: faults.is_empty(),
            r#false: faults.to_vec(),
        }
    }
}
