//! The claims of a relaxation: the columns that are not 0, and by how much each is larger than its conditions.

use super::RelaxationReport;
use azulejo_solver::formulation::{Column, ColumnKind, Fact, Program, Variable};
use azulejo_solver::instance::Turn;
use azulejo_solver::milp::Relaxation;
use azulejo_solver::wall::Cell;
use itertools::Itertools;
use std::collections::HashMap;

/// A column that is not 0.
#[derive(Debug)]
pub struct Claim<'a> {
    /// Name of the column.
    pub name: &'a str,
    /// Value of the column.
    pub value: f64,
    /// Coefficient of the column in the objective.
    pub points: f64,
    /// The fact that the column states.
    pub fact: &'a Fact,
    /// A condition of the fact whose value is less than that of the column, and its value.
    pub limit: Option<(String, f64)>,
}

/// A kind of columns, and its columns that are not 0.
pub type Claims<'a> = (&'a ColumnKind, Vec<Claim<'a>>);

impl RelaxationReport {
    /// The difference up to which two values count as the same.
    pub const TOLERANCE: f64 = 1e-9;

    /// The columns that are not 0, by kind; none where the relaxation was not solved.
    pub fn claims(&self) -> Vec<Claims<'_>> {
        let (Some(program), Relaxation::Solved { values, .. }) = (self.program(), &self.relaxation)
        else {
            return Vec::new();
        };
        let parts = Parts::new(program, values);
        let points: HashMap<usize, i64> = program
            .objective()
            .terms()
            .map(|(column, points): (Column, i64)| (column.index(), points))
            .collect();
        let columns = program.columns().iter().zip(values).enumerate();
        let nonzero = columns.filter(|(_, (_, value))| value.abs() > Self::TOLERANCE);
        let mut by_kind = nonzero
            .map(|(index, (column, &value))| {
                let claim = Claim {
                    name: &column.name,
                    value,
                    points: points.get(&index).map_or(0.0, |&points| points as f64),
                    fact: &column.fact,
                    limit: parts
                        .least(&column.fact)
                        .filter(|(_, least)| value > least + Self::TOLERANCE),
                };
                (column.kind(), claim)
            })
            .into_group_map();
        let kinds = self.columns.iter();
        kinds
            .filter_map(|kind| Some((kind, by_kind.remove(&*kind.prefix)?)))
            .collect()
    }
}

/// Values of the conditions: for each cell in each turn, and for each cell before each other cell.
struct Parts {
    at: HashMap<Cell, Vec<(Turn, f64)>>,
    before: HashMap<(Cell, Cell), f64>,
}

impl Parts {
    fn new(program: &Program, values: &[f64]) -> Self {
        let mut parts = Self {
            at: HashMap::new(),
            before: HashMap::new(),
        };
        for (Variable { fact, .. }, &value) in program.columns().iter().zip(values) {
            match *fact {
                Fact::At { cell, turn } => parts.at.entry(cell).or_default().push((turn, value)),
                Fact::Before { first, then } => {
                    parts.before.insert((first, then), value);
                    parts.before.insert((then, first), 1.0 - value);
                }
                _ => {}
            }
        }
        parts
    }

    /// The condition of a fact with the least value: that its cell is filled, or that another cell is filled before.
    fn least(&self, fact: &Fact) -> Option<(String, f64)> {
        let Fact::After { cell, turn, set } = fact else {
            return None;
        };
        let filling = turn.and_then(|turn| {
            let (_, value) = self.at.get(cell)?.iter().find(|(at, _)| *at == turn)?;
            Some((format!("cell {cell} is filled in turn {turn}"), *value))
        });
        let before = set.iter().filter_map(|&other| {
            let value = match turn {
                Some(turn) => {
                    let earlier = self.at.get(&other)?.iter().filter(|(at, _)| at < turn);
                    earlier.map(|(_, value)| value).sum()
                }
                None => *self.before.get(&(other, *cell))?,
            };
            Some((format!("cell {other} is filled before"), value))
        });
        let parts = filling.into_iter().chain(before);
        parts.min_by(|(_, left), (_, right)| left.total_cmp(right))
    }
}
