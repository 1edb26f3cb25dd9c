//! The game: the library against the referee, a second implementation of the rules.

mod agree;
mod both;
mod edge_cases;
mod perft;
mod policies;
mod reading;
mod records;
mod referee;
mod rules;
mod unusual;
