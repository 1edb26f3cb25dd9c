//! An instance as the referee reads it: from its JSON, with code of its own.
//!
//! The referee gives no warnings about an instance, as the solver's reader does. It refuses an instance with an unknown
//! part.

use crate::fields::{BonusFields, Colours, FactorFields, Fields, no_hole};
use crate::object::Object;
use crate::refusal::{Refusal, need};
use crate::row::Row;
use crate::wall::Wall;
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::ops::RangeInclusive;

/// An instance: a wall, an objective and constraints. Cells are numbered from 1, row by row; turns are counted from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    /// The wall.
    pub wall: Wall,
    /// The sense of the optimisation.
    pub sense: Sense,
    /// The cells that are filled before turn 1.
    pub initial: Vec<usize>,
    /// The number of turns.
    pub turns: usize,
    /// The bonus of complete lines at the end.
    pub bonus: Bonus,
    /// The fields that change the wall, its points, or its turns.
    pub fields: Fields,
    /// The constraints on orders.
    pub constraints: Vec<Constraint>,
}

/// The sense of the optimisation: maximum or minimum.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sense {
    /// The greatest score.
    Maximize,
    /// The least score, as the greatest of negative scores.
    Minimize,
}

impl Sense {
    /// The sign of scores: 1 for the maximum, −1 for the minimum.
    pub(crate) fn sign(self) -> i64 {
        match self {
            Self::Maximize => 1,
            Self::Minimize => -1,
        }
    }
}

/// The points of complete lines and colours at the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Bonus {
    /// The points of a complete row.
    pub row: u32,
    /// The points of a complete column.
    pub column: u32,
    /// The points of a complete colour.
    pub colour: u32,
}

/// A range of turns.
pub type Turns = RangeInclusive<usize>;

/// A constraint on an order. The nine types of an instance are six kinds here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Constraint {
    /// Each cell is filled in one of the turns, of which there are as many: `place-at`, `first` and `last`.
    Filled(Vec<usize>, Turns),
    /// The cell is filled in one of the turns, if at all.
    Window(usize, Turns),
    /// The second cell is filled only after the first.
    Before(usize, usize),
    /// The turns fill no other cells.
    Only(Vec<usize>, Turns),
    /// The turns after the given number fill rows 1, 2, …, again and again: `rounds` and `last-round`. Without a
    /// number, there are fewer turns than rows for the last round, and no order satisfies the constraint.
    Rows(Option<usize>),
    /// A row over quantities of the order.
    SubjectTo(Row),
}

impl Constraint {
    /// The row, if the constraint is one.
    pub(crate) fn row(&self) -> Option<&Row> {
        match self {
            Self::SubjectTo(row) => Some(row),
            _ => None,
        }
    }
}

impl Statement {
    /// The most cells of a wall: 1024×1024.
    pub const MOST_CELLS: usize = 1 << 20;

    /// Reads the JSON of an instance. Its name, source and published results are ignored.
    ///
    /// # Errors
    /// When a part of the text is unknown or malformed.
    pub fn from_json(text: &str) -> Result<Self, Refusal> {
        let fields = serde_json::from_str::<Object<InstanceFields>>(text);
        let fields = fields.map_err(|error| Refusal::at("instance", error))?;
        fields.0.statement()
    }

    /// The colours with a bonus, from 1.
    pub(crate) fn colours(&self) -> std::ops::Range<usize> {
        let is_cyclic = self.fields.colours == Colours::Cyclic;
        let earns = is_cyclic && self.wall.rows == self.wall.columns && self.bonus.colour > 0;
        1..if earns { self.wall.rows + 1 } else { 1 }
    }

    /// The bonus of a line when it is complete.
    pub(crate) fn bonus_of(&self, line: usize) -> u32 {
        let Bonus { row, column, .. } = self.bonus;
        if line < self.wall.rows { row } else { column }
    }

    /// The bonus of all complete lines and colours.
    pub(crate) fn bonus(&self, filled: impl Fn(usize) -> bool) -> u32 {
        let complete = |cells: Vec<usize>| self.is_complete(cells, &filled);
        let lines = (0..self.wall.lines()).filter(|&line| complete(self.wall.line(line)));
        let colours = self.colours().map(|colour| self.wall.colour(colour));
        let colours = colours.filter(|cells| complete(cells.clone()));
        let line_bonus: u32 = lines.map(|line| self.bonus_of(line)).sum();
        line_bonus + colours.count() as u32 * self.bonus.colour + self.bonus_of_fields(&filled)
    }
}

/// The JSON form of an instance. Without a wall it has one without cells, and without a sense an unknown one: both are refused.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct InstanceFields {
    #[serde(rename = "name")]
    _name: Option<IgnoredAny>,
    #[serde(rename = "source")]
    _source: Option<IgnoredAny>,
    wall: Object<Wall>,
    sense: String,
    initial: Vec<Cell>,
    pub(crate) holes: Vec<Cell>,
    turns: Option<usize>,
    pub(crate) tiles: Option<usize>,
    pub(crate) bonus: Object<BonusFields>,
    pub(crate) factors: Vec<Object<FactorFields>>,
    constraints: Vec<Object<ConstraintFields>>,
    #[serde(rename = "published")]
    _published: Option<IgnoredAny>,
}

/// A cell in JSON: its number, or its row and its column, all from 1.
#[derive(Deserialize)]
#[serde(untagged)]
pub(crate) enum Cell {
    Number(usize),
    At([usize; 2]),
}

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
enum ConstraintFields {
    PlaceAt {
        cell: Cell,
        turn: usize,
    },
    Window {
        cell: Cell,
        from: usize,
        to: usize,
    },
    Before {
        first: Cell,
        then: Cell,
    },
    First {
        cells: Vec<Cell>,
    },
    Last {
        cells: Vec<Cell>,
    },
    Only {
        cells: Vec<Cell>,
        from: usize,
        to: usize,
    },
    Rounds {},
    LastRound {},
    SubjectTo {
        row: String,
    },
}

impl InstanceFields {
    /// The statement of the instance.
    ///
    /// # Errors
    /// The errors of [`Statement::from_json`].
    pub(crate) fn statement(&self) -> Result<Statement, Refusal> {
        let wall @ Wall { rows, columns } = self.wall.0;
        let cells = rows.checked_mul(columns).unwrap_or(0);
        let limit = Statement::MOST_CELLS;
        let reason = format_args!("a wall of {rows}×{columns} has no cells, or more than {limit}");
        need((1..=limit).contains(&cells), "wall", reason)?;
        let initial = wall.set(&self.initial);
        let initial = initial.map_err(|refusal| refusal.within("initial"))?;
        let fields = Fields::of(self, wall)?;
        no_hole("initial", &initial, &fields.holes)?;
        let empty = cells - initial.len() - fields.holes.len();
        let turns = self.turns.unwrap_or(empty);
        let reason = format_args!("{turns} turns, but {empty} empty cells");
        need(turns <= empty, "turns", reason)?;
        let fields = fields.within(turns)?;
        let constraints = self.constraints.iter().zip(0..).map(|(constraint, index)| {
            let constraint = constraint.0.of(wall, turns);
            let constraint = constraint.and_then(|constraint| constraint.beside(&fields));
            constraint.map_err(|refusal| refusal.within(format_args!("constraints[{index}]")))
        });
        let constraints = constraints.collect::<Result<_, _>>()?;
        Ok(Statement {
            wall,
            sense: match self.sense.as_str() {
                "maximize" => Sense::Maximize,
                "minimize" => Sense::Minimize,
                _ => return Err(Refusal::at("sense", "neither maximize nor minimize")),
            },
            initial,
            turns,
            bonus: self.bonus.0.points(),
            fields,
            constraints,
        })
    }
}

impl Wall {
    pub(crate) fn cell(self, cell: &Cell) -> Result<usize, Refusal> {
        let Self { rows, columns } = self;
        let cell = match *cell {
            Cell::Number(cell) => cell,
            Cell::At([row, column]) if row.min(column) > 0 && row <= rows && column <= columns => {
                (row - 1) * columns + column
            }
            Cell::At(_) => 0,
        };
        let is_on_wall = self.cells().contains(&cell);
        need(is_on_wall, "cell", "the wall has no such cell").map(|()| cell)
    }

    /// The numbers of cells, each of which may occur once.
    pub(crate) fn set(self, cells: &[Cell]) -> Result<Vec<usize>, Refusal> {
        let cells = cells.iter().map(|cell| self.cell(cell));
        let cells = cells.collect::<Result<Vec<_>, _>>()?;
        need(all_differ(&cells), "cells", "a cell is named twice").map(|()| cells)
    }
}

/// Whether all numbers are different.
pub(crate) fn all_differ(numbers: &[usize]) -> bool {
    let mut sorted = numbers.to_vec();
    sorted.sort_unstable();
    sorted.is_sorted_by(|number, next| number < next)
}

impl ConstraintFields {
    fn of(&self, wall: Wall, turns: usize) -> Result<Constraint, Refusal> {
        Ok(match self {
            Self::PlaceAt { cell, turn } => {
                Constraint::Filled(vec![wall.cell(cell)?], *turn..=*turn)
            }
            Self::First { cells } => Constraint::Filled(wall.set(cells)?, 1..=cells.len()),
            Self::Last { cells } => {
                let from = (turns + 1).saturating_sub(cells.len());
                Constraint::Filled(wall.set(cells)?, from..=turns)
            }
            Self::Window { cell, from, to } => Constraint::Window(wall.cell(cell)?, *from..=*to),
            Self::Before { first, then } => Constraint::Before(wall.cell(first)?, wall.cell(then)?),
            Self::Only { cells, from, to } => Constraint::Only(wall.set(cells)?, *from..=*to),
            Self::Rounds {} => Constraint::Rows(Some(0)),
            Self::LastRound {} => Constraint::Rows(turns.checked_sub(wall.rows)),
            Self::SubjectTo { row } => Constraint::SubjectTo(Row::read(row, wall, turns)?),
        })
    }
}
