//! Tables as text.

use crate::counted::counted;
use crate::instance::Instance;
use crate::order::{Breakdown, Order};
use crate::outcome::{Stats, Verdict};
use crate::published::Reproduction;
use crate::solve::{Answer, SolveError};
use crate::wall::PointsByKind;
use comfy_table::{CellAlignment, Table, presets};
use itertools::Itertools;

/// The case study's two tables for an order: the position completed in each turn (its table 1) and
/// the points that earned (its tables 2 and 3). A row for each turn, a column for each position.
pub fn case_study(instance: &Instance, order: &Order, points: &[u32]) -> String {
    let matrix = |title: &str, entry: &dyn Fn(usize) -> u32| {
        let mut table = plain();
        let positions = instance.wall().cells().map(|cell| format!("P{cell}"));
        table.set_header([title.to_owned()].into_iter().chain(positions));
        for (index, placed) in order.iter().enumerate() {
            let entries = instance.wall().cells().map(|cell| {
                let value = if Some(cell) == *placed {
                    entry(index)
                } else {
                    0
                };
                value.to_string()
            });
            table.add_row([format!("T{}", index + 1)].into_iter().chain(entries));
        }
        right_aligned(table)
    };
    let completed = matrix("A", &|_| 1);
    let earned = matrix("p", &|index| points[index]);
    format!(
        "Positions completed per turn (case study, table 1)\n{completed}\n\n\
         Points obtained per position and turn (case study, tables 2 and 3)\n{earned}"
    )
}

/// The columns of a method's answer.
pub(super) const FIGURES: [&str; 10] = [
    "status",
    "score",
    "bound",
    "columns",
    "rows",
    "nonzeros",
    "root bound",
    "nodes",
    "iterations",
    "seconds",
];

/// A row for each method: what it proved, and what it cost.
pub fn comparison(rows: &[(&str, Result<Answer, SolveError>)]) -> String {
    let mut table = plain();
    table.set_header(["method"].iter().chain(&FIGURES));
    for (name, result) in rows {
        let cells = match result {
            Ok(answer) => figures(answer),
            Err(error) => vec![error.in_short().to_owned()],
        };
        table.add_row([(*name).to_owned()].into_iter().chain(cells));
    }
    right_aligned(table)
}

/// Whether the methods of a comparison, of which at least one has an answer, `agree`, in words.
pub fn agreement(rows: &[(&str, Result<Answer, SolveError>)], agree: bool) -> &'static str {
    let verdicts = rows
        .iter()
        .filter_map(|(_, result)| Some(&result.as_ref().ok()?.outcome.verdict))
        .collect_vec();
    let proven = |verdict: &&Verdict| verdict.is_decided();
    match (verdicts.len(), agree, verdicts.iter().all(proven)) {
        (_, false, _) => "The methods DISAGREE: please report this.",
        (1, ..) => "Only one method takes this instance.",
        (_, true, true) => "All methods agree.",
        (_, true, false) => "No method contradicts another; not all of them finished.",
    }
}

/// A row for each published figure: its source, what was published and what was computed.
pub fn reproduced(rows: &[Reproduction]) -> String {
    let mut table = plain();
    table.set_header(REPRODUCED);
    for row in rows {
        table.add_row(reproduced_cells(row));
    }
    trimmed(&table)
}

/// The published figures as a table of a Markdown document.
pub fn reproduced_markdown(rows: &[Reproduction]) -> String {
    let line = |cells: [String; 5]| {
        format!(
            "| {} |",
            cells.map(|cell| cell.replace('|', "\\|")).join(" | ")
        )
    };
    let head = [
        line(REPRODUCED.map(String::from)),
        "|---|---|---|---|---|".into(),
    ];
    let rows = rows.iter().map(|row| line(reproduced_cells(row)));
    head.into_iter().chain(rows).join("\n")
}

const REPRODUCED: [&str; 5] = ["source", "figure", "published", "computed", "verdict"];

fn reproduced_cells(row: &Reproduction) -> [String; 5] {
    let computed = row.computed.as_ref().map(|(computed, _)| computed);
    [
        row.figure.source.clone(),
        row.figure.figure.clone(),
        row.figure.published.clone(),
        or_dash(&computed),
        row.verdict().into(),
    ]
}

/// The points of each cell by kind between the margins of its row and its column (thesis, figures
/// 16b, 17b and 20b). The last line is the figures' column margin: vertical points and singles.
pub fn breakdown(breakdown: &Breakdown) -> String {
    let (wall, total) = (breakdown.wall(), breakdown.total());
    let mut table = plain();
    let columns = (1..=wall.columns()).map(|column| column.to_string());
    let margins = ["horizontal", "single"].map(String::from);
    table.set_header([String::new()].into_iter().chain(columns).chain(margins));
    let rows = breakdown.cells().chunks(wall.columns());
    for (index, (cells, row)) in rows.zip(breakdown.rows()).enumerate() {
        let cells = cells.iter().map(earned);
        let margins = [row.horizontal, row.single].map(|points| points.to_string());
        let name = format!("row {}", index + 1);
        table.add_row([name].into_iter().chain(cells).chain(margins));
    }
    let columns = breakdown.columns();
    let mut margin = |name: &str, points: fn(&PointsByKind) -> u32| {
        let points = columns.iter().map(|column| points(column).to_string());
        table.add_row([name.to_owned()].into_iter().chain(points));
    };
    margin("vertical", |column| column.vertical);
    margin("single", |column| column.single);
    margin("both", |column| column.vertical + column.single);
    let PointsByKind {
        horizontal,
        vertical,
        single,
    } = total;
    format!(
        "points by kind: h horizontal, v vertical, s single\n\n{}\n\n\
         {horizontal} horizontal + {vertical} vertical + {single} single = {}",
        right_aligned(table),
        counted(total.total(), "point")
    )
}

fn earned(kinds: &PointsByKind) -> String {
    let PointsByKind {
        horizontal,
        vertical,
        single,
    } = *kinds;
    let parts = [(horizontal, 'h'), (vertical, 'v'), (single, 's')];
    let parts = parts.iter().filter(|(points, _)| *points > 0);
    let text = parts
        .map(|(points, kind)| format!("{points}{kind}"))
        .join(" ");
    if text.is_empty() { "·".into() } else { text }
}

fn figures(answer: &Answer) -> Vec<String> {
    let verdict = &answer.outcome.verdict;
    let Stats {
        columns,
        rows,
        nonzeros,
        root_bound,
        nodes,
        iterations,
        seconds,
        ..
    } = &answer.outcome.stats;
    vec![
        verdict.status().into(),
        or_dash(&verdict.score()),
        or_dash(&verdict.bound()),
        or_dash(columns),
        or_dash(rows),
        or_dash(nonzeros),
        root_bound.map_or("–".into(), |bound| format!("{bound:.2}")),
        or_dash(nodes),
        or_dash(iterations),
        format!("{seconds:.3}"),
    ]
}

fn or_dash<T: ToString>(value: &Option<T>) -> String {
    value.as_ref().map_or("–".into(), T::to_string)
}

pub(super) fn plain() -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table
}

/// Everything but the first column to the right, and nothing after the last.
pub(super) fn right_aligned(mut table: Table) -> String {
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    trimmed(&table)
}

/// A table without blanks at the ends of its lines.
pub(super) fn trimmed(table: &Table) -> String {
    let mut lines = table.lines().map(|line| line.trim_end().to_owned());
    lines.join("\n")
}
