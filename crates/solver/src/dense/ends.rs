use super::cells::EmptyCells;
use super::cost::Cost;
use super::table::Table;
use crate::instance::Sense;
use itertools::Itertools;
use rayon::prelude::*;

/// The ends of the optimal orders.
#[derive(Debug)]
pub(super) struct Ends {
    /// The optimal score, the bonus included.
    pub(super) score: u32,
    /// The sets in which optimal orders end, the least first.
    pub(super) sets: Vec<u32>,
}

impl Ends {
    /// The best of the sets of as many cells as there are turns; none where none of them can be reached.
    pub(super) fn of<C: Cost>(table: &Table<C>, cells: &EmptyCells) -> Option<Self> {
        let (split, sense) = (table.split, cells.sense);
        let places = (0..split.block_len()).into_group_map_by(|place| place.count_ones());
        let places: Vec<Vec<usize>> = places
            .into_iter()
            .sorted()
            .map(|(_, places)| places)
            .collect();
        let best = table.blocks().filter_map(|(number, block)| {
            let low_cells = cells.horizon().checked_sub(number.count_ones() as usize)?;
            let mut best: Option<Self> = None;
            for &place in places.get(low_cells)? {
                let (set, cost) = (split.set(number, place), block[place]);
                if cost == C::NEVER {
                    continue;
                }
                let score = table.scale.points(cells.horizon(), cost.into()) + cells.bonus(set);
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
            .reduce(|| None, |one, other| Self::better(sense, one, other))
    }

    fn better(sense: Sense, one: Option<Self>, other: Option<Self>) -> Option<Self> {
        match (one, other) {
            (Some(mut one), Some(other)) if one.score == other.score => {
                one.sets.extend(other.sets);
                Some(one)
            }
            (Some(one), Some(other)) if sense.better(other.score, one.score) => Some(other),
            (one, other) => one.or(other),
        }
    }
}
