//! From a [`Spec`] to an [`Instance`], with all faults of meaning that are visible without solving.

use super::fields::part_place;
use super::kind::ConstraintDraft;
use super::row::{Frame, RowFault};
use super::{
    CellSpec, Constraint, ConstraintSpec, Field, Instance, Located, Spec, SubjectTo, Turn,
    ValidValue, Value, ValueSpec, WallSpec,
};
use crate::counted::{agreeing, counted};
use crate::wall::{Cell, CellSet, Colours, Factors, Wall, WallError};
use itertools::Itertools;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::fmt;

/// A fault or an oddity of an instance, and its place.
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

    /// The position of the place in a file whose keys have these ranks: the rank of the key, then the path below it with its
    /// numbers as numbers.
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

/// An invalid instance, with all its faults.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct InvalidInstance {
    faults: Vec<Fault>,
}

impl InvalidInstance {
    /// The most faults of a message.
    const MAX_LINES: usize = 20;

    pub(super) fn new(faults: Vec<Fault>) -> Self {
        Self { faults }
    }

    /// All faults, in the order of the file, if there is one.
    pub fn faults(&self) -> &[Fault] {
        &self.faults
    }
}

impl fmt::Display for InvalidInstance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.faults.len();
        write!(f, "the instance has {}", counted(count, "fault"))?;
        for Fault { place, message } in self.faults.iter().take(Self::MAX_LINES) {
            write!(f, "\n  {place}: {message}")?;
        }
        match count.saturating_sub(Self::MAX_LINES) {
            0 => Ok(()),
            rest => write!(f, "\n  … and {rest} more"),
        }
    }
}

impl TryFrom<Spec> for Instance {
    type Error = InvalidInstance;

    fn try_from(spec: Spec) -> Result<Self, InvalidInstance> {
        instance(spec, &[]).map_err(InvalidInstance::new)
    }
}

/// A readable piece of an unreadable constraint.
#[derive(Debug, Clone, Copy)]
pub(super) enum Fragment {
    Cell(CellSpec),
    Turn(u64),
}

/// The instance, or all faults of the spec and of the fragments beside it.
pub(super) fn instance(
    spec: Spec,
    fragments: &[Located<Fragment>],
) -> Result<Instance, Vec<Fault>> {
    let wall = wall(&spec).map_err(|fault| vec![fault])?;
    let mut checker = Checker {
        frame: Frame {
            wall,
            initial: CellSet::empty(wall),
            holes: CellSet::empty(wall),
            turns: wall.len(),
            passes: false,
            factors: Factors::default(),
            colours: Colours::default(),
        },
        faults: Vec::new(),
        warnings: Vec::new(),
    };
    checker.frame.holes = checker.set(&spec.holes);
    checker.frame.initial = checker.set(&spec.initial);
    checker.frame.turns = checker.turns(spec.turns.as_ref());
    let tiles = checker.tiles(spec.tiles.as_ref());
    checker.frame.passes = tiles.is_some();
    let bonus = checker.bonus(spec.bonus);
    let bonus_sets = checker.bonus_sets(&spec.bonus_sets);
    checker.frame.colours = checker.colours(spec.colours.as_ref(), bonus.colour);
    checker.frame.factors = checker.factors(&spec.factors);
    let constraints = checker.constraints(&spec.constraints);
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
        initial: checker.frame.initial.iter().collect(),
        holes: checker.frame.holes.iter().collect(),
        horizon: checker.frame.turns,
        tiles,
        bonus,
        bonus_sets,
        colours: checker.frame.colours,
        factors: checker.frame.factors,
        constraints,
        warnings: checker.warnings,
        published: spec.published,
    })
}

fn wall(spec: &Spec) -> Result<Wall, Fault> {
    let WallSpec {
        rows,
        columns,
        place,
    } = &spec.wall;
    let limit = Instance::MAX_CELLS;
    let message = match Wall::new(*rows, *columns) {
        Ok(wall) if wall.len() <= limit => return Ok(wall),
        Err(error @ WallError::Empty { .. }) => error.to_string(),
        Ok(_) | Err(WallError::TooLarge { .. }) => {
            format!("a wall of {rows}×{columns} is too large: at most {limit} cells")
        }
    };
    Err(Fault::new(place, message))
}

/// The checks of a spec, with their results so far.
pub(super) struct Checker {
    pub(super) frame: Frame,
    faults: Vec<Fault>,
    pub(super) warnings: Vec<Fault>,
}

impl Checker {
    pub(super) fn fault(&mut self, place: &str, message: impl Into<String>) {
        self.faults.push(Fault::new(place, message));
    }

    pub(super) fn cell(&mut self, place: &str, cell: CellSpec) -> Option<Cell> {
        let cell = self.frame.cell(cell);
        cell.map_err(|message| self.fault(place, message)).ok()
    }

    fn turn(&mut self, place: &str, turn: u64) -> Option<Turn> {
        let last = self.frame.turns;
        match usize::try_from(turn) {
            Ok(number) if (1..=last).contains(&number) => Some(Turn::from_index(number - 1)),
            _ => {
                let message = format!("turn {turn} is out of range (turns 1 to {last})");
                self.fault(place, message);
                None
            }
        }
    }

    fn set(&mut self, cells: &[Located<CellSpec>]) -> CellSet {
        let cells = cells.iter().map(|cell| (cell.place.clone(), cell.value));
        CellSet::of(self.frame.wall, self.distinct(cells, Self::cell))
    }

    /// The valid cells at these places; a repetition is a fault, too.
    pub(super) fn distinct(
        &mut self,
        cells: impl Iterator<Item = (String, CellSpec)>,
        check: impl Fn(&mut Self, &str, CellSpec) -> Option<Cell>,
    ) -> Vec<Cell> {
        let mut distinct = Vec::new();
        for (place, cell) in cells {
            if let Some(cell) = check(self, &place, cell) {
                if distinct.contains(&cell) {
                    self.fault(&place, format!("cell {cell} is named twice"));
                }
                distinct.push(cell);
            }
        }
        distinct
    }

    fn turns(&mut self, turns: Option<&Located<u64>>) -> usize {
        let frame = &self.frame;
        let free = frame.wall.len() - frame.holes.len() - frame.initial.len();
        match turns {
            None => free,
            Some(Located { place, value }) => match usize::try_from(*value) {
                Ok(turns) if turns <= free => turns,
                _ => {
                    let cells = agreeing(free, "cell is", "cells are");
                    let turns = counted(value, "turn");
                    self.fault(place, format!("{turns}, but only {cells} left to fill"));
                    free
                }
            },
        }
    }

    fn constraints(&mut self, specs: &[Located<ConstraintSpec>]) -> Vec<Constraint> {
        let mut places: FxHashMap<Constraint, &str> = FxHashMap::default();
        let mut constraints = Vec::new();
        for Located { place, value } in specs {
            let Some(constraint) = self.constraint(place, value) else {
                continue;
            };
            if let Some(first) = places.insert(constraint.clone(), place) {
                let message = format!("says the same as {first}");
                self.warnings.push(Fault::new(place, message));
            }
            constraints.push(constraint);
        }
        constraints
    }

    fn constraint(&mut self, place: &str, spec: &ConstraintSpec) -> Option<Constraint> {
        let kind = spec.kind();
        let fields = kind.fields.iter().zip(spec.values());
        let valid_values = fields.map(|(field, value)| {
            let place = part_place(place, field.name);
            self.value(&place, field, value)
        });
        let valid_values = valid_values.collect_vec(); // all fields are checked, also after a fault
        let draft = ConstraintDraft {
            frame: &self.frame,
            values: spec.values(),
            valid_values: &valid_values,
        };
        if let Some(message) = (kind.fault)(&draft) {
            self.fault(place, message);
        }
        let values = valid_values.into_iter().collect::<Option<Vec<_>>>()?;
        Some((kind.constraint)(&values).expect("a kind takes the values of its own fields"))
    }

    fn value(&mut self, place: &str, field: &Field, value: &ValueSpec) -> Option<ValidValue> {
        match value {
            Value::Cell(cell) => self.cell_of(field, place, *cell).map(Value::Cell),
            Value::Turn(turn) => self.turn(place, *turn).map(Value::Turn),
            Value::Cells(cells) => self.cell_list(field, place, cells).map(Value::Cells),
            Value::Row(text) => self.row(place, text).map(Value::Row),
        }
    }

    fn row(&mut self, place: &str, text: &str) -> Option<SubjectTo> {
        match SubjectTo::read(text, &self.frame) {
            Ok(row) => {
                if row.requirements().is_empty() {
                    let warning = Fault::new(place, "holds for every order");
                    self.warnings.push(warning);
                }
                Some(row)
            }
            Err(faults) => {
                let fault = |(index, message): RowFault| match index {
                    Some(index) => Fault::new(place, format!("character {index}: {message}")),
                    None => Fault::new(place, message),
                };
                self.faults.extend(faults.into_iter().map(fault));
                None
            }
        }
    }

    /// A cell of a field, checked for the field's condition on cells before turn 1.
    fn cell_of(&mut self, field: &Field, place: &str, cell: CellSpec) -> Option<Cell> {
        let cell = self.cell(place, cell)?;
        if field.free && self.frame.initial.contains(cell) {
            self.fault(place, format!("cell {cell} is filled before turn 1"));
            return None;
        }
        Some(cell)
    }

    /// Distinct cells of a field. Cells that must be empty before turn 1 need a turn each.
    fn cell_list(&mut self, field: &Field, place: &str, cells: &[CellSpec]) -> Option<Vec<Cell>> {
        let items = cells.iter().enumerate();
        let items = items.map(|(index, &cell)| (format!("{place}[{index}]"), cell));
        let distinct = self.distinct(items, |checker, place, cell| {
            checker.cell_of(field, place, cell)
        });
        if cells.is_empty() {
            self.fault(place, "names no cell");
        }
        let (count, turns) = (cells.len(), self.frame.turns);
        if field.free && count > turns {
            let [cells, turns] = [counted(count, "cell"), counted(turns, "turn")];
            let message = format!("names {cells}, but the order has only {turns}");
            self.fault(place, message);
        }
        (distinct.len() == count).then(|| distinct.into_iter().sorted().collect())
    }
}
