use super::FrontierError;
use super::layer::LayerError;
use super::options::FrontierOptions;
use super::pace::Pace;
use super::search::{Forward, ForwardSearch};
use crate::heuristics::WarmStart;
use crate::outcome::Orders;
use crate::problem::{Problem, SymmetryClasses};
use crate::wall::CellSet;
use azulejo_control::{Control, unless_stopped};
use std::sync::{Mutex, PoisonError};

/// The layers of a search one by one, to look at or to measure.
#[derive(Debug)]
pub struct Layers<'a> {
    search: ForwardSearch<'a>,
    forward: Forward,
    pace: Pace,
    control: Control,
}

impl<'a> Layers<'a> {
    /// The layer before the first turn.
    ///
    /// # Errors
    /// When a checkpoint cannot be used.
    pub fn new(
        problem: &'a Problem,
        start: WarmStart,
        options: &FrontierOptions,
        control: Control,
    ) -> Result<Self, FrontierError> {
        let search = ForwardSearch::new(problem, start, options);
        let forward = search.begin(false, &control);
        Ok(Self {
            forward: unless_stopped(forward)?.unwrap_or_else(|| search.first_layer(false)),
            pace: Pace::new(problem.horizon()),
            search,
            control,
        })
    }

    /// The search before the first turn, with no more than the symmetries that map these cells onto themselves, and without a
    /// checkpoint: another way to the same numbers of orders.
    #[must_use]
    pub fn fixing(mut self, cells: &CellSet) -> Self {
        self.search.classes = SymmetryClasses::fixing(self.search.problem, cells);
        self.search.checkpoint = None;
        self.forward = self.search.first_layer(false);
        self.pace = Pace::new(self.search.problem.horizon());
        self
    }

    /// The orders of as many turns as the layer has tiles that lead to one of its coverings with the best score. Those that
    /// lead to coverings that a bound has ruled out are not among them.
    ///
    /// # Errors
    /// When the layer cannot be read, or the number is too large.
    pub fn orders(&self) -> Result<Orders, FrontierError> {
        let sum = Mutex::new(Orders::ZERO);
        let result = self.forward.last.in_pieces(|records| {
            let mut orders = records.iter::<Orders>().map(|(_, label)| label.orders);
            let part = orders.try_fold(Orders::ZERO, |sum, count| sum.checked_add(count));
            let mut sum = sum.lock().unwrap_or_else(PoisonError::into_inner);
            let total = part.and_then(|part| sum.checked_add(part));
            *sum = total.ok_or(LayerError::Overflow)?;
            Ok::<_, LayerError>(())
        });
        // No control stops the read.
        unless_stopped(result.map_err(|error| self.search.unreadable(error)))?;
        Ok(sum.into_inner().unwrap_or_else(PoisonError::into_inner))
    }

    /// Classes of coverings in the layer.
    pub fn classes(&self) -> u64 {
        self.forward.last.len()
    }

    /// Expands the layer; the number of classes of the next one; none after the last, or if it was
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
