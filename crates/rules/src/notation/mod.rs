//! Moves, deals and positions as text: [`Move`](super::Move), [`Deal`](super::Deal) and
//! [`Position`](super::Position) implement [`Display`](std::fmt::Display) and [`FromStr`](std::str::FromStr).
//!
//! # Moves
//! Source, colour, destination: `3Y2` takes yellow from factory 3 to line 2, `CR-` red from the centre to the floor.
//!
//! # Deals
//! The first field of a position: `BBRR/BKYY/RRWW/KWWW/RYYY`.
//!
//! # Positions
//! One line of eight fields between spaces, `FACTORIES CENTRE BOARDS MOVER STARTER ROUND BAG LID`:
//!
//! | field | form | example |
//! |---|---|---|
//! | factories | tiles between `/`, `-` for none; 5, 7 or 9 of them for 2, 3 or 4 players | `BBRR/-/YKWW/-/BBBB` |
//! | centre | tiles, then `*` while the first-player token lies there; `-` for nothing | `RRW*` |
//! | boards | one for each player between `\|`; each `score:lines:floor:wall` | |
//! | … score | points without end bonuses, at most 145 and 10 more for each tile on the wall | `18` |
//! | … lines | five between `/`, a colour and a count or `-` | `B1/-/Y2/-/W3` |
//! | … floor | tiles and token in the order in which they fell, at most seven; a token beside seven tiles is an eighth | `*W` |
//! | … wall | five rows between `/`, a letter for a tile and `.` for an empty place | `..R../...../K..../...../.....` |
//! | mover, starter | players from 1: whose move it is, and who began the round | `1 2` |
//! | round | the number of rounds dealt, at most 4294967295 | `3` |
//! | bag, lid | five counts between commas, 0–20 | `10,9,8,11,12` |
//!
//! Colours are `B` blue, `Y` yellow, `R` red, `K` black and `W` white, in this order. Writing is canonical: tiles of a
//! source in the order of the colours. Reading takes them in any order.
//!
//! Between two rounds the token is with the next starter: neither in the centre nor on a floor. So a position without
//! tiles on the sources waits for the end of the round where there is a token, and for a deal where there is none.
//!
//! Reading checks all rules that hold for a position in itself, and names every fault with its field: 20 tiles of each
//! colour, the contents of each place, one token, no game that goes on after a complete row. It does not ask whether
//! play can lead to the position, so that a position can be set up by hand. Play keeps the bound of the scores: 145 is
//! the maximum of a wall, and a tile earns at most 10 points. So the text of every position, whether set up or played,
//! can be read.

mod consistency;
mod deal;
mod draft;
mod faults;
mod join;
mod moves;
mod position;
mod write;

pub use deal::InvalidDeal;
pub use draft::Draft;
pub use faults::{Fault, InvalidPosition};
pub(crate) use join::join;
pub use moves::MoveSyntax;
