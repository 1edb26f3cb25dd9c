//! Figures of matches and tournaments in words.

use super::words;
use crate::arena::Estimate;

/// Share in percent: `53.1 %`.
pub(super) fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// Interval of shares in percent: `50.2–56.0 %`.
pub(super) fn percents(estimate: &Estimate) -> String {
    format!("{:.1}–{:.1} %", 100.0 * estimate.low, 100.0 * estimate.high)
}

/// Figure with its error: `31.2 ± 0.4`.
pub(super) fn plus_minus(estimate: &Estimate) -> String {
    let error = estimate.error();
    if error.is_finite() {
        format!("{:.1} ± {error:.1}", estimate.value)
    } else {
        format!("{:.1}", estimate.value)
    }
}

/// Difference in Elo with its sign.
pub(super) fn signed(elo: f64) -> String {
    words::signed(elo.round() as i32)
}

/// Difference in Elo with its interval, which may be open at one end.
pub(super) fn elo(elo: &Estimate) -> String {
    let Estimate { value, low, high } = *elo;
    let estimate = match (value.is_finite(), value > 0.0) {
        (true, _) => signed(value),
        (false, true) => "no bound, as it won every game".into(),
        (false, false) => "no bound, as it won no game".into(),
    };
    match (low.is_finite(), high.is_finite()) {
        (true, true) => format!("{estimate}, 95 % from {} to {}", signed(low), signed(high)),
        (true, false) => format!("{estimate}, 95 % above {}", signed(low)),
        (false, true) => format!("{estimate}, 95 % below {}", signed(high)),
        (false, false) => estimate,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_in_elo_have_their_bounds() {
        let words = |value, low, high| elo(&Estimate { value, low, high });
        let infinite = f64::INFINITY;
        assert_eq!(words(12.4, -3.6, 28.2), "+12, 95 % from −4 to +28");
        assert_eq!(words(0.3, -0.2, 0.4), "0, 95 % from 0 to 0");
        assert_eq!(
            words(infinite, 566.2, infinite),
            "no bound, as it won every game, 95 % above +566"
        );
        assert_eq!(
            words(-infinite, -infinite, -566.2),
            "no bound, as it won no game, 95 % below −566"
        );
        assert_eq!(words(800.0, 500.4, infinite), "+800, 95 % above +500");
    }

    #[test]
    fn shares_and_points_have_their_errors() {
        let estimate = |value, low, high| Estimate { value, low, high };
        assert_eq!(percent(0.53149), "53.1 %");
        assert_eq!(percents(&estimate(0.5, 0.4876, 0.5124)), "48.8–51.2 %");
        assert_eq!(plus_minus(&estimate(31.25, 30.75, 31.75)), "31.2 ± 0.5");
        assert_eq!(
            plus_minus(&estimate(31.25, f64::NEG_INFINITY, f64::INFINITY)),
            "31.2"
        );
    }
}
