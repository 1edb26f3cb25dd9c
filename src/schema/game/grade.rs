use super::moves::Named;
use crate::analysis::{Feedback, Graded};
use crate::game::Position;
use crate::players::evaluator::{EvaluatedMove, FeatureMeans};
use crate::schema::{SCHEMA, pretty};
use serde::Serialize;

/// The output of `game grade`.
pub fn grade(position: &Position, graded: &Graded) -> String {
    #[derive(Serialize)]
    struct Grade {
        schema: u32,
        position: String,
        #[serde(flatten)]
        graded: OneGraded,
        nodes: u64,
        /// All moves that were judged, the best first. Where values are exact, those of moves that are neither best nor
        /// chosen stay means of rollouts.
        moves: Vec<Worth>,
    }
    let moves = graded.evaluation.moves.iter();
    pretty(&Grade {
        schema: SCHEMA,
        position: position.to_string(),
        graded: OneGraded::new(position, graded),
        nodes: graded.evaluation.nodes,
        moves: moves.map(|judged| Worth::new(position, judged)).collect(),
    })
}

/// A move with its grade.
#[derive(Serialize)]
pub(super) struct OneGraded {
    grade: &'static str,
    delta: f64,
    /// Whether the values are proven; otherwise they are means of rollouts.
    exact: bool,
    best: Worth,
    chosen: Worth,
    feedback: Vec<Sentence>,
}

/// What a move is worth.
#[derive(Serialize)]
struct Worth {
    #[serde(flatten)]
    named: Named,
    value: f64,
    /// Whether the value is proven.
    exact: bool,
    /// The standard error; none for an exact value.
    error: Option<f64>,
    rollouts: u64,
    features: Features,
}

#[derive(Serialize)]
struct Features {
    floor: f64,
    completions: f64,
    wasted: f64,
    tile_points: f64,
}

#[derive(Serialize)]
struct Sentence {
    subject: &'static str,
    text: String,
    difference: f64,
}

impl OneGraded {
    pub(super) fn new(position: &Position, graded: &Graded) -> Self {
        Self {
            grade: graded.grade.name(),
            delta: graded.delta,
            exact: graded.chosen.exact.is_some(),
            best: Worth::new(position, &graded.best),
            chosen: Worth::new(position, &graded.chosen),
            feedback: graded.feedback.iter().map(Sentence::from).collect(),
        }
    }
}

impl Worth {
    fn new(position: &Position, judged: &EvaluatedMove) -> Self {
        let error = judged.error();
        let known = judged.exact.is_none() && error.is_finite();
        Self {
            named: Named::new(position, judged.taken),
            value: judged.value(),
            exact: judged.exact.is_some(),
            error: known.then_some(error),
            rollouts: judged.rollouts,
            features: Features::from(judged.features()),
        }
    }
}

impl From<FeatureMeans> for Features {
    fn from(means: FeatureMeans) -> Self {
        let FeatureMeans {
            floor,
            completions,
            wasted,
            tile_points,
        } = means;
        Self {
            floor,
            completions,
            wasted,
            tile_points,
        }
    }
}

impl From<&Feedback> for Sentence {
    fn from(feedback: &Feedback) -> Self {
        Self {
            subject: feedback.subject.name(),
            text: feedback.text.clone(),
            difference: feedback.difference,
        }
    }
}
