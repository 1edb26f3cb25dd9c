//! Fields of an instance that change the wall, its points, or its turns: holes, factors, sets of the bonus and its
//! colours, and turns that may pass. A certificate of such an instance is refused, so that no proof rests on them.

mod free;

use crate::object::Object;
use crate::refusal::{Refusal, need};
use crate::row::Row;
use crate::statement::{Bonus, Cell, Constraint, InstanceFields, Statement, all_differ};
use crate::wall::Wall;
use serde::Deserialize;

/// The fields of an instance. Those of an instance without any are the default.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Fields {
    /// The cells that the wall does not have.
    pub holes: Vec<usize>,
    /// By cell, from 1: the factor of its points. The list may be shorter than the wall: cells beyond it have the factor 1.
    pub factors: Vec<u32>,
    /// Further sets of cells with a bonus: the cells, and the points if all of them are filled at the end.
    pub sets: Vec<(Vec<usize>, u32)>,
    /// The colours of the bonus.
    pub colours: Colours,
    /// The number of tiles where there are fewer than turns, so that turns may pass.
    pub tiles: Option<usize>,
}

impl Fields {
    /// The fields of an instance.
    pub(crate) fn of(instance: &InstanceFields, wall: Wall) -> Result<Self, Refusal> {
        let holes = wall.set(&instance.holes);
        let holes = holes.map_err(|refusal| refusal.within("holes"))?;
        let bonus = &instance.bonus.0;
        Ok(Self {
            factors: wall.factors(&instance.factors, &holes)?,
            sets: wall.bonus_sets(&bonus.sets, &holes)?,
            colours: bonus.colours(wall)?,
            tiles: instance.tiles,
            holes,
        })
    }

    /// The fields for a number of turns: no more tiles than turns.
    pub(crate) fn within(mut self, turns: usize) -> Result<Self, Refusal> {
        let tiles = self.tiles.unwrap_or(turns);
        let reason = format_args!("{tiles} tiles, but {turns} turns");
        need(tiles <= turns, "tiles", reason)?;
        self.tiles = Some(tiles).filter(|&tiles| tiles < turns);
        Ok(self)
    }
}

/// The colours of the bonus, on a wall of n rows and n columns.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Colours {
    /// The cells with the same (column − row) mod n.
    #[default]
    Cyclic,
    /// The cells of each colour: a Latin square.
    Square(Vec<Vec<usize>>),
    /// As many colours as the filled cells have room for.
    Free,
}

/// The reason why a hole is not named elsewhere.
const IN_A_HOLE: &str = "a cell is a hole";

/// Refuses a hole among cells.
pub(crate) fn no_hole(part: &'static str, cells: &[usize], holes: &[usize]) -> Result<(), Refusal> {
    let is_disjoint = cells.iter().all(|cell| !holes.contains(cell));
    need(is_disjoint, part, IN_A_HOLE)
}

impl Constraint {
    /// The constraint, unless it names a hole, or a colour of colours that are not cyclic.
    pub(crate) fn beside(self, fields: &Fields) -> Result<Self, Refusal> {
        let is_cyclic =
            fields.colours == Colours::Cyclic || !self.row().is_some_and(Row::names_a_colour);
        need(is_cyclic, "row", "the colours are no cyclic ones")?;
        no_hole("cells", &self.cells(), &fields.holes).map(|()| self)
    }

    /// The cells that the constraint names one by one.
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

impl Statement {
    /// The factor of the points of a cell.
    pub(crate) fn factor(&self, cell: usize) -> u32 {
        self.fields.factors.get(cell).copied().unwrap_or(1)
    }

    /// Whether all cells but holes are filled; false without such cells.
    pub(crate) fn is_complete(
        &self,
        mut cells: Vec<usize>,
        filled: &impl Fn(usize) -> bool,
    ) -> bool {
        cells.retain(|cell| !self.fields.holes.contains(cell));
        !cells.is_empty() && cells.into_iter().all(filled)
    }

    /// The bonus of further sets, and that of colours that are not cyclic.
    pub(crate) fn bonus_of_fields(&self, filled: &impl Fn(usize) -> bool) -> u32 {
        let complete = |cells: &Vec<usize>| self.is_complete(cells.clone(), filled);
        let sets = self.fields.sets.iter().filter(|(cells, _)| complete(cells));
        let colours = match &self.fields.colours {
            Colours::Cyclic => 0,
            Colours::Square(colours) => colours.iter().filter(|cells| complete(cells)).count(),
            Colours::Free => free::colours(self.wall, filled),
        };
        let set_bonus: u32 = sets.map(|(_, points)| points).sum();
        set_bonus + colours as u32 * self.bonus.colour
    }
}

/// The bonus in JSON.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct BonusFields {
    row: u32,
    column: u32,
    colour: u32,
    pub(crate) sets: Vec<Object<SetFields>>,
    colours: Option<ColoursFields>,
}

/// Cells and the points for all of them.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SetFields {
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
pub(crate) struct FactorFields {
    cells: Vec<Cell>,
    factor: u32,
}

impl BonusFields {
    /// The points of lines and colours.
    pub(crate) fn points(&self) -> Bonus {
        let &Self {
            row,
            column,
            colour,
            ..
        } = self;
        Bonus {
            row,
            column,
            colour,
        }
    }

    /// The colours.
    fn colours(&self, wall: Wall) -> Result<Colours, Refusal> {
        let colours = self.colours.as_ref();
        let colours = colours.map_or(Ok(Colours::Cyclic), |colours| colours.of(wall));
        colours.map_err(|refusal| refusal.within("bonus.colours"))
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

/// The greatest factor.
const MOST_FACTOR: u32 = 100;

impl Wall {
    /// Sets of the bonus with their points.
    fn bonus_sets(
        self,
        sets: &[Object<SetFields>],
        holes: &[usize],
    ) -> Result<Vec<(Vec<usize>, u32)>, Refusal> {
        let sets = sets.iter().map(|Object(SetFields { cells, points })| {
            let cells = self.set(cells)?;
            no_hole("cells", &cells, holes).map(|()| (cells, *points))
        });
        let sets = sets.collect::<Result<Vec<_>, Refusal>>();
        sets.map_err(|refusal| refusal.within("bonus.sets"))
    }

    /// The factor of each cell, from 1; empty without factors.
    fn factors(
        self,
        factors: &[Object<FactorFields>],
        holes: &[usize],
    ) -> Result<Vec<u32>, Refusal> {
        let factors = self.factors_of_cells(factors, holes);
        factors.map_err(|refusal| refusal.within("factors"))
    }

    fn factors_of_cells(
        self,
        fields: &[Object<FactorFields>],
        holes: &[usize],
    ) -> Result<Vec<u32>, Refusal> {
        let mut factor_cells = Vec::new();
        let cells = if fields.is_empty() {
            0
        } else {
            self.size() + 1
        };
        let mut factors = vec![1; cells];
        for Object(FactorFields { cells, factor }) in fields {
            let reason = format_args!("{factor} is more than {MOST_FACTOR}");
            need(*factor <= MOST_FACTOR, "factor", reason)?;
            for cell in self.set(cells)? {
                factors[cell] = *factor;
                factor_cells.push(cell);
            }
        }
        no_hole("cells", &factor_cells, holes)?;
        need(all_differ(&factor_cells), "cells", "a cell has two factors").map(|()| factors)
    }
}
