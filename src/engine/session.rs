//! A session: what is set, the search that runs, and what to print.

use super::command::Command;
use crate::control::Control;
use crate::game::random::{ChaCha8Rng, SeedableRng};
use crate::game::{Move, Phase, Players, Position};
use crate::harmless::harmless;
use crate::players::{Contestant, Limits, Thought};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::Sender;
use std::thread;
use std::time::Instant;

/// What happens to a session.
#[derive(Debug)]
pub enum Event {
    /// A line came in.
    Line(String),
    /// A line of more than so many bytes came in, and was not kept.
    LongLine(u64),
    /// No more lines come.
    EndOfLines,
    /// The search found something.
    Found(Found),
    /// The search is over.
    Chosen(Move),
}

/// What a search found, and when.
#[derive(Debug)]
pub struct Found {
    thought: Thought,
    seconds: f64,
}

/// What a program has told the player, and the search that runs for it.
#[derive(Debug)]
pub struct Session {
    player: Arc<Contestant>,
    seed: u64,
    position: Option<Position>,
    search: Option<Running>,
    /// Where the search sends what it finds.
    events: Sender<Event>,
    over: bool,
}

/// A search that runs.
#[derive(Debug)]
struct Running {
    control: Control,
    players: Players,
    /// Whether it ends by itself.
    limited: bool,
    /// Whether the session ends with it.
    last: bool,
}

/// Who plays unless something else is said.
const PLAYER: &str = "azulejo";

impl Session {
    /// A session whose searches send their events there. They are to come back to [`take`](Session::take).
    pub fn new(events: Sender<Event>) -> Self {
        let player = PLAYER.parse().expect("a player of the table");
        Self {
            player: Arc::new(player),
            seed: 0,
            position: None,
            search: None,
            events,
            over: false,
        }
    }

    /// Whether nothing more is to be done.
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// What to print, a line each.
    pub fn take(&mut self, event: Event) -> Vec<String> {
        match event {
            Event::Line(line) if line.trim().is_empty() => Vec::new(),
            Event::Line(line) => match line.parse() {
                Ok(command) => self.obey(command),
                Err(error) => refused(error),
            },
            Event::LongLine(most) => refused(format_args!("a line has at most {most} bytes")),
            Event::EndOfLines => {
                self.end(false);
                Vec::new()
            }
            Event::Found(found) => self.found(&found).into_iter().collect(),
            Event::Chosen(chosen) => self.chosen(chosen),
        }
    }

    fn obey(&mut self, command: Command) -> Vec<String> {
        let busy = self.search.is_some();
        match command {
            Command::Identify => self.identify(),
            Command::IsReady => vec!["readyok".into()],
            Command::Quit => {
                self.end(true);
                Vec::new()
            }
            Command::Stop => match &self.search {
                Some(search) => {
                    search.control.stop.store(true, Ordering::Relaxed);
                    Vec::new()
                }
                None => refused("no search runs that could be stopped"),
            },
            _ if busy => refused("a search runs: send stop, or wait for its bestmove"),
            Command::Player(player) => {
                self.player = Arc::new(player);
                Vec::new()
            }
            Command::Seed(seed) => {
                self.seed = seed;
                Vec::new()
            }
            Command::Position(position) => {
                self.position = Some(*position);
                Vec::new()
            }
            Command::Go(limits) => self.go(limits),
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
        let search = move || {
            // Nobody listens any more once the session is over.
            let send = |event| drop(events.send(event));
            let found = |thought: Thought| {
                let seconds = began.elapsed().as_secs_f64();
                send(Event::Found(Found { thought, seconds }));
            };
            let chosen = player.think(&position, &mut rng, &limits, &stop, &found);
            send(Event::Chosen(chosen));
        };
        if let Err(error) = thread::Builder::new().spawn(search) {
            return refused(format_args!("cannot start a search: {error}"));
        }
        self.search = Some(Running {
            control,
            players: position.players(),
            limited: limits != Limits::NONE,
            last: false,
        });
        Vec::new()
    }

    fn found(&self, found: &Found) -> Option<String> {
        let search = self.search.as_ref()?;
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

    /// Ends the session: at once, or after a search that ends by itself.
    fn end(&mut self, at_once: bool) {
        match &mut self.search {
            Some(search) if !at_once => {
                search.last = true;
                if !search.limited {
                    search.control.stop.store(true, Ordering::Relaxed);
                }
            }
            search => {
                if let Some(search) = search {
                    search.control.stop.store(true, Ordering::Relaxed);
                }
                self.over = true;
            }
        }
    }
}

fn refused(error: impl std::fmt::Display) -> Vec<String> {
    vec![format!("error {}", harmless(&error.to_string()))]
}
