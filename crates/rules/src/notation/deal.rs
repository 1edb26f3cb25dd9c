//! The notation of deals: the factories of a position, `BBRR/BKYY/RRWW/KWWW/RYYY`.

use super::Fault;
use super::faults::Faults;
use super::join::join;
use super::position::{MAX_BYTES, Reader};
use crate::Deal;
use std::fmt;
use std::str::FromStr;

/// The error of a text that is no deal, with all its faults.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct InvalidDeal {
    faults: Vec<Fault>,
}

impl InvalidDeal {
    /// All the faults, in the order of the factories.
    pub fn faults(&self) -> &[Fault] {
        &self.faults
    }
}

impl fmt::Display for InvalidDeal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (subject, faults) = ("deal", &self.faults[..]);
        write!(f, "{}", Faults { subject, faults })
    }
}

impl fmt::Display for Deal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&join(self.factories(), "/"))
    }
}

impl FromStr for Deal {
    type Err = InvalidDeal;

    fn from_str(text: &str) -> Result<Self, InvalidDeal> {
        if text.len() > MAX_BYTES {
            let fault = Fault::new("factories", format!("longer than {MAX_BYTES} bytes"));
            return Err(InvalidDeal {
                faults: vec![fault],
            });
        }
        let mut reader = Reader::default();
        let parts = reader.factories(text);
        let (faults, is_readable) = reader.into_faults();
        let deal = parts.filter(|_| is_readable);
        let deal = deal.and_then(|(players, factories)| Deal::new(players, &factories).ok());
        deal.ok_or(InvalidDeal { faults })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{ChaCha8Rng, SeedableRng};
    use crate::{Players, Position};

    #[test]
    fn deals_equal_their_text_after_reading() {
        for players in Players::ALL {
            let mut position = Position::new(players, 0);
            let mut rng = ChaCha8Rng::seed_from_u64(1);
            let deal = position.deal(&mut rng).expect("a deal");
            assert_eq!(deal.to_string().parse(), Ok(deal));
        }
        let empty: Deal = "BBRR/BY/-/-/-".parse().expect("tiles may run out");
        assert_eq!(empty.to_string(), "BBRR/BY/-/-/-");
    }

    #[test]
    fn an_invalid_deal_has_all_its_faults() {
        let faults = |text: &str| {
            let error = text.parse::<Deal>().expect_err(text);
            assert!(error.to_string().starts_with("the deal has "), "{error}");
            error.faults().len()
        };
        assert_eq!(faults("BBRR"), 1);
        assert_eq!(faults("BBRRK/BKYX/-//-"), 3);
        assert_eq!(faults(&"B".repeat(10_000)), 1);
    }
}
