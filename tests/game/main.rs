//! The game: the library against the referee, a second implementation of the rules; players, searches, matches and the
//! judge.

mod agree;
mod analysis;
mod arena;
mod edge_cases;
mod envelopes;
mod exact;
#[path = "../common/foreign.rs"]
mod foreign;
#[path = "../common/games.rs"]
mod games;
mod imports;
mod kit;
mod library_records;
mod notation;
mod pair;
mod perft;
mod plain;
mod players;
mod policies;
#[path = "../common/readers.rs"]
mod readers;
mod reading;
mod records;
mod referee;
mod rules;
mod search;
mod twins;
mod unusual;
