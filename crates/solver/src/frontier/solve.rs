use super::FrontierError;
use super::error::Halt;
use super::layer::Run;
use super::options::FrontierOptions;
use super::search::{Ends, Forward, ForwardSearch};
use crate::heuristics::WarmStart;
use crate::order::{Incumbent, Order, Solution};
use crate::outcome::{History, Layer, LayerHistory, Outcome, Proof, Stats, Unfinished, Verdict};
use crate::problem::Problem;
use crate::wall::Cell;
use azulejo_control::{Control, Instant, unless_stopped};

/// Largest number of empty cells with a search even where the bound meets the first order: as a check, and for the number of orders.
pub(crate) const CHECKED: usize = 25;

/// Finds an optimal order, and counts all of them on the way, unless bounds prove the first order before the search.
/// Each layer is cut by the `incumbent`, which methods that run beside this one may share.
///
/// # Errors
/// When the number of orders is too large, or the layers fit nowhere.
pub fn solve(
    problem: &Problem,
    start: WarmStart,
    incumbent: &Incumbent,
    options: &FrontierOptions,
    control: &Control,
) -> Result<Outcome, FrontierError> {
    let clock = Instant::now();
    let first = start.solution.clone();
    let mut search = ForwardSearch::new(problem, start, options);
    if let Some(first) = &first {
        incumbent.offer(first);
    }
    search.incumbent = incumbent.clone();
    let mut stats = Stats::default();
    let bound_verdict = verdict_by_bound(&search);
    let is_settled =
        matches!(bound_verdict, Verdict::Optimal { .. }) && problem.free_len() > CHECKED;
    let mut sizes = Vec::new();
    let search_verdict = match is_settled {
        true => None,
        false => unless_stopped(search_layers(&search, control, &mut stats, &mut sizes))?,
    };
    let verdict = search_verdict.unwrap_or(bound_verdict);
    stats.seconds = clock.elapsed().as_secs_f64();
    Ok(Outcome {
        verdict,
        stats,
        history: History::from(LayerHistory {
            bound: search.bound.score,
            start: first.map(|first| first.score),
            symmetries: problem.symmetries().len(),
            layers: Layer::all_of(problem.free_len(), sizes),
        }),
    })
}

/// The verdict of the search; `sizes` gets the number of classes of each layer, as far as the search comes.
fn search_layers(
    search: &ForwardSearch<'_>,
    control: &Control,
    stats: &mut Stats,
    sizes: &mut Vec<u64>,
) -> Result<Verdict, Halt> {
    let forward = search.advance_all(true, control)?;
    let layers = forward.earlier.iter().chain([&forward.last]);
    sizes.extend(layers.map(Run::len));
    if !search.is_finished(&forward) {
        return Err(Halt::Stopped);
    }
    let ends = search.ends(&forward.last, control)?;
    stats.coverings = Some(forward.section.coverings as usize);
    stats.peak_layer = Some(forward.section.peak_layer as usize);
    let proof = Proof::Layers {
        classes: forward.section.coverings,
    };
    let Some(ends) = ends else {
        return Ok(Verdict::Infeasible { proof });
    };
    stats.orders = Some(ends.orders);
    let order = trace(search, &forward, &ends)?;
    let score = ends.score;
    let solution = Solution { order, score };
    Ok(Verdict::Optimal { solution, proof })
}

/// The verdict without a search.
fn verdict_by_bound(search: &ForwardSearch<'_>) -> Verdict {
    Verdict::from_bound(
        search.incumbent.best(),
        search.bound.clone(),
        Unfinished::Stopped,
    )
}

/// An optimal order: from an end backwards, each time the lowest cell whose placement explains the
/// score.
fn trace(search: &ForwardSearch<'_>, forward: &Forward, ends: &Ends) -> Result<Order, Halt> {
    let mut order: Vec<Cell> = Vec::with_capacity(forward.earlier.len());
    let (mut covering, mut score) = ends.coverings[0];
    for (turn, layer) in search.problem.turns().zip(&forward.earlier).rev() {
        for cell in covering.minus(search.successors.initial()).cells() {
            let before = covering.without(cell);
            let result = layer.get(search.classes.representative(before));
            let Some(label) = result.map_err(|error| search.unreadable(error))? else {
                continue;
            };
            let mut steps = search.successors.steps(before, turn);
            let step = steps.find(|step| step.covering == covering);
            if step.is_some_and(|step| label.score + step.points == score) {
                order.push(cell);
                (covering, score) = (before, label.score);
                break;
            }
        }
    }
    order.reverse();
    Ok(order.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heuristics::HeuristicOptions;
    use crate::instance::{Instance, Sense};

    #[test]
    fn a_shared_order_cuts_the_layers() {
        let instance = Instance::builder(4, 4, Sense::Minimize).rounds().build();
        let problem = Problem::from(&instance.expect("valid"));
        let control = Control::default();
        let start =
            WarmStart::new(&problem, None, HeuristicOptions::default(), &control).expect("small");
        let mut no_order = start.clone();
        no_order.solution = None;
        let options = FrontierOptions::default();
        let empty = Incumbent::new(Sense::Minimize, None);
        let independent =
            solve(&problem, no_order.clone(), &empty, &options, &control).expect("it fits");
        let Verdict::Optimal { solution: best, .. } = &independent.verdict else {
            panic!("{:?}", independent.verdict);
        };
        let incumbent = Incumbent::new(Sense::Minimize, Some(best.clone()));
        let shared = solve(&problem, no_order, &incumbent, &options, &control);
        let shared = shared.expect("it fits");
        assert_eq!(shared.verdict.score(), Some(best.score));
        assert_eq!(shared.stats.orders, independent.stats.orders);
        assert!(
            shared.stats.coverings < independent.stats.coverings,
            "{:?}, alone {:?}",
            shared.stats.coverings,
            independent.stats.coverings
        );
        // The first order goes to the incumbent.
        let incumbent = Incumbent::new(Sense::Minimize, None);
        solve(&problem, start.clone(), &incumbent, &options, &control).expect("it fits");
        assert!(start.solution.is_some());
        assert_eq!(incumbent.best(), start.solution);
    }
}
