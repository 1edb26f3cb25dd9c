//! The server of the pages: who may ask, what it answers, and what it withstands.

#[path = "../common/mod.rs"]
mod common;
mod hardened;
mod learn;
mod load;
mod pages;
mod play;
mod safety;
mod server;
