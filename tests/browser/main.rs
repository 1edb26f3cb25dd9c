//! The pages in a real browser, as `azulejo serve` answers them and as plain files.
//!
//! Where there is no Chromium (`make deps-browser` installs it) these tests say so and pass.

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
#[allow(dead_code)] // its client is no browser
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
