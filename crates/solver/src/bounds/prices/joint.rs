//! The ends of all subproblems together: with as many tiles for the strips as for the columns, and colours that are complete in all of
//! them.

use super::PARTS;
use super::subproblem::{NEVER, POSSIBLE, Subproblem};
use crate::bounds::colours::colour_sets;
use crate::problem::Problem;
use itertools::Itertools;
use std::cmp::Reverse;

/// Largest number of sets of colours with an exact bound, once one of them has ends; the others have a looser bound.
const LOOKS: usize = 32;

/// Demands on the ends of all subproblems: the number of tiles of a problem that does not fill the wall and, for the maximum, a set of
/// complete colours, whose cells each subproblem has.
#[derive(Debug)]
pub(super) struct Joint {
    tiles: usize,
    sets: Vec<ColourSet>,
}

/// Colours that may be complete at the end.
#[derive(Debug)]
struct ColourSet {
    /// Places that the colours need in each subproblem, strips first.
    places: Vec<usize>,
    /// The points of the colours, in parts of a point.
    gain: i32,
}

/// The best ends of all subproblems together.
#[derive(Debug)]
pub(super) struct Ends {
    /// Upper bound on the gain of all ends, and the gain of these ends unless there are many sets of colours.
    pub(super) gain: i32,
    /// Filled places of each subproblem, as sets, strips first.
    pub(super) of_subproblems: Vec<usize>,
}

impl Joint {
    /// The demands of a problem; none where the wall is filled, and each subproblem has one end.
    pub(super) fn new(problem: &Problem, subproblems: &[&Subproblem]) -> Option<Self> {
        if problem.fills_the_wall() {
            return None;
        }
        let points = problem.bonus().colour as i32;
        let sets = colour_sets(problem).into_iter().map(|colours| {
            let indices = colours.iter().flatten().map(|cell| cell.index());
            let indices = indices.collect_vec();
            ColourSet {
                places: subproblems
                    .iter()
                    .map(|subproblem| subproblem.set_of(&indices))
                    .collect(),
                gain: colours.len() as i32 * points * PARTS,
            }
        });
        Some(Self {
            tiles: problem.horizon(),
            sets: sets.collect(),
        })
    }

    /// Whether there is more than one set of colours.
    pub(super) fn has_colours(&self) -> bool {
        self.sets.len() > 1
    }

    /// The best ends, by the gains of each subproblem with each of its ends; the first `strips` subproblems are strips. None where there
    /// are no ends.
    pub(super) fn best(
        &self,
        subproblems: &[&Subproblem],
        strips: usize,
        gains: &[Vec<i32>],
    ) -> Option<Ends> {
        let bounds = gains.iter().map(|gains| best_with(gains)).collect_vec();
        let bound = |set: &ColourSet| {
            let of_subproblems = bounds
                .iter()
                .zip(&set.places)
                .map(|(bounds, &places)| bounds[places]);
            set.gain + of_subproblems.sum::<i32>()
        };
        let sets = self.sets.iter().map(|set| (bound(set), set));
        let sets = sets.sorted_by_key(|(bound, _)| Reverse(*bound));
        let mut best: Option<Ends> = None;
        for (looks, (bound, set)) in sets.enumerate() {
            let best_gain = best.as_ref().map_or(POSSIBLE, |best| best.gain);
            if bound <= best_gain {
                break;
            }
            if let Some(best) = best.as_mut().filter(|_| looks >= LOOKS) {
                best.gain = bound;
                break;
            }
            let lines = (0..subproblems.len()).map(|subproblem| {
                by_number(
                    &gains[subproblem],
                    set.places[subproblem],
                    subproblems[subproblem].initial(),
                )
            });
            let lines = lines.collect_vec();
            let (strips, columns) = lines.split_at(strips);
            let parts = best_sum(strips, self.tiles).zip(best_sum(columns, self.tiles));
            let Some(((of_strips, mut ends), (of_columns, column_ends))) = parts else {
                continue;
            };
            let gain = set.gain + of_strips + of_columns;
            if gain > best_gain {
                ends.extend(column_ends);
                best = Some(Ends {
                    gain,
                    of_subproblems: ends,
                });
            }
        }
        best
    }
}

/// The best end of each subproblem alone, by its gains; none where a subproblem has none.
pub(super) fn free_ends(gains: &[Vec<i32>]) -> Option<Ends> {
    let ends = gains.iter().map(|gains| {
        let best = gains.iter().enumerate().max_by_key(|(_, gain)| **gain)?;
        (*best.1 > POSSIBLE).then_some(best)
    });
    let ends: Vec<(usize, &i32)> = ends.collect::<Option<_>>()?;
    Some(Ends {
        gain: ends.iter().map(|(_, gain)| **gain).sum(),
        of_subproblems: ends.into_iter().map(|(bits, _)| bits).collect(),
    })
}

/// The best gain of an end that has certain places, for all sets of places.
fn best_with(gains: &[i32]) -> Vec<i32> {
    let mut best = gains.to_vec();
    let mut bit = 1;
    while bit < best.len() {
        for block in best.chunks_mut(2 * bit) {
            let (without, with) = block.split_at_mut(bit);
            for (without, with) in without.iter_mut().zip(with) {
                *without = (*without).max(*with);
            }
        }
        bit *= 2;
    }
    best
}

/// The best gain of an end that has certain places, and the end, by number of tiles beside the initial ones.
fn by_number(gains: &[i32], places: usize, initial: usize) -> Vec<(i32, usize)> {
    let most = gains.len().ilog2() as usize - initial.count_ones() as usize;
    let mut best = vec![(NEVER, 0); most + 1];
    for (bits, &gain) in gains.iter().enumerate() {
        if (places | initial) & !bits == 0 {
            let entry = &mut best[(bits & !initial).count_ones() as usize];
            if gain > entry.0 {
                *entry = (gain, bits);
            }
        }
    }
    best
}

/// Best sum of lines with `tiles` tiles in all, and the end of each line; none where there is none.
fn best_sum(lines: &[Vec<(i32, usize)>], tiles: usize) -> Option<(i32, Vec<usize>)> {
    let mut sums = vec![NEVER; tiles + 1];
    sums[0] = 0;
    // Number of tiles in a line, by line and number of tiles in all lines up to it.
    let mut numbers: Vec<Vec<u8>> = Vec::with_capacity(lines.len());
    for line in lines {
        let (mut next, mut own) = (vec![NEVER; tiles + 1], vec![0; tiles + 1]);
        for (number, &(gain, _)) in line
            .iter()
            .enumerate()
            .filter(|(_, (gain, _))| *gain > POSSIBLE)
        {
            for (before, &sum) in sums.iter().enumerate() {
                let Some(after) = next.get_mut(before + number) else {
                    break;
                };
                if sum > POSSIBLE && sum + gain > *after {
                    *after = sum + gain;
                    own[before + number] = number as u8;
                }
            }
        }
        sums = next;
        numbers.push(own);
    }
    let gain = Some(sums[tiles]).filter(|gain| *gain > POSSIBLE)?;
    let mut tiles_left = tiles;
    let mut ends = Vec::with_capacity(lines.len());
    for (line, own) in lines.iter().zip(&numbers).rev() {
        let number = usize::from(own[tiles_left]);
        ends.push(line[number].1);
        tiles_left -= number;
    }
    ends.reverse();
    Some((gain, ends))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_share_tiles_in_the_best_way() {
        let lines = [
            vec![(0, 0), (5, 1), (NEVER, 0)],
            vec![(1, 0), (2, 2), (9, 3)],
        ];
        assert_eq!(best_sum(&lines, 0), Some((1, vec![0, 0])));
        assert_eq!(best_sum(&lines, 1), Some((6, vec![1, 0])));
        assert_eq!(best_sum(&lines, 2), Some((9, vec![0, 3])));
        assert_eq!(best_sum(&lines, 3), Some((14, vec![1, 3])));
        assert_eq!(best_sum(&lines, 4), None);
    }

    #[test]
    fn the_best_end_with_some_places_is_the_best_superset() {
        let gains = [3, 9, -4, 1, 0, 2, 8, -7];
        let best = best_with(&gains);
        for (places, &best) in best.iter().enumerate() {
            let ends = (0..gains.len()).filter(|end| places & !end == 0);
            assert_eq!(ends.map(|end| gains[end]).max(), Some(best));
            let by_number = by_number(&gains, places, 0);
            let all = by_number.iter().map(|(gain, _)| *gain).max();
            assert_eq!(all, Some(best));
        }
    }
}
