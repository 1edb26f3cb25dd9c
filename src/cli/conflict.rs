//! Why no order satisfies the constraints, for the commands that look for orders.

use super::input;
use super::instance_args::InstanceArgs;
use super::output;
use crate::instance::Instance;
use crate::solve::conflict::{self, Conflict};
use crate::solve::{Settings, SolveError};
use std::fmt::Write;
use std::time::Duration;

/// That there is no order is proven by then: without a time limit, a long list of constraints is
/// reduced for so long.
const LIMIT: Duration = Duration::from_secs(20);

/// The constraints that cannot hold together, or why they are not known; none where that was not decided in time.
pub(super) fn find(
    instance: &Instance,
    settings: Settings,
    time_limit: Option<Duration>,
) -> Option<Result<Conflict, SolveError>> {
    let settings = match time_limit {
        Some(_) => settings,
        None => settings.within(Some(LIMIT)),
    };
    conflict::find(instance, &settings).transpose()
}

/// Says so where the search for a conflict failed.
pub(super) fn note_failure(conflict: Option<&Result<Conflict, SolveError>>) {
    if let Some(Err(error)) = conflict {
        output::note(&format!("the search for a conflict failed: {error}"));
    }
}

/// The constraints with their places, a line each.
pub(super) fn words(args: &InstanceArgs, instance: &Instance, conflict: &Conflict) -> String {
    let mut text = String::from(match (conflict.constraints.len(), conflict.irreducible) {
        (1, _) => "This constraint cannot hold:",
        (_, true) => "These constraints cannot hold together, and each of them is needed for that:",
        (_, false) => "Among these constraints are some that cannot hold together:",
    });
    for &index in &conflict.constraints {
        let constraint = &instance.constraints()[index];
        let place = input::place(args, index);
        let _ = match args.file {
            Some(_) => write!(text, "\n  {place} ({}): {constraint}", constraint.kind()),
            None => write!(text, "\n  {place}: {constraint}"),
        };
    }
    text
}
