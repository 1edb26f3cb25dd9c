//! The ladder of the levels in `docs/analysis.md`: each level against the next one, the first against `greedy`, and the
//! losses of each level's moves.
//!
//! `cargo maintain ladder` plays the missing games of 200 a match. Games are stored in `docs/ladder.json`, so that a
//! stopped run can be continued; remove the file when levels have changed. The tables replace the text between the
//! marks `ladder` and `level-moves` of the page.

use crate::Result;
use crate::matches::Matches;
use crate::storage::replace_between;
use azulejo::analysis::{Effort, judge};
use azulejo::arena::Estimate;
use azulejo::control::Control;
use azulejo::game::random::{ChaCha8Rng, SeedableRng, below};
use azulejo::game::{Move, Players, Position};
use azulejo::players::Contestant;
use azulejo::players::azulejo::LEVELS;
use rayon::prelude::*;
use std::fmt::Write;

/// The games of a match.
const GAMES: u64 = 200;

/// The seed of all matches.
const SEED: u64 = 32;

/// An additional opponent of the first level.
const BEGINNER: &str = "greedy";

/// The seeds of the games for the moves of all levels: one game of each level against each for each seed.
const SEEDS: std::ops::Range<u64> = 0..3;

/// The number of positions of these games of which one is sampled, on average.
const TAKEN: u32 = 14;

/// The probability to win from which on the mover has a won position.
const WON: f64 = 0.95;

/// The loss of the probability to win above which a move has thrown a won position away.
const THROWN_AWAY: f64 = 0.5;

pub(crate) fn run() -> Result {
    let page = "docs/analysis.md";
    let levels = levels()?;
    replace_between(page, "ladder", &ladder(&levels)?)?;
    replace_between(page, "level-moves", &moves(&levels)?)
}

/// The table of each level against the one before it, and of the first against the beginner.
fn ladder(levels: &[Contestant]) -> Result<String> {
    let mut played = Matches::read(crate::root().join("docs/ladder.json"), SEED)?;
    let beginner: Contestant = BEGINNER.parse()?;
    let mut text = String::from(
        "\n| level | | against | games | won | drawn | lost | wins, 95 % interval | Elo above, 95 % interval | points a game |\n\
         |---|---|---|---|---|---|---|---|---|---|\n",
    );
    for (number, own) in levels.iter().enumerate() {
        let (other, title) = match number.checked_sub(1) {
            None => (&beginner, format!("`{BEGINNER}`")),
            Some(below) => (&levels[below], format!("level {number}")),
        };
        let name = format!("{own} against {other}");
        let tally = played.at_least(&name, &[own, other], GAMES / 2)?;
        let (games, won, drawn) = (tally.games, tally.contestants[0].wins, tally.draws());
        let wins = Estimate::wilson(won as f64, games as f64);
        let elo = tally.elo(0);
        let points = |player: usize| tally.contestants[player].points as f64 / games as f64;
        writeln!(
            text,
            "| {} | {} | {title} | {games} | {won} | {drawn} | {} | {:.1} % ({:.1}–{:.1}) | {:+.0} ({:+.0} to {:+.0}) | {:.1} : {:.1} |",
            number + 1,
            LEVELS[number].name,
            games - won - drawn,
            100.0 * wins.value,
            100.0 * wins.low,
            100.0 * wins.high,
            elo.value,
            elo.low,
            elo.high,
            points(0),
            points(1),
        )?;
    }
    Ok(text + "\n")
}

/// The sums of a level's losses.
#[derive(Debug, Default, Clone, Copy)]
struct LevelLosses {
    /// The number of open positions, and the losses of the probability to win in them.
    open: (f64, f64),
    /// The number of won positions, the losses in them, and the number of thrown away positions.
    won: (f64, f64, f64),
}

/// The table of the losses of each level's moves, in the same positions.
fn moves(levels: &[Contestant]) -> Result<String> {
    let games: Vec<(usize, usize, u64)> = SEEDS
        .flat_map(|seed| {
            (0..levels.len() * levels.len())
                .map(move |pair| (pair / levels.len(), pair % levels.len(), seed))
        })
        .collect();
    let positions: Vec<Position> = games
        .par_iter()
        .flat_map_iter(|&(one, other, seed)| taken([&levels[one], &levels[other]], seed))
        .collect();
    eprintln!("{} positions", positions.len());
    let losses: Vec<Vec<(bool, f64)>> = positions
        .par_iter()
        .map(|position| given_away(position, levels))
        .collect();
    let mut text = String::from(
        "\n| level | open positions | lost of the probability to win | won positions | lost there | thrown away |\n|---|---|---|---|---|---|\n",
    );
    for (number, level) in LEVELS.iter().enumerate() {
        let mut all = LevelLosses::default();
        for &(won, lost) in losses.iter().map(|of| &of[number]) {
            match won {
                false => {
                    all.open.0 += 1.0;
                    all.open.1 += lost;
                }
                true => {
                    all.won.0 += 1.0;
                    all.won.1 += lost;
                    all.won.2 += f64::from(u8::from(lost > THROWN_AWAY));
                }
            }
        }
        writeln!(
            text,
            "| {}, {} | {} | {:.1} % | {} | {:.1} % | {} |",
            level.number,
            level.name,
            all.open.0,
            100.0 * all.open.1 / all.open.0,
            all.won.0,
            100.0 * all.won.1 / all.won.0,
            all.won.2,
        )?;
    }
    Ok(text + "\n")
}

/// The players of all levels, the easiest first.
pub(crate) fn levels() -> Result<Vec<Contestant>> {
    let levels = LEVELS.iter().map(|level| level.contestant().parse());
    Ok(levels.collect::<Result<_, _>>()?)
}

/// The sampled positions of a game.
fn taken(players: [&Contestant; 2], seed: u64) -> Vec<Position> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed << 32 | SEED);
    let mut position = Position::new(Players::Two, below(&mut rng, 2) as usize);
    let mut taken = Vec::new();
    let played = position.play_out(12, &mut rng, |position, rng| {
        if position.legal_count() > 1 && below(rng, TAKEN) == 0 {
            taken.push(*position);
        }
        Some(players[position.mover()].choose(position, rng))
    });
    played.expect("players keep to the rules");
    taken
}

/// Whether the mover has won a position, and the loss of each level's move.
fn given_away(position: &Position, levels: &[Contestant]) -> Vec<(bool, f64)> {
    let mut rng = ChaCha8Rng::seed_from_u64(SEED);
    let chosen: Vec<Move> = levels
        .iter()
        .map(|level| level.choose(position, &mut rng))
        .collect();
    let settings = Effort::Quick.settings();
    let judgement = judge(position, &settings, &chosen, &Control::default(), |_| ());
    let best = judgement.best().win;
    let won = best >= WON;
    chosen
        .iter()
        .map(|&chosen| {
            let judged = judgement.of(chosen).map_or(best, |it| it.win);
            (won, (best - judged).max(0.0))
        })
        .collect()
}
