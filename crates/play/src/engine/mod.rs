//! The engine protocol: lines that a program sends to a player, and lines that come back.
//!
//! It is made after UCI, the protocol of chess programs. A [`EngineSession`] takes events, which are lines and what its search
//! tells, and says what to print:
//!
//! | line | answer |
//! |---|---|
//! | `uai` | `id name …`, a line for each option, `uaiok` |
//! | `setoption name PLAYER value alpha-beta:bonus=no` | nothing; the same for `SEED` and a whole number |
//! | `isready` | `readyok`, also while a search runs |
//! | `position TEXT`, `position TEXT moves CODE…` | nothing; a position of the notation, and codes of moves |
//! | `go`, `go movetime MS`, `go depth N`, `go nodes N` | `info depth D score S nodes N nps R pv CODE…` lines, `bestmove CODE` |
//! | `stop` | the `bestmove` of the last `info` line, at once; without one, that of what was found until then |
//! | `quit` | nothing, and the session is over |
//! | the end of the lines | that of `stop` where a search runs, and the session is over |
//!
//! `go` takes several limits at once; without any, those of the player hold. A line that is wrong is answered by `error`
//! and what is wrong, and changes nothing.

mod command;
mod session;

pub use command::{EngineCommand, InvalidLine};
pub use session::{ChosenMove, EngineEvent, EngineSession, SearchInfo};
