//! The pages in a worker of a browser: the worker answers the requests that `azulejo serve` answers over HTTP. Each bundle of
//! pages is a program of its own, in `programs/`.

use azulejo::control::Control;
use azulejo::pages::{
    self, Answer, Bundle, Event, Listener, Method, Programs, Refusal, Request, Response, Run, Site,
    Templates,
};
use std::sync::Arc;
use std::time::Duration;
use wasm_bindgen::prelude::wasm_bindgen;

/// The time limit of a run.
const TIME: Duration = Duration::from_secs(60);

/// The memory limit of a run, in bytes. The page has 4 GiB at most.
const MEMORY: u64 = 1 << 30;

#[wasm_bindgen]
extern "C" {
    /// The worker's function that passes an event to the page.
    #[wasm_bindgen(js_namespace = globalThis)]
    fn tell(name: &str, data: &str);
}

/// Provides one of the files that the answers of some pages read: see [`azulejo::data`].
#[wasm_bindgen]
pub fn provide(name: &str, text: String) {
    if let Some(file) = azulejo::data::DataFile::named(name) {
        file.provide(text);
    }
}

/// The page that sent the request. It stops a run by ending its worker.
struct Page;

impl Listener for Page {
    fn tell(&self, event: Event) -> bool {
        tell(event.name, &event.data);
        true
    }

    fn report(&self, event: Event) {
        tell(event.name, &event.data);
    }
}

/// The response to a request.
#[derive(Debug)]
#[wasm_bindgen(getter_with_clone)]
pub struct Reply {
    /// The status code of HTTP.
    pub status: u16,
    /// The content type of HTTP.
    pub kind: String,
    /// The file name for saving the text, if it is to be saved.
    pub name: Option<String>,
    /// The body; empty where everything was sent in events.
    pub text: String,
}

/// The request to a path below `root`, the address of the pages. `chance` is a random number from 0 to 1.
pub fn request(
    root: &str,
    post: bool,
    path: &str,
    query: &str,
    body: String,
    chance: f64,
) -> Request {
    Request {
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
    }
}

/// The response of a bundle's pages to a request. Long work sends events meanwhile, of which the last is `end`.
pub fn reply(bundle: &Bundle, request: &Request) -> Reply {
    answer(bundle, request).unwrap_or_else(|refusal| Reply {
        status: refusal.status.number(),
        kind: "application/json".into(),
        name: None,
        text: refusal.as_json(),
    })
}

fn answer(bundle: &Bundle, request: &Request) -> Result<Reply, Refusal> {
    let within = |time| {
        Run::new(
            Control::default().within(Some(time)),
            MEMORY,
            Arc::new(Page),
        )
    };
    let answer = match pages::ask(bundle.pages, request)? {
        Response::Answer(answer) => answer,
        Response::Work(_, work) => work(&within(TIME))?,
        Response::Attempt(time, work, _) => work(&within(time))?,
        Response::Events(_, work) => {
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
