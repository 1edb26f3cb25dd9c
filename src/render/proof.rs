//! By what an answer is proven, in words.

use super::caption::counted;
use crate::bounds::By;
use crate::outcome::{Outcome, Proof, Stats, Verdict};
use crate::solve::{Answer, Method};
use std::fmt::Write;

/// In a line: the method, if one was needed, what proves the verdict, what that took, and the time.
pub fn line(answer: &Answer) -> String {
    let outcome = &answer.outcome;
    let took = took(outcome);
    let words = match answer.method {
        // No method was needed.
        Method::Auto => took.trim_start_matches(": ").to_owned(),
        method => format!("{method} method{took}"),
    };
    format!("{words}, {:.3} s", outcome.stats.seconds)
}

fn took(outcome: &Outcome) -> String {
    let stats = &outcome.stats;
    match &outcome.proof {
        Proof::Bound(by) => {
            let bound = bound(by);
            let separated = separated(stats);
            match stats.columns {
                Some(_) => format!(": {bound} meets an order, no solver is needed{separated}"),
                None => format!(": {bound} meets the first order, no search is needed"),
            }
        }
        Proof::Fixed => ": nothing is left to decide, no solver is needed".into(),
        Proof::Relaxation { solver, .. } => {
            let says = match outcome.verdict {
                Verdict::Infeasible => "already the linear relaxation has no solution",
                _ => "the linear relaxation meets an order",
            };
            format!(": {solver}, {says}{}", separated(stats))
        }
        Proof::BranchAndBound { solver, .. } => format!(": {solver}{}", program(stats)),
        Proof::Layers { classes } => format!(": {classes} classes of coverings"),
        Proof::Dense { coverings } => format!(": all {coverings} coverings"),
        Proof::StateGraph { coverings, moves } => {
            format!(": all {coverings} coverings, {moves} moves")
        }
        Proof::Unfinished {
            unwritten: Some(unwritten),
            ..
        } => format!(": {unwritten}, no solver was asked"),
        Proof::Unfinished {
            solver: Some(solver),
            ..
        } => format!(": {solver}{}", program(stats)),
        Proof::Unfinished { .. } if stats.columns.is_some() => {
            format!(": stopped before a solver was asked{}", separated(stats))
        }
        Proof::Unfinished { .. } => String::new(),
    }
}

/// The program that was solved, and in how many nodes and rounds.
fn program(stats: &Stats) -> String {
    let mut text = String::new();
    if let (Some(columns), Some(rows), Some(nodes)) = (stats.columns, stats.rows, stats.nodes) {
        let nodes = counted(nodes, "node");
        let _ = write!(text, ", {columns} columns, {rows} rows, {nodes}");
    }
    text += &separated(stats);
    if let (Some(rounds @ 2..), Some(cuts)) = (stats.rounds, stats.cycle_cuts) {
        let cuts = counted(cuts as u64, "cycle cut");
        let _ = write!(text, ", {rounds} rounds with {cuts}");
    }
    text
}

/// The rows that were added to the linear relaxation.
fn separated(stats: &Stats) -> String {
    match (stats.root_rounds, stats.separated_rows) {
        (Some(rounds @ 1..), Some(rows)) => {
            let rounds = counted(rounds as u64, "round");
            format!(", {rows} rows separated in {rounds} at the root")
        }
        _ => String::new(),
    }
}

/// What a bound that is known before any search is called.
pub(crate) fn bound(by: &By) -> &'static str {
    match by {
        By::Tiles => "the bound tile by tile",
        By::Lines => "the bound by lines",
        By::Blocks => "the bound by lines and blocks",
        By::Closed(_) => "the closed bound of the wall",
        By::LastRound => "the bound by what the last round fills",
        By::Strips => "the bound by strips",
        By::Ends => "the bound by ends",
        By::Shapes => "the bound by shapes",
    }
}

/// As the end of a sentence, after "the verifier scored the order tile by tile, and".
pub(super) fn clause(outcome: &Outcome) -> String {
    match &outcome.proof {
        Proof::Bound(by) => {
            let bound = bound(by);
            match outcome.stats.columns {
                Some(_) => format!("its score meets {bound}, for which no solver was needed"),
                None => format!("its score meets {bound} before any search"),
            }
        }
        Proof::Fixed => "nothing was left to decide".into(),
        Proof::Relaxation { solver, .. } => match outcome.verdict {
            Verdict::Infeasible => {
                format!("{solver} found that not even the linear relaxation has a solution")
            }
            _ => format!("{solver}'s bound for the linear relaxation meets its score"),
        },
        Proof::BranchAndBound {
            solver,
            nodes,
            rounds,
        } => {
            let counted = counted(*nodes, "node");
            match (&outcome.verdict, nodes, rounds) {
                (Verdict::Infeasible, _, _) => format!(
                    "{solver} found that the program, which every order satisfies, has no solution ({counted})"
                ),
                (_, 0 | 1, _) => format!("{solver}'s bound met its score at the root"),
                (_, _, 1) => {
                    format!("{solver}'s branch and bound left nothing better in {counted}")
                }
                _ => format!(
                    "{solver}'s branch and bound left nothing better in {counted} of {rounds} rounds"
                ),
            }
        }
        Proof::Layers { .. } | Proof::Dense { .. } | Proof::StateGraph { .. } => {
            let all = match (&outcome.proof, outcome.starts()) {
                (Proof::Layers { .. }, true) => {
                    "every covering from which a score as good can be reached was gone through"
                }
                _ => "every covering that can be reached was gone through",
            };
            match &outcome.stats.orders {
                Some(orders) if matches!(outcome.verdict, Verdict::Optimal(_)) => {
                    format!("{all}; {orders} orders score that")
                }
                _ => all.into(),
            }
        }
        Proof::Unfinished { .. } => "nothing more is proven".into(),
    }
}
