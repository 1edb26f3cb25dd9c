//! Local web server of the pages, for `azulejo serve`.
//!
//! A request passes the guard, which refuses strangers, and the limits of the server. The [pages](crate::pages) make the
//! answer. A long computation is a run: it waits in a queue, sends server-sent events, and ends when its page goes away.
//! The server reads nothing from the disk but the sources of pages where [`Options::web`] names them, writes nothing to it,
//! and asks nothing of other hosts. A room full of people gets the pages as a static site from any file server
//! (`make site`).

mod guard;
mod half_closed;
mod memory;
mod refusal;
mod routes;
mod runs;
mod server;
mod slots;

pub use server::{ServeError, Server};

use crate::pages::{Programs, Site, Templates};
use bytesize::ByteSize;
use std::fs;
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// Address, content and limits of a server.
#[derive(Debug, Clone)]
pub struct Options {
    /// The address; only this machine reaches a loopback address.
    pub listen: IpAddr,
    /// The port; 0 for a free one.
    pub port: u16,
    /// Names by which browsers may call the server, beside `localhost` and addresses.
    pub hosts: Vec<String>,
    /// Origins whose pages may show the pages of the server in a frame, such as `https://moodle.example.org`.
    pub frames: Vec<String>,
    /// Programs that people can play against.
    pub programs: Programs,
    /// Folder of templates, styles and scripts, read anew for each request; none for the files that are compiled in.
    pub web: Option<PathBuf>,
    /// The limits.
    pub limits: Limits,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            listen: Ipv4Addr::LOCALHOST.into(),
            port: 8080,
            hosts: Vec::new(),
            frames: Vec::new(),
            programs: Programs::default(),
            web: None,
            limits: Limits::default(),
        }
    }
}

/// Limits of a server on its machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// Runs at once; one small run more has a slot of its own.
    pub runs: usize,
    /// Runs that may wait for a slot; more are refused.
    pub waiting: usize,
    /// Time limit of a run.
    pub time: Duration,
    /// Memory of all runs together, in bytes; each run has an equal share.
    pub memory: u64,
    /// Connections at once; more are closed.
    pub connections: usize,
    /// Time limit of a client for writing a request, and for reading a part of an answer.
    pub patience: Duration,
}

impl Limits {
    /// Memory of one run, in bytes.
    fn run_memory(&self) -> u64 {
        // The small run beside them has a share, too.
        self.memory / (self.runs.max(1) as u64 + 1)
    }
}

impl Default for Limits {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            runs: cores.max(2),
            waiting: 256,
            time: Duration::from_secs(60),
            memory: 2 * ByteSize::gib(1).as_u64(),
            connections: 512,
            patience: Duration::from_secs(10),
        }
    }
}

/// State of a server that every page shares.
#[derive(Debug, Clone)]
struct App {
    options: Arc<Options>,
    runs: Arc<runs::Runs>,
}

impl App {
    /// Pages from the folder, if there is one, or else those that are compiled in.
    fn site(&self) -> Site {
        let templates = match self.options.web.clone() {
            Some(folder) => Templates::read_by(move |path| fs::read_to_string(folder.join(path))),
            None => Templates::embedded(),
        };
        let root = String::new();
        Site { root, templates }
    }
}
