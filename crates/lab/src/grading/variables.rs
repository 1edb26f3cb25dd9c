//! Readings of an order from the variables of a model.

use super::Score;
use azulejo_solver::instance::Instance;
use azulejo_solver::order::Order;
use azulejo_solver::wall::Cell;
use itertools::Itertools;
use std::fmt;

/// Variables that tell the order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Reading {
    /// A(i,j): turn i fills cell j, as in the case study.
    Positions,
    /// o(a,b): cell a is filled before cell b.
    Pairs,
    /// turn(c): the number of the turn that fills cell c.
    Turns,
}

impl Reading {
    /// All kinds.
    pub const ALL: &'static [Self] = &[Self::Positions, Self::Pairs, Self::Turns];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Positions => "case-study",
            Self::Pairs => "ordering",
            Self::Turns => "turns",
        }
    }

    /// The name of its variables, with how many numbers.
    fn variables(self) -> (&'static str, usize) {
        match self {
            Self::Positions => ("A", 2),
            Self::Pairs => ("o", 2),
            Self::Turns => ("turn", 1),
        }
    }
}

impl fmt::Display for Reading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Positions => "A(turn,cell)",
            Self::Pairs => "o(cell,cell)",
            Self::Turns => "turn(cell)",
        })
    }
}

/// Errors of variables that tell no order.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UnreadError {
    /// None of the names is known.
    #[error(
        "no variable tells the order: name them A[turn,cell] (1 if that turn fills that cell), o[cell,cell] (1 if the \
         first comes before the second) or turn[cell]"
    )]
    None,
    /// The reading that was asked for has no variables.
    #[error("the model has no variables {0}, by which --as reads the order")]
    Reading(Reading),
    /// A number is too large for the wall.
    #[error(
        "the variable {0} speaks of a cell or a turn that the {1} wall does not have: is it a model of another wall?"
    )]
    Beyond(String, String),
}

/// The columns that tell the order.
#[derive(Debug, Clone)]
pub(super) struct Keys {
    pub(super) reading: Reading,
    /// Per column that tells of the order: its index and its numbers.
    pub(super) columns: Vec<(usize, Vec<usize>)>,
}

impl Keys {
    pub(super) fn new(
        names: &[String],
        reading: Option<Reading>,
        instance: &Instance,
    ) -> Result<Self, UnreadError> {
        let parsed = names.iter().map(|name| parts(name)).collect_vec();
        let of = |reading: Reading| {
            let (word, count) = reading.variables();
            let named = parsed.iter().enumerate().filter_map(|(index, parts)| {
                let (name, numbers) = parts.as_ref()?;
                (name == word && numbers.len() == count).then(|| (index, numbers.clone()))
            });
            named.collect_vec()
        };
        let readings = reading.map_or(Reading::ALL.to_vec(), |reading| vec![reading]);
        let found = readings.into_iter().map(|reading| (reading, of(reading)));
        let found = found.into_iter().find(|(_, columns)| !columns.is_empty());
        let (reading, columns) =
            found.ok_or(reading.map_or(UnreadError::None, UnreadError::Reading))?;
        let (wall, horizon) = (instance.wall(), instance.horizon());
        let fits = |numbers: &[usize]| match (reading, numbers) {
            (Reading::Positions, [turn, cell]) => {
                (1..=horizon).contains(turn) && (1..=wall.len()).contains(cell)
            }
            (_, cells) => cells.iter().all(|cell| (1..=wall.len()).contains(cell)),
        };
        match columns.iter().find(|(_, numbers)| !fits(numbers)) {
            Some((index, _)) => Err(UnreadError::Beyond(names[*index].clone(), wall.to_string())),
            None => Ok(Self { reading, columns }),
        }
    }

    /// The value of each of these columns for an order.
    pub(super) fn values(&self, order: &Order) -> Vec<(usize, f64)> {
        let turn_of = |cell: usize| {
            let cell = Cell::from_number(cell);
            let place = order.iter().position(|&one| one == Some(cell));
            place.map(|place| place + 1)
        };
        let before = |one: usize, other: usize| match (turn_of(one), turn_of(other)) {
            (Some(one), Some(other)) => one < other,
            (one, other) => one.is_some() && other.is_none(),
        };
        let value = |numbers: &[usize]| match (self.reading, numbers) {
            (Reading::Positions, &[turn, cell]) => Some(f64::from(turn_of(cell) == Some(turn))),
            (Reading::Pairs, &[one, other]) => Some(f64::from(before(one, other))),
            (Reading::Turns, &[cell]) => turn_of(cell).map(|turn| turn as f64),
            _ => None,
        };
        let columns = self.columns.iter();
        columns
            .filter_map(|(index, numbers)| Some((*index, value(numbers)?)))
            .collect()
    }

    /// The columns that say which turn fills which cell, turn by turn; none where the order is told otherwise.
    pub(super) fn turns(&self) -> Vec<usize> {
        let columns = self.columns.iter();
        let mut turns = columns
            .filter(|_| self.reading == Reading::Positions)
            .collect_vec();
        turns.sort_by_key(|(_, numbers)| numbers);
        turns.into_iter().map(|(column, _)| *column).collect()
    }

    /// The cells of which the variables say that the first is filled before the second, if an order does so. None where
    /// the variables tell the whole order.
    pub(super) fn known_of(&self, order: &Order) -> Option<Vec<(Cell, Cell)>> {
        let place = |cell: usize| {
            let cell = Cell::from_number(cell);
            order
                .iter()
                .position(|&one| one == Some(cell))
                .map(|place| (place, cell))
        };
        let pairs = self
            .columns
            .iter()
            .filter_map(|(_, numbers)| match numbers[..] {
                [one, other] if self.reading == Reading::Pairs => {
                    let (one, other) = (place(one)?, place(other)?);
                    Some((one.min(other).1, one.max(other).1))
                }
                _ => None,
            });
        (self.reading == Reading::Pairs).then(|| pairs.unique().collect())
    }

    /// A solution in words: its variables that are not 0.
    pub(super) fn words(&self, names: &[String], values: &[f64]) -> String {
        let set = self.columns.iter().filter_map(|(index, _)| {
            let value = Score::of(values[*index]);
            (value != Score::Whole(0)).then(|| format!("{} = {value}", names[*index]))
        });
        match set.collect_vec() {
            set if set.is_empty() => format!("each {} is 0", self.reading),
            set => set.join(", "),
        }
    }

    /// Whether these columns have the values of an order.
    pub(super) fn tell(&self, order: &Order, values: &[f64]) -> bool {
        let mut entries = self.values(order).into_iter();
        entries.all(|(column, value)| (values[column] - value).abs() < 1e-3)
    }

    /// The values of columns that say which turn fills which cell as if they said it the other way round: A(cell,turn). None where
    /// the order is told otherwise, or where there are fewer turns than cells.
    pub(super) fn swapped(&self, order: &Order, cells: usize) -> Option<Vec<(usize, f64)>> {
        let is_swappable = self.reading == Reading::Positions && order.len() == cells;
        is_swappable.then(|| {
            let value = |numbers: &[usize]| {
                let (cell, turn) = (Cell::from_number(numbers[0]), numbers[1]);
                f64::from(order.iter().position(|&one| one == Some(cell)) == Some(turn - 1))
            };
            let columns = self.columns.iter();
            columns
                .map(|(index, numbers)| (*index, value(numbers)))
                .collect()
        })
    }
}

/// The letters of a name and the numbers after them: `A(1,2)`, `A[1,2]` and `A_1_2` are all A with 1 and 2.
fn parts(name: &str) -> Option<(String, Vec<usize>)> {
    let letters = name.find(|one: char| !one.is_ascii_alphabetic())?;
    let (word, rest) = name.split_at(letters);
    let numbers = rest
        .split(|one: char| !one.is_ascii_digit())
        .filter(|part| !part.is_empty());
    let numbers = numbers
        .map(|part| part.parse().ok())
        .collect::<Option<Vec<usize>>>()?;
    let is_plain = rest
        .chars()
        .all(|one| one.is_ascii_digit() || "()[],_ .".contains(one));
    (is_plain && !word.is_empty()).then(|| (word.to_owned(), numbers))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_in_every_spelling() {
        for name in ["A(1,12)", "A[1,12]", "A_1_12", "A.1.12", "A(1, 12)"] {
            assert_eq!(parts(name), Some(("A".into(), vec![1, 12])), "{name}");
        }
        assert_eq!(parts("turn(3)"), Some(("turn".into(), vec![3])));
        assert_eq!(parts("r(1,L,2)"), None);
        assert_eq!(parts("12"), None);
    }
}
