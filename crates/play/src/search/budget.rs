//! The node budget: the number of positions that a search may visit, and the checks of the clock.

use azulejo_control::{Control, Stopped};

/// The nodes of a search and its limits: a number of nodes, and a control with its deadline and its interrupt.
#[derive(Debug)]
pub(crate) struct NodeBudget {
    nodes: u64,
    most_nodes: u64,
    /// The number of nodes at which the limits are checked next.
    next_check: u64,
    control: Control,
}

/// The nodes between two checks of the control, which take less than a millisecond.
const INTERVAL: u64 = 1024;

impl NodeBudget {
    /// A budget of `nodes` nodes; without a number, the control alone ends the search.
    pub(crate) fn new(nodes: Option<u64>, control: Control) -> Self {
        Self {
            nodes: 0,
            most_nodes: nodes.unwrap_or(u64::MAX),
            next_check: 0,
            control,
        }
    }

    /// The nodes so far.
    #[inline]
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The node limit and the control of each of `searches` parallel searches: an equal share of the remaining
    /// nodes, or no node limit where this budget has none.
    pub(crate) fn share(&self, searches: usize) -> (Option<u64>, Control) {
        let limited = self.most_nodes < u64::MAX;
        let rest = self.most_nodes.saturating_sub(self.nodes);
        let share = limited.then_some(rest / searches as u64);
        (share, self.control.clone())
    }

    /// The control of the search: its deadline, its interrupt, and the receiver of its progress.
    pub(crate) fn control(&self) -> &Control {
        &self.control
    }

    /// Adds `nodes` to the count. Only [`check`](Self::check) tests the limit.
    #[inline]
    pub(crate) fn count(&mut self, nodes: u64) {
        self.nodes += nodes;
    }

    /// Begins a depth of iterative deepening. No limit interrupts depth 1. At each later depth the limits are checked
    /// at the first node, so that a limit that was met between two depths takes effect at once.
    pub(crate) fn begin_depth(&mut self, depth: u32) {
        self.next_check = if depth == 1 { u64::MAX } else { self.nodes };
    }

    /// Goes on, unless a limit is met. The node limit is checked at every node, the control every [`INTERVAL`] nodes.
    #[inline]
    pub(crate) fn check(&mut self) -> Result<(), Stopped> {
        if self.nodes < self.next_check {
            return Ok(());
        }
        self.check_limits()
    }

    #[cold]
    fn check_limits(&mut self) -> Result<(), Stopped> {
        self.next_check = (self.nodes + INTERVAL).min(self.most_nodes);
        if self.nodes >= self.most_nodes {
            return Err(Stopped);
        }
        self.control.go_on()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

    /// The number of nodes, counted one by one, at which the budget ends, at most `most`.
    fn count_nodes(budget: &mut NodeBudget, most: u64) -> u64 {
        (0..most)
            .take_while(|_| {
                let goes_on = budget.check().is_ok();
                budget.count(u64::from(goes_on));
                goes_on
            })
            .count() as u64
    }

    #[test]
    fn a_node_limit_holds_exactly() {
        for nodes in [1, 2, 1023, 1024, 1025, 5000] {
            let mut budget = NodeBudget::new(Some(nodes), Control::default());
            assert_eq!(count_nodes(&mut budget, 10_000), nodes);
            assert_eq!(budget.nodes(), nodes);
        }
    }

    #[test]
    fn the_control_is_checked_at_intervals_and_stops_the_search() {
        let checks = Arc::new(AtomicU64::new(0));
        let counter = Arc::clone(&checks);
        let control = Control {
            interrupt: Some(Arc::new(move || counter.fetch_add(1, Relaxed) == 4)),
            ..Control::default()
        };
        let mut budget = NodeBudget::new(None, control);
        assert_eq!(count_nodes(&mut budget, 10_000), 4 * INTERVAL);
        assert_eq!(checks.load(Relaxed), 5);
    }

    #[test]
    fn the_first_depth_is_complete_and_the_second_depth_checks_the_limit_at_once() {
        let mut budget = NodeBudget::new(Some(10), Control::default());
        budget.begin_depth(1);
        assert_eq!(count_nodes(&mut budget, 3000), 3000);
        budget.begin_depth(2);
        assert_eq!(count_nodes(&mut budget, 3000), 0);
    }
}
