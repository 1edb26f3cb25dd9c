//! Makes the puzzles of `crates/play/src/analysis/puzzles.tsv` from games of the levels: finds those that decide games, rates
//! them by all levels, and selects 500.
//!
//! `cargo maintain puzzles` runs it with the number of games that made the file: from each round of a game at most one
//! position is taken. A puzzle is found only if the judge, which evaluates the whole game, has the same best move as
//! the proof for the round. As far as possible, each rating has the same number of puzzles.

use crate::Result;
use crate::ladder::levels;
use crate::storage::replace;
use azulejo::analysis::{JudgeSettings, Puzzle, judge};
use azulejo::control::Control;
use azulejo::game::random::{ChaCha8Rng, SeedableRng, below};
use azulejo::game::{Players, Position};
use azulejo::players::Contestant;
use azulejo::players::azulejo::LEVELS;
use rayon::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering};

/// The number of selected puzzles.
const SELECTED: usize = 500;

/// The levels that play the games, from 0: weaker ones come to strange positions.
const PLAY: std::ops::Range<u32> = 2..9;

/// A short search, which is enough to leave out most games that are decided.
const AT_ONCE: JudgeSettings = JudgeSettings {
    nodes: 2_000,
    proof: 0,
    moves: 1,
    depth: None,
    time: None,
};

/// The probabilities to win, by a short search, of games that are open.
const OPEN: std::ops::RangeInclusive<f64> = 0.02..=0.98;

pub(crate) fn run(games: u64) -> Result {
    let levels = levels()?;
    let finished_games = AtomicU64::new(0);
    let puzzles = (0..games).into_par_iter().flat_map_iter(|seed| {
        let puzzles = puzzles_of_game(&levels, seed);
        let finished_games = finished_games.fetch_add(1, Ordering::Relaxed) + 1;
        if finished_games.is_multiple_of(50) {
            eprintln!("{finished_games} games");
        }
        puzzles
    });
    let puzzles: Vec<Puzzle> = puzzles.collect();
    let mut text = format!(
        "# Positions with one best move for the rest of the round, the easiest first; crates/play/src/analysis/puzzle.rs reads them.\n\
         # command: cargo maintain puzzles {games}\n\
         # Between tabs: levels that do not find the move, theme, value, margin, loss of the probability to win in per cent, positions of the proof, position, best play.\n"
    );
    for puzzle in selection(puzzles) {
        text += &format!("{puzzle}\n");
    }
    let path = crate::root().join("crates/play/src/analysis/puzzles.tsv");
    Ok(replace(&path, &text)?)
}

/// The puzzles of a game of two levels, at most one a round.
fn puzzles_of_game(levels: &[Contestant], seed: u64) -> Vec<Puzzle> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let players =
        [(); 2].map(|()| &levels[(PLAY.start + below(&mut rng, PLAY.end - PLAY.start)) as usize]);
    let mut position = Position::new(Players::Two, below(&mut rng, 2) as usize);
    let (mut puzzles, mut round) = (Vec::new(), 0);
    let result = position.play_out(12, &mut rng, |position, rng| {
        if round < position.round()
            && let Some(puzzle) = rated_puzzle(position, levels)
        {
            puzzles.push(puzzle);
            round = position.round();
        }
        Some(players[position.mover()].choose(position, rng))
    });
    result.expect("players keep to the rules");
    puzzles
}

/// The puzzle of a position, if it decides the game, with its loss and with the levels that fail.
fn rated_puzzle(position: &Position, levels: &[Contestant]) -> Option<Puzzle> {
    let control = Control::default();
    let at_once = judge(position, &AT_ONCE, &[], &control, |_| ());
    if !OPEN.contains(&at_once.best().win) {
        return None;
    }
    let puzzle = Puzzle::of(position, &control).ok()??;
    let loss = puzzle.decisive_loss(&control)?;
    let fails = |level: &Contestant| {
        let finds = |seed| {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            level.choose(position, &mut rng) == puzzle.best
        };
        // A third try cannot change the majority of two equal tries.
        match [0, 1].map(finds) {
            [first, second] if first == second => !first,
            _ => !finds(2),
        }
    };
    let failed = LEVELS.iter().zip(levels).filter(|(_, level)| fails(level));
    let failed = failed.map(|(level, _)| level.number).collect();
    Some(Puzzle {
        loss,
        failed,
        ..puzzle
    })
}

/// A selection with the same number of puzzles of each rating, as far as possible, by rating and in the order of the
/// games.
fn selection(puzzles: Vec<Puzzle>) -> Vec<Puzzle> {
    let mut by_rating: Vec<Vec<Puzzle>> = vec![Vec::new(); LEVELS.len() + 1];
    for puzzle in puzzles {
        by_rating[usize::from(puzzle.rating()) - 1].push(puzzle);
    }
    let numbers: Vec<usize> = by_rating.iter().map(Vec::len).collect();
    eprintln!("found of each rating: {numbers:?}");
    let selected_count = |limit: usize| {
        numbers
            .iter()
            .map(|&number| number.min(limit))
            .sum::<usize>()
    };
    let limit = (0..=SELECTED).find(|&limit| selected_count(limit) >= SELECTED);
    let limit = limit.unwrap_or(SELECTED);
    // The hardest puzzles come last; the excess is removed from the easy ones.
    let mut excess = selected_count(limit).saturating_sub(SELECTED);
    let mut selection = Vec::new();
    for mut puzzles in by_rating {
        puzzles.truncate(limit);
        if puzzles.len() == limit && excess > 0 {
            puzzles.pop();
            excess -= 1;
        }
        selection.append(&mut puzzles);
    }
    selection
}
