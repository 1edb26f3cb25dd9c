use super::Named;
use crate::analysis::{self, JudgedMove};
use crate::game::Position;
use crate::players::azulejo;
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
    /// The moves that were compared, the best first.
    pub moves: Vec<Valued>,
}

impl Grade {
    /// Of a graded move of a position.
    pub fn new(position: &Position, graded: &analysis::Graded) -> Self {
        let moves = graded.judgement.moves.iter();
        Self {
            schema: Version,
            position: position.to_string(),
            graded: Graded::new(position, graded),
            nodes: graded.judgement.nodes,
            moves: moves.map(|judged| Valued::new(position, judged)).collect(),
        }
    }
}

/// A move with its grade.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Graded {
    /// The grade.
    pub grade: Mark,
    /// What the best move has more.
    pub loss: Lost,
    /// The points of the loss.
    pub delta: f64,
    /// Whether both values are proven: those of best play to the end of the game.
    pub exact: bool,
    /// How certain the values are.
    pub certainty: Certainty,
    /// The best move.
    pub best: Valued,
    /// The move that was chosen.
    pub chosen: Valued,
    /// The parts of the loss in points, which sum up to it, the largest first.
    pub reasons: Vec<Reason>,
}

/// What the best move has more.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Lost {
    /// Of the probability to win.
    pub win: f64,
    /// Of the expected final difference; below 0 where the best move wins more often by fewer points.
    pub points: f64,
}

/// A grade.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "UPPERCASE")]
#[allow(missing_docs)] // the words say it
pub enum Mark {
    Best,
    Good,
    Inaccuracy,
    Mistake,
    Blunder,
}

/// How certain a value is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Certainty {
    /// It is that of best play to the end of the game.
    Proven,
    /// A search with twice the work finds the same.
    Deep,
    /// Anything else.
    Shallow,
}

/// A move with its value.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Valued {
    /// The move.
    #[serde(flatten)]
    pub named: Named,
    /// The probability to win, a draw counted half.
    pub win: f64,
    /// The expected final difference, bonuses counted.
    pub points: f64,
    /// How certain both are.
    pub certainty: Certainty,
    /// How many moves the search looked ahead.
    pub depth: u32,
    /// How many positions were looked at, for all moves.
    pub nodes: u64,
    /// How the game goes on, the move first.
    pub line: Vec<Named>,
}

/// A part of a loss.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Reason {
    /// What it is about.
    pub part: Part,
    /// Whose board.
    pub side: Side,
    /// The points that speak for the best move; below 0, for the chosen one.
    pub points: f64,
    /// It in words; none for parts that are small, speak for the chosen move, or have nothing to count.
    pub sentence: Option<String>,
}

/// What a part is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Part {
    /// The score if the round ended where the line of play ends, a point for each tile, without the floor.
    #[serde(rename = "points now")]
    Points,
    /// Points of tiles beside others, beyond one each.
    #[serde(rename = "neighbours")]
    Neighbours,
    /// What the floor costs.
    #[serde(rename = "floor")]
    Floor,
    /// Begun and full lines.
    #[serde(rename = "lines begun")]
    Lines,
    /// Rows of the wall, and the places beside them.
    #[serde(rename = "rows")]
    Rows,
    /// Columns of the wall.
    #[serde(rename = "columns")]
    Columns,
    /// The tiles of each colour.
    #[serde(rename = "colours")]
    Colours,
    /// Who begins the next round.
    #[serde(rename = "token")]
    Token,
    /// The end of the game with the round.
    #[serde(rename = "end")]
    End,
    /// What has no simple name.
    #[serde(rename = "the rest")]
    Rest,
}

/// Whose board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The mover's.
    Mover,
    /// The other player's: of several, that of the best one after the chosen move.
    Other,
}

/// To four places, so that parts still add up.
fn rounded(value: f64) -> f64 {
    (1e4 * value).round() / 1e4
}

impl Graded {
    pub(super) fn new(position: &Position, graded: &analysis::Graded) -> Self {
        let loss = Lost {
            win: rounded(graded.loss.win),
            points: rounded(graded.loss.points),
        };
        Self {
            grade: graded.grade.into(),
            delta: loss.points,
            loss,
            exact: graded.certainty == analysis::Certainty::Proven,
            certainty: graded.certainty.into(),
            best: Valued::new(position, &graded.best),
            chosen: Valued::new(position, &graded.chosen),
            reasons: graded.reasons.iter().map(Reason::from).collect(),
        }
    }
}

impl Valued {
    pub(super) fn new(position: &Position, judged: &JudgedMove) -> Self {
        let named = |taken| Named::new(position, taken);
        Self {
            named: named(judged.taken),
            win: rounded(judged.win),
            points: rounded(judged.points),
            certainty: judged.certainty.into(),
            depth: judged.depth,
            nodes: judged.nodes,
            line: judged.line.iter().copied().map(named).collect(),
        }
    }
}

impl From<&analysis::Reason> for Reason {
    fn from(reason: &analysis::Reason) -> Self {
        Self {
            part: reason.part.into(),
            side: match reason.side {
                analysis::Side::Mover => Side::Mover,
                analysis::Side::Other => Side::Other,
            },
            points: rounded(reason.points),
            sentence: reason.sentence.clone(),
        }
    }
}

impl From<analysis::Grade> for Mark {
    fn from(grade: analysis::Grade) -> Self {
        match grade {
            analysis::Grade::Best => Self::Best,
            analysis::Grade::Good => Self::Good,
            analysis::Grade::Inaccuracy => Self::Inaccuracy,
            analysis::Grade::Mistake => Self::Mistake,
            analysis::Grade::Blunder => Self::Blunder,
        }
    }
}

impl From<analysis::Certainty> for Certainty {
    fn from(certainty: analysis::Certainty) -> Self {
        match certainty {
            analysis::Certainty::Proven => Self::Proven,
            analysis::Certainty::Deep => Self::Deep,
            analysis::Certainty::Shallow => Self::Shallow,
        }
    }
}

impl From<azulejo::Part> for Part {
    fn from(part: azulejo::Part) -> Self {
        match part {
            azulejo::Part::Points => Self::Points,
            azulejo::Part::Neighbours => Self::Neighbours,
            azulejo::Part::Floor => Self::Floor,
            azulejo::Part::Lines => Self::Lines,
            azulejo::Part::Rows => Self::Rows,
            azulejo::Part::Columns => Self::Columns,
            azulejo::Part::Colours => Self::Colours,
            azulejo::Part::Token => Self::Token,
            azulejo::Part::End => Self::End,
            azulejo::Part::Rest => Self::Rest,
        }
    }
}
