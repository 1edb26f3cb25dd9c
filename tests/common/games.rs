//! Positions for the tests of the game: written down, and from random games.
#![allow(dead_code)] // each test file uses a part

use azulejo::game::random::{ChaCha8Rng, SeedableRng, below};
use azulejo::game::record::Record;
use azulejo::game::{Phase, Players, Position};

/// An empty board.
pub(crate) const BARE: &str = "0:-/-/-/-/-:-:...../...../...../...../.....";

/// The position of the first six fields and the bag, with all other tiles in the lid.
pub(crate) fn position(head: &str, bag: [u8; 5]) -> Position {
    let boards: Vec<&str> = head.split_whitespace().take(3).collect();
    let letters: Vec<char> = boards.join(" ").chars().collect();
    let lid: Vec<String> = "BYRKW"
        .chars()
        .zip(bag)
        .map(|(colour, in_bag)| {
            let places = letters
                .iter()
                .enumerate()
                .filter(|(_, letter)| **letter == colour);
            // A digit after the letter is the count of a pattern line.
            let counts = places.map(|(place, _)| {
                let next = letters.get(place + 1).and_then(|next| next.to_digit(10));
                next.unwrap_or(1)
            });
            (20 - u32::from(in_bag) - counts.sum::<u32>()).to_string()
        })
        .collect();
    let bag = bag.map(|count| count.to_string()).join(",");
    let text = format!("{head} {bag} {}", lid.join(","));
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Players may come to a position in which no row can be completed any more; such games are left.
const MOST_ROUNDS: u32 = 40;

/// Plays a random game, shows every position, and returns its record and its last position.
pub(crate) fn random_game(
    players: Players,
    seed: u64,
    mut seen: impl FnMut(&Position),
) -> (Record, Position) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let first = below(&mut rng, players.count() as u32) as usize;
    let mut position = Position::new(players, first);
    let mut record = Record::new(players, first);
    seen(&position);
    while position.round() < MOST_ROUNDS {
        match position.phase() {
            Phase::Deal => {
                record.push_deal(&position.deal(&mut rng).expect("it is time for a deal"));
            }
            Phase::Moves => {
                let taken = position.random_move(&mut rng).expect("it waits for a move");
                record.push_move(taken);
                position.play(taken).expect("it is legal");
            }
            Phase::RoundEnd => {
                position.end_round().expect("it is time for it");
            }
            Phase::Over => break,
        }
        seen(&position);
    }
    (record, position)
}

/// The number of players for a seed: each in turn.
pub(crate) fn players(seed: u64) -> Players {
    Players::ALL[seed as usize % Players::ALL.len()]
}
