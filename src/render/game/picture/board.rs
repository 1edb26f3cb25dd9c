//! Board of a player: score, pattern lines, wall and floor.

use super::tiles::{faint, floor_item, tile};
use crate::game::{Board, Colour, Floor, Phase, Position};
use crate::render::colour;
use crate::render::game::words::score;
use crate::render::svg::{at, bold, muted, rectangle, tip};
use svg::node::element::{Group, Path, Rectangle};

/// Side of a place.
const PLACE: f64 = 30.0;

/// Side of a tile.
const TILE: f64 = 26.0;

/// Space between the lines and the wall.
const BETWEEN: f64 = 22.0;

/// Space inside the frame.
const PAD: f64 = 12.0;

/// Space above the lines.
const TOP: f64 = 40.0;

/// Space above the floor.
const ABOVE_FLOOR: f64 = 12.0;

pub(super) const WIDTH: f64 = 2.0 * PAD + 10.0 * PLACE + BETWEEN;
pub(super) const HEIGHT: f64 = TOP + 6.0 * PLACE + ABOVE_FLOOR + 18.0 + PAD;

/// Board of a player, from 0.
pub(super) fn board(position: &Position, player: usize) -> Group {
    let board = &position.boards()[player];
    let to_move = position.phase() == Phase::Moves && position.mover() == player;
    let name = format!("Player {}", player + 1);
    let score = score(position, player);
    let frame = rectangle(0.5, 0.5, WIDTH - 1.0, HEIGHT - 1.0)
        .set("rx", 8)
        .set("fill", "none")
        .set("class", "az-grid");
    let frame = if to_move {
        frame
            .set("class", "az-mover")
            .set("stroke", colour::OPTIMAL)
            .set("stroke-width", 2.5)
    } else {
        frame.set("stroke", colour::GRID)
    };
    let mark = if to_move { ", to move" } else { "" };
    let title = bold(PAD, 25.0, &format!("{name}{mark}"));
    let points = bold(WIDTH - PAD, 25.0, &score).set("text-anchor", "end");
    let mut group = Group::new()
        .add(tip(&format!("{name}: {score}")))
        .add(frame)
        .add(title)
        .add(points);
    for row in 0..Board::ROWS {
        let y = TOP + PLACE * row as f64;
        group = group
            .add(at(PAD, y).add(pattern_line(board, row)))
            .add(at(PAD + 5.0 * PLACE + BETWEEN, y).add(wall_row(board, row)));
    }
    let y = TOP + 5.0 * PLACE + ABOVE_FLOOR;
    group.add(at(PAD, y).add(floor(board.floor())))
}

/// Empty place of a line or of the floor.
fn place(x: f64) -> Rectangle {
    let gap = (PLACE - TILE) / 2.0;
    rectangle(x + gap, gap, TILE, TILE)
        .set("rx", 4)
        .set("class", "az-hole")
        .set("fill", colour::HOLE)
        .set("stroke", colour::GRID)
        .set("stroke-width", 0.7)
}

/// Places of a line, filled from the right, and an arrow to the wall.
fn pattern_line(board: &Board, row: usize) -> Group {
    let gap = (PLACE - TILE) / 2.0;
    let line = board.line(row);
    let mut group = Group::new();
    for index in 0..=row {
        let x = PLACE * (Board::ROWS - 1 - index) as f64;
        group = match line {
            Some(line) if index < usize::from(line.count) => {
                group.add(tile(line.colour, x + gap, gap, TILE))
            }
            _ => group.add(place(x)),
        };
    }
    let (left, middle) = (5.0 * PLACE + 7.0, PLACE / 2.0);
    let arrow = format!("M{left} {}l5 5l-5 5", middle - 5.0);
    let arrow = Path::new()
        .set("d", arrow)
        .set("fill", "none")
        .set("stroke", colour::GRID)
        .set("stroke-width", 1.6);
    group.add(arrow)
}

fn wall_row(board: &Board, row: usize) -> Group {
    let gap = (PLACE - TILE) / 2.0;
    (0..Board::ROWS).fold(Group::new(), |group, column| {
        let colour = Colour::at(row, column);
        let x = PLACE * column as f64;
        if board.has(row, colour) {
            group.add(tile(colour, x + gap, gap, TILE))
        } else {
            group.add(place(x)).add(faint(colour, x + gap, gap, TILE))
        }
    })
}

/// Floor with the cost of each place, and the charge.
fn floor(floor: Floor) -> Group {
    let gap = (PLACE - TILE) / 2.0;
    let mut group = Group::new();
    for (index, cost) in Floor::CHARGES.into_iter().enumerate() {
        let x = PLACE * index as f64;
        let cost = muted(x + PLACE / 2.0, PLACE + 12.0, &format!("−{cost}"))
            .set("font-size", 11)
            .set("text-anchor", "middle");
        group = group.add(place(x)).add(cost);
    }
    for (index, item) in floor.iter().enumerate() {
        let x = PLACE * index as f64;
        group = group.add(floor_item(item, x + gap, gap, TILE));
    }
    let label = muted(PLACE * Floor::PLACES as f64 + 10.0, PLACE + 12.0, "floor");
    group = group.add(label.set("font-size", 11));
    if floor.is_empty() {
        return group;
    }
    let charge = format!("−{}", floor.charge());
    let charge = bold(WIDTH - 2.0 * PAD, PLACE / 2.0 + 5.0, &charge);
    group.add(charge.set("text-anchor", "end"))
}
