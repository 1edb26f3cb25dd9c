use crate::instance::Sense;

/// Bounds come as floats; this far beyond an integer they still mean that integer.
const TOLERANCE: f64 = 1e-5;

/// The best score that a dual bound leaves possible.
pub fn as_score(dual_bound: f64, sense: Sense) -> u32 {
    // Casts from floats saturate: a bound below 0 becomes 0, which holds for any score.
    sense.rounded(dual_bound, TOLERANCE) as u32
}
