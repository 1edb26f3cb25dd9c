//! The wall as the page shows it: what is asked of each cell, and when it is filled for how many points.

use super::marks::cell_marks;
use crate::instance::{CellSpec, FactorSpec};
use crate::order::Replay;
use crate::pages::address::Address;
use crate::wall::Cell;
use crate::web::{TemplateError, Templates};
use itertools::Itertools;
use serde::Serialize;

/// Shades from the first turn to the last; the style sheet has a class for each.
const SHADES: usize = 10;

/// Characters that one line of a cell has room for, and of a wall with many columns, whose cells are small.
const LINE: [usize; 2] = [8, 5];

/// The columns from which on cells are small.
const SMALL: usize = 8;

/// The wall: `wall.html` writes it.
#[derive(Debug, Serialize)]
struct Grid {
    columns: usize,
    /// Only to be looked at.
    fixed: bool,
    rows: Vec<Vec<CellView>>,
}

/// A cell of the page.
#[derive(Debug, Default, Serialize)]
struct CellView {
    number: usize,
    row: usize,
    column: usize,
    initial: bool,
    hole: bool,
    /// Turn of the cell, and points of the tile.
    filled: Option<(usize, u32)>,
    shade: usize,
    /// The constraints on it, in words.
    conditions: Vec<String>,
    /// The constraints on it in a few signs, on at most two lines; their number where there is no room for them.
    signs: Vec<String>,
    /// Whether its signs take two lines.
    crowded: bool,
    clashes: bool,
    label: String,
}

/// The wall of an address, with an order if there is one; constraints that clash are marked.
pub(super) fn wall(
    templates: &Templates,
    address: &Address,
    replay: Option<&Replay<'_>>,
    clash: &[usize],
) -> Result<String, TemplateError> {
    grid(templates, address, replay, clash, false)
}

/// The wall of an address with an order, only to be looked at.
pub(super) fn read_only(
    templates: &Templates,
    address: &Address,
    replay: Option<&Replay<'_>>,
) -> Result<String, TemplateError> {
    grid(templates, address, replay, &[], true)
}

fn grid(
    templates: &Templates,
    address: &Address,
    replay: Option<&Replay<'_>>,
    clash: &[usize],
    fixed: bool,
) -> Result<String, TemplateError> {
    let wall = address.wall;
    let mut cells: Vec<CellView> = wall
        .cells()
        .map(|cell| CellView {
            number: cell.number(),
            row: wall.row_of(cell) + 1,
            column: wall.column_of(cell) + 1,
            ..CellView::default()
        })
        .collect();
    let on_wall = |cell: &CellSpec| cell.on(wall).ok();
    for cell in address.initial.iter().filter_map(on_wall) {
        cells[cell.index()].initial = true;
    }
    for cell in address.holes.iter().filter_map(on_wall) {
        let view = &mut cells[cell.index()];
        view.hole = true;
        view.conditions.push("a hole: no tile lies there".into());
    }
    for FactorSpec {
        cells: named,
        factor,
    } in &address.factors
    {
        for cell in named.iter().filter_map(on_wall) {
            let view = &mut cells[cell.index()];
            view.signs.push(format!("×{factor}"));
            view.conditions
                .push(format!("its points count {factor} times"));
        }
    }
    for (index, written) in address.constraints.iter().enumerate() {
        let Some(spec) = &written.spec else { continue };
        for one in cell_marks(wall, spec) {
            let view = &mut cells[one.cell.index()];
            view.signs.push(one.sign);
            view.conditions.push(one.words);
            view.clashes |= clash.contains(&index);
        }
    }
    for step in replay.iter().flat_map(|replay| replay.steps()) {
        let Some(cell) = step.cell else {
            continue;
        };
        let view = &mut cells[cell.index()];
        view.filled = Some((step.turn, step.kinds.total()));
        let last = address.instance.as_ref().map_or(1, |one| one.horizon());
        view.shade = (step.turn - 1) * SHADES / last.max(1);
    }
    let columns = wall.columns();
    let line = LINE[usize::from(columns >= SMALL)];
    for view in &mut cells {
        view.fit(line);
        view.label = view.words();
    }
    let mut rest = cells.into_iter();
    let rows = std::iter::from_fn(|| Some(rest.by_ref().take(columns).collect_vec()))
        .take(wall.rows())
        .collect();
    let grid = Grid {
        columns,
        fixed,
        rows,
    };
    templates.render("pages/explore/wall.html", &grid)
}

impl CellView {
    /// Puts the signs on lines of so many characters, and their number in the place of more than two lines: each sign can be
    /// read, or none is shown. A sign that is longer than a line goes on after its dash.
    fn fit(&mut self, most: usize) {
        let length = |text: &str| text.chars().count();
        let mut lines: Vec<String> = Vec::new();
        for sign in &self.signs {
            let whole = length(sign) <= most;
            let parts = sign.split_inclusive(|sign| !whole && sign == '–');
            for (index, part) in parts.enumerate() {
                let gap = if index == 0 { " " } else { "" };
                let longer = |line: &&mut String| length(line) + length(gap) + length(part) <= most;
                match lines.last_mut().filter(longer) {
                    Some(line) => *line += &format!("{gap}{part}"),
                    None => lines.push(part.to_owned()),
                }
            }
        }
        if lines.len() > 2 {
            lines = vec![format!("{}…", self.signs.len())];
        }
        self.crowded = lines.len() == 2;
        self.signs = lines;
    }

    /// The words for a reader who does not see the cell.
    fn words(&self) -> String {
        let place = format!(
            "Cell {}, row {}, column {}",
            self.number, self.row, self.column
        );
        let state = match (self.initial, self.filled) {
            _ if self.hole => "a hole".into(),
            (true, _) => "filled before turn 1".into(),
            (false, Some((turn, points))) => format!("turn {turn}, earns {points}"),
            (false, None) => "empty".into(),
        };
        let parts = [place, state]
            .into_iter()
            .chain(self.conditions.iter().cloned());
        parts
            .chain(self.clashes.then(|| "in a clash".into()))
            .join("; ")
    }
}

/// The cell that the address names beside the instance, if the wall has it.
pub(super) fn chosen(address: &Address) -> Option<Cell> {
    let number = address.other("cell")?.parse().ok()?;
    CellSpec::Number(number).on(address.wall).ok()
}
