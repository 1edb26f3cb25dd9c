//! Matches between players.

use super::function::{Functions, Named};
use super::{Found, found, wrong};
use azulejo::arena::{Match, Sprt, Starter, Tournament, Watch};
use azulejo::game::record::Record;
use azulejo::players::Contestant;
use azulejo::schema::game::{
    Match as Output, MatchResult, Tournament as Crosstable, TournamentResult,
};
use azulejo::schema::pretty;
use pyo3::prelude::*;
use std::sync::Arc;

/// Plays a match: the JSON of `azulejo game match`, and the record of each game if `records` is true.
#[pyfunction]
#[pyo3(signature = (players, *, games, seed, first, sprt, records, time_limit))]
#[allow(clippy::too_many_arguments)] // they are those of the function in Python
pub(crate) fn play_match(
    py: Python<'_>,
    players: Vec<Named>,
    games: u64,
    seed: u64,
    first: Option<usize>,
    sprt: Option<&str>,
    records: bool,
    time_limit: Option<f64>,
) -> PyResult<Found<(String, Vec<String>)>> {
    let (contestants, functions) = Functions::contestants(players)?;
    let contestants = Arc::new(contestants);
    let names: Vec<String> = contestants.iter().map(|it| it.name().to_owned()).collect();
    let starter = first.map_or(Starter::Each, Starter::Always);
    let sprt: Option<Sprt> = sprt.map(str::parse).transpose().map_err(wrong)?;
    let one = Match::new(contestants.iter().collect(), starter, seed).map_err(wrong)?;
    if sprt.is_some() && contestants.len() > 2 {
        let count = contestants.len();
        return Err(wrong(format!(
            "sprt compares two players; there are {count}"
        )));
    }
    let size = one.group_size() as u64;
    if !games.is_multiple_of(size) {
        return Err(wrong(format!(
            "games {games}: {size} games have the same deals, so that each player begins one of them; \
             give a multiple of {size}"
        )));
    }
    let playing = Arc::clone(&contestants);
    let played = found(py, time_limit, move |control| {
        let contestants = playing;
        let one = Match::new(contestants.iter().collect(), starter, seed)?;
        let mut written = Vec::new();
        let mut write = |record: &Record| written.push(record.to_json());
        let watch = Watch {
            control,
            sprt,
            records: records.then_some(&mut write as _),
        };
        let tally = one.run(0..games / size, watch);
        let played = MatchResult {
            players: names,
            seed,
            starter,
            of: games,
            tally,
            sprt,
        };
        let json = pretty(&Output::from(&played));
        Ok::<_, azulejo::arena::InvalidMatch>((json, written))
    })?;
    functions.expect_no_fault(&contestants)?;
    Ok(played)
}

/// Plays a tournament: the JSON of `azulejo game tournament`.
#[pyfunction]
#[pyo3(signature = (players, *, games, seed, time_limit))]
pub(crate) fn play_tournament(
    py: Python<'_>,
    players: Vec<Named>,
    games: u64,
    seed: u64,
    time_limit: Option<f64>,
) -> PyResult<Found<String>> {
    let (contestants, functions) = Functions::contestants(players)?;
    if !games.is_multiple_of(2) {
        return Err(wrong(format!(
            "games {games}: 2 games have the same deals, so that each player begins one of them; give an even number"
        )));
    }
    let contestants = Arc::new(contestants);
    let playing = Arc::clone(&contestants);
    let played = found(py, time_limit, move |control| {
        let sit: Vec<&Contestant> = playing.iter().collect();
        let table = Tournament::new(&sit, seed)?.run(games / 2, &control);
        let tourney = TournamentResult {
            players: sit.iter().map(|it| it.name().to_owned()).collect(),
            seed,
            of: games * table.pairs().count() as u64,
            table,
        };
        Ok::<_, azulejo::arena::InvalidMatch>(pretty(&Crosstable::from(&tourney)))
    })?;
    functions.expect_no_fault(&contestants)?;
    Ok(played)
}
