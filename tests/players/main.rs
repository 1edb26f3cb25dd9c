//! The players: what they choose, how they are named, that they keep to the rules.

mod contestants;
mod pseudocode;
mod thesis;
