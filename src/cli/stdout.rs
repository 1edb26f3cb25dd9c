//! Standard output at the start of the program: open or closed.
//!
//! Rust opens /dev/null in the place of a closed standard output before `main`, and output is lost there without an error. Nothing
//! distinguishes that file from a /dev/null of the parent process, so the test runs before Rust opens it.

use std::sync::atomic::{AtomicBool, Ordering};

/// Whether standard output was closed when the system loaded the program.
static CLOSED: AtomicBool = AtomicBool::new(false);

#[cfg(unix)]
ctor::declarative::ctor! {
    /// One system call, as little of Rust can be used before `main`.
    #[ctor(unsafe)]
    fn check_stdout() {
        let flags = rustix::io::fcntl_getfd(rustix::stdio::stdout());
        CLOSED.store(flags.is_err(), Ordering::Relaxed);
    }
}

/// Whether standard output was closed when the program began.
pub(super) fn is_closed() -> bool {
    CLOSED.load(Ordering::Relaxed)
}
