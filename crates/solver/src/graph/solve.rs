use super::StateGraph;
use super::values::Values;
use crate::outcome::{
    Count, Distribution, History, Layer, LayerHistory, Orders, Outcome, Stats, Unfinished, Verdict,
};
use crate::problem::{Problem, Unfit};
use azulejo_control::{Control, Instant};
use petgraph::graph::NodeIndex;
use petgraph::visit::EdgeRef;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// Solves a problem over its whole state graph and counts the optimal orders.
///
/// The minimum is a shortest path by points. All paths to the end have the same number of moves,
/// so the maximum is a shortest path by `most − points`, with `most` the greatest points of a move.
///
/// # Errors
/// When the problem has too many cells for a state graph.
pub fn solve(problem: &Problem, control: &Control) -> Result<Outcome, Unfit> {
    let clock = Instant::now();
    let Some(states) = StateGraph::build(problem, control)? else {
        let stats = Stats {
            seconds: clock.elapsed().as_secs_f64(),
            ..Stats::default()
        };
        return Ok(Outcome {
            verdict: Verdict::Unknown {
                bound: problem.trivial_bound(),
                unfinished: Unfinished::Stopped,
            },
            stats,
            history: history(problem, &[]),
        });
    };
    let values = Values::new(&states, problem.sense());
    let proof = states.proof();
    let verdict = match values.solution(&states) {
        Some(solution) => Verdict::Optimal { solution, proof },
        None => Verdict::Infeasible { proof },
    };
    let orders = values.completions[states.start().index()];
    let stats = Stats {
        coverings: Some(states.graph.node_count()),
        moves: Some(states.graph.edge_count()),
        orders: Some(Orders::from(orders)),
        seconds: clock.elapsed().as_secs_f64(),
        ..Stats::default()
    };
    let history = history(problem, &states.layers);
    Ok(Outcome {
        verdict,
        stats,
        history,
    })
}

/// Counts the optimal orders; none if it was stopped.
///
/// # Errors
/// As [`solve`].
pub fn count(problem: &Problem, control: &Control) -> Result<Option<Count>, Unfit> {
    let Outcome {
        verdict,
        stats,
        history,
    } = solve(problem, control)?;
    let History::Layers(history) = history else {
        return Ok(None);
    };
    let Some(coverings) = stats.coverings else {
        return Ok(None);
    };
    let peak = history.layers.iter().map(|layer| layer.states).max();
    Ok(Some(Count {
        optimum: verdict.score().zip(stats.orders),
        coverings,
        peak_layer: peak.map_or(0, |peak| peak as usize),
    }))
}

/// The number of orders of each score; none if it was stopped.
///
/// # Errors
/// As [`solve`].
pub fn distribution(problem: &Problem, control: &Control) -> Result<Option<Distribution>, Unfit> {
    let Some(states) = StateGraph::build(problem, control)? else {
        return Ok(None);
    };
    // Number of orders to each node of a layer, by score.
    let mut scores = FxHashMap::default();
    scores.insert(states.start(), BTreeMap::from([(states.base, 1)]));
    for _ in problem.turns() {
        if control.stopped() {
            return Ok(None);
        }
        let mut next: FxHashMap<NodeIndex, BTreeMap<u32, u128>> = FxHashMap::default();
        for (node, counts) in scores {
            for edge in states.graph.edges(node) {
                let sums = next.entry(edge.target()).or_default();
                for (score, orders) in &counts {
                    *sums.entry(score + edge.weight().points).or_default() += orders;
                }
            }
        }
        scores = next;
    }
    Ok(Some(scores.into_values().flatten().collect()))
}

fn history(problem: &Problem, layers: &[Vec<NodeIndex>]) -> History {
    let sizes = layers.iter().map(|layer| layer.len() as u64);
    History::Layers(LayerHistory {
        bound: problem.trivial_bound(),
        start: None,
        symmetries: 1,
        layers: Layer::all_of(problem.free_len(), sizes),
    })
}
