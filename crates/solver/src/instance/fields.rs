//! Values of the bonus, its sets and colours, and the factors, from their specs, with all faults of meaning.

use super::validate::{Checker, Fault};
use super::{BonusSetSpec, ColoursSpec, FactorSpec, Located};
use crate::counted::counted;
use crate::wall::{Bonus, BonusSet, Colours, Factors};
use itertools::Itertools;
use std::collections::BTreeMap;

/// The place of a part of the value at `place`; a flag is its own place.
pub(super) fn part_place(place: &str, name: &str) -> String {
    if place.starts_with("--") {
        place.to_owned()
    } else {
        format!("{place}.{name}")
    }
}

/// The place of an item of the list at `place`; a flag is its own place.
fn item_place(place: &str, index: usize) -> String {
    if place.starts_with("--") {
        place.to_owned()
    } else {
        format!("{place}[{index}]")
    }
}

impl Checker {
    /// The number of tiles, if it is less than the number of turns.
    pub(super) fn tiles(&mut self, tiles: Option<&Located<u64>>) -> Option<usize> {
        let Located { place, value } = tiles?;
        let turns = self.frame.turns;
        match usize::try_from(*value) {
            Ok(tiles) if tiles < turns => Some(tiles),
            Ok(tiles) if tiles == turns => {
                let message = "as many tiles as turns: no turn passes";
                self.warnings.push(Fault::new(place, message));
                None
            }
            _ => {
                let (tiles, turns) = (counted(value, "tile"), counted(turns, "turn"));
                let message = format!("{tiles}, but only {turns}: a turn fills one cell at most");
                self.fault(place, message);
                None
            }
        }
    }

    pub(super) fn factors(&mut self, specs: &[Located<FactorSpec>]) -> Factors {
        let mut factors = BTreeMap::new();
        for Located { place, value } in specs {
            let factor = u32::try_from(value.factor).unwrap_or(u32::MAX);
            if factor > Factors::MAX {
                let maximum = Factors::MAX;
                let message = format!("factor {}: use 0 to {maximum}", value.factor);
                self.fault(&part_place(place, "factor"), message);
            }
            let cells = part_place(place, "cells");
            if value.cells.is_empty() {
                self.fault(&cells, "names no cell");
            }
            for (index, cell) in value.cells.iter().enumerate() {
                let place = item_place(&cells, index);
                let Some(cell) = self.cell(&place, *cell) else {
                    continue;
                };
                if self.frame.initial.contains(cell) && factor != 1 {
                    let message = format!(
                        "cell {cell} is filled before turn 1: its factor counts for nothing"
                    );
                    self.warnings.push(Fault::new(&place, message));
                }
                if factors.insert(cell, factor).is_some() {
                    let message = format!("cell {cell} has a factor already: give it one");
                    self.fault(&place, message);
                }
            }
        }
        factors.into_iter().collect()
    }

    pub(super) fn bonus(&mut self, bonus: Option<Located<Bonus>>) -> Bonus {
        let Some(Located { place, value }) = bonus else {
            return Bonus::default();
        };
        if value.colour > 0 {
            self.check_colours(&part_place(&place, "colour"));
        }
        for points in [value.row, value.column, value.colour] {
            self.check_points(&place, points);
        }
        value
    }

    fn check_points(&mut self, place: &str, points: u32) {
        let maximum = Bonus::MAX;
        if points > maximum {
            let message = format!("{points} points: a bonus may have at most {maximum}");
            self.fault(place, message);
        }
    }

    /// Whether the wall has colours; a wall without colours is a fault.
    fn check_colours(&mut self, place: &str) -> bool {
        let wall = self.frame.wall;
        let is_square = wall.colours() > 0;
        if !is_square {
            let message = format!("a {wall} wall has no colours: only a square one has");
            self.fault(place, message);
        }
        is_square
    }

    pub(super) fn bonus_sets(&mut self, specs: &[Located<BonusSetSpec>]) -> Vec<BonusSet> {
        let mut sets = Vec::new();
        if let Some(Located { place, .. }) = specs.get(BonusSet::MAX_SETS) {
            let maximum = BonusSet::MAX_SETS;
            self.fault(place, format!("an instance has at most {maximum} sets"));
        }
        for Located { place, value } in specs.iter().take(BonusSet::MAX_SETS) {
            let points = u32::try_from(value.points).unwrap_or(u32::MAX);
            self.check_points(&part_place(place, "points"), points);
            let cells_place = part_place(place, "cells");
            if value.cells.is_empty() {
                self.fault(&cells_place, "names no cell");
            }
            let items = value.cells.iter().enumerate();
            let items = items.map(|(index, &cell)| (item_place(&cells_place, index), cell));
            let mut cells = self.distinct(items, Self::cell);
            cells.sort_unstable();
            sets.push(BonusSet { cells, points });
        }
        sets
    }

    /// The colours of the cells; `points` is the bonus of a complete colour.
    pub(super) fn colours(&mut self, spec: Option<&Located<ColoursSpec>>, points: u32) -> Colours {
        let Some(Located { place, value }) = spec else {
            return Colours::Cyclic;
        };
        if !self.check_colours(place) {
            return Colours::Cyclic;
        }
        let side = self.frame.wall.rows();
        match value {
            ColoursSpec::Word(word) if word == "cyclic" => Colours::Cyclic,
            ColoursSpec::Word(word) if word == "free" => {
                if points == 0 {
                    let message = "free colours earn nothing: give a bonus for each colour";
                    self.fault(place, message);
                }
                if side > Colours::MAX_FREE {
                    let maximum = Colours::MAX_FREE;
                    let message = format!("free colours are for walls of at most {maximum} rows");
                    self.fault(place, message);
                }
                if !self.frame.holes.is_empty() {
                    self.fault(place, "free colours are for walls without holes");
                }
                Colours::Free
            }
            ColoursSpec::Word(_) => {
                let message = "use cyclic, free, or a text for each row of a Latin square";
                self.fault(place, message);
                Colours::Cyclic
            }
            ColoursSpec::Rows(rows) => self.latin_square(place, rows),
        }
    }

    fn latin_square(&mut self, place: &str, rows: &[String]) -> Colours {
        let side = self.frame.wall.rows();
        let square = rows
            .iter()
            .map(|row| row.chars().collect_vec())
            .collect_vec();
        let is_square = square.len() == side && square.iter().all(|row| row.len() == side);
        if !is_square {
            let message = format!("use {side} texts of {side} letters, a letter for each cell");
            self.fault(place, message);
            return Colours::Cyclic;
        }
        let columns = (0..side).map(|column| square.iter().map(|row| row[column]).collect_vec());
        let lines = square.iter().cloned().chain(columns);
        if !square.iter().flatten().all(char::is_ascii_alphanumeric) {
            self.fault(place, "use letters from a to z and A to Z, and digits");
        }
        let letters = square.iter().flatten().unique().count();
        if letters != side || !lines.into_iter().all(|line| line.iter().all_unique()) {
            let message = "no Latin square: each letter stands once in each row and each column";
            self.fault(place, message);
        }
        Colours::Square(square.into_iter().flatten().collect())
    }
}
