use super::super::layer::{Buffer, Builder, Label, LayerError, Layout, Number, shard_of};
use crate::wall::Covering;
use azulejo_cluster::{Link, Next};
use azulejo_control::{Control, Stopped};
use rayon::prelude::*;

/// The classes of a layer on their way to the processes that keep them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Exchange<'a> {
    pub(super) link: &'a Link,
    pub(super) layout: Layout,
    pub(super) control: &'a Control,
}

/// Records of one thread: those for this process, and those for others.
#[derive(Debug)]
pub(super) struct Outgoing<'a, N> {
    exchange: Exchange<'a>,
    builder: &'a Builder<'a, N>,
    own: Buffer<'a, N>,
    /// One batch per process.
    batches: Vec<Batch>,
    result: Result<(), LayerError>,
}

/// Packed records for another process.
#[derive(Debug, Clone, Default)]
struct Batch {
    /// A buffer larger than the records.
    bytes: Vec<u8>,
    length: usize,
}

/// Size in bytes at which a batch is sent.
const BATCH: usize = 1 << 16;

/// Room for one more record and its padding.
const ROOM: usize = 2 * Layout::PAD;

/// Largest number of batches that are merged at once at the end.
const MERGED_BATCHES: usize = 16;

impl<'a> Exchange<'a> {
    /// The records of one thread, to add to. The thread first merges the batches that have come, so that no other process waits for long.
    pub(super) fn outgoing<N: Number>(
        self,
        builder: &'a Builder<'a, N>,
    ) -> Result<Outgoing<'a, N>, LayerError> {
        while let Some((from, batch)) = self.link.waiting_batch() {
            self.merge(from, batch, builder)?;
        }
        Ok(Outgoing {
            exchange: self,
            builder,
            own: builder.buffer(),
            batches: vec![Batch::default(); self.link.processes()],
            result: Ok(()),
        })
    }

    /// Announces the end of the records of this process, and merges batches until all other processes have announced theirs.
    pub(super) fn settle<N: Number>(self, builder: &Builder<'_, N>) -> Result<(), LayerError> {
        self.link.done();
        loop {
            let mut batches = Vec::new();
            match self.link.next(self.control).ok_or(Stopped)? {
                Next::Ready => return Ok(()),
                Next::Batch(from, batch) => batches.push((from, batch)),
            }
            while batches.len() < MERGED_BATCHES
                && let Some(batch) = self.link.waiting_batch()
            {
                batches.push(batch);
            }
            let batches = batches.into_par_iter();
            batches.try_for_each(|(from, batch)| self.merge(from, batch, builder))?;
        }
    }

    fn merge<N: Number>(
        self,
        from: usize,
        mut batch: Vec<u8>,
        builder: &Builder<'_, N>,
    ) -> Result<(), LayerError> {
        let (bytes, width) = (batch.len(), self.layout.width());
        batch.resize(bytes + Layout::PAD, 0);
        let mut buffer = builder.buffer();
        for start in (0..bytes / width).map(|index| index * width) {
            let (covering, label) = self.layout.read(&batch[start..]);
            buffer.add(covering, label);
        }
        buffer.finish()?;
        self.link.taken(from, bytes as u64);
        Ok(())
    }
}

impl<N: Number> Outgoing<'_, N> {
    /// Adds orders that lead to a class.
    pub(super) fn add(&mut self, covering: Covering, label: Label<N>) {
        let link = self.exchange.link;
        let owner = link.owner(shard_of(covering));
        if owner == link.me() {
            return self.own.add(covering, label);
        }
        let (layout, batch) = (self.exchange.layout, &mut self.batches[owner]);
        if batch.bytes.len() < batch.length + ROOM {
            let size = (2 * batch.bytes.len()).max(1 << 12);
            batch.bytes.resize(size, 0);
        }
        layout.write(&mut batch.bytes[batch.length..], covering, &label);
        batch.length += layout.width();
        if batch.length >= BATCH && self.result.is_ok() {
            self.result = self.send(owner);
        }
    }

    fn send(&mut self, owner: usize) -> Result<(), LayerError> {
        let (exchange, batch) = (self.exchange, std::mem::take(&mut self.batches[owner]));
        let mut bytes = batch.bytes;
        bytes.truncate(batch.length);
        while !bytes.is_empty() {
            // While there is no room, this thread merges the batches that have come, so that no two processes wait for each other.
            let link = exchange.link;
            match link
                .send(owner, &mut bytes, exchange.control)
                .ok_or(Stopped)?
            {
                Next::Ready => break,
                Next::Batch(from, batch) => exchange.merge(from, batch, self.builder)?,
            }
        }
        Ok(())
    }

    /// Sends the remaining batches.
    pub(super) fn finish(mut self) -> Result<(), LayerError> {
        std::mem::replace(&mut self.result, Ok(()))?;
        (0..self.batches.len()).try_for_each(|owner| self.send(owner))?;
        self.own.finish()
    }
}
