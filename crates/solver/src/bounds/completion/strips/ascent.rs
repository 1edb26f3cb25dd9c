//! Multipliers for the best bound, by subgradients (B. T. Polyak, Minimization of unsmooth functionals,
//! USSR Computational Mathematics and Mathematical Physics 9, 1969).

use super::Subproblems;
use super::frame::{Multipliers, POINT};
use super::subproblem::Subproblem;
use azulejo_control::{Control, Instant, Stopped};

/// The most steps.
const STEPS: usize = 300;

/// The most numbers of the tables that all steps together fill: some seconds.
const NUMBERS: usize = 1 << 29;

/// Number of steps without a better bound after which the length of the next is halved.
const PATIENCE: usize = 15;

/// Steps shorter than this lead nowhere.
const SHORTEST: f64 = 1e-3;

/// A bound so near to the target, in parts of a point, is as good.
const NEAR: i32 = POINT / 64;

/// No shift is larger, in points: more is never needed, and sums stay in 32 bits.
const LARGEST: i32 = 32;

/// Result of the ascent.
pub(super) struct Ascent {
    /// The best bound on the way, as a gain in parts of a point; none where it was stopped before the first.
    pub(super) bound: Option<i32>,
    /// Whether the subproblems are filled with the multipliers of the bound: not where the ascent was stopped.
    pub(super) filled: bool,
}

/// Fills the subproblems with the best multipliers found on the way to a target that no bound can beat: the
/// score of an order. The multipliers of a sum that does not come to the end are as good as any.
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

/// The ascent itself; `known` is the best bound so far, even where the ascent is stopped.
fn climb(
    subproblems: &mut Subproblems,
    phases: usize,
    target: Option<u32>,
    control: &Control,
    known: &mut Option<i32>,
) -> Result<(), Stopped> {
    let frame = subproblems.frame;
    let mut best = Multipliers::new(frame, phases);
    let clock = Instant::now();
    subproblems.fill(&best, control)?;
    let once = clock.elapsed();
    let mut best_bound = subproblems.whole();
    *known = Some(best_bound);
    let Some(target) = target.filter(|_| !Subproblem::is_never(best_bound)) else {
        return Ok(());
    };
    let gap = |bound: i32| bound - frame.sense.gain(target as i32) * POINT;
    let (mut at, mut bound) = (Position::from(&best), best_bound);
    let (mut pace, mut stale) = (1.0, 0);
    let steps = STEPS.min(NUMBERS / (frame.numbers() * phases));
    for _ in 0..steps {
        // There has to be time for the step and for the way back.
        let late = control.time_left().is_some_and(|left| left < 4 * once);
        if gap(best_bound) <= NEAR || pace < SHORTEST || late {
            break;
        }
        let direction = subproblems.subgradient(&at.round());
        at.go(&direction, pace * f64::from(gap(bound)));
        let multipliers = at.round();
        subproblems.fill(&multipliers, control)?;
        bound = subproblems.whole();
        stale += 1;
        if gap(bound) < gap(best_bound) {
            (best, best_bound, stale) = (multipliers, bound, 0);
            *known = Some(best_bound);
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
        let floats = |from: &[i32]| from.iter().copied().map(f64::from).collect();
        Self {
            shift: floats(&multipliers.shift),
            single: floats(&multipliers.single),
        }
    }

    fn round(&self) -> Multipliers {
        let integers = |from: &[f64]| from.iter().map(|value| value.round() as i32).collect();
        Multipliers {
            shift: integers(&self.shift),
            single: integers(&self.single),
        }
    }

    /// Goes along a direction, as far as would gain so much if the bound were linear.
    fn go(&mut self, direction: &Multipliers, gain: f64) {
        let (point, largest) = (f64::from(POINT), f64::from(LARGEST * POINT));
        let moves = |value: f64, by: i32, least: f64, most: f64| {
            !(by > 0 && value >= most || by < 0 && value <= least)
        };
        let free = |at: &[f64], by: &[i32], least, most| -> f64 {
            let pairs = at
                .iter()
                .zip(by)
                .filter(|(value, by)| moves(**value, **by, least, most));
            pairs.map(|(_, &by)| f64::from(by).powi(2)).sum()
        };
        let square = free(&self.shift, &direction.shift, -largest, largest)
            + free(&self.single, &direction.single, 0.0, point);
        if square == 0.0 {
            return;
        }
        let length = gain / square;
        for (value, &by) in self.shift.iter_mut().zip(&direction.shift) {
            *value = (*value + length * f64::from(by)).clamp(-largest, largest);
        }
        for (value, &by) in self.single.iter_mut().zip(&direction.single) {
            *value = (*value + length * f64::from(by)).clamp(0.0, point);
        }
    }
}
