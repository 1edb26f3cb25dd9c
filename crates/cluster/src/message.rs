use crate::SPARE;
use std::io::Write;
use timely_bytes::arc::Bytes;
use timely_communication::Bytesable;

/// The content of a message between processes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Content {
    /// Packed records of the layer that is being built.
    Batch(Vec<u8>),
    /// The number of bytes of batches that have been taken in.
    Taken(u64),
    /// No batch of this layer follows.
    Done,
    /// A word that every process tells every other one at the same point of the count.
    Word(Vec<u8>),
    /// A sign of life.
    Alive,
    /// The sender has the count, and nothing follows.
    Finished,
    /// The sender does not go on, and nothing follows.
    Over(Over),
}

/// End of a count that does not go on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Over {
    /// The process that began it, which need not be the one that tells it.
    pub process: usize,
    /// The end of that process.
    pub how: How,
}

/// The end of a process.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum How {
    /// The process was asked to stop, or its time was up.
    Stopped,
    /// The process was lost: what was seen of that.
    Lost(String),
    /// The process failed: its error.
    Failed(String),
}

/// A message and the process that it comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Message {
    pub(super) from: usize,
    pub(super) content: Content,
}

/// A process by its number: there are at most 1024.
fn number(process: usize) -> [u8; 2] {
    (process as u16).to_le_bytes()
}

impl Message {
    /// The bytes before the body: a mark, and the sender.
    const HEAD: usize = 3;

    fn mark(&self) -> u8 {
        match &self.content {
            Content::Batch(_) => 0,
            Content::Taken(_) => 1,
            Content::Done => 2,
            Content::Word(_) => 3,
            Content::Alive => 4,
            Content::Finished => 5,
            Content::Over(over) => match over.how {
                How::Stopped => 6,
                How::Lost(_) => 7,
                How::Failed(_) => 8,
            },
        }
    }

    /// Gives the body piece by piece.
    fn body(&self, mut give: impl FnMut(&[u8])) {
        match &self.content {
            Content::Batch(bytes) | Content::Word(bytes) => give(bytes),
            Content::Taken(bytes) => give(&bytes.to_le_bytes()),
            Content::Done | Content::Alive | Content::Finished => {}
            Content::Over(Over { process, how }) => {
                give(&number(*process));
                match how {
                    How::Stopped => {}
                    How::Lost(reason) | How::Failed(reason) => give(reason.as_bytes()),
                }
            }
        }
    }
}

impl Bytesable for Message {
    fn from_bytes(bytes: Bytes) -> Self {
        let two = |bytes: &[u8]| {
            bytes
                .first_chunk()
                .map(|two| u16::from_le_bytes(*two).into())
        };
        let (head, body) = bytes.split_at(Self::HEAD.min(bytes.len()));
        let from = head.get(1..).and_then(two).unwrap_or(usize::MAX);
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let over = |how| {
            let process = two(body).unwrap_or(from);
            Content::Over(Over { process, how })
        };
        let reason = || text(body.get(2..).unwrap_or_default());
        let content = match head.first() {
            Some(0) => {
                // A record is read with what is behind it.
                let mut batch = Vec::with_capacity(body.len() + SPARE);
                batch.extend_from_slice(body);
                Content::Batch(batch)
            }
            Some(1) => Content::Taken(
                body.first_chunk()
                    .map_or(0, |bytes| u64::from_le_bytes(*bytes)),
            ),
            Some(2) => Content::Done,
            Some(3) => Content::Word(body.to_vec()),
            Some(4) => Content::Alive,
            Some(5) => Content::Finished,
            Some(6) => over(How::Stopped),
            Some(7) => over(How::Lost(reason())),
            _ => over(How::Failed(reason())),
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
        // Timely has made room for all of it.
        let mut written = writer.write_all(&[self.mark(), low, high]);
        self.body(|bytes| written = writer.write_all(bytes));
        debug_assert!(written.is_ok(), "{written:?}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_come_back() {
        let over = |how| Content::Over(Over { process: 700, how });
        for content in [
            Content::Batch(vec![1, 2, 3]),
            Content::Taken(u64::MAX - 1),
            Content::Done,
            Content::Word(Vec::new()),
            Content::Alive,
            Content::Finished,
            over(How::Stopped),
            over(How::Lost("is gone".into())),
            over(How::Failed("the disk is full".into())),
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
