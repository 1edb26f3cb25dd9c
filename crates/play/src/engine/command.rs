//! Lines and what they mean.

use crate::players::{Contestant, InvalidContestant, Limits};
use azulejo_rules::notation::InvalidPosition;
use azulejo_rules::{IllegalMove, Move, NoSuchCode, Position};
use std::str::FromStr;
use std::time::Duration;

/// What a line asks for.
#[derive(Debug)]
pub enum EngineCommand {
    /// `uai`: say who you are.
    Identify,
    /// `setoption name PLAYER value …`: who plays.
    Player(Contestant),
    /// `setoption name SEED value …`: the seed of the player's random numbers.
    Seed(u64),
    /// `isready`.
    IsReady,
    /// `position …`: what is to be played.
    Position(Box<Position>),
    /// `go …`: choose a move; none where the player's own limits hold.
    Go(Option<Limits>),
    /// `stop`.
    Stop,
    /// `quit`.
    Quit,
}

/// Why a line asks for nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidLine {
    /// Its first word is no command.
    #[error("{0:?} is no command; there are uai, setoption, isready, position, go, stop and quit")]
    NoSuchCommand(String),
    /// More words than the command has.
    #[error("{0} takes nothing more on its line")]
    TooLong(&'static str),
    /// `setoption` in another form.
    #[error(
        "write setoption name PLAYER value NAME:option=value,…, or setoption name SEED value N"
    )]
    Option,
    /// No player.
    #[error(transparent)]
    Player(#[from] InvalidContestant),
    /// No position.
    #[error("{}", one_line(.0))]
    Position(#[from] InvalidPosition),
    /// A word between the moves that is no code.
    #[error("{0:?} is no code of a move")]
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
    #[error("write go, or go with movetime MS, depth N or nodes N, each a whole number from 1")]
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
            "go" => go(&rest),
            _ => Err(InvalidLine::NoSuchCommand(first.to_owned())),
        }
    }
}

fn option(words: &[&str]) -> Result<EngineCommand, InvalidLine> {
    match words {
        ["name", "PLAYER", "value", player] => Ok(EngineCommand::Player(player.parse()?)),
        ["name", "SEED", "value", seed] => match seed.parse() {
            Ok(seed) => Ok(EngineCommand::Seed(seed)),
            Err(_) => Err(InvalidLine::Option),
        },
        _ => Err(InvalidLine::Option),
    }
}

fn position(words: &[&str]) -> Result<EngineCommand, InvalidLine> {
    let moves = words.iter().position(|word| *word == "moves");
    let (text, codes) = words.split_at(moves.unwrap_or(words.len()));
    let mut position: Position = text.join(" ").parse()?;
    for (index, word) in codes.iter().skip(1).enumerate() {
        let code = word.parse();
        let code = code.map_err(|_| InvalidLine::NotACode((*word).to_owned()))?;
        let taken = Move::from_code(code, position.players())?;
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
