//! Tables as text.

use crate::counted::counted;
use crate::instance::Instance;
use crate::order::{Breakdown, Order};
use crate::outcome::{Stats, Verdict};
use crate::published::Reproduction;
use crate::solve::{Answer, SolveError};
use crate::wall::PointsByKind;
use comfy_table::{CellAlignment, Row, Table, presets};
use itertools::Itertools;
use std::ops::RangeBounds;

/// The case study's two tables for an order: the position of each turn (its table 1) and the points of
/// that position (its tables 2 and 3). A row for each turn, a column for each position.
pub fn case_study(instance: &Instance, order: &Order, points: &[u32]) -> String {
    let matrix = |title: &str, entry: &dyn Fn(usize) -> u32| {
        let positions = instance.wall().cells().map(|cell| format!("P{cell}"));
        let rows = order.iter().enumerate().map(|(index, turn)| {
            let entries = instance.wall().cells().map(move |cell| {
                let value = if Some(cell) == *turn { entry(index) } else { 0 };
                value.to_string()
            });
            [format!("T{}", index + 1)].into_iter().chain(entries)
        });
        table([title.to_owned()].into_iter().chain(positions), rows)
    };
    let positions = matrix("A", &|_| 1);
    let points = matrix("p", &|index| points[index]);
    format!(
        "Positions completed per turn (case study, table 1)\n{positions}\n\n\
         Points obtained per position and turn (case study, tables 2 and 3)\n{points}"
    )
}

/// Columns of the answer of a method.
const FIGURES: [&str; 10] = [
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

/// Rows of the methods with their results and their costs.
pub fn comparison(rows: &[(&str, Result<Answer, SolveError>)]) -> String {
    let rows = rows.iter().map(|(name, result)| {
        let cells = match result {
            Ok(answer) => figures(answer),
            Err(error) => vec![error.in_short().to_owned()],
        };
        [(*name).to_owned()].into_iter().chain(cells)
    });
    table(["method"].iter().chain(&FIGURES), rows)
}

/// Sentence on the agreement of the methods of a comparison, of which at least one has an answer.
pub fn agreement(rows: &[(&str, Result<Answer, SolveError>)], agree: bool) -> &'static str {
    let verdicts = rows
        .iter()
        .filter_map(|(_, result)| Some(&result.as_ref().ok()?.outcome.verdict))
        .collect_vec();
    let is_proven = |verdict: &&Verdict| verdict.is_decided();
    match (verdicts.len(), agree, verdicts.iter().all(is_proven)) {
        (_, false, _) => "The methods DISAGREE: please report this.",
        (1, ..) => "Only one method takes this instance.",
        (_, true, true) => "All methods agree.",
        (_, true, false) => "No method contradicts another; not all of them finished.",
    }
}

/// Rows of published figures with their sources, and with the computed figures.
pub fn reproductions(rows: &[Reproduction]) -> String {
    aligned(
        REPRODUCTION_COLUMNS,
        rows.iter().map(reproduction_cells),
        0..0,
    )
}

/// Published figures as a table of a Markdown document.
pub fn reproductions_markdown(rows: &[Reproduction]) -> String {
    let line = |cells: [String; 5]| {
        format!(
            "| {} |",
            cells.map(|cell| cell.replace('|', "\\|")).join(" | ")
        )
    };
    let head = [
        line(REPRODUCTION_COLUMNS.map(String::from)),
        "|---|---|---|---|---|".into(),
    ];
    let rows = rows.iter().map(|row| line(reproduction_cells(row)));
    head.into_iter().chain(rows).join("\n")
}

const REPRODUCTION_COLUMNS: [&str; 5] = ["source", "figure", "published", "computed", "verdict"];

fn reproduction_cells(row: &Reproduction) -> [String; 5] {
    let computed = row.computed.as_ref().map(|(computed, _)| computed);
    [
        row.figure.source.clone(),
        row.figure.figure.clone(),
        row.figure.published.clone(),
        or_dash(computed),
        row.verdict().into(),
    ]
}

/// Points of each cell by kind between the margins of its row and its column (thesis, figures
/// 16b, 17b and 20b). The last line is the figures' column margin: vertical points and singles.
pub fn breakdown(breakdown: &Breakdown) -> String {
    let (wall, total) = (breakdown.wall(), breakdown.total());
    let columns = (1..=wall.columns()).map(|column| column.to_string());
    let margins = ["horizontal", "single"].map(String::from);
    let head = [String::new()].into_iter().chain(columns).chain(margins);
    let rows = breakdown.cells().chunks(wall.columns());
    let rows = rows.zip(breakdown.rows()).enumerate();
    let rows = rows.map(|(index, (cells, row))| {
        let cells = cells.iter().map(points_by_kind);
        let margins = [row.horizontal, row.single].map(|points| points.to_string());
        let name = format!("row {}", index + 1);
        [name].into_iter().chain(cells).chain(margins).collect_vec()
    });
    let columns = breakdown.columns();
    let margin = |name: &str, points: fn(&PointsByKind) -> u32| {
        let points = columns.iter().map(|column| points(column).to_string());
        [name.to_owned()].into_iter().chain(points).collect_vec()
    };
    let margins = [
        margin("vertical", |column| column.vertical),
        margin("single", |column| column.single),
        margin("both", |column| column.vertical + column.single),
    ];
    let PointsByKind {
        horizontal,
        vertical,
        single,
    } = total;
    format!(
        "points by kind: h horizontal, v vertical, s single\n\n{}\n\n\
         {horizontal} horizontal + {vertical} vertical + {single} single = {}",
        table(head, rows.chain(margins)),
        counted(total.total(), "point")
    )
}

fn points_by_kind(kinds: &PointsByKind) -> String {
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
    } = answer.outcome.stats;
    vec![
        verdict.status().into(),
        or_dash(verdict.score()),
        or_dash(verdict.bound()),
        or_dash(columns),
        or_dash(rows),
        or_dash(nonzeros),
        or_dash(root_bound.map(|bound| format!("{bound:.2}"))),
        or_dash(nodes),
        or_dash(iterations),
        format!("{seconds:.3}"),
    ]
}

/// Value, or a dash without one.
pub(super) fn or_dash<T: ToString>(value: Option<T>) -> String {
    value.map_or("–".into(), |value| value.to_string())
}

/// Table with all columns except the first to the right.
pub(super) fn table<R: Into<Row>>(
    head: impl Into<Row>,
    rows: impl IntoIterator<Item = R>,
) -> String {
    aligned(head, rows, 1..)
}

/// Table with the columns `right`, from 0, to the right, and without blanks at the ends of its lines.
pub(super) fn aligned<R: Into<Row>>(
    head: impl Into<Row>,
    rows: impl IntoIterator<Item = R>,
    right: impl RangeBounds<usize>,
) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(head).add_rows(rows);
    for (index, column) in table.column_iter_mut().enumerate() {
        if right.contains(&index) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    let mut lines = table.lines().map(|line| line.trim_end().to_owned());
    lines.join("\n")
}
