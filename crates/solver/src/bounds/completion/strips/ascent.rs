//! Multipliers for the best bound, by subgradients (B. T. Polyak, Minimization of unsmooth functionals,
//! USSR Computational Mathematics and Mathematical Physics 9, 1969).

use super::Subproblems;
use super::frame::{Multipliers, POINT};
use super::subproblem::Subproblem;
use azulejo_control::{Control, Instant, Stopped};

/// Largest number of steps.
const STEPS: usize = 300;

/// Largest number of table entries that all steps together fill: some seconds.
const NUMBERS: usize = 1 << 29;

/// Number of steps without a better bound after which the length of the next is halved.
const PATIENCE: usize = 15;

/// Smallest pace of a step.
const SHORTEST: f64 = 1e-3;

/// Distance to the target that ends the ascent, in parts of a point.
const NEAR: i32 = POINT / 64;

/// Largest shift, in points: larger shifts are never needed, and sums stay in 32 bits.
const LARGEST: i32 = 32;

/// Result of the ascent.
pub(super) struct Ascent {
    /// The best bound on the way, as a gain in parts of a point; none where it was stopped before the first.
    pub(super) bound: Option<i32>,
    /// Whether the subproblems are filled with the multipliers of the bound: not where the ascent was stopped.
    pub(super) filled: bool,
}

/// Fills the subproblems with the best multipliers on the way to a target that no bound can beat: the score of an order. Where a sum
/// has no way to the end, all multipliers are alike.
pub(super) fn ascend(
    subproblems: &mut Subproblems,
    phases: usize,
    target: Option<u32>,
    control: &Control,
) -> Ascent {
    let mut bound = None;
    let filled = climb(subproblems, phases, target, control, &mut bound).is_ok();
    Ascent { bound, filled }
}

/// The ascent; `record` is the best bound so far, even where the ascent is stopped.
fn climb(
    subproblems: &mut Subproblems,
    phases: usize,
    target: Option<u32>,
    control: &Control,
    record: &mut Option<i32>,
) -> Result<(), Stopped> {
    let frame = subproblems.frame;
    let mut best = Multipliers::new(frame, phases);
    let clock = Instant::now();
    subproblems.fill(&best, control)?;
    let step_time = clock.elapsed();
    let mut best_bound = subproblems.whole();
    *record = Some(best_bound);
    let Some(target) = target.filter(|_| !Subproblem::is_never(best_bound)) else {
        return Ok(());
    };
    let gap = |bound: i32| bound - frame.sense.gain(target as i32) * POINT;
    let (mut position, mut bound) = (Position::from(&best), best_bound);
    let (mut pace, mut stale) = (1.0, 0);
    let steps = STEPS.min(NUMBERS / (frame.numbers() * phases));
    for _ in 0..steps {
        // The remaining time must suffice for the step and the way back.
        let is_late = control.time_left().is_some_and(|time| time < 4 * step_time);
        if gap(best_bound) <= NEAR || pace < SHORTEST || is_late {
            break;
        }
        let direction = subproblems.subgradient(&position.round());
        position.advance(&direction, pace * f64::from(gap(bound)));
        let multipliers = position.round();
        subproblems.fill(&multipliers, control)?;
        bound = subproblems.whole();
        stale += 1;
        if gap(bound) < gap(best_bound) {
            (best, best_bound, stale) = (multipliers, bound, 0);
            *record = Some(best_bound);
        } else if stale == PATIENCE {
            (pace, stale) = (pace / 2.0, 0);
        }
    }
    if bound != best_bound {
        subproblems.fill(&best, control)?;
    }
    Ok(())
}

/// Multipliers between integers.
struct Position {
    shift: Vec<f64>,
    single: Vec<f64>,
}

impl Position {
    fn from(multipliers: &Multipliers) -> Self {
        let floats = |values: &[i32]| values.iter().copied().map(f64::from).collect();
        Self {
            shift: floats(&multipliers.shift),
            single: floats(&multipliers.single),
        }
    }

    fn round(&self) -> Multipliers {
        let integers = |values: &[f64]| values.iter().map(|value| value.round() as i32).collect();
        Multipliers {
            shift: integers(&self.shift),
            single: integers(&self.single),
        }
    }

    /// Moves along a direction, by the length that gains `gain` if the bound is linear.
    fn advance(&mut self, direction: &Multipliers, gain: f64) {
        let (point, largest) = (f64::from(POINT), f64::from(LARGEST * POINT));
        let is_free = |value: f64, slope: i32, least: f64, most: f64| {
            !(slope > 0 && value >= most || slope < 0 && value <= least)
        };
        let free = |values: &[f64], slopes: &[i32], least, most| -> f64 {
            let pairs = values
                .iter()
                .zip(slopes)
                .filter(|(value, slope)| is_free(**value, **slope, least, most));
            pairs.map(|(_, &slope)| f64::from(slope).powi(2)).sum()
        };
        let square = free(&self.shift, &direction.shift, -largest, largest)
            + free(&self.single, &direction.single, 0.0, point);
        if square == 0.0 {
            return;
        }
        let length = gain / square;
        for (value, &slope) in self.shift.iter_mut().zip(&direction.shift) {
            *value = (*value + length * f64::from(slope)).clamp(-largest, largest);
        }
        for (value, &slope) in self.single.iter_mut().zip(&direction.single) {
            *value = (*value + length * f64::from(slope)).clamp(0.0, point);
        }
    }
}
