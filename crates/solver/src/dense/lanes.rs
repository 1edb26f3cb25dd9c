//! Sets of a run, which differ only in their four least cells, side by side in the processor's vectors.

use bytemuck::cast;
use wide::{u8x16, u16x8, u32x4, u64x2};

/// Number of sets of a run. The number of a set in its run is its lane, and bit `k` of the lane tells whether the set has the
/// cell `k`.
pub(super) const LANES: usize = 1 << LANE_BITS;
/// Number of the least cells, in which the sets of a run differ.
pub(super) const LANE_BITS: usize = 4;

// A further cell is a shift to higher lanes, which needs this order of bytes.
const _: () = assert!(
    cfg!(target_endian = "little"),
    "dense layers need a machine with the least byte first"
);

/// Costs of the sets of a run, by lane.
pub(super) trait Lanes: Copy {
    /// Least costs after at most one move, from each set without a cell to the set with it. `costs` has the cell after each set.
    fn reach<const CELL: usize>(self, costs: Self) -> Self;

    /// Least costs after any moves within the run. `costs` is the cost of each cell after each set.
    ///
    /// The cells come in the shortest word that has every order of four as a subsequence (Newey 1973, "Notes on a problem
    /// involving permutations as subsequences"): 0 1 2 3 0 1 2 0 3 1 0 2.
    #[inline]
    fn reach_all(self, costs: [Self; LANE_BITS]) -> Self {
        let [a, b, c, d] = costs;
        let prefix = self.reach::<0>(a).reach::<1>(b).reach::<2>(c).reach::<3>(d);
        let prefix = prefix
            .reach::<0>(a)
            .reach::<1>(b)
            .reach::<2>(c)
            .reach::<0>(a);
        prefix
            .reach::<3>(d)
            .reach::<1>(b)
            .reach::<0>(a)
            .reach::<2>(c)
    }
}

impl Lanes for u8x16 {
    #[inline]
    fn reach<const CELL: usize>(self, costs: Self) -> Self {
        let sums = self.saturating_add(costs);
        self.min(match CELL {
            0 => cast(cast::<_, u16x8>(sums) << 8_u32 | u16x8::splat(0xFF)),
            1 => cast(cast::<_, u32x4>(sums) << 16_u32 | u32x4::splat(0xFFFF)),
            2 => cast(cast::<_, u64x2>(sums) << 32_u32 | u64x2::splat(0xFFFF_FFFF)),
            _ => cast(raise_half(cast(sums))),
        })
    }
}

impl Lanes for [u16x8; 2] {
    #[inline]
    fn reach<const CELL: usize>(self, costs: Self) -> Self {
        let [low, high] = self;
        let sums = [low.saturating_add(costs[0]), high.saturating_add(costs[1])];
        if CELL == 3 {
            return [low, high.min(sums[0])];
        }
        let [to_low, to_high] = sums.map(|sums| match CELL {
            0 => cast(cast::<_, u32x4>(sums) << 16_u32 | u32x4::splat(0xFFFF)),
            1 => cast(cast::<_, u64x2>(sums) << 32_u32 | u64x2::splat(0xFFFF_FFFF)),
            _ => cast(raise_half(cast(sums))),
        });
        [low.min(to_low), high.min(to_high)]
    }
}

/// Lower half in the upper place, and infinite costs in the lower place.
fn raise_half([low, _]: [u64; 2]) -> [u64; 2] {
    [u64::MAX, low]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dense::cost::Cost;
    use proptest::prelude::*;

    /// Least costs by set, each after its subsets.
    fn reach_by_set<C: Cost>(mut start: [C; LANES], costs: [[C; LANES]; LANE_BITS]) -> [C; LANES] {
        for lane in 1..LANES {
            for (bit, costs) in costs
                .iter()
                .enumerate()
                .filter(|(bit, _)| lane >> bit & 1 == 1)
            {
                let from = lane & !(1 << bit);
                start[lane] = start[lane].min(start[from].plus(costs[from]));
            }
        }
        start
    }

    proptest! {
        #[test]
        fn lanes_side_by_side_equal_lanes_by_set(
            start in prop::array::uniform16(prop_oneof![Just(u8::MAX), any::<u8>()]),
            costs in any::<[[u8; LANES]; LANE_BITS]>(),
        ) {
            prop_assert_eq!(u8::reach_lanes(start, costs), reach_by_set(start, costs));
            let start = start.map(|cost| u16::from(cost) * 257);
            let costs = costs.map(|costs| costs.map(|cost| u16::from(cost) * 100));
            prop_assert_eq!(u16::reach_lanes(start, costs), reach_by_set(start, costs));
        }
    }
}
