use crate::counted::{agreeing, counted};
use crate::record::Statement;
use crate::{Colour, NotPlayers};

/// What does not add up in a game of another program. Players, rounds, lines and columns count from 1.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Mismatch {
    /// A deal, a move or a result that the rules do not allow.
    #[error(transparent)]
    Rules(#[from] Statement),
    /// A number of players that the game is not for.
    #[error(transparent)]
    Players(#[from] NotPlayers),
    /// Something that is needed is not there, or is no such thing.
    #[error("{what} has no {key} that can be read")]
    Missing {
        /// In what.
        what: &'static str,
        /// Its name.
        key: &'static str,
    },
    /// A game with a part that is no such thing.
    #[error("the game cannot be read: {0}")]
    Unreadable(String),
    /// Nothing was dealt before a move.
    #[error("a move comes before the tiles of its round are dealt")]
    NoDeal,
    /// Nothing of a game is there.
    #[error("there is no round of the game in it")]
    NoRound,
    /// Rules that azulejo does not know.
    #[error("the game was played with {0}, which azulejo does not know")]
    Variant(&'static str),
    /// Another game than Azul, or another format of it.
    #[error("it is {said:?}: azulejo reads {wanted}")]
    Other {
        /// What it says that it is.
        said: String,
        /// What is read.
        wanted: &'static str,
    },
    /// Something that is told, and is otherwise.
    #[error("{of} says {key} {said}: it is {found}")]
    Told {
        /// What says it.
        of: String,
        /// The name of what is said.
        key: &'static str,
        /// What is said.
        said: String,
        /// What it is.
        found: String,
    },
    /// Something that is told for people, and is not so.
    #[error("what {0} says is not so")]
    Untrue(&'static str),
    /// The token is told to be taken by a move that does not take it.
    #[error("the token is told to be taken, but this move does not take it")]
    Token,
    /// A row is told to be completed that is not.
    #[error("player {0} is told to complete a row of the wall, but does not")]
    NoRow(usize),
    /// The next round is dealt, and the log never told how the round was scored.
    #[error(
        "the log does not tell how the round was scored: azulejo reads logs with every notification of a game"
    )]
    NotScored,
    /// A number that is no tile.
    #[error("{0} is no tile")]
    Tile(i64),
    /// It is somebody else's turn.
    #[error("player {said} moves, but it is the turn of player {found}")]
    Mover {
        /// Who moves.
        said: usize,
        /// Whose turn it is.
        found: usize,
    },
    /// Somebody who does not sit there.
    #[error("{0:?} moves, who is none of the players")]
    Stranger(String),
    /// More or fewer tiles than there are.
    #[error(
        "{} taken: there {} at that place",
        agreeing(said, "tile is", "tiles are"),
        there_are(*found)
    )]
    Taken {
        /// The tiles that were taken.
        said: usize,
        /// The tiles of the colour that are there.
        found: usize,
    },
    /// Tiles that were put nowhere.
    #[error("the tiles that were taken are put nowhere")]
    NotPlaced,
    /// Tiles that nobody has taken.
    #[error("tiles are put on a line, but none were taken")]
    NotTaken,
    /// The round is scored too early.
    #[error("the round is scored, but there are tiles left to take")]
    RoundNotOver,
    /// The end is scored too early.
    #[error("the end of the game is scored, but the game is not over")]
    GameNotOver,
    /// A tile in another column than on the coloured wall.
    #[error(
        "player {player}'s {colour} tile of line {line} is put in column {said}: on the coloured wall it belongs in \
         column {found}, and azulejo does not know the grey wall"
    )]
    Column {
        /// The player.
        player: usize,
        /// The colour.
        colour: Colour,
        /// The line.
        line: usize,
        /// The column that is said.
        said: i64,
        /// The column of the colour in that row.
        found: usize,
    },
    /// A tile that no line puts on the wall.
    #[error("player {player} puts a {colour} tile of line {line} on the wall, but has none there")]
    Wall {
        /// The player.
        player: usize,
        /// The colour.
        colour: Colour,
        /// The line.
        line: usize,
    },
    /// Other points for a tile than the rules give.
    #[error("player {player}'s {colour} tile of line {line} has {}: it is {found}{}", counted(said, "point"), double(*said, *found))]
    TilePoints {
        /// The player.
        player: usize,
        /// The colour.
        colour: Colour,
        /// The line.
        line: usize,
        /// The points that are said.
        said: i64,
        /// The points of the rules.
        found: i64,
    },
    /// A bonus that no row, column or colour has.
    #[error(
        "player {player} has {} at the end of the game: a row has 2, a column 7 and a colour 10, and azulejo does not \
         know the walls of Crystal Mosaic",
        counted(said, "point")
    )]
    Bonus {
        /// The player.
        player: usize,
        /// The points that are said.
        said: i64,
    },
    /// A floor line of which is told twice.
    #[error("player {0}'s floor line is told twice")]
    FloorTwice(usize),
    /// A floor line that costs something, of which nothing is told.
    #[error(
        "player {player}'s floor line costs {}: the log does not tell it",
        counted(charge, "point")
    )]
    Floor {
        /// The player.
        player: usize,
        /// What it costs.
        charge: u8,
    },
    /// Other tiles on walls than those of the full lines.
    #[error("{} put on walls: there {}", agreeing(said, "tile is", "tiles are"), full(*.found))]
    Walls {
        /// The tiles that were put there.
        said: usize,
        /// The full lines.
        found: usize,
    },
    /// Other points than the rules give.
    #[error(
        "player {player} has {} for {what}: it is {found}",
        counted(said, "point")
    )]
    Points {
        /// The player.
        player: usize,
        /// What they are for.
        what: &'static str,
        /// The points that are said.
        said: i64,
        /// The points of the rules.
        found: i64,
    },
    /// Other tiles in the bag than are left.
    #[error(
        "{} left in the bag: there {}",
        agreeing(said, "tile is", "tiles are"),
        there_are(*found)
    )]
    Bag {
        /// The tiles that are said.
        said: i64,
        /// The tiles that are left.
        found: usize,
    },
    /// A colour that cannot be drawn.
    #[error("tile {number} of the deal is {drawn}, which cannot be drawn")]
    Drawn {
        /// Its number in the deal, from 1.
        number: usize,
        /// The number that stands for its colour.
        drawn: u64,
    },
}

/// What twice the points of a tile mean.
fn double(said: i64, found: i64) -> &'static str {
    match said == 2 * found {
        true => {
            "; places that count double are on the walls of Crystal Mosaic, which azulejo does not know"
        }
        false => "",
    }
}

/// `is 1`, `are 2`.
fn there_are(count: usize) -> String {
    let verb = if count == 1 { "is" } else { "are" };
    format!("{verb} {count}")
}

/// `is 1 full line`, `are 2 full lines`.
fn full(lines: usize) -> String {
    let noun = if lines == 1 { "line" } else { "lines" };
    format!("{} full {noun}", there_are(lines))
}

/// Whether what is told is so.
pub(super) fn told<T: PartialEq + std::fmt::Display>(
    of: impl Into<String>,
    key: &'static str,
    said: T,
    found: T,
) -> Result<(), Mismatch> {
    if said == found {
        return Ok(());
    }
    Err(Mismatch::Told {
        of: of.into(),
        key,
        said: said.to_string(),
        found: found.to_string(),
    })
}
