//! The order of the coverings within a layer, so that few moves cross.
//!
//! The barycentre method of Sugiyama, Tagawa and Toda (1981): each covering goes to the mean place of
//! its neighbours in the layer before, or after, in turn. After each walk through the layers,
//! neighbours in a layer change places as long as that helps; the arrangement with the fewest crossings
//! is kept.

use crate::graph::{StateSpace, Step};
use itertools::Itertools;
use std::cmp::Ordering;

/// How often the layers are walked through, there and back.
const SWEEPS: usize = 12;

/// The weight of a move: more for moves of optimal orders, so that they come out straight.
fn weight(step: &Step) -> u64 {
    if step.optimal { 3 } else { 1 }
}

/// The state space with its layers in a good order.
pub(super) fn arranged(space: &StateSpace) -> StateSpace {
    let mut orders: Vec<Vec<usize>> = space
        .layers
        .iter()
        .map(|layer| (0..layer.len()).collect())
        .collect();
    let mut best = (crossings(space), space.clone());
    for sweep in 0..SWEEPS {
        let downward = sweep % 2 == 0;
        let turns: Vec<usize> = if downward {
            (0..space.steps.len()).collect()
        } else {
            (0..space.steps.len()).rev().collect()
        };
        for turn in turns {
            let (fixed, moved) = if downward {
                (turn, turn + 1)
            } else {
                (turn + 1, turn)
            };
            let ends = space.steps[turn].iter().map(|step| match downward {
                true => (step.from, step.to, weight(step)),
                false => (step.to, step.from, weight(step)),
            });
            let sorted = by_barycentre(&orders[fixed], &orders[moved], ends);
            orders[moved] = sorted;
        }
        change_places(space, &mut orders);
        let candidate = rearranged(space, &orders);
        let crossed = crossings(&candidate);
        if crossed < best.0 {
            best = (crossed, candidate);
        }
    }
    best.1
}

/// The coverings of a layer by the mean place of their neighbours; equals keep their order.
fn by_barycentre(
    fixed: &[usize],
    moved: &[usize],
    ends: impl Iterator<Item = (usize, usize, u64)>,
) -> Vec<usize> {
    let place = inverse(fixed);
    let mut sums = vec![(0u64, 0u64); moved.len()];
    for (neighbour, covering, weight) in ends {
        let (sum, count) = &mut sums[covering];
        *sum += weight * place[neighbour] as u64;
        *count += weight;
    }
    let mut sorted = moved.to_vec();
    // Means as fractions, compared crosswise: no rounding, the same picture everywhere.
    sorted.sort_by(|&one, &other| {
        let ((sum, count), (other_sum, other_count)) = (sums[one], sums[other]);
        (sum * other_count).cmp(&(other_sum * count))
    });
    sorted
}

/// Lets neighbours in a layer change places until no such change spares crossings.
fn change_places(space: &StateSpace, orders: &mut [Vec<usize>]) {
    // The other ends of each covering's moves, in the layer before and in the layer after.
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
    let mut changed = true;
    while changed {
        changed = false;
        for layer in 0..orders.len() {
            for at in 1..orders[layer].len() {
                let (upper, lower) = (orders[layer][at - 1], orders[layer][at]);
                let (mut now, mut then) = (0, 0);
                for (side, beside) in [(0, layer.wrapping_sub(1)), (1, layer + 1)] {
                    let pairs = ends[layer][upper][side]
                        .iter()
                        .cartesian_product(&ends[layer][lower][side]);
                    for ((one, weight), (other, other_weight)) in pairs {
                        let crossing = weight * other_weight;
                        match places[beside][*one].cmp(&places[beside][*other]) {
                            Ordering::Greater => now += crossing,
                            Ordering::Less => then += crossing,
                            Ordering::Equal => {}
                        }
                    }
                }
                // Strictly fewer each time, so that it comes to an end.
                if then < now {
                    orders[layer].swap(at - 1, at);
                    places[layer].swap(upper, lower);
                    changed = true;
                }
            }
        }
    }
}

/// Pairs of moves that cross, those with an optimal one weighted.
fn crossings(space: &StateSpace) -> u64 {
    let crossed = |[one, other]: &[&Step; 2]| {
        (one.from < other.from && one.to > other.to) || (one.from > other.from && one.to < other.to)
    };
    let turns = space.steps.iter().map(|steps| {
        let pairs = steps.iter().array_combinations().filter(crossed);
        pairs
            .map(|[one, other]| weight(one) * weight(other))
            .sum::<u64>()
    });
    turns.sum()
}

/// A state space with each layer in another order: `orders[t]` lists the old indices.
fn rearranged(space: &StateSpace, orders: &[Vec<usize>]) -> StateSpace {
    let ranks: Vec<Vec<usize>> = orders.iter().map(|order| inverse(order)).collect();
    let layers = space.layers.iter().zip(orders);
    let steps = space.steps.iter().enumerate().map(|(turn, steps)| {
        let moved = steps.iter().map(|step| Step {
            from: ranks[turn][step.from],
            to: ranks[turn + 1][step.to],
            ..*step
        });
        let mut moved: Vec<Step> = moved.collect();
        moved.sort_unstable_by_key(|step| (step.from, step.to));
        moved
    });
    StateSpace {
        layers: layers
            .map(|(layer, order)| order.iter().map(|&old| layer[old]).collect())
            .collect(),
        steps: steps.collect(),
        optimum: space.optimum,
    }
}

/// Where each old index is in an order of them.
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
    fn an_arrangement_crosses_less_and_loses_nothing() {
        for (rows, columns) in [(2, 2), (2, 3), (3, 3)] {
            let (_, space) = space(rows, columns);
            let arranged = arranged(&space);
            assert!(crossings(&arranged) < crossings(&space), "{rows}×{columns}");
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
            assert_eq!(moves(&arranged), moves(&space));
            let sorted = |space: &StateSpace| {
                let layers = space.layers.iter();
                let sorted = layers.map(|layer| layer.iter().map(|place| place.covering).sorted());
                sorted.flatten().collect_vec()
            };
            assert_eq!(sorted(&arranged), sorted(&space));
        }
    }

    #[test]
    fn no_points_lie_on_other_points() {
        let (instance, space) = space(3, 3);
        let layout = Layout::new(instance.wall(), &arranged(&space));
        for segments in &layout.segments {
            let labels = labels::labels(segments, layout.digits);
            assert_eq!(labels.len(), segments.len());
            for [one, other] in labels.iter().array_combinations() {
                let apart = (one.at.x - other.at.x)
                    .abs()
                    .max((one.at.y - other.at.y).abs());
                assert!(apart >= 13.0, "{one:?} {other:?}");
            }
        }
    }
}
