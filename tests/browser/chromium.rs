//! A small client of the Chrome DevTools protocol.

use crate::common::optional::skipped;
use crate::tab::Tab;
use serde_json::{Value, json};
use std::fs;
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;
use tungstenite::{Message, WebSocket};

/// Names of Chromium's programs, the fastest first.
const NAMES: [&str; 5] = [
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "chrome",
];

/// The longest time to wait on a busy machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(180);

/// A process of Chromium. Its drop ends the process.
pub(crate) struct Chromium {
    process: Child,
    socket: WebSocket<TcpStream>,
    calls: u64,
    pub(crate) events: Vec<Value>,
    _profile: TempDir,
}

impl Chromium {
    /// Starts a browser. None and a report of a skipped check without Chromium.
    pub(crate) fn start() -> Option<Self> {
        let profile = tempfile::tempdir().expect("a folder");
        let Some(process) = NAMES.iter().find_map(|name| launch(name, profile.path())) else {
            skipped("Chromium", "deps-browser");
            return None;
        };
        let (port, path) = wait("Chromium to listen", || {
            let text = fs::read_to_string(profile.path().join("DevToolsActivePort")).ok()?;
            let (port, path) = text.split_once('\n')?;
            (!path.is_empty()).then(|| (port.to_owned(), path.to_owned()))
        });
        let address = format!("127.0.0.1:{port}");
        let stream = TcpStream::connect(&address).expect("a connection");
        stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
        let url = format!("ws://{address}{path}");
        let (socket, _) = tungstenite::client(url, stream).expect("a web socket");
        Some(Self {
            process,
            socket,
            calls: 0,
            events: Vec::new(),
            _profile: profile,
        })
    }

    /// A new tab for the pages below an address.
    pub(crate) fn tab(&mut self, base_url: &str) -> Tab<'_> {
        let target = self.call("", "Target.createTarget", json!({"url": "about:blank"}));
        let attach = json!({"targetId": target["targetId"], "flatten": true});
        let session = self.call("", "Target.attachToTarget", attach)["sessionId"].clone();
        self.events.clear();
        let session = session.as_str().expect("a session").to_owned();
        let mut tab = Tab {
            browser: self,
            session,
            target: target["targetId"].clone(),
            base_url: base_url.to_owned(),
            refusals: Vec::new(),
        };
        for domain in ["Page", "Runtime", "Log", "Network"] {
            tab.call(&format!("{domain}.enable"), json!({}));
        }
        tab
    }

    /// Sets the folder of downloads.
    pub(crate) fn save_to(&mut self, folder: &Path) {
        let behavior = json!({"behavior": "allow", "downloadPath": folder});
        self.call("", "Browser.setDownloadBehavior", behavior);
    }

    pub(crate) fn call(&mut self, session: &str, method: &str, parameters: Value) -> Value {
        let answer = self.try_call(session, method, parameters);
        answer.unwrap_or_else(|error| panic!("{method}: {error}"))
    }

    /// The result of a call, or its error.
    pub(crate) fn try_call(
        &mut self,
        session: &str,
        method: &str,
        parameters: Value,
    ) -> Result<Value, Value> {
        self.calls += 1;
        let mut message = json!({"id": self.calls, "method": method, "params": parameters});
        if !session.is_empty() {
            message["sessionId"] = json!(session);
        }
        let text = Message::text(message.to_string());
        self.socket.send(text).expect("Chromium listens");
        loop {
            let mut message = self.receive();
            if message["id"] == json!(self.calls) {
                return match message.get_mut("error") {
                    Some(error) => Err(error.take()),
                    None => Ok(message["result"].take()),
                };
            }
            self.events.push(message);
        }
    }

    /// Receives events up to the first of a method.
    pub(crate) fn receive_up_to(&mut self, method: &str) {
        while !self.events.iter().any(|event| event["method"] == *method) {
            let event = self.receive();
            self.events.push(event);
        }
    }

    fn receive(&mut self) -> Value {
        let message = self.socket.read().expect("Chromium answers");
        let text = message.into_text().expect("text");
        serde_json::from_str(&text).expect("JSON")
    }
}

impl Drop for Chromium {
    fn drop(&mut self) {
        let close = Message::text(json!({"id": 0, "method": "Browser.close"}).to_string());
        let is_closing = self.socket.send(close).is_ok();
        let end = Instant::now() + Duration::from_secs(10);
        while is_closing && Instant::now() < end {
            if let Ok(Some(_)) = self.process.try_wait() {
                return;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Flags without a sandbox, as root has none and the pages are trusted.
const FLAGS: &str = "--headless --no-sandbox --disable-gpu --disable-dev-shm-usage --hide-scrollbars --disable-quic \
    --no-first-run --disable-sync --disable-background-networking --disable-component-update --remote-debugging-port=0";

fn launch(name: &str, profile: &Path) -> Option<Child> {
    Command::new(name)
        .args(FLAGS.split(' '))
        .arg("about:blank")
        .arg(format!("--user-data-dir={}", profile.display()))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .ok()
}

/// Repeats a check until the check has a value.
pub(crate) fn wait<T>(event: &str, mut check: impl FnMut() -> Option<T>) -> T {
    let end = Instant::now() + PATIENCE;
    loop {
        if let Some(value) = check() {
            return value;
        }
        assert!(Instant::now() < end, "waited too long for {event}");
        std::thread::sleep(Duration::from_millis(20));
    }
}
