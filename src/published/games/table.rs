use super::MatchTallies;
use crate::arena::{Estimate, Tally};
use crate::control::Control;
use serde::Deserialize;

/// Published table of the thesis.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// Number of the table, 1–4.
    pub number: u32,
    /// Place of publication.
    pub source: String,
    /// Meaning of the percentages.
    pub share: Share,
    /// Players of the columns.
    pub columns: Vec<String>,
    /// Players of the rows, each with a percentage for each column.
    pub rows: Vec<(String, Vec<f64>)>,
    /// Averages of rows over the columns; the average of `all` is over the rows, too.
    #[serde(default)]
    pub averages: Vec<(String, f64)>,
}

/// Meaning of a percentage for the player of its row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Share {
    /// Wins where both players begin equally many games.
    Wins,
    /// Wins where the player begins all games.
    WinsBeginning,
    /// Difference of the second share and the first.
    Advantage,
}

/// Percentage of a table.
#[derive(Debug, Clone)]
pub struct Entry {
    /// Name.
    pub name: String,
    /// Published percentage.
    pub published: f64,
    share: Share,
    /// Players of the row and of the column; an average has several pairs.
    pairs: Vec<[String; 2]>,
}

impl Table {
    /// Four tables of the thesis.
    pub fn all() -> Vec<Self> {
        serde_json::from_str(include_str!("tables.json"))
            .expect("the file is a part of the program")
    }

    /// Percentages row by row, and then the averages.
    pub fn entries(&self) -> impl Iterator<Item = Entry> {
        let cells = self.rows.iter().flat_map(move |(row, percentages)| {
            let columns = self.columns.iter().zip(percentages);
            columns.map(move |(column, published)| Entry {
                name: format!("table {}: {row} against {column}", self.number),
                published: *published,
                share: self.share,
                pairs: vec![[row.clone(), column.clone()]],
            })
        });
        let averages = self.averages.iter().map(move |(name, published)| Entry {
            name: format!("table {}: {name}, on average", self.number),
            published: *published,
            share: self.share,
            pairs: self.pairs_of(name),
        });
        cells.chain(averages)
    }

    /// Pairs of a row, or of `all` rows.
    fn pairs_of(&self, name: &str) -> Vec<[String; 2]> {
        let rows = self.rows.iter().map(|(row, _)| row);
        rows.filter(|row| name == "all" || *row == name)
            .flat_map(|row| {
                let columns = self.columns.iter();
                columns.map(|column| [row.clone(), column.clone()])
            })
            .collect()
    }
}

impl Entry {
    /// Percentage from `groups` of two games a match; `None` after a stop.
    pub fn compute(
        &self,
        tallies: &mut MatchTallies,
        groups: u64,
        control: &Control,
    ) -> Option<Estimate> {
        let (mut sum, mut squares) = (0.0, 0.0);
        for [row, column] in &self.pairs {
            // Both percentages of a pair share one match.
            let (pair, contestant) = if row <= column {
                ([&**row, column], 0)
            } else {
                ([&**column, row], 1)
            };
            let tally = tallies.tally(pair, groups, control)?;
            let estimate = self.share.of(tally, contestant);
            sum += estimate.value;
            squares += estimate.error().powi(2);
        }
        let count = self.pairs.len() as f64;
        let [value, error] = [sum, squares.sqrt()].map(|sum| 100.0 * sum / count);
        Some(Estimate {
            value,
            low: value - error,
            high: value + error,
        })
    }

    /// Percentage in words, with the rounding of the thesis.
    pub fn words(&self, percentage: f64) -> String {
        match self.share {
            Share::Wins | Share::WinsBeginning => format!("{percentage:.1} %"),
            Share::Advantage => format!("{percentage:+.1} %"),
        }
    }
}

impl Share {
    /// Share of a contestant of a match.
    pub fn of(self, tally: &Tally, contestant: usize) -> Estimate {
        match self {
            Self::Wins => tally.wins(contestant),
            Self::WinsBeginning => tally.wins_beginning(contestant),
            Self::Advantage => tally.advantage_of_beginning(contestant),
        }
    }
}
