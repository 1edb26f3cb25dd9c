//! Messages for people about failed writes to a disk.

use std::io::{Error, ErrorKind};

/// The message of an error of the system, with its remedy.
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
