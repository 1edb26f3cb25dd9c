use super::cells::EmptyCells;
use super::lanes::{LANE_BITS, LANES, Lanes};
use crate::instance::Sense;
use crate::problem::Unfit;
use bytemuck::cast;
use wide::{u8x16, u16x8};

/// A number of bits that holds what an order costs: what it is short of the best that so many tiles could earn.
pub(super) trait Cost: Copy + Ord + Send + Sync + Into<u32> + TryFrom<u32> {
    /// Nothing.
    const NONE: Self;
    /// Cost of the impossible, also when more is added.
    const NEVER: Self;

    /// The sum, or [`NEVER`](Self::NEVER) where it is larger.
    fn plus(self, other: Self) -> Self;

    /// Least costs of the sets of a run after all moves from one to another, by lane; `after` is the cost of each of the least
    /// cells after each set.
    fn reach_lanes(of: [Self; LANES], after: [[Self; LANES]; LANE_BITS]) -> [Self; LANES];
}

macro_rules! costs {
    ($($bits:ident in $lanes:ty,)*) => {$(
        impl Cost for $bits {
            const NONE: Self = 0;
            const NEVER: Self = Self::MAX;

            fn plus(self, other: Self) -> Self {
                self.saturating_add(other)
            }

            #[inline]
            fn reach_lanes(of: [Self; LANES], after: [[Self; LANES]; LANE_BITS]) -> [Self; LANES] {
                cast(cast::<_, $lanes>(of).reach_all(after.map(cast)))
            }
        }
    )*};
}

costs! {
    u8 in u8x16,
    u16 in [u16x8; 2],
}

/// Costs of points: the distance of a tile's points to the best that any tile can earn. The least cost of so many tiles is the best
/// score, in either sense.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scale {
    sense: Sense,
    /// The best that a tile can earn.
    best: u32,
    /// The most that a tile can cost.
    worst_cost: u32,
}

impl Scale {
    /// A tile earns the most when everything is filled, and the least when nothing is.
    ///
    /// # Errors
    /// When the points of tiles are too far from each other for the table.
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
        scale.fit(cells.horizon())
    }

    /// The most that a tile can cost.
    pub(super) fn worst_cost(self) -> u32 {
        self.worst_cost
    }

    /// The cost of a tile with these points.
    pub(super) fn cost(self, points: u32) -> u32 {
        points.abs_diff(self.best)
    }

    /// The points of so many tiles with this cost together.
    pub(super) fn points(self, tiles: usize, cost: u32) -> u32 {
        let best = self.best * tiles as u32;
        match self.sense {
            Sense::Maximize => best - cost,
            Sense::Minimize => best + cost,
        }
    }

    /// Refuses points that are too far from each other for the table.
    pub(super) fn fit(self, tiles: usize) -> Result<Self, Unfit> {
        let most = (u16::MAX - 1) as usize / tiles.max(1);
        let what = "points between the best tile and the worst";
        let between = (what, most, self.worst_cost as usize);
        Unfit::unless("dense layers of so many turns take", &[between]).map(|()| self)
    }

    /// Whether so many tiles never cost so much that it does not fit.
    pub(super) fn fits<C: Cost>(self, tiles: usize) -> bool {
        self.worst_cost * (tiles as u32) < C::NEVER.into()
    }
}
