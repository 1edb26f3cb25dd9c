//! Connections whose client has closed its own half. Such a client may still wait for the answer, or may have gone away; TCP
//! shows the server no difference until the server writes.
//!
//! So the end of a request stream is reported late. While an answer is in preparation, the client gets `100 Continue` at
//! intervals, which every client of HTTP/1.1 reads over (RFC 9110, section 15.2). Otherwise the client has a grace period,
//! which starts again with each successful write: a run sends events all the time, so a lost client is noticed soon.

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

/// Time from the end of a request stream, or from the last write, to the first probe of the client. Most answers are there by
/// then.
const GRACE: Duration = Duration::from_secs(4);

/// Time between two probes.
const PROBE_INTERVAL: Duration = Duration::from_secs(1);

/// Interim response to a client of HTTP/1.1 that waits.
const CONTINUE: &[u8] = b"HTTP/1.1 100 Continue\r\n\r\n";

/// Answer that a connection waits for, if any: the interim response that its client may get first.
#[derive(Debug, Clone, Default)]
pub(super) struct PendingAnswer(Arc<Mutex<Option<&'static [u8]>>>);

impl PendingAnswer {
    fn lock(&self) -> MutexGuard<'_, Option<&'static [u8]>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Marks the connection of a request as waiting until the answer is there.
pub(super) async fn mark_pending(request: Request, next: Next) -> Response {
    let pending = request.extensions().get::<PendingAnswer>().cloned();
    let pending = pending.unwrap_or_default();
    *pending.lock() = Some(match request.version() {
        Version::HTTP_11 => CONTINUE,
        // Older clients know no interim response.
        _ => b"",
    });
    let response = next.run(request).await;
    *pending.lock() = None;
    response
}

/// Stream that reports its end late.
#[derive(Debug)]
pub(super) struct HalfClosed<S> {
    stream: S,
    pending: PendingAnswer,
    /// Whether no part of an answer is still in a buffer: a probe must not come between two parts.
    is_flushed: bool,
    /// Timer of the report of the end, once the end has come.
    end: Option<Pin<Box<Sleep>>>,
}

impl<S> HalfClosed<S> {
    pub(super) fn new(stream: S, pending: PendingAnswer) -> Self {
        Self {
            stream,
            pending,
            is_flushed: true,
            end: None,
        }
    }
}

impl<S: AsyncWrite + Unpin> HalfClosed<S> {
    /// Sends the interim response. False where the client waits for no answer, or does not take the response.
    fn probe(&mut self, context: &mut Context<'_>) -> bool {
        let Some(interim) = self.pending.lock().filter(|_| self.is_flushed) else {
            return false;
        };
        // A client that has no room for a line reads nothing.
        let write = Pin::new(&mut self.stream).poll_write(context, interim);
        matches!(write, Poll::Ready(Ok(count)) if count == interim.len())
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncRead for HalfClosed<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.end.is_none() {
            let room = buffer.remaining();
            ready!(Pin::new(&mut self.stream).poll_read(context, buffer))?;
            if buffer.remaining() < room || room == 0 {
                return Poll::Ready(Ok(()));
            }
        }
        loop {
            let end = self.end.get_or_insert_with(|| Box::pin(sleep(GRACE)));
            ready!(end.as_mut().poll(context));
            if !self.probe(context) {
                return Poll::Ready(Ok(()));
            }
            self.end = Some(Box::pin(sleep(PROBE_INTERVAL)));
        }
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for HalfClosed<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.is_flushed = false;
        let count = ready!(Pin::new(&mut self.stream).poll_write(context, bytes))?;
        if let Some(end) = &mut self.end {
            end.as_mut().reset(Instant::now() + GRACE);
        }
        Poll::Ready(Ok(count))
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(Pin::new(&mut self.stream).poll_flush(context))?;
        self.is_flushed = true;
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
