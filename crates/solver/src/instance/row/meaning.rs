//! From the syntax of a row to its requirements.

use super::inequality::{Inequality, Quantity, Requirement};
use super::plain::Truth;
use super::syntax::{ClauseSyntax, Located, Name, Relation, Set, Syntax, Term, Time};
use super::{Frame, RowFault, SubjectTo};
use crate::instance::CellSpec;
use crate::wall::{Cell, Colours, Line};
use itertools::{Itertools, iproduct};
use std::collections::BTreeSet;

/// The requirements of a row, for all turns and lines.
///
/// # Errors
/// All faults of meaning of the row.
pub(super) fn requirements(
    syntax: &Syntax,
    frame: &Frame,
) -> Result<Vec<Requirement>, Vec<RowFault>> {
    let mut writer = Writer {
        frame,
        faults: BTreeSet::new(),
        terms: 0,
        t: 0,
        lines: Lines::default(),
    };
    let requirements = writer.expand(syntax);
    match writer.faults.is_empty() {
        true => Ok(requirements),
        false => Err(writer.faults.into_iter().collect()),
    }
}

/// The lines that replace bare words in one instance of a row.
#[derive(Debug, Clone, Copy, Default)]
struct Lines {
    row: usize,
    column: usize,
    line: usize,
}

/// A sum under construction.
#[derive(Default)]
struct Sum {
    terms: Vec<(Quantity, i64)>,
    constant: i64,
}

impl Sum {
    fn add(&mut self, quantity: Quantity, factor: i64) {
        self.terms.push((quantity, factor));
    }
}

struct Writer<'a> {
    frame: &'a Frame,
    faults: BTreeSet<RowFault>,
    /// The number of terms so far.
    terms: usize,
    t: i64,
    lines: Lines,
}

impl Writer<'_> {
    fn fault(&mut self, place: usize, message: impl Into<String>) {
        self.faults.insert((Some(place), message.into()));
    }

    fn row_fault(&mut self, message: impl Into<String>) {
        self.faults.insert((None, message.into()));
    }

    fn expand(&mut self, syntax: &Syntax) -> Vec<Requirement> {
        if syntax.clauses.len() > SubjectTo::MAX_CLAUSES {
            let (clauses, most) = (syntax.clauses.len(), SubjectTo::MAX_CLAUSES);
            self.row_fault(format!("{clauses} clauses: a row has at most {most}"));
        }
        let names = syntax.clauses.iter().flat_map(names).collect_vec();
        let Some(turns) = self.turns(syntax, &names) else {
            return Vec::new();
        };
        let wall = self.frame.wall;
        let sets = names.iter().filter_map(|name| match name {
            Name::Count((_, set), _) => Some(set),
            _ => None,
        });
        let count = |is_bare: fn(&Set) -> bool, lines: usize| match sets.clone().any(is_bare) {
            true => lines,
            false => 1,
        };
        let rows = count(|set| matches!(set, Set::Row(None)), wall.rows());
        let columns = count(|set| matches!(set, Set::Column(None)), wall.columns());
        let all_lines = wall.rows() + wall.columns();
        let lines = count(|set| matches!(set, Set::Line), all_lines);
        let (count, most) = (turns.len() * rows * columns * lines, SubjectTo::MAX_ROWS);
        if count > most {
            self.row_fault(format!("written out {count} times: {most} is the most"));
            return Vec::new();
        }
        let has_t = names.iter().any(|name| depends_on_t(name));
        let mut requirements = Vec::new();
        for (t, row, column, line) in iproduct!(turns, 0..rows, 0..columns, 0..lines) {
            self.t = t;
            self.lines = Lines { row, column, line };
            requirements.extend(self.instantiate(syntax, has_t));
            if self.terms > SubjectTo::MAX_TERMS {
                let most = SubjectTo::MAX_TERMS;
                self.row_fault(format!("more than {most} terms where it is written out"));
                return Vec::new();
            }
            // The faults of one instance suffice: the others repeat them.
            if !self.faults.is_empty() {
                return Vec::new();
            }
        }
        requirements
    }

    /// The values of `t`: the turns of the range, else all turns at which all times exist; a single value for a row without `t`.
    fn turns(&mut self, syntax: &Syntax, names: &[&Name]) -> Option<Vec<i64>> {
        let last = self.frame.turns as i64;
        let offsets = names
            .iter()
            .filter_map(|name| time_of(name))
            .filter_map(|(time, least)| match time.1 {
                Time::T(offset) => Some((offset, least)),
                _ => None,
            });
        let offsets = offsets.collect_vec();
        let Some((place, from, to)) = syntax.range else {
            if offsets.is_empty() {
                return Some(vec![0]);
            }
            let is_valid = |t: &i64| {
                let mut times = offsets.iter();
                times.all(|(offset, least)| (*least..=last).contains(&(t + offset)))
            };
            let turns = (-last..=2 * last).filter(is_valid).collect_vec();
            if turns.is_empty() {
                self.row_fault(format!(
                    "there is no t at which all its times exist (turns 1 to {last})"
                ));
                return None;
            }
            return Some(turns);
        };
        if offsets.is_empty() {
            self.fault(place, "no t stands before the range: leave the range out");
            return None;
        }
        let [from, to] = [from, to].map(|time| self.number_of(time));
        let wrong_turn = [from, to]
            .into_iter()
            .find(|turn| !(0..=last).contains(turn));
        let message = match wrong_turn {
            Some(turn) => format!("turn {turn} is out of range (turns 1 to {last})"),
            None if from > to => format!("there are no turns from turn {from} to turn {to}"),
            None => return Some((from..=to).collect()),
        };
        self.fault(place, message);
        None
    }

    /// The number of a turn.
    fn number_of(&self, time: Time) -> i64 {
        match time {
            Time::Number(number) => number,
            Time::End(offset) => self.frame.turns as i64 - offset,
            Time::T(offset) => self.t + offset,
        }
    }

    /// The requirements for one `t` and one line of each bare word; none if every order satisfies them.
    fn instantiate(&mut self, syntax: &Syntax, has_t: bool) -> Vec<Requirement> {
        let clauses = syntax.clauses.iter().map(|clause| self.clause(clause));
        let clauses = clauses.collect_vec();
        if !self.faults.is_empty() {
            return Vec::new();
        }
        let mut open_clauses = Vec::new();
        for clause in clauses {
            match clause {
                (Truth::Always, _) => return Vec::new(),
                (Truth::Never, _) => {}
                (Truth::Open, clause) => open_clauses.push(clause),
            }
        }
        match open_clauses.len() {
            0 => {
                let suffix = match has_t {
                    true => format!(" for t = {}", self.t),
                    false => String::new(),
                };
                // A clause about the end hints at a missing number of turns: the user expects empty cells at the end.
                let times = syntax.clauses.iter().flat_map(names).filter_map(time_of);
                let (fills, turns) = (self.frame.fills_the_wall(), self.frame.turns);
                let mut times = times.filter_map(|(time, _)| self.time(&time, 0));
                let reason = match fills && times.any(|time| time == turns) {
                    true => format!(": {turns} turns fill every cell"),
                    false => String::new(),
                };
                self.row_fault(format!("holds for no order{suffix}{reason}"));
                Vec::new()
            }
            1 => {
                let rows = open_clauses.remove(0).into_iter();
                let rows = rows.map(|row| Requirement::any_of(vec![vec![row]]));
                rows.collect()
            }
            _ => vec![Requirement::any_of(open_clauses)],
        }
    }

    /// The truth of a clause, and its open inequalities.
    fn clause(&mut self, clause: &ClauseSyntax) -> (Truth, Vec<Inequality>) {
        let mut sum = Sum::default();
        for (side, sign) in [(&clause.left, 1), (&clause.right, -1)] {
            for Term { coefficient, name } in side {
                let factor = sign * coefficient;
                match name {
                    None => sum.constant += factor,
                    Some(name) => self.add(name, factor, &mut sum),
                }
            }
        }
        let Sum { terms, constant } = sum;
        self.terms += terms.len();
        if self.terms > SubjectTo::MAX_TERMS {
            return (Truth::Open, Vec::new());
        }
        let at_most = Inequality::new(terms.iter().copied(), -constant);
        let negated = terms.iter().map(|&(quantity, factor)| (quantity, -factor));
        let at_least = Inequality::new(negated, constant);
        let sums = match clause.relation {
            Relation::AtMost => vec![at_most],
            Relation::AtLeast => vec![at_least],
            Relation::Equal => vec![at_most, at_least],
        };
        let mut rows = Vec::new();
        for row in sums {
            match self.frame.truth(&row) {
                Truth::Always => {}
                Truth::Never => return (Truth::Never, Vec::new()),
                Truth::Open => rows.extend(self.frame.simplify(row)),
            }
        }
        match rows.is_empty() {
            true => (Truth::Always, rows),
            false => (Truth::Open, rows),
        }
    }

    /// Adds a multiple of a quantity to a sum.
    fn add(&mut self, name: &Name, factor: i64, sum: &mut Sum) {
        match name {
            Name::Turn(cell) => {
                if let Some(cell) = self.free_cell(cell) {
                    sum.add(Quantity::Turn(cell), factor);
                }
            }
            Name::Points(cell) => {
                if let Some(cell) = self.free_cell(cell) {
                    sum.add(Quantity::Points(cell), factor);
                }
            }
            Name::Before(first, then) => {
                let (Some(first), Some(then)) = (self.cell(first), self.cell(then)) else {
                    return;
                };
                let is_initial = |cell| self.frame.initial.contains(cell);
                match (is_initial(first), is_initial(then)) {
                    (false, false) if first < then => {
                        sum.add(Quantity::Before(first, then), factor);
                    }
                    (false, false) if first > then => {
                        sum.constant += factor;
                        sum.add(Quantity::Before(then, first), -factor);
                    }
                    (true, false) => sum.constant += factor,
                    (true, true) if first < then => sum.constant += factor,
                    _ => {}
                }
            }
            Name::In(cell, time) => {
                if let (Some(cell), Some(time)) = (self.cell(cell), self.time(time, 1)) {
                    self.add_filled(cell, time, factor, sum);
                    self.add_filled(cell, time - 1, -factor, sum);
                }
            }
            Name::By(cell, time) => {
                if let (Some(cell), Some(time)) = (self.cell(cell), self.time(time, 0)) {
                    self.add_filled(cell, time, factor, sum);
                }
            }
            Name::Count((place, set), time) => {
                let (cells, time) = (self.set(*place, set), self.time(time, 0));
                if let Some(time) = time {
                    for cell in cells {
                        self.add_filled(cell, time, factor, sum);
                    }
                }
            }
            Name::Earned(time) => {
                if let Some(time) = self.time(time, 1) {
                    sum.add(Quantity::Earned(time), factor);
                }
            }
        }
    }

    /// Adds a multiple of y(c,t), which is constant for initial tiles, at time 0, and at the end of an order that fills the wall.
    fn add_filled(&self, cell: Cell, time: usize, factor: i64, sum: &mut Sum) {
        let is_filled = self.frame.initial.contains(cell)
            || time == self.frame.turns && self.frame.fills_the_wall();
        match is_filled {
            true => sum.constant += factor,
            false if time == 0 => {}
            false => sum.add(Quantity::Filled { cell, time }, factor),
        }
    }

    fn cell(&mut self, &(place, number): &Located<i64>) -> Option<Cell> {
        let cell = self.frame.cell(CellSpec::Number(number.unsigned_abs()));
        cell.map_err(|message| self.fault(place, message)).ok()
    }

    /// A cell that is empty at first; none for an initial cell, whose turn and points are 0.
    fn free_cell(&mut self, cell: &Located<i64>) -> Option<Cell> {
        let cell = self.cell(cell)?;
        (!self.frame.initial.contains(cell)).then_some(cell)
    }

    fn time(&mut self, &(place, time): &Located<Time>, least: i64) -> Option<usize> {
        let last = self.frame.turns as i64;
        let number = self.number_of(time);
        if !(least..=last).contains(&number) {
            let suffix = match time {
                Time::T(_) => format!(" for t = {}", self.t),
                _ => String::new(),
            };
            let message =
                format!("turn {number}{suffix} is out of range (turns {least} to {last})");
            self.fault(place, message);
            return None;
        }
        usize::try_from(number).ok()
    }

    /// The cells of a set, without holes.
    fn set(&mut self, place: usize, set: &Set) -> Vec<Cell> {
        let holes = &self.frame.holes;
        let mut cells = self.cells(place, set).unwrap_or_default();
        cells.retain(|cell| !holes.contains(*cell));
        cells
    }

    fn cells(&mut self, place: usize, set: &Set) -> Option<Vec<Cell>> {
        let wall = self.frame.wall;
        let Lines { row, column, line } = self.lines;
        let line = match *set {
            Set::Row(None) => Line::Row(row as u32),
            Set::Row(Some(number)) => {
                Line::Row(self.number(place, number, ("row", wall.rows()))? as u32)
            }
            Set::Column(None) => Line::Column(column as u32),
            Set::Column(Some(number)) => {
                Line::Column(self.number(place, number, ("column", wall.columns()))? as u32)
            }
            Set::Line => wall.lines().nth(line)?,
            Set::Colour(_) if wall.rows() != wall.columns() => {
                let message = format!("a {wall} wall has no colours: only a square one has");
                self.fault(place, message);
                return None;
            }
            Set::Colour(_) if self.frame.colours != Colours::Cyclic => {
                self.fault(place, "the colours are no cyclic ones: name the cells");
                return None;
            }
            Set::Colour(number) => {
                let colour = self.number(place, number, ("colour", wall.rows()))?;
                return Some(wall.colour_cells(colour).collect());
            }
            Set::Wall => return Some(wall.cells().collect()),
            Set::Cells(ref cells) => {
                let mut list = Vec::new();
                for located in cells {
                    let Some(cell) = self.cell(located) else {
                        continue;
                    };
                    if list.contains(&cell) {
                        self.fault(located.0, format!("cell {cell} is named twice"));
                    }
                    list.push(cell);
                }
                return Some(list);
            }
        };
        Some(wall.line_cells(line).collect())
    }

    /// The index of a line or a colour.
    fn number(&mut self, place: usize, number: i64, (noun, last): (&str, usize)) -> Option<usize> {
        let index = usize::try_from(number - 1)
            .ok()
            .filter(|&index| index < last);
        if index.is_none() {
            let message = format!("{noun} {number} is out of range ({noun}s 1 to {last})");
            self.fault(place, message);
        }
        index
    }
}

fn names(clause: &ClauseSyntax) -> impl Iterator<Item = &Name> {
    let terms = clause.left.iter().chain(&clause.right);
    terms.filter_map(|term| term.name.as_ref())
}

/// The time of a quantity, and the least possible value of the time.
fn time_of(name: &Name) -> Option<(Located<Time>, i64)> {
    match name {
        Name::In(_, time) | Name::Earned(time) => Some((*time, 1)),
        Name::By(_, time) | Name::Count(_, time) => Some((*time, 0)),
        Name::Turn(_) | Name::Points(_) | Name::Before(..) => None,
    }
}

fn depends_on_t(name: &Name) -> bool {
    time_of(name).is_some_and(|(time, _)| matches!(time.1, Time::T(_)))
}
