use super::{Constraint, Instance, Kind, PublishedFigures, Sense, Value, ValueSpec};
use crate::wall::{Bonus, Cell, Colours, Wall};

/// An unchecked instance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spec {
    /// The name.
    pub name: Option<String>,
    /// The place of publication.
    pub source: Option<String>,
    /// The wall.
    pub wall: WallSpec,
    /// The sense: maximization or minimization of the score.
    pub sense: Sense,
    /// The cells filled before turn 1.
    pub initial: Vec<Located<CellSpec>>,
    /// The cells that the wall does not have.
    pub holes: Vec<Located<CellSpec>>,
    /// The number of turns; by default the number of empty cells.
    pub turns: Option<Located<u64>>,
    /// The number of tiles; one for each turn by default.
    pub tiles: Option<Located<u64>>,
    /// The points for complete lines.
    pub bonus: Option<Located<Bonus>>,
    /// The sets of cells with a bonus.
    pub bonus_sets: Vec<Located<BonusSetSpec>>,
    /// The colours of the cells.
    pub colours: Option<Located<ColoursSpec>>,
    /// The factors of cells.
    pub factors: Vec<Located<FactorSpec>>,
    /// The constraints.
    pub constraints: Vec<Located<ConstraintSpec>>,
    /// The published figures.
    pub published: PublishedFigures,
}

impl Spec {
    /// The instance on a wall without constraints.
    pub fn new(wall: WallSpec, sense: Sense) -> Self {
        Self {
            name: None,
            source: None,
            wall,
            sense,
            initial: Vec::new(),
            holes: Vec::new(),
            turns: None,
            tiles: None,
            bonus: None,
            bonus_sets: Vec::new(),
            colours: None,
            factors: Vec::new(),
            constraints: Vec::new(),
            published: PublishedFigures::default(),
        }
    }
}

impl From<&Instance> for Spec {
    /// The spec of an instance, for changes and new checks.
    fn from(instance: &Instance) -> Self {
        let wall = instance.wall();
        let specs = |cells: &[Cell]| cells.iter().copied().map(CellSpec::from).collect();
        let cells = |name: &str, cells: &[Cell]| {
            let cells = cells.iter().copied().map(CellSpec::from);
            list(name, cells.collect())
        };
        let sets = instance.bonus_sets().iter().map(|set| BonusSetSpec {
            cells: specs(&set.cells),
            points: set.points.into(),
        });
        let factors = instance.factors().by_factor().into_iter();
        let factors = factors.map(|(factor, cells)| FactorSpec {
            cells: specs(&cells),
            factor: factor.into(),
        });
        let colours = match instance.colours() {
            Colours::Cyclic => None,
            Colours::Free => Some(ColoursSpec::Word("free".into())),
            Colours::Square(letters) => {
                let rows = letters.chunks(wall.columns());
                Some(ColoursSpec::Rows(rows.map(String::from_iter).collect()))
            }
        };
        let is_short = instance.horizon() < instance.empty_len();
        let turns = is_short.then(|| Located::new("turns", instance.horizon() as u64));
        let passes = instance.passes();
        let bonus = instance.bonus();
        let constraints = instance.constraints().iter().map(ConstraintSpec::from);
        Self {
            name: instance.name().map(str::to_owned),
            source: instance.source().map(str::to_owned),
            initial: cells("initial", instance.initial()),
            holes: cells("holes", instance.holes()),
            turns,
            tiles: passes.then(|| Located::new("tiles", instance.tiles() as u64)),
            bonus: (bonus != Bonus::default()).then(|| Located::new("bonus", bonus)),
            bonus_sets: list("bonus.sets", sets.collect()),
            colours: colours.map(|colours| Located::new("bonus.colours", colours)),
            factors: list("factors", factors.collect()),
            constraints: list("constraints", constraints.collect()),
            published: instance.published().clone(),
            ..Self::new(WallSpec::from(wall), instance.sense())
        }
    }
}

/// The items of a list with their places.
fn list<T>(name: &str, items: Vec<T>) -> Vec<Located<T>> {
    let items = items.into_iter().enumerate();
    items
        .map(|(index, item)| Located::new(format!("{name}[{index}]"), item))
        .collect()
}

/// A part of a spec and its place, for messages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Located<T> {
    /// A path in the file (`constraints[2].cell`) or a flag.
    pub place: String,
    /// The value.
    pub value: T,
}

impl<T> Located<T> {
    /// The value `value` at `place`.
    pub fn new(place: impl Into<String>, value: T) -> Self {
        Self {
            place: place.into(),
            value,
        }
    }
}

/// The sides of a wall, and their place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WallSpec {
    /// Number of rows.
    pub rows: u64,
    /// Number of columns.
    pub columns: u64,
    /// The place of the sides.
    pub place: String,
}

impl From<Wall> for WallSpec {
    fn from(wall: Wall) -> Self {
        Self {
            rows: wall.rows() as u64,
            columns: wall.columns() as u64,
            place: "wall".into(),
        }
    }
}

/// A cell in the user's terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CellSpec {
    /// A number from 1, row by row.
    Number(u64),
    /// A row and a column, both from 1.
    At(u64, u64),
}

impl CellSpec {
    /// The cell, if the wall has it.
    ///
    /// # Errors
    /// [`OffTheWall`] if not.
    pub fn on(self, wall: Wall) -> Result<Cell, OffTheWall> {
        let index = |number: u64| usize::try_from(number).ok()?.checked_sub(1);
        let cell = match self {
            Self::Number(number) => {
                let index = index(number).filter(|&index| index < wall.len());
                index.map(Cell::from_index)
            }
            Self::At(row, column) => {
                let place = index(row).zip(index(column));
                place.and_then(|(row, column)| wall.cell(row, column))
            }
        };
        cell.ok_or(OffTheWall { cell: self, wall })
    }
}

impl From<u64> for CellSpec {
    /// A number from 1, row by row.
    fn from(number: u64) -> Self {
        Self::Number(number)
    }
}

impl From<(u64, u64)> for CellSpec {
    /// A row and a column, both from 1.
    fn from((row, column): (u64, u64)) -> Self {
        Self::At(row, column)
    }
}

impl From<Cell> for CellSpec {
    fn from(cell: Cell) -> Self {
        Self::Number(cell.number() as u64)
    }
}

impl std::fmt::Display for CellSpec {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Number(number) => write!(f, "cell {number}"),
            Self::At(row, column) => write!(f, "row {row}, column {column}"),
        }
    }
}

/// A cell outside of a wall.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{cell} is off the {wall} wall (cells 1 to {})", wall.len())]
pub struct OffTheWall {
    cell: CellSpec,
    wall: Wall,
}

/// An unchecked constraint: its kind, and a value for each of the kind's fields.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConstraintSpec {
    kind: &'static Kind,
    values: Vec<ValueSpec>,
}

impl ConstraintSpec {
    /// A constraint with these values, in the order of the kind's fields; none unless each has the form of its
    /// field.
    ///
    /// ```
    /// use azulejo_solver::instance::{CellSpec, ConstraintSpec, KINDS, Value};
    /// let place_at = KINDS[0]; // its fields are a cell and a turn
    /// let (cell, turn) = (Value::Cell(CellSpec::At(2, 2)), Value::Turn(9));
    /// assert!(ConstraintSpec::new(place_at, vec![cell.clone(), turn.clone()]).is_some());
    /// assert!(ConstraintSpec::new(place_at, vec![turn, cell]).is_none());
    /// ```
    pub fn new(kind: &'static Kind, values: Vec<ValueSpec>) -> Option<Self> {
        let forms = kind.fields.iter().map(|field| field.form);
        forms
            .eq(values.iter().map(Value::form))
            .then_some(Self { kind, values })
    }

    /// Kind of the constraint.
    pub fn kind(&self) -> &'static Kind {
        self.kind
    }

    /// The values of the kind's fields, in their order.
    pub fn values(&self) -> &[ValueSpec] {
        &self.values
    }
}

impl From<&Constraint> for ConstraintSpec {
    fn from(constraint: &Constraint) -> Self {
        let values = constraint.values().into_iter().map(|value| match value {
            Value::Cell(cell) => Value::Cell(cell.into()),
            Value::Turn(turn) => Value::Turn(turn.number() as u64),
            Value::Cells(cells) => Value::Cells(cells.into_iter().map(CellSpec::from).collect()),
            Value::Row(row) => Value::Row(row.text().to_owned()),
        });
        Self {
            kind: constraint.kind(),
            values: values.collect(),
        }
    }
}

/// Unchecked cells and the factor of their points.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FactorSpec {
    /// The cells.
    pub cells: Vec<CellSpec>,
    /// The factor.
    pub factor: u64,
}

/// Unchecked cells and the points for all of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BonusSetSpec {
    /// The cells.
    pub cells: Vec<CellSpec>,
    /// The points.
    pub points: u64,
}

/// Unchecked colours of the cells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ColoursSpec {
    /// `cyclic` or `free`.
    Word(String),
    /// A text for each row of a Latin square, a letter for each cell.
    Rows(Vec<String>),
}
