//! Where the points of each move stand: on its line, away from other points and other lines.

use super::layout::{Point, Segment};

/// A label on its line.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Label {
    /// The middle.
    pub(super) at: Point,
    /// The move's place among the moves of its turn.
    pub(super) index: usize,
}

/// Half the height of a label.
const HALF_HEIGHT: f64 = 7.5;

/// How far from a label a line or another label disturbs.
const NEAR: f64 = 9.0;

/// Places the labels of one turn one by one, those of optimal orders first, each where the fewest
/// lines pass under it or near it. A label that would lie on another one everywhere is left out.
pub(super) fn labels(segments: &[Segment]) -> Vec<Label> {
    let mut placed: Vec<(Point, f64)> = Vec::new();
    let mut labels = Vec::new();
    let (optimal, others): (Vec<usize>, Vec<usize>) =
        (0..segments.len()).partition(|&index| segments[index].step.optimal);
    for index in optimal.into_iter().chain(others) {
        let segment = &segments[index];
        let half = half_width(segment.step.points);
        let cost = |at: Point| {
            let lines = segments.iter().enumerate();
            let others = lines.filter(|(other, _)| *other != index);
            let passing = others.map(|(_, line)| {
                if passes(line, at, half, 0.0) {
                    10
                } else {
                    u32::from(passes(line, at, half, NEAR))
                }
            });
            let close = placed
                .iter()
                .filter(|other| overlap(at, half + NEAR, **other));
            passing.sum::<u32>() + 3 * close.count() as u32
        };
        let free = shares()
            .map(|share| segment.at(share))
            .filter(|at| !placed.iter().any(|other| overlap(*at, half, *other)));
        if let Some(at) = free.min_by_key(|at| cost(*at)) {
            placed.push((at, half));
            labels.push(Label { at, index });
        }
    }
    labels
}

/// Shares of a line at which its label may stand, from the middle outwards.
fn shares() -> impl Iterator<Item = f64> {
    let steps = (0..=14).flat_map(|step| [-step, step]);
    steps.map(|step| 0.5 + f64::from(step) / 40.0)
}

fn half_width(points: u32) -> f64 {
    3.5 * points.to_string().len() as f64 + 3.0
}

fn overlap(at: Point, half: f64, (other, other_half): (Point, f64)) -> bool {
    (at.x - other.x).abs() < half + other_half && (at.y - other.y).abs() < 2.0 * HALF_HEIGHT
}

/// Whether a line passes under a label, or so near it.
fn passes(line: &Segment, at: Point, half: f64, near: f64) -> bool {
    let Segment { start, end, .. } = line;
    let y_at = |x: f64| start.y + (end.y - start.y) * (x - start.x) / (end.x - start.x);
    let (one, other) = (y_at(at.x - half - near), y_at(at.x + half + near));
    let reach = HALF_HEIGHT + near;
    one.min(other) < at.y + reach && one.max(other) > at.y - reach
}
