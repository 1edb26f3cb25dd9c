//! Writes `docs/readings.json`: how near each reading of the thesis's pseudocode comes to its tables 1–3.
//!
//! `make readings` runs it, within half an hour. All combinations of readings play a few games; the nearest quarter of
//! them plays four times as many, and so on (successive halving, by quarters). `make experiments` puts what is found
//! into `docs/experiments.md`.

mod kept;

use azulejo::arena::{Match, Starter, Tally, Watch};
use azulejo::players::{Contestant, Kind, Opt, Value};
use azulejo::published::games::{Share, Table};
use kept::replace;
use rayon::prelude::*;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::path::Path;

/// The groups of two games a match in the first round.
const FIRST_GROUPS: u64 = 25;

/// The readings that are left in the end.
const LEFT: usize = 24;

/// A reading: the number of a word for each option.
type Reading = Vec<usize>;

/// The matches so far, by the texts of the contestants.
type Played = BTreeMap<[String; 2], Tally>;

/// A percentage of the tables 1–3: the players of its row and its column.
struct Cell {
    pair: [String; 2],
    share: Share,
    published: f64,
}

#[derive(Serialize)]
struct Found {
    /// The options that are not the default.
    reading: String,
    /// Groups of two games a match.
    groups: u64,
    /// The root of the mean of the squared differences, in per cent.
    rms: f64,
    /// The largest difference.
    worst: f64,
    /// How many of the percentages are at most 1.5 away.
    near: usize,
    /// How many there are.
    of: usize,
}

fn main() -> Result<(), Box<dyn Error>> {
    let cells = cells();
    let options = options(&cells)?;
    let words = options.iter().map(|option| count(option));
    let mut readings: Vec<Reading> = vec![Vec::new()];
    for words in words {
        let longer =
            |reading: Reading| (0..words).map(move |word| [&reading[..], &[word]].concat());
        readings = readings.into_iter().flat_map(longer).collect();
    }
    let mut groups = FIRST_GROUPS;
    let mut nearest = BTreeMap::new();
    loop {
        eprintln!("{} readings, {groups} groups a match", readings.len());
        let played = play(&readings, &options, &cells, groups)?;
        let mut found: Vec<(f64, Reading)> = readings
            .into_iter()
            .map(|reading| {
                (
                    rms(&differences(&reading, &options, &cells, &played)),
                    reading,
                )
            })
            .collect();
        found.sort_by(|(one, _), (other, _)| one.total_cmp(other));
        let left = found.len().div_ceil(4).max(LEFT.min(found.len()));
        let last = left == found.len();
        for (_, reading) in &found {
            let differences = differences(reading, &options, &cells, &played);
            let entry = Found {
                reading: text(reading, &options, |_| true),
                groups,
                rms: rms(&differences),
                worst: differences
                    .iter()
                    .fold(0.0, |worst, it| it.abs().max(worst)),
                near: differences.iter().filter(|it| it.abs() <= 1.5).count(),
                of: cells.len(),
            };
            // What a reading that was left behind came to, in the last round that it played.
            for (option, word) in options.iter().zip(reading) {
                nearest
                    .entry((option.name, word_of(option, *word)))
                    .and_modify(|best: &mut (u64, f64)| {
                        if best.0 < groups || (best.0 == groups && best.1 > entry.rms) {
                            *best = (groups, entry.rms);
                        }
                    })
                    .or_insert((groups, entry.rms));
            }
            if last {
                println!(
                    "{:.2} {:.1} {} {}",
                    entry.rms, entry.worst, entry.near, entry.reading
                );
            }
        }
        if last {
            break;
        }
        readings = found
            .into_iter()
            .take(left)
            .map(|(_, reading)| reading)
            .collect();
        groups *= 4;
    }
    for ((option, word), (groups, rms)) in nearest {
        println!("{option}={word}: {rms:.2} ({groups})");
    }
    let _ = replace;
    let _ = Path::new("");
    Ok(())
}

fn cells() -> Vec<Cell> {
    let tables = Table::all()
        .into_iter()
        .filter(|table| table.share != Share::Advantage);
    let cells = tables.flat_map(|table| {
        let rows = table.rows.clone().into_iter();
        rows.flat_map(move |(row, percentages)| {
            let columns = table.columns.clone().into_iter().zip(percentages);
            let share = table.share;
            columns.map(move |(column, published)| Cell {
                pair: [row.clone(), column],
                share,
                published,
            })
        })
        .collect::<Vec<_>>()
    });
    cells.collect()
}

/// Every option of the players.
fn options(cells: &[Cell]) -> Result<Vec<Opt>, Box<dyn Error>> {
    let names: BTreeSet<&str> = cells
        .iter()
        .flat_map(|cell| cell.pair.iter().map(|it| &**it))
        .collect();
    let mut options: Vec<Opt> = Vec::new();
    for name in names {
        for option in Kind::named(name)?.options {
            if options.iter().all(|known| known.name != option.name) {
                options.push(*option);
            }
        }
    }
    Ok(options)
}

fn count(option: &Opt) -> usize {
    match option.values {
        Value::Words(words) => words.len(),
        Value::Number(..) => 1,
    }
}

fn word_of(option: &Opt, word: usize) -> &'static str {
    match option.values {
        Value::Words(words) => words[word].0,
        Value::Number(..) => "",
    }
}

/// The options that are not the default, as in a contestant's text.
fn text(reading: &[usize], options: &[Opt], wanted: impl Fn(&Opt) -> bool) -> String {
    let chosen = options
        .iter()
        .zip(reading)
        .filter(|(option, word)| **word > 0 && wanted(option));
    let words = chosen.map(|(option, word)| format!("{}={}", option.name, word_of(option, *word)));
    words.collect::<Vec<_>>().join(",")
}

/// A player with this reading.
fn contestant(name: &str, reading: &[usize], options: &[Opt]) -> String {
    let kind = Kind::named(name).expect("a player of the tables");
    let known = |option: &Opt| kind.options.iter().any(|known| known.name == option.name);
    format!("{name}:{}", text(reading, options, known))
}

/// The match of a percentage, and which contestant of it has the row.
fn pair(cell: &Cell, reading: &[usize], options: &[Opt]) -> ([String; 2], usize) {
    let [row, column] = [0, 1].map(|at| contestant(&cell.pair[at], reading, options));
    if row <= column {
        ([row, column], 0)
    } else {
        ([column, row], 1)
    }
}

fn play(
    readings: &[Reading],
    options: &[Opt],
    cells: &[Cell],
    groups: u64,
) -> Result<Played, Box<dyn Error>> {
    let pairs: BTreeSet<[String; 2]> = readings
        .iter()
        .flat_map(|reading| cells.iter().map(|cell| pair(cell, reading, options).0))
        .collect();
    let pairs: Vec<[String; 2]> = pairs.into_iter().collect();
    eprintln!("{} matches", pairs.len());
    let play = |pair: [String; 2]| {
        let contestants = [0, 1].map(|at| pair[at].parse::<Contestant>().expect("a player"));
        let pairing = Match::new(contestants.iter().collect(), Starter::Each, 2);
        let tally = pairing
            .expect("two contestants")
            .run(0..groups, Watch::default());
        (pair, tally)
    };
    Ok(pairs.into_par_iter().map(play).collect())
}

fn differences(reading: &[usize], options: &[Opt], cells: &[Cell], played: &Played) -> Vec<f64> {
    let difference = |cell: &Cell| {
        let (pair, contestant) = pair(cell, reading, options);
        100.0 * cell.share.of(&played[&pair], contestant).value - cell.published
    };
    cells.iter().map(difference).collect()
}

fn rms(differences: &[f64]) -> f64 {
    let squares: f64 = differences.iter().map(|it| it * it).sum();
    (squares / differences.len() as f64).sqrt()
}
