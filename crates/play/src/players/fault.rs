use azulejo_rules::{IllegalMove, Move};

/// Why a player that is somebody's program can play no more.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PlayerFault {
    /// The words of the command make none.
    #[error("{command:?} is no command: a quotation mark is open, or there is nothing in it")]
    Command {
        /// The command.
        command: String,
    },
    /// The system does not start it.
    #[error("{command:?} cannot be started: {reason}")]
    Start {
        /// The command.
        command: String,
        /// What the system says.
        reason: String,
    },
    /// It is gone.
    #[error("{command:?} has ended ({status}) while a move was asked of it")]
    Ended {
        /// The command.
        command: String,
        /// How it ended.
        status: String,
    },
    /// It does not answer.
    #[error("{command:?} has not answered {asked} within {seconds} seconds")]
    Silent {
        /// The command.
        command: String,
        /// What was asked.
        asked: &'static str,
        /// How long was waited.
        seconds: u64,
    },
    /// It refuses to move.
    #[error("{command:?} answers: {answer}")]
    Refused {
        /// The command.
        command: String,
        /// Its answer.
        answer: String,
    },
    /// What it plays is no move.
    #[error("{command:?} plays {answer:?}, which is no move")]
    NoMove {
        /// The command.
        command: String,
        /// Its answer.
        answer: String,
    },
    /// It plays what the rules do not allow.
    #[error("{player:?} plays {taken}, which is illegal: {reason}")]
    Illegal {
        /// Who plays.
        player: String,
        /// The move.
        taken: Move,
        /// What the rules have against it.
        reason: IllegalMove,
    },
    /// A function of a program has failed.
    #[error("{player:?} has failed: {reason}")]
    Failed {
        /// Its name.
        player: String,
        /// What went wrong.
        reason: String,
    },
}
