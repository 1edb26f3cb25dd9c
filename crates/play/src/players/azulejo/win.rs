//! The probability to win, from the value of a search.

use super::features::Moment;
use azulejo_rules::Players;

/// A linear map from the value of a search to the logit of the probability to win: the intercept `zero` and the slope,
/// both in thousandths.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Calibration {
    zero: i32,
    slope: i32,
}

const fn line(zero: i32, slope: i32) -> Calibration {
    Calibration { zero, slope }
}

/// The calibration of two players by the most tiles in a row of any wall. The game of two is symmetric, so that a value
/// of 0 is even. `cargo maintain calibration fit` computes the slopes; it was run with 16,000 positions.
const TWO: [Calibration; Moment::LENGTHS] = [
    line(0, 915),
    line(0, 915),
    line(0, 868),
    line(0, 807),
    line(0, 916),
    line(0, 574),
];

/// The calibration of three and of four players. The paranoid search takes all others for one opponent, so that its
/// values are too low.
const MORE: [Calibration; 2] = [line(-419, 908), line(-704, 836)];

/// The probability to win, a draw counted half, of a position in which a search found `value`, in thousandths of a
/// logit. `longest` is the most tiles in a row of any wall, with the tiles of full lines.
pub fn win(value: i32, players: Players, longest: usize) -> f64 {
    let Calibration { zero, slope } = match players {
        Players::Two => TWO[longest.min(TWO.len() - 1)],
        Players::Three => MORE[0],
        Players::Four => MORE[1],
    };
    let logit = (f64::from(zero) + f64::from(slope) * f64::from(value) / 1000.0) / 1000.0;
    1.0 / (1.0 + (-logit).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_probability_to_win_grows_with_the_value_from_zero_to_one() {
        for players in Players::ALL {
            for longest in 0..Moment::LENGTHS {
                let wins: Vec<f64> = (-30..=30)
                    .map(|value| win(1000 * value, players, longest))
                    .collect();
                assert!(
                    wins.is_sorted_by(|first, second| first <= second),
                    "{wins:?}"
                );
                assert!(wins[0] >= 0.0 && wins[60] <= 1.0 && wins[60] > 0.99);
                // With three or four players, value 0 is even for one player against all others together.
                match players {
                    Players::Two => assert_eq!(wins[30], 0.5),
                    _ => assert!((0.3..0.5).contains(&wins[30]), "{}", wins[30]),
                }
            }
        }
    }
}
