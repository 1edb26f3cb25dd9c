//! A client may close its half of a connection when it has asked, and still wait for the answer. Another one closes both
//! halves and goes away. TCP tells the server the same of both; only what is written finds out, for it comes back.
//!
//! So the end of what a client says is not told at once: the client is given some time, and more with everything that it
//! takes. A run tells something every moment, and so the server soon knows.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep};

/// How long a client that says no more may wait for a part of its answer.
const GRACE: Duration = Duration::from_secs(3);

/// A stream that is read to its end only some time after that.
#[derive(Debug)]
pub(super) struct HalfClosed<S> {
    stream: S,
    /// When the end is told, once it has come.
    end: Option<Pin<Box<Sleep>>>,
}

impl<S> HalfClosed<S> {
    pub(super) fn new(stream: S) -> Self {
        Self { stream, end: None }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for HalfClosed<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.end.is_none() {
            let room = into.remaining();
            ready!(Pin::new(&mut self.stream).poll_read(context, into))?;
            if into.remaining() < room || room == 0 {
                return Poll::Ready(Ok(()));
            }
        }
        let end = self.end.get_or_insert_with(|| Box::pin(sleep(GRACE)));
        end.as_mut().poll(context).map(Ok)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for HalfClosed<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = ready!(Pin::new(&mut self.stream).poll_write(context, bytes))?;
        if let Some(end) = &mut self.end {
            end.as_mut().reset(Instant::now() + GRACE);
        }
        Poll::Ready(Ok(written))
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
