use super::channel::Channel;
use super::link::Shared;
use std::io::{self, ErrorKind, Read, Write};
use std::net::Shutdown;
use std::panic;
use std::sync::Arc;
use timely_communication::allocator::zero_copy::stream::Stream;

/// The connection to a process, as the threads of timely use it. Where a connection fails, those threads panic, and poison
/// the queues that they share with the mover. This one reports no failure: it notes that the other process has hung up, or
/// that somebody has changed what it sent.
#[derive(Debug)]
pub(super) struct Wire {
    pub(super) channel: Arc<Channel>,
    pub(super) process: usize,
    pub(super) shared: Arc<Shared>,
}

impl Read for Wire {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        match self.channel.receive(bytes) {
            Ok(read) if read > 0 => return Ok(read),
            Err(error) if error.kind() == ErrorKind::InvalidData => {
                self.shared.forged(self.process)
            }
            Ok(_) | Err(_) => {}
        }
        self.shared.hung_up(self.process);
        // Nobody reads its queues any more. The thread ends without a panic's message.
        panic::resume_unwind(Box::new("the connection is closed"))
    }
}

impl Write for Wire {
    /// Bytes that can no longer be sent are dropped: the thread that reads finds the connection broken.
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
