//! Listener: connections, their limits and timeouts, and the shutdown.

use super::half_closed::{HalfClosed, PendingAnswer, mark_pending};
use super::{App, Limits, Options, guard, refusal, routes, runs};
use crate::pages::BODY;
use axum::Router;
use axum::http::StatusCode;
use axum::middleware::{from_fn, from_fn_with_state};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::sync::Semaphore;
use tokio_io_timeout::TimeoutStream;
use tower_http::add_extension::AddExtension;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::limit::RequestBodyLimitLayer;
use tower_http::timeout::{RequestBodyDeadlineLayer, TimeoutLayer};

/// Errors of a server.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The address is in use, or does not belong to this machine.
    #[error(
        "cannot listen on {address}: {error}; --port chooses another port, and --port 0 one that is free"
    )]
    Listen {
        /// The address.
        address: SocketAddr,
        /// The error of the system.
        error: io::Error,
    },
    /// The system refuses threads or sockets.
    #[error("cannot serve the pages: {0}")]
    System(#[from] io::Error),
}

/// A server that listens.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    options: Options,
}

/// Time between two looks at the flag that stops the server.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Time of open answers after the stop.
const SHUTDOWN_TIME: Duration = Duration::from_secs(3);

/// Largest head of a request, in bytes: its address holds an instance.
const HEAD_SIZE: usize = 64 << 10;

/// Time of an answer in the queue, before its own time begins.
const QUEUE_TIME: Duration = Duration::from_secs(60);

impl Server {
    /// Server that listens: from now on connections come in, and [`run`](Self::run) serves them.
    ///
    /// # Errors
    /// When the address is in use, or does not belong to this machine.
    pub fn bind(options: Options) -> Result<Self, ServeError> {
        let address = SocketAddr::new(options.listen, options.port);
        let listener =
            TcpListener::bind(address).map_err(|error| ServeError::Listen { address, error })?;
        listener.set_nonblocking(true)?;
        Ok(Self { listener, options })
    }

    /// Address of the server.
    ///
    /// # Errors
    /// When the system does not know it.
    pub fn address(&self) -> Result<SocketAddr, ServeError> {
        Ok(self.listener.local_addr()?)
    }

    /// Serves the pages until `stop` is set. Then runs are stopped, and their answers are sent.
    ///
    /// # Errors
    /// When the system gives no threads.
    pub fn run(self, stop: &AtomicBool) -> Result<(), ServeError> {
        // One thread more for a small run, and one that gives memory back.
        let threads = self.options.limits.runs + 2;
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .max_blocking_threads(threads)
            .thread_name("serve")
            .enable_all()
            .build()?;
        let result = runtime.block_on(self.serve(stop));
        // A run that ignores its clock must not delay the end.
        runtime.shutdown_timeout(SHUTDOWN_TIME);
        result
    }

    async fn serve(self, stop: &AtomicBool) -> Result<(), ServeError> {
        let listener = tokio::net::TcpListener::from_std(self.listener)?;
        let limits = self.options.limits.clone();
        let connections = Arc::new(Semaphore::new(limits.connections));
        let app = App {
            runs: runs::Runs::new(&limits),
            options: Arc::new(self.options),
        };
        let (router, runs) = (router(&app), Arc::clone(&app.runs));
        let graceful = GracefulShutdown::new();
        let stop_signal = wait_for(stop);
        tokio::pin!(stop_signal);
        loop {
            let incoming = tokio::select! {
                incoming = listener.accept() => incoming,
                () = &mut stop_signal => break,
            };
            let Ok((stream, _)) = incoming else {
                // The system gives no more connections until others end.
                tokio::time::sleep(POLL_INTERVAL).await;
                continue;
            };
            let Ok(permit) = Arc::clone(&connections).try_acquire_owned() else {
                continue;
            };
            let watcher = graceful.watcher();
            let connection = watcher.watch(http_connection(stream, &router, &limits));
            tokio::spawn(async move {
                // Errors of a connection concern its client alone.
                let _ = connection.await;
                drop(permit);
            });
        }
        drop(listener);
        runs.close();
        let _ = tokio::time::timeout(SHUTDOWN_TIME, graceful.shutdown()).await;
        Ok(())
    }
}

type Stream = TokioIo<HalfClosed<std::pin::Pin<Box<TimeoutStream<TcpStream>>>>>;
type Service = TowerToHyperService<AddExtension<Router, PendingAnswer>>;

/// Connection that ends where its client is too slow to write a request or to read an answer.
fn http_connection(
    stream: TcpStream,
    router: &Router,
    limits: &Limits,
) -> http1::Connection<Stream, Service> {
    // A small event is sent at once. Where the system refuses that, events are late.
    let _ = stream.set_nodelay(true);
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(limits.patience));
    let pending = PendingAnswer::default();
    let router = AddExtension::new(router.clone(), pending.clone());
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.patience)
        .max_buf_size(HEAD_SIZE)
        .max_header_size(HEAD_SIZE)
        .serve_connection(
            TokioIo::new(HalfClosed::new(Box::pin(stream), pending)),
            TowerToHyperService::new(router),
        )
}

/// Router of the pages with its layers; the outermost layer is the last.
fn router(app: &App) -> Router {
    let limits = &app.options.limits;
    let (patience, answer_time) = (limits.patience, limits.time.saturating_add(QUEUE_TIME));
    routes::routes()
        .with_state(app.clone())
        .layer(from_fn_with_state(app.clone(), guard::check))
        .layer(CatchPanicLayer::custom(refusal::panic_response))
        .layer(TimeoutLayer::with_status_code(
            StatusCode::REQUEST_TIMEOUT,
            answer_time,
        ))
        .layer(RequestBodyLimitLayer::new(BODY))
        .layer(RequestBodyDeadlineLayer::new(patience))
        .layer(from_fn_with_state(app.clone(), refusal::write))
        .layer(from_fn_with_state(app.clone(), guard::headers))
        .layer(from_fn(mark_pending))
}

async fn wait_for(stop: &AtomicBool) {
    while !stop.load(Ordering::Relaxed) {
        tokio::time::sleep(POLL_INTERVAL).await;
    }
}
