//! A client may close its half of a connection when it has asked, and still wait for the answer. Another one closes both
//! halves and goes away. TCP tells the server the same of both; only what is written finds out, for it comes back.
//!
//! So the end of what a client says is not told at once. While an answer is made, the client is sent `100 Continue` now
//! and then, which every client of HTTP/1.1 reads over (RFC 9110, section 15.2). Otherwise the client is given some time,
//! and more with everything that it takes: a run tells something every moment, and so the server soon knows.

use axum::extract::Request;
use axum::http::Version;
use axum::middleware::Next;
use axum::response::Response;
use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep};

/// How long a client that says no more may wait for a part of its answer, or is waited with before it is sent anything
/// else. Most answers are there by then.
const GRACE: Duration = Duration::from_secs(4);

/// How often it is asked whether the client is still there, after that.
const ASKED: Duration = Duration::from_secs(1);

/// The interim response to a client of HTTP/1.1 that waits.
const CONTINUE: &[u8] = b"HTTP/1.1 100 Continue\r\n\r\n";

/// The answer that a connection waits for, if it does: what its client may be sent before it.
#[derive(Debug, Clone, Default)]
pub(super) struct PendingAnswer(Arc<Mutex<Option<&'static [u8]>>>);

impl PendingAnswer {
    fn lock(&self) -> MutexGuard<'_, Option<&'static [u8]>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Notes that the connection of a request waits for its answer.
pub(super) async fn mark_pending(request: Request, next: Next) -> Response {
    let pending = request.extensions().get::<PendingAnswer>().cloned();
    let pending = pending.unwrap_or_default();
    *pending.lock() = Some(match request.version() {
        Version::HTTP_11 => CONTINUE,
        // Older clients know of nothing before an answer.
        _ => b"",
    });
    let response = next.run(request).await;
    *pending.lock() = None;
    response
}

/// A stream that is read to its end only some time after that.
#[derive(Debug)]
pub(super) struct HalfClosed<S> {
    stream: S,
    pending: PendingAnswer,
    /// Whether all that was written is on its way: nothing may be sent in the midst of an answer.
    flushed: bool,
    /// When the end is told, once it has come.
    end: Option<Pin<Box<Sleep>>>,
}

impl<S> HalfClosed<S> {
    pub(super) fn new(stream: S, pending: PendingAnswer) -> Self {
        Self {
            stream,
            pending,
            flushed: true,
            end: None,
        }
    }
}

impl<S: AsyncWrite + Unpin> HalfClosed<S> {
    /// Whether the client waits for an answer and, as far as is known, is still there.
    fn waits(&mut self, context: &mut Context<'_>) -> bool {
        let Some(words) = self.pending.lock().filter(|_| self.flushed) else {
            return false;
        };
        // A client that has no room for a line reads nothing.
        let sent = Pin::new(&mut self.stream).poll_write(context, words);
        matches!(sent, Poll::Ready(Ok(sent)) if sent == words.len())
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncRead for HalfClosed<S> {
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
        loop {
            let end = self.end.get_or_insert_with(|| Box::pin(sleep(GRACE)));
            ready!(end.as_mut().poll(context));
            if !self.waits(context) {
                return Poll::Ready(Ok(()));
            }
            self.end = Some(Box::pin(sleep(ASKED)));
        }
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for HalfClosed<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.flushed = false;
        let written = ready!(Pin::new(&mut self.stream).poll_write(context, bytes))?;
        if let Some(end) = &mut self.end {
            end.as_mut().reset(Instant::now() + GRACE);
        }
        Poll::Ready(Ok(written))
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(Pin::new(&mut self.stream).poll_flush(context))?;
        self.flushed = true;
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
