//! Ranks of cells: the rows that make a written program exact.
//!
//! Equations (O-1) and (O-2) do not exclude every cycle. On 3×3 they allow 1 → 2 → 5 → 6 → 9 → 7 → 1, if 3, 4 and 8
//! are the first cells of their lines: each line is in an order then, and each rectangle has a corner that comes
//! before the two beside it. While azulejo solves, it adds equation (O-11) where a solution has such a cycle. A
//! file cannot do that. There each cell has a rank, which is lower than the ranks of the cells after it. A rank is no turn:
//! cells that no pairs put in an order can have the same one. In an order, the turns are ranks.
//!
//! **Where no ranks are needed.** Let a solution of the other equations have a cycle among cells that are filled.
//! (The order of empty cells does not matter.)
//!
//! - By (O-8) no cell of it is filled in a later phase than the next cell: all of them are filled in one phase.
//! - Take a shortest one. Two of its cells that are paired follow each other on it: if not, one of them comes before
//!   the other, a part of the cycle leads back, and both together are a shorter cycle.
//! - Let only cells of a common line be paired in the phase. Three cells of a line are paired with each other: they
//!   would be the whole cycle, which (O-1) excludes. So the cycle turns from row to column and from column to row at
//!   each of its cells, and has two cells in each of its rows and in each of its columns: `2k` cells in `k` rows and
//!   `k` columns. With `k = 2` they are the corners of a rectangle, which (O-2) excludes. So `k` is 3 or more, and
//!   the phase fills six cells or more.
//!
//! So the cells of a phase need ranks if they are in three rows and three columns and the phase has six turns
//! (two, two and four if (O-2) is left out), or if the phase pairs cells without a common line and has three turns.
//! There may be no cycle even so; then the ranks do no harm, because every order has some.
//!
//! **Why they suffice.** Around a cycle in such a phase they would grow with every step.

use super::precedence::Precedence;
use crate::formulation::program::Relation::AtMost;
use crate::formulation::{BuildError, Column, Equation, Fact, Linear, Program};
use crate::problem::{Phase, Problem};
use crate::wall::Cell;
use azulejo_control::Control;
use itertools::Itertools;
use std::collections::BTreeMap;

static RANKS: Equation = Equation {
    number: "O-15",
    statement: "A cell has a lower rank than the cells that come after it, so that no cells form a cycle; \
           $N$ is the number of cells that are empty at first. Two cells can have the same rank, so it is no turn. While azulejo solves, it leaves these rows out and \
           cuts off the cycles that come up, (11)",
    each: "every pair of cells $a$, $b$ that may be on a cycle that (1) and (2) allow, both ways round",
    formula: "rank(a) + 1 ≤ rank(b) + N·(1 − o(a,b))",
};

impl Precedence {
    /// (O-15) rank(a) + 1 ≤ rank(b) + N·(1 − o(a,b)) for the pairs of each phase that may have a cycle.
    pub(super) fn ranks(
        &self,
        program: &mut Program,
        problem: &Problem,
        with_rectangles: bool,
        control: &Control,
    ) -> Result<(), BuildError> {
        let spans = problem.phases_of_rows();
        let cyclic_spans = spans
            .iter()
            .filter(|span| self.may_have_cycles(problem, span, with_rectangles))
            .collect_vec();
        let pairs = self
            .pairs()
            .filter(|&pair| cyclic_spans.iter().any(|span| is_within(span, pair)))
            .collect_vec();
        let most = problem.free_len() as i64;
        let cells = pairs.iter().flat_map(|&(a, b)| [a, b]).sorted().dedup();
        let ranks: BTreeMap<Cell, Column> = cells
            .map(|cell| {
                let name = format!("rank({cell})");
                (cell, program.number(name, Fact::Rank { cell }, 1..=most))
            })
            .collect();
        for (first, then) in pairs.iter().flat_map(|&(a, b)| [(a, b), (b, a)]) {
            program.go_on(control)?;
            let reverse = Linear::constant(1) - self.before(first, then);
            if reverse == Linear::constant(1) {
                continue; // Ranks from 1 to N satisfy the row.
            }
            let label = format!("_rank({first},{then})");
            let left = Linear::from(ranks[&first]) + 1;
            let right = Linear::from(ranks[&then]) + reverse * most;
            program.row(&RANKS, label, left, AtMost, right);
        }
        Ok(())
    }

    /// Whether (O-1) and, `with_rectangles`, (O-2) are known to exclude every cycle of a phase; else it may have some.
    fn may_have_cycles(&self, problem: &Problem, span: &Phase<'_>, with_rectangles: bool) -> bool {
        let wall = problem.wall();
        let across =
            |(a, b)| wall.row_of(a) != wall.row_of(b) && wall.column_of(a) != wall.column_of(b);
        let mut pairs = self.pairs().filter(|&pair| is_within(span, pair));
        if span.turns >= 3 && pairs.any(across) {
            return true;
        }
        let lines = if with_rectangles { 3 } else { 2 };
        let rows = span.cells.iter().map(|cell| wall.row_of(cell));
        let columns = span.cells.iter().map(|cell| wall.column_of(cell));
        span.turns >= 2 * lines
            && rows.unique().count() >= lines
            && columns.unique().count() >= lines
    }
}

fn is_within(span: &Phase<'_>, (a, b): (Cell, Cell)) -> bool {
    span.cells.contains(a) && span.cells.contains(b)
}
