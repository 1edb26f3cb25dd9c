//! Writes records of random games, a game a line, which `azulejo game check` reads.
//!
//! `cargo run --release --example random_records -- 1000 > games.jsonl` writes a thousand games of two, three and four
//! players in turn.

use azulejo::game::random::{ChaCha8Rng, SeedableRng, below};
use azulejo::game::record::Record;
use azulejo::game::{Phase, Players, Position};
use std::io::{BufWriter, Write};

fn main() -> std::io::Result<()> {
    let games = std::env::args().nth(1).map(|games| games.parse());
    let games: usize = games
        .unwrap_or(Ok(1000))
        .expect("the argument is a number of games");
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut out = BufWriter::new(std::io::stdout().lock());
    for players in Players::ALL.into_iter().cycle().take(games) {
        writeln!(out, "{}", random(players, &mut rng).to_json())?;
    }
    out.flush()
}

/// Random players may come to a position in which no row can be completed any more; such games are left.
const MOST_ROUNDS: u32 = 40;

/// A game in which every move has the same probability.
fn random(players: Players, rng: &mut ChaCha8Rng) -> Record {
    let first = below(rng, players.count() as u32) as usize;
    let mut position = Position::new(players, first);
    let mut record = Record::new(players, first);
    while position.round() < MOST_ROUNDS {
        match position.phase() {
            Phase::Deal => {
                let deal = position.deal(rng).expect("it is time for a deal");
                record.push_deal(&deal);
            }
            Phase::Moves => {
                let numbered = position.numbered();
                let number = below(rng, numbered.count() as u32);
                let taken = numbered.nth(number as usize);
                let taken = taken.expect("a number below the count");
                position.play_unchecked(taken);
                record.push_move(taken);
            }
            Phase::RoundEnd => {
                position.end_round().expect("it is time for it");
            }
            Phase::Over => break,
        }
    }
    record.completed().expect("it was played by the rules")
}
