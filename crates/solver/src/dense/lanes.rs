//! The sets of a run that differ in its four least cells alone, side by side in the processor's vectors.

use bytemuck::cast;
use wide::{u8x16, u16x8, u32x4, u64x2};

/// Number of sets that are worked on at once: those that differ in the least cells alone. A set's number in the run is its lane,
/// and bit `k` of that number says whether the set has the cell `k`.
pub(super) const LANES: usize = 1 << LANE_BITS;
/// The least cells.
pub(super) const LANE_BITS: usize = 4;

// A cell more is a shift by lanes: towards the higher ones, which only this order of bytes does.
const _: () = assert!(
    cfg!(target_endian = "little"),
    "dense layers need a machine with the least byte first"
);

/// The costs of a run's sets, by lane.
pub(super) trait Lanes: Copy {
    /// From each set without a cell to that with it, if that is cheaper; `costs` is what the cell costs after each set.
    fn reach<const CELL: usize>(self, costs: Self) -> Self;

    /// From the sets of a run to others of it, by any orders of its cells; `costs` is what each cell costs after each set.
    ///
    /// The cells come in the shortest word that has every order of four as a subsequence (Newey 1973, "Notes on a problem
    /// involving permutations as subsequences"): 0 1 2 3 0 1 2 0 3 1 0 2.
    #[inline]
    fn reach_all(self, costs: [Self; LANE_BITS]) -> Self {
        let [a, b, c, d] = costs;
        let half = self.reach::<0>(a).reach::<1>(b).reach::<2>(c).reach::<3>(d);
        let half = half.reach::<0>(a).reach::<1>(b).reach::<2>(c).reach::<0>(a);
        half.reach::<3>(d).reach::<1>(b).reach::<0>(a).reach::<2>(c)
    }
}

impl Lanes for u8x16 {
    #[inline]
    fn reach<const CELL: usize>(self, costs: Self) -> Self {
        let reached = self.saturating_add(costs);
        self.min(match CELL {
            0 => cast(cast::<_, u16x8>(reached) << 8_u32 | u16x8::splat(0xFF)),
            1 => cast(cast::<_, u32x4>(reached) << 16_u32 | u32x4::splat(0xFFFF)),
            2 => cast(cast::<_, u64x2>(reached) << 32_u32 | u64x2::splat(0xFFFF_FFFF)),
            _ => cast(halves_up(cast(reached))),
        })
    }
}

impl Lanes for [u16x8; 2] {
    #[inline]
    fn reach<const CELL: usize>(self, costs: Self) -> Self {
        let [low, high] = self;
        let reached = [low.saturating_add(costs[0]), high.saturating_add(costs[1])];
        if CELL == 3 {
            return [low, high.min(reached[0])];
        }
        let [to_low, to_high] = reached.map(|reached| match CELL {
            0 => cast(cast::<_, u32x4>(reached) << 16_u32 | u32x4::splat(0xFFFF)),
            1 => cast(cast::<_, u64x2>(reached) << 32_u32 | u64x2::splat(0xFFFF_FFFF)),
            _ => cast(halves_up(cast(reached))),
        });
        [low.min(to_low), high.min(to_high)]
    }
}

/// The lower half in the place of the upper one, which nothing is in the place of.
fn halves_up([low, _]: [u64; 2]) -> [u64; 2] {
    [u64::MAX, low]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dense::cost::Cost;
    use proptest::prelude::*;

    /// Set by set, each after all that it can come from.
    fn one_by_one<C: Cost>(mut costs_of: [C; LANES], costs: [[C; LANES]; LANE_BITS]) -> [C; LANES] {
        for lane in 1..LANES {
            for (bit, costs) in costs
                .iter()
                .enumerate()
                .filter(|(bit, _)| lane >> bit & 1 == 1)
            {
                let from = lane & !(1 << bit);
                costs_of[lane] = costs_of[lane].min(costs_of[from].plus(costs[from]));
            }
        }
        costs_of
    }

    proptest! {
        #[test]
        fn all_lanes_at_once_are_as_one_by_one(
            start in prop::array::uniform16(prop_oneof![Just(u8::MAX), any::<u8>()]),
            costs in any::<[[u8; LANES]; LANE_BITS]>(),
        ) {
            prop_assert_eq!(u8::reach_lanes(start, costs), one_by_one(start, costs));
            let (start, costs) = (start.map(|it| u16::from(it) * 257), costs.map(|it| it.map(|it| u16::from(it) * 100)));
            prop_assert_eq!(u16::reach_lanes(start, costs), one_by_one(start, costs));
        }
    }
}
