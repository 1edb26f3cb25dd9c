//! Rows such as `count(row 3, 6) >= 2`, read by the referee, and the values of their quantities for an order.
//!
//! The text is read from left to right, letter by letter. What is read is not rewritten: it is counted on the order as
//! it stands there.

mod condition;
mod text;
mod value;

pub(crate) use condition::Condition;
pub use value::{RowValue, row_values};

use crate::grid::Tile;
use crate::refusal::{Refusal, need};
use crate::statement::Statement;
use crate::wall::Wall;
use text::Text;

/// A row: one of the clauses holds, for each `t` of the range and each line that a bare word stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    any: Vec<Comparison>,
    range: Option<(Moment, Moment)>,
}

/// A sum that is, at most, at least or exactly, 0.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Comparison {
    sum: Vec<(i64, Amount)>,
    /// The number of terms that stand on the left side; those of the right side have the other sign.
    split: usize,
    sign: Sign,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sign {
    Less,
    More,
    Same,
}

/// A quantity that a row adds up.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Amount {
    One,
    Turn(usize),
    Points(usize),
    Order(usize, usize),
    At(usize, Moment),
    By(usize, Moment),
    Count(Cells, Moment),
    Earned(Moment),
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Cells {
    /// The cells of a line or of the wall; holes are never filled.
    These(Vec<usize>),
    /// The cells of a cyclic colour.
    Colour(Vec<usize>),
    /// Cells by their numbers.
    Named(Vec<usize>),
    /// The cells of each row, of each column, or of each line: a bare word, from 0.
    Each(usize),
}

impl Cells {
    fn of(&self, wall: Wall, at: &At) -> Vec<usize> {
        match self {
            Self::These(cells) | Self::Colour(cells) | Self::Named(cells) => cells.clone(),
            Self::Each(word) => wall.line(at.lines[*word]),
        }
    }
}

/// A number of turns, after turn 0, after `t`, or after the last turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Moment {
    Zero(i64),
    T(i64),
    End(i64),
}

/// The quantities of an order.
#[derive(Debug)]
pub(crate) struct Replay {
    /// By cell, from 1: its turn, 0 if it is filled at first, and one more than there are turns if it stays empty.
    pub(crate) turn: Vec<usize>,
    /// By turn, from 1: the points of its tile.
    pub(crate) points: Vec<u32>,
    /// The number of turns.
    pub(crate) turns: usize,
}

impl Replay {
    /// An order and the points of its tiles; a cell that is filled twice has its first turn.
    pub(crate) fn of(statement: &Statement, order: &[usize], tiles: &[Tile]) -> Self {
        let turns = statement.turns;
        let mut turn = vec![turns + 1; statement.wall.size() + 1];
        let mut points = vec![0];
        for ((&cell, number), tile) in order.iter().zip(1..).zip(tiles) {
            points.push(tile.points());
            if let Some(first) = turn.get_mut(cell) {
                *first = number.min(*first);
            }
        }
        for &cell in &statement.initial {
            turn[cell] = 0;
        }
        Self {
            turn,
            points,
            turns,
        }
    }
}

impl Row {
    /// The most letters of a row.
    const LONGEST: usize = 1_000;

    /// The greatest number of expansions of a row.
    const MOST: usize = 1_000;

    /// Reads a row of a wall.
    ///
    /// # Errors
    /// At the first letter of a syntax error, or for a text that is too long.
    pub(crate) fn read(text: &str, wall: Wall, turns: usize) -> Result<Self, Refusal> {
        need(
            text.chars().count() <= Self::LONGEST,
            "row",
            "it is too long",
        )?;
        let mut text = Text { rest: text, wall };
        let mut any = vec![text.comparison()?];
        while text.word("or") {
            any.push(text.comparison()?);
        }
        let range = match text.word("for") {
            false => None,
            true => {
                let has_variable = text.word("t") && text.word("in");
                need(has_variable, "row", "for, but not for t in")?;
                let from = text.moment()?;
                text.expect("..")?;
                Some((from, text.moment()?))
            }
        };
        let rest = text.rest.trim();
        need(
            rest.is_empty(),
            "row",
            format_args!("not understood: {rest}"),
        )?;
        let row = Self { any, range };
        let last = turns as i64;
        let is_valid = row.range.is_none_or(|(from, to)| {
            let is_turn = |end: &Moment| (0..=last).contains(&end.number(0, last));
            let is_fixed = |end: &Moment| !matches!(end, Moment::T(_)) && is_turn(end);
            [from, to].iter().all(is_fixed)
        });
        need(is_valid, "row", "a range goes beyond the turns")?;
        let is_bounded = row.expansions(wall, last).nth(Self::MOST).is_none();
        need(is_bounded, "row", "it is written out too often").map(|()| row)
    }

    /// Whether the row holds of an order on a wall.
    pub(crate) fn holds(&self, wall: Wall, replay: &Replay) -> bool {
        let last = replay.turns as i64;
        let holds = |at| {
            self.clauses(wall, last, &at)
                .iter()
                .any(|clause| clause.holds(replay))
        };
        self.expansions(wall, last).all(holds)
    }

    fn amounts(&self) -> impl Iterator<Item = &Amount> {
        let terms = self.any.iter().flat_map(|comparison| &comparison.sum);
        terms.map(|(_, amount)| amount)
    }

    /// Whether the row counts the cells of a colour.
    pub(crate) fn names_a_colour(&self) -> bool {
        let mut amounts = self.amounts();
        amounts.any(|amount| matches!(amount, Amount::Count(Cells::Colour(_), _)))
    }

    /// The cells that the row names by their numbers.
    pub(crate) fn cells(&self) -> Vec<usize> {
        let cells = self.amounts().flat_map(|amount| match amount {
            Amount::Turn(cell) | Amount::Points(cell) => vec![*cell],
            Amount::Order(first, then) => vec![*first, *then],
            Amount::At(cell, _) | Amount::By(cell, _) => vec![*cell],
            Amount::Count(Cells::Named(cells), _) => cells.clone(),
            Amount::One | Amount::Count(..) | Amount::Earned(_) => Vec::new(),
        });
        cells.collect()
    }

    /// The quantities that depend on `t`: their distances from `t`, and their least times.
    fn moving(&self) -> impl Iterator<Item = (i64, i64)> {
        let moments = self.amounts().filter_map(Amount::moment);
        moments.filter_map(|(moment, least)| match moment {
            Moment::T(after) => Some((after, least)),
            Moment::Zero(_) | Moment::End(_) => None,
        })
    }

    /// The clauses of an expansion.
    pub(crate) fn clauses(&self, wall: Wall, last: i64, at: &At) -> Vec<Clause> {
        let term_parts = |(factor, amount): &(i64, Amount)| amount.parts(wall, last, at, *factor);
        let parts = |terms: &[(i64, Amount)]| -> Vec<(i64, Part)> {
            terms.iter().flat_map(term_parts).collect()
        };
        let clauses = self.any.iter().map(|comparison| {
            let (left, right) = comparison.sum.split_at(comparison.split);
            let (left, right, sign) = (parts(left), parts(right), comparison.sign);
            Clause { left, right, sign }
        });
        clauses.collect()
    }

    /// The expansions of the row: the values of `t` and of the bare words, ordered by `t`, and for one `t` by
    /// the row, the column and the line.
    pub(crate) fn expansions(&self, wall: Wall, last: i64) -> impl Iterator<Item = At> {
        // The first line, and the number of lines.
        let each = |word: usize, first: usize, lines: usize| {
            let mut amounts = self.amounts();
            let bare = |cells: &Cells| *cells == Cells::Each(word);
            match amounts.any(|amount| matches!(amount, Amount::Count(cells, _) if bare(cells))) {
                true => (first, lines),
                false => (0, 1),
            }
        };
        let rows = each(0, 0, wall.rows);
        let columns = each(1, wall.rows, wall.columns);
        let lines = each(2, 0, wall.lines());
        // Without a range, `t` takes all values for which each time is a time of the order.
        let from = self.moving().map(|(after, least)| least - after).max();
        let to = self.moving().map(|(after, _)| last - after).min();
        let (from, to) = match self.range {
            Some((from, to)) => (from.number(0, last), to.number(0, last)),
            None => from.zip(to).unwrap_or((0, 0)),
        };
        (from..=to).flat_map(move |t| {
            (0..rows.1 * columns.1 * lines.1).map(move |index| {
                let row = rows.0 + index / (columns.1 * lines.1);
                let column = columns.0 + index / lines.1 % columns.1;
                let lines = [row, column, lines.0 + index % lines.1];
                At { t, lines }
            })
        })
    }
}

/// An expansion: the values of `t` and of the bare words.
pub(crate) struct At {
    t: i64,
    lines: [usize; 3],
}

/// A clause where it is written out once: the parts of both sides, each with its factor. Those of the right side have the
/// other sign.
#[derive(Debug, Clone)]
pub(crate) struct Clause {
    pub(crate) left: Vec<(i64, Part)>,
    pub(crate) right: Vec<(i64, Part)>,
    pub(crate) sign: Sign,
}

/// A quantity of an order in an expansion.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Part {
    /// One.
    One,
    /// The turn of a cell.
    Turn(usize),
    /// The points of a cell.
    Points(usize),
    /// Whether the first cell comes before the second one.
    Before(usize, usize),
    /// Whether a cell is filled by a time.
    By(usize, i64),
    /// The points of a turn.
    Earned(i64),
}

impl Clause {
    /// The parts of both sides.
    pub(crate) fn parts(&self) -> impl Iterator<Item = &(i64, Part)> {
        self.left.iter().chain(&self.right)
    }

    /// The parts of both sides as a sum that is at most 0, or equal to it.
    pub(crate) fn sum(&self) -> impl Iterator<Item = (i64, Part)> {
        let sign = if self.sign == Sign::More { -1 } else { 1 };
        self.parts()
            .map(move |&(factor, part)| (sign * factor, part))
    }

    /// The number of parts of the clause; the turn of a cell counts once for each time.
    pub(crate) fn size(&self, turns: usize) -> usize {
        let turn = |(_, part): &&(i64, Part)| matches!(part, Part::Turn(_));
        self.parts().count() + turns * self.parts().filter(turn).count()
    }

    fn sides(&self, replay: &Replay) -> [i64; 2] {
        let value = |(factor, part): &(i64, Part)| factor * part.value(replay);
        let sum = |parts: &[(i64, Part)]| parts.iter().map(value).sum::<i64>();
        [sum(&self.left), -sum(&self.right)]
    }

    fn holds(&self, replay: &Replay) -> bool {
        let [left, right] = self.sides(replay);
        match self.sign {
            Sign::Less => left <= right,
            Sign::More => left >= right,
            Sign::Same => left == right,
        }
    }
}

impl Part {
    fn value(self, replay: &Replay) -> i64 {
        let turn = |cell: usize| replay.turn[cell] as i64;
        let earned = |turn: i64| {
            let turn = usize::try_from(turn).ok();
            let points = turn.and_then(|turn| replay.points.get(turn));
            points.map_or(0, |&points| i64::from(points))
        };
        match self {
            Self::One => 1,
            Self::Turn(cell) => turn(cell),
            Self::Points(cell) => earned(turn(cell)),
            Self::Before(first, then) => i64::from((turn(first), first) < (turn(then), then)),
            Self::By(cell, time) => i64::from(turn(cell) <= time),
            Self::Earned(turn) => earned(turn),
        }
    }
}

impl Moment {
    fn number(self, t: i64, last: i64) -> i64 {
        match self {
            Self::Zero(after) => after,
            Self::T(after) => t + after,
            Self::End(after) => last + after,
        }
    }
}

impl Amount {
    /// Moment of the quantity, and the least that the moment may be.
    fn moment(&self) -> Option<(Moment, i64)> {
        match *self {
            Self::At(_, moment) | Self::Earned(moment) => Some((moment, 1)),
            Self::By(_, moment) | Self::Count(_, moment) => Some((moment, 0)),
            Self::One | Self::Turn(_) | Self::Points(_) | Self::Order(..) => None,
        }
    }

    /// The parts, each with its factor, of the quantity this often.
    fn parts(&self, wall: Wall, last: i64, at: &At, factor: i64) -> Vec<(i64, Part)> {
        let time = self
            .moment()
            .map_or(0, |(moment, _)| moment.number(at.t, last));
        let by = |cell: usize| (factor, Part::By(cell, time));
        match *self {
            Self::One => vec![(factor, Part::One)],
            Self::Turn(cell) => vec![(factor, Part::Turn(cell))],
            Self::Points(cell) => vec![(factor, Part::Points(cell))],
            Self::Order(first, then) => vec![(factor, Part::Before(first, then))],
            Self::At(cell, _) => vec![by(cell), (-factor, Part::By(cell, time - 1))],
            Self::By(cell, _) => vec![by(cell)],
            Self::Count(ref cells, _) => cells.of(wall, at).into_iter().map(by).collect(),
            Self::Earned(_) => vec![(factor, Part::Earned(time))],
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::statement::Statement;
    use crate::verify::verify;

    /// Whether the order 5, 1, 2, 9, 3 of 3×3, with cell 4 filled at first, satisfies a row.
    fn holds(row: &str) -> bool {
        let json = format!(
            r#"{{"wall": {{"rows": 3, "columns": 3}}, "sense": "maximize", "initial": [4], "turns": 5,
                "constraints": [{{"type": "subject-to", "row": "{row}"}}]}}"#
        );
        let statement = Statement::from_json(&json).expect(row);
        verify(&statement, &[5, 1, 2, 9, 3]).faults.is_empty()
    }

    /// The tiles earn 2, 2, 4, 1 and 3.
    #[test]
    fn rows_mean_what_their_quantities_are() {
        for row in [
            "turn(5) = 1",
            "turn(4) = 0",
            "turn(6) = 6",
            "turn(9) - turn(5) <= 3",
            "y(4,0) = 1",
            "x(2,3) = 1",
            "x(4,1) = 0",
            "y(2,2) = 0 or y(2,3) = 0",
            "o(4,5) = 1",
            "o(5,4) = 0",
            "o(6,7) = 1",
            "o(7,6) = 0",
            "o(3,6) = 1",
            "earned(1) = 2",
            "points(2) = 4",
            "points(4) = 0",
            "points(6) = 0",
            "earned(end) = 3",
            "count(row 1, end) = 3",
            "count(row 1, 3) = 2",
            "count(wall, t) - 1 >= 0",
            "count(colour 1, end) = 3",
            "count(1 2 3, end - 1) = 2",
            "count(line, 1) <= 2",
            "count(row, t) - count(row, t-1) <= 1",
            "count(row 1, t) >= 1 for t in 2..end",
            "2 turn(5) + 3*turn(1) = 8",
            "-turn(9) <= -4",
        ] {
            assert!(holds(row), "{row}");
        }
        for row in [
            "turn(5) <= 0",
            "turn(6) <= 5",
            "turn(9) - turn(5) <= 2",
            "earned(3) <= 3",
            "count(row, 5) <= 2",
            "count(column, t) <= 1",
            "count(row 1, t) >= 1",
            "y(2,2) = 1 or y(9,3) = 1",
            "points(6) >= 1",
            "o(6,7) + o(3,6) <= 1",
        ] {
            assert!(!holds(row), "{row}");
        }
    }

    #[test]
    fn what_is_no_row_is_refused() {
        for row in [
            "",
            "turn(5)",
            "turn(10) <= 1",
            "turn(5) < 1",
            "sh(5) <= 1",
            "turn(5) <= 1 or",
            "count(row 4, 1) <= 1",
            "y(1,t) <= 1 for t in 1..99999",
            "turn(5) <= 1 <= 2",
            "turn(5) <= 1234567890",
            "y(1,t) <= 1 for t in 4..t",
            "count(1 2 1, 3) <= 1",
        ] {
            let json = format!(
                r#"{{"wall": {{"rows": 3, "columns": 3}}, "sense": "maximize",
                    "constraints": [{{"type": "subject-to", "row": "{row}"}}]}}"#
            );
            assert!(Statement::from_json(&json).is_err(), "{row}");
        }
    }
}
