//! What happened in a solve, in words and numbers.

use super::tables::{plain, right_aligned};
use crate::explain::{LineAccount, Lines};
use crate::formulation::LineCut;
use crate::history::{History, LayerHistory, MilpHistory, Moment, as_score, tighter};
use crate::instance::{Instance, Sense};
use crate::outcome::Verdict;
use crate::solve::{Answer, Method};
use crate::wall::Line;
use itertools::Itertools;
use serde_json::{Value, json};
use std::fmt::Write;

/// A table of what happened on the way has so many rows at most.
const LONGEST: usize = 15;

/// How the bound and the score came together, what the solver was given, where the order earns its points,
/// and what is proven, in paragraphs and tables.
pub fn text(instance: &Instance, answer: &Answer) -> String {
    let sense = instance.sense();
    let verdict = &answer.outcome.verdict;
    let mut parts = match &answer.outcome.history {
        History::Milp(history) => vec![
            ("The bound", bounds(history, verdict, sense)),
            ("Moment by moment", moments(history)),
            ("The rows", rows(answer.method, history)),
        ],
        History::Layers(history) => vec![("Layer by layer", layers(history))],
    };
    if let Some(solution) = verdict.solution() {
        let lines = Lines::new(instance, &solution.order);
        let whole = instance.horizon() == instance.wall().len();
        parts.push(("The lines", accounts(&lines, whole, sense)));
    }
    parts.push(("What is proven", proven(answer, sense)));
    let bold = anstyle::Style::new().bold();
    let part = |(title, text): &(&str, String)| format!("{bold}{title}{bold:#}\n{text}");
    parts.iter().map(part).join("\n\n")
}

/// The same for programs: `history` (`milp` or `layers`), and of the order `lines`, `singles`, `bonus`.
pub(super) fn value(instance: &Instance, answer: &Answer) -> Value {
    let lines = answer.outcome.verdict.solution().map(|solution| {
        let lines = Lines::new(instance, &solution.order);
        let account = |account: &LineAccount| {
            let cut = |cut: &LineCut| {
                let LineCut {
                    points,
                    starts,
                    filled,
                    right,
                } = cut;
                json!({"points": points, "starts": starts, "filled": filled, "right": right})
            };
            json!({
                "line": name(account.line),
                "filled": account.filled,
                "starts": account.starts,
                "points": account.points,
                "best": account.best,
                "cuts": account.cuts.len(),
                "tight": account.tight().map(cut).collect::<Vec<_>>(),
            })
        };
        json!({
            "lines": lines.lines.iter().map(account).collect::<Vec<_>>(),
            "singles": lines.singles,
            "bonus": lines.bonus,
        })
    });
    json!({"history": answer.outcome.history, "order": lines})
}

/// `1 point`, `2 points`.
fn counted(count: impl Into<u64>, noun: &str) -> String {
    let count = count.into();
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

fn best_word(sense: Sense) -> &'static str {
    match sense {
        Sense::Maximize => "maximum",
        Sense::Minimize => "minimum",
    }
}

/// `at most 33`, as a bound on every score.
fn bounded(sense: Sense, bound: impl std::fmt::Display) -> String {
    match sense {
        Sense::Maximize => format!("at most {bound}"),
        Sense::Minimize => format!("at least {bound}"),
    }
}

/// Two decimals of a number, and no minus before 0.
fn decimals(number: f64) -> String {
    let text = format!("{number:.2}");
    match text.as_str() {
        "-0.00" => "0.00".into(),
        _ => text,
    }
}

/// From the bound of the formulation to that of the end, and where the gap was closed.
fn bounds(history: &MilpHistory, verdict: &Verdict, sense: Sense) -> String {
    let (Some(first), Some(last)) = (history.moments.first(), history.moments.last()) else {
        return String::new();
    };
    let mut text = format!(
        "Before anything is solved, every score is {}",
        bounded(sense, first.bound)
    );
    let _ = match first.incumbent {
        Some(start) => write!(text, "; the order to start from has {start}."),
        None => write!(text, "; there is no order to start from."),
    };
    let Some(round) = history.rounds.first() else {
        return text;
    };
    if *verdict == Verdict::Infeasible {
        let _ = write!(
            text,
            "\nHiGHS found that nothing satisfies all rows, in {}.",
            counted(last.nodes, "node")
        );
        return text;
    }
    if let Some(relaxation) = round.relaxation {
        let _ = write!(
            text,
            "\nHiGHS's first linear program, after its presolve, says {}.",
            bounded(sense, decimals(relaxation))
        );
    }
    let _ = match round.root_bound {
        None if matches!(verdict, Verdict::Optimal(_)) => Ok(()),
        None => write!(text, "\nIt was stopped before the root was done."),
        Some(root) => {
            let cuts = round.solver_cuts.map(|cuts| counted(cuts as u64, "cut"));
            let cuts = cuts.map(|cuts| format!(", with {cuts} of its own in the linear program"));
            let root = bounded(sense, decimals(root));
            write!(
                text,
                "\nAt the end of the root it is {root}{}.",
                cuts.unwrap_or_default()
            )
        }
    };
    match (verdict, round.root_bound) {
        (Verdict::Optimal(solution), Some(root)) => {
            let from = round.relaxation.unwrap_or(f64::from(first.bound));
            text += "\n";
            text += &at_the_root(solution.score, first.bound, (from, root), sense);
        }
        (Verdict::Feasible { solution, bound }, _) => {
            let (open, score) = (
                counted(solution.score.abs_diff(*bound), "point"),
                solution.score,
            );
            let _ = write!(
                text,
                "\nWhen it was stopped, {open} lay between {bound} and {score}."
            );
        }
        _ => {}
    }
    text
}

/// What was left to branching, and how much of the gap between the first linear program and the optimum the
/// root closed; `known` is the bound before the solver.
fn at_the_root(best: u32, known: u32, (from, root): (f64, f64), sense: Sense) -> String {
    let at_root = tighter(sense, known, as_score(root, sense));
    let mut text = match best.abs_diff(at_root) {
        _ if known == best => {
            return "The bound was the optimum before anything was solved.".into();
        }
        0 => "The bound was already the optimum before the first branching".to_owned(),
        open => format!(
            "Branching had to close {open} of {}",
            counted(best, "point")
        ),
    };
    let (whole, left) = (
        (f64::from(best) - from).abs(),
        (f64::from(best) - root).abs(),
    );
    if whole >= 0.005 {
        let closed = 100.0 * (1.0 - left / whole).clamp(0.0, 1.0);
        let _ = write!(
            text,
            "; the root closed {closed:.0} % of the gap of {whole:.2}"
        );
    }
    text + "."
}

/// What was known when.
fn moments(history: &MilpHistory) -> String {
    let moments = &history.moments;
    let rounds = history.rounds.len() > 1;
    let apart = moments.iter().any(|moment| {
        moment
            .solver_bound
            .is_some_and(|bound| bound != moment.bound)
    });
    let mut table = plain();
    let columns = [
        (true, "seconds"),
        (true, "nodes"),
        (true, "bound"),
        (apart, "HiGHS alone"),
        (true, "best order"),
        (rounds, "round"),
    ];
    table.set_header(
        columns
            .iter()
            .filter(|(shown, _)| *shown)
            .map(|(_, name)| *name),
    );
    let cells = |moment: &Moment| {
        let cells = [
            format!("{:.3}", moment.seconds),
            moment.nodes.to_string(),
            moment.bound.to_string(),
            shown(moment.solver_bound),
            shown(moment.incumbent),
            moment.round.to_string(),
        ];
        let cells = cells.into_iter().zip(columns);
        let shown = cells.filter(|(_, (shown, _))| *shown);
        shown.map(|(cell, _)| cell).collect_vec()
    };
    // In the last millisecond nothing new may have come.
    for row in thinned(moments).map(cells).dedup() {
        table.add_row(row);
    }
    right_aligned(table)
}

fn shown(number: Option<u32>) -> String {
    number.map_or("–".into(), |number| number.to_string())
}

/// The first, the last, and others in equal steps between them.
fn thinned<T>(items: &[T]) -> impl Iterator<Item = &T> {
    let shown = items.len().min(LONGEST);
    let step = move |row: usize| row * (items.len() - 1) / (shown - 1).max(1);
    (0..shown).map(move |row| &items[step(row)])
}

/// How many rows of which kind, and what came to them.
fn rows(method: Method, history: &MilpHistory) -> String {
    let mut table = plain();
    for (number, count) in &history.rows {
        let says = says(method, *number).unwrap_or_default();
        table.add_row([format!("({number})"), count.to_string(), says.into()]);
    }
    if let Some(column) = table.column_mut(1) {
        column.set_cell_alignment(comfy_table::CellAlignment::Right);
    }
    let mut text = super::tables::trimmed(&table);
    if history.rows.is_empty() {
        text = "There are none.".into();
    }
    for (index, round) in history.rounds.iter().enumerate() {
        if round.cycles.is_empty() {
            continue;
        }
        let lengths = round.cycles.iter().counts();
        let mut lengths = lengths
            .into_iter()
            .sorted()
            .map(|(cells, count)| format!("{count} of {cells} cells"));
        let cuts = counted(round.cycles.len() as u64, "cycle cut");
        let _ = write!(
            text,
            "\nThe solution of round {} went around: {cuts} ({}) for the next.",
            index + 1,
            lengths.join(", ")
        );
    }
    text
}

/// What the rows of an equation say, by its number in the source and in the names of the rows.
fn says(method: Method, number: u32) -> Option<&'static str> {
    let of_ordering = [
        "no three cells of a line come before each other around",
        "nor the four corners of a rectangle",
        "a run of k cells is filled if that of k − 1 is and the k-th cell is",
        "a start has no filled neighbour along its line",
        "a single is a horizontal and a vertical start",
        "line cuts: what a line can earn for how many starts",
        "a phase fills as many cells as it has turns",
        "what is filled by the end of a phase came before what is not",
        "a cell that has to wait for another comes after it",
        "the end bonus",
    ];
    let of_case_study = [
        "every position is filled once",
        "every turn fills one position",
        "products: a position is filled in a turn and others before it",
        "",
        "",
        "",
        "",
        "",
        "a position that has to wait for another comes after it",
        "the end bonus",
    ];
    let titles = match method.name() {
        "ordering" => of_ordering,
        "case-study" => of_case_study,
        _ => return None,
    };
    titles.get((number as usize).checked_sub(1)?).copied()
}

/// What was kept of the coverings of so many tiles.
fn layers(history: &LayerHistory) -> String {
    let LayerHistory {
        start,
        symmetries,
        layers,
        ..
    } = history;
    let mut text = match start {
        Some(start) => format!(
            "An order of score {start} is known from the start: what cannot reach that is dropped."
        ),
        None => {
            "No order is known from the start: only what cannot be completed is dropped.".into()
        }
    };
    if *symmetries > 1 {
        let _ = write!(
            text,
            "\nCoverings that one of {symmetries} symmetries maps onto each other are one class."
        );
    }
    let noun = if *symmetries > 1 {
        "classes"
    } else {
        "coverings"
    };
    let mut table = plain();
    table.set_header(["tiles", noun, "sets of so many cells"]);
    let numbered = layers.iter().enumerate().collect_vec();
    for (tiles, layer) in thinned(&numbered) {
        table.add_row([
            tiles.to_string(),
            layer.kept.to_string(),
            layer.all.to_string(),
        ]);
    }
    let _ = write!(text, "\n{}", right_aligned(table));
    let (kept, all) = layers.iter().fold((0u64, 0u128), |(kept, all), layer| {
        (kept + layer.kept, all.saturating_add(layer.all))
    });
    let _ = write!(
        text,
        "\n{kept} {noun} were gone through, of {all} sets of cells in all."
    );
    text
}

/// What each line earns, against what it could earn for itself; `whole` where all its cells are filled.
fn accounts(lines: &Lines, whole: bool, sense: Sense) -> String {
    let mut table = plain();
    let filled = |cell: String| (!whole).then_some(cell);
    let head = ["starts", "points", "alone", "lost", "tight line cuts"].map(String::from);
    let first = ["line".into()].into_iter().chain(filled("filled".into()));
    table.set_header(first.chain(head));
    for account in &lines.lines {
        let first = [name(account.line)]
            .into_iter()
            .chain(filled(account.filled.to_string()));
        table.add_row(
            first.chain([
                account.starts.to_string(),
                account.points.to_string(),
                shown(account.best),
                shown(account.lost()),
                // Where nothing is filled every cut through that is tight, which says nothing.
                account
                    .tight()
                    .filter(|_| account.filled > 0)
                    .map(facet)
                    .join(", "),
            ]),
        );
    }
    let first = ["all lines".into()]
        .into_iter()
        .chain(filled(String::new()));
    let sums = [
        lines.points().to_string(),
        shown(lines.best()),
        shown(lines.lost()),
    ];
    table.add_row(
        first
            .chain([String::new()])
            .chain(sums)
            .chain([String::new()]),
    );
    let numbers = if whole { 4 } else { 5 };
    for column in table.column_iter_mut().skip(1).take(numbers) {
        column.set_cell_alignment(comfy_table::CellAlignment::Right);
    }
    let mut text = super::tables::trimmed(&table);
    let (along, singles) = (counted(lines.points(), "point"), lines.singles);
    let _ = write!(text, "\n{along} along the lines, {singles} by singles");
    if lines.bonus > 0 {
        let _ = write!(text, ", {} by what is complete", lines.bonus);
    }
    let _ = write!(text, ": {} together.", lines.score());
    if let (Some(best), Some(lost)) = (lines.best(), lines.lost()) {
        text += "\n";
        text += &match (lost, sense) {
            (0, Sense::Maximize) => {
                "No line could earn more alone: none is in the way of another.".to_owned()
            }
            (0, Sense::Minimize) => {
                "No line could do with less alone: what is above that are the singles.".to_owned()
            }
            (_, Sense::Maximize) => format!(
                "Each alone, they could earn {best}: {} lost because one order has to serve all.",
                were(lost)
            ),
            (_, Sense::Minimize) => format!(
                "Each alone, they could do with {best}: {} added because one order has to serve all.",
                were(lost)
            ),
        };
    }
    text
}

/// `1 point is`, `2 points are`.
fn were(points: u32) -> String {
    format!(
        "{} {}",
        counted(points, "point"),
        if points == 1 { "is" } else { "are" }
    )
}

fn name(line: Line) -> String {
    match line {
        Line::Row(row) => format!("row {}", row + 1),
        Line::Column(column) => format!("column {}", column + 1),
    }
}

/// A line cut as a person would write it, such as `points ≥ 11 − starts`.
fn facet(cut: &LineCut) -> String {
    let LineCut {
        points,
        starts,
        filled,
        right,
    } = *cut;
    let mut terms = vec![(points, "points"), (starts, "starts"), (filled, "filled")];
    terms.retain(|(factor, _)| *factor != 0);
    let Some(&(first, subject)) = terms.first() else {
        return format!("0 ≥ {right}");
    };
    // What stays on the left has a positive factor; the rest changes sides.
    let sign = first.signum();
    let relation = if sign > 0 { '≥' } else { '≤' };
    let factor = |factor: i64, name: &str| match factor {
        1 => name.to_owned(),
        _ => format!("{factor}·{name}"),
    };
    let mut text = format!("{} {relation}", factor(first.abs(), subject));
    let rest = terms[1..]
        .iter()
        .map(|(factor, name)| (-sign * factor, *name));
    let mut parts = rest.sorted_by_key(|(factor, _)| *factor < 0).collect_vec();
    if right != 0 || parts.is_empty() {
        parts.insert(0, (sign * right, ""));
    }
    parts.sort_by_key(|(factor, _)| *factor < 0);
    for (index, (amount, name)) in parts.iter().enumerate() {
        let minus = if *amount < 0 { "−" } else { "" };
        let _ = match (index, name.is_empty()) {
            (0, true) => write!(text, " {minus}{}", amount.abs()),
            (0, false) => write!(text, " {minus}{}", factor(amount.abs(), name)),
            (_, true) => write!(
                text,
                " {} {}",
                if *amount < 0 { "−" } else { "+" },
                amount.abs()
            ),
            (_, false) => write!(
                text,
                " {} {}",
                if *amount < 0 { "−" } else { "+" },
                factor(amount.abs(), name)
            ),
        };
    }
    text
}

/// What is proven, and by what.
fn proven(answer: &Answer, sense: Sense) -> String {
    let best = best_word(sense);
    let how = how(answer);
    match &answer.outcome.verdict {
        Verdict::Optimal(solution) => format!(
            "{} is the {best}: the verifier scored the order tile by tile, and {how}.",
            solution.score
        ),
        Verdict::Infeasible => format!("No order satisfies the constraints: {how}."),
        Verdict::Feasible { solution, bound } => format!(
            "The {best} is not known: it was stopped early. It is {} by what was proven until then, and the verifier scored an order of {}.",
            bounded(sense, bound),
            solution.score
        ),
        Verdict::Unknown { bound } => format!(
            "Nothing but a bound: if there is an order, its score is {}.",
            bounded(sense, bound)
        ),
    }
}

fn how(answer: &Answer) -> String {
    let stats = &answer.outcome.stats;
    match &answer.outcome.history {
        History::Milp(_) if stats.columns == Some(0) => "nothing was left to decide".into(),
        History::Milp(history) => {
            let nodes = stats.nodes.unwrap_or(0);
            match (&answer.outcome.verdict, history.rounds.len(), nodes) {
                (_, 0, _) => {
                    "its score meets the bound of the lines, for which no solver was needed".into()
                }
                (Verdict::Infeasible, _, _) => format!(
                    "HiGHS found that the program, which every order satisfies, has no solution ({})",
                    counted(nodes, "node")
                ),
                (_, _, 0 | 1) => "HiGHS's bound met its score at the root".into(),
                (_, 1, _) => format!(
                    "HiGHS's branch and bound left nothing better in {}",
                    counted(nodes, "node")
                ),
                (_, rounds, _) => format!(
                    "HiGHS's branch and bound left nothing better in {} of {rounds} rounds",
                    counted(nodes, "node")
                ),
            }
        }
        History::Layers(history) => {
            let all = if history.start.is_some() {
                "every covering from which a score as good can be reached was gone through"
            } else {
                "every covering that can be reached was gone through"
            };
            match &answer.outcome.stats.orders {
                Some(orders) if matches!(answer.outcome.verdict, Verdict::Optimal(_)) => {
                    format!("{all}; {orders} orders score that")
                }
                _ => all.into(),
            }
        }
    }
}
