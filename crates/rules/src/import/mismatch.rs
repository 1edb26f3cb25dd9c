use crate::quantity::{phrase, quantity};
use crate::record::Statement;
use crate::{Colour, NotPlayers};

/// A contradiction in a game of another program. Players, rounds, lines and columns count from 1.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Mismatch {
    /// A deal, a move or a result that the rules do not allow.
    #[error(transparent)]
    Rules(#[from] Statement),
    /// A number of players that the game is not for.
    #[error(transparent)]
    Players(#[from] NotPlayers),
    /// A required value is missing, or is of another type.
    #[error("{what} has no {key} that can be read")]
    Missing {
        /// The object that lacks the value.
        what: &'static str,
        /// The name of the value.
        key: &'static str,
    },
    /// The game is not in the form of its format.
    #[error("the game cannot be read: {0}")]
    Unreadable(String),
    /// A move comes before the tiles of its round are dealt.
    #[error("a move comes before the tiles of its round are dealt")]
    NoDeal,
    /// The text has no round of a game.
    #[error("there is no round of the game in it")]
    NoRound,
    /// The game has a variant of the rules that azulejo does not support.
    #[error("the game was played with {0}, which azulejo does not know")]
    Variant(&'static str),
    /// The text is of another game than Azul, or in another format.
    #[error("it is {reported:?}: azulejo reads {expected}")]
    Other {
        /// The game or format of the text.
        reported: String,
        /// The game or format that azulejo reads.
        expected: &'static str,
    },
    /// A value of the game differs from the rules' value.
    #[error("{of} says {key} {reported}: it is {expected}")]
    Value {
        /// The object that has the value.
        of: String,
        /// The name of the value.
        key: &'static str,
        /// The value of the game.
        reported: String,
        /// The value by the rules.
        expected: String,
    },
    /// A sentence for people is false.
    #[error("what {0} says is not so")]
    FalseSentence(&'static str),
    /// The token is reported as taken by a move that does not take it.
    #[error("the token is told to be taken, but this move does not take it")]
    Token,
    /// A row is reported as complete that is not.
    #[error("player {0} is told to complete a row of the wall, but does not")]
    NoRow(usize),
    /// The next round is dealt without a report of the round's score.
    #[error(
        "the log does not tell how the round was scored: azulejo reads logs with every notification of a game"
    )]
    NotScored,
    /// A number stands for no tile.
    #[error("{0} is no tile")]
    Tile(i64),
    /// A player moves out of turn.
    #[error("player {reported} moves, but it is the turn of player {expected}")]
    Mover {
        /// The player of the move.
        reported: usize,
        /// The player whose turn it is.
        expected: usize,
    },
    /// A player of a move is none of the players of the game.
    #[error("{0:?} moves, who is none of the players")]
    UnknownPlayer(String),
    /// A move takes more or fewer tiles than the source has.
    #[error(
        "{} taken: there {} at that place",
        phrase(reported, "tile is", "tiles are"),
        there_are(*expected)
    )]
    Taken {
        /// The number of tiles taken.
        reported: usize,
        /// The number of tiles of the colour on the source.
        expected: usize,
    },
    /// The tiles of a move are put nowhere.
    #[error("the tiles that were taken are put nowhere")]
    NotPlaced,
    /// Tiles are put on a line that were not taken.
    #[error("tiles are put on a line, but none were taken")]
    NotTaken,
    /// The round is scored too early.
    #[error("the round is scored, but there are tiles left to take")]
    RoundNotOver,
    /// The end is scored too early.
    #[error("the end of the game is scored, but the game is not over")]
    GameNotOver,
    /// A tile is in another column than on the coloured wall.
    #[error(
        "player {player}'s {colour} tile of line {line} is put in column {reported}: on the coloured wall it belongs in \
         column {expected}, and azulejo does not know the grey wall"
    )]
    Column {
        /// The player.
        player: usize,
        /// The colour.
        colour: Colour,
        /// The line.
        line: usize,
        /// The column in the game.
        reported: i64,
        /// The column of the colour in that row.
        expected: usize,
    },
    /// A tile on the wall comes from no line.
    #[error("player {player} puts a {colour} tile of line {line} on the wall, but has none there")]
    Wall {
        /// The player.
        player: usize,
        /// The colour.
        colour: Colour,
        /// The line.
        line: usize,
    },
    /// The points of a tile differ from those of the rules.
    #[error("player {player}'s {colour} tile of line {line} has {}: it is {expected}{}", quantity(reported, "point"), double(*reported, *expected))]
    TilePoints {
        /// The player.
        player: usize,
        /// The colour.
        colour: Colour,
        /// The line.
        line: usize,
        /// The points in the game.
        reported: i64,
        /// The points of the rules.
        expected: i64,
    },
    /// A bonus has the points of no row, column or colour.
    #[error(
        "player {player} has {} at the end of the game: a row has 2, a column 7 and a colour 10, and azulejo does not \
         know the walls of Crystal Mosaic",
        quantity(reported, "point")
    )]
    Bonus {
        /// The player.
        player: usize,
        /// The points in the game.
        reported: i64,
    },
    /// A floor line is reported twice.
    #[error("player {0}'s floor line is told twice")]
    FloorTwice(usize),
    /// The report of a floor line with a charge is missing.
    #[error(
        "player {player}'s floor line costs {}: the log does not tell it",
        quantity(charge, "point")
    )]
    Floor {
        /// The player.
        player: usize,
        /// The charge of the floor line.
        charge: u8,
    },
    /// The tiles put on walls are not those of the full lines.
    #[error("{} put on walls: there {}", phrase(reported, "tile is", "tiles are"), full(*.expected))]
    Walls {
        /// The number of tiles put on walls.
        reported: usize,
        /// The number of full lines.
        expected: usize,
    },
    /// Points differ from those of the rules.
    #[error(
        "player {player} has {} for {what}: it is {expected}",
        quantity(reported, "point")
    )]
    Points {
        /// The player.
        player: usize,
        /// The subject of the points.
        what: &'static str,
        /// The points in the game.
        reported: i64,
        /// The points of the rules.
        expected: i64,
    },
    /// The tiles reported in the bag are not those left there.
    #[error(
        "{} left in the bag: there {}",
        phrase(reported, "tile is", "tiles are"),
        there_are(*expected)
    )]
    Bag {
        /// The number of tiles reported.
        reported: i64,
        /// The number of tiles left.
        expected: usize,
    },
    /// A number of a draw stands for no colour.
    #[error("tile {number} of the deal is {drawn}, which cannot be drawn")]
    Drawn {
        /// The number of the tile in the deal, from 1.
        number: usize,
        /// The number that should stand for a colour.
        drawn: u64,
    },
}

/// The explanation of points that are twice those of the rules.
fn double(reported: i64, expected: i64) -> &'static str {
    match reported == 2 * expected {
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

/// Checks that a value of a game equals the value of the rules.
pub(super) fn expect_same<T: PartialEq + std::fmt::Display>(
    of: impl Into<String>,
    key: &'static str,
    value: T,
    expected: T,
) -> Result<(), Mismatch> {
    if value == expected {
        return Ok(());
    }
    Err(Mismatch::Value {
        of: of.into(),
        key,
        reported: value.to_string(),
        expected: expected.to_string(),
    })
}
