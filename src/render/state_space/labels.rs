//! Places of the points of each move: on its line, away from other points and other lines.

use super::layout::{Point, Segment};

/// Label on its line.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Label {
    /// Middle of the label.
    pub(super) at: Point,
    /// Index of the move among the moves of its turn.
    pub(super) index: usize,
}

/// Minimum distance of a label from lines and other labels.
const NEAR: f64 = 9.0;

/// Places the labels of a turn one by one, those of optimal orders first, each at the place with the fewest
/// lines below or near the label. A label without a free place is left out.
pub(super) fn labels(segments: &[Segment], digits: f64) -> Vec<Label> {
    let mut boxes: Vec<(Point, Point)> = Vec::new();
    let mut labels = Vec::new();
    let (optimal, others): (Vec<usize>, Vec<usize>) =
        (0..segments.len()).partition(|&index| segments[index].step.optimal);
    for index in optimal.into_iter().chain(others) {
        let segment = &segments[index];
        let half = half(segment.step.points, digits);
        let cost = |at: Point| {
            let lines = segments.iter().enumerate();
            let others = lines.filter(|(other, _)| *other != index);
            let lines = others.map(|(_, line)| {
                if passes(line, at, half, 0.0) {
                    10
                } else {
                    u32::from(passes(line, at, half, NEAR))
                }
            });
            let wider = Point {
                x: half.x + NEAR,
                ..half
            };
            let close = boxes.iter().filter(|other| overlap(at, wider, **other));
            lines.sum::<u32>() + 3 * close.count() as u32
        };
        let free = shares()
            .map(|share| segment.at(share))
            .filter(|at| !boxes.iter().any(|other| overlap(*at, half, *other)));
        if let Some(at) = free.min_by_key(|at| cost(*at)) {
            boxes.push((at, half));
            labels.push(Label { at, index });
        }
    }
    labels
}

/// Shares of a line where its label may stand, from the middle outwards.
fn shares() -> impl Iterator<Item = f64> {
    let steps = (0..=14).flat_map(|step| [-step, step]);
    steps.map(|step| 0.5 + f64::from(step) / 40.0)
}

/// Half of the width and of the height of a label.
fn half(points: u32, digits: f64) -> Point {
    Point {
        x: 0.29 * digits * points.to_string().len() as f64 + 3.0,
        y: 0.625 * digits,
    }
}

fn overlap(at: Point, half: Point, (other, other_half): (Point, Point)) -> bool {
    (at.x - other.x).abs() < half.x + other_half.x && (at.y - other.y).abs() < half.y + other_half.y
}

/// Whether a line passes below a label, or within the distance `near`.
fn passes(line: &Segment, at: Point, half: Point, near: f64) -> bool {
    let Segment { start, end, .. } = line;
    let y_at = |x: f64| start.y + (end.y - start.y) * (x - start.x) / (end.x - start.x);
    let (left, right) = (y_at(at.x - half.x - near), y_at(at.x + half.x + near));
    let reach = half.y + near;
    left.min(right) < at.y + reach && left.max(right) > at.y - reach
}
