use super::Named;
use crate::analysis::rollouts::{self as analysis, Feedback};
use crate::game::Position;
use crate::players::evaluator::{EvaluatedMove, FeatureMeans};
use crate::schema::Version;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The output of `game grade`.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Grade {
    /// The version of the outputs.
    pub schema: Version,
    /// The position.
    pub position: String,
    /// The move with its grade.
    #[serde(flatten)]
    pub graded: Graded,
    /// How many positions were looked at.
    pub nodes: u64,
    /// All moves that were judged, the best first. Where values are exact, those of moves that are neither best nor
    /// chosen stay means of rollouts.
    pub moves: Vec<Worth>,
}

impl Grade {
    /// Of a graded move of a position.
    pub fn new(position: &Position, graded: &analysis::Graded) -> Self {
        let moves = graded.evaluation.moves.iter();
        Self {
            schema: Version,
            position: position.to_string(),
            graded: Graded::new(position, graded),
            nodes: graded.evaluation.nodes,
            moves: moves.map(|judged| Worth::new(position, judged)).collect(),
        }
    }
}

/// A move with its grade.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Graded {
    /// The grade.
    pub grade: Mark,
    /// How much the move gives away.
    pub delta: f64,
    /// Whether the values are proven; otherwise they are means of rollouts.
    pub exact: bool,
    /// The best move.
    pub best: Worth,
    /// The move that was chosen.
    pub chosen: Worth,
    /// What differs between the two, in sentences.
    pub feedback: Vec<Sentence>,
}

/// A grade.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "UPPERCASE")]
#[allow(missing_docs)] // the words say it
pub enum Mark {
    Excellent,
    Good,
    Okay,
    Miss,
}

/// What a move is worth.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Worth {
    /// The move.
    #[serde(flatten)]
    pub named: Named,
    /// Its value.
    pub value: f64,
    /// Whether the value is proven.
    pub exact: bool,
    /// The standard error; none for an exact value.
    pub error: Option<f64>,
    /// How many rollouts it is a mean of.
    pub rollouts: u64,
    /// What happens in these on average.
    pub features: Features,
}

/// What happens in rollouts on average.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Features {
    /// The points of the floor.
    pub floor: f64,
    /// The lines that become full.
    pub completions: f64,
    /// The tiles that find no place on a line.
    pub wasted: f64,
    /// The points of the tiles that come to the wall.
    pub tile_points: f64,
}

/// A sentence on what differs.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Sentence {
    /// What it is about.
    pub subject: Subject,
    /// The sentence.
    pub text: String,
    /// How large the difference is.
    pub difference: f64,
}

/// What a sentence is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)] // the words say it
pub enum Subject {
    Floor,
    Lines,
    Waste,
    Wall,
    Token,
}

impl Graded {
    pub(super) fn new(position: &Position, graded: &analysis::Graded) -> Self {
        Self {
            grade: graded.grade.into(),
            delta: graded.delta,
            exact: graded.chosen.exact.is_some(),
            best: Worth::new(position, &graded.best),
            chosen: Worth::new(position, &graded.chosen),
            feedback: graded.feedback.iter().map(Sentence::from).collect(),
        }
    }
}

impl From<analysis::Grade> for Mark {
    fn from(grade: analysis::Grade) -> Self {
        match grade {
            analysis::Grade::Excellent => Self::Excellent,
            analysis::Grade::Good => Self::Good,
            analysis::Grade::Okay => Self::Okay,
            analysis::Grade::Miss => Self::Miss,
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
            subject: feedback.subject.into(),
            text: feedback.text.clone(),
            difference: feedback.difference,
        }
    }
}

impl From<analysis::Subject> for Subject {
    fn from(subject: analysis::Subject) -> Self {
        match subject {
            analysis::Subject::Floor => Self::Floor,
            analysis::Subject::Lines => Self::Lines,
            analysis::Subject::Waste => Self::Waste,
            analysis::Subject::Wall => Self::Wall,
            analysis::Subject::Token => Self::Token,
        }
    }
}
