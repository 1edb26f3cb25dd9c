//! Proven results and their proofs in words, for text, explanation, pages, pictures and plots.

use crate::bounds::Reason;
use crate::certificate::Certificate;
use crate::counted::{agreeing, counted};
use crate::instance::Sense;
use crate::order::Heuristic;
use crate::outcome::{Outcome, Proof, Stats, Unfinished, Verdict};
use crate::solve::{Answer, Method};
use std::fmt::Write;

/// Sentence on an infeasible instance.
pub const INFEASIBLE: &str = "no order satisfies the constraints";

/// Name of a proven best score: `proven maximum`.
pub fn proven(sense: Sense) -> String {
    let (best, _) = sense.best();
    format!("proven {best}")
}

/// Bound on an unknown best score: `the maximum is at most 33`.
pub fn limited(sense: Sense, bound: u32) -> String {
    let (best, side) = sense.best();
    format!("the {best} is {side} {bound}")
}

/// Bound without a known order: `the maximum, if there is one, is at most 33`.
pub fn limited_if_any(sense: Sense, bound: u32) -> String {
    let (best, side) = sense.best();
    format!("the {best}, if there is one, is {side} {bound}")
}

/// Kind and size of a certificate, in a line.
pub fn certificate(certificate: &Certificate) -> String {
    let kind = match certificate.kind() {
        "sum" => "a sum of rows".to_owned(),
        "tree" => format!(
            "a tree of {}",
            agreeing(certificate.leaves(), "leaf", "leaves")
        ),
        "shapes" => "the formula for an empty wall".to_owned(),
        _ => "the checker's own sweep of all coverings".to_owned(),
    };
    format!(
        "{kind}, {}; check it with azulejo-check",
        counted(certificate.to_json().len(), "byte")
    )
}

/// Proof of an answer in a line: the method, the proof of the verdict, its cost, methods that were not needed, and the time.
pub fn line(answer: &Answer) -> String {
    let outcome = &answer.outcome;
    let proof = words(outcome).line;
    let words = match (answer.method, proof.is_empty()) {
        (Method::Auto, true) => "none yet: all methods were stopped".to_owned(),
        // No method was needed.
        (Method::Auto, false) => proof,
        (method, true) => format!("{method} method"),
        (method, false) => format!("{method} method: {proof}"),
    };
    let without_program = match (answer.request, outcome.verdict.proof()) {
        (
            Method::Auto,
            Some(Proof::Layers { .. } | Proof::Dense { .. } | Proof::StateGraph { .. }),
        ) => "; no integer program is needed",
        _ => "",
    };
    format!("{words}{without_program}, {:.3} s", outcome.stats.seconds)
}

/// Witnesses of the proofs of several methods: `Proven by HiGHS (ordering, case-study); by …`. `None` without a proof.
pub fn witnesses<'a>(answers: impl IntoIterator<Item = (&'a str, &'a Answer)>) -> Option<String> {
    let proofs = answers
        .into_iter()
        .filter_map(|(name, answer)| Some((witness(answer.outcome.verdict.proof()?), name)));
    // Groups in the order of the methods.
    let mut groups: Vec<(String, Vec<&str>)> = Vec::new();
    for (witness, name) in proofs {
        match groups.iter_mut().find(|(other, _)| *other == witness) {
            Some((_, names)) => names.push(name),
            None => groups.push((witness, vec![name])),
        }
    }
    let groups: Vec<String> = groups
        .into_iter()
        .map(|(witness, names)| format!("by {witness} ({})", names.join(", ")))
        .collect();
    (!groups.is_empty()).then(|| format!("Proven {}.", groups.join("; ")))
}

/// Solver, search or bound of a proof.
fn witness(proof: &Proof) -> String {
    match proof {
        Proof::Bound(reason) => bound(reason).to_owned(),
        Proof::Fixed => "the constraints alone".to_owned(),
        Proof::Relaxation { solver, .. } | Proof::BranchAndBound { solver, .. } => {
            solver.to_string()
        }
        Proof::StateGraph { coverings, .. } => {
            format!("petgraph's shortest path over {}", all(*coverings as u64))
        }
        Proof::Dense { .. } | Proof::Layers { .. } => {
            "dynamic programming over coverings".to_owned()
        }
    }
}

/// Proof of a verdict in two wordings.
pub(crate) struct Words {
    /// Proof with its cost.
    pub(crate) line: String,
    /// End of a sentence after "the verifier scored the order tile by tile, and".
    pub(crate) sentence: String,
}

/// Proof of a verdict, with the name of the solver.
pub(crate) fn words(outcome: &Outcome) -> Words {
    let stats = &outcome.stats;
    let infeasible = outcome.verdict.is_infeasible();
    let proof = match (outcome.verdict.proof(), outcome.verdict.unfinished()) {
        (Some(proof), _) => proof,
        (None, unfinished) => return unproven(unfinished, stats),
    };
    let (line, sentence) = match proof {
        Proof::Bound(reason) => {
            let (bound, separated) = (bound(reason), separated_rows(stats));
            let heuristic = stats.origin.map(|origin| origin.heuristic);
            match (stats.columns, heuristic) {
                (Some(_), _) => (
                    format!(
                        "{bound} equals the score of an order, so no solver is needed{separated}"
                    ),
                    format!("its score equals {bound}, so no solver was needed"),
                ),
                (None, Some(heuristic)) if heuristic != Heuristic::WarmStart => (
                    format!(
                        "{bound} equals the score of an order by {}, so no integer program is needed",
                        heuristic.name()
                    ),
                    format!("its score, by {}, equals {bound}", heuristic.name()),
                ),
                (None, _) => (
                    format!(
                        "{bound} equals the score of the first order, so neither a search nor an integer program is needed"
                    ),
                    format!("its score equals {bound}, before any search"),
                ),
            }
        }
        Proof::Fixed => (
            "nothing is left to decide, so no solver is needed".into(),
            "nothing was left to decide".into(),
        ),
        Proof::Relaxation { solver, .. } if infeasible => (
            format!(
                "{solver}, not even the linear relaxation has a solution{}",
                separated_rows(stats)
            ),
            format!("{solver} found that not even the linear relaxation has a solution"),
        ),
        Proof::Relaxation { solver, .. } => (
            format!(
                "{solver}, the bound of the linear relaxation equals the score of an order{}",
                separated_rows(stats)
            ),
            format!("{solver}'s bound for the linear relaxation equals its score"),
        ),
        Proof::BranchAndBound {
            solver,
            nodes,
            rounds,
        } => {
            let counted = counted(*nodes, "node");
            let sentence = match (infeasible, nodes, rounds) {
                (true, _, _) => format!(
                    "{solver} found that the program, which every order satisfies, has no solution ({counted})"
                ),
                (false, 0 | 1, _) => format!("{solver}'s bound met its score at the root"),
                (false, _, 1) => {
                    format!("{solver}'s branch and bound left nothing better in {counted}")
                }
                (false, ..) => format!(
                    "{solver}'s branch and bound left nothing better in {counted} of {rounds} rounds"
                ),
            };
            (format!("{solver}{}", program(stats)), sentence)
        }
        Proof::Layers { classes } => {
            let all = match outcome.starts() {
                true => "every covering from which a score as good can be reached was gone through",
                false => EVERY,
            };
            let classes = agreeing(classes, "class of coverings", "classes of coverings");
            (classes, with_orders(all, outcome))
        }
        Proof::Dense { coverings } => (all(*coverings), with_orders(EVERY, outcome)),
        Proof::StateGraph { coverings, moves } => {
            let moves = counted(moves, "move");
            let all = all(*coverings as u64);
            (format!("{all}, {moves}"), with_orders(EVERY, outcome))
        }
    };
    Words { line, sentence }
}

/// Words on a verdict without a proof: the progress of the run.
fn unproven(unfinished: Option<&Unfinished>, stats: &Stats) -> Words {
    let line = match unfinished {
        Some(Unfinished::BuildError(error)) => format!("{error}, no solver was asked"),
        Some(Unfinished::NoLayers(error)) => error.clone(),
        Some(Unfinished::InSolver(solver)) => format!("{solver}{}", program(stats)),
        Some(Unfinished::Stopped) | None if stats.columns.is_some() => {
            format!("stopped before a solver was asked{}", separated_rows(stats))
        }
        Some(Unfinished::Stopped) | None => String::new(),
    };
    Words {
        line,
        sentence: "nothing more is proven".into(),
    }
}

fn all(coverings: u64) -> String {
    match coverings {
        1 => "the only covering".into(),
        _ => format!("all {coverings} coverings"),
    }
}

const EVERY: &str = "every covering that can be reached was gone through";

/// Searched space, and the number of optimal orders where a method counted them.
fn with_orders(all: &str, outcome: &Outcome) -> String {
    match &outcome.stats.orders {
        Some(orders) if matches!(outcome.verdict, Verdict::Optimal { .. }) => {
            let score = agreeing(orders, "order scores", "orders score");
            format!("{all}; {score} that")
        }
        _ => all.into(),
    }
}

/// Sizes of the program, with the nodes and the rounds of its solve.
fn program(stats: &Stats) -> String {
    let mut text = String::new();
    if let (Some(columns), Some(rows), Some(nodes)) = (stats.columns, stats.rows, stats.nodes) {
        let (columns, rows) = (counted(columns, "column"), counted(rows, "row"));
        let _ = write!(text, ", {columns}, {rows}, {}", counted(nodes, "node"));
    }
    text += &separated_rows(stats);
    if let (Some(rounds @ 2..), Some(cuts)) = (stats.rounds, stats.cycle_cuts) {
        let cuts = counted(cuts as u64, "cycle cut");
        let _ = write!(text, ", {rounds} rounds with {cuts}");
    }
    text
}

/// Number of rows that rounds of separation added to the linear relaxation.
fn separated_rows(stats: &Stats) -> String {
    match (stats.root_rounds, stats.separated_rows) {
        (Some(rounds @ 1..), Some(rows)) => {
            let (rows, rounds) = (counted(rows, "row"), counted(rounds, "round"));
            format!(", {rows} separated in {rounds} at the root")
        }
        _ => String::new(),
    }
}

/// Name of a bound before any search, by its reason.
pub(crate) fn bound(reason: &Reason) -> &'static str {
    match reason {
        Reason::Tiles => "the bound tile by tile",
        Reason::Lines => "the bound by lines",
        Reason::Blocks => "the bound by lines and blocks",
        Reason::Closed(_) => "the formula for the wall",
        Reason::LastRound => "the bound by what the last round fills",
        Reason::Strips => "the bound by strips",
        Reason::Ends => "the bound by ends",
        Reason::Orientation => "the bound by the order of neighbours",
        Reason::Prices => "the bound by lines with prices",
        Reason::Shapes => "the bound by shapes",
    }
}
