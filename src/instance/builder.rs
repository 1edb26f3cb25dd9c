use super::{CellSpec, ConstraintSpec, Instance, InvalidInstance, Located, Sense, Spec, WallSpec};
use crate::wall::Bonus;
use std::ops::RangeInclusive;

/// Puts an instance together in code. Nothing is checked before [`build`](Self::build), which then names all
/// faults at once.
///
/// Cells are numbers from 1, row by row, or pairs of row and column, both from 1; turns count from 1.
///
/// ```
/// use azulejo::instance::{Instance, Sense};
/// let instance = Instance::builder(3, 3, Sense::Maximize)
///     .name("centre last")
///     .place_at((2, 2), 9)
///     .before(1, 3)
///     .build()?;
/// assert_eq!(instance.constraints().len(), 2);
///
/// let wrong = Instance::builder(3, 3, Sense::Maximize).place_at(10, 9).before(1, 1).build();
/// let faults = wrong.expect_err("two faults").to_string();
/// assert!(faults.contains("constraints[0].cell: cell 10 is off the 3×3 wall"));
/// assert!(faults.contains("constraints[1]: cell 1 cannot come before itself"));
/// # Ok::<(), azulejo::instance::InvalidInstance>(())
/// ```
#[derive(Debug, Clone)]
#[must_use]
pub struct Builder {
    spec: Spec,
}

impl Instance {
    /// An instance on a wall, to which more can be said.
    pub fn builder(rows: u64, columns: u64, sense: Sense) -> Builder {
        let wall = WallSpec {
            rows,
            columns,
            place: "wall".into(),
        };
        Builder {
            spec: Spec::new(wall, sense),
        }
    }
}

impl Builder {
    /// What it is called.
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.spec.name = Some(name.into());
        self
    }

    /// Where it was published.
    pub fn source(mut self, source: impl Into<String>) -> Self {
        self.spec.source = Some(source.into());
        self
    }

    /// More cells that are filled before turn 1 and earn nothing.
    pub fn initial<C: Into<CellSpec>>(mut self, cells: impl IntoIterator<Item = C>) -> Self {
        for cell in cells {
            let place = format!("initial[{}]", self.spec.initial.len());
            self.spec.initial.push(Located::new(place, cell.into()));
        }
        self
    }

    /// The number of turns; all empty cells by default.
    pub fn turns(mut self, turns: u64) -> Self {
        self.spec.turns = Some(Located::new("turns", turns));
        self
    }

    /// Points for what is complete at the end.
    pub fn bonus(mut self, bonus: Bonus) -> Self {
        self.spec.bonus = Some(Located::new("bonus", bonus));
        self
    }

    /// The cell is filled in that turn.
    pub fn place_at(self, cell: impl Into<CellSpec>, turn: u64) -> Self {
        let cell = cell.into();
        self.constraint(ConstraintSpec::PlaceAt { cell, turn })
    }

    /// The cell is filled in none but these turns.
    pub fn window(self, cell: impl Into<CellSpec>, turns: RangeInclusive<u64>) -> Self {
        let (cell, (from, to)) = (cell.into(), turns.into_inner());
        self.constraint(ConstraintSpec::Window { cell, from, to })
    }

    /// `then` is filled only when `first` is.
    pub fn before(self, first: impl Into<CellSpec>, then: impl Into<CellSpec>) -> Self {
        let (first, then) = (first.into(), then.into());
        self.constraint(ConstraintSpec::Before { first, then })
    }

    /// These are the first tiles, in any order.
    pub fn first<C: Into<CellSpec>>(self, cells: impl IntoIterator<Item = C>) -> Self {
        let cells = cells.into_iter().map(Into::into).collect();
        self.constraint(ConstraintSpec::First { cells })
    }

    /// These are the last tiles, in any order.
    pub fn last<C: Into<CellSpec>>(self, cells: impl IntoIterator<Item = C>) -> Self {
        let cells = cells.into_iter().map(Into::into).collect();
        self.constraint(ConstraintSpec::Last { cells })
    }

    /// Turn t fills a cell of row ((t − 1) mod rows) + 1: the thesis's second constraint.
    pub fn rounds(self) -> Self {
        self.constraint(ConstraintSpec::Rounds)
    }

    /// The last turns fill row 1, row 2, … in that order: the thesis's first constraint.
    pub fn last_round(self) -> Self {
        self.constraint(ConstraintSpec::LastRound)
    }

    fn constraint(mut self, constraint: ConstraintSpec) -> Self {
        let place = format!("constraints[{}]", self.spec.constraints.len());
        self.spec.constraints.push(Located::new(place, constraint));
        self
    }

    /// The instance.
    ///
    /// # Errors
    /// All the faults at once, each with its place: the wall, or a constraint by its position.
    pub fn build(self) -> Result<Instance, InvalidInstance> {
        Instance::try_from(self.spec)
    }
}
