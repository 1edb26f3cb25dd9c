use super::channel::Channel;
use super::link::Shared;
use std::io::{self, ErrorKind, Read, Write};
use std::net::Shutdown;
use std::panic;
use std::sync::Arc;
use timely_communication::allocator::zero_copy::stream::Stream;

/// The connection to a process, for the threads of timely. At an error of a connection those threads panic, and poison the
/// queues that they share with the mover. A wire returns no error: it records a closed or a forged connection in the shared state.
#[derive(Debug)]
pub(super) struct Wire {
    pub(super) channel: Arc<Channel>,
    pub(super) process: usize,
    pub(super) shared: Arc<Shared>,
}

impl Read for Wire {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        match self.channel.receive(bytes) {
            Ok(count @ 1..) => return Ok(count),
            Err(error) if error.kind() == ErrorKind::InvalidData => {
                self.shared.record_forgery(self.process)
            }
            Ok(_) | Err(_) => {}
        }
        self.shared.record_hang_up(self.process);
        // The queues of this thread have no reader any more. The thread ends without the message of a panic.
        panic::resume_unwind(Box::new("the connection is closed"))
    }
}

impl Write for Wire {
    /// Bytes of a broken connection are dropped: the reading thread finds the connection closed.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let _ = self.channel.send(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Stream for Wire {
    fn try_clone(&self) -> io::Result<Self> {
        Ok(Self {
            channel: Arc::clone(&self.channel),
            process: self.process,
            shared: Arc::clone(&self.shared),
        })
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.channel.socket().set_nonblocking(nonblocking)
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        self.channel.shutdown(how);
        Ok(())
    }
}
