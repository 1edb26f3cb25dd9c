//! The pages in a real browser, by `azulejo serve` and as plain files.
//!
//! Without Chromium (`make deps-browser` installs Chromium) the tests pass, and report the skipped checks.

mod answers;
mod chromium;
#[path = "../common/mod.rs"]
mod common;
mod every_state;
mod explore;
mod first_visit;
#[path = "../common/foreign.rs"]
mod foreign;
#[path = "../common/games.rs"]
mod games;
mod keys;
mod lab;
mod learn;
mod looks;
mod marks;
mod motion;
mod play;
#[allow(dead_code)] // the HTTP client is unused here
#[path = "../serve/server.rs"]
mod server;
mod site;
mod speed;
mod states;
mod stays;
mod tab;
mod table;
mod touch;
mod ways;
