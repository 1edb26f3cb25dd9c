//! Writes the tables of games in `docs/experiments.md`: the tables of the thesis's section 4.6 at the published number
//! of games, and Wilson's matches between searches.
//!
//! `cargo maintain experiments` runs it, within 20 minutes on two cores. Matches are stored in `docs/experiments.json`
//! as they are played, so that a stopped run can be continued; remove the file to play them anew. The tables replace
//! the text between `<!-- games: begin -->` and `<!-- games: end -->`.

use crate::Result;
use crate::storage::{read, replace_between, write};
use azulejo::arena::{Estimate, Tally};
use azulejo::control::Control;
use azulejo::published::Comparison;
use azulejo::published::games::{Entry, MatchTallies, SEARCH_MATCHES, SearchMatch, Share, Table};
use std::fmt::Write;
use std::path::PathBuf;
use std::time::Instant;

/// The groups of two games of a match: each player begins as many games as a match of the thesis has.
const GROUPS: u64 = 100_000;

/// The groups between two writes of the file.
const CHUNK: u64 = 20_000;

pub(crate) fn run() -> Result {
    let docs = crate::root().join("docs");
    let mut store = StoredMatches::open(docs.join("experiments.json"))?;
    let tables = Table::all();
    for table in &tables {
        for entry in table.entries() {
            for goal in (CHUNK..=GROUPS).step_by(CHUNK as usize) {
                store.at_least(goal, |tallies, control| {
                    entry.compute(tallies, goal, control);
                })?;
            }
        }
    }
    for searches in &SEARCH_MATCHES {
        for goal in 1..=SearchMatch::GROUPS {
            store.at_least(goal, |tallies, control| {
                searches.tally(tallies, goal, control);
            })?;
        }
    }
    let mut text = String::new();
    for table in &tables {
        write_table(&mut text, table, &mut store.matches)?;
    }
    write_summary(&mut text, &tables, &mut store.matches)?;
    write_searches(&mut text, &mut store.matches)?;
    replace_between(
        "docs/experiments.md",
        "games",
        &format!("\n{}\n\n", text.trim_end()),
    )
}

/// The matches, and the file that stores them.
struct StoredMatches {
    path: PathBuf,
    matches: MatchTallies,
    began: Instant,
}

impl StoredMatches {
    fn open(path: PathBuf) -> Result<Self> {
        Ok(Self {
            matches: read(&path)?.unwrap_or_default(),
            path,
            began: Instant::now(),
        })
    }

    /// Plays up to the goal, and stores the matches.
    fn at_least(&mut self, goal: u64, play: impl FnOnce(&mut MatchTallies, &Control)) -> Result {
        let before = self.matches.games();
        play(&mut self.matches, &Control::default());
        let games = self.matches.games();
        if games > before {
            let seconds = self.began.elapsed().as_secs();
            eprintln!("{games} games, {seconds} s, up to {goal} groups");
            write(&self.path, &self.matches)?;
        }
        Ok(())
    }
}

/// Writes each percentage: published, computed with its 95 % interval, difference.
fn write_table(text: &mut String, table: &Table, tallies: &mut MatchTallies) -> Result {
    let title = match table.share {
        Share::Wins => "wins of the row's player, each begins as often",
        Share::WinsBeginning => "wins of the row's player, who begins every game",
        Share::Advantage => "table 3 less table 1",
    };
    writeln!(text, "### Table {}: {title}\n", table.number)?;
    let averages = if table.averages.is_empty() {
        ""
    } else {
        " average |"
    };
    writeln!(text, "| | {} |{averages}", table.columns.join(" | "))?;
    let columns = table.columns.len() + usize::from(!table.averages.is_empty());
    writeln!(text, "|---|{}", "---|".repeat(columns))?;
    let mut entries = table.entries();
    let mut rows: Vec<Vec<String>> = Vec::new();
    for (row, percentages) in &table.rows {
        let mut cells = vec![row.clone()];
        for entry in entries.by_ref().take(percentages.len()) {
            cells.push(cell(&entry, tallies));
        }
        rows.push(cells);
    }
    let all: Vec<Entry> = entries.collect();
    for (row, entry) in rows.iter_mut().zip(&all) {
        row.push(cell(entry, tallies));
    }
    for row in &rows {
        writeln!(text, "| {} |", row.join(" | "))?;
    }
    if let Some(entry) = all.get(rows.len()) {
        writeln!(text, "\nOn average over all: {}.", cell(entry, tallies))?;
    }
    text.push('\n');
    Ok(())
}

/// The text of a percentage: `published → computed ± error (difference)`, bold where it is not near.
fn cell(entry: &Entry, tallies: &mut MatchTallies) -> String {
    let Some((computed, difference)) = difference(entry, tallies) else {
        return "–".into();
    };
    let bold = if difference.abs() > Comparison::NEAR {
        "**"
    } else {
        ""
    };
    format!(
        "{:.1} → {:.1} ± {:.1} ({bold}{difference:+.1}{bold})",
        entry.published,
        computed.value,
        computed.error(),
    )
}

fn difference(entry: &Entry, tallies: &mut MatchTallies) -> Option<(Estimate, f64)> {
    let computed = entry.compute(tallies, GROUPS, &Control::default())?;
    Some((computed, computed.value - entry.published))
}

fn write_summary(text: &mut String, tables: &[Table], tallies: &mut MatchTallies) -> Result {
    writeln!(text, "### How near\n")?;
    writeln!(
        text,
        "| table | percentages | within 1.5 | root mean square | largest |"
    )?;
    writeln!(text, "|---|---|---|---|---|")?;
    for table in tables {
        let differences: Vec<f64> = table
            .entries()
            .filter_map(|entry| Some(difference(&entry, tallies)?.1))
            .collect();
        let count = differences.len();
        let near = differences.iter().filter(|it| it.abs() <= Comparison::NEAR);
        let squares: f64 = differences.iter().map(|it| it * it).sum();
        let largest = differences
            .iter()
            .fold(0.0_f64, |largest, it| largest.max(it.abs()));
        writeln!(
            text,
            "| {} | {count} | {} | {:.2} | {largest:.1} |",
            table.number,
            near.count(),
            (squares / count as f64).sqrt()
        )?;
    }
    writeln!(
        text,
        "\n| player against itself | draws | equal points | five rounds |\n|---|---|---|---|"
    )?;
    let players = tables
        .first()
        .map(|table| &table.columns[..])
        .unwrap_or_default();
    for player in players {
        let Some(tally) = tallies.tally([player, player], GROUPS, &Control::default()) else {
            continue;
        };
        let share = |games: u64| 100.0 * games as f64 / tally.games as f64;
        let five = tally.rounds.get(&5).copied().unwrap_or(0);
        writeln!(
            text,
            "| {player} | {:.1} % | {:.1} % | {:.1} % |",
            share(tally.draws()),
            share(tally.ties()),
            share(five)
        )?;
    }
    text.push('\n');
    write_consistency(text, tables)
}

/// Writes table 1 as it follows from table 3: the mean of the games that a player begins and of the other games.
fn write_consistency(text: &mut String, tables: &[Table]) -> Result {
    let by_share = |share| tables.iter().find(|table| table.share == share);
    let (Some(both), Some(begins)) = (by_share(Share::Wins), by_share(Share::WinsBeginning)) else {
        return Ok(());
    };
    writeln!(text, "### Table 1 as table 3 has it\n")?;
    writeln!(
        text,
        "| | table 1 | from table 3 | difference |\n|---|---|---|---|"
    )?;
    for (one, (row, wins)) in both.rows.iter().enumerate() {
        for (other, (column, losses)) in both.rows.iter().enumerate().skip(one + 1) {
            let draws = 100.0 - wins[other] - losses[one];
            let second = 100.0 - draws - begins.rows[other].1[one];
            let mean = (begins.rows[one].1[other] + second) / 2.0;
            writeln!(
                text,
                "| {row} against {column} | {:.1} | {mean:.1} | {:+.1} |",
                wins[other],
                wins[other] - mean
            )?;
        }
    }
    text.push('\n');
    Ok(())
}

fn write_searches(text: &mut String, tallies: &mut MatchTallies) -> Result {
    writeln!(
        text,
        "### Searches against each other, 100 games, 100 ms a move\n"
    )?;
    writeln!(
        text,
        "| | published: wins, draws, losses | computed | points a game |\n|---|---|---|---|"
    )?;
    for searches in &SEARCH_MATCHES {
        let Some(tally) = searches.tally(tallies, SearchMatch::GROUPS, &Control::default()) else {
            continue;
        };
        let Tally { contestants, .. } = tally;
        writeln!(
            text,
            "| {} against {} | {} | {} | {:.1}, {:.1} |",
            searches.contestants[0],
            searches.contestants[1],
            SearchMatch::words(searches.published),
            SearchMatch::words(SearchMatch::computed(tally)),
            contestants[0].points as f64 / tally.games as f64,
            contestants[1].points as f64 / tally.games as f64,
        )?;
    }
    Ok(())
}
