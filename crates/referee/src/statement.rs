//! An instance as the referee reads it: from its JSON, with code of its own.
//!
//! The referee gives no warnings about an instance, as the solver's reader does. It refuses an instance with an unknown
//! part.

use crate::free;
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
    /// The cells that the wall does not have.
    pub holes: Vec<usize>,
    /// The number of turns.
    pub turns: usize,
    /// The bonus of complete lines at the end.
    pub bonus: Bonus,
    /// Further sets of cells with a bonus: the cells, and the points if all of them are filled at the end.
    pub sets: Vec<(Vec<usize>, u32)>,
    /// The colours of the bonus.
    pub colours: Colours,
    /// By cell, from 1: the factor of its points. The list may be shorter than the wall: cells beyond it have the factor 1.
    pub factors: Vec<u32>,
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

/// The colours of the bonus, on a wall of n rows and n columns.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Colours {
    /// The cells with the same (column − row) mod n.
    #[default]
    Cyclic,
    /// The cells of each colour: a Latin square.
    Square(Vec<Vec<usize>>),
    /// As many as the filled cells have room for.
    Free,
}

/// Turns, from one to another.
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

/// The reason why a hole is not named elsewhere.
const IN_A_HOLE: &str = "a cell is a hole";

impl Constraint {
    /// Whether it speaks of a colour of cells.
    fn names_a_colour(&self) -> bool {
        matches!(self, Self::SubjectTo(row) if row.names_a_colour())
    }

    /// The cells that it names one by one.
    fn cells(&self) -> Vec<usize> {
        match self {
            Self::Filled(cells, _) | Self::Only(cells, _) => cells.clone(),
            Self::Window(cell, _) => vec![*cell],
            Self::Before(first, then) => vec![*first, *then],
            Self::Rows(_) => Vec::new(),
            Self::SubjectTo(row) => row.cells(),
        }
    }
}

impl ColoursFields {
    fn of(&self, wall: Wall) -> Result<Colours, Refusal> {
        let Wall { rows, columns } = wall;
        need(rows == columns, "colours", "the wall is no square")?;
        match self {
            Self::Word(word) if word == "cyclic" => Ok(Colours::Cyclic),
            Self::Word(word) if word == "free" => Ok(Colours::Free),
            Self::Word(_) => Err(Refusal::at("colours", "neither cyclic nor free")),
            Self::Rows(texts) => {
                let letters: Vec<char> = texts.iter().flat_map(|text| text.chars()).collect();
                let mut names = letters.clone();
                names.sort_unstable();
                names.dedup();
                let cells = names.iter().map(|name| {
                    let cells = letters
                        .iter()
                        .zip(1..)
                        .filter(|(letter, _)| *letter == name);
                    cells.map(|(_, cell)| cell).collect::<Vec<usize>>()
                });
                let cells: Vec<Vec<usize>> = cells.collect();
                let is_spread = |cells: &Vec<usize>| {
                    let places = cells.iter().map(|&cell| wall.place(cell));
                    let (rows, columns): (Vec<_>, Vec<_>) = places.unzip();
                    cells.len() == wall.rows && all_differ(&rows) && all_differ(&columns)
                };
                let good = letters.len() == wall.size()
                    && texts.iter().all(|text| text.chars().count() == columns)
                    && cells.iter().all(is_spread);
                need(good, "colours", "no Latin square").map(|()| Colours::Square(cells))
            }
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
        let written = serde_json::from_str::<Object<InstanceFields>>(text);
        let written = written.map_err(|error| Refusal::at("instance", error))?;
        written.0.statement()
    }

    /// The factor of the points of a cell.
    pub(crate) fn factor(&self, cell: usize) -> u32 {
        self.factors.get(cell).copied().unwrap_or(1)
    }

    /// The colours with a bonus, from 1.
    pub(crate) fn colours(&self) -> std::ops::Range<usize> {
        let is_cyclic = self.colours == Colours::Cyclic;
        let earns = is_cyclic && self.wall.rows == self.wall.columns && self.bonus.colour > 0;
        1..if earns { self.wall.rows + 1 } else { 1 }
    }

    /// The bonus of a line when it is complete.
    pub(crate) fn bonus_of(&self, line: usize) -> u32 {
        if line < self.wall.rows {
            self.bonus.row
        } else {
            self.bonus.column
        }
    }

    /// The bonus of all complete lines and colours.
    pub(crate) fn bonus(&self, filled: impl Fn(usize) -> bool) -> u32 {
        let complete = |mut cells: Vec<usize>| {
            cells.retain(|cell| !self.holes.contains(cell));
            !cells.is_empty() && cells.into_iter().all(&filled)
        };
        let lines = (0..self.wall.lines()).filter(|&line| complete(self.wall.line(line)));
        let colours = self
            .colours()
            .filter(|&one| complete(self.wall.colour(one)));
        let of_lines: u32 = lines.map(|line| self.bonus_of(line)).sum();
        let sets = self
            .sets
            .iter()
            .filter(|(cells, _)| complete(cells.clone()));
        let of_sets: u32 = sets.map(|(_, points)| points).sum();
        let others = match &self.colours {
            Colours::Cyclic => 0,
            Colours::Square(colours) => {
                let whole = colours.iter().filter(|cells| complete((*cells).clone()));
                whole.count()
            }
            Colours::Free => free::colours(self.wall, &filled),
        };
        of_lines + of_sets + (colours.count() + others) as u32 * self.bonus.colour
    }
}

/// The JSON form of an instance.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct InstanceFields {
    #[serde(rename = "name", default)]
    _name: Option<IgnoredAny>,
    #[serde(rename = "source", default)]
    _source: Option<IgnoredAny>,
    wall: Object<Wall>,
    sense: String,
    #[serde(default)]
    initial: Vec<Cell>,
    #[serde(default)]
    holes: Vec<Cell>,
    turns: Option<usize>,
    #[serde(default)]
    bonus: Object<BonusFields>,
    #[serde(default)]
    factors: Vec<Object<FactorFields>>,
    #[serde(default)]
    constraints: Vec<Object<ConstraintFields>>,
    #[serde(rename = "published", default)]
    _published: Option<IgnoredAny>,
}

/// The bonus in JSON.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct BonusFields {
    row: u32,
    column: u32,
    colour: u32,
    sets: Vec<Object<SetFields>>,
    colours: Option<ColoursFields>,
}

/// Cells and the points for all of them.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SetFields {
    cells: Vec<Cell>,
    points: u32,
}

/// `cyclic`, `free`, or the rows of a Latin square.
#[derive(Deserialize)]
#[serde(untagged)]
enum ColoursFields {
    Word(String),
    Rows(Vec<String>),
}

/// Cells and the factor of their points.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FactorFields {
    cells: Vec<Cell>,
    factor: u32,
}

/// A cell in JSON: its number, or its row and its column, all from 1.
#[derive(Deserialize)]
#[serde(untagged)]
enum Cell {
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
        let wall = self.wall.0;
        let Wall { rows, columns } = wall;
        let bonus = &self.bonus.0;
        let cells = rows.checked_mul(columns).unwrap_or(0);
        let most = Statement::MOST_CELLS;
        let reason = format_args!("a wall of {rows}×{columns} has no cells, or more than {most}");
        need((1..=most).contains(&cells), "wall", reason)?;
        let initial = wall.set(&self.initial);
        let initial = initial.map_err(|refusal| refusal.within("initial"))?;
        let holes = wall.set(&self.holes);
        let holes = holes.map_err(|refusal| refusal.within("holes"))?;
        let apart = initial.iter().all(|cell| !holes.contains(cell));
        need(apart, "initial", IN_A_HOLE)?;
        let empty = cells - initial.len() - holes.len();
        let turns = self.turns.unwrap_or(empty);
        let reason = format_args!("{turns} turns, but {empty} empty cells");
        need(turns <= empty, "turns", reason)?;
        let sets = bonus
            .sets
            .iter()
            .map(|Object(SetFields { cells, points })| {
                let cells = wall.set(cells)?;
                let apart = cells.iter().all(|cell| !holes.contains(cell));
                need(apart, "cells", IN_A_HOLE).map(|()| (cells, *points))
            });
        let sets = sets.collect::<Result<Vec<_>, Refusal>>();
        let sets = sets.map_err(|refusal| refusal.within("bonus.sets"))?;
        let colours = bonus.colours.as_ref();
        let colours = colours.map_or(Ok(Colours::Cyclic), |colours| colours.of(wall));
        let colours = colours.map_err(|refusal| refusal.within("bonus.colours"))?;
        let &BonusFields {
            row,
            column,
            colour,
            ..
        } = bonus;
        let factors = wall.factors(&self.factors);
        let factors = factors.map_err(|refusal| refusal.within("factors"))?;
        let named = self.factors.iter().flat_map(|Object(factor)| &factor.cells);
        let named = named
            .map(|cell| wall.cell(cell))
            .collect::<Result<Vec<_>, _>>()?;
        let apart = named.iter().all(|cell| !holes.contains(cell));
        need(apart, "factors", IN_A_HOLE)?;
        let constraints = self.constraints.iter().zip(0..).map(|(constraint, index)| {
            let constraint = constraint.0.of(wall, turns).and_then(|constraint| {
                let cyclic = colours == Colours::Cyclic || !constraint.names_a_colour();
                need(cyclic, "row", "the colours are no cyclic ones")?;
                let apart = constraint.cells().iter().all(|cell| !holes.contains(cell));
                need(apart, "cells", IN_A_HOLE).map(|()| constraint)
            });
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
            holes,
            turns,
            bonus: Bonus {
                row,
                column,
                colour,
            },
            sets,
            colours,
            factors,
            constraints,
        })
    }
}

/// The greatest factor.
const MOST_FACTOR: u32 = 100;

impl Wall {
    fn cell(self, written: &Cell) -> Result<usize, Refusal> {
        let Self { rows, columns } = self;
        let cell = match *written {
            Cell::Number(cell) => cell,
            Cell::At([row, column]) if row.min(column) > 0 && row <= rows && column <= columns => {
                (row - 1) * columns + column
            }
            Cell::At(_) => 0,
        };
        let good = self.cells().contains(&cell);
        need(good, "cell", "the wall has no such cell").map(|()| cell)
    }

    /// The numbers of cells, each of which may occur once.
    fn set(self, written: &[Cell]) -> Result<Vec<usize>, Refusal> {
        let cells = written.iter().map(|cell| self.cell(cell));
        let cells = cells.collect::<Result<Vec<_>, _>>()?;
        need(all_differ(&cells), "cells", "a cell is named twice").map(|()| cells)
    }

    /// The factor of each cell, from 1; nothing where none is written.
    fn factors(self, written: &[Object<FactorFields>]) -> Result<Vec<u32>, Refusal> {
        let mut named = Vec::new();
        let mut factors = vec![
            1;
            if written.is_empty() {
                0
            } else {
                self.size() + 1
            }
        ];
        for Object(FactorFields { cells, factor }) in written {
            let reason = format_args!("{factor} is more than {MOST_FACTOR}");
            need(*factor <= MOST_FACTOR, "factor", reason)?;
            for cell in self.set(cells)? {
                factors[cell] = *factor;
                named.push(cell);
            }
        }
        need(all_differ(&named), "cells", "a cell has two factors").map(|()| factors)
    }
}

/// Whether all numbers are different.
pub(crate) fn all_differ(numbers: &[usize]) -> bool {
    let mut sorted = numbers.to_vec();
    sorted.sort_unstable();
    sorted.is_sorted_by(|one, next| one < next)
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
