use super::moves::{Does, Named};
use super::outcome::End;
use super::{letters, phase};
use crate::game::record::Event;
use crate::game::{BoardScore, IllegalMove, Move, Position};
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

/// The output of `game play`: the position after `events`, each of which has the position before it, and before the
/// move that was refused.
pub fn play(
    position: &Position,
    events: &[(Position, Event)],
    refused: Option<&Refused>,
) -> String {
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
        events: events.iter().filter_map(Happened::new).collect(),
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
    /// None for a move that is illegal, which nothing plays.
    fn new((before, event): &(Position, Event)) -> Option<Self> {
        Some(match event {
            Event::Deal(deal) => Self::Deal {
                round: before.round() + 1,
                factories: deal.factories().iter().copied().map(letters).collect(),
            },
            Event::Move(taken) => Self::Move {
                player: before.mover(),
                named: Named::new(before, *taken),
                effect: Does::from(&before.effect(*taken).ok()?),
            },
            Event::RoundEnd(score) => Self::Scores {
                round: before.round(),
                boards: score.boards().iter().map(Scored::from).collect(),
                starter: before.next_starter(),
            },
        })
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
