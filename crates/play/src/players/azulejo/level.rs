//! Levels: the player as a beginner plays, as a strong amateur plays, and all between.
//!
//! A level is weaker by what it thinks and not by chance in what it does. It looks less far ahead, it judges boards by less,
//! and some have [opinions](super::opinions) on lines and floors that are wrong. It always plays the move that it takes for the
//! best. So it gives away what is hard to see, and does not throw away a game that it has won.

use crate::players::limits::Limits;

/// How well the player plays.
#[derive(Debug, PartialEq, Eq)]
pub struct Level {
    /// From 1, the easiest, to 10.
    pub number: u8,
    /// A town that is known for its tiles.
    pub name: &'static str,
    /// How it plays, in a few words.
    pub about: &'static str,
    /// The positions that it visits for a move, unless the last level is given other limits.
    pub nodes: u64,
    /// What it judges boards by.
    pub(super) judgement: Judgement,
    /// The most by which it is wrong about a line or a floor, in hundredths of a point.
    pub(super) wrong: u32,
}

/// What boards are judged by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Judgement {
    /// The score if the round ended now, and bonuses.
    Score,
    /// The fitted weights.
    Weights,
    /// The weights and the network.
    All,
}

const fn level(
    number: u8,
    (name, about): (&'static str, &'static str),
    nodes: u64,
    judgement: Judgement,
    wrong: u32,
) -> Level {
    Level {
        number,
        name,
        about,
        nodes,
        judgement,
        wrong,
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
    /// Whether nothing is held back but the time.
    pub(super) fn is_full(&self) -> bool {
        usize::from(self.number) == LEVELS.len()
    }

    /// The text of the contestant of the level.
    pub fn contestant(&self) -> String {
        format!("azulejo:level={}", self.number)
    }

    /// What limits a move where nothing is said.
    pub(super) fn own_limits(&self) -> Limits {
        Limits {
            nodes: Some(self.nodes),
            ..Limits::NONE
        }
    }

    /// What limits a move where something is said: a level is no stronger for more time.
    pub(super) fn limits(&self, said: &Limits) -> Limits {
        let nodes = match self.is_full() {
            true => said.nodes,
            false => Some(said.nodes.map_or(self.nodes, |nodes| nodes.min(self.nodes))),
        };
        Limits { nodes, ..*said }
    }
}
