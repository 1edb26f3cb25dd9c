use crate::bounds::rest::{LineBits, StripBounds, StripSums};
use crate::bounds::{PriceBounds, PricedSum};

/// What says how much a covering promises.
#[derive(Debug)]
pub(super) struct Guide {
    pub(super) prices: PriceBounds,
    /// Where the wall is filled, and too wide for prices of strips; with the points of all bonus lines.
    pub(super) strips: Option<(StripBounds, u32)>,
}

/// What is known of a covering when so many turns are over.
pub(super) struct Sums<'a> {
    bits: &'a LineBits,
    turns: usize,
    priced: PricedSum,
    strips: Option<StripSums>,
}

impl Guide {
    /// What is known of a covering, as if so many turns were over.
    pub(super) fn sums<'a>(&self, bits: &'a LineBits, turns: usize) -> Sums<'a> {
        let strips = self.strips.as_ref();
        Sums {
            bits,
            turns,
            priced: self.prices.sum(bits, turns),
            strips: strips.map(|(strips, _)| strips.sums(bits, turns)),
        }
    }

    /// What an order gains at best in the end that has earned so many points with the tile of a place; more is better. None where no
    /// order goes on from there.
    pub(super) fn promise_with(
        &self,
        sums: &Sums<'_>,
        (row, column): (usize, usize),
        score: u32,
    ) -> Option<i64> {
        let Sums { bits, turns, .. } = *sums;
        let priced = self
            .prices
            .sum_with(sums.priced, bits, turns, (row, column));
        self.prices.points(priced)?;
        let promise = self.prices.promise(score, priced);
        let (Some((strips, bonuses)), Some(sums)) = (&self.strips, &sums.strips) else {
            return Some(promise);
        };
        let rest = strips.rest_with(sums, bits, row, column)?;
        let by_strips = self.prices.promise_of(score + rest + bonuses);
        Some(promise.min(by_strips))
    }
}
