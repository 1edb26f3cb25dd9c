use super::link::Shared;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::panic;
use std::sync::Arc;
use timely_communication::allocator::zero_copy::stream::Stream;

/// The connection to a process, as the threads of timely use it. Where a connection fails, those threads panic, and poison
/// the queues that they share with the mover. This one reports no failure: it notes that the other process has hung up.
#[derive(Debug)]
pub(super) struct Wire {
    pub(super) socket: TcpStream,
    pub(super) process: usize,
    pub(super) shared: Arc<Shared>,
}

impl Read for Wire {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.socket.read(bytes) {
                Ok(read) if read > 0 => return Ok(read),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Ok(_) | Err(_) => break,
            }
        }
        self.shared.hung_up(self.process);
        // Nobody reads its queues any more. The thread ends without a panic's message.
        panic::resume_unwind(Box::new("the connection is closed"))
    }
}

impl Write for Wire {
    /// What can no longer be sent is dropped: the thread that reads finds the connection broken.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.socket.write(bytes) {
            Err(error) if error.kind() != ErrorKind::Interrupted => Ok(bytes.len()),
            written => written,
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Stream for Wire {
    fn try_clone(&self) -> io::Result<Self> {
        Ok(Self {
            socket: self.socket.try_clone()?,
            process: self.process,
            shared: Arc::clone(&self.shared),
        })
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.socket.set_nonblocking(nonblocking)
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        // It fails where the connection is broken already.
        self.socket.shutdown(how).or(Ok(()))
    }
}
