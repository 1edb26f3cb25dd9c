//! The server of the pages: who may ask, what it answers, and what it withstands.

#[path = "../common/mod.rs"]
mod common;
mod hardened;
mod learn;
mod load;
mod pages;
mod play;
#[cfg(feature = "cli")]
mod program;
mod safety;
mod server;
