use super::cells::EmptyCells;
use super::lanes::{LANE_BITS, LANES, Lanes};
use crate::instance::Sense;
use crate::problem::Unfit;
use bytemuck::cast;
use wide::{u8x16, u16x8};

/// Unsigned integer for the cost of an order: the distance of its score to the best score of as many tiles.
pub(super) trait Cost: Copy + Ord + Send + Sync + Into<u32> + TryFrom<u32> {
    /// Cost of the best tile.
    const ZERO: Self;
    /// Infinite cost: it absorbs all summands.
    const NEVER: Self;

    /// The sum, or [`NEVER`](Self::NEVER) where it is larger.
    fn plus(self, other: Self) -> Self;

    /// Least costs of the sets of a run after all moves within the run, by lane. `cell_costs` has the cost of each lane cell after
    /// each set.
    fn reach_lanes(start: [Self; LANES], cell_costs: [[Self; LANES]; LANE_BITS]) -> [Self; LANES];
}

macro_rules! costs {
    ($($bits:ident in $lanes:ty,)*) => {$(
        impl Cost for $bits {
            const ZERO: Self = 0;
            const NEVER: Self = Self::MAX;

            fn plus(self, other: Self) -> Self {
                self.saturating_add(other)
            }

            #[inline]
            fn reach_lanes(start: [Self; LANES], cell_costs: [[Self; LANES]; LANE_BITS]) -> [Self; LANES] {
                cast(cast::<_, $lanes>(start).reach_all(cell_costs.map(cast)))
            }
        }
    )*};
}

costs! {
    u8 in u8x16,
    u16 in [u16x8; 2],
}

/// Scale of costs: the cost of a tile is the distance of its points to the best points of any tile. The least cost of as many tiles
/// is the best score, in either sense.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scale {
    sense: Sense,
    /// Best points of a tile.
    best: u32,
    /// Greatest cost of a tile.
    worst_cost: u32,
}

impl Scale {
    /// Scale of a problem. A tile earns the most on the full wall, and the least on the empty one.
    ///
    /// # Errors
    /// When the costs of the tiles do not fit the table.
    pub(super) fn new(cells: &EmptyCells) -> Result<Self, Unfit> {
        let all = (0..cells.len()).fold(0, |set, index| set | 1 << index);
        let most = (0..cells.len()).map(|index| cells.points(all & !(1 << index), index));
        let least = (0..cells.len()).map(|index| cells.points(0, index));
        let (most, least) = (most.max().unwrap_or(0), least.min().unwrap_or(0));
        let scale = Self {
            sense: cells.sense,
            best: cells.sense.better_of(most, least),
            worst_cost: most - least,
        };
        scale.check(cells.horizon())
    }

    /// Greatest cost of a tile.
    pub(super) fn worst_cost(self) -> u32 {
        self.worst_cost
    }

    /// Cost of a tile with these points.
    pub(super) fn cost(self, points: u32) -> u32 {
        points.abs_diff(self.best)
    }

    /// Points of `tiles` tiles with this total cost.
    pub(super) fn points(self, tiles: usize, cost: u32) -> u32 {
        let best = self.best * tiles as u32;
        match self.sense {
            Sense::Maximize => best - cost,
            Sense::Minimize => best + cost,
        }
    }

    /// Refuses points whose total cost does not fit the table.
    pub(super) fn check(self, tiles: usize) -> Result<Self, Unfit> {
        let most = (u16::MAX - 1) as usize / tiles.max(1);
        let subject = "points between the best tile and the worst";
        let limit = (subject, most, self.worst_cost as usize);
        Unfit::unless("dense layers of so many turns take", &[limit]).map(|()| self)
    }

    /// Whether the costs of this number of tiles fit the type.
    pub(super) fn fits<C: Cost>(self, tiles: usize) -> bool {
        self.worst_cost * (tiles as u32) < C::NEVER.into()
    }
}
