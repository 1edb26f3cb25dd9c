//! Course of a mixed-integer solve.

use super::{bound_phrase, samples};
use crate::counted::counted;
use crate::formulation::Equation;
use crate::instance::Sense;
use crate::outcome::{MilpHistory, Moment, Outcome, Proof, Verdict, as_score};
use crate::render::document::{self, paragraph};
use crate::render::tables::{or_dash, table};
use itertools::Itertools;
use std::fmt::Write;

/// Number with two decimals, and no minus before 0.
fn decimals(number: f64) -> String {
    let text = format!("{number:.2}");
    match text.as_str() {
        "-0.00" => "0.00".into(),
        _ => text,
    }
}

/// Course of the bound from the formulation to the end, and the stage that closed the gap.
pub(super) fn bounds(history: &MilpHistory, outcome: &Outcome, sense: Sense) -> String {
    let verdict = &outcome.verdict;
    let solver = verdict.solver().unwrap_or("the solver");
    let (Some(first), Some(last)) = (history.moments.first(), history.moments.last()) else {
        return String::new();
    };
    let mut text = format!(
        "Before anything is solved, every score is {}",
        bound_phrase(sense, first.bound)
    );
    let _ = match first.incumbent {
        Some(start) => write!(text, "; the order to start from has {start}."),
        None => write!(text, "; there is no order to start from."),
    };
    if let (Some(first), Some(last)) = (history.separation.first(), history.separation.last()) {
        let rows: usize = history.separation.iter().map(|round| round.rows).sum();
        let _ = write!(
            text,
            "\nThe linear relaxation says {} at first, and {} with the {} that were separated in {}.",
            bound_phrase(sense, decimals(first.bound)),
            bound_phrase(sense, decimals(last.bound)),
            counted(rows as u64, "row"),
            counted(history.separation.len() as u64, "round")
        );
    }
    let Some(round) = history.rounds.first() else {
        return text;
    };
    if matches!(verdict.proof(), Some(Proof::Fixed)) {
        return text + "\nNothing is left to decide, so no solver was asked.";
    }
    if verdict.is_infeasible() {
        let _ = write!(
            text,
            "\n{solver} found that nothing satisfies all rows, in {}.",
            counted(last.nodes, "node")
        );
        return text;
    }
    if let Some(relaxation) = round.relaxation {
        let _ = write!(
            text,
            "\n{solver}'s first linear program, after its presolve, says {}.",
            bound_phrase(sense, decimals(relaxation))
        );
    }
    let _ = match round.root_bound {
        None if matches!(verdict, Verdict::Optimal { .. }) => Ok(()),
        None => write!(text, "\nIt was stopped before the root was done."),
        Some(root) => {
            let cuts = round.solver_cuts.map(|cuts| counted(cuts, "cut"));
            let cuts = cuts.map(|cuts| format!(", with {cuts} of its own in the linear program"));
            let root = bound_phrase(sense, decimals(root));
            write!(
                text,
                "\nAt the end of the root it is {root}{}.",
                cuts.unwrap_or_default()
            )
        }
    };
    match (verdict, round.root_bound) {
        (Verdict::Optimal { solution, .. }, Some(root)) => {
            let from = round.relaxation.unwrap_or(f64::from(first.bound));
            text += "\n";
            let branching = match history.rounds.len() {
                1 => "Branching",
                _ => "Branching and cycle cuts",
            };
            text += &gap_at_root(
                (branching, solution.score),
                first.bound,
                (from, root),
                sense,
            );
        }
        (
            Verdict::Feasible {
                solution, bound, ..
            },
            _,
        ) => {
            let (open, score) = (
                counted(solution.score.abs_diff(*bound), "point"),
                solution.score,
            );
            let _ = write!(
                text,
                "\nWhen it was stopped, the bound {bound} and the score {score} were {open} apart."
            );
        }
        _ => {}
    }
    text
}

/// Gap after the root for the search `branching`, and the part that the root closed of the gap between the first linear program
/// `from` and the optimum `best`. `start` is the bound before the solver.
fn gap_at_root(
    (branching, best): (&str, u32),
    start: u32,
    (from, root): (f64, f64),
    sense: Sense,
) -> String {
    let at_root = sense.tighter(start, as_score(root, sense));
    let mut text = match best.abs_diff(at_root) {
        _ if start == best => {
            return "The bound was the optimum before anything was solved.".into();
        }
        0 => "The bound was already the optimum before the first branching".to_owned(),
        open => format!(
            "{branching} had to close {open} of {}",
            counted(best, "point")
        ),
    };
    let (gap, rest) = (
        (f64::from(best) - from).abs(),
        (f64::from(best) - root).abs(),
    );
    if gap >= 0.005 {
        let closed = 100.0 * (1.0 - rest / gap).clamp(0.0, 1.0);
        let _ = write!(
            text,
            "; the root closed {closed:.0} % of the gap of {gap:.2}"
        );
    }
    text + "."
}

/// Course of the bound and of the incumbent.
pub(super) fn moments(history: &MilpHistory, verdict: &Verdict) -> String {
    let moments = &history.moments;
    let has_rounds = history.rounds.len() > 1;
    let has_own_bound = moments.iter().any(|moment| {
        moment
            .solver_bound
            .is_some_and(|bound| bound != moment.bound)
    });
    let solver_alone = verdict.solver().map(|solver| format!("{solver} alone"));
    let columns = [
        (true, "seconds"),
        (true, "nodes"),
        (true, "bound"),
        (
            has_own_bound,
            solver_alone.as_deref().unwrap_or("solver alone"),
        ),
        (true, "best order"),
        (has_rounds, "round"),
    ];
    let head = columns.iter().filter(|(visible, _)| *visible);
    let head = head.map(|(_, name)| *name);
    let cells = |moment: &Moment| {
        let cells = [
            format!("{:.3}", moment.seconds),
            moment.nodes.to_string(),
            moment.bound.to_string(),
            or_dash(moment.solver_bound),
            or_dash(moment.incumbent),
            moment.round.to_string(),
        ];
        let cells = cells.into_iter().zip(columns);
        let visible = cells.filter(|(_, (visible, _))| *visible);
        visible.map(|(cell, _)| cell).collect_vec()
    };
    // The last two moments can be equal.
    table(head, samples(moments).map(cells).dedup())
}

/// Numbers of rows by equation, and the cycle cuts of each round.
pub(super) fn rows(history: &MilpHistory) -> String {
    let number = |equation: &Equation| format!("({})", equation.number);
    let numbers = history.rows.iter().map(|(equation, _)| number(equation));
    let width = numbers.map(|number| number.len()).max().unwrap_or(0);
    let maximum = history.rows.iter().map(|(_, count)| *count).max();
    let digits = maximum.unwrap_or(0).to_string().len();
    let row = |(equation, count): &(&Equation, usize)| {
        let first = format!(" {:width$}  {count:digits$}  ", number(equation));
        paragraph(&first, &document::plain(equation.title()))
    };
    let mut text = match history.rows.is_empty() {
        true => "There are none.".into(),
        false => history.rows.iter().map(row).join(""),
    };
    text.truncate(text.trim_end().len());
    for (index, round) in history.rounds.iter().enumerate() {
        if round.cycles.is_empty() {
            continue;
        }
        let lengths = round.cycles.iter().counts();
        let mut lengths = lengths
            .into_iter()
            .sorted()
            .map(|(cells, count)| format!("{count} of {cells} cells"));
        let cuts = counted(round.cycles.len(), "cycle cut");
        let _ = write!(
            text,
            "\nThe solution of round {} went around: {cuts} ({}) for the next.",
            index + 1,
            lengths.join(", ")
        );
    }
    text
}
