use crate::solve::SolveError;
use crate::solve::conflict::Conflict;
use serde::Serialize;

#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum Clash {
    Found {
        /// Positions among the instance's constraints, from 0.
        constraints: Vec<usize>,
        irreducible: bool,
    },
    Error {
        error: String,
    },
}

impl From<&Result<Conflict, SolveError>> for Clash {
    fn from(conflict: &Result<Conflict, SolveError>) -> Self {
        match conflict {
            Ok(conflict) => Self::Found {
                constraints: conflict.constraints.clone(),
                irreducible: conflict.irreducible,
            },
            Err(error) => Self::Error {
                error: error.to_string(),
            },
        }
    }
}
