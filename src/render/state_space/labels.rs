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

/// How far from a label a line or another label disturbs.
const NEAR: f64 = 9.0;

/// Places the labels of one turn one by one, those of optimal orders first, each where the fewest
/// lines pass under it or near it. A label that would lie on another one everywhere is left out.
pub(super) fn labels(segments: &[Segment], digits: f64) -> Vec<Label> {
    let mut placed: Vec<(Point, Half)> = Vec::new();
    let mut labels = Vec::new();
    let (optimal, others): (Vec<usize>, Vec<usize>) =
        (0..segments.len()).partition(|&index| segments[index].step.optimal);
    for index in optimal.into_iter().chain(others) {
        let segment = &segments[index];
        let half = Half::of(segment.step.points, digits);
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
                .filter(|other| overlap(at, half.wider(NEAR), **other));
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

/// Half the size of a label.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Half {
    width: f64,
    height: f64,
}

impl Half {
    fn of(points: u32, digits: f64) -> Self {
        Self {
            width: 0.29 * digits * points.to_string().len() as f64 + 3.0,
            height: 0.625 * digits,
        }
    }

    fn wider(self, by: f64) -> Self {
        Self {
            width: self.width + by,
            ..self
        }
    }
}

fn overlap(at: Point, half: Half, (other, other_half): (Point, Half)) -> bool {
    (at.x - other.x).abs() < half.width + other_half.width
        && (at.y - other.y).abs() < half.height + other_half.height
}

/// Whether a line passes under a label, or so near it.
fn passes(line: &Segment, at: Point, half: Half, near: f64) -> bool {
    let Segment { start, end, .. } = line;
    let y_at = |x: f64| start.y + (end.y - start.y) * (x - start.x) / (end.x - start.x);
    let (one, other) = (
        y_at(at.x - half.width - near),
        y_at(at.x + half.width + near),
    );
    let reach = half.height + near;
    one.min(other) < at.y + reach && one.max(other) > at.y - reach
}
