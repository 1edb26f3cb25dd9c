use super::MatchTallies;
use crate::arena::{Estimate, Tally};
use crate::control::Control;
use serde::Deserialize;

/// A table of the thesis, as it was published.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// Number of the table, 1–4.
    pub number: u32,
    /// The place of publication.
    pub source: String,
    /// The meaning of its percentages.
    pub share: Share,
    /// The players of its columns.
    pub columns: Vec<String>,
    /// The players of its rows, each with a percentage for each column.
    pub rows: Vec<(String, Vec<f64>)>,
    /// The averages of some rows over the columns; that of `all` is over the rows, too.
    #[serde(default)]
    pub averages: Vec<(String, f64)>,
}

/// Meaning of a percentage for the player of its row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Share {
    /// The games that he wins, where both players begin as often.
    Wins,
    /// The games that he wins, where he begins all of them.
    WinsBeginning,
    /// The second less the first.
    Advantage,
}

/// A percentage of a table.
#[derive(Debug, Clone)]
pub struct Entry {
    /// The name.
    pub name: String,
    /// The published percentage.
    pub published: f64,
    share: Share,
    /// The player of the row and that of the column; of an average, all of them.
    pairs: Vec<[String; 2]>,
}

impl Table {
    /// The four tables.
    pub fn all() -> Vec<Self> {
        serde_json::from_str(include_str!("tables.json"))
            .expect("the file is a part of the program")
    }

    /// Every percentage, row by row, and then the averages.
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

    /// The pairs of a row, or of `all` rows.
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
    /// The percentage from so many groups of two games a match, in per cent; none if it was stopped.
    pub fn compute(
        &self,
        tallies: &mut MatchTallies,
        groups: u64,
        control: &Control,
    ) -> Option<Estimate> {
        let (mut sum, mut squares) = (0.0, 0.0);
        for [row, column] in &self.pairs {
            // Each match is played once, whichever of the two has the row.
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

    /// A percentage in words, as the thesis rounds it.
    pub fn words(&self, percentage: f64) -> String {
        match self.share {
            Share::Wins | Share::WinsBeginning => format!("{percentage:.1} %"),
            Share::Advantage => format!("{percentage:+.1} %"),
        }
    }
}

impl Share {
    /// The share of a contestant of a match.
    pub fn of(self, tally: &Tally, contestant: usize) -> Estimate {
        match self {
            Self::Wins => tally.wins(contestant),
            Self::WinsBeginning => tally.wins_beginning(contestant),
            Self::Advantage => tally.advantage_of_beginning(contestant),
        }
    }
}
