//! The listener: connections, their limits and timeouts, and the end.

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

/// The pages cannot be served.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The address is taken, or is none of this machine.
    #[error(
        "cannot listen on {address}: {error}; --port chooses another port, and --port 0 one that is free"
    )]
    Listen {
        /// The address.
        address: SocketAddr,
        /// The error of the system.
        error: io::Error,
    },
    /// The system does not give what the server needs.
    #[error("cannot serve the pages: {0}")]
    System(#[from] io::Error),
}

/// A server that listens.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    options: Options,
}

/// How often it is asked whether the server is to end.
const LOOK: Duration = Duration::from_millis(50);

/// How long open answers have at the end.
const FAREWELL: Duration = Duration::from_secs(3);

/// How much of a request's head is read, in bytes: its address holds an instance.
const HEAD: usize = 64 << 10;

/// How long an answer may wait for its turn before its own time begins.
const WAIT: Duration = Duration::from_secs(60);

impl Server {
    /// Listens. From now on connections come in, and they are served by [`run`](Self::run).
    ///
    /// # Errors
    /// When the address is taken, or is none of this machine.
    pub fn bind(options: Options) -> Result<Self, ServeError> {
        let address = SocketAddr::new(options.listen, options.port);
        let listener =
            TcpListener::bind(address).map_err(|error| ServeError::Listen { address, error })?;
        listener.set_nonblocking(true)?;
        Ok(Self { listener, options })
    }

    /// Where it listens.
    ///
    /// # Errors
    /// When the system does not say.
    pub fn address(&self) -> Result<SocketAddr, ServeError> {
        Ok(self.listener.local_addr()?)
    }

    /// Serves the pages until `stop` is set. Runs are stopped then, and their answers sent.
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
        let served = runtime.block_on(self.serve(stop));
        // A run that does not look at its clock must not hold the end up.
        runtime.shutdown_timeout(FAREWELL);
        served
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
        let stopped = until(stop);
        tokio::pin!(stopped);
        loop {
            let accepted = tokio::select! {
                accepted = listener.accept() => accepted,
                () = &mut stopped => break,
            };
            let Ok((stream, _)) = accepted else {
                // The system gives no more connections: some will end.
                tokio::time::sleep(LOOK).await;
                continue;
            };
            let Ok(place) = Arc::clone(&connections).try_acquire_owned() else {
                continue;
            };
            let watcher = graceful.watcher();
            let connection = watcher.watch(connected(stream, &router, &limits));
            tokio::spawn(async move {
                // What goes wrong with a connection is nobody's concern but its client's.
                let _ = connection.await;
                drop(place);
            });
        }
        drop(listener);
        runs.close();
        let _ = tokio::time::timeout(FAREWELL, graceful.shutdown()).await;
        Ok(())
    }
}

type Stream = TokioIo<HalfClosed<std::pin::Pin<Box<TimeoutStream<TcpStream>>>>>;
type Service = TowerToHyperService<AddExtension<Router, PendingAnswer>>;

/// A connection that ends where its client is too slow to write a request or to read an answer.
fn connected(
    stream: TcpStream,
    router: &Router,
    limits: &Limits,
) -> http1::Connection<Stream, Service> {
    // Events are small and must not wait for more. Where the system refuses that, they are late.
    let _ = stream.set_nodelay(true);
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(limits.patience));
    let pending = PendingAnswer::default();
    let router = AddExtension::new(router.clone(), pending.clone());
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.patience)
        .max_buf_size(HEAD)
        .max_header_size(HEAD)
        .serve_connection(
            TokioIo::new(HalfClosed::new(Box::pin(stream), pending)),
            TowerToHyperService::new(router),
        )
}

/// The pages behind what every request passes; the outermost layer is the last.
fn router(app: &App) -> Router {
    let limits = &app.options.limits;
    let (patience, answer) = (limits.patience, limits.time.saturating_add(WAIT));
    routes::routes()
        .with_state(app.clone())
        .layer(from_fn_with_state(app.clone(), guard::check))
        .layer(CatchPanicLayer::custom(refusal::of_panic))
        .layer(TimeoutLayer::with_status_code(
            StatusCode::REQUEST_TIMEOUT,
            answer,
        ))
        .layer(RequestBodyLimitLayer::new(BODY))
        .layer(RequestBodyDeadlineLayer::new(patience))
        .layer(from_fn_with_state(app.clone(), refusal::write))
        .layer(from_fn_with_state(app.clone(), guard::headers))
        .layer(from_fn(mark_pending))
}

async fn until(stop: &AtomicBool) {
    while !stop.load(Ordering::Relaxed) {
        tokio::time::sleep(LOOK).await;
    }
}
