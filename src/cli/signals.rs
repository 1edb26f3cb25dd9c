//! Signals whose default is to end the process without a word.

/// A write beyond the limit on the size of files (`ulimit -f`) fails with an error, which names the file, instead
/// of ending the process.
#[cfg(unix)]
pub(super) fn let_writes_fail() -> anyhow::Result<()> {
    // Whatever handles it: the write fails then.
    signal_hook::flag::register(signal_hook::consts::SIGXFSZ, std::sync::Arc::default())?;
    Ok(())
}

/// There is no such signal.
#[cfg(not(unix))]
pub(super) fn let_writes_fail() -> anyhow::Result<()> {
    Ok(())
}
