//! A player that is an external program, which speaks the engine protocol.

use super::command::read_move;
use super::program::Program;
use crate::players::{Limits, Player, PlayerFault, SearchReport};
use azulejo_control::{Control, Instant};
use azulejo_rules::random::{ChaCha8Rng, Rng};
use azulejo_rules::{Move, Players, Position};
use std::fmt::Write;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

/// The time limit of a move.
const PATIENCE: Duration = Duration::from_secs(60);

/// The time limit of an answer after `stop`.
const GRACE: Duration = Duration::from_secs(2);

/// A player that is an external program. Every request for a move comes with its position, so that no process needs a
/// history: where several threads play, several processes of the program do.
#[derive(Debug)]
pub struct ExternalEngine {
    command: String,
    /// The processes that wait for a position.
    idle: Arc<Mutex<Vec<Program>>>,
    fault: OnceLock<PlayerFault>,
}

impl ExternalEngine {
    /// Starts a command, such as `python3 bot.py`. The command is split into words as a shell splits it, without other
    /// features of a shell.
    ///
    /// # Errors
    /// When the program cannot be started, or does not answer `uai`.
    pub fn start(command: &str) -> Result<Self, PlayerFault> {
        let program = Program::start(command)?;
        Ok(Self {
            command: command.to_owned(),
            idle: Arc::new(Mutex::new(vec![program])),
            fault: OnceLock::new(),
        })
    }

    /// A second player that shares the processes of the program. Each player has a fault of its own.
    #[must_use]
    pub fn shared(&self) -> Self {
        Self {
            command: self.command.clone(),
            idle: Arc::clone(&self.idle),
            fault: OnceLock::new(),
        }
    }

    fn idle(&self) -> std::sync::MutexGuard<'_, Vec<Program>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Requests a move. A process with a fault gets no further requests.
    fn request_move(
        &self,
        position: &Position,
        seed: u64,
        limits: &Limits,
        control: &Control,
        report: &dyn Fn(SearchReport),
    ) -> Result<Move, PlayerFault> {
        let idle_program = self.idle().pop();
        let mut program = match idle_program {
            Some(program) => program,
            None => Program::start(&self.command)?,
        };
        if program.has_seed {
            program.send(&format!("setoption name SEED value {seed}"))?;
        }
        program.send(&format!("position {position}"))?;
        program.send(&go(limits))?;
        let answer = self.answer(&mut program, position.players(), control, report)?;
        let taken = read_move(&answer, position.players());
        let taken = taken.map_err(|_| PlayerFault::NoMove {
            command: self.command.clone(),
            answer,
        })?;
        position
            .check(taken)
            .map_err(|reason| PlayerFault::Illegal {
                player: self.command.clone(),
                taken,
                reason,
            })?;
        self.idle().push(program);
        Ok(taken)
    }

    /// The word after `bestmove` in the program's answer.
    fn answer(
        &self,
        program: &mut Program,
        players: Players,
        control: &Control,
        report: &dyn Fn(SearchReport),
    ) -> Result<String, PlayerFault> {
        let start = Instant::now();
        let mut stop_time: Option<Instant> = None;
        loop {
            if stop_time.is_none() && control.stopped() {
                stop_time = Some(Instant::now());
                program.send("stop")?;
            }
            let Some(line) = program.receive()? else {
                if stop_time.is_some_and(|stop_time| stop_time.elapsed() > GRACE) {
                    return Err(program.timeout_fault("stop", GRACE));
                }
                if start.elapsed() > PATIENCE {
                    return Err(program.timeout_fault("go", PATIENCE));
                }
                continue;
            };
            let (first, rest) = line.split_once(' ').unwrap_or((&line, ""));
            match first {
                "bestmove" => return Ok(rest.trim().to_owned()),
                // A program can answer `go` with an error before it reads `stop`.
                "error" if stop_time.is_none() => {
                    return Err(PlayerFault::Refused {
                        command: self.command.clone(),
                        answer: rest.to_owned(),
                    });
                }
                "info" => {
                    if let Some(result) = parse_info(rest, players) {
                        report(result);
                    }
                }
                _ => {}
            }
        }
    }
}

impl Player for ExternalEngine {
    fn choose(&self, position: &Position, rng: &mut ChaCha8Rng, limits: &Limits) -> Move {
        self.think(position, rng, limits, &Control::default(), &|_| ())
    }

    fn think(
        &self,
        position: &Position,
        rng: &mut ChaCha8Rng,
        limits: &Limits,
        control: &Control,
        report: &dyn Fn(SearchReport),
    ) -> Move {
        let seed = rng.next_u64();
        let result = match self.fault.get() {
            Some(fault) => Err(fault.clone()),
            None => self.request_move(position, seed, limits, control, report),
        };
        result.unwrap_or_else(|fault| {
            // The first fault stays.
            let _ = self.fault.set(fault);
            let mut legal = position.legal();
            legal.next().expect("a position that waits for a move")
        })
    }

    fn fault(&self) -> Option<PlayerFault> {
        self.fault.get().cloned()
    }
}

/// The line that requests a move.
fn go(limits: &Limits) -> String {
    let mut line = String::from("go");
    let parts = [
        ("movetime", limits.time.map(|time| time.as_millis() as u64)),
        ("depth", limits.depth.map(u64::from)),
        ("nodes", limits.nodes),
    ];
    for (name, number) in parts {
        if let Some(number) = number {
            let _ = write!(line, " {name} {}", number.max(1));
        }
    }
    line
}

/// The result of an `info` line; none where the line is in another form.
fn parse_info(line: &str, players: Players) -> Option<SearchReport> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let value_of = |name: &str| {
        let place = words.iter().position(|word| *word == name)?;
        words.get(place + 1)
    };
    let moves = words.iter().skip_while(|word| **word != "pv").skip(1);
    let variation = moves.map(|word| read_move(word, players).ok());
    Some(SearchReport {
        depth: value_of("depth")?.parse().ok()?,
        value: value_of("score")?.parse().ok()?,
        win: value_of("win").and_then(|word| word.parse().ok()),
        nodes: value_of("nodes")
            .and_then(|word| word.parse().ok())
            .unwrap_or(0),
        variation: variation.collect::<Option<_>>()?,
    })
}
