//! A session: what is set, the search that runs, and what to print.

use super::command::EngineCommand;
use crate::players::{Contestant, Limits, Thought};
use azulejo_control::{Control, Instant};
use azulejo_rules::random::{ChaCha8Rng, SeedableRng};
use azulejo_rules::{Move, Phase, Players, Position};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::Sender;
use std::thread;

/// What happens to a session.
#[derive(Debug)]
pub enum EngineEvent {
    /// A line came in.
    Line(String),
    /// A line of more than so many bytes came in, and was not kept.
    LongLine(u64),
    /// No more lines come.
    EndOfLines,
    /// A search found something.
    Found(SearchInfo),
    /// A search is over.
    Chosen(ChosenMove),
}

/// What a search found, and when.
#[derive(Debug)]
pub struct SearchInfo {
    search: u64,
    thought: Thought,
    seconds: f64,
}

/// What a search chose.
#[derive(Debug)]
pub struct ChosenMove {
    search: u64,
    taken: Move,
}

/// What a program has told the player, and the search that runs for it.
#[derive(Debug)]
pub struct EngineSession {
    player: Arc<Contestant>,
    seed: u64,
    position: Option<Position>,
    search: Option<Running>,
    /// The searches that were started.
    searches: u64,
    /// Where a search sends what it finds.
    events: Sender<EngineEvent>,
    over: bool,
}

/// A search that runs.
#[derive(Debug)]
struct Running {
    number: u64,
    control: Control,
    /// The best move of what it has told.
    best: Option<Move>,
    players: Players,
    /// Whether the session ends with it.
    last: bool,
}

/// Who plays unless something else is said.
const PLAYER: &str = "azulejo";

impl EngineSession {
    /// A session whose searches send their events there. They are to come back to [`take`](EngineSession::take).
    pub fn new(events: Sender<EngineEvent>) -> Self {
        let player = PLAYER.parse().expect("a player of the table");
        Self {
            player: Arc::new(player),
            seed: 0,
            position: None,
            search: None,
            searches: 0,
            events,
            over: false,
        }
    }

    /// Whether nothing more is to be done.
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// What to print, a line each.
    pub fn take(&mut self, event: EngineEvent) -> Vec<String> {
        match event {
            EngineEvent::Line(line) if line.trim().is_empty() => Vec::new(),
            EngineEvent::Line(line) => match line.parse() {
                Ok(command) => self.obey(command),
                Err(error) => refused(error),
            },
            EngineEvent::LongLine(most) => refused(format_args!("a line has at most {most} bytes")),
            EngineEvent::EndOfLines => self.end_of_lines(),
            EngineEvent::Found(found) => self.found(&found).into_iter().collect(),
            EngineEvent::Chosen(ChosenMove { search, taken }) => match self.running(search) {
                Some(_) => self.chosen(taken),
                None => Vec::new(),
            },
        }
    }

    fn obey(&mut self, command: EngineCommand) -> Vec<String> {
        let busy = self.search.is_some();
        match command {
            EngineCommand::Identify => self.identify(),
            EngineCommand::IsReady => vec!["readyok".into()],
            EngineCommand::Quit => self.quit(),
            EngineCommand::Stop => self.stop(),
            _ if busy => refused("a search runs: send stop, or wait for its bestmove"),
            EngineCommand::Player(player) => {
                self.player = Arc::new(player);
                Vec::new()
            }
            EngineCommand::Seed(seed) => {
                self.seed = seed;
                Vec::new()
            }
            EngineCommand::Position(position) => {
                self.position = Some(*position);
                Vec::new()
            }
            EngineCommand::Go(limits) => self.go(limits),
        }
    }

    fn identify(&self) -> Vec<String> {
        vec![
            format!("id name azulejo {}", env!("CARGO_PKG_VERSION")),
            format!("option name PLAYER type string default {PLAYER}"),
            format!(
                "option name SEED type spin default 0 min 0 max {}",
                u64::MAX
            ),
            "uaiok".into(),
        ]
    }

    fn go(&mut self, limits: Option<Limits>) -> Vec<String> {
        let Some(position) = self.position else {
            return refused("there is no position: send one first");
        };
        if let Err(error) = position.expect_phase(Phase::Moves) {
            return refused(error);
        }
        let limits = limits.unwrap_or(*self.player.limits());
        let control = Control::default();
        let (player, events) = (Arc::clone(&self.player), self.events.clone());
        let (stop, mut rng) = (control.clone(), ChaCha8Rng::seed_from_u64(self.seed));
        let began = Instant::now();
        self.searches += 1;
        let number = self.searches;
        let search = move || {
            // Nobody listens any more once the session is over.
            let send = |event| drop(events.send(event));
            let found = |thought: Thought| {
                let seconds = began.elapsed().as_secs_f64();
                send(EngineEvent::Found(SearchInfo {
                    search: number,
                    thought,
                    seconds,
                }));
            };
            let taken = player.think(&position, &mut rng, &limits, &stop, &found);
            send(EngineEvent::Chosen(ChosenMove {
                search: number,
                taken,
            }));
        };
        if let Err(error) = thread::Builder::new().spawn(search) {
            return refused(format_args!("cannot start a search: {error}"));
        }
        self.search = Some(Running {
            number,
            control,
            best: None,
            players: position.players(),
            last: false,
        });
        Vec::new()
    }

    /// Stops the search. What it has told is answered at once: on a busy machine it takes a while until the search
    /// itself has a core and sees that it is to stop.
    fn stop(&mut self) -> Vec<String> {
        let Some(search) = &self.search else {
            return refused("no search runs that could be stopped");
        };
        search.control.stop.store(true, Ordering::Relaxed);
        match search.best {
            Some(best) => self.chosen(best),
            None => Vec::new(),
        }
    }

    /// The search of a number, if it has not been answered yet.
    fn running(&mut self, number: u64) -> Option<&mut Running> {
        let search = self.search.as_mut();
        search.filter(|search| search.number == number)
    }

    fn found(&mut self, found: &SearchInfo) -> Option<String> {
        let search = self.running(found.search)?;
        search.best = found.thought.variation.first().copied().or(search.best);
        let Thought {
            depth,
            value,
            nodes,
            variation,
        } = &found.thought;
        let rate = (*nodes as f64 / found.seconds.max(1e-6)) as u64;
        let codes = variation.iter().filter_map(|it| it.code(search.players));
        let codes: String = codes.map(|code| format!(" {code}")).collect();
        let nodes = format!("nodes {nodes} nps {rate}");
        Some(format!(
            "info depth {depth} score {value} {nodes} pv{codes}"
        ))
    }

    fn chosen(&mut self, chosen: Move) -> Vec<String> {
        let Some(search) = self.search.take() else {
            return Vec::new();
        };
        self.over |= search.last;
        let code = chosen.code(search.players).expect("a move of the position");
        vec![format!("bestmove {code}")]
    }

    /// Ends the session, and says nothing more.
    fn quit(&mut self) -> Vec<String> {
        if let Some(search) = &self.search {
            search.control.stop.store(true, Ordering::Relaxed);
        }
        self.over = true;
        Vec::new()
    }

    /// Stops the search, and ends the session with its answer: nobody is there any more who could stop it.
    fn end_of_lines(&mut self) -> Vec<String> {
        match &mut self.search {
            Some(search) => {
                search.last = true;
                self.stop()
            }
            None => self.quit(),
        }
    }
}

fn refused(error: impl std::fmt::Display) -> Vec<String> {
    vec![format!("error {error}")]
}
