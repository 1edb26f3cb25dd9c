//! Plays random games, checks after every move that no tile is lost or added, and prints the games a second without
//! that check.
//!
//! `cargo maintain random-games 1000000` plays a million games for each number of players.

use crate::Result;
use azulejo::game::random::{ChaCha8Rng, SeedableRng, below};
use azulejo::game::{Phase, Players, Position, Tiles};
use std::time::Instant;

pub(crate) fn run(games: u32) -> Result {
    println!("a position has {} bytes", size_of::<Position>());
    for players in Players::ALL {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let began = Instant::now();
        let mut total = Statistics::default();
        for _ in 0..games {
            play(players, &mut rng, |_| (), &mut total);
        }
        let seconds = began.elapsed().as_secs_f64();
        let count = f64::from(games);
        println!(
            "{} players: {:.0} games/s, {:.0} moves/s; {:.2} rounds, {:.1} moves, {:.1} legal moves a position, {:.2} points",
            players.count(),
            count / seconds,
            total.moves as f64 / seconds,
            total.rounds as f64 / count,
            total.moves as f64 / count,
            total.legal as f64 / total.moves as f64,
            total.points as f64 / count / players.count() as f64,
        );
        for _ in 0..games {
            let whole = |position: &Position| assert_eq!(position.tiles(), Tiles::ALL);
            play(players, &mut rng, whole, &mut total);
        }
        println!(
            "  {games} more games: 20 tiles of each colour after every step; {} of all games had no end",
            total.endless
        );
    }
    Ok(())
}

/// The round in which a random game is given up: it may come to a position in which no row can be completed any more.
const MOST_ROUNDS: u32 = 40;

/// Sums over games.
#[derive(Default)]
struct Statistics {
    rounds: u64,
    moves: u64,
    legal: u64,
    points: u64,
    endless: u64,
}

/// Plays a random game, and passes each position to `visit`.
fn play(players: Players, rng: &mut ChaCha8Rng, visit: impl Fn(&Position), total: &mut Statistics) {
    let first = below(rng, players.count() as u32) as usize;
    let mut position = Position::new(players, first);
    while position.round() < MOST_ROUNDS {
        match position.phase() {
            Phase::Deal => {
                position.deal(rng).expect("it is time for a deal");
            }
            Phase::Moves => {
                let moves = position.numbered();
                total.legal += moves.count() as u64;
                total.moves += 1;
                let number = below(rng, moves.count() as u32) as usize;
                position.play_unchecked(moves.nth(number).expect("below the count"));
            }
            Phase::RoundEnd => {
                position.end_round().expect("it is time for it");
            }
            Phase::Over => break,
        }
        visit(&position);
    }
    total.rounds += u64::from(position.round());
    match position.outcome() {
        Some(outcome) => total.points += u64::from(outcome.scores().iter().sum::<u32>()),
        None => total.endless += 1,
    }
}
