use std::io::Write;
use timely_bytes::arc::Bytes;
use timely_communication::Bytesable;

/// What processes tell each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Say {
    /// Packed records of the layer that is being built.
    Batch(Vec<u8>),
    /// So many bytes of batches have been taken in.
    Taken(u64),
    /// No batch of this layer follows.
    Done,
    /// What every process tells every other one at the same point of the count.
    Word(Vec<u8>),
    /// It is still there.
    Alive,
    /// It ends, and why.
    Leave(String),
}

/// A message and the process that it comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Message {
    pub(super) from: usize,
    pub(super) say: Say,
}

impl Message {
    /// The bytes before the body: a mark, and the sender.
    const HEAD: usize = 3;

    fn mark(&self) -> u8 {
        match self.say {
            Say::Batch(_) => 0,
            Say::Taken(_) => 1,
            Say::Done => 2,
            Say::Word(_) => 3,
            Say::Alive => 4,
            Say::Leave(_) => 5,
        }
    }

    fn with_body<T>(&self, work: impl FnOnce(&[u8]) -> T) -> T {
        match &self.say {
            Say::Batch(bytes) | Say::Word(bytes) => work(bytes),
            Say::Taken(bytes) => work(&bytes.to_le_bytes()),
            Say::Leave(reason) => work(reason.as_bytes()),
            Say::Done | Say::Alive => work(&[]),
        }
    }
}

impl Bytesable for Message {
    fn from_bytes(bytes: Bytes) -> Self {
        let (head, body) = bytes.split_at(Self::HEAD.min(bytes.len()));
        let [mark, low, high] = *head else {
            let say = Say::Leave("sends what is not a message".into());
            return Self { from: usize::MAX, say };
        };
        let say = match mark {
            0 => Say::Batch(body.to_vec()),
            1 => Say::Taken(body.first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes))),
            2 => Say::Done,
            3 => Say::Word(body.to_vec()),
            4 => Say::Alive,
            _ => Say::Leave(String::from_utf8_lossy(body).into_owned()),
        };
        let from = u16::from_le_bytes([low, high]).into();
        Self { from, say }
    }

    fn length_in_bytes(&self) -> usize {
        Self::HEAD + self.with_body(<[u8]>::len)
    }

    fn into_bytes<W: Write>(&self, writer: &mut W) {
        let [low, high] = (self.from as u16).to_le_bytes();
        // Timely has made room for it.
        let head = writer.write_all(&[self.mark(), low, high]);
        let written = head.and_then(|()| self.with_body(|body| writer.write_all(body)));
        debug_assert!(written.is_ok(), "{written:?}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_come_back() {
        for say in [
            Say::Batch(vec![1, 2, 3]),
            Say::Taken(u64::MAX - 1),
            Say::Done,
            Say::Word(Vec::new()),
            Say::Alive,
            Say::Leave("was stopped".into()),
        ] {
            let message = Message { from: 1000, say };
            let mut bytes = Vec::new();
            message.into_bytes(&mut bytes);
            assert_eq!(bytes.len(), message.length_in_bytes());
            let bytes = timely_bytes::arc::BytesMut::from(bytes).freeze();
            assert_eq!(Message::from_bytes(bytes), message);
        }
    }
}
