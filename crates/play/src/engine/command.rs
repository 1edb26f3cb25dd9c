//! Lines and what they mean.

use crate::players::azulejo::LEVELS;
use crate::players::{Contestant, InvalidContestant, Limits};
use azulejo_rules::notation::{InvalidDeal, InvalidPosition};
use azulejo_rules::{Deal, IllegalMove, Move, NoSuchCode, Players, Position};
use std::str::FromStr;
use std::time::Duration;

/// What a line asks for.
#[derive(Debug)]
pub enum EngineCommand {
    /// `uai`: say who you are.
    Identify,
    /// `setoption name PLAYER value …` or `setoption name LEVEL value N`: who plays.
    Player(Contestant),
    /// `setoption name … value N`: another option.
    Option(EngineOption, u64),
    /// `setoption name NOTATION value …`: whether moves are told as `3Y2`, or by their codes.
    Notation(MoveNotation),
    /// `isready`.
    IsReady,
    /// `position …`: what is to be played.
    Position(Box<Position>),
    /// `new …`: a new game of so many players, which waits for a deal, with the player who begins, from 0.
    New(Players, usize),
    /// `deal …`: deal the next round; at random by the seed, or as it is given.
    Deal(Option<Deal>),
    /// `play …`: play moves, and end the round after its last one.
    Play(Vec<String>),
    /// `show`: say what the position is.
    Show,
    /// `go …`: choose a move; none where the player's own limits hold.
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
    /// How many of the best moves are told.
    MultiPv,
    /// How many milliseconds of the time of a move are left for what is between the engine and the clock.
    Overhead,
    /// How many threads think.
    Threads,
    /// The memory of the transposition table in MB.
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

    /// What it is unless something else is said, the least and the most.
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

/// The option that makes the player one of a [level](LEVELS).
pub(super) const LEVEL: &str = "LEVEL";

/// How moves are told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum MoveNotation {
    /// By their codes.
    #[default]
    Code,
    /// As `3Y2`.
    Move,
}

/// Why a line asks for nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidLine {
    /// Its first word is no command.
    #[error(
        "{0:?} is no command; there are uai, setoption, isready, new, position, deal, play, show, go, stop and quit"
    )]
    NoSuchCommand(String),
    /// More words than the command has.
    #[error("{0} takes nothing more on its line")]
    TooLong(&'static str),
    /// `setoption` in another form.
    #[error(
        "write setoption name PLAYER value NAME:option=value,…, setoption name NOTATION value code or move, \
         or setoption name LEVEL, SEED, MULTIPV, OVERHEAD, THREADS or HASH value N"
    )]
    Option,
    /// An option that cannot be this.
    #[error("{0} is a whole number from {1} to {2}")]
    OptionRange(&'static str, u64, u64),
    /// `new` in another form.
    #[error("write new, or new players N first I, with 2 to 4 players")]
    New,
    /// `deal` in another form.
    #[error("write deal, or deal FACTORIES such as BBRR/BKYY/RRWW/KWWW/RYYY")]
    Deal,
    /// A deal with faults.
    #[error("{}", one_line(.0))]
    Factories(#[from] InvalidDeal),
    /// `play` without a move.
    #[error("write play MOVE…, such as play 3Y2")]
    Play,
    /// No player.
    #[error(transparent)]
    Player(#[from] InvalidContestant),
    /// No position.
    #[error("{}", one_line(.0))]
    Position(#[from] InvalidPosition),
    /// A word between the moves that is neither a move nor a code.
    #[error("{0:?} is no code of a move, and no move such as 3Y2")]
    NotACode(String),
    /// A code that the game does not have.
    #[error(transparent)]
    NoSuchCode(#[from] NoSuchCode),
    /// A move that cannot be played.
    #[error("move {number}, {taken}: {reason}")]
    Illegal {
        /// Its number on the line, from 1.
        number: usize,
        /// The move.
        taken: Move,
        /// What the rules have against it.
        reason: IllegalMove,
    },
    /// `go` in another form.
    #[error(
        "write go, go infinite, or go with movetime MS, depth N or nodes N, each a whole number from 1"
    )]
    Go,
}

/// A message of several lines as one.
fn one_line(message: &impl ToString) -> String {
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
    let option = EngineOption::ALL.into_iter().find(|it| it.name() == *name);
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
    let first = usize::try_from(first).ok().and_then(|it| it.checked_sub(1));
    let first = first.filter(|&it| it < players.count());
    first
        .map(|first| EngineCommand::New(players, first))
        .ok_or(InvalidLine::New)
}

/// A move by its code or as it is written.
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
        let played = position.play(taken);
        played.map_err(|reason| InvalidLine::Illegal {
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
        let given = match *name {
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
        given.ok_or(InvalidLine::Go)?;
    }
    Ok(EngineCommand::Go(Some(limits)))
}
