//! Levels: the player as a beginner plays, as a strong amateur plays, and all between.
//!
//! A level is weaker by its knowledge, not by random moves. It searches fewer nodes, its evaluation knows less, and
//! some levels have [opinions](super::opinions) on lines and floors that are wrong. A level always plays the move that
//! it evaluates as best: it misses tactics that are hard to see, and does not throw away a won game.

use crate::players::limits::Limits;

/// A level of playing strength.
#[derive(Debug, PartialEq, Eq)]
pub struct Level {
    /// The number of the level, from 1, the easiest, to 10.
    pub number: u8,
    /// The name of the level: a town that is known for its tiles.
    pub name: &'static str,
    /// The description of the level in a few words.
    pub about: &'static str,
    /// The nodes of a search for one move. Only the last level accepts a higher limit.
    pub nodes: u64,
    /// The parts of the evaluation that the level has.
    pub(super) judgement: Judgement,
    /// The largest error of an opinion on a line or a floor, in hundredths of a point.
    pub(super) opinion_error: u32,
}

/// The parts of the evaluation that a level has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Judgement {
    /// The score if the round ended at once, and bonuses.
    Score,
    /// The fitted weights.
    Weights,
    /// The fitted weights and the network.
    All,
}

const fn level(
    number: u8,
    (name, about): (&'static str, &'static str),
    nodes: u64,
    judgement: Judgement,
    opinion_error: u32,
) -> Level {
    Level {
        number,
        name,
        about,
        nodes,
        judgement,
        opinion_error,
    }
}

/// Every level, the easiest first. `cargo maintain ladder` plays each against the next one; `docs/analysis.md` has the table.
pub static LEVELS: [Level; 10] = {
    use Judgement::{All, Score, Weights};
    [
        level(1, ("Óbidos", "takes what looks good"), 1, Score, 500),
        level(
            2,
            ("Aveiro", "counts the points of this round"),
            1,
            Score,
            250,
        ),
        level(3, ("Ovar", "thinks of the rounds to come"), 1, Weights, 500),
        level(4, ("Sintra", "has a feeling for the wall"), 1, Weights, 250),
        level(5, ("Évora", "looks at your answer"), 100, Weights, 120),
        level(6, ("Santarém", "looks two moves ahead"), 400, Weights, 0),
        level(7, ("Coimbra", "sees both boards as one"), 150, All, 100),
        level(8, ("Braga", "plans the middle of a round"), 500, All, 0),
        level(9, ("Porto", "sees the end of a round early"), 5_000, All, 0),
        level(10, ("Lisboa", "plays as well as it can"), 200_000, All, 0),
    ]
};

impl Level {
    /// Whether the level is the last, which has no limit but those of its search.
    pub(super) fn is_full(&self) -> bool {
        usize::from(self.number) == LEVELS.len()
    }

    /// The text of the level's contestant, as the player registry reads it.
    pub fn contestant(&self) -> String {
        format!("azulejo:level={}", self.number)
    }

    /// The default limits of a search.
    pub(super) fn own_limits(&self) -> Limits {
        Limits::of_nodes(self.nodes)
    }

    /// The limits of a search with explicit limits. More time makes no level stronger but the last.
    pub(super) fn limits(&self, limits: &Limits) -> Limits {
        let nodes = match self.is_full() {
            true => limits.nodes,
            false => Some(
                limits
                    .nodes
                    .map_or(self.nodes, |nodes| nodes.min(self.nodes)),
            ),
        };
        Limits { nodes, ..*limits }
    }
}
