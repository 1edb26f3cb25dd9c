use super::Or;
use crate::solve::SolveError;
use crate::solve::conflict;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Constraints that cannot hold together.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Conflict {
    /// Positions among the instance's constraints, from 0.
    pub constraints: Vec<usize>,
    /// Whether any of them left out leaves the others satisfiable; false only when time ran out.
    pub irreducible: bool,
}

impl From<&Result<conflict::Conflict, SolveError>> for Or<Conflict> {
    fn from(conflict: &Result<conflict::Conflict, SolveError>) -> Self {
        Self::new(conflict, |conflict| Conflict {
            constraints: conflict.constraints.clone(),
            irreducible: conflict.irreducible(),
        })
    }
}
