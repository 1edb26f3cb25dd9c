//! Order of the coverings within a layer, so that few moves cross.
//!
//! The barycentre method of Sugiyama, Tagawa and Toda (1981): each covering goes to the mean place of
//! its neighbours in the layer before, or after, in turn. After each walk through the layers,
//! neighbours in a layer change places as long as that helps; the arrangement with the fewest crossings
//! is the result.

use crate::graph::{StateSpace, Step};
use itertools::Itertools;
use std::cmp::Ordering;

/// Number of walks through the layers, forwards and backwards in turn.
const SWEEPS: usize = 12;

/// Weight of a move: higher for moves of optimal orders, so that their lines are straight.
fn weight(step: &Step) -> u64 {
    if step.optimal { 3 } else { 1 }
}

/// State space with the coverings of each layer in a good order.
pub(super) fn arrange(space: &StateSpace) -> StateSpace {
    let mut orders: Vec<Vec<usize>> = space
        .layers
        .iter()
        .map(|layer| (0..layer.len()).collect())
        .collect();
    let mut best = (crossings(space), space.clone());
    for sweep in 0..SWEEPS {
        let downward = sweep % 2 == 0;
        let count = space.steps.len();
        for index in 0..count {
            let turn = if downward { index } else { count - 1 - index };
            let (fixed, free) = match downward {
                true => (turn, turn + 1),
                false => (turn + 1, turn),
            };
            let ends = space.steps[turn].iter().map(|step| match downward {
                true => (step.from, step.to, weight(step)),
                false => (step.to, step.from, weight(step)),
            });
            orders[free] = by_barycentre(&orders[fixed], &orders[free], ends);
        }
        swap_neighbours(space, &mut orders);
        let candidate = reorder(space, &orders);
        let crossings = crossings(&candidate);
        if crossings < best.0 {
            best = (crossings, candidate);
        }
    }
    best.1
}

/// Coverings of a layer by the mean place of their neighbours; equals keep their order.
fn by_barycentre(
    fixed: &[usize],
    free: &[usize],
    ends: impl Iterator<Item = (usize, usize, u64)>,
) -> Vec<usize> {
    let place = inverse(fixed);
    let mut sums = vec![(0u64, 0u64); free.len()];
    for (neighbour, covering, weight) in ends {
        let (sum, count) = &mut sums[covering];
        *sum += weight * place[neighbour] as u64;
        *count += weight;
    }
    let mut order = free.to_vec();
    // Means as fractions, compared crosswise: no rounding, the same picture everywhere.
    order.sort_by(|&first, &second| {
        let ((sum, count), (other_sum, other_count)) = (sums[first], sums[second]);
        (sum * other_count).cmp(&(other_sum * count))
    });
    order
}

/// Swaps neighbours in a layer until no swap removes crossings.
fn swap_neighbours(space: &StateSpace, orders: &mut [Vec<usize>]) {
    // Ends of each covering's moves in the layer before and in the layer after.
    type Ends = [Vec<(usize, u64)>; 2];
    let mut ends: Vec<Vec<Ends>> = space
        .layers
        .iter()
        .map(|layer| vec![Ends::default(); layer.len()])
        .collect();
    for (turn, steps) in space.steps.iter().enumerate() {
        for step in steps {
            ends[turn][step.from][1].push((step.to, weight(step)));
            ends[turn + 1][step.to][0].push((step.from, weight(step)));
        }
    }
    let mut places: Vec<Vec<usize>> = orders.iter().map(|order| inverse(order)).collect();
    let mut has_swap = true;
    while has_swap {
        has_swap = false;
        for layer in 0..orders.len() {
            for index in 1..orders[layer].len() {
                let (upper, lower) = (orders[layer][index - 1], orders[layer][index]);
                let (mut before, mut after) = (0, 0);
                for (side, neighbour) in [(0, layer.wrapping_sub(1)), (1, layer + 1)] {
                    let pairs = ends[layer][upper][side]
                        .iter()
                        .cartesian_product(&ends[layer][lower][side]);
                    for ((upper_end, weight), (lower_end, other_weight)) in pairs {
                        let crossing = weight * other_weight;
                        match places[neighbour][*upper_end].cmp(&places[neighbour][*lower_end]) {
                            Ordering::Greater => before += crossing,
                            Ordering::Less => after += crossing,
                            Ordering::Equal => {}
                        }
                    }
                }
                // Each swap leaves strictly fewer crossings, so the loop ends.
                if after < before {
                    orders[layer].swap(index - 1, index);
                    places[layer].swap(upper, lower);
                    has_swap = true;
                }
            }
        }
    }
}

/// Weight of the pairs of moves that cross.
fn crossings(space: &StateSpace) -> u64 {
    let cross = |[first, second]: &[&Step; 2]| {
        let by_start = first.from.cmp(&second.from);
        let by_end = first.to.cmp(&second.to);
        by_start != Ordering::Equal && by_start == by_end.reverse()
    };
    let turns = space.steps.iter().map(|steps| {
        let pairs = steps.iter().array_combinations().filter(cross);
        pairs
            .map(|[first, second]| weight(first) * weight(second))
            .sum::<u64>()
    });
    turns.sum()
}

/// State space with each layer in another order: `orders[t]` lists the old indices.
fn reorder(space: &StateSpace, orders: &[Vec<usize>]) -> StateSpace {
    let ranks: Vec<Vec<usize>> = orders.iter().map(|order| inverse(order)).collect();
    let layers = space.layers.iter().zip(orders);
    let steps = space.steps.iter().enumerate().map(|(turn, steps)| {
        let new_steps = steps.iter().map(|step| Step {
            from: ranks[turn][step.from],
            to: ranks[turn + 1][step.to],
            ..*step
        });
        let mut new_steps: Vec<Step> = new_steps.collect();
        new_steps.sort_unstable_by_key(|step| (step.from, step.to));
        new_steps
    });
    StateSpace {
        layers: layers
            .map(|(layer, order)| order.iter().map(|&old| layer[old]).collect())
            .collect(),
        steps: steps.collect(),
        optimum: space.optimum,
    }
}

/// Inverse permutation: the place of each index in `order`.
fn inverse(order: &[usize]) -> Vec<usize> {
    let mut places = vec![0; order.len()];
    for (place, &index) in order.iter().enumerate() {
        places[index] = place;
    }
    places
}

#[cfg(test)]
mod tests {
    use super::super::labels;
    use super::super::layout::Layout;
    use super::*;
    use crate::control::Control;
    use crate::graph::StateGraph;
    use crate::instance::Instance;
    use crate::problem::Problem;
    use std::collections::BTreeSet;

    fn space(rows: usize, columns: usize) -> (Instance, StateSpace) {
        let wall = format!(r#"{{"rows": {rows}, "columns": {columns}}}"#);
        let json = format!(r#"{{"wall": {wall}, "sense": "maximize"}}"#);
        let instance = Instance::from_json(&json).expect("valid");
        let problem = Problem::from(&instance);
        let states = StateGraph::build(&problem, &Control::default()).expect("small");
        let space = StateSpace::new(&states.expect("not stopped"), problem.sense());
        (instance, space)
    }

    #[test]
    fn an_arrangement_has_fewer_crossings_and_the_same_moves() {
        for (rows, columns) in [(2, 2), (2, 3), (3, 3)] {
            let (_, space) = space(rows, columns);
            let arrangement = arrange(&space);
            assert!(
                crossings(&arrangement) < crossings(&space),
                "{rows}×{columns}"
            );
            let moves = |space: &StateSpace| {
                let mut moves = BTreeSet::new();
                for (turn, steps) in space.steps.iter().enumerate() {
                    for step in steps {
                        let from = space.layers[turn][step.from].covering;
                        let to = space.layers[turn + 1][step.to].covering;
                        assert_eq!(step.cell.map(|cell| from.with(cell)), Some(to));
                        moves.insert((from, to, step.points, step.optimal));
                    }
                }
                moves
            };
            assert_eq!(moves(&arrangement), moves(&space));
            let coverings = |space: &StateSpace| {
                let layers = space.layers.iter();
                let coverings =
                    layers.map(|layer| layer.iter().map(|place| place.covering).sorted());
                coverings.flatten().collect_vec()
            };
            assert_eq!(coverings(&arrangement), coverings(&space));
        }
    }

    #[test]
    fn labels_of_points_do_not_overlap() {
        let (instance, space) = space(3, 3);
        let layout = Layout::new(instance.wall(), &arrange(&space));
        for segments in &layout.segments {
            let labels = labels::labels(segments, layout.digits);
            assert_eq!(labels.len(), segments.len());
            for [first, second] in labels.iter().array_combinations() {
                let distance = (first.at.x - second.at.x)
                    .abs()
                    .max((first.at.y - second.at.y).abs());
                assert!(distance >= 13.0, "{first:?} {second:?}");
            }
        }
    }
}
