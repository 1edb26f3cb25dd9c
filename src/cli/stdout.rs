//! Whether standard output is closed.
//!
//! Rust opens /dev/null in the place of a closed one before `main`, and what is written there is lost without an error. Nothing
//! tells that file from the /dev/null that many programs give to those that they start. So somebody looks before Rust does.

use std::sync::atomic::{AtomicBool, Ordering};

/// As the system says when the program is loaded.
static CLOSED: AtomicBool = AtomicBool::new(false);

#[cfg(unix)]
ctor::declarative::ctor! {
    /// Before `main`, where little of Rust can be used: this is one call of the system.
    #[ctor(unsafe)]
    fn look() {
        let there = rustix::io::fcntl_getfd(rustix::stdio::stdout());
        CLOSED.store(there.is_err(), Ordering::Relaxed);
    }
}

/// Whether standard output was closed when the program began.
pub(super) fn closed() -> bool {
    CLOSED.load(Ordering::Relaxed)
}
