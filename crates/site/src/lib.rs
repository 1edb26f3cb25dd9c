//! The pages in a worker of a browser: what `azulejo serve` answers over HTTP, answered where it is asked.

use azulejo::control::Control;
use azulejo::pages::{
    self, Answer, Asked, Event, Listener, Method, Programs, Refusal, Request, Run, Site, Templates,
};
use std::sync::Arc;
use std::time::Duration;
use wasm_bindgen::prelude::wasm_bindgen;

/// What a run may take.
const TIME: Duration = Duration::from_secs(60);

/// What a run may take of the memory of the page, which has 4 GiB at most.
const MEMORY: u64 = 1 << 30;

#[wasm_bindgen]
extern "C" {
    /// The worker's own function, which hands an event on to the page.
    #[wasm_bindgen(js_namespace = globalThis)]
    fn tell(name: &str, data: &str);
}

/// Provides a file of those that answers of some pages read: see [`azulejo::data`].
#[wasm_bindgen]
pub fn provide(name: &str, text: String) {
    if let Some(file) = azulejo::data::DataFile::named(name) {
        file.provide(text);
    }
}

/// The page that asked. It stops a run by ending its worker.
struct Asking;

impl Listener for Asking {
    fn tell(&self, event: Event) -> bool {
        tell(event.name, &event.data);
        true
    }

    fn report(&self, event: Event) {
        tell(event.name, &event.data);
    }
}

/// What comes back for a request.
#[derive(Debug)]
#[wasm_bindgen(getter_with_clone)]
pub struct Reply {
    /// Its number in HTTP.
    pub status: u16,
    /// Its type in HTTP.
    pub kind: String,
    /// The name under which it is to be saved, if it is.
    pub name: Option<String>,
    /// What it holds; nothing where all was told in events.
    pub text: String,
}

/// Answers a request. What takes long is told in events meanwhile, of which the last is `end`. `root` is where the pages stand,
/// and `chance` a number from 0 to 1.
#[wasm_bindgen]
pub fn ask(root: &str, post: bool, path: &str, query: &str, body: String, chance: f64) -> Reply {
    let request = Request {
        site: Site {
            root: root.to_owned(),
            templates: Templates::embedded(),
        },
        method: if post { Method::Post } else { Method::Get },
        path: path.to_owned(),
        query: query.to_owned(),
        body,
        chance: (chance * u64::MAX as f64) as u64,
        programs: Programs::default(),
    };
    answered(&request).unwrap_or_else(|refusal| Reply {
        status: refusal.status.number(),
        kind: "application/json".into(),
        name: None,
        text: refusal.as_json(),
    })
}

fn answered(request: &Request) -> Result<Reply, Refusal> {
    let within = |time| {
        Run::new(
            Control::default().within(Some(time)),
            MEMORY,
            Arc::new(Asking),
        )
    };
    let answer = match pages::ask(request)? {
        Asked::Answered(answer) => answer,
        Asked::Work(_, work) => work(&within(TIME))?,
        Asked::Soon(time, work, _) => work(&within(time))?,
        Asked::Events(_, work) => {
            work(&within(TIME));
            tell("end", "{}");
            return Ok(Reply::of("text/event-stream", None, String::new()));
        }
    };
    Ok(match answer {
        Answer::Page(text) => Reply::of("text/html", None, text),
        Answer::Json(text) => Reply::of("application/json", None, text),
        Answer::File { name, text } => Reply::of("text/plain", Some(name.to_owned()), text),
    })
}

impl Reply {
    fn of(kind: &str, name: Option<String>, text: String) -> Self {
        Self {
            status: 200,
            kind: format!("{kind}; charset=utf-8"),
            name,
            text,
        }
    }
}
