//! The engine protocol: lines that a program sends to a player, and lines of answers.
//!
//! The protocol follows UCI, the protocol of chess programs. An [`EngineSession`] takes events, which are lines and
//! results of its search, and returns the lines to print:
//!
//! | line | answer |
//! |---|---|
//! | `uai` | `id name …`, a line for each option, `uaiok` |
//! | `setoption name PLAYER value alpha-beta:bonus=no` | nothing |
//! | `setoption name SEED value N` | nothing; the same for `MULTIPV`, `OVERHEAD`, `THREADS`, `HASH` |
//! | `setoption name NOTATION value move` | nothing; moves are then written as `3Y2`, and with `code` by their codes |
//! | `isready` | `readyok`, also while a search runs |
//! | `position TEXT`, `position TEXT moves MOVE…` | nothing; a position of the notation, and moves or their codes |
//! | `new`, `new players N first I` | nothing; a new game, which waits for a deal |
//! | `deal`, `deal FACTORIES` | `position TEXT` after the deal, at random by `SEED` or as stated |
//! | `play MOVE…` | `position TEXT` after the moves; a round is scored after its last one; at the end of the game `result scores N… winners I…` |
//! | `show` | `position TEXT`, and the result of a game that is over |
//! | `go`, `go movetime MS`, `go depth N`, `go nodes N`, `go infinite` | `info depth D score S win W nodes N nps R pv MOVE…` lines, `bestmove MOVE` |
//! | `stop` | the `bestmove` of the last `info` line, at once; without such a line, the best move found so far |
//! | `quit` | nothing, and the session is over |
//! | the end of the lines | the answer of `stop` where a search runs, and the session is over |
//!
//! `go` takes several limits at once; without any, the player's own limits hold. `score` is in points, `win` is the probability to
//! win in thousandths. A line that is wrong is answered by `error` with a message, and changes nothing; but after a
//! `position` that is refused there is no position. `docs/engine.md` has all of it.
//!
//! [`converse`] is a session on standard input and output, and [`ExternalEngine`] the other side: a player that is another
//! program, which speaks the protocol.

mod command;
mod contestant;
mod conversation;
mod external;
mod program;
mod search_task;
mod session;

pub use command::{EngineCommand, EngineOption, InvalidLine, MoveNotation};
pub use contestant::{NoContestant, contestant};
pub use conversation::converse;
pub use external::ExternalEngine;
pub use session::{ChosenMove, EngineEvent, EngineSession, SearchInfo};
