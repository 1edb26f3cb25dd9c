use super::numbers::panel;
use super::{Picture, Text};
use crate::counted::counted;
use crate::order::Step;
use crate::render::walls::Numbers;

/// Wall with the points of each tile.
pub static PICTURE: Picture = Picture {
    name: "points",
    help: "The points of each tile",
    panel: |replay| {
        let points = replay.report().points.iter().map(|&points| points as usize);
        let maximum = points.max().unwrap_or(0);
        let paint = |step: &Step| {
            let points = step.kinds.total() as usize;
            (points, points.saturating_sub(1), maximum)
        };
        let legend = format!("1 to {}", counted(maximum, "point"));
        panel(replay, "Points", paint, (&legend, maximum))
    },
    text: Text::Wall(|replay| Numbers::points(&replay.report().points)),
};
