//! Signals that end the process without a message by default.

/// Makes a write beyond the limit on the size of files (`ulimit -f`) an error with the name of the file, and not the end
/// of the process.
#[cfg(unix)]
pub(super) fn let_writes_fail() -> anyhow::Result<()> {
    // With any handler of the signal, the write fails.
    signal_hook::flag::register(signal_hook::consts::SIGXFSZ, std::sync::Arc::default())?;
    Ok(())
}

/// Does nothing, as there is no such signal.
#[cfg(not(unix))]
pub(super) fn let_writes_fail() -> anyhow::Result<()> {
    Ok(())
}
