//! An instance as the referee reads it: from its JSON, with code of its own.
//!
//! The referee does not say what is unwise about an instance, as the solver's reader does. It refuses what it does not
//! understand.

use crate::object::Object;
use serde::Deserialize;
use serde::de::IgnoredAny;

/// What is asked of an order. Cells are numbered from 1, row by row; turns are counted from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    /// Rows of the wall, at least 1.
    pub rows: usize,
    /// Columns of the wall, at least 1.
    pub columns: usize,
    /// Whether the greatest score is asked for, or the least.
    pub sense: Sense,
    /// Cells that are filled before turn 1.
    pub initial: Vec<usize>,
    /// The number of turns.
    pub turns: usize,
    /// What complete lines earn at the end.
    pub bonus: Bonus,
    /// What must hold of the order.
    pub constraints: Vec<Constraint>,
}

/// Which score is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sense {
    /// The greatest.
    Maximize,
    /// The least.
    Minimize,
}

/// Points for what is complete at the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Bonus {
    /// For a row.
    pub row: u32,
    /// For a column.
    pub column: u32,
    /// For a colour: on a wall of n rows and n columns, the cells with the same (column − row) mod n.
    pub colour: u32,
}

/// Something that must hold of an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Constraint {
    /// The turn fills the cell.
    PlaceAt {
        /// The cell.
        cell: usize,
        /// The turn.
        turn: usize,
    },
    /// No turn but these fills the cell.
    Window {
        /// The cell.
        cell: usize,
        /// The earliest turn.
        from: usize,
        /// The latest turn.
        to: usize,
    },
    /// `then` is filled only when `first` is.
    Before {
        /// The earlier cell.
        first: usize,
        /// The later cell.
        then: usize,
    },
    /// The first tiles fill these cells.
    First {
        /// The cells, each once.
        cells: Vec<usize>,
    },
    /// The last tiles fill these cells.
    Last {
        /// The cells, each once.
        cells: Vec<usize>,
    },
    /// These turns fill none but these cells.
    Only {
        /// The cells.
        cells: Vec<usize>,
        /// The first of the turns.
        from: usize,
        /// The last of them.
        to: usize,
    },
    /// Turn t fills a cell of row ((t − 1) mod rows) + 1.
    Rounds,
    /// The last `rows` turns fill row 1, row 2, … in that order.
    LastRound,
}

/// Why a text is not understood.
#[derive(Debug, thiserror::Error)]
pub enum NoStatement {
    /// It is no JSON, or not that of an instance.
    #[error("the instance cannot be read: {0}")]
    Syntax(#[from] serde_json::Error),
    /// A word that is neither maximize nor minimize.
    #[error("sense: neither maximize nor minimize")]
    Sense,
    /// A side of the wall is 0, or the wall is too large.
    #[error(
        "a wall of {rows}×{columns} has no cells, or more than {}",
        Statement::MOST_CELLS
    )]
    Wall {
        /// Rows.
        rows: usize,
        /// Columns.
        columns: usize,
    },
    /// A cell that the wall does not have.
    #[error("{place}: the wall has no such cell")]
    Cell {
        /// Where it is named.
        place: String,
    },
    /// A cell that is named twice.
    #[error("{place}: a cell is named twice")]
    Twice {
        /// Where.
        place: String,
    },
    /// More turns than empty cells.
    #[error("turns: {turns} turns, but {empty} empty cells")]
    Turns {
        /// Turns.
        turns: usize,
        /// Cells that are empty before turn 1.
        empty: usize,
    },
}

impl Statement {
    /// The most cells of a wall: 1024×1024.
    pub const MOST_CELLS: usize = 1 << 20;

    /// An empty wall that is filled wholly for the greatest score, without constraints and bonus.
    pub fn bare(rows: usize, columns: usize) -> Self {
        Self {
            rows,
            columns,
            sense: Sense::Maximize,
            initial: Vec::new(),
            turns: rows * columns,
            bonus: Bonus::default(),
            constraints: Vec::new(),
        }
    }

    /// Reads the JSON of an instance. Its name, its source and what was published about it are of no concern here.
    ///
    /// # Errors
    /// When anything of it is not understood.
    pub fn from_json(text: &str) -> Result<Self, NoStatement> {
        serde_json::from_str::<Object<Written>>(text)?.0.stated()
    }
}

impl Written {
    /// What it states.
    ///
    /// # Errors
    /// As [`Statement::from_json`].
    pub(crate) fn stated(&self) -> Result<Statement, NoStatement> {
        let written = self;
        let WrittenWall { rows, columns } = written.wall.0;
        let cells = rows.checked_mul(columns);
        if !cells.is_some_and(|cells| (1..=Statement::MOST_CELLS).contains(&cells)) {
            return Err(NoStatement::Wall { rows, columns });
        }
        let wall = Wall { rows, columns };
        let initial = wall.set(&written.initial, "initial")?;
        let empty = rows * columns - initial.len();
        let turns = written.turns.unwrap_or(empty);
        if turns > empty {
            return Err(NoStatement::Turns { turns, empty });
        }
        let constraints = written.constraints.iter().enumerate();
        let constraints = constraints.map(|(index, one)| wall.constraint(&one.0, index));
        Ok(Statement {
            rows,
            columns,
            sense: match written.sense.as_str() {
                "maximize" => Sense::Maximize,
                "minimize" => Sense::Minimize,
                _ => return Err(NoStatement::Sense),
            },
            initial,
            turns,
            bonus: written.bonus.0,
            constraints: constraints.collect::<Result<_, _>>()?,
        })
    }
}

/// An instance as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Written {
    #[serde(rename = "name", default)]
    _name: Option<IgnoredAny>,
    #[serde(rename = "source", default)]
    _source: Option<IgnoredAny>,
    wall: Object<WrittenWall>,
    sense: String,
    #[serde(default)]
    initial: Vec<WrittenCell>,
    turns: Option<usize>,
    #[serde(default)]
    bonus: Object<Bonus>,
    #[serde(default)]
    constraints: Vec<Object<WrittenConstraint>>,
    #[serde(rename = "published", default)]
    _published: Option<IgnoredAny>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenWall {
    rows: usize,
    columns: usize,
}

/// A cell's number, or its row and its column, all from 1.
#[derive(Deserialize)]
#[serde(untagged)]
enum WrittenCell {
    Number(usize),
    At(usize, usize),
}

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
enum WrittenConstraint {
    PlaceAt {
        cell: WrittenCell,
        turn: usize,
    },
    Window {
        cell: WrittenCell,
        from: usize,
        to: usize,
    },
    Before {
        first: WrittenCell,
        then: WrittenCell,
    },
    First {
        cells: Vec<WrittenCell>,
    },
    Last {
        cells: Vec<WrittenCell>,
    },
    Only {
        cells: Vec<WrittenCell>,
        from: usize,
        to: usize,
    },
    Rounds {},
    LastRound {},
}

struct Wall {
    rows: usize,
    columns: usize,
}

impl Wall {
    fn cell(&self, written: &WrittenCell, place: &str) -> Result<usize, NoStatement> {
        let (rows, columns) = (1..=self.rows, 1..=self.columns);
        let number = match *written {
            WrittenCell::Number(number) => Some(number),
            WrittenCell::At(row, column) if rows.contains(&row) && columns.contains(&column) => {
                Some((row - 1) * self.columns + column)
            }
            WrittenCell::At(..) => None,
        };
        let number = number.filter(|number| (1..=self.rows * self.columns).contains(number));
        number.ok_or_else(|| NoStatement::Cell {
            place: place.into(),
        })
    }

    /// Cells of which each is named once.
    fn set(&self, written: &[WrittenCell], place: &str) -> Result<Vec<usize>, NoStatement> {
        let cells = written.iter().map(|cell| self.cell(cell, place));
        let cells = cells.collect::<Result<Vec<_>, _>>()?;
        let mut sorted = cells.clone();
        sorted.sort_unstable();
        match sorted.windows(2).any(|two| two[0] == two[1]) {
            true => Err(NoStatement::Twice {
                place: place.into(),
            }),
            false => Ok(cells),
        }
    }

    fn constraint(
        &self,
        written: &WrittenConstraint,
        index: usize,
    ) -> Result<Constraint, NoStatement> {
        let place = format!("constraints[{index}]");
        let cell = |written| self.cell(written, &place);
        let cells = |written: &[WrittenCell]| self.set(written, &place);
        Ok(match written {
            WrittenConstraint::PlaceAt { cell: at, turn } => Constraint::PlaceAt {
                cell: cell(at)?,
                turn: *turn,
            },
            WrittenConstraint::Window { cell: at, from, to } => Constraint::Window {
                cell: cell(at)?,
                from: *from,
                to: *to,
            },
            WrittenConstraint::Before { first, then } => Constraint::Before {
                first: cell(first)?,
                then: cell(then)?,
            },
            WrittenConstraint::First { cells: some } => Constraint::First {
                cells: cells(some)?,
            },
            WrittenConstraint::Last { cells: some } => Constraint::Last {
                cells: cells(some)?,
            },
            WrittenConstraint::Only {
                cells: some,
                from,
                to,
            } => Constraint::Only {
                cells: cells(some)?,
                from: *from,
                to: *to,
            },
            WrittenConstraint::Rounds {} => Constraint::Rounds,
            WrittenConstraint::LastRound {} => Constraint::LastRound,
        })
    }
}
