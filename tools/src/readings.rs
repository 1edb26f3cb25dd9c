//! Compares the readings of the thesis's pseudocode with its tables 1–3, and writes the result into
//! `docs/experiments.md`.
//!
//! First every combination of readings plays a few games; the nearest eighth of them plays four times as many, and so on,
//! until few are left (successive halving, here by eighths). Then the default and every reading that differs from it in
//! one option play many games.

use crate::Result;
use crate::page::{head, replace_between};
use crate::statistics::Distance;
use azulejo::arena::{Match, Starter, Tally, Watch};
use azulejo::players::{Contestant, KINDS, OptionValues, PlayerKind, PlayerOption};
use azulejo::published::games::{Share, Table};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// The groups of two games of a match in the first pass.
const FIRST_GROUPS: u64 = 50;

/// The groups of two games of a match, for readings that differ in one option.
const GROUPS: u64 = 10_000;

/// The number of readings left at the end.
const FINALISTS: usize = 16;

/// A reading: the index of a word for each option; none where each player has its own default.
type Reading = Vec<Option<usize>>;

/// The matches so far, by the texts of the contestants.
type Tallies = BTreeMap<[String; 2], Tally>;

/// A percentage of the tables 1–3: the players of its row and its column.
struct Cell {
    pair: [String; 2],
    share: Share,
    published: f64,
}

/// An option and its words.
struct Choice {
    name: &'static str,
    words: &'static [(&'static str, &'static str)],
}

impl Choice {
    /// Whether a word is the default of every player that has the option.
    fn is_default(&self, word: usize) -> bool {
        let options = KINDS.iter().flat_map(|kind| kind.options);
        let mut options = options.filter(|option| option.name == self.name);
        options.all(|option| option.default == word as u64)
    }
}

struct Readings {
    cells: Vec<Cell>,
    choices: Vec<Choice>,
}

/// A reading with its distance from the tables.
type Near = (Reading, Distance);

pub(crate) fn run() -> Result {
    let readings = Readings::new()?;
    let (all, nearest, groups) = readings.halve();
    let single_changes = readings.nearest(readings.single_changes(), GROUPS);
    let text = format!(
        "\n### How near they come\n\n\
         All {all} combinations of the options played. These are the nearest {} of them, after {groups} games a pair and \
         starter; differences are in per cent of the games, over the {} percentages of tables 1–3.\n\n\
         {}\n\
         These are the defaults, and all players with one option that is the same for all, after {GROUPS} games a pair \
         and starter:\n\n{}\n",
        nearest.len(),
        readings.cells.len(),
        readings.table("reading of every player", &nearest),
        readings.table("option", &single_changes),
    );
    replace_between("docs/experiments.md", "readings", &text)
}

impl Readings {
    fn new() -> Result<Self> {
        let tables = Table::all().into_iter();
        let tables = tables.filter(|table| table.share != Share::Advantage);
        let mut cells = Vec::new();
        for table in tables {
            for (row, percentages) in &table.rows {
                for (column, published) in table.columns.iter().zip(percentages) {
                    cells.push(Cell {
                        pair: [row.clone(), column.clone()],
                        share: table.share,
                        published: *published,
                    });
                }
            }
        }
        let names: BTreeSet<&String> = cells.iter().flat_map(|cell| &cell.pair).collect();
        let mut choices: Vec<Choice> = Vec::new();
        for name in names {
            for PlayerOption { name, values, .. } in PlayerKind::named(name)?.options {
                let OptionValues::Words(words) = *values else {
                    continue;
                };
                if choices.iter().all(|choice| choice.name != *name) {
                    choices.push(Choice { name, words });
                }
            }
        }
        Ok(Self { cells, choices })
    }

    /// The number of all readings, the nearest of them, and the groups a match that these have played.
    fn halve(&self) -> (usize, Vec<Near>, u64) {
        let mut readings: Vec<Reading> = vec![Vec::new()];
        for choice in &self.choices {
            let longer = |reading: Reading| {
                let words = (0..choice.words.len()).map(Some);
                words.map(move |word| [&reading[..], &[word]].concat())
            };
            readings = readings.into_iter().flat_map(longer).collect();
        }
        let all = readings.len();
        let mut groups = FIRST_GROUPS;
        loop {
            let mut nearest = self.nearest(readings, groups);
            if nearest.len() <= FINALISTS {
                return (all, nearest, groups);
            }
            nearest.truncate(nearest.len().div_ceil(8).max(FINALISTS));
            readings = nearest.into_iter().map(|(reading, _)| reading).collect();
            groups *= 4;
        }
    }

    /// The default reading, and the readings that differ from it in one option.
    fn single_changes(&self) -> Vec<Reading> {
        let default = vec![None; self.choices.len()];
        let others = self.choices.iter().enumerate().flat_map(|(at, choice)| {
            let default = &default;
            let words = (0..choice.words.len()).filter(|word| !choice.is_default(*word));
            words.map(move |word| {
                let mut reading = default.clone();
                reading[at] = Some(word);
                reading
            })
        });
        let others: Vec<Reading> = others.collect();
        [vec![default.clone()], others].concat()
    }

    /// Plays all matches of the given readings, and sorts the readings by their distances.
    fn nearest(&self, readings: Vec<Reading>, groups: u64) -> Vec<Near> {
        let pairs: BTreeSet<[String; 2]> = readings
            .par_iter()
            .flat_map_iter(|reading| self.cells.iter().map(|cell| self.pair(cell, reading).0))
            .collect();
        eprintln!(
            "{} readings, {} matches of {groups} groups",
            readings.len(),
            pairs.len()
        );
        let pairs: Vec<[String; 2]> = pairs.into_iter().collect();
        let play = |pair: [String; 2]| {
            let contestants = [0, 1].map(|at| pair[at].parse::<Contestant>().expect("a player"));
            let pairing = Match::new(contestants.iter().collect(), Starter::Each, 2);
            let pairing = pairing.expect("two contestants");
            let tally = pairing.run(0..groups, Watch::default());
            (pair, tally)
        };
        let tallies: Tallies = pairs.into_par_iter().map(play).collect();
        let readings = readings.into_par_iter();
        let mut nearest: Vec<Near> = readings
            .map(|reading| self.near(reading, &tallies))
            .collect();
        let rms = |near: &Near| near.1.root_mean_square;
        nearest.sort_by(|left, right| rms(left).total_cmp(&rms(right)));
        nearest
    }

    fn near(&self, reading: Reading, tallies: &Tallies) -> Near {
        let differences = self.cells.iter().map(|cell| {
            let (pair, contestant) = self.pair(cell, &reading);
            100.0 * cell.share.of(&tallies[&pair], contestant).value - cell.published
        });
        let differences: Vec<f64> = differences.collect();
        (reading, Distance::of(&differences))
    }

    /// The match of a percentage, and the index of the contestant in its row.
    fn pair(&self, cell: &Cell, reading: &[Option<usize>]) -> ([String; 2], usize) {
        let [row, column] = [0, 1].map(|at| {
            let name = &cell.pair[at];
            let kind = PlayerKind::named(name).expect("a player of the tables");
            let has_option = |name: &str| kind.options.iter().any(|option| option.name == name);
            format!("{name}:{}", self.text(reading, has_option))
        });
        if row <= column {
            ([row, column], 0)
        } else {
            ([column, row], 1)
        }
    }

    /// The options in the form of a contestant's text.
    fn text(&self, reading: &[Option<usize>], is_selected: impl Fn(&str) -> bool) -> String {
        let choices = self.choices.iter().zip(reading);
        let words = choices.filter_map(|(choice, word)| {
            let (word, _) = choice.words[(*word)?];
            is_selected(choice.name).then(|| format!("{}={word}", choice.name))
        });
        words.collect::<Vec<_>>().join(",")
    }

    /// The table of some readings.
    fn table(&self, title: &str, nearest: &[Near]) -> String {
        let columns = format!("| {title} | root mean square | largest | within 1.5 |");
        let row = |(reading, distance): &Near| {
            let options = match &*self.text(reading, |_| true) {
                "" => "the defaults".to_owned(),
                options => format!("`{options}`"),
            };
            let Distance {
                root_mean_square,
                largest,
                near,
                ..
            } = distance;
            format!("| {options} | {root_mean_square:.2} | {largest:.1} | {near} |\n")
        };
        head(&columns) + &nearest.iter().map(row).collect::<String>()
    }
}
