use azulejo_rules::{IllegalMove, Move};

/// The fault of an external player, a program or a function, that can play no more.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PlayerFault {
    /// The text of the command is no command line.
    #[error("{command:?} is no command: a quotation mark is open, or there is nothing in it")]
    Command {
        /// The command.
        command: String,
    },
    /// The system cannot start the program.
    #[error("{command:?} cannot be started: {reason}")]
    Start {
        /// The command.
        command: String,
        /// The system's error message.
        reason: String,
    },
    /// The program has ended during a request for a move.
    #[error("{command:?} has ended ({status}) while a move was asked of it")]
    Ended {
        /// The command.
        command: String,
        /// The exit status of the program.
        status: String,
    },
    /// The program has not answered within the time limit.
    #[error("{command:?} has not answered {request} within {seconds} seconds")]
    Silent {
        /// The command.
        command: String,
        /// The request without an answer.
        request: &'static str,
        /// The time limit in seconds.
        seconds: u64,
    },
    /// The program answers a request for a move with an error.
    #[error("{command:?} answers: {answer}")]
    Refused {
        /// The command.
        command: String,
        /// The program's answer.
        answer: String,
    },
    /// The program's answer is no move.
    #[error("{command:?} plays {answer:?}, which is no move")]
    NoMove {
        /// The command.
        command: String,
        /// The program's answer.
        answer: String,
    },
    /// The player's move is illegal.
    #[error("{player:?} plays {taken}, which is illegal: {reason}")]
    Illegal {
        /// The name of the player.
        player: String,
        /// The move.
        taken: Move,
        /// The rule that the move breaks.
        reason: IllegalMove,
    },
    /// The function of a player has raised an error.
    #[error("{player:?} has failed: {reason}")]
    Failed {
        /// The name of the player.
        player: String,
        /// The error message.
        reason: String,
    },
}
