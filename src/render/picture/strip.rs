//! Small wall for each turn, with its new tile, and frames around the runs of the tile.

use super::numbers::{TOP, empty_cells_legend, title};
use super::{Panel, Picture, ROW, Text};
use crate::order::{Replay, Run, Step};
use crate::render::svg::{at, grid, rectangle, short, squares, text, tip, width};
use crate::render::{colour, walls};
use crate::wall::{Cell, Wall};
use std::collections::BTreeSet;
use svg::node::element::{Definitions, Group, Rectangle, Use};

const GAP: f64 = 18.0;
const LABEL: f64 = 18.0;
const LABEL_SIZE: f64 = 12.0;

/// Small wall for each turn, with its new tile and the runs of the tile.
pub static PICTURE: Picture = Picture {
    name: "strip",
    help: "A small wall for each turn",
    panel,
    text: Text::Whole(|replay| {
        let (instance, order) = (replay.instance(), replay.order());
        walls::strip(instance, &order, &replay.report().points)
    }),
};

fn panel(replay: &Replay<'_>) -> Panel {
    let wall = replay.instance().wall();
    let longest = wall.rows().max(wall.columns()) as f64;
    let side = (84.0 / longest).clamp(3.0, 18.0).floor();
    let height = side * wall.rows() as f64;
    let label = |step: &Step| match step.cell {
        Some(_) => format!("{}: +{}", step.turn, step.kinds.total()),
        None => format!("{}: –", step.turn),
    };
    let labels: Vec<String> = replay.steps().iter().map(label).collect();
    let longest = labels.iter().map(|label| width(label, LABEL_SIZE));
    let item = longest.fold(side * wall.columns() as f64, f64::max);
    let line = height + LABEL + GAP;
    let per_row = (((ROW + GAP) / (item + GAP)) as usize).clamp(1, labels.len().max(1));
    let mut strip = Group::new().set("font-size", LABEL_SIZE);
    for (index, (wall, label)) in small_walls(replay, side)
        .into_iter()
        .zip(&labels)
        .enumerate()
    {
        let x = (item + GAP) * (index % per_row) as f64;
        let y = TOP + line * (index / per_row) as f64;
        let label = text(0.0, height + 14.0, label).set("class", "az-text");
        strip = strip.add(at(x, y).add(wall).add(label));
    }
    let heading = "Turn by turn, with the points of each";
    let grid = grid(wall, side).set("id", "az-grid");
    let group = Group::new()
        .add(Definitions::new().add(grid.set("stroke-width", 0.7)))
        .add(title(heading))
        .add(strip);
    let across = (item + GAP) * per_row as f64 - GAP;
    let mut panel = Panel {
        group,
        width: across.max(width(heading, 16.0)),
        height: TOP + line * labels.len().div_ceil(per_row) as f64,
    };
    panel.add_below(0.0, empty_cells_legend(replay));
    panel
}

/// Walls of the turns with cells of `side`; each refers to the grid by its name.
fn small_walls(replay: &Replay<'_>, side: f64) -> Vec<Group> {
    let wall = replay.instance().wall();
    let (width, height) = (side * wall.columns() as f64, side * wall.rows() as f64);
    let mut filled: BTreeSet<Cell> = BTreeSet::new();
    let mut walls = Vec::with_capacity(replay.steps().len());
    for step in replay.steps() {
        let back = rectangle(0.0, 0.0, width, height)
            .set("class", "az-hole")
            .set("fill", colour::HOLE);
        let mut small = Group::new().add(tip(&replay.sentence(step))).add(back);
        let initial = replay.instance().initial();
        if !initial.is_empty() {
            let tiles = squares(wall, initial.iter().copied(), side);
            small = small.add(tiles.set("fill", colour::INITIAL));
        }
        let holes = replay.instance().holes();
        if !holes.is_empty() {
            let holes = squares(wall, holes.iter().copied(), side).set("class", "az-paper");
            small = small.add(holes.set("fill", colour::PAPER));
        }
        if !filled.is_empty() {
            let tiles = squares(wall, filled.iter().copied(), side).set("class", "az-tile");
            small = small.add(tiles.set("fill", colour::TILE));
        }
        let new = squares(wall, step.cell.into_iter(), side).set("fill", colour::OPTIMAL);
        let lines = Use::new().set("href", "#az-grid").set("class", "az-grid");
        small = small.add(new).add(lines.set("stroke", colour::GRID));
        for run in step.runs.iter().flatten() {
            small = small.add(frame(wall, run, side));
        }
        walls.push(small);
        filled.extend(step.cell);
    }
    walls
}

/// Frame around a run.
fn frame(wall: Wall, run: &Run, side: f64) -> Rectangle {
    let start = |cell| (wall.column_of(cell) as f64, wall.row_of(cell) as f64);
    let ((left, top), (right, bottom)) = (start(run.first), start(run.last));
    let (width, height) = (right - left + 1.0, bottom - top + 1.0);
    rectangle(left * side, top * side, width * side, height * side)
        .set("fill", "none")
        .set("stroke", colour::OPTIMAL)
        .set("stroke-width", short((side / 7.0).clamp(0.8, 2.0)))
}
