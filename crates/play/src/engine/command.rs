//! The commands of the engine protocol, and their reader.

use crate::players::azulejo::LEVELS;
use crate::players::{Contestant, InvalidContestant, Limits};
use azulejo_rules::notation::{InvalidDeal, InvalidPosition};
use azulejo_rules::{Deal, IllegalMove, Move, NoSuchCode, Players, Position};
use std::str::FromStr;
use std::time::Duration;

/// A command: the parsed form of a line.
#[derive(Debug)]
pub enum EngineCommand {
    /// `uai`: identify the engine.
    Identify,
    /// `setoption name PLAYER value …` or `setoption name LEVEL value N`: set the player.
    Player(Contestant),
    /// `setoption name … value N`: set another option.
    Option(EngineOption, u64),
    /// `setoption name NOTATION value …`: write moves as `3Y2`, or by their codes.
    Notation(MoveNotation),
    /// `isready`.
    IsReady,
    /// `position …`: set the position.
    Position(Box<Position>),
    /// `new …`: begin a new game, which waits for a deal, with the number of players and the starter, from 0.
    New(Players, usize),
    /// `deal …`: deal the next round, at random by the seed or as given.
    Deal(Option<Deal>),
    /// `play …`: play moves, and end the round after its last one.
    Play(Vec<String>),
    /// `show`: print the position.
    Show,
    /// `go …`: choose a move within the limits; without limits, the player's own hold.
    Go(Option<Limits>),
    /// `go infinite`: choose a move when `stop` comes.
    GoInfinite,
    /// `stop`.
    Stop,
    /// `quit`.
    Quit,
}

/// An option that is a whole number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EngineOption {
    /// The seed of deals and of the player's random numbers.
    Seed,
    /// The number of best moves in `info` lines.
    MultiPv,
    /// The milliseconds of a move's time that are reserved for communication.
    Overhead,
    /// The number of threads of a search.
    Threads,
    /// The memory of the transposition table in MiB.
    Hash,
}

impl EngineOption {
    /// Every option.
    pub const ALL: [Self; 5] = [
        Self::Seed,
        Self::MultiPv,
        Self::Overhead,
        Self::Threads,
        Self::Hash,
    ];

    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Seed => "SEED",
            Self::MultiPv => "MULTIPV",
            Self::Overhead => "OVERHEAD",
            Self::Threads => "THREADS",
            Self::Hash => "HASH",
        }
    }

    /// The default, the least and the most value.
    pub fn range(self) -> (u64, u64, u64) {
        match self {
            Self::Seed => (0, 0, u64::MAX),
            Self::MultiPv => (1, 1, 100),
            Self::Overhead => (10, 0, 60_000),
            Self::Threads => (1, 1, 256),
            Self::Hash => (16, 1, 4096),
        }
    }
}

/// The option that sets the player of a [level](LEVELS).
pub(super) const LEVEL: &str = "LEVEL";

/// The notation of moves in answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum MoveNotation {
    /// The codes of moves.
    #[default]
    Code,
    /// The notation `3Y2`.
    Move,
}

/// The error of a line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidLine {
    /// The first word is no command.
    #[error(
        "{0:?} is no command; there are uai, setoption, isready, new, position, deal, play, show, go, stop and quit"
    )]
    NoSuchCommand(String),
    /// The line has more words than the command takes.
    #[error("{0} takes nothing more on its line")]
    TooLong(&'static str),
    /// The words after `setoption` are invalid.
    #[error(
        "write setoption name PLAYER value NAME:option=value,…, setoption name NOTATION value code or move, \
         or setoption name LEVEL, SEED, MULTIPV, OVERHEAD, THREADS or HASH value N"
    )]
    Option,
    /// The option's value is out of its range.
    #[error("{0} is a whole number from {1} to {2}")]
    OptionRange(&'static str, u64, u64),
    /// The words after `new` are invalid.
    #[error("write new, or new players N first I, with 2 to 4 players")]
    New,
    /// The words after `deal` are invalid.
    #[error("write deal, or deal FACTORIES such as BBRR/BKYY/RRWW/KWWW/RYYY")]
    Deal,
    /// The deal is invalid.
    #[error("{}", one_line(.0))]
    Factories(#[from] InvalidDeal),
    /// The command `play` has no move.
    #[error("write play MOVE…, such as play 3Y2")]
    Play,
    /// The player is invalid.
    #[error(transparent)]
    Player(#[from] InvalidContestant),
    /// The position is invalid.
    #[error("{}", one_line(.0))]
    Position(#[from] InvalidPosition),
    /// A word among the moves is neither a move nor a code.
    #[error("{0:?} is no code of a move, and no move such as 3Y2")]
    NotACode(String),
    /// The game has no move with the code.
    #[error(transparent)]
    NoSuchCode(#[from] NoSuchCode),
    /// A move on the line is illegal.
    #[error("move {number}, {taken}: {reason}")]
    Illegal {
        /// The number of the move on the line, from 1.
        number: usize,
        /// The move.
        taken: Move,
        /// The rule that the move breaks.
        reason: IllegalMove,
    },
    /// The words after `go` are invalid.
    #[error(
        "write go, go infinite, or go with movetime MS, depth N or nodes N, each a whole number from 1"
    )]
    Go,
}

/// A message of several lines on one line.
pub(super) fn one_line(message: &impl ToString) -> String {
    let message = message.to_string();
    let lines = message.lines().map(str::trim);
    lines.collect::<Vec<_>>().join("; ")
}

impl FromStr for EngineCommand {
    type Err = InvalidLine;

    fn from_str(line: &str) -> Result<Self, InvalidLine> {
        let mut words = line.split_whitespace();
        let first = words.next().unwrap_or_default();
        let rest: Vec<&str> = words.collect();
        let alone = |name, command| match rest.is_empty() {
            true => Ok(command),
            false => Err(InvalidLine::TooLong(name)),
        };
        match first {
            "uai" => alone("uai", Self::Identify),
            "isready" => alone("isready", Self::IsReady),
            "stop" => alone("stop", Self::Stop),
            "quit" => alone("quit", Self::Quit),
            "setoption" => option(&rest),
            "position" => position(&rest),
            "new" => new(&rest),
            "deal" => match rest[..] {
                [] => Ok(Self::Deal(None)),
                [factories] => Ok(Self::Deal(Some(factories.parse()?))),
                _ => Err(InvalidLine::Deal),
            },
            "play" if rest.is_empty() => Err(InvalidLine::Play),
            "play" => Ok(Self::Play(rest.into_iter().map(str::to_owned).collect())),
            "show" => alone("show", Self::Show),
            "go" => go(&rest),
            _ => Err(InvalidLine::NoSuchCommand(first.to_owned())),
        }
    }
}

fn option(words: &[&str]) -> Result<EngineCommand, InvalidLine> {
    let ["name", name, "value", value] = words else {
        return Err(InvalidLine::Option);
    };
    match *name {
        "PLAYER" => return Ok(EngineCommand::Player(value.parse()?)),
        LEVEL => {
            let number: Option<usize> = value.parse().ok();
            let level = number.and_then(|number| LEVELS.get(number.checked_sub(1)?));
            let most = LEVELS.len() as u64;
            let level = level.ok_or(InvalidLine::OptionRange(LEVEL, 1, most))?;
            return Ok(EngineCommand::Player(level.contestant().parse()?));
        }
        "NOTATION" => {
            return match *value {
                "code" => Ok(EngineCommand::Notation(MoveNotation::Code)),
                "move" => Ok(EngineCommand::Notation(MoveNotation::Move)),
                _ => Err(InvalidLine::Option),
            };
        }
        _ => {}
    }
    let option = EngineOption::ALL
        .into_iter()
        .find(|option| option.name() == *name);
    let option = option.ok_or(InvalidLine::Option)?;
    let (_, least, most) = option.range();
    let number = value.parse().ok();
    let number = number.filter(|number| (least..=most).contains(number));
    let number = number.ok_or(InvalidLine::OptionRange(option.name(), least, most))?;
    Ok(EngineCommand::Option(option, number))
}

fn new(words: &[&str]) -> Result<EngineCommand, InvalidLine> {
    let (mut players, mut first) = (Players::Two, 1);
    for pair in words.chunks(2) {
        let [name, number] = pair else {
            return Err(InvalidLine::New);
        };
        let number: u64 = number.parse().map_err(|_| InvalidLine::New)?;
        match *name {
            "players" => players = Players::try_from(number).map_err(|_| InvalidLine::New)?,
            "first" => first = number,
            _ => return Err(InvalidLine::New),
        }
    }
    let first = usize::try_from(first)
        .ok()
        .and_then(|player| player.checked_sub(1));
    let first = first.filter(|&player| player < players.count());
    first
        .map(|first| EngineCommand::New(players, first))
        .ok_or(InvalidLine::New)
}

/// Reads a move by its code or its notation.
pub(super) fn read_move(word: &str, players: Players) -> Result<Move, InvalidLine> {
    if let Ok(taken) = word.parse::<Move>() {
        return Ok(taken);
    }
    let code = word.parse();
    let code = code.map_err(|_| InvalidLine::NotACode(word.to_owned()))?;
    Ok(Move::from_code(code, players)?)
}

fn position(words: &[&str]) -> Result<EngineCommand, InvalidLine> {
    let moves = words.iter().position(|word| *word == "moves");
    let (text, codes) = words.split_at(moves.unwrap_or(words.len()));
    let mut position: Position = text.join(" ").parse()?;
    for (index, word) in codes.iter().skip(1).enumerate() {
        let taken = read_move(word, position.players())?;
        let result = position.play(taken);
        result.map_err(|reason| InvalidLine::Illegal {
            number: index + 1,
            taken,
            reason,
        })?;
    }
    Ok(EngineCommand::Position(Box::new(position)))
}

fn go(words: &[&str]) -> Result<EngineCommand, InvalidLine> {
    if words.is_empty() {
        return Ok(EngineCommand::Go(None));
    }
    if words == ["infinite"] {
        return Ok(EngineCommand::GoInfinite);
    }
    let mut limits = Limits::NONE;
    for pair in words.chunks(2) {
        let [name, number] = pair else {
            return Err(InvalidLine::Go);
        };
        let number: u64 = number.parse().map_err(|_| InvalidLine::Go)?;
        let limit = match *name {
            _ if number == 0 => None,
            "movetime" if limits.time.is_none() => {
                limits.time = Some(Duration::from_millis(number));
                Some(())
            }
            "depth" if limits.depth.is_none() => {
                // No round has so many moves.
                limits.depth = Some(u32::try_from(number).unwrap_or(u32::MAX));
                Some(())
            }
            "nodes" if limits.nodes.is_none() => {
                limits.nodes = Some(number);
                Some(())
            }
            _ => None,
        };
        limit.ok_or(InvalidLine::Go)?;
    }
    Ok(EngineCommand::Go(Some(limits)))
}
