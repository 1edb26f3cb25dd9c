use super::FrontierError;
use super::error::unless_stopped;
use super::options::FrontierOptions;
use super::pace::Pace;
use super::search::{Forward, Search};
use crate::control::Control;
use crate::problem::Problem;
use crate::starts::Start;

/// The layers of a search one by one, to look at or to measure.
#[derive(Debug)]
pub struct Layers<'a> {
    search: Search<'a>,
    forward: Forward,
    pace: Pace,
    control: Control,
}

impl<'a> Layers<'a> {
    /// Before the first turn.
    ///
    /// # Errors
    /// When a checkpoint cannot be used.
    pub fn new(
        problem: &'a Problem,
        start: Start,
        options: &FrontierOptions,
        control: Control,
    ) -> Result<Self, FrontierError> {
        let search = Search::new(problem, start, options);
        let forward = search.begin(false, &control);
        Ok(Self {
            forward: unless_stopped(forward)?.unwrap_or_else(|| search.first_layer(false)),
            pace: Pace::new(problem.horizon()),
            search,
            control,
        })
    }

    /// Classes of coverings in the layer.
    pub fn classes(&self) -> u64 {
        self.forward.last.len()
    }

    /// Expands the layer, and says how many classes the next one has; none after the last, or if it was
    /// stopped.
    ///
    /// # Errors
    /// When the next layer does not fit, or the number of orders is too large.
    pub fn expand(&self) -> Result<Option<u64>, FrontierError> {
        let next = self.search.next(&self.forward, &self.pace, &self.control)?;
        Ok(next.map(|next| next.len()))
    }

    /// Goes on to the next layer, if there is one and it was not stopped.
    ///
    /// # Errors
    /// As [`expand`](Self::expand).
    pub fn advance(&mut self) -> Result<bool, FrontierError> {
        self.search
            .advance(&mut self.forward, &mut self.pace, &self.control)
    }
}
