//! The pages as a function: a [`Request`] goes in, and a [`Response`] comes out.
//!
//! A page knows no socket, no clock and no disk. A short computation is answered at once. A long one is work for the caller,
//! with a [`Run`] that holds the limits of the work and the listener to its events. `azulejo serve` calls the pages
//! over HTTP ([`serve`](crate::serve)), and a site of plain files in a worker of the browser.
//!
//! A page is a folder here, its templates in `web/pages/`, and a line of the registry in `registry.rs`. Its state is
//! in the address or in the body of a request, so that a link shows the same to everybody.

mod address;
mod answer;
#[cfg(feature = "png")]
mod application;
#[cfg(not(target_family = "wasm"))]
mod assets;
mod explore;
mod fields;
mod lab;
mod layout;
mod learn;
mod messages;
mod play;
mod programs;
mod refusal;
mod registry;
mod request;
mod run;
mod table;

pub use crate::web::{TemplateError, Templates};
pub use answer::{Answer, Cost, Response, Work};
#[cfg(feature = "png")]
pub use application::{ICONS, Icon, MANIFEST};
#[cfg(not(target_family = "wasm"))]
pub use assets::{ASSETS, Asset};
pub use messages::messages;
pub use programs::Programs;
#[cfg(feature = "cli")]
pub(crate) use refusal::as_page;
pub use refusal::{Refusal, Status};
pub use registry::{Bundle, GAME, Handler, PAGES, Page, Part, WALLS, ask};
pub use request::{Method, Request, Site};
#[cfg(feature = "cli")]
pub(crate) use run::as_json;
pub use run::{Event, Listener, QueuePlace, Run, RunEnd};

/// Longest side of a wall, in cells.
pub const SIDE: u64 = 12;

/// Longest query of an address, in bytes: a game of many rounds has some thousands.
pub const QUERY: usize = 64 << 10;

/// Largest body of a request, in bytes.
pub const BODY: usize = 256 << 10;
