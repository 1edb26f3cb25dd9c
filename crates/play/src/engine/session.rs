//! A session of the engine protocol: options, position, the running search, and the answers.

use super::command::{
    EngineCommand, EngineOption, InvalidLine, LEVEL, MoveNotation, one_line, read_move,
};
use super::search_task::{InfoLine, SearchTask};
use crate::players::azulejo::LEVELS;
use crate::players::{Contestant, Limits, PlayerFault, SearchReport};
use azulejo_control::{Control, Instant};
use azulejo_rules::random::{ChaCha8Rng, SeedableRng};
use azulejo_rules::{Deal, Move, Phase, Players, Position};
use std::sync::atomic::Ordering;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// An event of a session.
#[derive(Debug)]
pub enum EngineEvent {
    /// A line came in.
    Line(String),
    /// A line of more than so many bytes came in, and was dropped.
    LongLine(u64),
    /// The input has ended.
    EndOfLines,
    /// The [deadline](EngineSession::deadline) has come.
    TimeIsUp,
    /// A search has a result of a depth.
    Found(SearchInfo),
    /// A search has ended with a move.
    Chosen(ChosenMove),
}

/// The result of a depth of a search, with its time.
#[derive(Debug)]
pub struct SearchInfo {
    search: u64,
    lines: Vec<InfoLine>,
    seconds: f64,
}

/// The move with which a search has ended.
#[derive(Debug)]
pub struct ChosenMove {
    search: u64,
    taken: Move,
    /// The fault of the player, with which the move is not to be played.
    fault: Option<PlayerFault>,
}

/// A session: the state that commands set, and the running search.
#[derive(Debug)]
pub struct EngineSession {
    player: Arc<Contestant>,
    /// The name of the session's first player.
    name: String,
    /// The value of each option, by its index in [`EngineOption::ALL`].
    options: [u64; EngineOption::ALL.len()],
    notation: MoveNotation,
    position: Option<Position>,
    search: Option<RunningSearch>,
    /// The number of searches started so far.
    searches: u64,
    /// The channel to which a search sends its events.
    events: Sender<EngineEvent>,
    is_over: bool,
}

/// A search that runs, or whose move waits for `stop`.
#[derive(Debug)]
struct RunningSearch {
    number: u64,
    control: Control,
    /// The best move of the last result.
    best: Option<Move>,
    players: Players,
    /// The time at which the search has to be answered.
    deadline: Option<Instant>,
    /// Whether the search is answered only after `stop`.
    infinite: bool,
    /// The move of a search that has ended, and waits for `stop`.
    pending_move: Option<Move>,
    /// Whether the session ends with the search.
    ends_session: bool,
}

/// The default player.
const PLAYER: &str = "azulejo";

impl EngineSession {
    /// A session with the default player. Its searches send their events to `events`; the caller passes them back to
    /// [`take`](EngineSession::take).
    pub fn new(events: Sender<EngineEvent>) -> Self {
        Self::of(PLAYER.parse().expect("a player of the table"), events)
    }

    /// A session with another player than `azulejo`, otherwise as [`new`](Self::new) makes it.
    pub fn of(player: Contestant, events: Sender<EngineEvent>) -> Self {
        Self {
            name: player.name().to_owned(),
            player: Arc::new(player),
            options: EngineOption::ALL.map(|option| option.range().0),
            notation: MoveNotation::default(),
            position: None,
            search: None,
            searches: 0,
            events,
            is_over: false,
        }
    }

    /// Whether the session has ended.
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// The time at which [`EngineEvent::TimeIsUp`] is to be sent, if no other event comes before.
    pub fn deadline(&self) -> Option<Instant> {
        self.search.as_ref()?.deadline
    }

    fn option(&self, option: EngineOption) -> u64 {
        self.options[option as usize]
    }

    /// Takes an event, and returns the lines of the answer.
    pub fn take(&mut self, event: EngineEvent) -> Vec<String> {
        match event {
            EngineEvent::Line(line) if line.trim().is_empty() => Vec::new(),
            EngineEvent::Line(line) => match line.parse() {
                Ok(command) => self.execute(command),
                Err(error) => {
                    // An older position would be another game than the caller expects.
                    let is_position = line.split_whitespace().next() == Some("position");
                    if is_position && self.search.is_none() {
                        self.position = None;
                    }
                    refusal(error)
                }
            },
            EngineEvent::LongLine(most) => refusal(format_args!("a line has at most {most} bytes")),
            EngineEvent::EndOfLines => self.end_of_lines(),
            EngineEvent::TimeIsUp => match &mut self.search {
                Some(search) => {
                    search.deadline = None;
                    self.stop()
                }
                None => Vec::new(),
            },
            EngineEvent::Found(result) => self.answer_result(&result),
            EngineEvent::Chosen(ChosenMove {
                search,
                fault: Some(fault),
                ..
            }) => match self.running(search) {
                Some(_) => self.answer_fault(&fault),
                None => Vec::new(),
            },
            EngineEvent::Chosen(ChosenMove { search, taken, .. }) => match self.running(search) {
                Some(search) if search.infinite => {
                    search.pending_move = Some(taken);
                    Vec::new()
                }
                Some(_) => self.answer_move(taken),
                None => Vec::new(),
            },
        }
    }

    fn execute(&mut self, command: EngineCommand) -> Vec<String> {
        let busy = self.search.is_some();
        match command {
            EngineCommand::Identify => self.identify(),
            EngineCommand::IsReady => vec!["readyok".into()],
            EngineCommand::Quit => self.quit(),
            EngineCommand::Stop => self.stop(),
            _ if busy => refusal("a search runs: send stop, or wait for its bestmove"),
            EngineCommand::Player(player) => {
                self.player = Arc::new(player);
                Vec::new()
            }
            EngineCommand::Option(option, number) => {
                self.options[option as usize] = number;
                Vec::new()
            }
            EngineCommand::Notation(notation) => {
                self.notation = notation;
                Vec::new()
            }
            EngineCommand::Position(position) => {
                self.position = Some(*position);
                Vec::new()
            }
            EngineCommand::New(players, first) => {
                self.position = Some(Position::new(players, first));
                Vec::new()
            }
            EngineCommand::Deal(deal) => self.deal(deal.as_ref()),
            EngineCommand::Play(words) => self.play(&words),
            EngineCommand::Show => self.show(),
            EngineCommand::Go(limits) => self.go(limits, false),
            EngineCommand::GoInfinite => self.go(Some(Limits::NONE), true),
        }
    }

    fn identify(&self) -> Vec<String> {
        let most = LEVELS.len();
        let mut lines = vec![
            format!("id name {} {}", self.name, env!("CARGO_PKG_VERSION")),
            format!("option name PLAYER type string default {}", self.name),
            format!("option name {LEVEL} type spin default {most} min 1 max {most}"),
        ];
        lines.extend(EngineOption::ALL.map(|option| {
            let (default, least, most) = option.range();
            let name = option.name();
            format!("option name {name} type spin default {default} min {least} max {most}")
        }));
        lines.push("option name NOTATION type combo default code var code var move".into());
        lines.push("uaiok".into());
        lines
    }

    /// Deals the next round.
    fn deal(&mut self, deal: Option<&Deal>) -> Vec<String> {
        let Some(mut position) = self.position else {
            return refusal(NO_POSITION);
        };
        let result = match deal {
            Some(deal) => position.deal_given(deal).map_err(|error| error.to_string()),
            None => {
                let random_deal = position.deal_by_seed(self.option(EngineOption::Seed));
                random_deal.map(drop).map_err(|error| error.to_string())
            }
        };
        match result {
            Ok(()) => {
                self.position = Some(position);
                self.show()
            }
            Err(error) => refusal(one_line(&error)),
        }
    }

    /// Plays moves, and ends the round after its last one.
    fn play(&mut self, words: &[String]) -> Vec<String> {
        let Some(mut position) = self.position else {
            return refusal(NO_POSITION);
        };
        for (index, word) in words.iter().enumerate() {
            let result = read_move(word, position.players()).and_then(|taken| {
                position.play(taken).map_err(|reason| InvalidLine::Illegal {
                    number: index + 1,
                    taken,
                    reason,
                })
            });
            if let Err(error) = result {
                return refusal(error);
            }
            // Before the last move of the round this is an error without effect.
            let _ = position.end_round();
        }
        self.position = Some(position);
        self.show()
    }

    /// The position, and the result of a game that is over.
    fn show(&self) -> Vec<String> {
        let Some(position) = &self.position else {
            return refusal(NO_POSITION);
        };
        let mut lines = vec![format!("position {position}")];
        if let Some(outcome) = position.outcome() {
            let words = |numbers: Vec<String>| numbers.join(" ");
            let scores = outcome.scores().iter().map(u32::to_string).collect();
            let winners = outcome
                .winners()
                .map(|winner| (winner + 1).to_string())
                .collect();
            lines.push(format!(
                "result scores {} winners {}",
                words(scores),
                words(winners)
            ));
        }
        lines
    }

    fn go(&mut self, limits: Option<Limits>, infinite: bool) -> Vec<String> {
        let start = Instant::now();
        let Some(position) = self.position else {
            return refusal(NO_POSITION);
        };
        if let Err(error) = position.expect_phase(Phase::Moves) {
            return refusal(error);
        }
        let mut limits = limits.unwrap_or(*self.player.limits());
        let hash = self.option(EngineOption::Hash);
        if hash != EngineOption::Hash.range().0 {
            limits.hash = Some(hash);
        }
        // The reserve is at most half of the time.
        let overhead = Duration::from_millis(self.option(EngineOption::Overhead));
        let deadline = limits.time.map(|time| {
            let reserve = overhead.min(time / 2);
            limits.time = Some(time - reserve);
            start + time - reserve / 2
        });
        let control = Control::default();
        let task = SearchTask {
            player: Arc::clone(&self.player),
            position,
            limits,
            moves: self.option(EngineOption::MultiPv) as usize,
            threads: self.option(EngineOption::Threads),
            is_timed: infinite || limits.time.is_some(),
        };
        let events = self.events.clone();
        let seed = self.option(EngineOption::Seed);
        let (stop, mut rng) = (control.clone(), ChaCha8Rng::seed_from_u64(seed));
        self.searches += 1;
        let number = self.searches;
        let search = move || {
            // No receiver is left once the session is over.
            let sender = Mutex::new(events);
            let send = |event| {
                let sender = sender.lock().unwrap_or_else(|poison| poison.into_inner());
                let _ = sender.send(event);
            };
            let report = |lines: Vec<InfoLine>| {
                let seconds = start.elapsed().as_secs_f64();
                send(EngineEvent::Found(SearchInfo {
                    search: number,
                    lines,
                    seconds,
                }));
            };
            let taken = task.run(&mut rng, &stop, &report);
            send(EngineEvent::Chosen(ChosenMove {
                search: number,
                taken,
                fault: task.player.fault(),
            }));
        };
        if let Err(error) = thread::Builder::new().spawn(search) {
            return refusal(format_args!("cannot start a search: {error}"));
        }
        self.search = Some(RunningSearch {
            number,
            control,
            best: None,
            players: position.players(),
            deadline,
            infinite,
            pending_move: None,
            ends_session: false,
        });
        Vec::new()
    }

    /// Stops the search, and answers with the best move of its last result at once: on a busy machine it can take a
    /// while until the search itself stops.
    fn stop(&mut self) -> Vec<String> {
        let Some(search) = &mut self.search else {
            return refusal("no search runs that could be stopped");
        };
        search.control.stop.store(true, Ordering::Relaxed);
        search.infinite = false;
        match search.pending_move.or(search.best) {
            Some(best) => self.answer_move(best),
            None => Vec::new(),
        }
    }

    /// The running search, if it has this number and has not been answered.
    fn running(&mut self, number: u64) -> Option<&mut RunningSearch> {
        let search = self.search.as_mut();
        search.filter(|search| search.number == number)
    }

    fn answer_result(&mut self, result: &SearchInfo) -> Vec<String> {
        let notation = self.notation;
        let Some(search) = self.running(result.search) else {
            return Vec::new();
        };
        let first = result.lines.first();
        let first = first.and_then(|line| line.result.variation.first());
        search.best = first.copied().or(search.best);
        let players = search.players;
        let lines = result.lines.iter();
        lines
            .map(|line| info(line, result.seconds, notation, players))
            .collect()
    }

    fn answer_move(&mut self, taken: Move) -> Vec<String> {
        let Some(search) = self.search.take() else {
            return Vec::new();
        };
        self.is_over |= search.ends_session;
        let text = move_text(taken, self.notation, search.players);
        vec![format!("bestmove {text}")]
    }

    /// Answers a search with the fault of its player.
    fn answer_fault(&mut self, fault: &PlayerFault) -> Vec<String> {
        self.is_over |= self.search.take().is_some_and(|search| search.ends_session);
        refusal(one_line(fault))
    }

    /// Ends the session without an answer.
    fn quit(&mut self) -> Vec<String> {
        if let Some(search) = &self.search {
            search.control.stop.store(true, Ordering::Relaxed);
        }
        self.is_over = true;
        Vec::new()
    }

    /// Stops the search, and ends the session with its answer, as no `stop` can come any more.
    fn end_of_lines(&mut self) -> Vec<String> {
        match &mut self.search {
            Some(search) => {
                search.ends_session = true;
                search.infinite = false;
                self.stop()
            }
            None => self.quit(),
        }
    }
}

/// The error of a command that needs a position.
const NO_POSITION: &str = "there is no position: send one first";

/// The `info` line of a result.
fn info(line: &InfoLine, seconds: f64, notation: MoveNotation, players: Players) -> String {
    let SearchReport {
        depth,
        value,
        win,
        nodes,
        variation,
    } = &line.result;
    let number = line
        .number
        .map_or(String::new(), |number| format!(" multipv {number}"));
    let win = win.map_or(String::new(), |win| format!(" win {win}"));
    let proven = if line.proven { " certainty proven" } else { "" };
    let rate = (*nodes as f64 / seconds.max(1e-6)) as u64;
    let moves = variation.iter();
    let moves = moves.map(|&taken| format!(" {}", move_text(taken, notation, players)));
    let moves: String = moves.collect();
    format!(
        "info depth {depth}{number} score {value}{win}{proven} nodes {nodes} nps {rate} pv{moves}"
    )
}

/// A move in the notation of the session.
fn move_text(taken: Move, notation: MoveNotation, players: Players) -> String {
    match notation {
        MoveNotation::Move => taken.to_string(),
        MoveNotation::Code => {
            let code = taken.code(players).expect("a move of the position");
            code.to_string()
        }
    }
}

fn refusal(error: impl std::fmt::Display) -> Vec<String> {
    vec![format!("error {error}")]
}
