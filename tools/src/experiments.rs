//! Writes the tables of games in `docs/experiments.md`: the tables of the thesis's section 4.6 at the published number
//! of games, and Wilson's matches between searches.

use crate::Result;
use crate::page::{head, percent, replace_between};
use crate::statistics::Distance;
use crate::storage::Stored;
use azulejo::arena::Estimate;
use azulejo::control::Control;
use azulejo::published::Comparison;
use azulejo::published::games::{Entry, MatchTallies, SEARCH_MATCHES, SearchMatch, Share, Table};
use std::time::Instant;

/// The groups of two games of a match: each player begins as many games as a match of the thesis has.
const GROUPS: u64 = 100_000;

/// The groups between two writes of the file.
const CHUNK: u64 = 20_000;

pub(crate) fn run() -> Result {
    let mut stored: Stored<MatchTallies> = Stored::of_docs("experiments.json")?;
    let (began, control) = (Instant::now(), Control::default());
    // Plays up to a number of groups, and stores the matches.
    let mut at_least = |goal: u64, play: &dyn Fn(&mut MatchTallies)| -> Result {
        let before = stored.value.games();
        play(&mut stored.value);
        let games = stored.value.games();
        if games > before {
            let seconds = began.elapsed().as_secs();
            eprintln!("{games} games, {seconds} s, up to {goal} groups");
            stored.write()?;
        }
        Ok(())
    };
    let tables = Table::all();
    for entry in tables.iter().flat_map(Table::entries) {
        for goal in (CHUNK..=GROUPS).step_by(CHUNK as usize) {
            at_least(goal, &|tallies| {
                entry.compute(tallies, goal, &control);
            })?;
        }
    }
    for searches in &SEARCH_MATCHES {
        for goal in 1..=SearchMatch::GROUPS {
            at_least(goal, &|tallies| {
                tallies.tally(searches.contestants, goal, &control);
            })?;
        }
    }
    let tallies = &mut stored.value;
    let percentages: String = tables
        .iter()
        .map(|table| table_text(table, tallies))
        .collect();
    let text = [
        percentages,
        summary(&tables, tallies),
        consistency(&tables),
        searches(tallies),
    ];
    let text = format!("\n{}\n\n", text.concat().trim_end());
    replace_between("docs/experiments.md", "games", &text)
}

/// A table, each percentage in it as [`cell`] writes it.
fn table_text(table: &Table, tallies: &mut MatchTallies) -> String {
    let title = match table.share {
        Share::Wins => "wins of the row's player, each begins as often",
        Share::WinsBeginning => "wins of the row's player, who begins every game",
        Share::Advantage => "table 3 less table 1",
    };
    let columns = table.columns.join(" | ");
    let averages = match table.averages.is_empty() {
        true => "",
        false => " average |",
    };
    let head = head(&format!("| | {columns} |{averages}"));
    let mut cells = table.entries().map(|entry| cell(&entry, tallies));
    let mut rows: Vec<Vec<String>> = Vec::new();
    for (row, percentages) in &table.rows {
        let cells = cells.by_ref().take(percentages.len());
        rows.push([row.clone()].into_iter().chain(cells).collect());
    }
    for (row, average) in rows.iter_mut().zip(cells.by_ref()) {
        row.push(average);
    }
    let rows: String = rows
        .iter()
        .map(|row| format!("| {} |\n", row.join(" | ")))
        .collect();
    let overall = cells
        .next()
        .map(|all| format!("\nOn average over all: {all}.\n"));
    let overall = overall.unwrap_or_default();
    format!(
        "### Table {}: {title}\n\n{head}{rows}{overall}\n",
        table.number
    )
}

/// The text of a percentage: `published → computed ± error (difference)`, bold where it is not near.
fn cell(entry: &Entry, tallies: &mut MatchTallies) -> String {
    let Some((computed, difference)) = difference(entry, tallies) else {
        return "–".into();
    };
    let is_near = difference.abs() <= Comparison::NEAR;
    let bold = if is_near { "" } else { "**" };
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

/// The distances of the tables, and the games of players against themselves.
fn summary(tables: &[Table], tallies: &mut MatchTallies) -> String {
    let columns = "| table | percentages | within 1.5 | root mean square | largest |";
    let mut text = format!("### How near\n\n{}", head(columns));
    for table in tables {
        let differences = table.entries();
        let differences = differences.filter_map(|entry| Some(difference(&entry, tallies)?.1));
        let distance = Distance::of(&differences.collect::<Vec<_>>());
        text += &format!(
            "| {} | {} | {} | {:.2} | {:.1} |\n",
            table.number,
            distance.count,
            distance.near,
            distance.root_mean_square,
            distance.largest,
        );
    }
    let columns = "| player against itself | draws | equal points | five rounds |";
    text += &format!("\n{}", head(columns));
    for player in tables.first().into_iter().flat_map(|table| &table.columns) {
        let Some(tally) = tallies.tally([player, player], GROUPS, &Control::default()) else {
            continue;
        };
        let five_rounds = tally.rounds.get(&5).copied().unwrap_or(0);
        let shares = [tally.draws(), tally.ties(), five_rounds];
        let shares = shares.map(|games| percent(games as f64 / tally.games as f64));
        text += &format!("| {player} | {} |\n", shares.join(" | "));
    }
    text + "\n"
}

/// Table 1 from table 3: the mean of the games that a player begins and of the other games.
fn consistency(tables: &[Table]) -> String {
    let table_of = |share| tables.iter().find(|table| table.share == share);
    let (Some(all_games), Some(first_games)) =
        (table_of(Share::Wins), table_of(Share::WinsBeginning))
    else {
        return String::new();
    };
    let columns = "| | table 1 | from table 3 | difference |";
    let mut text = format!("### Table 1 as table 3 has it\n\n{}", head(columns));
    for (first, (row, wins)) in all_games.rows.iter().enumerate() {
        for (second, (column, losses)) in all_games.rows.iter().enumerate().skip(first + 1) {
            let draws = 100.0 - wins[second] - losses[first];
            let second_wins = 100.0 - draws - first_games.rows[second].1[first];
            let mean = (first_games.rows[first].1[second] + second_wins) / 2.0;
            let (wins, difference) = (wins[second], wins[second] - mean);
            text +=
                &format!("| {row} against {column} | {wins:.1} | {mean:.1} | {difference:+.1} |\n");
        }
    }
    text + "\n"
}

/// The table of the matches between searches.
fn searches(tallies: &mut MatchTallies) -> String {
    let columns = "| | published: wins, draws, losses | computed | points a game |";
    let title = "### Searches against each other, 100 games, 100 ms a move";
    let mut text = format!("{title}\n\n{}", head(columns));
    for searches in &SEARCH_MATCHES {
        let control = Control::default();
        let Some(tally) = tallies.tally(searches.contestants, SearchMatch::GROUPS, &control) else {
            continue;
        };
        let points = |player: usize| tally.contestants[player].points as f64 / tally.games as f64;
        text += &format!(
            "| {} | {} | {} | {:.1}, {:.1} |\n",
            searches.contestants.join(" against "),
            searches.published,
            SearchMatch::words(tally),
            points(0),
            points(1),
        );
    }
    text
}
