//! Ways to write a problem as a mixed-integer linear program.
//!
//! A [`Program`] is pure data in integers: columns that each state a [fact](Fact) about an order,
//! rows, and an objective. So every program can be checked without a solver: any order that
//! satisfies the constraints, read as true and false facts, must satisfy every row, and the
//! objective must give its score.
//!
//! The programs of [`Kind::formulate`] are complete: every solution is an order that satisfies the constraints. Complete programs
//! are written down, for people and for other solvers, and relaxed. A solve of the ordering formulation begins with fewer rows and
//! adds to them ([`OrderingFormulation`]).

mod build_error;
mod case_study;
mod colours;
mod conjunction;
mod description;
mod equation;
mod fact;
mod kind;
mod linear;
mod ordering;
mod program;
mod rows;

pub use build_error::BuildError;
pub use case_study::{CaseStudy, expansion};
pub use colours::ColourFact;
pub use description::{ColumnKind, Description, IndexSet, PointsFormula, sum};
pub use equation::Equation;
pub use fact::{Fact, Timetable};
pub use kind::Kind;
pub use linear::{Column, Linear};
pub use ordering::{Families, Family, OrderingFormulation};
pub use program::{Program, Relation, Row, Variable};

use crate::bounds::Bound;
use crate::problem::{Order, Problem};

/// A program for a problem, and the way back from its columns to an order. It is plain data, which threads can share.
pub trait Formulation: Send + Sync {
    /// The program.
    fn program(&self) -> &Program;

    /// Dual bound of the formulation before any solve.
    fn bound(&self) -> Bound;

    /// Whether rows are left out of the program, to be [separated](Self::separate) where they are violated.
    fn generates(&self) -> bool {
        false
    }

    /// Rows that were left out and that these values violate, one value a column: the most
    /// violated ones. Every order satisfies them.
    fn separate(&self, _values: &[f64]) -> Vec<CycleCut> {
        Vec::new()
    }

    /// Reads a 0–1 solution of the program, one value a column.
    fn read(&self, values: &[i64]) -> Reading;

    /// The quantity of a name in rows that people write: a column, or an expression that the formulation makes of columns. None
    /// where there is nothing of that name.
    fn quantity(&self, name: &str) -> Option<Linear> {
        self.program().column_named(name)
    }

    /// Sets, columns and points of the program in words, for the problem of the formulation.
    fn describe(&self, problem: &Problem) -> Description;
}

/// A row that forbids a cycle: its cells form no cycle, in which each is filled before the next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CycleCut {
    /// The row; every order satisfies it.
    pub row: Row,
    /// The number of cells on the cycle.
    pub cells: usize,
}

impl std::ops::Deref for CycleCut {
    type Target = Row;

    fn deref(&self) -> &Row {
        &self.row
    }
}

/// A 0–1 solution of a program, read as an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reading {
    /// An order.
    Order(Order),
    /// Cells that each come before the next, around a circle: rows that forbid these cycles, and
    /// an order that keeps to the rest of the solution as far as it can.
    Cyclic {
        /// A violated row for each cycle; every order satisfies it.
        cuts: Vec<CycleCut>,
        /// An order near the solution. It may break constraints of the problem.
        near: Order,
    },
}
