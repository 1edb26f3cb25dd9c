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

/// The records that one thread has found: those of this process, and those of others.
#[derive(Debug)]
pub(super) struct Outgoing<'a, N> {
    exchange: Exchange<'a>,
    builder: &'a Builder<'a, N>,
    own: Buffer<'a, N>,
    /// By process.
    batches: Vec<Batch>,
    result: Result<(), LayerError>,
}

/// Packed records for another process.
#[derive(Debug, Clone, Default)]
struct Batch {
    /// More than the records take.
    bytes: Vec<u8>,
    filled: usize,
}

/// A batch is sent when it has so many bytes.
const BATCH: usize = 1 << 16;

/// For one more record, and what it is written with.
const ROOM: usize = 2 * Layout::PAD;

/// Batches that are taken in at once when nothing else is left to do.
const AT_ONCE: usize = 16;

impl<'a> Exchange<'a> {
    /// For one thread, to add to. The thread first takes in what has come, so that no other process waits for long.
    pub(super) fn outgoing<N: Number>(
        self,
        builder: &'a Builder<'a, N>,
    ) -> Result<Outgoing<'a, N>, LayerError> {
        while let Some((from, batch)) = self.link.waiting_batch() {
            self.take_in(from, batch, builder)?;
        }
        Ok(Outgoing {
            exchange: self,
            builder,
            own: builder.found(),
            batches: vec![Batch::default(); self.link.processes()],
            result: Ok(()),
        })
    }

    /// Tells the others that nothing more comes, and takes in what they send until they say the same.
    pub(super) fn settle<N: Number>(self, builder: &Builder<'_, N>) -> Result<(), LayerError> {
        self.link.done();
        loop {
            let mut batches = Vec::new();
            match self.link.next(self.control).ok_or(Stopped)? {
                Next::Ready => return Ok(()),
                Next::Batch(from, batch) => batches.push((from, batch)),
            }
            while batches.len() < AT_ONCE
                && let Some(more) = self.link.waiting_batch()
            {
                batches.push(more);
            }
            let batches = batches.into_par_iter();
            batches.try_for_each(|(from, batch)| self.take_in(from, batch, builder))?;
        }
    }

    fn take_in<N: Number>(
        self,
        from: usize,
        mut batch: Vec<u8>,
        builder: &Builder<'_, N>,
    ) -> Result<(), LayerError> {
        let (bytes, width) = (batch.len(), self.layout.width());
        batch.resize(bytes + Layout::PAD, 0);
        let mut found = builder.found();
        for start in (0..bytes / width).map(|index| index * width) {
            let (covering, reached) = self.layout.read(&batch[start..]);
            found.add(covering, reached);
        }
        found.finish()?;
        self.link.taken(from, bytes as u64);
        Ok(())
    }
}

impl<N: Number> Outgoing<'_, N> {
    /// Adds orders that lead to a class.
    pub(super) fn add(&mut self, covering: Covering, reached: Label<N>) {
        let link = self.exchange.link;
        let owner = link.owner(shard_of(covering));
        if owner == link.me() {
            return self.own.add(covering, reached);
        }
        let (layout, batch) = (self.exchange.layout, &mut self.batches[owner]);
        if batch.bytes.len() < batch.filled + ROOM {
            let more = (2 * batch.bytes.len()).max(1 << 12);
            batch.bytes.resize(more, 0);
        }
        layout.write(&mut batch.bytes[batch.filled..], covering, &reached);
        batch.filled += layout.width();
        if batch.filled >= BATCH && self.result.is_ok() {
            self.result = self.send(owner);
        }
    }

    fn send(&mut self, owner: usize) -> Result<(), LayerError> {
        let (exchange, batch) = (self.exchange, std::mem::take(&mut self.batches[owner]));
        let mut bytes = batch.bytes;
        bytes.truncate(batch.filled);
        while !bytes.is_empty() {
            // While there is no room, this thread merges what has come, so that no two processes wait for each other.
            let link = exchange.link;
            match link
                .send(owner, &mut bytes, exchange.control)
                .ok_or(Stopped)?
            {
                Next::Ready => break,
                Next::Batch(from, come) => exchange.take_in(from, come, self.builder)?,
            }
        }
        Ok(())
    }

    /// Sends what is left.
    pub(super) fn finish(mut self) -> Result<(), LayerError> {
        std::mem::replace(&mut self.result, Ok(()))?;
        (0..self.batches.len()).try_for_each(|owner| self.send(owner))?;
        self.own.finish()
    }
}
