//! Makes the puzzles of `crates/play/src/analysis/puzzles.tsv` from games of the levels, rates them by all levels, selects
//! 500, and keeps those that decide games.
//!
//! `cargo maintain puzzles` runs it with the number of games that made the file: from each round of a game at most one
//! position is taken. A puzzle is selected only if the judge, which evaluates the whole game, has the same best move as
//! the proof for the round. As far as possible, each rating has the same number of puzzles.

use crate::Result;
use crate::games::{levels, play_on};
use crate::storage::replace;
use azulejo::analysis::{Certainty, Effort, Puzzle, judge};
use azulejo::control::Control;
use azulejo::game::random::{ChaCha8Rng, SeedableRng, below};
use azulejo::game::{Players, Position};
use azulejo::players::Contestant;
use azulejo::players::azulejo::LEVELS;
use rayon::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering};

/// The number of selected puzzles, before the judge says which of them decide games.
const SELECTED: usize = 500;

/// The levels that play the games, from 0: weaker ones come to strange positions.
const PLAY: std::ops::Range<u32> = 2..9;

/// The number of tries of a level with random opinions. It finds a move that it chooses in most tries.
const TRIES: u64 = 3;

pub(crate) fn run(games: u64) -> Result {
    let levels = levels()?;
    let done = AtomicU64::new(0);
    let found: Vec<Puzzle> = (0..games)
        .into_par_iter()
        .flat_map_iter(|seed| {
            let puzzles = of_game(&levels, seed);
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            if done.is_multiple_of(50) {
                eprintln!("{done} games");
            }
            puzzles
        })
        .collect();
    let mut text = format!(
        "# Positions with one best move for the rest of the round, the easiest first; crates/play/src/analysis/puzzle.rs reads them.\n\
         # command: cargo maintain puzzles {games}\n\
         # Between tabs: levels that do not find the move, theme, value, margin, loss of the probability to win in per cent, positions of the proof, position, best play.\n"
    );
    for puzzle in decisive(chosen(found)) {
        text += &format!("{puzzle}\n");
    }
    let path = crate::root().join("crates/play/src/analysis/puzzles.tsv");
    Ok(replace(&path, &text)?)
}

/// The puzzles of a game of two levels, at most one a round.
fn of_game(levels: &[Contestant], seed: u64) -> Vec<Puzzle> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let players =
        [(); 2].map(|()| &levels[(PLAY.start + below(&mut rng, PLAY.end - PLAY.start)) as usize]);
    let mut position = Position::new(Players::Two, below(&mut rng, 2) as usize);
    let (mut found, mut round) = (Vec::new(), 0);
    play_on(&mut position, 12, &mut rng, |position, rng| {
        if round < position.round()
            && let Some(puzzle) = rated(position, levels)
        {
            found.push(puzzle);
            round = position.round();
        }
        Some(players[position.mover()].choose(position, rng))
    });
    found
}

/// The puzzle of a position, with the levels that fail.
fn rated(position: &Position, levels: &[Contestant]) -> Option<Puzzle> {
    let control = Control::default();
    let mut puzzle = Puzzle::of(position, &control).ok()??;
    let judgement = judge(position, &Effort::Quick.settings(), &[], &control, |_| ());
    let best = judgement.best();
    if best.taken != puzzle.best || best.certainty == Certainty::Shallow {
        return None;
    }
    let finds = |level: &Contestant| {
        let right = (0..TRIES).filter(|&seed| {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            level.choose(position, &mut rng) == puzzle.best
        });
        2 * right.count() as u64 > TRIES
    };
    let failed = LEVELS.iter().zip(levels).filter(|(_, level)| !finds(level));
    puzzle.failed = failed.map(|(level, _)| level.number).collect();
    Some(puzzle)
}

/// A selection with the same number of puzzles of each rating, as far as possible, by rating and in the order of the
/// games.
fn chosen(found: Vec<Puzzle>) -> Vec<Puzzle> {
    let mut of_rating: Vec<Vec<Puzzle>> = vec![Vec::new(); LEVELS.len() + 1];
    for puzzle in found {
        of_rating[usize::from(puzzle.rating()) - 1].push(puzzle);
    }
    let numbers: Vec<usize> = of_rating.iter().map(Vec::len).collect();
    eprintln!("found of each rating: {numbers:?}");
    let selected = |most: usize| numbers.iter().map(|&it| it.min(most)).sum::<usize>();
    let most = (0..=SELECTED)
        .find(|&most| selected(most) >= SELECTED)
        .unwrap_or(SELECTED);
    // The hardest come last; what is too much is left out of the easy ones.
    let mut over = selected(most).saturating_sub(SELECTED);
    let mut chosen = Vec::new();
    for mut puzzles in of_rating {
        puzzles.truncate(most);
        if puzzles.len() == most && over > 0 {
            puzzles.pop();
            over -= 1;
        }
        chosen.append(&mut puzzles);
    }
    chosen
}

/// The puzzles that decide games, with the loss of their second best moves.
fn decisive(puzzles: Vec<Puzzle>) -> Vec<Puzzle> {
    let judged = puzzles.into_par_iter().filter_map(|puzzle| {
        let loss = puzzle.decisive_loss(&Control::default())?;
        Some(Puzzle { loss, ..puzzle })
    });
    judged.collect()
}
