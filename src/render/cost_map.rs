//! Costs of filling each cell in a turn: as text, and as a picture.

use super::caption::{Caption, cell_or_cells, styled_title};
use super::colour::{self, Paint, scale};
use super::picture::{AXIS, PITCH, axes, corner, number_cell};
use super::svg::{MARGIN, at, heading_size, in_light_or_dark};
use crate::counted::counted;
use crate::instance::Instance;
use crate::outcome::Verdict;
use crate::render::proof::INFEASIBLE;
use crate::solve::{CellCost, Cost, CostMap};
use crate::wall::{Cell, Wall};
use itertools::Itertools;
use std::fmt::Write;
use svg::node::element::Group;

/// Text with a number in each cell of the wall, and the cheapest and the dearest cells.
pub fn text(instance: &Instance, map: &CostMap) -> String {
    let wall = instance.wall();
    let mut text = format!(
        "{}\n\n{}\n{}:\n",
        styled_title(instance, anstyle::Style::new()),
        best(instance, map),
        title(instance, map)
    );
    let costs = map.cells.iter().map(|&cost| short(cost)).collect_vec();
    let numbers = (1..=wall.rows().max(wall.columns())).map(|number| number.to_string());
    let widest = costs
        .iter()
        .cloned()
        .chain(numbers)
        .map(|text| text.chars().count())
        .max();
    let width = widest.unwrap_or(1) + 2;
    let head = (1..=wall.columns())
        .map(|column| format!("{column:>width$}"))
        .join("");
    let _ = write!(text, "\n{:width$}{head}", "");
    for (row, costs) in costs.chunks(wall.columns()).enumerate() {
        let costs = costs.iter().map(|cost| format!("{cost:>width$}")).join("");
        let _ = write!(text, "\n{:>width$}{costs}", row + 1);
    }
    text.push('\n');
    for line in summary(wall, map) {
        let _ = write!(text, "\n{line}");
    }
    text
}

/// Picture as an SVG document, in light or dark as its reader prefers.
pub fn svg(instance: &Instance, map: &CostMap) -> String {
    let wall = instance.wall();
    let lines = [best(instance, map), title(instance, map)];
    let caption = Caption::new(instance, lines.into_iter().chain(summary(wall, map)));
    let (words, above) = heading_size(&caption);
    let dearest = map
        .cells
        .iter()
        .filter_map(points)
        .map(|cost| cost.at_least)
        .max();
    let steps = dearest.unwrap_or(0) as usize + 1;
    let mut cells = Group::new()
        .set("text-anchor", "middle")
        .set("font-weight", 600);
    for (cell, cost) in wall.cells().zip(&map.cells) {
        let paint = |fill: &str, ink| Paint {
            fill: fill.to_owned(),
            ink,
        };
        let paint = match cost {
            CellCost::Points(cost) => scale(cost.at_least as usize, steps),
            CellCost::Initial => paint(colour::INITIAL, "#ffffff"),
            CellCost::Impossible => paint(colour::HOLE, colour::MUTED),
        };
        let text = short(*cost);
        let size = if text.chars().count() < 3 { 23.0 } else { 16.0 };
        let place = corner(wall, cell, AXIS, AXIS).set("data-cell", cell.number());
        let note = sentence(cell, *cost);
        cells = cells.add(number_cell(place, &note, (&text, size), paint));
    }
    let (width, height) = (
        AXIS + PITCH * wall.columns() as f64,
        AXIS + PITCH * wall.rows() as f64,
    );
    let top = MARGIN + above + 12.0;
    let (width, height) = (words.max(width) + 2.0 * MARGIN, top + height + MARGIN);
    let map = at(MARGIN, top).add(axes(wall, 0.0)).add(cells);
    let picture = in_light_or_dark(width, height, &caption).add(map);
    format!("{picture}\n")
}

/// Best score of the instance.
fn best(instance: &Instance, map: &CostMap) -> String {
    let (best, side) = instance.sense().best();
    match &map.without {
        Verdict::Optimal { solution, .. } => format!("{best}     {}", solution.score),
        Verdict::Feasible {
            solution, bound, ..
        } => {
            format!(
                "{best}     {side} {bound}; the best order so far has {}",
                solution.score
            )
        }
        Verdict::Infeasible { .. } => format!("infeasible: {INFEASIBLE}"),
        Verdict::Unknown { bound, .. } => format!("{best}     {side} {bound}"),
    }
}

/// Title of the numbers.
fn title(instance: &Instance, map: &CostMap) -> String {
    let turn = map.turn.number();
    let phrase = match turn {
        _ if turn == instance.horizon() => format!("in the last turn, turn {turn}"),
        1 => "in the first turn".into(),
        _ => format!("in turn {turn}"),
    };
    format!("points that it costs to fill a cell {phrase}")
}

/// Lines on the cheapest cells, the dearest cells, and the middle of the wall.
fn summary(wall: Wall, map: &CostMap) -> Vec<String> {
    let exact = map
        .cells
        .iter()
        .map(|cost| points(cost).and_then(Cost::exact));
    let exact = exact.collect_vec();
    let cells_of = |cost: u32| {
        let cells = wall.cells().zip(&exact);
        cells
            .filter(|(_, exact)| **exact == Some(cost))
            .map(|(cell, _)| cell)
            .collect_vec()
    };
    let mut lines = Vec::new();
    let is_open = map
        .cells
        .iter()
        .filter_map(points)
        .any(|cost| cost.exact().is_none());
    if let (false, Some((least, most))) = (is_open, exact.iter().flatten().minmax().into_option()) {
        lines.push(format!("cheapest    {least}: {}", list(&cells_of(*least))));
        if most > least {
            lines.push(format!("dearest     {most}: {}", list(&cells_of(*most))));
        }
    }
    let middle = middle(wall);
    let costs = middle
        .iter()
        .map(|cell| short(map.cells[cell.index()]))
        .unique()
        .join(", ");
    lines.push(match &middle[..] {
        [centre] => format!("centre      {costs}: cell {centre}"),
        cells => {
            let cells = list(cells);
            format!("middle      {costs}: {cells} (with an even side there is no single centre)")
        }
    });
    lines
}

/// Cells nearest to the middle of the wall: one, two or four.
fn middle(wall: Wall) -> Vec<Cell> {
    let both = |side: usize| (side - 1) / 2..=side / 2;
    let rows = both(wall.rows()).cartesian_product(both(wall.columns()));
    rows.filter_map(|(row, column)| wall.cell(row, column))
        .collect()
}

/// Cells in words, at most a screenful.
fn list(cells: &[Cell]) -> String {
    const MAX_CELLS: usize = 12;
    let noun = cell_or_cells(cells.len());
    let more = match cells.len().saturating_sub(MAX_CELLS) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!("{noun} {}{more}", cells.iter().take(MAX_CELLS).join(", "))
}

fn points(cost: &CellCost) -> Option<Cost> {
    match cost {
        CellCost::Points(cost) => Some(*cost),
        CellCost::Initial | CellCost::Impossible => None,
    }
}

/// Text of a cell.
fn short(cost: CellCost) -> String {
    match cost {
        CellCost::Initial => "■".into(),
        CellCost::Impossible => "–".into(),
        CellCost::Points(cost) => match (cost.exact(), cost.at_most) {
            (Some(points), _) => points.to_string(),
            (None, Some(most)) => format!("{}–{most}", cost.at_least),
            (None, None) => format!("≥{}", cost.at_least),
        },
    }
}

fn sentence(cell: Cell, cost: CellCost) -> String {
    match cost {
        CellCost::Initial => format!("cell {cell} is filled before turn 1"),
        CellCost::Impossible => format!("cell {cell} cannot be filled in this turn"),
        CellCost::Points(_) => format!("cell {cell}: {}", counted(short(cost), "point")),
    }
}
