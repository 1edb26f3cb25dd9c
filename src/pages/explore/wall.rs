//! The wall as the page shows it: what is asked of each cell, and when it is filled for how many points.

use crate::instance::{CellSpec, Value, Written};
use crate::order::Replay;
use crate::pages::address::Address;
use crate::wall::Cell;
use askama::Template;
use itertools::Itertools;

/// Shades from the first turn to the last; the style sheet has a class for each.
const SHADES: usize = 10;

#[derive(Template)]
#[template(path = "pages/explore/wall.html")]
struct Grid {
    columns: usize,
    /// Only to be looked at.
    fixed: bool,
    rows: Vec<Vec<Shown>>,
}

/// A cell of the page.
#[derive(Debug, Default)]
struct Shown {
    number: usize,
    row: usize,
    column: usize,
    initial: bool,
    /// Its turn, and what its tile earns.
    filled: Option<(usize, u32)>,
    shade: usize,
    /// What is asked of it: in a few signs, and in words.
    marks: Vec<(String, String)>,
    clashes: bool,
    label: String,
}

/// The wall of an address, with an order if there is one; constraints that clash are marked.
pub(super) fn wall(address: &Address, replay: Option<&Replay<'_>>, clash: &[usize]) -> String {
    grid(address, replay, clash, false)
}

/// The wall of an address with an order, only to be looked at.
pub(super) fn read_only(address: &Address, replay: Option<&Replay<'_>>) -> String {
    grid(address, replay, &[], true)
}

fn grid(address: &Address, replay: Option<&Replay<'_>>, clash: &[usize], fixed: bool) -> String {
    let wall = address.wall;
    let mut cells: Vec<Shown> = wall
        .cells()
        .map(|cell| Shown {
            number: cell.number(),
            row: wall.row_of(cell) + 1,
            column: wall.column_of(cell) + 1,
            ..Shown::default()
        })
        .collect();
    let on_wall = |cell: &CellSpec| cell.on(wall).ok();
    for cell in address.initial.iter().filter_map(on_wall) {
        cells[cell.index()].initial = true;
    }
    for (index, written) in address.constraints.iter().enumerate() {
        let Some(spec) = &written.spec else { continue };
        for (cell, sign, words) in marks(spec.kind().name, spec.values()) {
            if let Some(cell) = on_wall(&cell) {
                let shown = &mut cells[cell.index()];
                shown.marks.push((sign, words));
                shown.clashes |= clash.contains(&index);
            }
        }
    }
    for step in replay.iter().flat_map(|replay| replay.steps()) {
        let shown = &mut cells[step.cell.index()];
        shown.filled = Some((step.turn, step.kinds.total()));
        let last = address.instance.as_ref().map_or(1, |one| one.horizon());
        shown.shade = (step.turn - 1) * SHADES / last.max(1);
    }
    for shown in &mut cells {
        shown.label = shown.words();
    }
    let columns = wall.columns();
    let mut rest = cells.into_iter();
    let rows = std::iter::from_fn(|| Some(rest.by_ref().take(columns).collect_vec()))
        .take(wall.rows())
        .collect();
    let grid = Grid {
        columns,
        fixed,
        rows,
    };
    grid.render().unwrap_or_default()
}

impl Shown {
    /// What a reader hears who does not see it.
    fn words(&self) -> String {
        let place = format!(
            "Cell {}, row {}, column {}",
            self.number, self.row, self.column
        );
        let state = match (self.initial, self.filled) {
            (true, _) => "filled before turn 1".into(),
            (false, Some((turn, points))) => format!("turn {turn}, earns {points}"),
            (false, None) => "empty".into(),
        };
        let marks = self.marks.iter().map(|(_, words)| words.as_str());
        let parts = [place, state].into_iter().chain(marks.map(String::from));
        parts
            .chain(self.clashes.then(|| "cannot hold".into()))
            .join("; ")
    }
}

/// What a constraint asks of each cell that it names.
fn marks(kind: &str, values: &[Written]) -> Vec<(CellSpec, String, String)> {
    match (kind, values) {
        (_, [Value::Cell(cell), Value::Turn(turn)]) => {
            vec![(*cell, format!("={turn}"), format!("in turn {turn}"))]
        }
        (_, [Value::Cell(cell), Value::Turn(from), Value::Turn(to)]) => {
            vec![(
                *cell,
                format!("{from}–{to}"),
                format!("in turns {from} to {to}"),
            )]
        }
        (_, [Value::Cell(first), Value::Cell(then)]) => vec![
            (
                *first,
                format!("<{}", number(then)),
                format!("before {then}"),
            ),
            (
                *then,
                format!(">{}", number(first)),
                format!("after {first}"),
            ),
        ],
        (_, [Value::Cells(cells)]) => {
            let sign = if kind == "first" { "F" } else { "L" };
            let each = |cell: &CellSpec| (*cell, sign.to_owned(), format!("among the {kind}"));
            cells.iter().map(each).collect()
        }
        (_, [Value::Cells(cells), Value::Turn(from), Value::Turn(to)]) => {
            let each = |cell: &CellSpec| {
                let words = format!("is one of the only cells that turns {from} to {to} fill");
                (*cell, format!("∈{from}–{to}"), words)
            };
            cells.iter().map(each).collect()
        }
        _ => Vec::new(),
    }
}

fn number(cell: &CellSpec) -> String {
    match cell {
        CellSpec::Number(number) => number.to_string(),
        CellSpec::At(row, column) => format!("{row},{column}"),
    }
}

/// The cell that the address names beside the instance, if the wall has it.
pub(super) fn chosen(address: &Address) -> Option<Cell> {
    let number = address.other("cell")?.parse().ok()?;
    CellSpec::Number(number).on(address.wall).ok()
}
