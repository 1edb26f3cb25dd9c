use super::LayerError;
use super::number::Number;
use super::record::{Label, Layout};
use super::scratch::ScratchFile;
use super::shard::shard_of;
use super::table::merge;
use crate::instance::Sense;
use crate::wall::Covering;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A sorted segment of a table's file.
#[derive(Debug)]
pub(super) struct Segment {
    layout: Layout,
    /// Bytes of the file that are not yet read.
    from: u64,
    to: u64,
    buffer_size: usize,
    buffer: Vec<u8>,
    position: usize,
}

impl Segment {
    /// The segment from a byte of the file to another, read `records` records at a time.
    pub(super) fn new(layout: Layout, from: u64, to: u64, records: usize) -> Self {
        Self {
            layout,
            from,
            to,
            buffer_size: records * layout.width(),
            buffer: Vec::new(),
            position: 0,
        }
    }

    /// The next record.
    fn next<N: Number>(
        &mut self,
        file: &mut ScratchFile,
    ) -> Result<Option<(Covering, Label<N>)>, LayerError> {
        if self.position + Layout::PAD >= self.buffer.len() {
            let bytes = (self.to - self.from).min(self.buffer_size as u64) as usize;
            if bytes == 0 {
                return Ok(None);
            }
            self.buffer.resize(bytes + Layout::PAD, 0);
            file.read_at(self.from, &mut self.buffer[..bytes])?;
            self.from += bytes as u64;
            self.position = 0;
        }
        let record = self.layout.read(&self.buffer[self.position..]);
        self.position += self.layout.width();
        Ok(Some(record))
    }
}

/// Calls `give` with the classes of the segments of a file in their order, by shard and covering, each once.
pub(super) fn merge_segments<N: Number>(
    sense: Sense,
    mut segments: Vec<Segment>,
    file: &mut ScratchFile,
    mut give: impl FnMut(Covering, Label<N>) -> Result<(), LayerError>,
) -> Result<(), LayerError> {
    let head =
        |index: usize, (covering, label)| Reverse((shard_of(covering), covering, index, label));
    let mut heads = BinaryHeap::with_capacity(segments.len());
    for (index, segment) in segments.iter_mut().enumerate() {
        heads.extend(segment.next(file)?.map(|record| head(index, record)));
    }
    let mut last: Option<(Covering, Label<N>)> = None;
    while let Some(Reverse((_, covering, index, label))) = heads.pop() {
        let next = segments[index].next(file)?;
        heads.extend(next.map(|record| head(index, record)));
        match &mut last {
            Some((key, sum)) if *key == covering => *sum = merge(sense, *sum, label)?,
            _ => {
                if let Some((covering, label)) = last.replace((covering, label)) {
                    give(covering, label)?;
                }
            }
        }
    }
    last.map_or(Ok(()), |(covering, label)| give(covering, label))
}
