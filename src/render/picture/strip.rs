//! A small wall for each turn: the tile that is placed, and frames around the runs that it joins.

use super::numbers::{TOP, leftovers, title};
use super::{Panel, ROW};
use crate::render::colour;
use crate::render::svg::{at, grid, named, rectangle, short, squares, text, tip, width};
use crate::replay::{Replay, Run};
use crate::wall::{Cell, Wall};
use svg::node::element::{Definitions, Group, Rectangle, Use};

const GAP: f64 = 18.0;
const LABEL: f64 = 18.0;
const LABEL_SIZE: f64 = 12.0;

pub(super) fn panel(replay: &Replay<'_>) -> Panel {
    let instance = replay.instance();
    let wall = instance.wall();
    let side = (84.0 / wall.rows().max(wall.columns()) as f64)
        .clamp(3.0, 18.0)
        .floor();
    let (wide, high) = (side * wall.columns() as f64, side * wall.rows() as f64);
    let labels = replay
        .steps()
        .iter()
        .map(|step| label(step.turn, step.kinds.total()));
    let labels: Vec<String> = labels.collect();
    let longest = labels.iter().map(|label| width(label, LABEL_SIZE));
    let item = longest.fold(wide, f64::max);
    let per_row = (((ROW + GAP) / (item + GAP)) as usize).clamp(1, labels.len().max(1));

    let mut strip = Group::new().set("font-size", LABEL_SIZE);
    let mut placed: Vec<Cell> = Vec::new();
    for (index, (step, label)) in replay.steps().iter().zip(&labels).enumerate() {
        let x = (item + GAP) * (index % per_row) as f64;
        let y = TOP + (high + LABEL + GAP) * (index / per_row) as f64;
        let back = rectangle(0.0, 0.0, wide, high)
            .set("class", "az-hole")
            .set("fill", colour::HOLE);
        let mut small = at(x, y).add(tip(&replay.sentence(step))).add(back);
        if !instance.initial().is_empty() {
            let cells = instance.initial().iter().copied();
            small = small.add(squares(wall, cells, side).set("fill", colour::INITIAL));
        }
        if !placed.is_empty() {
            let tiles = squares(wall, placed.iter().copied(), side).set("class", "az-tile");
            small = small.add(tiles.set("fill", colour::TILE));
        }
        let new = squares(wall, [step.cell].into_iter(), side).set("fill", colour::OPTIMAL);
        let lines = Use::new().set("href", "#az-grid").set("class", "az-grid");
        small = small.add(new).add(lines.set("stroke", colour::GRID));
        for run in step.runs.iter().flatten() {
            small = small.add(frame(wall, run, side));
        }
        let words = text(0.0, high + 14.0, label).set("class", "az-text");
        strip = strip.add(small.add(words));
        let place = placed.partition_point(|cell| *cell < step.cell);
        placed.insert(place, step.cell);
    }
    let rows = labels.len().div_ceil(per_row) as f64;
    let bottom = TOP + (high + LABEL + GAP) * rows;
    let heading = "Turn by turn, with the points of each";
    let grid = named("az-grid", grid(wall, side).set("stroke-width", 0.7));
    let group = Group::new()
        .add(Definitions::new().add(grid))
        .add(title(heading))
        .add(strip);
    let across = (item + GAP) * per_row as f64 - GAP;
    let mut panel = Panel {
        group,
        width: across.max(width(heading, 16.0)),
        height: bottom,
    };
    panel.add_below(0.0, leftovers(replay));
    panel
}

fn label(turn: usize, points: u32) -> String {
    format!("{turn}: +{points}")
}

/// A frame around a run.
fn frame(wall: Wall, run: &Run, side: f64) -> Rectangle {
    let start = |cell| (wall.column_of(cell) as f64, wall.row_of(cell) as f64);
    let ((left, top), (right, bottom)) = (start(run.first), start(run.last));
    let (width, height) = (right - left + 1.0, bottom - top + 1.0);
    rectangle(left * side, top * side, width * side, height * side)
        .set("fill", "none")
        .set("stroke", colour::OPTIMAL)
        .set("stroke-width", short((side / 7.0).clamp(0.8, 2.0)))
}
