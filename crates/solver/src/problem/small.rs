//! Small problems for tests.

use super::Problem;
use crate::instance::{Instance, Sense};

/// The JSON of an instance on a wall of these rows and columns, with further `members` of the object, each after a comma.
pub(crate) fn json_of((rows, columns): (usize, usize), sense: Sense, members: &str) -> String {
    let sense = sense.word();
    format!(r#"{{"wall": {{"rows": {rows}, "columns": {columns}}}, "sense": "{sense}"{members}}}"#)
}

/// The problem of an instance in JSON; none if the instance is not valid, because not all constraints fit all walls.
pub(crate) fn problem_of(json: &str) -> Option<Problem> {
    Instance::from_json(json).ok().as_ref().map(Problem::from)
}

/// The problem of a valid instance in JSON.
pub(crate) fn valid(json: &str) -> Problem {
    Problem::from(&Instance::from_json(json).expect(json))
}
