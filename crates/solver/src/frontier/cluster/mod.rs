//! One count by several processes, each with its share of every layer.
//!
//! A hash divides a layer into shards, and each process keeps some of them. A process expands its own coverings as on one
//! machine, and sends the records of others in packed batches. The order in which records arrive does not matter to
//! sums, maxima and minima. A record arrives once, or the connection breaks; then all processes stop, and can go on from
//! their checkpoints.

mod error;
mod exchange;
mod parts;
#[cfg(test)]
mod tests;

pub use azulejo_cluster::{Cluster, ClusterError, Hosts};
pub use error::JointCountError;

use super::FrontierError;
use super::checkpoint;
use super::error::Halt;
use super::layer::{Builder, Layout, Records, Run, SHARDS, Section, as_wide_as, shard_of};
use super::options::FrontierOptions;
use super::pace::Pace;
use super::search::{Forward, ForwardSearch};
use super::space::Next;
use crate::harmless::harmless;
use crate::heuristics::WarmStart;
use crate::outcome::{Count, Orders};
use crate::problem::Problem;
use azulejo_cluster::{Cause, Checkpoints, Link, Termination, WINDOW};
use azulejo_control::Control;
use exchange::Exchange;
use parts::Stop;
use std::fmt::Display;
use std::str::FromStr;

/// Counts the optimal orders of a problem together with other processes; none if this one was stopped. Every process
/// gets the whole count. Each process makes its `start` after all are connected.
///
/// The `options` hold for this process. Its checkpoint is in a file whose name ends in its number, and may be of a count
/// by another number of processes if it sees the files of all of them.
///
/// # Errors
/// When the processes do not find each other, one of them is lost or fails, or the layers of this one fit nowhere.
pub fn count(
    problem: &Problem,
    start: impl FnOnce() -> Result<WarmStart, FrontierError>,
    options: &FrontierOptions,
    cluster: &Cluster,
    control: &Control,
) -> Result<Option<Count>, JointCountError> {
    if !FrontierError::fits(problem.wall()) {
        // Before any wait for other processes.
        return Err(FrontierError::unfit(problem).into());
    }
    let head = checkpoint::head(problem);
    let checkpoints = match &options.checkpoint {
        None => Checkpoints::None,
        Some(checkpoint) if checkpoint.resume => Checkpoints::Resumed,
        Some(_) => Checkpoints::New,
    };
    let Some(link) = Link::open(cluster, &head, checkpoints, control)? else {
        return Ok(None);
    };
    let result = start().map_err(|error| Stop::Failed(error.into()));
    let result = result.and_then(|start| {
        let process = Process {
            search: ForwardSearch::new(problem, start, options),
            link: &link,
            control,
        };
        process.count()
    });
    let local_end = |cause| Termination {
        process: link.me(),
        cause,
    };
    let (termination, result) = match result {
        Ok(count) => (None, Ok(Some(count))),
        Err(Stop::Failed(error)) => (
            Some(local_end(Cause::Failed(error.to_string()))),
            Err(error),
        ),
        // No stop of this process: the count has ended elsewhere.
        Err(Stop::Stopped)
            if !control.stopped()
                && let Some(termination) = link.termination() =>
        {
            (
                Some(termination.clone()),
                Err(cluster.ended(termination).into()),
            )
        }
        Err(Stop::Stopped) => (Some(local_end(Cause::Stopped)), Ok(None)),
    };
    link.close(termination);
    result
}

const _: () = assert!(SHARDS == azulejo_cluster::SHARDS && Layout::PAD == azulejo_cluster::SPARE);

/// A process at work.
struct Process<'a> {
    search: ForwardSearch<'a>,
    link: &'a Link,
    control: &'a Control,
}

impl Process<'_> {
    fn count(&self) -> Result<Count, Stop> {
        let target = self.target()?;
        let mut forward = self.begin()?;
        let horizon = self.search.problem.horizon();
        let mut pace = Pace::new(horizon);
        while forward.section.tiles < horizon {
            let class_count = forward.last.len();
            self.advance(&mut forward, target, &pace)?;
            pace.layer_done(class_count);
        }
        let optimum = self.optimum(&forward)?;
        Ok(Count {
            optimum,
            coverings: forward.section.coverings as usize,
            peak_layer: forward.section.peak_layer as usize,
        })
    }

    /// The best score of the orders of all processes.
    fn target(&self) -> Result<Option<u32>, Stop> {
        let sense = self.search.problem.sense();
        let scores = self.gather(self.search.incumbent.score())?;
        let scores = scores.into_iter().flatten();
        Ok(sense.best_of(scores))
    }

    /// The pass before the first turn, or after the checkpoints.
    fn begin(&self) -> Result<Forward, Stop> {
        let search = &self.search;
        let journal = match &search.checkpoint {
            Some(checkpoint) => {
                let journal = parts::journal(search, checkpoint, self.link);
                let journal = journal.map_err(Halt::from)?;
                // Before any process writes: a file in the way then leaves no files elsewhere.
                self.gather(None::<u64>)?;
                Some(journal)
            }
            None => None,
        };
        if let Some(checkpoint) = search
            .checkpoint
            .as_ref()
            .filter(|checkpoint| checkpoint.resume)
        {
            let (last, section) = parts::resume(search, checkpoint, self.link, self.control)?;
            return Ok(Forward {
                earlier: Vec::new(),
                last,
                section,
                keep: false,
                journal,
            });
        }
        let mut forward = search.first_layer(false);
        let initial = search.classes.representative(search.successors.initial());
        if self.link.owner(shard_of(initial)) != self.link.me() {
            forward.last = Run::empty(Layout::new(search.problem, 0));
        }
        forward.journal = journal;
        if let Some(journal) = &mut forward.journal {
            journal.append(&forward.last, &forward.section, self.control)?;
        }
        Ok(forward)
    }

    fn advance(&self, forward: &mut Forward, target: Option<u32>, pace: &Pace) -> Result<(), Stop> {
        let search = &self.search;
        let Some(turn) = search.problem.turns().nth(forward.section.tiles) else {
            return Ok(());
        };
        let layout = Layout::new(search.problem, turn.number());
        // Batches that others send wait in memory, and so do the batches of this process.
        let other_count = self.link.processes() as u64 - 1;
        let next = Next {
            layer: &forward.last,
            layout,
            sense: search.problem.sense(),
            number: turn.number(),
            count: search.problem.horizon(),
            layer_memory: forward.last.memory() + 2 * other_count * WINDOW,
            keep: false,
        };
        let exchange = Exchange {
            link: self.link,
            layout,
            control: self.control,
        };
        let next = as_wide_as!(layout, N => {
            let expand = |records: Records<'_>, builder: &Builder<'_, N>| {
                let mut outgoing = exchange.outgoing(builder)?;
                search.expand(records, turn, target, |covering, label| outgoing.add(covering, label));
                outgoing.finish()
            };
            let settle = |builder: &Builder<'_, N>| exchange.settle(builder);
            search.space.next_layer(&next, pace, self.control, expand, settle)
        })?;
        self.push(forward, next)
    }

    /// Writes a layer to the checkpoint after all processes have written the layer before: only then they send the size of this one.
    fn push(&self, forward: &mut Forward, next: Run) -> Result<(), Stop> {
        let sizes = self.gather(Some(next.len()))?;
        let size: u64 = sizes.into_iter().flatten().sum();
        let section = Section {
            tiles: forward.section.tiles + 1,
            coverings: forward.section.coverings + size,
            peak_layer: forward.section.peak_layer.max(size),
        };
        let stored = match &mut forward.journal {
            Some(journal) => Some(journal.append(&next, &section, self.control)?),
            None => None,
        };
        // A layer on disk need not be there twice.
        forward.last = match stored {
            Some(stored) if next.memory() == 0 => stored,
            _ => next,
        };
        forward.section = section;
        Ok(())
    }

    /// The best score of all ends, and the orders that reach it.
    fn optimum(&self, forward: &Forward) -> Result<Option<(u32, Orders)>, Stop> {
        let sense = self.search.problem.sense();
        let ends = self.search.ends(&forward.last, self.control)?;
        let scores = self.gather(ends.as_ref().map(|ends| ends.score))?;
        let scores = scores.into_iter().flatten();
        let best = sense.best_of(scores);
        let optimal_ends = ends.filter(|ends| Some(ends.score) == best);
        let orders = self.gather(optimal_ends.map(|ends| ends.orders))?;
        let mut orders = orders.into_iter().flatten();
        let sum = orders.try_fold(Orders::ZERO, Orders::checked_add);
        let sum = sum.ok_or(Halt::from(FrontierError::Overflow))?;
        Ok(best.map(|score| (score, sum)))
    }

    /// The values of all processes at this point, in their order.
    fn gather<T: Display + FromStr>(&self, value: Option<T>) -> Result<Vec<Option<T>>, Stop> {
        let word = value.map_or(String::new(), |value| value.to_string());
        let words = self.link.gather(word.into_bytes(), self.control);
        let words = words.ok_or(Stop::Stopped)?.into_iter();
        let parse = |word: Vec<u8>| match &*String::from_utf8_lossy(&word) {
            "" => Ok(None),
            word => word.parse().map(Some).map_err(|_| {
                let word = harmless(word);
                let reason = format!("another process says {word}, which is no number");
                Stop::Failed(ClusterError::Network(std::io::Error::other(reason)).into())
            }),
        };
        words.map(parse).collect()
    }
}
