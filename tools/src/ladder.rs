//! The ladder of the levels in `docs/analysis.md`: each level against the next one, the first against `greedy`, and the
//! losses of each level's moves. A change of the levels makes the games in `docs/ladder.json` old.

use crate::Result;
use crate::matches::{Matches, elo, games_and_wins, points};
use crate::page::{head, percent, replace_between};
use crate::statistics::mean;
use azulejo::analysis::{Effort, judge};
use azulejo::control::Control;
use azulejo::game::random::{ChaCha8Rng, SeedableRng, below};
use azulejo::game::{Move, Players, Position};
use azulejo::players::Contestant;
use azulejo::players::azulejo::LEVELS;
use itertools::iproduct;
use rayon::prelude::*;

/// The games of a match.
const GAMES: u64 = 200;

/// The seed of all matches.
const SEED: u64 = 32;

/// An additional opponent of the first level.
const BEGINNER: &str = "greedy";

/// The seeds of the games for the moves of all levels: one game of each level against each for each seed.
const SEEDS: std::ops::Range<u64> = 0..3;

/// The number of positions of these games of which one is sampled, on average.
const SAMPLING_PERIOD: u32 = 14;

/// The probability to win from which on the mover has a won position.
const WON: f64 = 0.95;

/// The loss of the probability to win above which a move has thrown a won position away.
const DECISIVE_LOSS: f64 = 0.5;

pub(crate) fn run() -> Result {
    let page = "docs/analysis.md";
    let levels = levels()?;
    replace_between(page, "ladder", &ladder(&levels)?)?;
    replace_between(page, "level-moves", &moves(&levels)?)
}

/// The table of each level against the one before it, and of the first against the beginner.
fn ladder(levels: &[Contestant]) -> Result<String> {
    let mut matches = Matches::of_docs("ladder.json", SEED, GAMES)?;
    let beginner: Contestant = BEGINNER.parse()?;
    let columns = "| level | | against | games | won | drawn | lost | wins, 95 % interval | Elo above, 95 % interval | points a game |";
    let mut text = format!("\n{}", head(columns));
    for (number, own) in levels.iter().enumerate() {
        let (other, title) = match number.checked_sub(1) {
            None => (&beginner, format!("`{BEGINNER}`")),
            Some(below) => (&levels[below], format!("level {number}")),
        };
        let name = format!("{own} against {other}");
        let tally = matches.at_least(&name, &[own, other], 1)?;
        let (number, level) = (number + 1, LEVELS[number].name);
        let (games, elo, points) = (games_and_wins(&tally), elo(&tally), points(&tally));
        text += &format!("| {number} | {level} | {title} | {games} | {elo} | {points} |\n");
    }
    Ok(text + "\n")
}

/// The table of the losses of each level's moves, in the same positions.
fn moves(levels: &[Contestant]) -> Result<String> {
    let games: Vec<_> = iproduct!(SEEDS, levels, levels).collect();
    let games = games.into_par_iter();
    let positions =
        games.flat_map_iter(|(seed, first, second)| sampled_positions([first, second], seed));
    let positions: Vec<Position> = positions.collect();
    eprintln!("{} positions", positions.len());
    let losses = positions
        .par_iter()
        .map(|position| move_losses(position, levels));
    let losses: Vec<Vec<(bool, f64)>> = losses.collect();
    let columns = "| level | open positions | lost of the probability to win | won positions | lost there | thrown away |";
    let mut text = format!("\n{}", head(columns));
    for (number, level) in LEVELS.iter().enumerate() {
        let losses = losses.iter().map(|position_losses| position_losses[number]);
        let (won_losses, open_losses): (Vec<_>, Vec<_>) = losses.partition(|(has_won, _)| *has_won);
        let mean_loss = |all: &[(bool, f64)]| percent(mean(all.iter().map(|(_, loss)| *loss)));
        let decisive_losses = won_losses.iter().filter(|(_, loss)| *loss > DECISIVE_LOSS);
        text += &format!(
            "| {}, {} | {} | {} | {} | {} | {} |\n",
            level.number,
            level.name,
            open_losses.len(),
            mean_loss(&open_losses),
            won_losses.len(),
            mean_loss(&won_losses),
            decisive_losses.count(),
        );
    }
    Ok(text + "\n")
}

/// The players of all levels, the easiest first.
pub(crate) fn levels() -> Result<Vec<Contestant>> {
    let levels = LEVELS.iter().map(|level| level.contestant().parse());
    Ok(levels.collect::<Result<_, _>>()?)
}

/// The sampled positions of a game.
fn sampled_positions(players: [&Contestant; 2], seed: u64) -> Vec<Position> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed << 32 | SEED);
    let mut position = Position::new(Players::Two, below(&mut rng, 2) as usize);
    let mut samples = Vec::new();
    let result = position.play_out(12, &mut rng, |position, rng| {
        if position.legal_count() > 1 && below(rng, SAMPLING_PERIOD) == 0 {
            samples.push(*position);
        }
        Some(players[position.mover()].choose(position, rng))
    });
    result.expect("players keep to the rules");
    samples
}

/// Whether the mover has won a position, and the loss of each level's move.
fn move_losses(position: &Position, levels: &[Contestant]) -> Vec<(bool, f64)> {
    let mut rng = ChaCha8Rng::seed_from_u64(SEED);
    let moves = levels.iter().map(|level| level.choose(position, &mut rng));
    let moves: Vec<Move> = moves.collect();
    let settings = Effort::Quick.settings();
    let judgement = judge(position, &settings, &moves, &Control::default(), |_| ());
    let best = judgement.best().win;
    let has_won = best >= WON;
    let losses = moves.iter().map(|&move_| {
        let win = judgement.of(move_).map_or(best, |value| value.win);
        (has_won, (best - win).max(0.0))
    });
    losses.collect()
}
