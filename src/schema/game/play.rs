use super::{End, MoveName, letters};
use crate::game::record::Event;
use crate::game::{BoardScore, Effect, IllegalMove, Move, Phase, Position};
use crate::schema::Version;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Illegal move of a list of moves.
#[derive(Debug, Clone)]
pub struct RefusedMove {
    /// Number of the move in the list, from 1.
    pub number: usize,
    /// Move.
    pub taken: Move,
    /// Rule against the move.
    pub reason: IllegalMove,
}

/// The output of `game play`.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Play {
    /// The version of the outputs.
    pub schema: Version,
    /// The position after what happened, and before the move that was refused.
    pub position: String,
    /// The phase: the next step of the game.
    pub phase: Phase,
    /// The events in their order.
    pub events: Vec<GameEvent>,
    /// How the game ended, if it did.
    pub outcome: Option<End>,
    /// The move that was refused, if one was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub illegal: Option<Illegal>,
}

/// A move that was refused.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Illegal {
    /// Among the moves that were given, from 1.
    pub number: usize,
    /// The move.
    #[serde(flatten)]
    pub named: MoveName,
    /// The rule that the move breaks.
    pub reason: String,
    /// The legal moves there.
    pub legal: Vec<MoveName>,
}

/// An event of a game.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "event", rename_all = "lowercase")]
#[schemars(rename = "Happened")]
pub enum GameEvent {
    /// Tiles were dealt.
    Deal {
        /// The round that begins.
        round: u32,
        /// The letters of each factory.
        factories: Vec<String>,
    },
    /// A move was played.
    Move {
        /// The player of the move.
        player: usize,
        /// The move.
        #[serde(flatten)]
        named: MoveName,
        /// The effect of the move.
        #[serde(flatten)]
        effect: Effect,
    },
    /// A round ended.
    Scores {
        /// The round.
        round: u32,
        /// The scoring of each player.
        boards: Vec<BoardScoring>,
        /// The player who begins the next round.
        starter: usize,
    },
}

/// The scoring of a player at the end of a round.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "BoardScored")]
pub struct BoardScoring {
    /// The score before.
    pub before: u32,
    /// The tiles that came to the wall.
    pub tiles: Vec<WallTile>,
    /// The letters of the floor.
    pub floor: String,
    /// The points that the floor cost.
    pub charge: u8,
    /// The score after.
    pub after: u32,
}

/// A tile that came to the wall.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "OnWall")]
pub struct WallTile {
    /// Its row.
    pub row: usize,
    /// Its column.
    pub column: usize,
    /// Its colour.
    pub colour: char,
    /// The points that it earned.
    pub points: u8,
}

impl Play {
    /// The output for the position after `events`, each with the position before it, and before the illegal move.
    pub fn new(
        position: &Position,
        events: &[(Position, Event)],
        illegal: Option<&RefusedMove>,
    ) -> Self {
        let illegal = illegal.map(|illegal| Illegal {
            number: illegal.number,
            named: MoveName::new(position, illegal.taken),
            reason: illegal.reason.to_string(),
            legal: position
                .legal()
                .map(|move_| MoveName::new(position, move_))
                .collect(),
        });
        Self {
            schema: Version,
            position: position.to_string(),
            phase: position.phase(),
            events: events.iter().filter_map(GameEvent::new).collect(),
            outcome: position.outcome().as_ref().map(End::from),
            illegal,
        }
    }
}

impl GameEvent {
    /// Event of the output; `None` for an illegal move, which is never an event.
    fn new((before, event): &(Position, Event)) -> Option<Self> {
        Some(match event {
            Event::Deal(deal) => Self::Deal {
                round: before.round() + 1,
                factories: deal.factories().iter().copied().map(letters).collect(),
            },
            Event::Move(move_) => Self::Move {
                player: before.mover(),
                named: MoveName::new(before, *move_),
                effect: before.effect(*move_).ok()?,
            },
            Event::RoundEnd(score) => Self::Scores {
                round: before.round(),
                boards: score.boards().iter().map(BoardScoring::from).collect(),
                starter: before.next_starter(),
            },
        })
    }
}

impl From<&BoardScore> for BoardScoring {
    fn from(score: &BoardScore) -> Self {
        let tiles = score.tiles().into_iter().enumerate();
        let tiles = tiles.filter_map(|(row, tile)| {
            let tile = tile?;
            Some(WallTile {
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
