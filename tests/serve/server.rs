//! A server of the pages, and a small HTTP client.

use azulejo::serve::{Limits, Options, Server};
use serde_json::Value;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

/// A run that ends only at a limit: bound and order of this wall are a tenth apart after 40 s.
pub(crate) const LONG: &str = "/explore/run?size=11x11&turns=60&fix=1@1&fix=121@2&fix=72@3&fix=11@4&fix=111@6\
                    &fix=61@5&window=5@3-40&window=56@20-30&before=100:3";

/// The longest time to wait for an answer on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// A server on a free port. Its drop ends the server.
pub(crate) struct PageServer {
    address: SocketAddr,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl PageServer {
    /// A server with the default limits.
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
        let thread = std::thread::spawn(move || server.run(&flag).expect("a server"));
        Self {
            address,
            stop,
            thread: Some(thread),
        }
    }

    /// A server that runs on its own.
    pub(crate) fn at(address: &str) -> Self {
        Self {
            address: address.parse().expect("an address"),
            stop: Arc::default(),
            thread: None,
        }
    }

    /// `http://127.0.0.1:PORT`.
    #[allow(dead_code)] // the tests in a browser use it
    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).expect("a connection");
        stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
        stream
    }

    /// Requests a page with only the necessary headers.
    pub(crate) fn get(&self, path: &str) -> Answer {
        self.request("GET", path, &[("Host", &self.address.to_string())], "")
    }

    /// Requests a page as HTML.
    pub(crate) fn browse(&self, path: &str) -> Answer {
        let headers = [("Host", "localhost"), ("Accept", "text/html")];
        self.request("GET", path, &headers, "")
    }

    /// The JSON of an address.
    pub(crate) fn json(&self, path: &str) -> Value {
        self.get(path).json()
    }

    /// The HTML in the JSON of an address.
    pub(crate) fn html(&self, path: &str) -> String {
        text(&self.json(path), "html").to_owned()
    }

    /// Posts a text.
    pub(crate) fn post(&self, path: &str, body: &str) -> Answer {
        self.request("POST", path, &[("Host", "localhost")], body)
    }

    /// The JSON of the answer to a text.
    pub(crate) fn post_json(&self, path: &str, body: &str) -> Value {
        self.post(path, body).json()
    }

    /// The refusal of a text, as JSON.
    pub(crate) fn post_refusal(&self, path: &str, body: &str) -> Answer {
        self.post(path, body).refusal()
    }

    /// The refusal of an address, as JSON.
    pub(crate) fn get_refusal(&self, path: &str) -> Answer {
        self.get(path).refusal()
    }

    /// A connection with an open request.
    pub(crate) fn open_request(&self, path: &str, version: &str) -> TcpStream {
        let mut stream = self.connect();
        write!(stream, "GET {path} {version}\r\nHost: localhost\r\n\r\n").expect("a server");
        stream
    }

    /// The answer to a request with headers.
    pub(crate) fn request(
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
        // The server may close the connection before the end of a refused request.
        let _ = stream.write_all(format!("{request}\r\n{body}").as_bytes());
        Answer::read(stream)
    }

    /// The events of a run, to its end.
    pub(crate) fn events(&self, path: &str) -> Vec<Event> {
        self.get(path).events()
    }

    /// Ends the server, and returns the time until its end.
    pub(crate) fn end(mut self) -> Duration {
        let start = std::time::Instant::now();
        self.finish();
        start.elapsed()
    }

    fn finish(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            let result = thread.join();
            assert!(
                result.is_ok() || std::thread::panicking(),
                "the server panicked"
            );
        }
    }
}

impl Drop for PageServer {
    fn drop(&mut self) {
        self.finish();
    }
}

/// A server-sent event: its name, and its data.
pub(crate) type Event = (String, Value);

/// The data of the first event with a name.
pub(crate) fn event<'a>(events: &'a [Event], name: &str) -> &'a Value {
    let event = events.iter().find(|(other, _)| other == name);
    let names = || events.iter().map(|(name, _)| name).collect::<Vec<_>>();
    &event
        .unwrap_or_else(|| panic!("no event {name}: {:?}", names()))
        .1
}

/// A text field of JSON.
pub(crate) fn text<'a>(json: &'a Value, key: &str) -> &'a str {
    json[key]
        .as_str()
        .unwrap_or_else(|| panic!("{key}: {json}"))
}

/// Answer of the server.
#[derive(Debug, Clone)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    /// Names in lower case, and values.
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: String,
}

impl Answer {
    /// Reads an answer to its end.
    pub(crate) fn read(mut stream: TcpStream) -> Self {
        let mut bytes = Vec::new();
        // A connection may end before its answer.
        let _ = stream.read_to_end(&mut bytes);
        let end = bytes.windows(4).position(|part| part == b"\r\n\r\n");
        let (head, body) = bytes.split_at(end.map_or(bytes.len(), |end| end + 4));
        let head = String::from_utf8_lossy(head);
        let mut lines = head.lines();
        let status = lines.next().and_then(|line| line.split(' ').nth(1));
        let headers = lines.filter_map(|line| {
            let (name, value) = line.split_once(':')?;
            Some((name.to_lowercase(), value.trim().to_owned()))
        });
        let headers: Vec<_> = headers.collect();
        let is_chunked = headers
            .iter()
            .any(|(name, value)| name == "transfer-encoding" && value == "chunked");
        let body = match is_chunked {
            true => join_chunks(body),
            false => body.to_vec(),
        };
        Self {
            status: status.and_then(|status| status.parse().ok()).unwrap_or(0),
            headers,
            body: String::from_utf8_lossy(&body).into_owned(),
        }
    }

    fn refusal(self) -> Self {
        assert_eq!(self.status, 422, "{self:?}");
        assert_eq!(self.header("content-type"), Some("application/json"));
        self
    }

    /// The JSON of a successful answer.
    pub(crate) fn json(&self) -> Value {
        assert_eq!(self.status, 200, "{self:?}");
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let header = self.headers.iter().find(|(other, _)| other == name);
        header.map(|(_, value)| value.as_str())
    }

    /// The server-sent events of the body.
    pub(crate) fn events(&self) -> Vec<Event> {
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

/// Joins the bytes of all chunks of a chunked body.
fn join_chunks(mut bytes: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    while let Some(end) = bytes.windows(2).position(|pair| pair == b"\r\n") {
        let size = std::str::from_utf8(&bytes[..end]).ok();
        let size = size
            .and_then(|size| usize::from_str_radix(size, 16).ok())
            .unwrap_or(0);
        let data = &bytes[end + 2..];
        if size == 0 || data.len() < size {
            break;
        }
        body.extend_from_slice(&data[..size]);
        bytes = data.get(size + 2..).unwrap_or_default();
    }
    body
}
