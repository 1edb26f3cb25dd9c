use std::fmt;
use std::str::FromStr;

/// The first tiles of a square wall: for each row from the top, the column of its tile, if it has one.
///
/// No column occurs twice. The permutation is complete if every row has its tile.
///
/// ```
/// use azulejo_lab::tiling::Permutation;
/// let permutation: Permutation = "2 4 1 _".parse()?;
/// assert_eq!(permutation.rows(), 4);
/// assert!(!permutation.is_complete());
/// assert_eq!(permutation.column(0), Some(1));
/// # Ok::<(), azulejo_lab::tiling::InvalidPermutation>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Permutation {
    columns: Vec<Option<u32>>,
}

impl Permutation {
    /// The most rows of a permutation.
    pub const MAX_ROWS: usize = 1 << 20;

    /// The most rows of an incomplete permutation.
    pub const MAX_INCOMPLETE_ROWS: usize = 300;

    /// The permutation with these columns, counted from 1, for the rows from the top; none where a row
    /// has no tile.
    ///
    /// # Errors
    /// All the faults at once.
    pub fn new(columns: impl IntoIterator<Item = Option<u64>>) -> Result<Self, InvalidPermutation> {
        let columns = columns.into_iter().map(|column| match column {
            None => Entry::Missing,
            Some(column) => Entry::Column(column),
        });
        let columns: Vec<_> = columns.take(Self::MAX_ROWS + 1).collect();
        Self::check(&columns)
    }

    /// The diagonal of a wall of so many rows: row i has its tile in column i.
    ///
    /// # Errors
    /// When it has no row, or more than [`Permutation::MAX_ROWS`].
    pub fn diagonal(rows: u64) -> Result<Self, InvalidPermutation> {
        Self::new((1..=rows).map(Some))
    }

    /// The number of rows, and of columns: at least 1.
    pub fn rows(&self) -> usize {
        self.columns.len()
    }

    /// The column of a row's tile, both from 0; none where it has no tile yet.
    ///
    /// # Panics
    /// When there is no such row.
    pub fn column(&self, row: usize) -> Option<usize> {
        self.columns[row].map(|column| column as usize)
    }

    /// Whether every row has its tile.
    pub fn is_complete(&self) -> bool {
        self.columns.iter().all(Option::is_some)
    }

    /// The tiles, as (row, column) from 0, from the top.
    pub fn tiles(&self) -> impl Iterator<Item = (usize, usize)> + Clone {
        let tiles = self.columns.iter().enumerate();
        tiles.filter_map(|(row, column)| Some((row, (*column)? as usize)))
    }

    fn check(entries: &[Entry<'_>]) -> Result<Self, InvalidPermutation> {
        let rows = entries.len();
        let fault = match rows {
            0 => Some(PermutationFault::Empty),
            _ if rows > Self::MAX_ROWS => Some(PermutationFault::TooLong),
            _ => None,
        };
        if let Some(fault) = fault {
            return Err(InvalidPermutation {
                faults: vec![fault],
            });
        }
        let mut faults = Vec::new();
        let mut columns = vec![None; rows];
        let mut row_of = vec![None; rows];
        for (index, entry) in entries.iter().enumerate() {
            let row = index + 1;
            let off_the_wall = |column| PermutationFault::OffTheWall { row, column, rows };
            let column = match *entry {
                Entry::Missing => continue,
                Entry::Column(column) if (1..=rows as u64).contains(&column) => {
                    match row_of[column as usize - 1] {
                        Some(first) => Err(PermutationFault::Repeated { row, column, first }),
                        None => Ok(column as usize - 1),
                    }
                }
                Entry::Column(column) => Err(off_the_wall(column.to_string())),
                Entry::Word(word) if is_integer(word) => Err(off_the_wall(excerpt(word))),
                Entry::Word(word) => Err(PermutationFault::NotAColumn {
                    row,
                    written: excerpt(word),
                }),
            };
            match column {
                Ok(column) => {
                    row_of[column] = Some(row);
                    columns[index] = Some(column as u32);
                }
                Err(fault) => faults.push(fault),
            }
        }
        match faults.is_empty() {
            true => Ok(Self { columns }),
            false => Err(InvalidPermutation { faults }),
        }
    }
}

/// `4 5 3 1 2`, or `(4, 5, 3, 1, 2)` as in the thesis; `_` for a row without a tile.
impl FromStr for Permutation {
    type Err = InvalidPermutation;

    fn from_str(text: &str) -> Result<Self, InvalidPermutation> {
        let text = text.trim();
        let inner = text
            .strip_prefix('(')
            .and_then(|rest| rest.strip_suffix(')'));
        let text = inner.unwrap_or(text);
        let entries: Vec<Entry<'_>> = if text.contains(',') {
            text.split(',').map(|word| entry(word.trim())).collect()
        } else {
            text.split_whitespace().map(entry).collect()
        };
        Self::check(&entries)
    }
}

impl fmt::Display for Permutation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (row, column) in self.columns.iter().enumerate() {
            let gap = if row == 0 { "" } else { " " };
            match column {
                Some(column) => write!(f, "{gap}{}", column + 1)?,
                None => write!(f, "{gap}_")?,
            }
        }
        Ok(())
    }
}

/// The entry of a row.
enum Entry<'a> {
    Missing,
    Column(u64),
    /// Neither a column nor `_`.
    Word(&'a str),
}

fn entry(word: &str) -> Entry<'_> {
    match word.parse() {
        _ if word == "_" => Entry::Missing,
        Ok(column) if is_integer(word) => Entry::Column(column),
        _ => Entry::Word(word),
    }
}

fn is_integer(word: &str) -> bool {
    let digits = word.strip_prefix('-').unwrap_or(word);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

fn excerpt(word: &str) -> String {
    match word.char_indices().nth(24) {
        None => word.to_owned(),
        Some((end, _)) => format!("{}…", &word[..end]),
    }
}

/// One fault of a permutation. Rows and columns are counted from 1.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PermutationFault {
    /// No rows.
    #[error("it is empty: write the column of each row's tile, as in \"4 5 3 1 2\"")]
    Empty,
    /// Too many rows.
    #[error("it is too long: at most {} rows", Permutation::MAX_ROWS)]
    TooLong,
    /// Neither a number nor `_`.
    #[error("row {row}: {written:?} is no column: use a number, or _ for a row without a tile")]
    NotAColumn {
        /// The row.
        row: usize,
        /// The text that stands there.
        written: String,
    },
    /// A column that the wall does not have.
    #[error("row {row}: column {column} is off the {rows}×{rows} wall (columns 1 to {rows})")]
    OffTheWall {
        /// The row.
        row: usize,
        /// The column, as written.
        column: String,
        /// The rows of the permutation.
        rows: usize,
    },
    /// A column that an earlier row has.
    #[error("row {row}: column {column} has its tile in row {first}: use each column once")]
    Repeated {
        /// The row.
        row: usize,
        /// The column.
        column: u64,
        /// The earlier row.
        first: usize,
    },
}

/// A permutation that cannot be used, with all its faults.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct InvalidPermutation {
    faults: Vec<PermutationFault>,
}

impl InvalidPermutation {
    /// The greatest number of listed faults.
    const LISTED_FAULTS: usize = 20;

    /// All the faults, from the first row to the last.
    pub fn faults(&self) -> &[PermutationFault] {
        &self.faults
    }
}

impl fmt::Display for InvalidPermutation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.faults.len();
        let noun = if count == 1 { "fault" } else { "faults" };
        write!(f, "the permutation has {count} {noun}")?;
        for fault in self.faults.iter().take(Self::LISTED_FAULTS) {
            write!(f, "\n  {fault}")?;
        }
        match count.saturating_sub(Self::LISTED_FAULTS) {
            0 => Ok(()),
            more => write!(f, "\n  … and {more} more"),
        }
    }
}
