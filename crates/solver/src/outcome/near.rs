use super::Proof;
use crate::instance::Sense;
use crate::order::Solution;
use crate::wall::Cell;
use azulejo_control::Control;

/// The limits of a listing of near-optimal orders.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Nearness {
    /// The maximum distance to the best score, in points.
    pub within: u32,
    /// The maximum number of orders.
    pub count: usize,
}

/// Orders with near-optimal scores.
#[derive(Debug, Clone, PartialEq)]
pub struct NearOrders {
    /// The best score.
    pub best: u32,
    /// The proof of the best score.
    pub proof: Proof,
    /// The orders: those with the best score first, among equals by their cells from the last turn back.
    pub orders: Vec<Solution>,
    /// Whether the run was stopped before the listing was complete.
    pub stopped: bool,
}

/// The states of a finished search, traced back to their orders.
pub(crate) struct Traceable<'a, S> {
    /// The optimal score.
    pub(crate) best: u32,
    pub(crate) sense: Sense,
    /// The state before turn 1.
    pub(crate) start: S,
    /// The final states, each with the distance of its best score to the optimum.
    pub(crate) ends: Vec<(u32, S)>,
    /// The moves into a state: the cell, or none for a pass; the state before; and the loss against the best move.
    pub(crate) moves_into: &'a dyn Fn(S) -> Vec<(Option<Cell>, S, u32)>,
    pub(crate) proof: Proof,
}

impl<S: Copy + PartialEq> Traceable<'_, S> {
    /// The orders near the optimum; among equals by the end, then by the last move.
    pub(crate) fn near(self, nearness: Nearness, control: &Control) -> NearOrders {
        let mut trace = Trace {
            search: &self,
            control,
            limit: nearness.count,
            suffix: Vec::new(),
            orders: Vec::new(),
            stopped: false,
        };
        for loss in 0..=nearness.within {
            let gain = self.sense.gain(i64::from(self.best)) - i64::from(loss);
            let Ok(score) = u32::try_from(self.sense.gain(gain)) else {
                break;
            };
            for &(end_loss, end) in self.ends.iter().filter(|(end_loss, _)| *end_loss <= loss) {
                trace.extend(end, loss - end_loss, score);
            }
        }
        let Trace {
            orders, stopped, ..
        } = trace;
        NearOrders {
            best: self.best,
            proof: self.proof,
            orders,
            stopped,
        }
    }
}

/// Depth-first listing of orders from their ends back.
struct Trace<'a, S> {
    search: &'a Traceable<'a, S>,
    control: &'a Control,
    limit: usize,
    /// The last turns of the current order, from the last turn back.
    suffix: Vec<Option<Cell>>,
    orders: Vec<Solution>,
    stopped: bool,
}

impl<S: Copy + PartialEq> Trace<'_, S> {
    /// Adds the orders with the current suffix after `state` and with exactly this loss before `state`.
    fn extend(&mut self, state: S, loss: u32, score: u32) {
        self.stopped |= self.control.stopped();
        if self.stopped || self.orders.len() == self.limit {
            return;
        }
        if state == self.search.start {
            if loss == 0 {
                let order = self.suffix.iter().rev().copied().collect();
                self.orders.push(Solution { order, score });
            }
            return;
        }
        for (cell, previous, move_loss) in (self.search.moves_into)(state) {
            if move_loss <= loss {
                self.suffix.push(cell);
                self.extend(previous, loss - move_loss, score);
                self.suffix.pop();
            }
        }
    }
}

/// Result of a search for orders near the best score.
#[derive(Debug, Clone, PartialEq)]
pub enum NearListing {
    /// The near-optimal orders.
    Orders(Box<NearOrders>),
    /// No order satisfies the constraints.
    Infeasible,
    /// The search was stopped before its first order.
    Stopped,
}
