use crate::quantity::quantity;
use crate::{IllegalMove, ImpossibleDeal, Move, NoSuchCode};
use std::fmt;

/// The first false statement of a record, with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct False {
    /// The round, from 1; none where the statement is about the whole game.
    pub round: Option<usize>,
    /// The move of the round, from 1, where the statement is about one.
    pub number: Option<usize>,
    /// The statement.
    pub statement: Statement,
}

impl fmt::Display for False {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_place(f, self.round, self.number)?;
        self.statement.fmt(f)
    }
}

/// Writes the place of a statement: `round 2, move 3: `, or nothing for the whole game.
pub(crate) fn write_place(
    f: &mut fmt::Formatter<'_>,
    round: Option<usize>,
    number: Option<usize>,
) -> fmt::Result {
    let Some(round) = round else {
        return Ok(());
    };
    write!(f, "round {round}")?;
    if let Some(number) = number {
        write!(f, ", move {number}")?;
    }
    f.write_str(": ")
}

impl std::error::Error for False {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        std::error::Error::source(&self.statement)
    }
}

/// The false statement of a record.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Statement {
    /// The first player is none of the players.
    #[error("first is {first}, but the players are 0 to {last}")]
    First {
        /// The first player of the record.
        first: u64,
        /// The last player.
        last: usize,
    },
    /// A number in a deal is no colour.
    #[error("the deal has {index} on factory {factory}: the colours are 0 to 4")]
    Colour {
        /// The number in the record.
        index: u64,
        /// The factory, from 1.
        factory: usize,
    },
    /// A deal is impossible with the bag and the lid.
    #[error(transparent)]
    Deal(#[from] ImpossibleDeal),
    /// No move has the code.
    #[error(transparent)]
    Code(#[from] NoSuchCode),
    /// A move is illegal.
    #[error("code {code}, {taken}, is illegal: {reason}")]
    Move {
        /// The code of the move.
        code: u64,
        /// The move.
        taken: Move,
        /// The rule that the move breaks.
        #[source]
        reason: IllegalMove,
    },
    /// A round begins before the previous round has ended.
    #[error("the round begins, but in the round before it there are tiles left to take")]
    Unfinished,
    /// A round follows the end of the game.
    #[error("the round begins, but the game is over")]
    Over,
    /// A result is given of a round or a game that has not ended.
    #[error("{key} is given, but {what} has not ended")]
    TooEarly {
        /// The key of the record.
        key: &'static str,
        /// The round or the game.
        what: &'static str,
    },
    /// A number of legal moves is false.
    #[error(
        "legal says {}: there {}",
        quantity(said, "legal move"),
        if *found == 1 { "is 1".into() } else { format!("are {found}") }
    )]
    Legal {
        /// The number in the record.
        said: u64,
        /// The number by the rules.
        found: usize,
    },
    /// A list has another length than its subject.
    #[error("{key} has {said} numbers: there are {found} {of}")]
    Length {
        /// The key of the record.
        key: &'static str,
        /// The length of the list in the record.
        said: usize,
        /// The length that it should have.
        found: usize,
        /// The subject of the list's numbers.
        of: &'static str,
    },
    /// A result of one player is false.
    #[error("{key} says {said} for player {player}: it is {found}")]
    Result {
        /// The key of the record.
        key: &'static str,
        /// The player, from 0.
        player: usize,
        /// The value in the record.
        said: u64,
        /// The value by the rules.
        found: u64,
    },
    /// The winners are false.
    #[error("winners says {said:?}: it is {found:?}")]
    Winners {
        /// The winners in the record.
        said: Vec<u64>,
        /// The winners by the rules.
        found: Vec<u64>,
    },
}
