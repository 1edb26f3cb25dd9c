//! Layout of the picture in pixels: layers from left to right, with turns between.

use crate::graph::{StateSpace, Step};
use crate::wall::Wall;

/// Point, with the distances to the right and down from the upper left corner.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Point {
    pub(super) x: f64,
    pub(super) y: f64,
}

/// Straight line of a move.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Segment {
    pub(super) start: Point,
    pub(super) end: Point,
    pub(super) step: Step,
}

impl Segment {
    /// Point at a `share` of the line, from 0 at its start to 1 at its end.
    pub(super) fn at(&self, share: f64) -> Point {
        let Self { start, end, .. } = self;
        Point {
            x: start.x + (end.x - start.x) * share,
            y: start.y + (end.y - start.y) * share,
        }
    }
}

/// Layout of a picture without caption and legend.
#[derive(Debug)]
pub(super) struct Layout {
    /// Side of a cell.
    pub(super) cell: f64,
    /// Size of a small wall.
    pub(super) wall: Point,
    /// Size of the picture.
    pub(super) size: Point,
    /// Font size of the digits on the moves, large where there is space, for lecture halls.
    pub(super) digits: f64,
    /// Upper left corner of each covering, layer by layer.
    pub(super) places: Vec<Vec<Point>>,
    /// Lines of the moves of each turn.
    pub(super) segments: Vec<Vec<Segment>>,
}

/// Distance of the end of a line and its wall.
const GAP: f64 = 3.0;

impl Layout {
    pub(super) fn new(wall: Wall, space: &StateSpace) -> Self {
        let sides = wall.rows().max(wall.columns()) as f64;
        let cell = (40.0 / sides).floor().clamp(8.0, 18.0);
        let small = Point {
            x: cell * wall.columns() as f64,
            y: cell * wall.rows() as f64,
        };
        let widest = space.widest() as f64;
        // Few coverings have large gaps; many coverings have small gaps, and more space for the lines between layers.
        let gap = (200.0 / widest.max(1.0)).clamp(12.0, 36.0);
        let pitch = (small.y + gap).max(36.0);
        let stride = small.x + (110.0 + 4.0 * widest).min(640.0);
        let height = pitch * widest;
        let places: Vec<Vec<Point>> = (0..)
            .zip(&space.layers)
            .map(|(turn, layer)| {
                let top = (height - pitch * layer.len() as f64 + pitch - small.y) / 2.0;
                let place = |index: usize| Point {
                    x: stride * f64::from(turn),
                    y: top + pitch * index as f64,
                };
                (0..layer.len()).map(place).collect()
            })
            .collect();
        let segments = (0..space.steps.len())
            .map(|turn| segments(&space.steps[turn], &places[turn], &places[turn + 1], small))
            .collect();
        Self {
            cell,
            wall: small,
            size: Point {
                x: stride * places.len().saturating_sub(1) as f64 + small.x,
                y: height,
            },
            digits: (gap / 2.0).clamp(12.0, 16.0),
            places,
            segments,
        }
    }
}

fn segments(steps: &[Step], left: &[Point], right: &[Point], wall: Point) -> Vec<Segment> {
    let mut successors = vec![Vec::new(); left.len()];
    let mut predecessors = vec![Vec::new(); right.len()];
    // The steps are sorted by both ends, so each list is sorted by its other end.
    for step in steps {
        successors[step.from].push(step.to);
        predecessors[step.to].push(step.from);
    }
    let segment = |step: &Step| {
        let start = port(&successors[step.from], step.to, wall.y);
        let end = port(&predecessors[step.to], step.from, wall.y);
        Segment {
            start: Point {
                x: left[step.from].x + wall.x + GAP,
                y: left[step.from].y + start,
            },
            end: Point {
                x: right[step.to].x - GAP,
                y: right[step.to].y + end,
            },
            step: *step,
        }
    };
    steps.iter().map(segment).collect()
}

/// Distance from the top of a wall of `height` to the end of its line to or from `other`.
fn port(others: &[usize], other: usize, height: f64) -> f64 {
    let count = others.len() as f64;
    let rank = others.iter().take_while(|&&before| before != other).count() as f64;
    let distance = (height * 0.7 / count).min(9.0);
    height / 2.0 + (rank - (count - 1.0) / 2.0) * distance
}
