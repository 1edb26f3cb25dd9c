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
    most: usize,
    read: Vec<u8>,
    at: usize,
}

impl Segment {
    /// The segment from a byte of the file to another, read so many records at a time.
    pub(super) fn new(layout: Layout, from: u64, to: u64, records: usize) -> Self {
        Self {
            layout,
            from,
            to,
            most: records * layout.width(),
            read: Vec::new(),
            at: 0,
        }
    }

    /// The next record.
    fn next<N: Number>(
        &mut self,
        file: &mut ScratchFile,
    ) -> Result<Option<(Covering, Label<N>)>, LayerError> {
        if self.at + Layout::PAD >= self.read.len() {
            let bytes = (self.to - self.from).min(self.most as u64) as usize;
            if bytes == 0 {
                return Ok(None);
            }
            self.read.resize(bytes + Layout::PAD, 0);
            file.read_at(self.from, &mut self.read[..bytes])?;
            self.from += bytes as u64;
            self.at = 0;
        }
        let record = self.layout.read(&self.read[self.at..]);
        self.at += self.layout.width();
        Ok(Some(record))
    }
}

/// Gives the classes of the segments of a file in their order, by shard and covering, each once.
pub(super) fn merge_segments<N: Number>(
    sense: Sense,
    mut segments: Vec<Segment>,
    file: &mut ScratchFile,
    mut give: impl FnMut(Covering, Label<N>) -> Result<(), LayerError>,
) -> Result<(), LayerError> {
    let head =
        |index: usize, (covering, reached)| Reverse((shard_of(covering), covering, index, reached));
    let mut heads = BinaryHeap::with_capacity(segments.len());
    for (index, segment) in segments.iter_mut().enumerate() {
        heads.extend(segment.next(file)?.map(|record| head(index, record)));
    }
    let mut last: Option<(Covering, Label<N>)> = None;
    while let Some(Reverse((_, covering, index, reached))) = heads.pop() {
        let next = segments[index].next(file)?;
        heads.extend(next.map(|record| head(index, record)));
        match &mut last {
            Some((at, known)) if *at == covering => *known = merge(sense, *known, reached)?,
            _ => {
                if let Some((covering, reached)) = last.replace((covering, reached)) {
                    give(covering, reached)?;
                }
            }
        }
    }
    last.map_or(Ok(()), |(covering, reached)| give(covering, reached))
}
