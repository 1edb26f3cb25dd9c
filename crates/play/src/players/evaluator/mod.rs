//! A move evaluator by rollouts, after "Azul Move Evaluation Algorithm — External Reference" (version 1.0).
//!
//! [`evaluate`] takes the moves of a [shortlist], plays the rest of the round many times after each of them with a
//! simple [policy](Mix) for all players, and returns the mean utility of each move, with its standard error and its
//! [features](FeatureMeans):
//!
//! ```
//! use azulejo_control::Control;
//! use azulejo_play::players::Limits;
//! use azulejo_play::players::evaluator::{EvaluatorSettings, evaluate};
//! use azulejo_play::players::tree_search::opening;
//!
//! let limits = Limits::of_nodes(50_000);
//! let evaluation = evaluate(&opening(1), &EvaluatorSettings::default(), &limits, &[], &Control::default());
//! let best = evaluation.best();
//! println!("{} is worth {:.1} ± {:.1}", best.taken, best.mean(), best.error());
//! ```
//!
//! The evaluator goes beyond the source in these points: exact values where the rest of the round can be solved (see
//! [`exact`](crate::exact)), the points of tiles as a feature, rollouts beyond the round, other [utilities](Utility),
//! three and four players, rollouts in parallel, and a rule that stops the rollouts of moves that fall behind.

mod features;
mod mix;
mod player;
mod rollout;
mod sampling;
mod settings;
mod shortlist;

pub(super) use player::KIND;
pub(super) use rollout::play_on;

pub use features::FeatureMeans;
pub use mix::Mix;
pub use sampling::{EvaluatedMove, Evaluation, evaluate};
pub use settings::{EvaluationBudget, EvaluatorSettings, Utility};
pub use shortlist::{ShortlistWeights, shortlist};
