use crate::schema::{SCHEMA, pretty};
use serde::Serialize;

/// What is wrong with a line of records.
#[derive(Debug, Clone, Serialize)]
pub struct Faulty {
    /// The line, from 1.
    pub line: usize,
    /// The round of the first false statement, from 1; none where it is about the whole game.
    pub round: Option<usize>,
    /// The move of that round, from 1, where the statement is about one.
    pub r#move: Option<usize>,
    /// What is false.
    pub message: String,
}

/// The output of `game check`: of so many games, these are false.
pub fn check(games: usize, faulty: &[Faulty]) -> String {
    #[derive(Serialize)]
    struct Check<'a> {
        schema: u32,
        games: usize,
        valid: bool,
        r#false: &'a [Faulty],
    }
    pretty(&Check {
        schema: SCHEMA,
        games,
        valid: faulty.is_empty(),
        r#false: faulty,
    })
}
