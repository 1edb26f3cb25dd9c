//! Wall with a number in each filled cell.

use super::Panel;
use crate::order::{Replay, Step};
use crate::render::colour::{self, Paint, scale};
use crate::render::svg::{TEXT_SIZE, at, bold, rectangle, text, tip, width};
use crate::wall::{Cell, Wall};
use svg::node::element::{Group, Rectangle, Text};

/// Side of a cell.
pub(in crate::render) const SIDE: f64 = 52.0;
/// Distance of two neighbouring cells.
pub(in crate::render) const PITCH: f64 = 56.0;
/// Space for the numbers of rows and columns.
pub(in crate::render) const AXIS: f64 = 20.0;
/// Space for the title of a panel.
pub(super) const TOP: f64 = 26.0;
const LEGEND: f64 = 110.0;

/// Panel of a wall with numbers. `value` is the number of a tile, its place on the colour scale, and the length of that
/// scale. The legend has `words` and `steps`.
pub(super) fn panel(
    replay: &Replay<'_>,
    title: &str,
    value: impl Fn(&Step) -> (usize, usize, usize),
    (words, steps): (&str, usize),
) -> Panel {
    let wall = replay.instance().wall();
    let group = Group::new()
        .add(self::title(title))
        .add(axes(wall, TOP))
        .add(holes(replay, AXIS, TOP + AXIS));
    let mut tiles = Group::new()
        .set("class", "az-wall")
        .set("text-anchor", "middle")
        .set("font-weight", 600);
    for step in replay.steps() {
        let Some(cell) = step.cell else {
            continue;
        };
        let (number, index, steps) = value(step);
        let paint = scale(index, steps);
        let ink = paint.ink;
        let place = corner(wall, cell, AXIS, TOP + AXIS).set("data-turn", step.turn);
        let digits = number.to_string();
        let size = font_size(&digits);
        let mut tile = number_cell(place, &replay.sentence(step), (&digits, size), paint);
        let factor = replay.instance().factors().of(cell);
        if factor != 1 {
            let mark = text(SIDE - 12.0, 13.0, &format!("×{factor}"));
            tile = tile.add(mark.set("font-size", 11).set("fill", ink));
        }
        tiles = tiles.add(tile);
    }
    let bottom = TOP + AXIS + PITCH * wall.rows() as f64 + 12.0;
    let mut panel = Panel {
        group: group.add(tiles),
        width: AXIS + PITCH * wall.columns() as f64,
        height: bottom,
    };
    for line in [legend(words, steps), empty_cells_legend(replay)] {
        panel.add_below(AXIS, line);
    }
    panel
}

/// Words above a panel.
pub(super) fn title(words: &str) -> Text {
    bold(0.0, 12.0, words)
}

/// Numbers of rows and columns, at the distance `top` from the top.
pub(in crate::render) fn axes(wall: Wall, top: f64) -> Group {
    let mut axes = Group::new()
        .set("class", "az-muted")
        .set("fill", colour::MUTED)
        .set("font-size", 11)
        .set("text-anchor", "middle");
    for column in 0..wall.columns() {
        let x = AXIS + PITCH * column as f64 + SIDE / 2.0;
        axes = axes.add(text(x, top + AXIS - 6.0, &(column + 1).to_string()));
    }
    for row in 0..wall.rows() {
        let y = top + AXIS + PITCH * row as f64 + SIDE / 2.0 + 4.0;
        axes = axes.add(text(AXIS / 2.0 - 2.0, y, &(row + 1).to_string()));
    }
    axes
}

/// Cells before turn 1, without the holes of the instance.
pub(super) fn holes(replay: &Replay<'_>, left: f64, top: f64) -> Group {
    let instance = replay.instance();
    let mut holes = Group::new();
    for cell in instance.wall().cells() {
        if instance.holes().contains(&cell) {
            continue;
        }
        let (x, y) = corner_of(instance.wall(), cell, left, top);
        let square = if instance.initial().contains(&cell) {
            let note = format!("{}: filled before turn 1", replay.place(cell));
            initial(x, y, SIDE).add(tip(&note))
        } else {
            hole(x, y, SIDE)
        };
        holes = holes.add(square.set("data-cell", cell.number()));
    }
    holes
}

fn hole(x: f64, y: f64, side: f64) -> Rectangle {
    rectangle(x, y, side, side)
        .set("rx", side / 10.0)
        .set("class", "az-hole")
        .set("fill", colour::HOLE)
}

fn initial(x: f64, y: f64, side: f64) -> Rectangle {
    rectangle(x, y, side, side)
        .set("rx", side / 10.0)
        .set("fill", colour::INITIAL)
}

/// Upper left corner of a cell.
fn corner_of(wall: Wall, cell: Cell, left: f64, top: f64) -> (f64, f64) {
    let x = left + PITCH * wall.column_of(cell) as f64;
    (x, top + PITCH * wall.row_of(cell) as f64)
}

/// Group at the upper left corner of a cell.
pub(in crate::render) fn corner(wall: Wall, cell: Cell, left: f64, top: f64) -> Group {
    let (x, y) = corner_of(wall, cell, left, top);
    at(x, y)
}

/// Adds a cell in a colour to a group, with a tooltip, and with a number of a font size.
pub(in crate::render) fn number_cell(
    group: Group,
    note: &str,
    (number, size): (&str, f64),
    paint: Paint,
) -> Group {
    let square = rectangle(0.0, 0.0, SIDE, SIDE)
        .set("rx", 5)
        .set("fill", paint.fill);
    let number = text(SIDE / 2.0, SIDE / 2.0 + size * 0.36, number)
        .set("font-size", size)
        .set("fill", paint.ink);
    group.add(tip(note)).add(square).add(number)
}

/// Font size of digits that fit into a cell.
fn font_size(digits: &str) -> f64 {
    match digits.len() {
        0..=2 => 23.0,
        3 => 18.0,
        _ => 14.0,
    }
}

/// Legend of the colour scale, and its width; `None` for one colour.
fn legend(words: &str, steps: usize) -> Option<(Group, f64)> {
    const SWATCHES: usize = 22;
    if steps < 2 {
        return None;
    }
    let mut group = Group::new();
    let step = LEGEND / SWATCHES as f64;
    for index in 0..SWATCHES {
        // Swatches overlap, so that no gaps show between them.
        let swatch = rectangle(step * index as f64, 0.0, step + 0.6, 10.0);
        group = group.add(swatch.set("fill", scale(index, SWATCHES).fill));
    }
    let label = text(LEGEND + 8.0, 9.5, words).set("class", "az-text");
    Some((group.add(label), LEGEND + 8.0 + width(words, TEXT_SIZE)))
}

/// Legend of the cells without a number, if there are any, and its width.
pub(super) fn empty_cells_legend(replay: &Replay<'_>) -> Option<(Group, f64)> {
    let instance = replay.instance();
    let filled = replay.steps().len();
    let mut group = Group::new();
    let mut x = 0.0;
    let mut add_entry = |square, words: &str| {
        let label = text(x + 17.0, 9.5, words).set("class", "az-text");
        group = std::mem::take(&mut group)
            .add(at(x, -1.0).add(square))
            .add(label);
        x += 17.0 + width(words, TEXT_SIZE) + 14.0;
    };
    if !instance.initial().is_empty() {
        add_entry(initial(0.0, 0.0, 12.0), "filled before");
    }
    if filled < instance.empty_len() {
        add_entry(hole(0.0, 0.0, 12.0), "stays empty");
    }
    (x > 0.0).then_some((group, x))
}
