use crate::counted::counted;
use crate::{IllegalMove, ImpossibleDeal, Move, NoSuchCode};
use std::fmt;

/// The first statement of a record that is false, and where it stands.
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

/// Writes where something stands, before what is said of it: `round 2, move 3: `, or nothing of the whole game.
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

/// What is false about a record.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Statement {
    /// Nobody is the first player.
    #[error("first is {first}, but the players are 0 to {last}")]
    First {
        /// What the record says.
        first: u64,
        /// The last player.
        last: usize,
    },
    /// A number in a deal that is no colour.
    #[error("the deal has {index} on factory {factory}: the colours are 0 to 4")]
    Colour {
        /// What the record says.
        index: u64,
        /// The factory, from 1.
        factory: usize,
    },
    /// A deal that the bag and the lid do not allow.
    #[error(transparent)]
    Deal(#[from] ImpossibleDeal),
    /// No move has the code.
    #[error(transparent)]
    Code(#[from] NoSuchCode),
    /// A move that the rules do not allow.
    #[error("code {code}, {taken}, is illegal: {reason}")]
    Move {
        /// The code of the move.
        code: u64,
        /// The move.
        taken: Move,
        /// Why it is illegal.
        #[source]
        reason: IllegalMove,
    },
    /// A round that begins before the one before it has ended.
    #[error("the round begins, but in the round before it there are tiles left to take")]
    Unfinished,
    /// A round after the end of the game.
    #[error("the round begins, but the game is over")]
    Over,
    /// A result of a round or a game that has not ended.
    #[error("{key} is given, but {what} has not ended")]
    TooEarly {
        /// The key of the record.
        key: &'static str,
        /// The round or the game.
        what: &'static str,
    },
    /// A number of legal moves.
    #[error(
        "legal says {}: there {}",
        counted(said, "legal move"),
        if *found == 1 { "is 1".into() } else { format!("are {found}") }
    )]
    Legal {
        /// What the record says.
        said: u64,
        /// What is right.
        found: usize,
    },
    /// A list of another length.
    #[error("{key} has {said} numbers: there are {found} {of}")]
    Length {
        /// The key of the record.
        key: &'static str,
        /// The numbers that the record has.
        said: usize,
        /// The numbers that it should have.
        found: usize,
        /// What they are about.
        of: &'static str,
    },
    /// A result of one player.
    #[error("{key} says {said} for player {player}: it is {found}")]
    Result {
        /// The key of the record.
        key: &'static str,
        /// The player, from 0.
        player: usize,
        /// What the record says.
        said: u64,
        /// What is right.
        found: u64,
    },
    /// The winners.
    #[error("winners says {said:?}: it is {found:?}")]
    Winners {
        /// What the record says.
        said: Vec<u64>,
        /// What is right.
        found: Vec<u64>,
    },
}
