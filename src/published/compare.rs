/// Relation of a computed figure to the published one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comparison {
    /// Equal figure.
    Same,
    /// Equal figure after the rounding of the publication.
    Rounds,
    /// Percentage at a distance of at most [`NEAR`](Comparison::NEAR).
    Near,
    /// Percentage at a larger distance. The distance is no fault of the program: the source's pseudocode of the players is
    /// ambiguous, and two of the source's own runs differ as much.
    Away,
    /// Different figure.
    Differs,
    /// Figure without a demand for equality.
    Informative,
}

impl Comparison {
    /// Maximum difference of near percentages of games, in percent: somewhat more than the difference of two runs of the
    /// thesis.
    pub const NEAR: f64 = 1.5;

    /// Compares a computed figure with a published one, which may be rounded (`3.15×10^14`).
    pub(super) fn of(published: &str, computed: &str) -> Self {
        if published == computed {
            Self::Same
        } else if rounds_to(computed, published) == Some(true) {
            Self::Rounds
        } else if let Some(difference) = difference(computed, published) {
            if difference.abs() <= Self::NEAR + 1e-9 {
                Self::Near
            } else {
                Self::Away
            }
        } else {
            Self::Differs
        }
    }

    /// Verdict in words.
    pub fn word(self) -> &'static str {
        match self {
            Self::Same => "the same",
            Self::Rounds => "the same, rounded",
            Self::Near => "within 1.5 %",
            Self::Away => "further away",
            Self::Differs => "DIFFERS",
            Self::Informative => "shown",
        }
    }
}

/// Difference of two percentages; `None` for other texts.
fn difference(computed: &str, published: &str) -> Option<f64> {
    let [computed, published] =
        [computed, published].map(|text| text.strip_suffix(" %")?.parse::<f64>().ok());
    Some(computed? - published?)
}

/// Whether a whole number rounds, half up, to `d.dd×10^e`; `None` for other texts.
fn rounds_to(digits: &str, rounded: &str) -> Option<bool> {
    let (figures, exponent) = rounded.split_once("×10^")?;
    let figures = figures.replacen('.', "", 1);
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number(digits) || !is_number(&figures) {
        return None;
    }
    let exponent: usize = exponent.parse().ok()?;
    // 9.996×10^3 rounds to 1.00×10^4: a number of nines has one digit more after a carry.
    let (head, rest) = digits.split_at_checked(figures.len())?;
    let carry = u64::from(rest.as_bytes().first().is_some_and(|&digit| digit >= b'5'));
    let sum = (head.parse::<u64>().ok()? + carry).to_string();
    let new_digits = sum.len() - figures.len();
    let sum = sum.get(..figures.len())?;
    Some(sum == figures && digits.len() - 1 + new_digits == exponent)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounded_figures_equal_their_digits() {
        for (published, computed, expected) in [
            ("33", "33", Comparison::Same),
            ("33", "34", Comparison::Differs),
            ("3.15×10^14", "314666604031232", Comparison::Rounds),
            ("3.15×10^14", "315499999999999", Comparison::Rounds),
            ("3.15×10^14", "315500000000000", Comparison::Differs),
            ("3.15×10^14", "314499999999999", Comparison::Differs),
            ("3.15×10^14", "31466660403123", Comparison::Differs),
            ("3.15×10^14", "3146666040312320", Comparison::Differs),
            ("1.00×10^4", "9996", Comparison::Rounds),
            ("1.00×10^4", "9994", Comparison::Differs),
            ("2.00×10^15", "2002817169463232", Comparison::Rounds),
            ("2.00×10^15", "rather many", Comparison::Differs),
            ("2.00×10^15", "2", Comparison::Differs),
            ("20.1 %", "20.1 %", Comparison::Same),
            ("20.1 %", "21.6 %", Comparison::Near),
            ("20.1 %", "18.5 %", Comparison::Away),
            ("+0.3 %", "-1.2 %", Comparison::Near),
            ("20.1 %", "20.1", Comparison::Differs),
        ] {
            let comparison = Comparison::of(published, computed);
            assert_eq!(comparison, expected, "{published} {computed}");
        }
    }
}
