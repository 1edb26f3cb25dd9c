use crate::instance::Sense;

/// Bounds come as floats; this far beyond an integer they still mean that integer.
const TOLERANCE: f64 = 1e-5;

/// The best score that a dual bound leaves possible.
pub fn as_score(dual_bound: f64, sense: Sense) -> u32 {
    // Casts from floats saturate: a bound below 0 becomes 0, which holds for any score.
    match sense {
        Sense::Maximize => (dual_bound + TOLERANCE).floor() as u32,
        Sense::Minimize => (dual_bound - TOLERANCE).ceil() as u32,
    }
}
