//! A server of the pages, and a small client that is no browser.

use azulejo::serve::{Limits, Options, Server};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

/// Nothing takes longer on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// A server on a free port; it ends when this is dropped.
pub(crate) struct Served {
    address: SocketAddr,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Served {
    /// With the limits that are the default.
    pub(crate) fn start() -> Self {
        Self::within(Limits::default())
    }

    pub(crate) fn within(limits: Limits) -> Self {
        Self::with(Options {
            limits,
            ..Options::default()
        })
    }

    pub(crate) fn with(options: Options) -> Self {
        let server = Server::bind(Options { port: 0, ..options }).expect("a free port");
        let address = server.address().expect("an address");
        let stop = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&stop);
        let thread = std::thread::spawn(move || server.run(&flag).expect("it serves"));
        Self {
            address,
            stop,
            thread: Some(thread),
        }
    }

    /// `http://127.0.0.1:PORT`.
    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).expect("a connection");
        stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
        stream
    }

    /// Asks for a page as a browser does that says no more than it must.
    pub(crate) fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, &[("Host", &self.address.to_string())], "")
    }

    /// The JSON of an address.
    pub(crate) fn json(&self, path: &str) -> serde_json::Value {
        let answer = self.get(path);
        serde_json::from_str(&answer.body).unwrap_or_else(|error| panic!("{error}: {answer:?}"))
    }

    /// Asks with these headers.
    pub(crate) fn ask(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> Answer {
        let mut stream = self.connect();
        let mut request = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n");
        for (name, value) in headers {
            request += &format!("{name}: {value}\r\n");
        }
        if !body.is_empty() {
            request += &format!("Content-Length: {}\r\n", body.len());
        }
        // A server that has heard enough may close before it has heard all.
        let _ = stream.write_all(format!("{request}\r\n{body}").as_bytes());
        Answer::read(stream)
    }

    /// The events of a run, until they end: name and data.
    pub(crate) fn events(&self, path: &str) -> Vec<(String, serde_json::Value)> {
        self.get(path).events()
    }

    /// Ends the server, and says how long that took.
    pub(crate) fn end(mut self) -> Duration {
        let began = std::time::Instant::now();
        self.finish();
        began.elapsed()
    }

    fn finish(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            let ended = thread.join();
            assert!(
                ended.is_ok() || std::thread::panicking(),
                "the server panicked"
            );
        }
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        self.finish();
    }
}

/// Answer of the server.
#[derive(Debug, Clone)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    /// Names in small letters.
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: String,
}

impl Answer {
    /// Reads an answer to its end.
    pub(crate) fn read(stream: TcpStream) -> Self {
        let mut reader = BufReader::new(stream);
        let mut line = String::new();
        let _ = reader.read_line(&mut line);
        let status = line
            .split(' ')
            .nth(1)
            .and_then(|status| status.parse().ok());
        let mut headers = Vec::new();
        loop {
            let mut line = String::new();
            let read = reader.read_line(&mut line).unwrap_or(0);
            match line.trim_end().split_once(':') {
                Some((name, value)) => {
                    headers.push((name.to_lowercase(), value.trim().to_owned()));
                }
                None if read == 0 || line.trim_end().is_empty() => break,
                None => {}
            }
        }
        let mut bytes = Vec::new();
        let _ = reader.read_to_end(&mut bytes);
        let chunked = headers
            .iter()
            .any(|(name, value)| name == "transfer-encoding" && value == "chunked");
        let bytes = if chunked { joined(&bytes) } else { bytes };
        Self {
            status: status.unwrap_or(0),
            headers,
            body: String::from_utf8_lossy(&bytes).into_owned(),
        }
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str())
    }

    /// The server-sent events of the body.
    pub(crate) fn events(&self) -> Vec<(String, serde_json::Value)> {
        let events = self.body.split("\n\n").filter_map(|event| {
            let field = |name: &str| {
                let mut lines = event.lines();
                lines.find_map(|line| Some(line.strip_prefix(name)?.trim_start().to_owned()))
            };
            let data = field("data:")?;
            Some((field("event:")?, serde_json::from_str(&data).expect("JSON")))
        });
        events.collect()
    }
}

/// The bytes of all chunks.
fn joined(mut bytes: &[u8]) -> Vec<u8> {
    let mut all = Vec::new();
    while let Some(end) = bytes.windows(2).position(|pair| pair == b"\r\n") {
        let size = std::str::from_utf8(&bytes[..end]).ok();
        let size = size
            .and_then(|size| usize::from_str_radix(size, 16).ok())
            .unwrap_or(0);
        let data = &bytes[end + 2..];
        if size == 0 || data.len() < size {
            break;
        }
        all.extend_from_slice(&data[..size]);
        bytes = data.get(size + 2..).unwrap_or_default();
    }
    all
}
