//! The server of the pages: access, answers, and resistance to hostile clients.

#[path = "../common/mod.rs"]
mod common;
#[path = "../common/foreign.rs"]
mod foreign;
#[path = "../common/games.rs"]
mod games;
mod hardened;
mod harmless;
mod lab;
mod learn;
mod pages;
mod play;
#[cfg(feature = "cli")]
mod program;
mod safety;
mod server;
mod templates;
#[path = "../common/tricks.rs"]
mod tricks;
