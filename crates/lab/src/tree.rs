//! A branch and bound with its whole tree, for teaching.
//!
//! HiGHS and microlp do not give their trees. The search of this module is small, so that every node can be understood. It solves
//! the linear relaxation of a node by one of them, takes the open node with the best bound, and branches on one decision.
//! The search has no cuts and no heuristics. Values that a branch forces in whole numbers are fixed before the relaxation is
//! solved.

use azulejo_control::{Control, Progress};
use azulejo_solver::formulation::{Fact, Formulation, Program, Reading, Relation};
use azulejo_solver::instance::Sense;
use azulejo_solver::milp::{MilpError, Relaxation, relax};
use azulejo_solver::order::Solution;
use azulejo_solver::outcome::as_score;
use azulejo_solver::problem::Problem;
use itertools::Itertools;
use std::ops::RangeInclusive;

/// The tree of a branch and bound.
#[derive(Debug, Clone, PartialEq)]
pub struct Tree {
    /// The nodes in the order of their creation; the first is the root, and each comes after its parent.
    pub nodes: Vec<Node>,
    /// The best order.
    pub best: Option<Solution>,
    /// Whether every node is closed: the best order is then optimal, or there is none.
    pub complete: bool,
}

/// A node of a tree.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    /// The parent, with the name and the value of the fixed column; none for the root.
    pub parent: Option<(usize, String, i64)>,
    /// The bound of the linear relaxation; none without a solution.
    pub bound: Option<f64>,
    /// The end of the node.
    pub end: NodeEnd,
}

/// The end of a node.
#[derive(Debug, Clone, PartialEq)]
pub enum NodeEnd {
    /// A split on a column that had this value in the relaxation.
    Split {
        /// The name of the column.
        on: String,
        /// Value of the column in the relaxation.
        value: f64,
    },
    /// The dual bound is no better than the score of the incumbent.
    Bounded,
    /// The relaxation has no solution.
    Infeasible,
    /// The solution of the relaxation is an order with this score.
    Order {
        /// The score.
        score: u32,
    },
    /// Open at the end of the search.
    Open,
}

/// The nodes of a search with their relaxations, while it goes on.
struct Search<'a> {
    formulation: &'a dyn Formulation,
    problem: &'a Problem,
    control: &'a Control,
    nodes: Vec<Node>,
    /// Open nodes, each with its number.
    open: Vec<(usize, Solved)>,
    best: Option<Solution>,
}

/// A relaxation with a solution.
struct Solved {
    bound: f64,
    ranges: Vec<RangeInclusive<i64>>,
    values: Vec<f64>,
}

/// Distance from a whole number up to which a value counts as whole.
const INTEGRALITY_TOLERANCE: f64 = 1e-6;

/// Solves a formulation that is [complete](azulejo_solver::formulation::Kind::formulate) by a branch and bound of at most so many
/// nodes.
///
/// # Errors
/// When the solver of the relaxations fails.
pub fn branch_and_bound(
    formulation: &dyn Formulation,
    problem: &Problem,
    node_limit: usize,
    control: &Control,
) -> Result<Tree, MilpError> {
    let mut search = Search {
        formulation,
        problem,
        control,
        nodes: Vec::new(),
        open: Vec::new(),
        best: None,
    };
    let columns = formulation.program().columns();
    let ranges = columns
        .iter()
        .map(|column| column.range.clone())
        .collect_vec();
    let mut finished = match search.relaxation(&ranges)? {
        Child::Stopped => false,
        root => {
            search.add(None, root);
            true
        }
    };
    while finished && let Some((node, open)) = search.take() {
        let number = search.nodes.len() as u64;
        control.tell(&Progress::BranchAndBound {
            incumbent: search.best.as_ref().map(|best| f64::from(best.score)),
            bound: Some(open.bound),
            nodes: number,
        });
        finished = search.nodes.len() + 2 <= node_limit && search.branch(node, &open)?;
    }
    Ok(Tree {
        complete: finished,
        nodes: search.nodes,
        best: search.best,
    })
}

/// The result of a node's relaxation.
enum Child {
    Solved(Solved),
    Infeasible,
    Stopped,
}

impl Search<'_> {
    fn program(&self) -> &Program {
        self.formulation.program()
    }

    fn sense(&self) -> Sense {
        self.problem.sense()
    }

    fn relaxation(&self, ranges: &[RangeInclusive<i64>]) -> Result<Child, MilpError> {
        if self.control.stopped() {
            return Ok(Child::Stopped);
        }
        let program = self.program().with_ranges(ranges);
        Ok(match relax(&program, self.control)? {
            Relaxation::Solved { bound, values, .. } => Child::Solved(Solved {
                bound,
                ranges: ranges.to_vec(),
                values,
            }),
            Relaxation::Infeasible => Child::Infeasible,
            Relaxation::Stopped => Child::Stopped,
        })
    }

    /// The relaxation with a column fixed to a value, after propagation in whole numbers.
    fn fix(
        &self,
        ranges: &[RangeInclusive<i64>],
        column: usize,
        value: i64,
    ) -> Result<Child, MilpError> {
        let mut ranges = ranges.to_vec();
        ranges[column] = value..=value;
        match propagate(self.program(), &mut ranges) {
            true => self.relaxation(&ranges),
            false => Ok(Child::Infeasible),
        }
    }

    /// Adds a node, which is open, or closed at once.
    fn add(&mut self, parent: Option<(usize, String, i64)>, child: Child) {
        let node = self.nodes.len();
        let (bound, end) = match child {
            Child::Infeasible | Child::Stopped => (None, NodeEnd::Infeasible),
            Child::Solved(solved) => {
                let bound = Some(solved.bound);
                match self.order(&solved) {
                    Some(solution) => {
                        let score = solution.score;
                        let best = self.best.take();
                        self.best = Solution::better(self.problem, best, Some(solution));
                        (bound, NodeEnd::Order { score })
                    }
                    None => {
                        self.open.push((node, solved));
                        (bound, NodeEnd::Open)
                    }
                }
            }
        };
        self.nodes.push(Node { parent, bound, end });
    }

    /// The order of a solution in whole numbers, whose score is the bound.
    fn order(&self, Solved { bound, values, .. }: &Solved) -> Option<Solution> {
        if is_fractional(self.program(), values) {
            return None;
        }
        let rounded = values
            .iter()
            .map(|value| value.round() as i64)
            .collect_vec();
        let Reading::Order(order) = self.formulation.read(&rounded) else {
            return None;
        };
        if !self.problem.admits(&order) {
            return None;
        }
        let solution = Solution::new(self.problem, order);
        ((f64::from(solution.score) - bound).abs() < 0.5).then_some(solution)
    }

    /// Takes the open node with the best bound, and closes each node that is no better than the best order.
    fn take(&mut self) -> Option<(usize, Solved)> {
        let sense = self.sense();
        if let Some(best) = &self.best {
            let (open, closed): (Vec<_>, Vec<_>) = std::mem::take(&mut self.open)
                .into_iter()
                .partition(|(_, open)| sense.better(as_score(open.bound, sense), best.score));
            self.open = open;
            for (node, _) in closed {
                self.nodes[node].end = NodeEnd::Bounded;
            }
        }
        let gain = |open: &Solved| sense.gain(open.bound);
        let open = self.open.iter();
        let place =
            open.position_min_by(|(_, left), (_, right)| gain(right).total_cmp(&gain(left)));
        place.map(|place| self.open.remove(place))
    }

    /// Splits a node in two on a decision; false for a stopped search.
    fn branch(&mut self, node: usize, open: &Solved) -> Result<bool, MilpError> {
        let Some(column) = self.decision(open) else {
            // Every decision is fixed without an order: the formulation is not complete.
            return Ok(false);
        };
        let value = open.values[column];
        let name = self.program().columns()[column].name.clone();
        let mut sides = Vec::new();
        for side in [1, 0] {
            match self.fix(&open.ranges, column, side)? {
                Child::Stopped => return Ok(false),
                child => sides.push((side, child)),
            }
        }
        for (side, child) in sides {
            self.add(Some((node, name.clone(), side)), child);
        }
        self.nodes[node].end = NodeEnd::Split { on: name, value };
        Ok(true)
    }

    /// The decision that a node is split on: which turn fills a cell, or which of two cells comes first. All other
    /// columns follow from such decisions. The decision that is nearest to one half; where all are whole, the first one that is 1.
    fn decision(&self, open: &Solved) -> Option<usize> {
        let columns = self.program().columns().iter().enumerate();
        let decisions = columns.filter(|(index, column)| {
            let range = &open.ranges[*index];
            column.integer
                && range.start() < range.end()
                && matches!(
                    column.fact,
                    Fact::At { .. } | Fact::By { .. } | Fact::Before { .. }
                )
        });
        let near_half = |value: f64| (value - 0.5).abs();
        let is_fractional = |value: f64| near_half(value) < 0.5 - INTEGRALITY_TOLERANCE;
        let decisions = decisions
            .map(|(index, _)| (index, open.values[index]))
            .collect_vec();
        let fractional = decisions.iter().filter(|(_, value)| is_fractional(*value));
        let nearest = fractional
            .min_by(|(_, left), (_, right)| near_half(*left).total_cmp(&near_half(*right)));
        let whole = || decisions.iter().find(|(_, value)| *value > 0.5);
        nearest
            .or_else(whole)
            .or_else(|| decisions.first())
            .map(|(index, _)| *index)
    }
}

/// Whether an integer column has a fractional value.
fn is_fractional(program: &Program, values: &[f64]) -> bool {
    let mut columns = program.columns().iter().zip(values);
    columns.any(|(column, value)| {
        column.integer && (value - value.round()).abs() > INTEGRALITY_TOLERANCE
    })
}

/// Narrows the ranges of whole columns to what the rows leave them, until nothing changes; false where a row cannot hold.
fn propagate(program: &Program, ranges: &mut [RangeInclusive<i64>]) -> bool {
    loop {
        let mut has_changed = false;
        for row in program.rows() {
            let sides: &[i64] = match row.relation {
                Relation::AtMost => &[1],
                Relation::AtLeast => &[-1],
                Relation::Equal => &[1, -1],
            };
            for &sign in sides {
                // sign · expression ≤ sign · right
                let least = |column: usize, factor: i64| match factor > 0 {
                    true => factor * ranges[column].start(),
                    false => factor * ranges[column].end(),
                };
                let terms = row
                    .expression
                    .terms()
                    .map(|(column, factor)| (column.index(), sign * factor));
                let terms = terms.collect_vec();
                let sum: i64 = terms
                    .iter()
                    .map(|&(column, factor)| least(column, factor))
                    .sum();
                let room = sign * row.right - sum;
                if room < 0 {
                    return false;
                }
                for (column, factor) in terms {
                    let (low, high) = (*ranges[column].start(), *ranges[column].end());
                    if !program.columns()[column].integer || low == high {
                        continue;
                    }
                    let step = room / factor.abs();
                    let range = match factor > 0 {
                        true => low..=high.min(low + step),
                        false => low.max(high - step)..=high,
                    };
                    if range != ranges[column] {
                        ranges[column] = range;
                        has_changed = true;
                    }
                }
            }
        }
        if !has_changed {
            return true;
        }
    }
}
