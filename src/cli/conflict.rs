//! Conflicts of constraints, for the commands that look for orders.

use super::flags::InstanceArgs;
use super::input;
use super::output;
use crate::instance::Instance;
use crate::solve::SolveError;
use crate::solve::conflict::Conflict;
use std::fmt::Write;

/// Prints the error of a failed search for a conflict.
pub(super) fn note_failure(conflict: Option<&Result<Conflict, SolveError>>) {
    if let Some(Err(error)) = conflict {
        output::note(&format!("the search for a conflict failed: {error}"));
    }
}

/// Constraints of a conflict with their places, a line each.
pub(super) fn words(args: &InstanceArgs, instance: &Instance, conflict: &Conflict) -> String {
    let mut text = String::from(match (conflict.constraints.len(), conflict.irreducible()) {
        (1, _) => "This constraint cannot hold:",
        (_, true) => {
            "These constraints cannot hold together; without any one of them, the others can:"
        }
        (_, false) => "Some of these constraints cannot hold together:",
    });
    for &index in &conflict.constraints {
        let _ = write!(text, "\n  {}", located_constraint(args, instance, index));
    }
    text
}

/// Constraint with its place.
pub(super) fn located_constraint(args: &InstanceArgs, instance: &Instance, index: usize) -> String {
    let constraint = &instance.constraints()[index];
    let place = input::place(args, index);
    match args.file {
        Some(_) => format!("{place} ({}): {constraint}", constraint.kind()),
        None => format!("{place}: {constraint}"),
    }
}
