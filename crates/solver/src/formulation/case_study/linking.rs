//! (CS-3) The columns of the products, and the rows that tie them to the positions.

use super::{CaseStudy, Place, filled_before, letter};
use crate::formulation::program::Relation::AtMost;
use crate::formulation::{Column, Equation, Fact, Linear};
use crate::problem::Problem;
use crate::wall::Cell;
use itertools::Itertools;

/// Linking of a product to its positions, from above.
#[derive(Debug, Clone, Copy)]
pub(in crate::formulation) enum Linking {
    /// By one row over the sum of its positions, as published (CS-3a).
    Aggregated,
    /// By a row for each of its positions (3c, 3d).
    Disaggregated,
}

static AGGREGATED: Equation = Equation {
    number: "CS-3a",
    statement: "A product is 1 only if its position is filled in that turn and all of its set before; \
           published as 3, 4, 5 and 6 for sets of 1, 2, 3 and 4",
    each: "every turn $i$, position $j$ and set $S$ of $j$",
    formula: "(|S| + 1)·X(i,j,S) ≤ Σ_{k ∈ S} Σ_{o < i} A(o,k) + A(i,j)",
};

static AT_LEAST: Equation = Equation {
    number: "CS-3b",
    statement: "A product is 1 if its position is filled in that turn and all of its set before; \
           published as the other halves of 3, 4, 5 and 6",
    each: "every turn $i$, position $j$ and set $S$ of $j$",
    formula: "Σ_{k ∈ S} Σ_{o < i} A(o,k) + A(i,j) ≤ |S| + X(i,j,S)",
};

static AT_MOST_POSITION: Equation = Equation {
    number: "CS-3c",
    statement: "A product is 1 only if its position is filled in that turn",
    each: "every turn $i$, position $j$ and set $S$ of $j$",
    formula: "X(i,j,S) ≤ A(i,j)",
};

static AT_MOST_EACH: Equation = Equation {
    number: "CS-3d",
    statement: "A product is 1 only if each position of its set is filled before that turn",
    each: "every turn $i$, position $j$, set $S$ of $j$ and $k ∈ S$",
    formula: "X(i,j,S) ≤ Σ_{o < i} A(o,k)",
};

impl Linking {
    /// The formulation with its verb.
    pub(super) fn subject(self) -> &'static str {
        match self {
            Self::Aggregated => "the case-study formulation takes",
            Self::Disaggregated => "the disaggregated formulation takes",
        }
    }
}

impl CaseStudy {
    /// (CS-3), published as (3) to (6) with X = B, C, D, E for |S| = 1, 2, 3, 4: X(i,j,S) is 1 iff A(i,j) is 1 and all of S is
    /// filled before turn i:
    /// (a) (|S| + 1)·X ≤ Σ_{k∈S} Σ_{o<i} A(o,k) + A(i,j), (b) the same sum ≤ |S| + X;
    /// or instead of (a), (c) X ≤ A(i,j) and (d) X ≤ Σ_{o<i} A(o,k) for every k in S.
    pub(super) fn product(
        &mut self,
        problem: &Problem,
        linking: Linking,
        Place { turn, cell, column }: Place,
        set: &[Cell],
    ) -> Column {
        if set.is_empty() {
            return column;
        }
        let filled = set
            .iter()
            .map(|&other| filled_before(&self.columns, problem, turn.index(), other))
            .collect_vec();
        let indices = format!("({turn},{cell},{})", set.iter().join(","));
        let fact = Fact::After {
            cell,
            turn: Some(turn),
            set: set.to_vec(),
        };
        let x = self
            .program
            .binary(format!("{}{indices}", letter(set.len())), fact);
        let size = set.len() as i64;
        let sum = filled.iter().cloned().sum::<Linear>() + column;
        match linking {
            Linking::Aggregated => {
                let times = Linear::from(x) * (size + 1);
                self.program
                    .row(&AGGREGATED, indices.clone(), times, AtMost, sum.clone());
            }
            Linking::Disaggregated => {
                self.program
                    .row(&AT_MOST_POSITION, indices.clone(), x, AtMost, column);
                for (other, filled) in set.iter().zip(filled) {
                    let label = format!("{indices}_{other}");
                    self.program.row(&AT_MOST_EACH, label, x, AtMost, filled);
                }
            }
        }
        self.program
            .row(&AT_LEAST, indices, sum, AtMost, Linear::from(x) + size);
        x
    }
}
