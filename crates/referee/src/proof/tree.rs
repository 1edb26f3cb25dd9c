//! A tree of cases, each closed by a sum of rows.

use super::names::{Column, Row};
use super::read::{Certificate, Node};
use super::rows::Program;
use crate::refusal::{Refusal, need};

/// The limit of enumerated sets of cells of lines, which takes a minute.
pub(super) const MOST_STEPS: u64 = 4_000_000_000;

/// Checks that every leaf is closed: no order of its case reaches the goal, or its case has no order.
///
/// The nodes are visited in preorder, with a stack of fixed columns instead of recursion, so that a deep tree cannot
/// overflow the call stack.
pub(super) fn check(
    program: &Program,
    nodes: &[Node],
    goal: Option<i128>,
    is_stopped: &dyn Fn() -> bool,
) -> Result<(), Refusal> {
    let is_bounded = nodes.len() <= Certificate::MOST_NODES;
    need(is_bounded, "tree", "too many nodes")?;
    let (mut fixed, mut is_open) = (Vec::<(Column, bool)>::new(), true);
    for (index, node) in nodes.iter().enumerate() {
        let step = |refusal: Refusal| refusal.within(format_args!("node {index}"));
        need(is_open, "tree", "all cases were closed before").map_err(step)?;
        let is_within_limit = program.steps() <= MOST_STEPS;
        need(is_within_limit, "tree", "it takes too many steps").map_err(step)?;
        need(!is_stopped(), "tree", "stopped").map_err(step)?;
        match node {
            Node::Split { column: name } => {
                let column = program.column(name).map_err(step)?;
                let is_new = fixed.iter().all(|(other, _)| *other != column);
                need(is_new, name, "it is fixed already").map_err(step)?;
                fixed.push((column, false));
            }
            Node::Leaf { denominator, rows } => {
                close(program, *denominator, rows, &fixed, goal).map_err(step)?;
                // The next case is the other side of the last open split.
                while fixed.pop_if(|(_, value)| *value).is_some() {}
                match fixed.last_mut() {
                    Some((_, value)) => *value = true,
                    None => is_open = false,
                }
            }
        }
    }
    need(!is_open, "tree", "a case is left open")
}

fn close(
    program: &Program,
    denominator: u32,
    rows: &[(String, i32)],
    fixed: &[(Column, bool)],
    goal: Option<i128>,
) -> Result<(), Refusal> {
    need(rows.len() <= Certificate::MOST_ROWS, "rows", "too many")?;
    let parsed = |(name, number): &(String, i32)| Ok((name.parse::<Row>()?, *number));
    let rows_by_name: Vec<_> = rows.iter().map(parsed).collect::<Result<_, Refusal>>()?;
    let rows = rows_by_name.iter().map(|(row, number)| (row, *number));
    let Some(maximum) = program.sum(denominator, rows, fixed)? else {
        return Ok(());
    };
    // Without a denominator the sum is no bound on the score: it says 0 ≤ maximum.
    let is_valid = goal.is_some() || denominator == 0;
    let reason = "it is not 0, and the claim is that there is no order";
    need(is_valid, "denominator", reason)?;
    let goal = goal.unwrap_or(0) * i128::from(denominator);
    let reason = format_args!("it is {maximum}, not less than {goal}");
    need(maximum < goal, "sum", reason)
}
