use super::Proof;
use crate::order::Solution;

/// How near to the best score orders have to be, and how many of them are wanted.
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

/// What a search for orders near the best score finds.
#[derive(Debug, Clone, PartialEq)]
pub enum NearListing {
    /// Some of them.
    Orders(Box<NearOrders>),
    /// No order satisfies the constraints.
    Infeasible,
    /// It was stopped before it had any.
    Stopped,
}
