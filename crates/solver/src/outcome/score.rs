use crate::instance::Sense;

/// Tolerance of bounds: a float within it of an integer means that integer.
const TOLERANCE: f64 = 1e-5;

/// The best score within a dual bound.
pub fn as_score(dual_bound: f64, sense: Sense) -> u32 {
    // Casts from floats saturate: a bound below 0 becomes 0, which holds for any score.
    sense.rounded(dual_bound, TOLERANCE) as u32
}
