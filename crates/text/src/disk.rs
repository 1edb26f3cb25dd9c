//! The remedies of a person when a disk does not take what is written.

use std::io::{Error, ErrorKind};

/// An error of the system, and what helps against it.
pub fn message(error: &Error) -> String {
    match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => {
            format!("{error}; make room there, or name another place")
        }
        ErrorKind::FileTooLarge => {
            format!("{error}; raise the limit on the size of files (ulimit -f)")
        }
        _ => error.to_string(),
    }
}
