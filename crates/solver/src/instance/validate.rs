//! From a [`Spec`] to an [`Instance`], noting every fault of meaning that can be seen without solving.

use super::fields::part;
use super::kind::ConstraintDraft;
use super::row::Frame;
use super::{
    CellSpec, Constraint, ConstraintSpec, Field, Instance, Located, PublishedFigures, Spec,
    SubjectTo, Turn, ValidValue, Value, ValueSpec, WallSpec,
};
use crate::counted::{agreeing, counted};
use crate::wall::{Cell, CellSet, Colours, Factors, Wall, WallError};
use itertools::Itertools;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::fmt;

/// One fault of an instance, or what is odd about it, and where it was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    place: String,
    message: String,
}

impl Fault {
    pub(super) fn new(place: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            place: place.into(),
            message: message.into(),
        }
    }

    /// A path in the file (`constraints[2].cell`) or a flag.
    pub fn place(&self) -> &str {
        &self.place
    }

    /// Where the place comes in a file whose keys have these ranks: the key, then the path below it with
    /// its numbers as numbers.
    pub(super) fn position(
        &self,
        ranks: &BTreeMap<String, usize>,
    ) -> (usize, Vec<(usize, String)>) {
        let key = self.place.split(['.', '[']).next().unwrap_or("");
        let rank = ranks.get(key).copied().unwrap_or(usize::MAX);
        let steps = self.place.split(['.', '[', ']']);
        let path = steps.map(|step| (step.parse().unwrap_or(0), step.to_owned()));
        (rank, path.collect())
    }

    /// The fault in words, and its mend.
    pub fn message(&self) -> &str {
        &self.message
    }
}

/// An instance that cannot be used, with all its faults.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct InvalidInstance {
    faults: Vec<Fault>,
}

impl InvalidInstance {
    /// At most this many faults are written out.
    const SHOWN: usize = 20;

    pub(super) fn new(faults: Vec<Fault>) -> Self {
        Self { faults }
    }

    /// All the faults, in the order of the file as far as it has one.
    pub fn faults(&self) -> &[Fault] {
        &self.faults
    }
}

impl fmt::Display for InvalidInstance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.faults.len();
        write!(f, "the instance has {}", counted(count, "fault"))?;
        for Fault { place, message } in self.faults.iter().take(Self::SHOWN) {
            write!(f, "\n  {place}: {message}")?;
        }
        match count.saturating_sub(Self::SHOWN) {
            0 => Ok(()),
            more => write!(f, "\n  … and {more} more"),
        }
    }
}

impl TryFrom<Spec> for Instance {
    type Error = InvalidInstance;

    fn try_from(spec: Spec) -> Result<Self, InvalidInstance> {
        instance(spec, &[]).map_err(InvalidInstance::new)
    }
}

/// A readable piece of a constraint that could not be read as a whole.
#[derive(Debug, Clone, Copy)]
pub(super) enum Fragment {
    Cell(CellSpec),
    Turn(u64),
}

/// The instance, or all the faults of the spec and of the fragments beside it.
pub(super) fn instance(
    spec: Spec,
    fragments: &[Located<Fragment>],
) -> Result<Instance, Vec<Fault>> {
    let wall = wall(&spec).map_err(|fault| vec![fault])?;
    let mut checker = Checker {
        wall,
        holes: CellSet::empty(wall),
        horizon: wall.len(),
        tiles: None,
        factors: Factors::default(),
        colours: Colours::default(),
        faults: Vec::new(),
        warnings: Vec::new(),
    };
    let holes = checker.set(&spec.holes);
    checker.holes = holes;
    let initial = checker.set(&spec.initial);
    let free = wall.len() - checker.holes.len() - initial.len();
    checker.horizon = checker.turns(free, spec.turns.as_ref());
    checker.tiles = checker.tiles(spec.tiles.as_ref());
    let bonus = checker.bonus(spec.bonus);
    let bonus_sets = checker.bonus_sets(&spec.bonus_sets);
    checker.colours = checker.colours(spec.colours.as_ref(), bonus.colour);
    checker.factors = checker.factors(&spec.factors, &initial);
    let constraints = checker.constraints(&spec.constraints, &initial);
    for Located { place, value } in fragments {
        match value {
            Fragment::Cell(cell) => checker.cell(place, *cell).map(|_| ()),
            Fragment::Turn(turn) => checker.turn(place, *turn).map(|_| ()),
        };
    }
    if !checker.faults.is_empty() {
        return Err(checker.faults);
    }
    Ok(Instance {
        name: spec.name,
        source: spec.source,
        wall,
        sense: spec.sense,
        initial: initial.iter().collect(),
        holes: checker.holes.iter().collect(),
        horizon: checker.horizon,
        tiles: checker.tiles,
        bonus,
        bonus_sets,
        colours: checker.colours,
        factors: checker.factors,
        constraints,
        warnings: checker.warnings,
        published: PublishedFigures {
            score: spec.published.score,
            orders: spec.published.orders,
        },
    })
}

fn wall(spec: &Spec) -> Result<Wall, Fault> {
    let WallSpec {
        rows,
        columns,
        place,
    } = &spec.wall;
    let limit = Instance::MAX_CELLS;
    let too_large = || {
        Fault::new(
            place,
            format!("a wall of {rows}×{columns} is too large: at most {limit} cells"),
        )
    };
    match Wall::new(*rows, *columns) {
        Ok(wall) if wall.len() <= limit => Ok(wall),
        Err(error @ WallError::Empty { .. }) => Err(Fault::new(place, error.to_string())),
        Ok(_) | Err(WallError::TooLarge { .. }) => Err(too_large()),
    }
}

/// The checks of a spec, with what is known so far.
pub(super) struct Checker {
    pub(super) wall: Wall,
    /// The holes, once they are known.
    pub(super) holes: CellSet,
    pub(super) horizon: usize,
    /// The number of tiles, where there are fewer than turns.
    tiles: Option<usize>,
    factors: Factors,
    colours: Colours,
    faults: Vec<Fault>,
    pub(super) warnings: Vec<Fault>,
}

impl Checker {
    pub(super) fn fault(&mut self, place: &str, message: String) {
        self.faults.push(Fault::new(place, message));
    }

    pub(super) fn cell(&mut self, place: &str, cell: CellSpec) -> Option<Cell> {
        let cell = cell.on(self.wall);
        let cell = cell.map_err(|error| self.fault(place, error.to_string()));
        let cell = cell.ok()?;
        if self.holes.contains(cell) {
            self.fault(place, format!("cell {cell} is a hole: no tile lies there"));
            return None;
        }
        Some(cell)
    }

    fn turn(&mut self, place: &str, turn: u64) -> Option<Turn> {
        let index = usize::try_from(turn)
            .ok()
            .and_then(|turn| turn.checked_sub(1));
        let found = index
            .filter(|&index| index < self.horizon)
            .map(Turn::from_index);
        if found.is_none() {
            let last = self.horizon;
            self.fault(
                place,
                format!("turn {turn} is out of range (turns 1 to {last})"),
            );
        }
        found
    }

    /// Cells of which none is named twice.
    fn set(&mut self, cells: &[Located<CellSpec>]) -> CellSet {
        let mut set = CellSet::empty(self.wall);
        for Located { place, value } in cells {
            if let Some(cell) = self.cell(place, *value) {
                if set.contains(cell) {
                    self.fault(place, format!("cell {cell} is named twice"));
                }
                set.insert(cell);
            }
        }
        set
    }

    fn turns(&mut self, free: usize, turns: Option<&Located<u64>>) -> usize {
        match turns {
            None => free,
            Some(Located { place, value }) => match usize::try_from(*value) {
                Ok(turns) if turns <= free => turns,
                _ => {
                    self.fault(
                        place,
                        format!(
                            "{}, but only {} left to fill",
                            counted(value, "turn"),
                            agreeing(free, "cell is", "cells are")
                        ),
                    );
                    free
                }
            },
        }
    }

    fn constraints(
        &mut self,
        specs: &[Located<ConstraintSpec>],
        initial: &CellSet,
    ) -> Vec<Constraint> {
        let mut seen: FxHashMap<Constraint, &str> = FxHashMap::default();
        let mut constraints = Vec::new();
        for Located { place, value } in specs {
            let Some(constraint) = self.constraint(place, value, initial) else {
                continue;
            };
            if let Some(earlier) = seen.insert(constraint.clone(), place) {
                let message = format!("says the same as {earlier}");
                self.warnings.push(Fault::new(place, message));
            }
            constraints.push(constraint);
        }
        constraints
    }

    fn constraint(
        &mut self,
        place: &str,
        spec: &ConstraintSpec,
        initial: &CellSet,
    ) -> Option<Constraint> {
        let kind = spec.kind();
        let fields = kind.fields.iter().zip(spec.values());
        let checked = fields.map(|(field, value)| {
            let place = part(place, field.name);
            self.value(&place, field, value, initial)
        });
        let checked = checked.collect_vec(); // each of them, also behind one with a fault
        let stated = ConstraintDraft {
            wall: self.wall,
            turns: self.horizon,
            passes: self.tiles.is_some(),
            written: spec.values(),
            checked: &checked,
        };
        if let Some(message) = (kind.wrong)(&stated) {
            self.fault(place, message);
        }
        let values = checked.into_iter().collect::<Option<Vec<_>>>()?;
        Some((kind.constraint)(&values).expect("a kind takes the values of its own fields"))
    }

    fn value(
        &mut self,
        place: &str,
        field: &Field,
        value: &ValueSpec,
        initial: &CellSet,
    ) -> Option<ValidValue> {
        match value {
            Value::Cell(cell) if field.free => {
                self.free_cell(place, *cell, initial).map(Value::Cell)
            }
            Value::Cell(cell) => self.cell(place, *cell).map(Value::Cell),
            Value::Turn(turn) => self.turn(place, *turn).map(Value::Turn),
            Value::Cells(cells) => {
                let filled = field.free.then_some(initial);
                self.cell_list(place, cells, filled).map(Value::Cells)
            }
            Value::Row(text) => self.row(place, text, initial).map(Value::Row),
        }
    }

    fn row(&mut self, place: &str, text: &str, initial: &CellSet) -> Option<SubjectTo> {
        let frame = Frame {
            wall: self.wall,
            initial,
            turns: self.horizon,
            passes: self.tiles.is_some(),
            holes: &self.holes,
            factors: &self.factors,
            colours: &self.colours,
        };
        let faults = match SubjectTo::read(text, frame) {
            Ok(row) => {
                if row.requirements().is_empty() {
                    self.warnings
                        .push(Fault::new(place, "holds for every order"));
                }
                return Some(row);
            }
            Err(faults) => faults,
        };
        for (at, message) in faults {
            let message = match at {
                Some(at) => format!("character {at}: {message}"),
                None => message,
            };
            self.fault(place, message);
        }
        None
    }

    fn free_cell(&mut self, place: &str, cell: CellSpec, initial: &CellSet) -> Option<Cell> {
        let cell = self.cell(place, cell)?;
        if initial.contains(cell) {
            self.fault(place, format!("cell {cell} is filled before turn 1"));
            return None;
        }
        Some(cell)
    }

    /// Cells, none of them twice. Those of a field that has turns for each must not be `filled` before turn 1.
    fn cell_list(
        &mut self,
        place: &str,
        cells: &[CellSpec],
        filled: Option<&CellSet>,
    ) -> Option<Vec<Cell>> {
        let mut found = Vec::with_capacity(cells.len());
        for (index, cell) in cells.iter().enumerate() {
            let place = format!("{place}[{index}]");
            let checked = match filled {
                Some(filled) => self.free_cell(&place, *cell, filled),
                None => self.cell(&place, *cell),
            };
            if let Some(cell) = checked {
                if found.contains(&cell) {
                    self.fault(&place, format!("cell {cell} is named twice"));
                }
                found.push(cell);
            }
        }
        if cells.is_empty() {
            self.fault(place, "names no cell".into());
        }
        let (count, turns) = (cells.len(), self.horizon);
        if filled.is_some() && count > turns {
            let [cells, turns] = [counted(count, "cell"), counted(turns, "turn")];
            let message = format!("names {cells}, but the order has only {turns}");
            self.fault(place, message);
        }
        (found.len() == count).then(|| found.into_iter().sorted().collect())
    }
}
