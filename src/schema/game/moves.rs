use crate::game::{Effect, Move, Position};
use crate::schema::{SCHEMA, pretty};
use serde::Serialize;

/// The output of `game moves`.
pub fn moves(position: &Position) -> String {
    #[derive(Serialize)]
    struct Moves {
        schema: u32,
        position: String,
        moves: Vec<Listed>,
    }
    #[derive(Serialize)]
    struct Listed {
        #[serde(flatten)]
        named: Named,
        #[serde(flatten)]
        effect: Does,
    }
    let listed = position.legal().filter_map(|taken| {
        Some(Listed {
            named: Named::new(position, taken),
            effect: Does::from(&position.effect(taken).ok()?),
        })
    });
    pretty(&Moves {
        schema: SCHEMA,
        position: position.to_string(),
        moves: listed.collect(),
    })
}

/// The output of `game perft`, with the leaves behind each move where they are asked for. Of a count that was stopped the
/// leaves are none, and `counted` says how many there are at least.
pub fn perft(
    position: &Position,
    depth: u32,
    leaves: Result<u64, u64>,
    behind: Option<&[(Move, u64)]>,
) -> String {
    #[derive(Serialize)]
    struct Perft {
        schema: u32,
        position: String,
        depth: u32,
        leaves: Option<u64>,
        #[serde(skip_serializing_if = "Option::is_none")]
        counted: Option<u64>,
        #[serde(skip_serializing_if = "Option::is_none")]
        moves: Option<Vec<Divided>>,
    }
    #[derive(Serialize)]
    struct Divided {
        #[serde(flatten)]
        named: Named,
        leaves: u64,
    }
    let divided = |&(taken, leaves): &(Move, u64)| Divided {
        named: Named::new(position, taken),
        leaves,
    };
    pretty(&Perft {
        schema: SCHEMA,
        position: position.to_string(),
        depth,
        leaves: leaves.ok(),
        counted: leaves.err(),
        moves: behind.map(|behind| behind.iter().map(divided).collect()),
    })
}

#[derive(Serialize)]
pub(super) struct Named {
    code: Option<u16>,
    r#move: String,
}

impl Named {
    pub(super) fn new(position: &Position, taken: Move) -> Self {
        Self {
            code: taken.code(position.players()),
            r#move: taken.to_string(),
        }
    }
}

#[derive(Serialize)]
pub(super) struct Does {
    taken: u8,
    placed: u8,
    fallen: u8,
    discarded: u8,
    token: bool,
    fills_line: bool,
    charge: u8,
}

impl From<&Effect> for Does {
    fn from(effect: &Effect) -> Self {
        let Effect {
            taken,
            placed,
            fallen,
            discarded,
            token,
            fills_line,
            charge,
        } = *effect;
        Self {
            taken,
            placed,
            fallen,
            discarded,
            token,
            fills_line,
            charge,
        }
    }
}
