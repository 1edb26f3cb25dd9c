//! The pages: from flags to a server, and its address.

use super::exit::{Exit, Usage};
use super::flags::{size, time};
use super::{output, progress};
use crate::engine::ExternalEngine;
use crate::harmless::harmless;
use crate::pages::Programs;
use crate::serve::{Limits, Options, Server};
use bytesize::ByteSize;
use clap::Args;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

#[derive(Debug, Args)]
pub(super) struct ServeArgs {
    /// The address to listen on; other machines reach the pages only if it is not a loopback address
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    listen: IpAddr,
    /// The port to listen on; 0 takes one that is free
    #[arg(long, value_name = "N", default_value_t = Options::default().port)]
    port: u16,
    /// A name by which browsers may call the server, beside localhost and addresses; can be repeated
    #[arg(long, value_name = "NAME")]
    host: Vec<String>,
    /// An origin whose pages may show these in a frame, such as <https://moodle.example.org>; can be repeated
    #[arg(long, value_name = "ORIGIN", value_parser = origin)]
    frame: Vec<String>,
    /// A program that people can play against, which speaks the engine protocol, and what it is called; can be repeated
    ///
    /// The command is run as it is given here, and by nobody else: pages can name it, and start nothing. For example:
    ///
    /// azulejo serve --engine bot='python3 bot.py'
    #[arg(long, value_name = "NAME=COMMAND")]
    engine: Vec<String>,
    /// The folder of the pages' sources: templates, styles and scripts are read from it at each request, for those who edit them
    #[arg(long, value_name = "FOLDER")]
    web: Option<PathBuf>,
    /// Runs at once; others wait in a queue [default: the number of cores, at least 2]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024), help_heading = "Limits")]
    runs: Option<u16>,
    /// How long a run may take, such as 30s or 5m
    #[arg(long, value_name = "TIME", value_parser = time, default_value = "1m", help_heading = "Limits")]
    time_limit: Duration,
    /// Memory of the searches of all runs together, such as 8GiB
    #[arg(long, value_name = "SIZE", value_parser = size, default_value = "2GiB", help_heading = "Limits")]
    memory: ByteSize,
}

/// An origin: a scheme and a host, perhaps with a port.
fn origin(text: &str) -> Result<String, String> {
    let host = ["https://", "http://"]
        .iter()
        .find_map(|scheme| text.strip_prefix(scheme));
    let is_host = |host: &str| {
        !host.is_empty()
            && host
                .chars()
                .all(|letter| letter.is_ascii_alphanumeric() || "-.:".contains(letter))
    };
    match host.is_some_and(is_host) {
        true => Ok(text.to_owned()),
        false => Err("use an origin such as https://moodle.example.org".into()),
    }
}

pub(super) fn run(args: &ServeArgs) -> anyhow::Result<Exit> {
    let stop = progress::interrupt()?;
    let default = Limits::default();
    let limits = Limits {
        runs: args.runs.map_or(default.runs, usize::from),
        time: args.time_limit,
        memory: args.memory.as_u64(),
        ..default
    };
    let server = Server::bind(Options {
        listen: args.listen,
        port: args.port,
        hosts: args.host.clone(),
        frames: args.frame.clone(),
        programs: programs(&args.engine)?,
        web: args.web.clone(),
        limits,
    })?;
    let address = server.address()?;
    let local = match address.ip() {
        ip if ip.is_unspecified() => SocketAddr::from((Ipv4Addr::LOCALHOST, address.port())),
        _ => address,
    };
    output::result(&format!("http://{local}/"))?;
    if !address.ip().is_loopback() {
        let listen = harmless(&args.listen.to_string());
        output::note(&format!(
            "warning: everybody who reaches {listen} can use these pages and the processors of this machine; \
             without --listen, only this machine can"
        ));
    }
    output::note("Open this address in a browser. Ctrl-C ends the server.");
    server.run(&stop)?;
    Ok(Exit::Done)
}

/// Maximum length of the name of a program, in letters.
const MAX_LETTERS: usize = 30;

/// Starts the programs of texts `NAME=COMMAND`.
fn programs(texts: &[String]) -> anyhow::Result<Programs> {
    let mut programs: Vec<(String, ExternalEngine)> = Vec::new();
    for text in texts {
        let (name, command) = text.split_once('=').unwrap_or(("", text));
        let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
        if name.is_empty() || name.len() > MAX_LETTERS || !name.chars().all(is_plain) {
            let hint = format!(
                "write NAME=COMMAND, with a name of at most {MAX_LETTERS} letters, digits, -, _ and ."
            );
            return Err(Usage(format!("--engine {text:?}: {hint}")).into());
        }
        if programs.iter().any(|(other, _)| other == name) {
            return Err(Usage(format!("--engine: {name} is given twice")).into());
        }
        programs.push((name.to_owned(), ExternalEngine::start(command)?));
    }
    Ok(Programs::new(programs))
}
