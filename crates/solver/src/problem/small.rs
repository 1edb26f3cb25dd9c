//! Small problems that tests state.

use super::Problem;
use crate::instance::{Instance, Sense};

/// The JSON of an instance on a wall of so many rows and columns; `members` are more of them, each after a comma.
pub(crate) fn json_of((rows, columns): (usize, usize), sense: Sense, members: &str) -> String {
    let sense = sense.word();
    format!(r#"{{"wall": {{"rows": {rows}, "columns": {columns}}}, "sense": "{sense}"{members}}}"#)
}

/// The problem of an instance in JSON; none where it is not valid: not all constraints fit all walls.
pub(crate) fn problem_of(json: &str) -> Option<Problem> {
    Instance::from_json(json).ok().as_ref().map(Problem::from)
}

/// The problem of a valid instance in JSON.
pub(crate) fn valid(json: &str) -> Problem {
    Problem::from(&Instance::from_json(json).expect(json))
}
