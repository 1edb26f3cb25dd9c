use super::moves::{Does, Named};
use super::outcome::End;
use super::{letters, phase};
use crate::game::{BoardScore, Event, IllegalMove, Move, Position};
use crate::schema::{SCHEMA, pretty};
use serde::Serialize;

/// A move that could not be played.
#[derive(Debug, Clone)]
pub struct Refused {
    /// Its number among the moves that were given, from 1.
    pub number: usize,
    /// The move.
    pub taken: Move,
    /// What the rules have against it.
    pub reason: IllegalMove,
}

/// The output of `game play`: the position after `events`, before the move that was refused.
pub fn play(position: &Position, events: &[Event], refused: Option<&Refused>) -> String {
    #[derive(Serialize)]
    struct Play {
        schema: u32,
        position: String,
        phase: &'static str,
        events: Vec<Happened>,
        outcome: Option<End>,
        #[serde(skip_serializing_if = "Option::is_none")]
        illegal: Option<Illegal>,
    }
    #[derive(Serialize)]
    struct Illegal {
        /// Among the moves that were given, from 1.
        number: usize,
        #[serde(flatten)]
        named: Named,
        reason: String,
        legal: Vec<Named>,
    }
    let illegal = refused.map(|refused| Illegal {
        number: refused.number,
        named: Named::new(position, refused.taken),
        reason: refused.reason.to_string(),
        legal: position
            .legal()
            .map(|taken| Named::new(position, taken))
            .collect(),
    });
    pretty(&Play {
        schema: SCHEMA,
        position: position.to_string(),
        phase: phase(position.phase()),
        events: events
            .iter()
            .map(|event| Happened::new(position, event))
            .collect(),
        outcome: position.outcome().as_ref().map(End::from),
        illegal,
    })
}

#[derive(Serialize)]
#[serde(tag = "event", rename_all = "lowercase")]
enum Happened {
    Deal {
        round: u32,
        factories: Vec<String>,
    },
    Move {
        player: usize,
        #[serde(flatten)]
        named: Named,
        #[serde(flatten)]
        effect: Does,
    },
    Scores {
        round: u32,
        boards: Vec<Scored>,
        starter: usize,
    },
}

#[derive(Serialize)]
struct Scored {
    before: u32,
    tiles: Vec<OnWall>,
    floor: String,
    charge: u8,
    after: u32,
}

#[derive(Serialize)]
struct OnWall {
    row: usize,
    column: usize,
    colour: char,
    points: u8,
}

impl Happened {
    fn new(position: &Position, event: &Event) -> Self {
        match event {
            Event::Dealt { round, deal } => Self::Deal {
                round: *round,
                factories: deal.factories().iter().copied().map(letters).collect(),
            },
            Event::Played {
                player,
                taken,
                effect,
            } => Self::Move {
                player: *player,
                named: Named::new(position, *taken),
                effect: Does::from(effect),
            },
            Event::Scored {
                round,
                score,
                starter,
            } => Self::Scores {
                round: *round,
                boards: score.boards().iter().map(Scored::from).collect(),
                starter: *starter,
            },
        }
    }
}

impl From<&BoardScore> for Scored {
    fn from(score: &BoardScore) -> Self {
        let tiles = score.tiles().into_iter().enumerate();
        let tiles = tiles.filter_map(|(row, tile)| {
            let tile = tile?;
            Some(OnWall {
                row: row + 1,
                column: tile.colour.column(row) + 1,
                colour: tile.colour.letter(),
                points: tile.points,
            })
        });
        Self {
            before: score.before(),
            tiles: tiles.collect(),
            floor: score.floor().to_string(),
            charge: score.floor().charge(),
            after: score.after(),
        }
    }
}
