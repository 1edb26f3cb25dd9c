//! The allocation of rollouts to moves, and the statistics of their results.

use super::features::{FeatureMeans, RolloutFeatures};
use super::rollout::{RolloutSample, rollout};
use super::settings::{EvaluatorSettings, Utility};
use super::shortlist::shortlist;
use crate::exact::{EndBonuses, RoundQuestion, RoundSolver};
use crate::players::limits::Limits;
use azulejo_control::{Control, Instant};
use azulejo_rules::{Move, Position};
use rayon::prelude::*;
use std::ops::Range;
use std::time::Duration;

/// The statistics of a move.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct EvaluatedMove {
    /// The move.
    pub taken: Move,
    /// The number of rollouts after the move.
    pub rollouts: u64,
    /// The value under best play in points, where it is proven.
    pub exact: Option<i32>,
    sum: f64,
    squares: f64,
    features: RolloutFeatures,
}

/// The result of an evaluation.
#[derive(Debug, Clone, PartialEq)]
pub struct Evaluation {
    /// The evaluated moves, the best first.
    pub moves: Vec<EvaluatedMove>,
    /// Whether the best and the required moves have exact values; otherwise all values are means of rollouts.
    pub exact: bool,
    /// The moves played in rollouts, and the positions judged for exact values.
    pub nodes: u64,
}

impl EvaluatedMove {
    fn new(taken: Move) -> Self {
        Self {
            taken,
            rollouts: 0,
            exact: None,
            sum: 0.0,
            squares: 0.0,
            features: RolloutFeatures::default(),
        }
    }

    fn add(&mut self, sample: &RolloutSample) {
        self.rollouts += 1;
        self.sum += sample.utility;
        self.squares += sample.utility * sample.utility;
        self.features.add(&sample.features);
    }

    /// The mean utility of the rollouts.
    pub fn mean(&self) -> f64 {
        self.sum / self.rollouts.max(1) as f64
    }

    /// The standard error of the mean: it falls with the square root of the number of rollouts. Infinite with fewer
    /// than two.
    pub fn error(&self) -> f64 {
        if self.rollouts < 2 {
            return f64::INFINITY;
        }
        let (count, mean) = (self.rollouts as f64, self.mean());
        let variance = (self.squares / count - mean * mean).max(0.0) * count / (count - 1.0);
        (variance / count).sqrt()
    }

    /// The exact value, or else the mean utility of the rollouts.
    pub fn value(&self) -> f64 {
        self.exact.map_or(self.mean(), f64::from)
    }

    /// The mean features of the rollouts.
    pub fn features(&self) -> FeatureMeans {
        self.features.means(self.rollouts)
    }
}

impl Evaluation {
    /// The best move.
    pub fn best(&self) -> &EvaluatedMove {
        &self.moves[0]
    }

    /// The statistics of a move; none where the move was not evaluated.
    pub fn of(&self, taken: Move) -> Option<&EvaluatedMove> {
        self.moves.iter().find(|candidate| candidate.taken == taken)
    }
}

/// The rollouts of a move in a batch, after which the moves are compared; the first batches are smaller.
const BATCH: u64 = 8;

/// The rollouts of each move where the values are exact, for the features alone.
const EXACT_ROLLOUTS: u64 = 32;

/// The rollouts of each move where no limit of time or nodes is given.
const DEFAULT_ROLLOUTS: u64 = 1000;

/// The expected utilities of the moves of the shortlist and of the `required` moves.
///
/// All moves get rollouts by turns, and each gets one whatever the limits say. As the limit comes nearer, the worst
/// moves drop out: half of them in every equal part of the way, until two are left at its end (sequential halving:
/// Karnin, Koren and Somekh, "Almost Optimal Exploration in Multi-Armed Bandits", 2013). The required moves stay.
///
/// Where the settings allow it and the rest of the round can be solved, the best and the required moves have exact
/// values. The other moves cannot be better, and their means do not count.
///
/// # Panics
/// When the position does not wait for a move, or a required move is illegal.
pub fn evaluate(
    position: &Position,
    settings: &EvaluatorSettings,
    limits: &Limits,
    required: &[Move],
    control: &Control,
) -> Evaluation {
    let control = limits.timed(control);
    let solved = ExactValues::of(position, settings, limits, required, &control);
    let mut moves = shortlist(position, &settings.weights, settings.shortlist);
    let solved_moves = solved
        .iter()
        .flat_map(|values| &values.moves)
        .map(|(taken, _)| *taken);
    for taken in required.iter().copied().chain(solved_moves) {
        assert!(position.is_legal(taken), "{taken} is illegal");
        if !moves.contains(&taken) {
            moves.push(taken);
        }
    }
    let mut sampling = Sampling {
        position,
        settings,
        limits: *limits,
        control,
        start: Instant::now(),
        nodes: 0,
        moves: moves.into_iter().map(EvaluatedMove::new).collect(),
    };
    sampling.run(required, solved.is_some());
    let Sampling {
        mut moves, nodes, ..
    } = sampling;
    let mut evaluation = Evaluation {
        exact: solved.is_some(),
        nodes,
        moves: Vec::new(),
    };
    if let Some(solved) = solved {
        evaluation.nodes += solved.nodes;
        for (taken, value) in solved.moves {
            let entry = moves.iter_mut().find(|candidate| candidate.taken == taken);
            entry.expect("a move of the sampling").exact = Some(value);
        }
    }
    // A move without an exact value is worse than the best exact value.
    moves.sort_by(|first, second| {
        let exact = second.exact.cmp(&first.exact);
        exact.then(second.mean().total_cmp(&first.mean()))
    });
    evaluation.moves = moves;
    evaluation
}

struct Sampling<'a> {
    position: &'a Position,
    settings: &'a EvaluatorSettings,
    limits: Limits,
    control: Control,
    start: Instant,
    nodes: u64,
    moves: Vec<EvaluatedMove>,
}

impl Sampling<'_> {
    /// Plays batches of rollouts until a limit is met.
    fn run(&mut self, required: &[Move], is_solved: bool) {
        let all = self.moves.len();
        let mut alive: Vec<usize> = (0..all).collect();
        loop {
            let number = alive.iter().map(|&index| self.moves[index].rollouts).min();
            let number = number.expect("a position that waits for a move");
            let count = number.clamp(1, BATCH);
            let batch: Vec<(usize, Vec<RolloutSample>)> = alive
                .par_iter()
                .map(|&index| (index, self.batch(index, number..number + count)))
                .collect();
            for (index, samples) in batch {
                for sample in samples {
                    self.nodes += sample.nodes;
                    self.moves[index].add(&sample);
                }
            }
            let progress = self.progress(number + count);
            // The rollouts of solved moves serve the features alone.
            if progress >= 1.0 || self.control.stopped() || is_solved && number >= EXACT_ROLLOUTS {
                break;
            }
            let halvings = (all as f64).log2().max(1.0);
            let remaining = (all as f64 / 2f64.powf((progress * halvings).floor())).ceil() as usize;
            self.retain_best(&mut alive, remaining.max(2), required);
        }
    }

    /// The used share of the limits; 1 or more where a limit is met.
    fn progress(&self, rollouts: u64) -> f64 {
        let share = |used: f64, of: f64| used / of.max(1e-9);
        let time = self
            .limits
            .time
            .map(|time: Duration| share(self.start.elapsed().as_secs_f64(), time.as_secs_f64()));
        let nodes = self
            .limits
            .nodes
            .map(|nodes| share(self.nodes as f64, nodes as f64));
        match (time, nodes) {
            (None, None) => share(rollouts as f64, DEFAULT_ROLLOUTS as f64),
            _ => time.unwrap_or(0.0).max(nodes.unwrap_or(0.0)),
        }
    }

    fn batch(&self, index: usize, numbers: Range<u64>) -> Vec<RolloutSample> {
        let taken = self.moves[index].taken;
        let rollouts = numbers.map(|number| rollout(self.position, taken, self.settings, number));
        rollouts.collect()
    }

    /// Retains the best `count` moves and the required moves.
    fn retain_best(&self, alive: &mut Vec<usize>, count: usize, required: &[Move]) {
        let mean = |index: usize| self.moves[index].mean();
        let mut ranked = alive.clone();
        ranked.sort_by(|&first, &second| {
            mean(second)
                .total_cmp(&mean(first))
                .then(first.cmp(&second))
        });
        ranked.truncate(count);
        let is_required = |index: usize| required.contains(&self.moves[index].taken);
        alive.retain(|index| ranked.contains(index) || is_required(*index));
    }
}

/// The exact values of the best moves and of the required moves.
struct ExactValues {
    moves: Vec<(Move, i32)>,
    nodes: u64,
}

impl ExactValues {
    /// The exact values; none where the settings exclude them or the limits do not suffice.
    fn of(
        position: &Position,
        settings: &EvaluatorSettings,
        limits: &Limits,
        required: &[Move],
        control: &Control,
    ) -> Option<Self> {
        let bonuses = match settings.utility {
            Utility::Points => EndBonuses::LeftOut,
            Utility::Final => EndBonuses::Counted,
            Utility::Bonus | Utility::Win => return None,
        };
        if settings.exact == 0 || settings.rounds != 1 {
            return None;
        }
        // A position with more groups takes far more than any budget.
        if position.group_count() > MOST_GROUPS {
            return None;
        }
        let question = RoundQuestion {
            bonuses,
            ..RoundQuestion::default()
        };
        let mut solver = RoundSolver::with_memory(question, MEMORY);
        // The proof has the node budget of the rollouts and half of their time. After a proof without a result the
        // rollouts still have all their nodes.
        let most = limits.nodes.unwrap_or(u64::MAX);
        let nodes = Some(settings.exact.min(most).max(1));
        let control = &match limits.time {
            Some(time) => control.clone().within(Some(time / 2)),
            None => control.clone(),
        };
        let solution = solver.solve(position, nodes, control).ok()?;
        let value = solution.value()?;
        let mut moves: Vec<(Move, i32)> =
            solution.best.iter().map(|&taken| (taken, value)).collect();
        for &taken in required {
            if !solution.best.contains(&taken) {
                let (low, high) = solver.worth(position, taken, nodes, control).ok()?;
                moves.push((low == high).then_some((taken, low))?);
            }
        }
        Some(Self {
            moves,
            nodes: solution.nodes,
        })
    }
}

/// The groups of the largest positions for which a solution is attempted.
const MOST_GROUPS: u32 = 14;

/// The memory of the solver, in bytes.
const MEMORY: usize = 32 << 20;
