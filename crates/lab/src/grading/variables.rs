//! Readings of an order from the variables of a model.

use super::{Reading, Score};
use azulejo_solver::instance::Instance;
use azulejo_solver::order::Order;
use azulejo_solver::wall::Cell;
use itertools::Itertools;

/// Errors of variables that tell no order.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UnreadError {
    /// None of the names is known.
    #[error(
        "no variable tells the order: name them A[turn,cell] (1 if that turn fills that cell), o[cell,cell] (1 if the \
         first comes before the second) or turn[cell]"
    )]
    None,
    /// No variables for the requested reading.
    #[error("the model has no variables {0}, by which --as reads the order")]
    Reading(Reading),
    /// A number that is too large for the wall.
    #[error(
        "the variable {0} speaks of a cell or a turn that the {1} wall does not have: is it a model of another wall?"
    )]
    Beyond(String, String),
}

/// The name of the variables of a reading, with the count of their numbers.
fn variables(reading: Reading) -> (&'static str, usize) {
    match reading {
        Reading::Positions => ("A", 2),
        Reading::Pairs => ("o", 2),
        Reading::Turns => ("turn", 1),
    }
}

/// The columns that tell the order.
#[derive(Debug, Clone)]
pub(super) struct Keys {
    pub(super) reading: Reading,
    /// The index and the numbers of each column that tells the order.
    pub(super) columns: Vec<(usize, Vec<usize>)>,
}

impl Keys {
    pub(super) fn new(
        names: &[String],
        reading: Option<Reading>,
        instance: &Instance,
    ) -> Result<Self, UnreadError> {
        let parsed = names.iter().map(|name| parts(name)).collect_vec();
        let columns_of = |reading: Reading| {
            let (word, count) = variables(reading);
            let columns = parsed.iter().enumerate().filter_map(|(index, parts)| {
                let (name, numbers) = parts.as_ref()?;
                (name == word && numbers.len() == count).then(|| (index, numbers.clone()))
            });
            columns.collect_vec()
        };
        let readings = reading.map_or(Reading::ALL.to_vec(), |reading| vec![reading]);
        let candidates = readings
            .into_iter()
            .map(|reading| (reading, columns_of(reading)));
        let candidate = candidates
            .into_iter()
            .find(|(_, columns)| !columns.is_empty());
        let (reading, columns) =
            candidate.ok_or(reading.map_or(UnreadError::None, UnreadError::Reading))?;
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
        let turn_of = |cell: usize| turn_of(order, cell);
        let before = |first: usize, second: usize| match (turn_of(first), turn_of(second)) {
            (Some(first), Some(second)) => first < second,
            (first, second) => first.is_some() && second.is_none(),
        };
        let value = |numbers: &[usize]| match (self.reading, numbers) {
            (Reading::Positions, &[turn, cell]) => Some(f64::from(turn_of(cell) == Some(turn))),
            (Reading::Pairs, &[first, second]) => Some(f64::from(before(first, second))),
            (Reading::Turns, &[cell]) => turn_of(cell).map(|turn| turn as f64),
            _ => None,
        };
        let columns = self.columns.iter();
        columns
            .filter_map(|(index, numbers)| Some((*index, value(numbers)?)))
            .collect()
    }

    /// The columns A(turn,cell), turn by turn; empty for another reading.
    pub(super) fn turns(&self) -> Vec<usize> {
        let columns = self.columns.iter();
        let mut turns = columns
            .filter(|_| self.reading == Reading::Positions)
            .collect_vec();
        turns.sort_by_key(|(_, numbers)| numbers);
        turns.into_iter().map(|(column, _)| *column).collect()
    }

    /// The pairs of cells of the variables o(cell,cell), each pair in the sequence of an order. None where
    /// the variables tell the whole order.
    pub(super) fn precedences(&self, order: &Order) -> Option<Vec<(Cell, Cell)>> {
        let place = |cell: usize| Some((turn_of(order, cell)?, Cell::from_number(cell)));
        let pairs = self
            .columns
            .iter()
            .filter_map(|(_, numbers)| match numbers[..] {
                [first, second] if self.reading == Reading::Pairs => {
                    let (first, second) = (place(first)?, place(second)?);
                    Some((first.min(second).1, first.max(second).1))
                }
                _ => None,
            });
        (self.reading == Reading::Pairs).then(|| pairs.unique().collect())
    }

    /// A solution in words: its variables that are not 0.
    pub(super) fn words(&self, names: &[String], values: &[f64]) -> String {
        let nonzero = self.columns.iter().filter_map(|(index, _)| {
            let value = Score::of(values[*index]);
            (value != Score::Whole(0)).then(|| format!("{} = {value}", names[*index]))
        });
        match nonzero.collect_vec() {
            words if words.is_empty() => format!("each {} is 0", self.reading),
            words => words.join(", "),
        }
    }

    /// Whether the columns have the values of an order.
    pub(super) fn is_assignment(&self, order: &Order, values: &[f64]) -> bool {
        let mut entries = self.values(order).into_iter();
        entries.all(|(column, value)| (values[column] - value).abs() < 1e-3)
    }

    /// The columns A(turn,cell), read as A(cell,turn); none for another reading.
    pub(super) fn transposed(&self) -> Option<Self> {
        let columns = self.columns.iter();
        let columns =
            columns.map(|(index, numbers)| (*index, numbers.iter().rev().copied().collect()));
        (self.reading == Reading::Positions).then(|| Self {
            reading: self.reading,
            columns: columns.collect(),
        })
    }
}

/// The turn of a cell in an order, both as numbers from 1.
fn turn_of(order: &Order, cell: usize) -> Option<usize> {
    let cell = Cell::from_number(cell);
    let place = order.iter().position(|&entry| entry == Some(cell))?;
    Some(place + 1)
}

/// The letters of a name and the numbers after them: `A(1,2)`, `A[1,2]` and `A_1_2` are all A with 1 and 2.
fn parts(name: &str) -> Option<(String, Vec<usize>)> {
    let letters = name.find(|symbol: char| !symbol.is_ascii_alphabetic())?;
    let (word, rest) = name.split_at(letters);
    let numbers = rest
        .split(|symbol: char| !symbol.is_ascii_digit())
        .filter(|part| !part.is_empty());
    let numbers = numbers
        .map(|part| part.parse().ok())
        .collect::<Option<Vec<usize>>>()?;
    let is_plain = rest
        .chars()
        .all(|symbol| symbol.is_ascii_digit() || "()[],_ .".contains(symbol));
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
