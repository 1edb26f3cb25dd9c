//! Wall of the page: the constraints, the turn and the points of each cell.

use super::marks::cell_marks;
use crate::instance::{CellSpec, FactorSpec};
use crate::order::Replay;
use crate::pages::address::Address;
use crate::wall::Cell;
use crate::web::{Serde, TemplateError, Templates, context};
use itertools::Itertools;
use serde::Serialize;

/// Shades from the first turn to the last; the style sheet has a class for each.
const SHADES: usize = 10;

/// Most characters on a line of a cell: of a large cell, and of a small one.
const LINE_WIDTHS: [usize; 2] = [8, 5];

/// Fewest columns of a wall with small cells.
const SMALL_COLUMNS: usize = 8;

/// Cell of the page.
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
    /// The constraints on the cell, in words.
    conditions: Vec<String>,
    /// The constraints on the cell in a few signs, on at most two lines; their number where there is no room.
    signs: Vec<String>,
    /// Whether the signs take two lines.
    crowded: bool,
    clashes: bool,
    label: String,
}

/// HTML of the wall of an address, with an order if there is one; `clash` has the indices of constraints to mark.
pub(super) fn wall(
    templates: &Templates,
    address: &Address,
    replay: Option<&Replay<'_>>,
    clash: &[usize],
) -> Result<String, TemplateError> {
    grid(templates, address, replay, clash, false)
}

/// HTML of the wall of an address with an order, read-only.
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
        cells: factor_cells,
        factor,
    } in &address.factors
    {
        for cell in factor_cells.iter().filter_map(on_wall) {
            let view = &mut cells[cell.index()];
            view.signs.push(format!("×{factor}"));
            view.conditions
                .push(format!("its points count {factor} times"));
        }
    }
    for (index, constraint) in address.constraints.iter().enumerate() {
        let Some(spec) = &constraint.spec else {
            continue;
        };
        for mark in cell_marks(wall, spec) {
            let view = &mut cells[mark.cell.index()];
            view.signs.push(mark.sign);
            view.conditions.push(mark.words);
            view.clashes |= clash.contains(&index);
        }
    }
    for step in replay.iter().flat_map(|replay| replay.steps()) {
        let Some(cell) = step.cell else {
            continue;
        };
        let view = &mut cells[cell.index()];
        view.filled = Some((step.turn, step.kinds.total()));
        let horizon = address
            .instance
            .as_ref()
            .map_or(1, |instance| instance.horizon());
        view.shade = (step.turn - 1) * SHADES / horizon.max(1);
    }
    let columns = wall.columns();
    let width = LINE_WIDTHS[usize::from(columns >= SMALL_COLUMNS)];
    for view in &mut cells {
        view.fit(width);
        view.label = view.words();
    }
    let rows = Serde(cells.chunks(columns).collect_vec());
    let grid = context! { columns, fixed, rows };
    templates.render("pages/explore/wall.html", &grid)
}

impl CellView {
    /// Puts the signs on lines of at most `width` characters, and their number in the place of more than two lines: the cell shows
    /// all signs or none. A sign that is longer than a line breaks after its dash.
    fn fit(&mut self, width: usize) {
        let length = |text: &str| text.chars().count();
        let mut lines: Vec<String> = Vec::new();
        for sign in &self.signs {
            let is_whole = length(sign) <= width;
            let parts = sign.split_inclusive(|letter| !is_whole && letter == '–');
            for (index, part) in parts.enumerate() {
                let gap = if index == 0 { " " } else { "" };
                let has_room =
                    |line: &&mut String| length(line) + length(gap) + length(part) <= width;
                match lines.last_mut().filter(has_room) {
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

    /// Label of the cell for a screen reader.
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

/// Selected cell of the address, if the wall has it.
pub(super) fn selected_cell(address: &Address) -> Option<Cell> {
    let number = address.page_field("cell")?.parse().ok()?;
    CellSpec::Number(number).on(address.wall).ok()
}
