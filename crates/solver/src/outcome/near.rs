use super::Proof;
use crate::instance::Sense;
use crate::order::Solution;
use crate::wall::Cell;
use azulejo_control::Control;

/// The distance of orders to the best score, and the number of them that is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Nearness {
    /// The most points that they may be worse than the best one.
    pub within: u32,
    /// The most orders.
    pub count: usize,
}

/// Orders whose scores are near the best one.
#[derive(Debug, Clone, PartialEq)]
pub struct NearOrders {
    /// The best score.
    pub best: u32,
    /// Why no order is better.
    pub proof: Proof,
    /// The orders: those with the best score first, among equals by their cells from the last turn back.
    pub orders: Vec<Solution>,
    /// Whether the run was stopped before all of them were found.
    pub stopped: bool,
}

/// The states of a finished search, traced back to their orders.
pub(crate) struct Traceable<'a, S> {
    /// The optimal score.
    pub(crate) best: u32,
    pub(crate) sense: Sense,
    /// The state before turn 1.
    pub(crate) start: S,
    /// The final states, each with the points that its best order is short of the optimum.
    pub(crate) ends: Vec<(u32, S)>,
    /// The moves into a state: the cell, if it is no pass, the state before, and the points that the move is short of the best move.
    pub(crate) moves_into: &'a dyn Fn(S) -> Vec<(Option<Cell>, S, u32)>,
    pub(crate) proof: Proof,
}

impl<S: Copy + PartialEq> Traceable<'_, S> {
    /// The orders near the optimum; among equals by the end, then by the last move.
    pub(crate) fn near(self, nearness: Nearness, control: &Control) -> NearOrders {
        let mut trace = Trace {
            search: &self,
            control,
            most: nearness.count,
            back: Vec::new(),
            orders: Vec::new(),
            stopped: false,
        };
        for loss in 0..=nearness.within {
            let gain = self.sense.gain(i64::from(self.best)) - i64::from(loss);
            let Ok(score) = u32::try_from(self.sense.gain(gain)) else {
                break;
            };
            for &(of_end, end) in self.ends.iter().filter(|(of_end, _)| *of_end <= loss) {
                trace.extend(end, loss - of_end, score);
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

/// Orders from their ends back.
struct Trace<'a, S> {
    search: &'a Traceable<'a, S>,
    control: &'a Control,
    most: usize,
    /// The last turns of the order, from the last turn back.
    back: Vec<Option<Cell>>,
    orders: Vec<Solution>,
    stopped: bool,
}

impl<S: Copy + PartialEq> Trace<'_, S> {
    /// Adds the orders that lead to a state, end as the trace does, and lose exactly so much on the way to the state.
    fn extend(&mut self, state: S, loss: u32, score: u32) {
        self.stopped |= self.control.stopped();
        if self.stopped || self.orders.len() == self.most {
            return;
        }
        if state == self.search.start {
            if loss == 0 {
                let order = self.back.iter().rev().copied().collect();
                self.orders.push(Solution { order, score });
            }
            return;
        }
        for (cell, before, lost) in (self.search.moves_into)(state) {
            if lost <= loss {
                self.back.push(cell);
                self.extend(before, loss - lost, score);
                self.back.pop();
            }
        }
    }
}

/// Result of a search for orders near the best score.
#[derive(Debug, Clone, PartialEq)]
pub enum NearListing {
    /// Some of them.
    Orders(Box<NearOrders>),
    /// No order satisfies the constraints.
    Infeasible,
    /// The search was stopped before it had an order.
    Stopped,
}
