use crate::SPARE;
use std::io::Write;
use timely_bytes::arc::Bytes;
use timely_communication::Bytesable;

/// The content of a message between processes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Content {
    /// Packed records of the layer that is being built.
    Batch(Vec<u8>),
    /// Bytes of batches that the sender has taken in: as many more may be under way to it.
    Credit(u64),
    /// The end of the batches of this layer.
    EndOfLayer,
    /// A word for all other processes, which send theirs at the same point of the count.
    Word(Vec<u8>),
    /// A sign of life.
    Heartbeat,
    /// The last message of a process that has the count.
    Finished,
    /// The last message of a process that does not go on.
    Termination(Termination),
}

/// End of a count that does not go on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Termination {
    /// The process whose count ended first, which need not be the sender of the message.
    pub process: usize,
    /// The end of that process.
    pub cause: Cause,
}

/// The end of a process.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cause {
    /// The process was interrupted, or its time was up.
    Stopped,
    /// The process was lost, for this reason.
    Lost(String),
    /// The process failed with this error.
    Failed(String),
}

/// A message and the process that it comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Message {
    pub(super) from: usize,
    pub(super) content: Content,
}

/// The number of a process as bytes: there are at most 1024 processes.
fn number(process: usize) -> [u8; 2] {
    (process as u16).to_le_bytes()
}

impl Message {
    /// The bytes before the body: the tag, and the sender.
    const HEAD: usize = 3;

    fn tag(&self) -> u8 {
        match &self.content {
            Content::Batch(_) => 0,
            Content::Credit(_) => 1,
            Content::EndOfLayer => 2,
            Content::Word(_) => 3,
            Content::Heartbeat => 4,
            Content::Finished => 5,
            Content::Termination(termination) => match termination.cause {
                Cause::Stopped => 6,
                Cause::Lost(_) => 7,
                Cause::Failed(_) => 8,
            },
        }
    }

    /// Passes the body to `sink`, piece by piece.
    fn body(&self, mut sink: impl FnMut(&[u8])) {
        match &self.content {
            Content::Batch(bytes) | Content::Word(bytes) => sink(bytes),
            Content::Credit(bytes) => sink(&bytes.to_le_bytes()),
            Content::EndOfLayer | Content::Heartbeat | Content::Finished => {}
            Content::Termination(Termination { process, cause }) => {
                sink(&number(*process));
                match cause {
                    Cause::Stopped => {}
                    Cause::Lost(reason) | Cause::Failed(reason) => sink(reason.as_bytes()),
                }
            }
        }
    }
}

impl Bytesable for Message {
    fn from_bytes(bytes: Bytes) -> Self {
        let process_number = |bytes: &[u8]| {
            bytes
                .first_chunk()
                .map(|pair| u16::from_le_bytes(*pair).into())
        };
        let (head, body) = bytes.split_at(Self::HEAD.min(bytes.len()));
        let from = head.get(1..).and_then(process_number).unwrap_or(usize::MAX);
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let end = |cause| {
            let process = process_number(body).unwrap_or(from);
            Content::Termination(Termination { process, cause })
        };
        let reason = || text(body.get(2..).unwrap_or_default());
        let content = match head.first() {
            Some(0) => {
                // A record is read together with the bytes behind it.
                let mut batch = Vec::with_capacity(body.len() + SPARE);
                batch.extend_from_slice(body);
                Content::Batch(batch)
            }
            Some(1) => Content::Credit(
                body.first_chunk()
                    .map_or(0, |bytes| u64::from_le_bytes(*bytes)),
            ),
            Some(2) => Content::EndOfLayer,
            Some(3) => Content::Word(body.to_vec()),
            Some(4) => Content::Heartbeat,
            Some(5) => Content::Finished,
            Some(6) => end(Cause::Stopped),
            Some(7) => end(Cause::Lost(reason())),
            _ => end(Cause::Failed(reason())),
        };
        Self { from, content }
    }

    fn length_in_bytes(&self) -> usize {
        let mut length = Self::HEAD;
        self.body(|bytes| length += bytes.len());
        length
    }

    fn into_bytes<W: Write>(&self, writer: &mut W) {
        let [low, high] = number(self.from);
        // The writer has room for all bytes, by length_in_bytes.
        let mut result = writer.write_all(&[self.tag(), low, high]);
        self.body(|bytes| result = writer.write_all(bytes));
        debug_assert!(result.is_ok(), "{result:?}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decoded_messages_equal_the_originals() {
        let termination = |cause| {
            Content::Termination(Termination {
                process: 700,
                cause,
            })
        };
        for content in [
            Content::Batch(vec![1, 2, 3]),
            Content::Credit(u64::MAX - 1),
            Content::EndOfLayer,
            Content::Word(Vec::new()),
            Content::Heartbeat,
            Content::Finished,
            termination(Cause::Stopped),
            termination(Cause::Lost("is gone".into())),
            termination(Cause::Failed("the disk is full".into())),
        ] {
            let message = Message {
                from: 1000,
                content,
            };
            let mut bytes = Vec::new();
            message.into_bytes(&mut bytes);
            assert_eq!(bytes.len(), message.length_in_bytes());
            let bytes = timely_bytes::arc::BytesMut::from(bytes).freeze();
            assert_eq!(Message::from_bytes(bytes), message);
        }
    }
}
