//! Compares the readings of the thesis's pseudocode with its tables 1–3, and writes the result into
//! `docs/experiments.md`.
//!
//! `cargo maintain readings` runs it, in half an hour or so. First every combination of readings plays a few games; the
//! nearest eighth of them plays four times as many, and so on, until few are left (successive halving, here by
//! eighths). Then the default and every reading that differs from it in one option play many games. The result replaces
//! the text between `<!-- readings: begin -->` and `<!-- readings: end -->`.

use crate::Result;
use crate::storage::replace_between;
use azulejo::arena::{Match, Starter, Tally, Watch};
use azulejo::players::{Contestant, KINDS, OptionValues, PlayerKind, PlayerOption};
use azulejo::published::Comparison;
use azulejo::published::games::{Share, Table};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// The groups of two games of a match in the first pass.
const FIRST_GROUPS: u64 = 50;

/// The groups of two games of a match, for readings that differ in one option.
const GROUPS: u64 = 10_000;

/// The number of readings left at the end.
const LEFT: usize = 16;

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

/// The distance of a reading from the tables.
struct Near {
    reading: Reading,
    /// The root mean square of the differences, in per cent.
    rms: f64,
    /// The largest difference.
    largest: f64,
    /// The number of percentages that are near.
    near: usize,
}

pub(crate) fn run() -> Result {
    let readings = Readings::new()?;
    let mut text = String::new();
    let (all, left, groups) = readings.halve();
    writeln!(
        text,
        "### How near they come\n\n\
         All {all} combinations of the options played. These are the nearest {} of them, after {} games a pair and \
         starter; differences are in per cent of the games, over the {} percentages of tables 1–3.\n\n\
         | reading of every player | root mean square | largest | within 1.5 |\n|---|---|---|---|",
        left.len(),
        groups,
        readings.cells.len()
    )?;
    readings.rows(&mut text, &left)?;
    let alone = readings.alone();
    writeln!(
        text,
        "\nThese are the defaults, and all players with one option that is the same for all, after {GROUPS} games a pair \
         and starter:\n\n\
         | option | root mean square | largest | within 1.5 |\n|---|---|---|---|"
    )?;
    readings.rows(&mut text, &readings.nearest(alone, GROUPS))?;
    replace_between(
        "docs/experiments.md",
        "readings",
        &format!("\n{}\n\n", text.trim_end()),
    )
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
                if choices.iter().all(|known| known.name != *name) {
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
            if nearest.len() <= LEFT {
                return (all, nearest, groups);
            }
            nearest.truncate(nearest.len().div_ceil(8).max(LEFT));
            readings = nearest.into_iter().map(|near| near.reading).collect();
            groups *= 4;
        }
    }

    /// The default reading, and the readings that differ from it in one option.
    fn alone(&self) -> Vec<Reading> {
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
        let mut nearest: Vec<Near> = readings.map(|it| self.near(it, &tallies)).collect();
        nearest.sort_by(|one, other| one.rms.total_cmp(&other.rms));
        nearest
    }

    fn near(&self, reading: Reading, tallies: &Tallies) -> Near {
        let differences = self.cells.iter().map(|cell| {
            let (pair, contestant) = self.pair(cell, &reading);
            100.0 * cell.share.of(&tallies[&pair], contestant).value - cell.published
        });
        let differences: Vec<f64> = differences.collect();
        let squares: f64 = differences.iter().map(|it| it * it).sum();
        Near {
            reading,
            rms: (squares / differences.len() as f64).sqrt(),
            largest: differences
                .iter()
                .fold(0.0, |largest, it| it.abs().max(largest)),
            near: differences
                .iter()
                .filter(|it| it.abs() <= Comparison::NEAR)
                .count(),
        }
    }

    /// The match of a percentage, and the index of the contestant in its row.
    fn pair(&self, cell: &Cell, reading: &[Option<usize>]) -> ([String; 2], usize) {
        let [row, column] = [0, 1].map(|at| {
            let name = &cell.pair[at];
            let kind = PlayerKind::named(name).expect("a player of the tables");
            let known = |name: &str| kind.options.iter().any(|option| option.name == name);
            format!("{name}:{}", self.text(reading, known))
        });
        if row <= column {
            ([row, column], 0)
        } else {
            ([column, row], 1)
        }
    }

    /// The options in the form of a contestant's text.
    fn text(&self, reading: &[Option<usize>], wanted: impl Fn(&str) -> bool) -> String {
        let chosen = self.choices.iter().zip(reading);
        let words = chosen.filter_map(|(choice, word)| {
            let (word, _) = choice.words[(*word)?];
            wanted(choice.name).then(|| format!("{}={word}", choice.name))
        });
        words.collect::<Vec<_>>().join(",")
    }

    fn rows(&self, text: &mut String, nearest: &[Near]) -> std::fmt::Result {
        for near in nearest {
            let options = match &*self.text(&near.reading, |_| true) {
                "" => "the defaults".to_owned(),
                options => format!("`{options}`"),
            };
            let Near {
                rms, largest, near, ..
            } = near;
            writeln!(text, "| {options} | {rms:.2} | {largest:.1} | {near} |")?;
        }
        Ok(())
    }
}
