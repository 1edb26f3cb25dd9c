use super::cells::EmptyCells;
use super::cost::Cost;
use super::table::Table;
use crate::instance::Sense;
use itertools::Itertools;
use rayon::prelude::*;

/// Ends of the optimal orders.
#[derive(Debug)]
pub(super) struct Ends {
    /// Optimal score, the bonus included.
    pub(super) score: u32,
    /// Last sets of the optimal orders, the least first.
    pub(super) sets: Vec<u32>,
}

impl Ends {
    /// Best sets with as many cells as tiles; none if no such set is reachable.
    pub(super) fn of<C: Cost>(table: &Table<C>, cells: &EmptyCells, tiles: usize) -> Option<Self> {
        let (split, sense) = (table.split, cells.sense);
        let places = (0..split.block_len()).into_group_map_by(|place| place.count_ones());
        let places: Vec<Vec<usize>> = places
            .into_iter()
            .sorted()
            .map(|(_, places)| places)
            .collect();
        let best = table.blocks().filter_map(|(number, block)| {
            let low_cells = tiles.checked_sub(number.count_ones() as usize)?;
            let mut best: Option<Self> = None;
            for &place in places.get(low_cells)? {
                let (set, cost) = (split.set(number, place), block[place]);
                if cost == C::NEVER {
                    continue;
                }
                let score = table.scale.points(tiles, cost.into()) + cells.bonus(set);
                match &mut best {
                    Some(best) if best.score == score => best.sets.push(set),
                    Some(best) if !sense.better(score, best.score) => {}
                    _ => {
                        let sets = vec![set];
                        best = Some(Self { score, sets });
                    }
                }
            }
            best
        });
        best.map(Some)
            .reduce(|| None, |left, right| Self::better(sense, left, right))
    }

    fn better(sense: Sense, left: Option<Self>, right: Option<Self>) -> Option<Self> {
        match (left, right) {
            (Some(mut left), Some(right)) if left.score == right.score => {
                left.sets.extend(right.sets);
                Some(left)
            }
            (Some(left), Some(right)) if sense.better(right.score, left.score) => Some(right),
            (left, right) => left.or(right),
        }
    }
}
