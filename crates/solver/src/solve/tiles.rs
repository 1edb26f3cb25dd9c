//! The best score for each number of tiles, where turns may pass.

use super::{Method, Settings, SolveError, confirm};
use crate::dense;
use crate::instance::Instance;
use crate::outcome::{Unfinished, Verdict};
use crate::problem::Problem;

/// The verdict for each number of tiles, from none to as many as there are turns: turns may pass, whatever number of tiles the
/// instance has. Dense layers find all of them at once, and the verifier scores each order.
///
/// ```
/// use azulejo_solver::{instance::{Instance, Sense}, solve::{Settings, best_by_tiles}};
/// let instance = Instance::builder(3, 3, Sense::Maximize).rounds().build()?;
/// let verdicts = best_by_tiles(&instance, &Settings::default())?;
/// let scores: Vec<u32> = verdicts.iter().filter_map(|verdict| verdict.score()).collect();
/// assert_eq!(scores, [0, 1, 3, 6, 10, 13, 18, 22, 27, 33]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When dense layers do not take the instance, or do not fit into the memory.
pub fn best_by_tiles(instance: &Instance, settings: &Settings) -> Result<Vec<Verdict>, SolveError> {
    let (memory, control) = (settings.frontier.memory, &settings.control);
    let instance = instance.with_tiles(0)?;
    let problem = Problem::from(&instance);
    let best = dense::best_by_tiles(&problem, memory, control)?;
    let verdict = |tiles: usize| {
        let instance = instance.with_tiles(tiles)?;
        let Some(best) = &best else {
            let unfinished = Unfinished::Stopped;
            let bound = Problem::from(&instance).trivial_bound();
            return Ok(Verdict::Unknown { bound, unfinished });
        };
        let proof = best.proof.clone();
        Ok(match best.orders[tiles].clone() {
            Some(solution) => {
                confirm(&instance, Method::Dense, &solution)?;
                Verdict::Optimal { solution, proof }
            }
            None => Verdict::Infeasible { proof },
        })
    };
    (0..=instance.horizon()).map(verdict).collect()
}
