//! Matches between players.

use super::function::{Functions, Named};
use super::{run_job, value_error};
use crate::run::RunOutput;
use azulejo::arena::{Match, Sprt, Starter, Tournament, Watch};
use azulejo::game::record::Record;
use azulejo::players::Contestant;
use azulejo::schema::game::{
    Match as MatchJson, MatchResult, Tournament as Crosstable, TournamentResult,
};
use azulejo::schema::pretty;
use pyo3::prelude::*;
use std::sync::Arc;

/// Plays a match: the JSON of `azulejo game match`, and the record of each game if `records` is true.
#[pyfunction]
#[pyo3(signature = (players, *, games, seed, first, sprt, records, time_limit))]
#[allow(clippy::too_many_arguments)] // the arguments of the function in Python
pub(crate) fn play_match(
    py: Python<'_>,
    players: Vec<Named>,
    games: u64,
    seed: u64,
    first: Option<usize>,
    sprt: Option<&str>,
    records: bool,
    time_limit: Option<f64>,
) -> PyResult<RunOutput<(String, Vec<String>)>> {
    let (contestants, functions) = Functions::contestants(players)?;
    let contestants = Arc::new(contestants);
    let names: Vec<String> = contestants
        .iter()
        .map(|contestant| contestant.name().to_owned())
        .collect();
    let starter = first.map_or(Starter::Each, Starter::Always);
    let sprt: Option<Sprt> = sprt.map(str::parse).transpose().map_err(value_error)?;
    let match_ = Match::new(contestants.iter().collect(), starter, seed).map_err(value_error)?;
    if sprt.is_some() && contestants.len() > 2 {
        let count = contestants.len();
        return Err(value_error(format!(
            "sprt compares two players; there are {count}"
        )));
    }
    let size = match_.group_size() as u64;
    if !games.is_multiple_of(size) {
        return Err(value_error(format!(
            "games {games}: {size} games have the same deals, so that each player begins one of them; \
             give a multiple of {size}"
        )));
    }
    let shared = Arc::clone(&contestants);
    let output = run_job(py, time_limit, move |control| {
        let match_ = Match::new(shared.iter().collect(), starter, seed)?;
        let mut texts = Vec::new();
        let mut store = |record: &Record| texts.push(record.to_json());
        let watch = Watch {
            control,
            sprt,
            records: records.then_some(&mut store as _),
        };
        let tally = match_.run(0..games / size, watch);
        let result = MatchResult {
            players: names,
            seed,
            starter,
            of: games,
            tally,
            sprt,
        };
        let json = pretty(&MatchJson::from(&result));
        Ok::<_, azulejo::arena::InvalidMatch>((json, texts))
    })?;
    functions.expect_no_fault(&contestants)?;
    Ok(output)
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
) -> PyResult<RunOutput<String>> {
    let (contestants, functions) = Functions::contestants(players)?;
    if !games.is_multiple_of(2) {
        return Err(value_error(format!(
            "games {games}: 2 games have the same deals, so that each player begins one of them; give an even number"
        )));
    }
    let contestants = Arc::new(contestants);
    let shared = Arc::clone(&contestants);
    let output = run_job(py, time_limit, move |control| {
        let seats: Vec<&Contestant> = shared.iter().collect();
        let table = Tournament::new(&seats, seed)?.run(games / 2, &control);
        let result = TournamentResult {
            players: seats
                .iter()
                .map(|contestant| contestant.name().to_owned())
                .collect(),
            seed,
            of: games * table.pairs().count() as u64,
            table,
        };
        Ok::<_, azulejo::arena::InvalidMatch>(pretty(&Crosstable::from(&result)))
    })?;
    functions.expect_no_fault(&contestants)?;
    Ok(output)
}
