//! Instances in the user's terms: a wall, a sense, and constraints on the order of the tiles.
//!
//! A [`Spec`] is an unchecked instance from JSON, a command line or a [`Builder`]. [`Instance::try_from`] turns a spec into an
//! [`Instance`], which is always well-formed, or names **all** its faults at once. [`Problem::from`](crate::problem::Problem)
//! compiles an instance for the solvers.

mod builder;
mod fields;
mod json;
mod kind;
mod read;
mod row;
#[cfg(feature = "schema")]
mod schema;
mod sense;
mod spec;
mod turn;
mod validate;
mod write;

pub use builder::Builder;
pub use kind::{Constraint, Field, Flag, Form, KINDS, Kind, Mark, ValidValue, Value, ValueSpec};
pub use row::{Inequality, Quantity, Requirement, RowClass, SubjectTo};
pub use sense::Sense;
pub use spec::{
    BonusSetSpec, CellSpec, ColoursSpec, ConstraintSpec, FactorSpec, Located, OffTheWall, Spec,
    WallSpec,
};
pub use turn::Turn;
pub use validate::{Fault, InvalidInstance};

use crate::wall::{Bonus, BonusSet, Cell, Colours, Factors, Wall};

/// Published figures of an instance, for comparison; never used to solve it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PublishedFigures {
    /// The optimal score.
    pub score: Option<u32>,
    /// The number of optimal orders, in decimal digits.
    pub orders: Option<String>,
}

/// A well-formed ordering problem on a wall, in the user's terms.
///
/// ```
/// use azulejo_solver::instance::Instance;
/// let instance = Instance::from_json(
///     r#"{ "wall": {"rows": 3, "columns": 3}, "sense": "maximize",
///          "constraints": [{"type": "place-at", "cell": [2, 2], "turn": 9}] }"#,
/// )?;
/// assert_eq!(instance.horizon(), 9);
/// # Ok::<(), azulejo_solver::instance::InvalidInstance>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Instance {
    name: Option<String>,
    source: Option<String>,
    wall: Wall,
    sense: Sense,
    initial: Vec<Cell>,
    holes: Vec<Cell>,
    horizon: usize,
    /// The number of tiles, if it is less than the number of turns.
    tiles: Option<usize>,
    bonus: Bonus,
    bonus_sets: Vec<BonusSet>,
    colours: Colours,
    factors: Factors,
    constraints: Vec<Constraint>,
    warnings: Vec<Fault>,
    published: PublishedFigures,
}

impl Instance {
    /// The largest number of cells of a wall. Each method has a lower limit of its own.
    pub const MAX_CELLS: usize = 1024;

    /// The largest size of a file, in bytes.
    pub const MAX_BYTES: usize = 1 << 20;

    /// Reads an instance in JSON.
    ///
    /// # Errors
    /// All the faults of the text at once, each with its place.
    pub fn from_json(text: &str) -> Result<Self, InvalidInstance> {
        Self::from_draft(read::read(text))
    }

    fn from_draft(draft: read::Draft) -> Result<Self, InvalidInstance> {
        let read::Draft {
            spec,
            fragments,
            mut faults,
            ranks,
        } = draft;
        let result = spec.map(|spec| validate::instance(spec, &fragments));
        match result {
            Some(Ok(instance)) if faults.is_empty() => return Ok(instance),
            Some(Err(value_faults)) => faults.extend(value_faults),
            _ => {}
        }
        faults.sort_by_cached_key(|fault| fault.position(&ranks));
        Err(InvalidInstance::new(faults))
    }

    /// The instance with only the constraints at positions that `keep` accepts.
    #[must_use]
    pub fn with_constraints(&self, keep: impl Fn(usize) -> bool) -> Self {
        let constraints = self.constraints.iter().enumerate();
        Self {
            constraints: constraints
                .filter(|(index, _)| keep(*index))
                .map(|(_, constraint)| constraint.clone())
                .collect(),
            warnings: Vec::new(),
            ..self.clone()
        }
    }

    /// The instance with another number of tiles in as many turns: turns may pass if there are fewer tiles than turns.
    ///
    /// # Errors
    /// When constraints do not allow turns that pass.
    pub fn with_tiles(&self, tiles: usize) -> Result<Self, InvalidInstance> {
        let tiles = (tiles < self.horizon).then_some(tiles);
        if self.passes() || tiles.is_none() {
            return Ok(Self {
                tiles,
                ..self.clone()
            });
        }
        // Rows were simplified by properties of orders without passes: they are read anew.
        let tiles = tiles.map(|tiles| Located::new("tiles", tiles as u64));
        Self::try_from(Spec {
            tiles,
            ..Spec::from(self)
        })
    }

    /// The instance with another sense.
    #[must_use]
    pub fn with_sense(&self, sense: Sense) -> Self {
        Self {
            sense,
            ..self.clone()
        }
    }

    /// The name.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// The place of publication.
    pub fn source(&self) -> Option<&str> {
        self.source.as_deref()
    }

    /// The wall.
    pub fn wall(&self) -> Wall {
        self.wall
    }

    /// The sense: maximization or minimization of the score.
    pub fn sense(&self) -> Sense {
        self.sense
    }

    /// The cells filled before turn 1, by number; they earn nothing.
    pub fn initial(&self) -> &[Cell] {
        &self.initial
    }

    /// The cells that the wall does not have, by number: no tile lies there, and runs end there.
    pub fn holes(&self) -> &[Cell] {
        &self.holes
    }

    /// The number of empty cells before turn 1.
    pub fn empty_len(&self) -> usize {
        self.wall.len() - self.initial.len() - self.holes.len()
    }

    /// The number of turns; by default the number of all cells that are neither initial nor holes.
    pub fn horizon(&self) -> usize {
        self.horizon
    }

    /// The number of tiles; by default one for each turn.
    pub fn tiles(&self) -> usize {
        self.tiles.unwrap_or(self.horizon)
    }

    /// Whether turns may pass, because there are fewer tiles than turns.
    pub fn passes(&self) -> bool {
        self.tiles.is_some()
    }

    /// The points for complete lines at the end.
    pub fn bonus(&self) -> Bonus {
        self.bonus
    }

    /// The sets of cells that earn points when all of them are filled at the end, beside lines and colours.
    pub fn bonus_sets(&self) -> &[BonusSet] {
        &self.bonus_sets
    }

    /// The colours of the cells, for the bonus.
    pub fn colours(&self) -> &Colours {
        &self.colours
    }

    /// The factors of the points of cells.
    pub fn factors(&self) -> &Factors {
        &self.factors
    }

    /// The constraints on the order.
    pub fn constraints(&self) -> &[Constraint] {
        &self.constraints
    }

    /// Harmless oddities: repetitions and parts without effect.
    pub fn warnings(&self) -> &[Fault] {
        &self.warnings
    }

    /// The published figures.
    pub fn published(&self) -> &PublishedFigures {
        &self.published
    }
}
