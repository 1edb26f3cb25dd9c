use super::{
    BonusSetSpec, CellSpec, ColoursSpec, ConstraintSpec, FactorSpec, Instance, InvalidInstance,
    Kind, Located, PublishedFigures, Sense, Spec, ValueSpec, WallSpec,
};
use crate::wall::Bonus;

/// Builder of an instance in code. [`build`](Self::build) checks the instance and names all its faults at once; nothing is
/// checked before.
///
/// Cells are numbers from 1, row by row, or pairs of row and column, both from 1; turns count from 1.
///
/// ```
/// use azulejo_solver::instance::{Instance, Sense};
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
/// # Ok::<(), azulejo_solver::instance::InvalidInstance>(())
/// ```
#[derive(Debug, Clone)]
#[must_use]
pub struct Builder {
    spec: Spec,
}

impl Instance {
    /// Builder of an instance on a wall.
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

impl From<&Instance> for Builder {
    /// Builder that changes an instance. The published figures are left out: they belong to the unchanged instance.
    fn from(instance: &Instance) -> Self {
        Self {
            spec: Spec {
                published: PublishedFigures::default(),
                ..Spec::from(instance)
            },
        }
    }
}

impl Builder {
    /// The name of the instance.
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.spec.name = Some(name.into());
        self
    }

    /// The place of publication.
    pub fn source(mut self, source: impl Into<String>) -> Self {
        self.spec.source = Some(source.into());
        self
    }

    /// More cells that are filled before turn 1 and earn nothing.
    pub fn initial<C: Into<CellSpec>>(mut self, cells: impl IntoIterator<Item = C>) -> Self {
        for cell in cells {
            add(&mut self.spec.initial, "initial", cell.into());
        }
        self
    }

    /// More cells that the wall does not have.
    pub fn holes<C: Into<CellSpec>>(mut self, cells: impl IntoIterator<Item = C>) -> Self {
        for cell in cells {
            add(&mut self.spec.holes, "holes", cell.into());
        }
        self
    }

    /// The number of turns; all empty cells by default.
    pub fn turns(mut self, turns: u64) -> Self {
        self.spec.turns = Some(Located::new("turns", turns));
        self
    }

    /// The number of tiles, where turns may pass; one for each turn by default.
    pub fn tiles(mut self, tiles: u64) -> Self {
        self.spec.tiles = Some(Located::new("tiles", tiles));
        self
    }

    /// Points for complete lines at the end.
    pub fn bonus(mut self, bonus: Bonus) -> Self {
        self.spec.bonus = Some(Located::new("bonus", bonus));
        self
    }

    /// Points for one more set of cells that are all filled at the end.
    pub fn bonus_set<C: Into<CellSpec>>(
        mut self,
        cells: impl IntoIterator<Item = C>,
        points: u64,
    ) -> Self {
        let cells = cells.into_iter().map(Into::into).collect();
        let spec = BonusSetSpec { cells, points };
        add(&mut self.spec.bonus_sets, "bonus.sets", spec);
        self
    }

    /// The colours of the cells; cyclic by default.
    pub fn colours(mut self, colours: ColoursSpec) -> Self {
        self.spec.colours = Some(Located::new("bonus.colours", colours));
        self
    }

    /// A factor, from 0 to 100, of the points of more cells; each cell has one factor at most.
    pub fn factor<C: Into<CellSpec>>(
        mut self,
        cells: impl IntoIterator<Item = C>,
        factor: u64,
    ) -> Self {
        let cells = cells.into_iter().map(Into::into).collect();
        let spec = FactorSpec { cells, factor };
        add(&mut self.spec.factors, "factors", spec);
        self
    }

    /// One more constraint; each kind has a method of its own that calls this one.
    pub(super) fn constraint(mut self, kind: &'static Kind, values: Vec<ValueSpec>) -> Self {
        let spec = ConstraintSpec::new(kind, values).expect("values of the kind's own fields");
        add(&mut self.spec.constraints, "constraints", spec);
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

/// Adds an item to a list of this name.
fn add<T>(list: &mut Vec<Located<T>>, name: &str, item: T) {
    list.push(Located::new(format!("{name}[{}]", list.len()), item));
}
