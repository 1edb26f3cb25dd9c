//! A tree of cases, each closed by a sum of rows.

use super::Refusal;
use super::facts::Facts;
use super::names::{Column, Row};
use super::read::{Certificate, Node};
use super::rows::Program;

/// As many sets of cells of lines are gone through at most, which takes a minute.
pub(super) const MOST_STEPS: u64 = 4_000_000_000;

/// Whether every leaf is closed: no order of its case reaches the goal, or there is none.
///
/// The nodes are gone through as they are listed, with the columns that are fixed on the way; nothing calls itself, so a
/// deep tree takes no stack.
pub(super) fn check(facts: Facts, nodes: &[Node], goal: Option<i128>) -> Result<(), Refusal> {
    if nodes.len() > Certificate::MOST_NODES {
        return Err(Refusal::at("tree", "too many nodes"));
    }
    let program = Program::new(facts)?;
    let mut fixed: Vec<(Column, bool)> = Vec::new();
    let mut open = true;
    for (index, node) in nodes.iter().enumerate() {
        let step = |refusal: Refusal| Refusal::at(format!("node {index}"), refusal);
        if !open {
            return Err(step(Refusal::at("tree", "all cases were closed before")));
        }
        if program.steps() > MOST_STEPS {
            return Err(step(Refusal::at("tree", "it takes too many steps")));
        }
        match node {
            Node::Split { column: name } => {
                let column = program.column(name).map_err(step)?;
                if fixed.iter().any(|(other, _)| *other == column) {
                    return Err(step(Refusal::at(name, "it is fixed already")));
                }
                fixed.push((column, false));
            }
            Node::Leaf { denominator, rows } => {
                close(&program, *denominator, rows, &fixed, goal).map_err(step)?;
                // On to the other side of the last split of which it is open.
                open = loop {
                    match fixed.pop() {
                        Some((column, false)) => {
                            fixed.push((column, true));
                            break true;
                        }
                        Some((_, true)) => {}
                        None => break false,
                    }
                };
            }
        }
    }
    match open {
        true => Err(Refusal::at("tree", "a case is left open")),
        false => Ok(()),
    }
}

fn close(
    program: &Program,
    denominator: u32,
    rows: &[(String, i32)],
    fixed: &[(Column, bool)],
    goal: Option<i128>,
) -> Result<(), Refusal> {
    if rows.len() > Certificate::MOST_ROWS {
        return Err(Refusal::at("rows", "too many"));
    }
    let named = rows.iter().map(|(name, number)| {
        let row = name.parse::<Row>();
        row.map(|row| (row, *number))
            .map_err(|()| Refusal::at(name, "no row has this name"))
    });
    let named = named.collect::<Result<Vec<_>, _>>()?;
    let rows = named.iter().map(|(row, number)| (row, *number));
    let Some(most) = program.sum(denominator, rows, fixed)? else {
        return Ok(());
    };
    // Without a denominator the sum says nothing of the score: it says 0 ≤ most.
    let goal = match (goal, denominator) {
        (_, 0) => 0,
        (Some(goal), _) => goal * i128::from(denominator),
        (None, _) => {
            return Err(Refusal::at(
                "denominator",
                "it is not 0, and the claim is that there is no order",
            ));
        }
    };
    match most < goal {
        true => Ok(()),
        false => Err(Refusal::at(
            "sum",
            format!("it is {most}, not less than {goal}"),
        )),
    }
}
