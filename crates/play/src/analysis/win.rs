//! From the value of a search to the probability to win.

use crate::players::azulejo::Moment;
use azulejo_rules::Players;

/// The logit of the probability to win: of a value of 0, and how much a value counts, both in thousandths.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Calibration {
    zero: i32,
    slope: i32,
}

const fn line(zero: i32, slope: i32) -> Calibration {
    Calibration { zero, slope }
}

/// By the most tiles in a row of any wall; `make coach-fit` says what fits.
const TWO: [Calibration; Moment::LENGTHS] = [line(0, 1000); Moment::LENGTHS];

/// With three and four players the search takes all others for one opponent, so that its values are too low.
const MORE: [Calibration; 2] = [line(0, 1000), line(0, 1000)];

/// The probability to win, a draw counted half, of a position in which a search found this value, in thousandths of a logit.
/// `longest` is the most tiles in a row of any wall, once full lines are on it.
pub fn win(value: i32, players: Players, longest: usize) -> f64 {
    let Calibration { zero, slope } = match players {
        Players::Two => TWO[longest.min(TWO.len() - 1)],
        Players::Three => MORE[0],
        Players::Four => MORE[1],
    };
    let logit = (f64::from(zero) + f64::from(slope) * f64::from(value) / 1000.0) / 1000.0;
    1.0 / (1.0 + (-logit).exp())
}
